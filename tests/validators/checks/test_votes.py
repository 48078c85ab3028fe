"""BN107, BN109, BN110, BN111, BN114, BN115: votes, comments, and what the sidebar says of Quorum."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.model import Post, Problem, Roster, Status
from tests.validators.checking import codes, only, report
from tests.validators.making import DAY, HOUR, NOW, PLAYERS, QUORUM, SECOND, SEVEN, Ballot, cfj, dov, proposal, rules
from validators.finding import Confidence, Evidence, RuleRef, Severity, Subject


def rule(key: str) -> RuleRef:
    return RuleRef(f"rule of {key}", f"the clause on {key}")


# BN107


@pytest.mark.parametrize(
    ("ballots", "what", "term", "key"),
    [
        ([("Anna", "against"), ("Anna", "for", NOW - DAY)], "withdrawn", "Withdrawn", "proposal.withdrawn_term"),
        ([("Emperor", "veto"), ("Emperor", "for", NOW - DAY)], "vetoed", "Vetoed", "veto"),
        ([("Anna", "against"), ("Emperor", "veto")], "vetoed withdrawn", "Vetoed and Withdrawn", "veto"),
    ],
    ids=["withdrawn", "vetoed", "both"],
)
def test_enacted_though_withdrawn_or_vetoed(ballots: list[Ballot], what: str, term: str, key: str) -> None:
    matter = proposal(2 * DAY, *QUORUM, *ballots, closed=NOW - DAY)
    finding = only("BN107", matter)
    assert finding.message == f"“Proposal: A Matter” was enacted although it was {term}"
    assert (finding.severity, finding.confidence, finding.what, finding.rule) == (Severity.ERROR, Confidence.HIGH, what, rule(key))
    assert finding.evidence[0].at == NOW - DAY
    old = only("BN107", matter, under="2020")
    assert old.fingerprint == finding.fingerprint  # whatever the rules call it
    assert old.message == finding.message.replace("Withdrawn", "Self-Killed")


@pytest.mark.parametrize(
    "matter",
    [
        proposal(2 * DAY, ("Anna", "against"), closed=NOW, status=Status.FAILED),
        proposal(2 * DAY, ("Boris", "against"), closed=NOW),
        proposal(2 * DAY, ("Anna", "against", NOW - DAY + SECOND), closed=NOW - DAY),
        cfj(2 * DAY, ("Anna", "against"), closed=NOW),
        proposal(2 * DAY, ("Anna", "against")),
    ],
    ids=["failed", "somebody else", "too late", "CfJ", "pending"],
)
def test_not_enacted_though_withdrawn(matter: Post) -> None:
    assert not codes(matter, select="BN107")


def test_a_doubtful_withdrawal_is_less_sure() -> None:
    assert only("BN107", proposal(DAY, ("Anna", "against for"), closed=NOW)).confidence is Confidence.MEDIUM
    assert only("BN107", proposal(DAY, ("Idle One", "against"), author="Idle One", closed=NOW)).confidence is Confidence.MEDIUM
    matter = proposal(DAY, ("Anna", "against"), closed=NOW)
    of_its_page = Problem(matter.url, "an image says against and is the file of for; taken as against")
    assert only("BN107", matter, problems=(of_its_page,)).confidence is Confidence.MEDIUM


# BN109


def test_a_comment_after_the_resolution() -> None:
    late: list[Ballot] = [("Boris", "", NOW - HOUR + SECOND), ("Boris", "for", NOW), ("Cyril", "", NOW - HOUR)]
    matter = cfj(DAY, *late, closed=NOW - HOUR)
    made = report(matter, select="BN109").findings
    assert [finding.what for finding in made] == ["c0", "c1"]
    assert made[0].message == "a comment by Boris on “Cfj: A Matter” is later than its resolution"
    assert (made[0].severity, made[0].subject) == (Severity.WARNING, Subject("matter", matter.key, matter.url))
    assert [item.url for item in made[0].evidence] == [matter.url, f"{matter.url}#c0"]
    assert not codes(matter, select="BN109", now=NOW - HOUR)  # nothing was said later by then
    assert not codes(cfj(DAY, *late), select="BN109")
    assert not codes(cfj(DAY, ("Boris", "", None), closed=NOW), select="BN109")


def test_resolved_matters_whose_comments_nobody_read() -> None:
    assert report(cfj(DAY, hidden=True, closed=NOW), select="BN109").not_evaluated[0].why.startswith("the comments of 1 resolved matter")


# BN110


@pytest.mark.parametrize(
    ("ballot", "what", "why"),
    [
        (("idle one", "for"), "idle one for idle", "the FOR of Idle One on “Cfj: A Matter” is not counted: the voter is idle"),
        (
            ("Zoe", "against"),
            "zoe against not-a-player",
            "the AGAINST of Zoe on “Cfj: A Matter” is not counted: the voter is not on the roster",
        ),
        (
            ("Boris", "veto"),
            "boris veto not-valid-here",
            "the VETO of Boris on “Cfj: A Matter” is not counted: only the Emperor may VETO, and only a Proposal",
        ),
        (
            ("Boris", "~for"),
            "boris for quoted",
            "the FOR of Boris on “Cfj: A Matter” is not counted: it is quoted, struck out or hidden",
        ),
    ],
    ids=["idle", "not on the roster", "not valid", "quoted"],
)
def test_an_icon_that_counts_for_nothing(ballot: Ballot, what: str, why: str) -> None:
    matter = cfj(DAY, ballot)
    finding = only("BN110", matter)
    assert (finding.message, finding.what, finding.severity) == (why, what, Severity.INFO)
    assert finding.rule == rule("vote.last_icon")
    assert finding.evidence == (Evidence(f"{matter.url}#c0", "", NOW - DAY),)


# BN111


@pytest.mark.parametrize(
    ("players", "quorum", "found"),
    [
        (7, 4, []),
        (None, None, []),
        (8, 4, ["players 8 not 7"]),
        (7, 5, ["quorum 5 not 4"]),
        (6, 3, ["players 6 not 7", "quorum 3 not 4"]),
        (8, 5, ["players 8 not 7"]),
        (5, 3, ["players 5 not 7"]),
    ],
    ids=["right", "states nothing", "players", "quorum", "both", "a quorum of more", "a quorum of fewer"],
)
def test_a_sidebar_that_misstates(players: int | None, quorum: int | None, found: list[str]) -> None:
    roster = replace(SEVEN, stated_players=players, stated_quorum=quorum)
    made = report(cfj(DAY), select="BN111", roster=roster)
    assert [finding.what for finding in made.findings] == found
    assert not made.not_evaluated
    for finding in made.findings:
        assert (finding.subject, finding.severity, finding.rule) == (Subject("roster", "sidebar"), Severity.WARNING, rule("quorum"))


def test_what_the_sidebar_says_in_words() -> None:
    roster = replace(SEVEN, stated_quorum=5)
    assert only("BN111", roster=roster).message == "the sidebar states quorum 5; its list of 7 names gives 4"
    more, one = replace(SEVEN, stated_players=8, stated_quorum=5), replace(SEVEN, stated_players=1, stated_quorum=None)
    assert only("BN111", roster=more).message == (
        "the sidebar states 8 players and lists 7; its quorum of 5 follows from that number, and would be 4"
    )
    assert only("BN111", roster=one).message == "the sidebar states 1 player and lists 7"


def test_without_the_clause_on_quorum_only_the_number_is_checked() -> None:
    roster = Roster(PLAYERS, stated_players=8, stated_quorum=5)
    for under, blind in ((None, True), (rules(quorum=None), False)):
        made = report(cfj(DAY), select="BN111", roster=roster, under=under)
        assert [finding.what for finding in made.findings] == ["players 8 not 7"]
        assert [item.inconclusive for item in made.not_evaluated] == [blind]


# BN114


@pytest.mark.parametrize(("count", "found"), [(4, True), (3, False), (2, False), (None, False)])
def test_fewer_comments_shown_than_counted(count: int | None, found: bool) -> None:
    assert bool(codes(cfj(DAY, *QUORUM, count=count), select="BN114")) is found


def test_what_is_said_of_missing_comments() -> None:
    matter = dov(DAY, *QUORUM, count=112)
    finding = only("BN114", matter)
    assert finding.message == "the page of “Dov: A Matter” counts 112 comments and shows 3: its tally is not certified"
    assert (finding.severity, finding.evidence) == (Severity.WARNING, (Evidence(matter.url, "3 of 112"),))
    assert finding.fingerprint == only("BN114", replace(matter, comment_count=113)).fingerprint
    assert not codes(cfj(DAY, hidden=True, count=5), select="BN114")


# BN115


def test_an_icon_that_nobody_knows() -> None:
    matter = cfj(DAY, ("Boris", "lantern"), ("BORIS", "lantern"), ("Cyril", "for ~lantern"), closed=NOW)
    made = report(matter, select="BN115").findings
    assert [(finding.what, len(finding.evidence)) for finding in made] == [("lantern boris", 2), ("lantern cyril", 1)]
    assert made[0].message == "Boris used an icon named “lantern” on “Cfj: A Matter”, which this tool does not know as a vote"
    assert (made[0].severity, made[0].evidence[0]) == (Severity.INFO, Evidence(f"{matter.url}#c0", "Words.", NOW - DAY))
