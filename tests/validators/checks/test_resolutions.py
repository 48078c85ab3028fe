"""BN101, BN104, BN105, BN106, BN108, BN118: what may be resolved, and what was resolved wrongly."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from parsers.model import Category, Post, Roster, Status
from tests.validators.checking import codes, only, report
from tests.validators.making import (
    AGAINST_FOUR,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    PLAYERS,
    QUORUM,
    SECOND,
    SEVEN,
    Ballot,
    address,
    cfj,
    dov,
    of_then,
    post,
    proposal,
    some,
    view,
)
from validators.checks.run import run_all
from validators.finding import Confidence, Evidence, RuleRef, Severity, Subject
from validators.view import Coverage

THIRDS = some(4, "for")


def rule(key: str) -> RuleRef:
    return RuleRef(f"rule of {key}", f"the clause on {key}")


# BN101


def test_a_matter_that_may_be_enacted() -> None:
    matter = proposal(12 * HOUR, *QUORUM)
    finding = only("BN101", matter)
    assert finding.message == "“Proposal: A Matter” may be enacted now: 4 FOR, 0 AGAINST, quorum 4"
    assert (finding.severity, finding.confidence, finding.what) == (Severity.INFO, Confidence.HIGH, "enacted")
    assert finding.subject == Subject("matter", matter.key, matter.url)
    assert finding.evidence == (Evidence(matter.url, matter.title, matter.posted),)
    assert finding.rule == RuleRef("rule of popular.quorum")
    assert not codes(proposal(12 * HOUR, *QUORUM), select="BN101", now=NOW - SECOND)


@pytest.mark.parametrize(
    ("matter", "what", "because", "key"),
    [
        (cfj(48 * HOUR, *some(2, "for")), "enacted", "open for 48 h (48 h needed), 3 valid votes", "popular.after_hours"),
        (dov(DAY, *THIRDS), "enacted", "5 FOR, more than 2/3 of 7 Players needed", "dov.threshold"),
        (cfj(DAY, *AGAINST_FOUR), "failed", "3 of 7 Players not voting AGAINST", "unpopular.quorum"),
        (cfj(48 * HOUR), "failed", "open for 48 h, not Popular", "unpopular.after_hours"),
        (proposal(DAY, *QUORUM, ("Emperor", "veto")), "failed", "Vetoed by the Emperor", "veto"),
        (proposal(DAY, *QUORUM, ("Anna", "against")), "failed", "Withdrawn by its author", "proposal.withdrawn_term"),
        (proposal(8 * DAY, *QUORUM), "failed", "pending for more than 7 days", "proposal.stale_days"),
        (dov(49 * HOUR, *QUORUM), "failed", "open for 49 h (more than 48 h needed)", "dov.fail_after_hours"),
        (dov(DAY, *THIRDS, author="Emperor"), "failed", "an illegal post is Unpopular", "post.illegal_unpopular"),
    ],
    ids=["Popular by time", "two thirds", "Unpopular by quorum", "Unpopular by time", "vetoed", "withdrawn", "stale", "old DoV", "illegal"],
)
def test_why_a_matter_may_be_resolved(matter: Post, what: str, because: str | None, key: str) -> None:
    finding = only("BN101", matter)
    assert finding.what == what
    assert finding.rule == RuleRef(f"rule of {key}")
    assert because is None or f"; {because}" in finding.message


def test_a_verdict_that_is_not_certified_says_so() -> None:
    finding = only("BN101", cfj(DAY, *THIRDS, author="Nobody"))
    why = "not certified: its author Nobody is not on the roster, and may not have been a Player when posting it"
    assert finding.message.endswith(f"quorum 4; {why}")
    assert finding.confidence is Confidence.MEDIUM


# BN104


@pytest.mark.parametrize(
    ("matter", "limit", "key"),
    [
        (proposal(2 * DAY, closed=NOW - 2 * DAY + 12 * HOUR - SECOND), "12 hours", "proposal.min_open_hours"),
        (proposal(2 * DAY, closed=NOW - 2 * DAY + 12 * HOUR), None, None),
        (proposal(2 * DAY, closed=NOW - 2 * DAY + HOUR, status=Status.FAILED), None, None),
        (cfj(2 * DAY, closed=NOW - 2 * DAY + HOUR), None, None),
        (dov(2 * DAY, closed=NOW - 2 * DAY + 12 * HOUR - SECOND), "12 hours", "dov.early_hours"),
        (dov(2 * DAY, closed=NOW - 2 * DAY + 12 * HOUR), None, None),
        (dov(2 * DAY, closed=NOW - 2 * DAY + 12 * HOUR - SECOND, status=Status.FAILED), "12 hours", "dov.fail_unpopular_hours"),
        (dov(2 * DAY, closed=NOW - 2 * DAY + 12 * HOUR, status=Status.FAILED), None, None),
        (dov(2 * DAY, closed=NOW - 2 * DAY + HOUR, status=Status.ILLEGAL), None, None),
        (dov(2 * DAY, ("Boris", "against"), closed=NOW - 2 * DAY + 24 * HOUR - SECOND), "24 hours", "dov.late_hours"),
        (dov(2 * DAY, ("Boris", "against"), closed=NOW - 2 * DAY + 24 * HOUR), None, None),
        (dov(2 * DAY, ("Boris", "against"), ("Emperor", "for"), closed=NOW - 2 * DAY + 23 * HOUR), None, None),
        (dov(HOUR, closed=NOW - 2 * HOUR, status=Status.FAILED), None, None),  # BN118's business
    ],
    ids=(
        "Proposal enacted early|Proposal enacted in time|Proposal failed|CfJ|DoV enacted early|DoV enacted in time|DoV failed "
        "early|DoV failed in time|DoV marked Illegal|opposed DoV enacted early|opposed DoV enacted in time|with the Emperor's "
        "FOR|resolved before it was posted"
    ).split("|"),
)
def test_resolved_too_early(matter: Post, limit: str | None, key: str | None) -> None:
    crowned = address(30 * DAY, author="Emperor")
    if limit is None or key is None:
        assert not codes(matter, crowned, select="BN104")
        return
    finding = only("BN104", matter, crowned)
    assert finding.message.endswith(f"; it must be open for at least {limit}")
    assert (finding.severity, finding.rule, finding.what) == (Severity.ERROR, rule(key), str(matter.status))
    assert finding.confidence is (Confidence.MEDIUM if key == "dov.late_hours" else Confidence.HIGH)
    stamp = f"Adminned at {matter.closed:%Y-%m-%d %H:%M:%S} UTC"
    assert finding.evidence == (Evidence(matter.url, stamp, matter.closed),)


def test_who_was_the_emperor_when_a_dov_was_enacted() -> None:
    closed = NOW - 2 * DAY + 20 * HOUR
    this = dov(2 * DAY, ("Boris", "against"), ("Fiona", "for"), closed=closed)
    reign = dov(9 * DAY, author="Fiona", closed=NOW - 8 * DAY, subject="Fiona's")
    assert not codes(this, reign, select="BN104", emperor=None)
    assert only("BN104", this, emperor=None).confidence is Confidence.LOW  # nobody knows
    left = Roster(SEVEN.active[:5], idle=("Fiona", "Emperor"))
    assert not codes(this, reign, select="BN104", emperor=None, roster=left)  # the Emperor of that time is idle now


def test_without_a_roster_only_an_opposed_dov_is_left_open() -> None:
    early = proposal(2 * DAY, closed=NOW - 2 * DAY + HOUR)
    opposed = dov(3 * DAY, ("Boris", "against"), closed=NOW - 3 * DAY + 20 * HOUR)
    made = report(early, opposed, select="BN104", roster=None)
    assert [finding.subject.id for finding in made.findings] == [early.key]
    (left,) = made.not_evaluated
    assert (left.name, left.inconclusive) == ("BN104", True)
    assert "it is unknown whether any player opposed “" in left.why


def test_a_dov_that_gave_way_to_another_is_not_failed_too_early() -> None:
    gone = dov(2 * DAY, closed=NOW - 2 * DAY + HOUR, status=Status.FAILED)
    won = dov(3 * DAY, author="Boris", closed=NOW - 2 * DAY + HOUR)
    assert not codes(gone, won, select="BN104")
    assert only("BN104", gone, dov(3 * DAY, author="Boris", closed=NOW - 2 * DAY - HOUR)).what == "failed"


def test_a_dov_whose_comments_nobody_read_is_said_to_be_unseen() -> None:
    hidden = dov(2 * DAY, hidden=True, closed=NOW - 2 * DAY + 20 * HOUR, subject="Hidden")
    why = "without its comments and a roster it is unknown whether any player opposed “Dov: Hidden”"
    assert [(item.why, item.inconclusive) for item in report(hidden, select="BN104").not_evaluated] == [(why, False)]
    assert not report(dov(2 * DAY, hidden=True, closed=NOW - DAY), select="BN104").not_evaluated  # open for long enough


def test_resolved_out_of_order() -> None:
    older = proposal(3 * DAY, author="Boris", subject="Older")
    this = proposal(2 * DAY, closed=NOW - DAY)
    finding = only("BN105", this, older)
    assert finding.message == "“Proposal: A Matter” was enacted while the older “Proposal: Older” was pending"
    assert (finding.severity, finding.confidence) == (Severity.ERROR, Confidence.HIGH)
    assert (finding.what, finding.rule) == (older.key, rule("proposal.oldest_first"))
    assert [item.url for item in finding.evidence] == [this.url, older.url]
    assert only("BN105", proposal(2 * DAY, closed=NOW - DAY, status=Status.FAILED), older).message.startswith(
        "“Proposal: A Matter” was failed"
    )


@pytest.mark.parametrize(
    ("older", "found"),
    [
        (proposal(3 * DAY, author="Boris", closed=NOW - DAY + SECOND), True),
        (proposal(3 * DAY, author="Boris", closed=NOW - DAY), False),
        (proposal(8 * DAY, author="Boris"), True),  # pending for exactly seven days then
        (proposal(8 * DAY + SECOND, author="Boris"), False),
        (proposal(DAY + HOUR, author="Boris"), False),  # younger
        (cfj(3 * DAY, author="Boris"), False),
        (proposal(3 * DAY, author="Boris", status=Status.FAILED), False),
        (proposal(None, author="Boris"), False),
    ],
    ids=(
        "resolved a second later|resolved at the same time|pending for exactly the limit|pending for longer|younger|CfJ|failed "
        "at an unknown time|without a date"
    ).split("|"),
)
def test_what_is_out_of_order(older: Post, found: bool) -> None:
    assert bool(codes(proposal(2 * DAY, closed=NOW - DAY), older, select="BN105")) is found


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param(2, (Severity.ERROR, Confidence.HIGH), id="below it on the list"),
        pytest.param(1, (Severity.WARNING, Confidence.LOW), id="no list shows both"),
        pytest.param(0, None, id="above it on the list"),
    ],
)
def test_of_one_minute_the_list_decides(place: int, expected: tuple[Severity, Confidence] | None) -> None:
    found = report(proposal(2 * DAY, closed=NOW - DAY, place=1), proposal(2 * DAY, author="Boris", place=place), select="BN105").findings
    assert [(each.severity, each.confidence) for each in found] == ([] if expected is None else [expected])
    assert all(("perhaps older" in each.message) is (place == 1) for each in found)


@pytest.mark.parametrize("status", [Status.ENACTED, Status.FAILED, Status.VETOED, Status.ILLEGAL])
@pytest.mark.parametrize("place", [1, 2], ids=["no list shows both", "below it on the list"])
def test_to_mark_illegal_is_not_bound_by_the_queue(status: Status, place: int) -> None:
    finding = only("BN105", proposal(2 * DAY, closed=NOW - DAY, status=status, place=1), proposal(2 * DAY, author="Boris", place=place))
    bound = Severity.ERROR if place == 2 else Severity.WARNING
    assert finding.severity is (Severity.INFO if status is Status.ILLEGAL else bound)
    assert (" was marked Illegal while " in finding.message) is (status is Status.ILLEGAL)


# BN106


@pytest.mark.parametrize(
    ("closed", "cause"),
    [
        (NOW - 3 * DAY - SECOND, None),
        (NOW - 3 * DAY + MINUTE, "pending-dov"),
        (NOW - 2 * DAY - SECOND, "pending-dov"),
        (NOW - 2 * DAY, "interregnum"),
        (NOW - DAY - SECOND, "interregnum"),
        (NOW - DAY, None),
    ],
    ids=["before the DoV", "DoV pending", "just before its enactment", "at its enactment", "just before the Address", "at the Address"],
)
def test_resolved_in_a_hiatus(closed: datetime, cause: str | None) -> None:
    this = proposal(4 * DAY, closed=closed)
    others = (dov(3 * DAY, author="Boris", closed=NOW - 2 * DAY, subject="Won"), address(DAY, author="Boris"))
    if cause is None:
        assert not codes(this, *others, select="BN106")
        return
    finding = only("BN106", this, *others)
    texts = {"pending-dov": "a pending DoV, “Dov: Won”", "interregnum": "no Ascension Address since “Dov: Won” was enacted"}
    assert finding.message == f"“Proposal: A Matter” was enacted during a hiatus: {texts[cause]}"
    assert (finding.what, finding.confidence, finding.rule) == (cause, Confidence.HIGH, rule("hiatus.stops_proposals"))
    assert finding.evidence[0].at == closed


@pytest.mark.parametrize(("players", "found"), [(4, True), (5, False)])
def test_dormancy_of_then_is_a_hiatus(players: int, found: bool) -> None:
    given = view(proposal(4 * DAY, closed=NOW - DAY), roster=Roster(PLAYERS[:players]))
    for known, confidence in ((of_then(given), Confidence.MEDIUM), (given, Confidence.LOW)):
        findings = run_all(known, select=("BN106", "BN204")).findings
        assert [(each.code, each.what, each.confidence) for each in findings] == (
            [("BN106", "dormancy", confidence), ("BN204", "dormancy", confidence)] if found else []
        )


def test_dormancy_that_nobody_knows_is_not_evaluated() -> None:
    told = post(Category.NONE, HOUR, author="Boris", body="Anna idled out, or did they?")
    given = of_then(view(proposal(3 * DAY, closed=NOW - DAY, author="Boris"), told, roster=Roster(PLAYERS[:5])))
    report = run_all(replace(given, rosters=given.rosters[:0]), select=("BN106",))
    assert report.findings == ()
    assert [(each.name, each.why, each.until) for each in report.not_evaluated] == [
        ("BN106", "whether the game was dormant is not known: the roster of that time is not certain", NOW - DAY)
    ]


@pytest.mark.parametrize(
    ("code", "need"),
    [
        pytest.param("BN105", 8 * DAY, id="queue"),  # it was resolved a day ago, and a Proposal counts for seven
        pytest.param("BN106", 11 * DAY, id="resolved-in-hiatus"),
        pytest.param("BN201", 14 * DAY, id="pending-limit"),
        pytest.param("BN202", 4 * DAY + 12 * HOUR, id="daily-limit"),
        pytest.param("BN204", 14 * DAY, id="submitted-in-hiatus"),
    ],
)
def test_what_rests_on_posts_that_nobody_saw_is_not_evaluated(code: str, need: timedelta) -> None:
    given = of_then(view(proposal(4 * DAY, closed=NOW - DAY)))
    for since, unseen in ((NOW - need, []), (NOW - need + SECOND, [code])):
        report = run_all(replace(given, coverage=Coverage(since=since)), select=(code,))
        assert [(each.name, each.until) for each in report.not_evaluated] == [
            (name, NOW - 4 * DAY if name in ("BN201", "BN202", "BN204") else NOW - DAY) for name in unseen
        ]
        assert all(each.why.startswith("older posts were not seen") for each in report.not_evaluated)


def test_how_sure_a_hiatus_is() -> None:
    this = proposal(4 * DAY, closed=NOW - DAY + 30 * SECOND)
    assert only("BN106", this, dov(DAY, author="Boris")).confidence is Confidence.LOW  # made in that very minute
    assert only("BN106", this, dov(DAY + MINUTE, author="Boris")).confidence is Confidence.HIGH
    assert only("BN106", this, dov(2 * DAY, author="Emperor")).confidence is Confidence.MEDIUM  # an illegal one


# BN108


def test_what_is_said_of_a_stale_proposal() -> None:
    finding = only("BN108", proposal(8 * DAY + 10 * HOUR))
    assert finding.message == "“Proposal: A Matter” has been pending for 8 days 10 h, more than 7 days: it may be failed whatever its votes"
    assert (finding.severity, finding.rule) == (Severity.INFO, rule("proposal.stale_days"))
    assert not codes(proposal(9 * DAY, closed=NOW), select="BN108")
    assert not codes(cfj(9 * DAY), select="BN108")


# BN118


def test_resolved_before_it_was_posted() -> None:
    matter = proposal(DAY, closed=NOW - DAY - SECOND)
    finding = only("BN118", matter)
    assert finding.message == "“Proposal: A Matter” was resolved at 2024-03-09 11:59, before it was posted (2024-03-09 12:00)"
    assert (finding.severity, finding.confidence, finding.what) == (Severity.WARNING, Confidence.HIGH, "")
    assert finding.subject == Subject("post", matter.key, matter.url)
    assert [item.at for item in finding.evidence] == [matter.posted, matter.closed]
    assert not codes(proposal(DAY, closed=NOW - DAY), select="BN118")


def test_commented_on_before_it_was_posted() -> None:
    early: list[Ballot] = [("Boris", "for", NOW - DAY - SECOND), ("Cyril", "for", NOW - DAY - HOUR), ("Della", "for", NOW - DAY)]
    finding = only("BN118", cfj(DAY, *early))
    assert finding.message == "“Cfj: A Matter” has 2 comments from before it was posted (2024-03-09 12:00)"
    assert (finding.confidence, finding.what) == (Confidence.MEDIUM, "comment")
    assert not codes(cfj(DAY, *early[2:], ("Elias", "for", None)), select="BN118")
