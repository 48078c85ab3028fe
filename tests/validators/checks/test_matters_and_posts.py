"""The checks of matters, posts and comments as a table: what is there, and what is found (BN1,
BN201 to BN205, BN211 to BN213).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from parsers.model import AdminNote, Category, Confidence, Post, Problem, Roster, Status
from parsers.ruleset.ruleset_model import Rule
from tests.support.cases import cases, table
from tests.support.views import remade
from tests.validators.checking import codes, only, report
from tests.validators.making import (
    address,
    cfj,
    dov,
    from_row,
    length,
    of_then,
    post,
    proposal,
    rules,
    view,
)
from tests.validators.scene import DAY, HOUR, NOW, PLAYERS, QUORUM, SECOND, SEVEN, Ballot, some
from validators.checks.run import run_all
from validators.finding import Evidence, RuleRef, Severity, Subject
from validators.view import Coverage

FAILED, ILLEGAL = Status.FAILED, Status.ILLEGAL
THIRDS, OPPOSED = some(4, "for"), ("Boris", "against")
HIGH, MEDIUM, LOW, INFO = ["error high"], ["error medium"], ["warning low"], ["info high"]
FAIR = rules(
    fair_play__entries_per_day=10, fair_play__comments_in_row=10, fair_play__entry_words=1000
)


def rule(key: str) -> RuleRef:
    return RuleRef(f"rule of {key}", f"the clause on {key}")


def after(make: object, open_for: timedelta, *ballots: Ballot, **more: object) -> Post:
    """A matter of two days ago, resolved when it had been open for so long."""
    return make(2 * DAY, *ballots, closed=NOW - 2 * DAY + open_for, **more)  # type: ignore[operator,no-any-return]


def older(age: timedelta | None = 3 * DAY, **more: object) -> Post:
    return proposal(age, author="Boris", **more)


FINDINGS = table(__file__, "findings")
CASES: dict[str, Any] = {
    **{case["name"]: (case["code"], case["posts"], case["found"]) for case in FINDINGS},
    "a comment without a time": ("BN109", [after(cfj, DAY, ("Boris", "", None))], []),
    "a comment of that second": (
        "BN118",
        [cfj(DAY, ("Boris", "for", NOW - DAY), ("Elias", "for", None))],
        [],
    ),
}


def read(given: Post | dict[str, Any]) -> Post:
    return given if isinstance(given, Post) else from_row(given)


@pytest.mark.parametrize("case", CASES)
def test_a_matter_is_found_at_its_limit_and_not_before(case: str) -> None:
    code, given, expected = CASES[case]
    under = FAIR if code.startswith("BN21") else "2023"
    found = report(*map(read, given), select=code, under=under).findings
    assert [f"{each.severity} {each.confidence}" for each in found] == expected


MESSAGES = [(case["name"], case["message"]) for case in FINDINGS if "message" in case]


@pytest.mark.parametrize(("case", "message"), MESSAGES)
def test_messages_name_the_matter_and_its_fault(case: str, message: str) -> None:
    code, given, _ = CASES[case]
    posts = [*map(read, given)]
    finding = only(code, *posts)
    assert finding.message == message
    assert finding.subject == Subject(
        "post" if code == "BN118" else "matter", posts[0].key, posts[0].url
    )
    assert finding.evidence[0].url == posts[0].url


# BN101


def test_a_matter_that_may_be_enacted() -> None:
    matter = proposal(12 * HOUR, *QUORUM)
    finding = only("BN101", matter)
    assert finding.message == "“Proposal: A Matter” can be enacted now: 4 FOR, 0 AGAINST, quorum 4"
    assert (finding.severity, finding.confidence, finding.what) == (
        Severity.INFO,
        Confidence.HIGH,
        "enacted",
    )
    assert finding.evidence == (Evidence(matter.url, matter.title, matter.posted),)
    assert finding.rule == RuleRef("rule of popular.quorum")
    assert not codes(proposal(12 * HOUR, *QUORUM), select="BN101", now=NOW - SECOND)
    doubtful = only("BN101", cfj(DAY, *THIRDS, author="Nobody"))
    why = (
        "not certified: its author Nobody is not on the roster, and may not have been a Player when"
        " posting it"
    )
    assert (doubtful.message.endswith(f"quorum 4; {why}"), doubtful.confidence) == (
        True,
        Confidence.MEDIUM,
    )


# What is not known, and other rules


def test_emperor_at_the_enactment_of_a_dov() -> None:
    this = after(dov, 20 * HOUR, OPPOSED, ("Fiona", "for"))
    reign = address(8 * DAY, author="Fiona")
    assert not codes(this, reign, select="BN104", emperor=None)
    assert only("BN104", this, emperor=None).confidence is Confidence.LOW  # nobody knows
    left = Roster(SEVEN.active[:5], idle=("Fiona", "Emperor"))
    assert not codes(
        this, reign, select="BN104", emperor=None, roster=left
    )  # the Emperor of that time is idle now


@pytest.mark.parametrize(
    ("code", "others"),
    [("BN104", ()), ("BN105", (older(),)), ("BN106", (dov(50 * HOUR, author="Boris"),))],
)
def test_a_comment_after_the_resolution_puts_its_time_in_doubt(
    code: str, others: tuple[Post, ...]
) -> None:
    early = after(proposal, HOUR)
    commented = after(proposal, HOUR, ("Boris", "", NOW - DAY))
    assert only(code, early, *others).confidence is Confidence.HIGH
    assert only(code, commented, *others).confidence is Confidence.MEDIUM


def test_without_roster_or_comments_an_opposed_dov_is_left_open() -> None:
    early, opposed = after(proposal, HOUR), after(dov, 20 * HOUR, OPPOSED)
    for made, posts, blind in (
        (report(early, opposed, select="BN104", roster=None), (early,), True),
        (report(early, replace(opposed, comments=None), select="BN104"), (early,), False),
    ):
        assert [finding.subject.id for finding in made.findings] == [each.key for each in posts]
        why = (
            "without its comments and a roster it is unknown whether any player opposed “Dov: A"
            " Matter”"
        )
        assert [(item.why, item.inconclusive) for item in made.not_evaluated] == [(why, blind)]
    (alone,) = report(replace(opposed, comments=None), select="BN104").not_evaluated
    assert not alone.partly
    assert not report(
        after(dov, DAY, hidden=True), select="BN104"
    ).not_evaluated  # open for long enough


def test_without_limit_or_queue() -> None:
    this, old = after(proposal, DAY), older(90 * DAY)
    assert codes(this, old, select="BN105", under=rules(proposal__stale_days=None))
    assert not codes(
        this,
        old,
        select="BN105",
        under=rules(proposal__stale_days=None, proposal__oldest_first=False),
    )


@pytest.mark.parametrize(
    ("pending", "gaps"),
    [(7 * DAY - SECOND, 1), (7 * DAY, 0), (8 * DAY, 0)],
    ids=["an older one may count", "all older ones are too old", "longer"],
)
def test_older_posts_are_needed_for_the_days_in_which_they_count(
    pending: timedelta, gaps: int
) -> None:
    late = proposal(9 * DAY, closed=NOW - 9 * DAY + pending)
    given = of_then(view(late, under=rules(proposal__stale_days=7)))
    made = run_all(remade(given, coverage=Coverage(since=NOW - HOUR)), select=["BN105"])
    assert len(made.not_evaluated) == gaps


def test_resolved_in_december() -> None:
    christmas = datetime(2023, 12, 25, 8, tzinfo=UTC)
    finding = only("BN106", proposal(NOW - christmas + DAY * 3, closed=christmas))
    assert finding.message.endswith("during a hiatus: 25 December, a day of seasonal downtime")


@pytest.mark.parametrize(("players", "found"), [(4, True), (5, False)])
def test_dormancy_of_then_is_a_hiatus(players: int, found: bool) -> None:
    given = view(proposal(4 * DAY, closed=NOW - DAY), roster=Roster(PLAYERS[:players]))
    for known, confidence in ((of_then(given), Confidence.MEDIUM), (given, Confidence.LOW)):
        findings = run_all(known, select=("BN106", "BN204")).findings
        expected = (
            [("BN106", "dormancy", confidence), ("BN204", "dormancy", confidence)] if found else []
        )
        assert [(each.code, each.what, each.confidence) for each in findings] == expected


def test_unknown_dormancy_is_not_evaluated() -> None:
    told = post(Category.NONE, HOUR, author="Boris", body="Anna idled out, or did they?")
    given = of_then(
        view(proposal(3 * DAY, closed=NOW - DAY, author="Boris"), told, roster=Roster(PLAYERS[:5]))
    )
    made = run_all(remade(given, rosters=given.read.rosters[:0]), select=("BN106",))
    why = "unknown whether the game was dormant: the roster of that time is not certain"
    assert made.findings == ()
    assert [(each.why, each.until, each.partly) for each in made.not_evaluated] == [
        (why, NOW - DAY, False)
    ]


@cases("coverage")
def test_checks_that_depend_on_missing_posts_are_not_evaluated(
    code: str, need: str, until: str
) -> None:
    matter = (
        dov(4 * DAY, author="Boris")
        if code.startswith("BN11")
        else proposal(4 * DAY, closed=NOW - DAY)
    )
    for since, unseen in (
        (NOW - length(need), []),
        (NOW - length(need) + SECOND, [NOW - length(until)]),
    ):
        made = run_all(
            remade(of_then(view(matter)), coverage=Coverage(since=since)), select=(code,)
        )
        assert [each.until for each in made.not_evaluated] == unseen
        assert all(each.why.startswith("older posts were not seen") for each in made.not_evaluated)
        assert not any(each.partly for each in made.not_evaluated)


def test_comments_that_nobody_read() -> None:
    for code, matter, what in (
        ("BN107", after(proposal, DAY, hidden=True), "enacted Proposal"),
        ("BN109", after(cfj, DAY, hidden=True), "resolved matter"),
        ("BN115", cfj(DAY, hidden=True), "matter"),
    ):
        read = replace(matter, url=f"{matter.url}-read", comments=())
        for posts, partly in (([matter], False), ([matter, read], True)):
            (said,) = report(*posts, select=code).not_evaluated
            assert said.why.startswith(f"the comments of 1 {what} were not read: “")
            assert said.partly is partly


def test_posts_that_nobody_saw_hide_a_part_of_the_dovs() -> None:
    older, newer = dov(40 * DAY, author="Boris"), dov(4 * DAY, author="Carla")
    for posts, partly in (([older], False), ([older, newer], True)):
        game = remade(of_then(view(*posts)), coverage=Coverage(since=NOW - 30 * DAY))
        (said,) = run_all(game, select=["BN116"]).not_evaluated
        assert said.partly is partly


def test_a_page_in_doubt_and_a_term_of_other_rules() -> None:
    matter = after(proposal, DAY, ("Anna", "against"), key="this")
    of_its_page = Problem(
        matter.url, "an image says against and is the file of for; taken as against", post="this"
    )
    assert only("BN107", matter, problems=(of_its_page,)).confidence is Confidence.MEDIUM
    assert only("BN107", matter, under="2020").message.endswith("it was Self-Killed")
    noted = only(
        "BN104",
        after(proposal, HOUR, note=AdminNote("Reached quorum 4-0. Enacted by Anna." + "!" * 300)),
    )
    assert len(noted.evidence[0].excerpt) == 200


def test_the_rule_for_the_author_of_a_matter() -> None:
    titles = ("Proposals", "Calls for Judgement", "Victory and Ascension")
    known = rules(
        fields={
            "rules": tuple(
                Rule("1.1", each, each, (), 2, "Core Rules", (each,), "Text.") for each in titles
            )
        }
    )
    for make, title in zip((proposal, cfj, dov), titles, strict=True):
        assert only("BN205", make(DAY, author="Zoe"), under=known).rule == RuleRef(title)
    assert only("BN205", proposal(DAY, author="Zoe"), under=None).rule is None


# BN110, BN111


@pytest.mark.parametrize(
    ("ballot", "what", "why"),
    [
        (("idle one", "for"), "idle one for idle", "the FOR of Idle One {}: the voter is idle"),
        (
            ("Zoe", "against"),
            "zoe against not-a-player",
            "the AGAINST of Zoe {}: the voter is not on the roster",
        ),
        (
            ("Boris", "veto"),
            "boris veto not-valid-here",
            "the VETO of Boris {}: only the Emperor may VETO, and only a Proposal",
        ),
        (
            ("Boris", "~for"),
            "boris for quoted",
            "the FOR of Boris {}: it is quoted, struck out or hidden",
        ),
    ],
)
def test_an_icon_that_counts_for_nothing(ballot: Ballot, what: str, why: str) -> None:
    matter = cfj(DAY, ballot)
    finding = only("BN110", matter)
    assert (finding.message, finding.what, finding.severity) == (
        why.format("on “Cfj: A Matter” is not counted"),
        what,
        Severity.INFO,
    )
    assert finding.rule == rule("vote.last_icon")
    assert finding.evidence == (Evidence(f"{matter.url}#c0", "", NOW - DAY),)


@cases("sidebars")
def test_a_sidebar_that_misstates(
    players: int | None, quorum: int | None, found: list[str]
) -> None:
    made = report(
        cfj(DAY),
        select="BN111",
        roster=replace(SEVEN, stated_players=players, stated_quorum=quorum),
    )
    assert [finding.message for finding in made.findings] == found
    assert all(
        (each.subject, each.rule) == (Subject("roster", "sidebar"), rule("quorum"))
        for each in made.findings
    )


def test_without_the_clause_on_quorum_only_the_number_is_checked() -> None:
    roster = Roster(PLAYERS, stated_players=8, stated_quorum=5)
    for under, blind in ((None, True), (rules(quorum=None), False)):
        made = report(cfj(DAY), select="BN111", roster=roster, under=under)
        assert [finding.what for finding in made.findings] == ["players 8 not 7"]
        assert [item.inconclusive for item in made.not_evaluated] == [blind]
