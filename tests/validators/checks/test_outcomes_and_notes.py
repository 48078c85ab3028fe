"""BN102, BN103, BN112, BN113: a resolution against the votes, its note, and the tags."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parsers.blog.notes import read_note
from parsers.model import Confidence, Post, Problem, Roster, Status
from parsers.ruleset.ruleset_model import Rule, Ruleset
from tests.support.cases import cases
from tests.support.views import remade
from tests.validators.making import ballots, cfj, dov, from_row, of_then, proposal, rules, view
from tests.validators.scene import DAY, HOUR, NOW, PLAYERS, QUORUM, SEVEN, some
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding, Severity
from validators.view import SeenRoster

CLOSED = NOW - 8 * DAY
MADE = 9 * DAY
FAILED, VETOED, ILLEGAL = Status.FAILED, Status.VETOED, Status.ILLEGAL


def audit(code: str, *posts: Post, known: bool = True, **setting: object) -> AuditReport:
    given = view(*posts, **setting)  # type: ignore[arg-type]
    return run_all(of_then(given) if known else given, select=[code])


def codes(code: str, *posts: Post, known: bool = True, **setting: object) -> list[str]:
    return [finding.code for finding in audit(code, *posts, known=known, **setting).findings]


def only(code: str, *posts: Post, known: bool = True, **setting: object) -> Finding:
    (finding,) = audit(code, *posts, known=known, **setting).findings
    return finding


def whys(report: AuditReport) -> list[str]:
    return [each.why for each in report.not_evaluated]


def test_without_the_comments_of_any_matter_no_outcome_is_evaluated() -> None:
    unread = [
        proposal(MADE, *some(5, "for"), closed=CLOSED, hidden=True, key=key) for key in ("a", "b")
    ]
    read = proposal(MADE - DAY / 2, *some(5, "for"), closed=CLOSED, key="c")
    for posts, number, partly in ((unread, 2, False), ([*unread, read], 2, True)):
        (said,) = audit("BN103", *posts).not_evaluated
        assert said.why.startswith(f"the comments of {number} resolved matters were not read")
        assert said.partly is partly


# BN103: cases and their nearest legal neighbours


@cases("outcomes")
def test_an_outcome_and_its_nearest_neighbour(right: dict[str, Any], wrong: dict[str, Any]) -> None:
    assert codes("BN103", from_row(right)) == []
    assert codes("BN103", from_row(wrong)) == ["BN103"]


def test_what_is_doubtful_about_its_page_is_doubtful_about_its_outcome() -> None:
    matter = proposal(
        MADE, *some(2, "for"), closed=CLOSED, note=read_note("5-0. Enacted by Anna"), key="this"
    )
    elsewhere = Problem(
        "https://blog.example/archive/another",
        "an image says for and is the file of against; taken as for",
        post="another",
    )
    for code in ("BN103", "BN102"):
        assert only(code, matter, problems=(elsewhere,)).confidence is Confidence.HIGH
        assert (
            only(code, matter, problems=(replace(elsewhere, post="this"),)).confidence
            is Confidence.MEDIUM
        )


def test_a_post_marked_illegal_is_never_of_high_confidence() -> None:
    finding = only("BN103", proposal(MADE, closed=CLOSED, status=ILLEGAL))
    assert (
        finding.message
        == "“Proposal: A Matter” was marked Illegal, and nothing makes it an illegal post"
    )
    assert (finding.severity, finding.confidence) == (Severity.WARNING, Confidence.LOW)
    empty = only("BN103", proposal(MADE, *QUORUM, closed=CLOSED, subject=" "))
    assert "though it was an illegal post: its subject is empty" in empty.message


def test_a_post_whose_author_may_have_been_idle_may_have_been_illegal() -> None:
    matter = proposal(MADE, closed=CLOSED, status=ILLEGAL, author="Idle One")
    assert codes("BN103", matter, known=False) == []


@pytest.mark.parametrize(
    "matter",
    [
        proposal(MADE, *some(1, "for"), closed=NOW - MADE + 11 * HOUR),
        proposal(MADE, *some(1, "for"), ("Anna", "against"), closed=CLOSED),
        proposal(MADE, *some(1, "for"), ("Emperor", "veto"), closed=CLOSED),
        dov(MADE, *some(2, "for"), ("Fiona", "against"), closed=NOW - MADE + 20 * HOUR),
    ],
    ids=["BN104", "BN107 withdrawn", "BN107 vetoed", "BN104 of a DoV"],
)
def test_findings_covered_by_a_more_exact_code_are_not_repeated(matter: Post) -> None:
    assert codes("BN103", matter) == []
    assert {finding.code for finding in audit("BN1", matter).findings} & {"BN104", "BN107"}


def test_comments_that_were_not_read() -> None:
    unread = proposal(MADE, hidden=True, closed=CLOSED, note=read_note("5-1"))
    for code, what in (("BN103", "resolved matter"), ("BN102", "matter whose note states a tally")):
        report = audit(code, unread)
        assert (report.findings, whys(report)) == (
            (),
            [f"the comments of 1 {what} were not read: “Proposal: A Matter”"],
        )


# BN103: what is not certain


@cases("uncertain_rosters")
def test_unknown_rosters(players: int, votes: str, found: bool) -> None:
    roster = replace(SEVEN, active=PLAYERS[:players], stated_players=None, stated_quorum=None)
    matter = proposal(MADE, *ballots(votes), ("Idle One", ""), closed=CLOSED)
    known_rules = of_then(view(matter, roster=roster))
    report = run_all(remade(known_rules, rosters=()), select=["BN103"])
    assert len(report.findings) == found
    assert all(finding.confidence is Confidence.LOW for finding in report.findings)
    undecided = [
        "not certain who was a Player, or the Emperor, at the resolution of “Proposal: A Matter”"
    ]
    assert whys(report) == ([] if found else undecided)


def test_a_stranger_may_have_been_a_player() -> None:
    matter, other = (
        cfj(MADE, *some(2, "for"), ("Zoe", "for"), closed=CLOSED, key=key) for key in ("one", "two")
    )
    given = of_then(view(matter, other, roster=Roster(PLAYERS[:6])))
    report = run_all(remade(given, rosters=()), select=["BN103"])
    assert report.findings == ()
    assert whys(report)[0].endswith("“Cfj: A Matter” and 1 other matter")
    assert [finding.code for finding in run_all(given, select=["BN103"]).findings] == [
        "BN103",
        "BN103",
    ]


# BN102


RIGHT = (
    "4-1/4-1 with 2 DEF/6-1/5-1/6-1, 2 DEF folded in/with 6 votes FOR/with 1 vote"
    " against/4-1-2/4-1-1/Reached quorum/2 DEF"
)
WRONG = "4-2/7-1/3-1/4-1 with 3 DEF/with 2 votes against"


@pytest.mark.parametrize(
    ("note", "fits"),
    [*((note, True) for note in RIGHT.split("/")), *((note, False) for note in WRONG.split("/"))],
)
def test_deferentials_may_be_folded_in_left_out_or_stated_apart(note: str, fits: bool) -> None:
    """Four FOR, one AGAINST, and the Emperor and another defer: both become FOR."""
    given = (
        *some(3, "for"),
        ("Elias", "against"),
        ("Fiona", "deferential"),
        ("Emperor", "deferential"),
    )
    matter = proposal(MADE, *given, closed=CLOSED, note=read_note(note))
    assert codes("BN102", matter, under=rules("2020")) == ([] if fits else ["BN102"])


@pytest.mark.parametrize(
    ("note", "fits"),
    [("3-1", True), ("4-1", True), ("3-2", True), ("5-1", False), ("3-3", False), ("4-2", False)],
)
def test_whom_an_unknown_emperor_led_fits_either_way(note: str, fits: bool) -> None:
    given = (*some(2, "for"), ("Elias", "against"), ("Fiona", "deferential"))
    matter = proposal(MADE, *given, closed=CLOSED, note=read_note(note))
    assert codes("BN102", matter, emperor=None) == ([] if fits else ["BN102"])


# BN112


@pytest.mark.parametrize(
    ("note", "fits"),
    [
        ("Enacted by Anna", True),
        ("Enacted by ANNA", True),
        ("Enacted by Ann", True),
        ("Enacted by Boris", False),
        ("Enacted", True),
    ],
)
def test_the_resolver_is_an_admin(note: str, fits: bool) -> None:
    assert codes("BN112", proposal(MADE, closed=CLOSED, note=read_note(note))) == (
        [] if fits else ["BN112"]
    )
    assert codes("BN112", proposal(MADE, closed=CLOSED)) == []


def test_an_idle_admin_and_one_with_several_words() -> None:
    roster = Roster(PLAYERS, ("Mr. Bell Tower", "Gus"), frozenset({"Mr. Bell Tower"}))
    for name in ("Mr. Bell Tower", "Bell", "MBT"):
        assert (
            codes(
                "BN112",
                proposal(MADE, closed=CLOSED, note=read_note(f"Enacted by {name}")),
                roster=roster,
            )
            == []
        )
    assert codes(
        "BN112", proposal(MADE, closed=CLOSED, note=read_note("Enacted by Gus")), roster=roster
    ) == ["BN112"]


@pytest.mark.parametrize(
    ("name", "confidences"),
    [("Anna", []), ("Boris", []), ("Cyril", [Confidence.MEDIUM])],
    ids=["an Admin before", "an Admin after", "no Admin"],
)
def test_an_admin_of_either_sidebar_around_it_may_resolve_it(
    name: str, confidences: list[Confidence]
) -> None:
    matter = proposal(MADE, closed=CLOSED, note=read_note(f"Enacted by {name}"))
    sidebars = tuple(
        SeenRoster(Roster(PLAYERS, (), frozenset({"Doris", admin})), at, at)
        for admin, at in (("Anna", NOW - 10 * DAY), ("Boris", NOW))
    )
    found = run_all(remade(of_then(view(matter)), rosters=sidebars), select=["BN112"]).findings
    assert [finding.confidence for finding in found] == confidences


# BN113


def ruled(text: str) -> Ruleset:
    titles = (("1.1", "Tags", text, "Core Rules"), ("1.2", "Votes", "", "Core Rules"), ("2.1", "Coal", "", "Dynastic Rules"),
              ("3.1", "Week", "", "Appendix"), ("3.2", "Week", "", "Appendix"))  # fmt: skip
    made = tuple(
        Rule(number, title, title, (), 2, section, (title,), body)
        for number, title, body, section in titles
    )
    return rules("2023", fields={"rules": made})


STRICT = ruled("Whatever changes the Core Rules requires the “[Core]” tag.")
LENIENT = ruled("A change needs either the tag [Core] or a plain statement of the section.")


@cases("tags")
def test_a_change_outside_the_dynastic_rules_needs_its_tag(
    given: dict[str, Any], strict: bool, lenient: bool
) -> None:
    matter = from_row(given)
    assert codes("BN113", matter, under=STRICT) == (["BN113"] if strict else [])
    assert codes("BN113", matter, under=LENIENT) == (["BN113"] if lenient else [])


def test_message_about_a_tag() -> None:
    finding = only("BN113", proposal(DAY, body="In rule 1.2 replace X with Y."), under=LENIENT)
    assert (finding.severity, finding.confidence) == (Severity.WARNING, Confidence.LOW)
    assert finding.message.endswith(
        "outside the Dynastic Rules: it has no tag, but the text mentions rule 1.2"
    )
    assert whys(audit("BN113", proposal(DAY))) == [
        "the Ruleset has no rule on tags that was understood"
    ]
