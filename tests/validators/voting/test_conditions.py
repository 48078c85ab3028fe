"""What may be enacted and failed, and from when, on both sides of every edge.

Seven Players, quorum 4; Anna writes, and her FOR is implied. A matter so old at NOW is a second younger a
second earlier, so an edge is tried by moving the clock: ``late`` is added to NOW.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import Post, Roster, Status
from tests.validators.making import (
    AGAINST_FOUR,
    DAY,
    HOUR,
    NOW,
    QUORUM,
    SECOND,
    Ballot,
    address,
    cfj,
    dov,
    flags,
    in_words,
    proposal,
    rules,
    sheet,
    some,
    verdict,
)
from validators.voting.verdict import Verdict

ON, BEFORE, AFTER = timedelta(), -SECOND, SECOND


def when(result: Verdict) -> tuple[timedelta | None, timedelta | None]:
    """From when it may be enacted and failed, counted from NOW."""
    moments = (result.earliest_enact, result.earliest_fail)
    enact, fail = (None if moment is None else moment - NOW for moment in moments)
    return enact, fail


# Popular and Unpopular, on a CfJ, which asks for nothing else


def test_the_times_of_popularity_come_from_the_rules() -> None:
    other = rules(popular__after_hours=24, popular__min_valid_votes=3, unpopular__after_hours=36)
    assert flags(verdict(cfj(24 * HOUR, *some(2, "for")), under=other)) == "popular enactable"
    assert flags(verdict(cfj(24 * HOUR, *some(1, "for")), under=other)) == ""
    assert flags(verdict(cfj(36 * HOUR, *some(1, "for")), under=other)) == "unpopular failable"
    never = rules(popular__after_hours=None, unpopular__after_hours=None, popular__min_valid_votes=None)
    assert flags(verdict(cfj(99 * HOUR, *some(2, "for")), under=never)) == ""
    assert when(verdict(cfj(99 * HOUR, *some(2, "for")), under=never)) == (None, None)
    lone = rules(popular__min_valid_votes=None)
    assert flags(verdict(cfj(48 * HOUR), under=lone)) == "popular enactable"


@pytest.mark.parametrize(("players", "quorum"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 5)], ids=in_words)
def test_quorum_is_half_rounded_down_plus_one(players: int, quorum: int) -> None:
    assert verdict(cfj(HOUR), roster=Roster(tuple("ABCDEFGH"[:players]))).quorum == quorum


def test_a_name_listed_twice_is_one_player() -> None:
    made = sheet(cfj(HOUR), roster=Roster(("Anna", "Boris", "anna", "Cyril"), idle=("BORIS", "Della")))
    assert (made.quorum, made.verdicts[0].counts.not_against) == (2, 3)


# Proposals


def test_without_a_limit_there_is_no_waiting_and_no_growing_stale() -> None:
    free = rules(proposal__min_open_hours=None, proposal__stale_days=None)
    assert flags(verdict(proposal(SECOND, *QUORUM), under=free)) == "popular enactable"
    assert flags(verdict(proposal(90 * DAY, *QUORUM), under=free)) == "popular enactable"


def test_the_oldest_comes_first() -> None:
    older, younger = proposal(3 * DAY, author="Boris"), proposal(2 * DAY, *QUORUM)
    result = verdict(younger, older)
    assert (flags(result), *when(result)) == ("popular", 4 * DAY + SECOND, 5 * DAY + SECOND)
    assert flags(verdict(older, younger)) == "unpopular failable"
    assert flags(verdict(proposal(2 * DAY, *AGAINST_FOUR), older)) == "unpopular"
    assert flags(verdict(proposal(2 * DAY, ("Emperor", "veto")), older)) == "vetoed unpopular"
    assert flags(verdict(younger, older, under=rules(proposal__oldest_first=False))) == "popular enactable"


@pytest.mark.parametrize(("late", "expected"), [(ON, "popular"), (AFTER, "popular enactable")], ids=in_words)
def test_what_has_been_pending_for_more_than_seven_days_is_skipped(late: timedelta, expected: str) -> None:
    assert flags(verdict(proposal(2 * DAY, *QUORUM), proposal(7 * DAY, author="Boris"), now=NOW + late)) == expected


def test_the_nearest_older_one_decides_how_long_it_takes() -> None:
    result = verdict(proposal(2 * DAY, *QUORUM), proposal(3 * DAY, author="Boris"), proposal(4 * DAY, author="Cyril"))
    assert when(result)[0] == 4 * DAY + SECOND


@pytest.mark.parametrize(
    "other",
    [
        proposal(3 * DAY, author="Boris", closed=NOW),
        proposal(DAY, author="Boris"),
        cfj(3 * DAY, author="Boris"),
        proposal(3 * DAY, author="Boris", status=Status.FAILED),  # resolved at a time nobody can read
    ],
    ids=["resolved", "younger", "no Proposal", "resolved sometime"],
)
def test_what_is_not_in_the_queue(other: Post) -> None:
    assert flags(verdict(proposal(2 * DAY, *QUORUM), other)) == "popular enactable"


def test_what_is_resolved_only_later_is_in_the_queue() -> None:
    assert flags(verdict(proposal(2 * DAY, *QUORUM), proposal(3 * DAY, author="Boris", closed=NOW + SECOND))) == "popular"


def test_a_change_of_core_text_needs_quorum_in_2022_only() -> None:
    thing = proposal(48 * HOUR, *some(1, "for"), tags=("Core",), body="Change the core rule text.")
    assert flags(verdict(thing, under="2022")) == "unpopular failable"
    assert flags(verdict(thing, under="2023")) == "popular enactable"
    plain = proposal(48 * HOUR, *some(1, "for"))
    assert flags(verdict(plain, under="2022")) == "popular enactable"
    assert flags(verdict(proposal(48 * HOUR, *QUORUM, tags=("Core",), body="Change the core rules."), under="2022")) == "popular enactable"
    assert (
        flags(verdict(cfj(48 * HOUR, *some(1, "for"), tags=("Core",), body="Change the core rules."), under="2022")) == "popular enactable"
    )


# Hiatus


def test_a_pending_dov_stops_proposals_for_as_long_as_it_is_pending() -> None:
    result = verdict(proposal(2 * DAY, *QUORUM), dov(HOUR, author="Boris"))
    assert (flags(result), *when(result)) == ("popular", None, None)
    assert flags(verdict(proposal(8 * DAY), dov(HOUR, author="Boris"))) == "unpopular"
    assert flags(verdict(cfj(2 * DAY, *QUORUM), dov(HOUR, author="Boris"))) == "popular enactable"
    assert flags(verdict(proposal(2 * DAY, *QUORUM), dov(HOUR, author="Boris"), under=rules(dov__hiatus=False))) == "popular enactable"


@pytest.mark.parametrize(("late", "expected"), [(BEFORE, "popular"), (ON, "popular enactable")], ids=in_words)
def test_a_failed_dov_stops_nothing_from_its_resolution_on(late: timedelta, expected: str) -> None:
    failed = dov(DAY, author="Boris", closed=NOW, status=Status.FAILED)
    assert flags(verdict(proposal(2 * DAY, *QUORUM), failed, now=NOW + late)) == expected


@pytest.mark.parametrize(
    ("ago", "late", "expected"),
    [
        (None, ON, "popular"),
        (5 * HOUR, ON, "popular enactable"),
        (5 * HOUR + timedelta(minutes=1), ON, "popular"),  # before the enactment, which lies 30 s after 07:00
        (ON, BEFORE, "popular"),  # not posted yet
        (ON, ON, "popular enactable"),
    ],
    ids=in_words,
)
def test_an_interregnum_ends_with_an_address_of_its_minute_or_later(ago: timedelta | None, late: timedelta, expected: str) -> None:
    enacted = dov(DAY, author="Boris", closed=NOW - 5 * HOUR + 30 * SECOND)
    posts = [enacted] if ago is None else [enacted, address(ago, author="Boris")]
    this = proposal(2 * DAY, *QUORUM)
    assert flags(verdict(this, *posts, now=NOW + late)) == expected
    assert flags(verdict(this, *posts, now=NOW + late, under=rules(interregnum=False))) == "popular enactable"
    assert flags(verdict(cfj(2 * DAY, *QUORUM), *posts, now=NOW + late)) == "popular enactable"


CHRISTMAS = datetime(2023, 12, 24, tzinfo=UTC)


def test_only_the_days_that_the_rules_name_are_downtime() -> None:
    made = NOW - (CHRISTMAS - 2 * DAY)
    for others in (rules(downtime=None), rules(downtime=("12-25",))):
        assert flags(verdict(proposal(made, *QUORUM), now=CHRISTMAS, under=others)) == "popular enactable"
    leap = rules(downtime=("02-29",))
    result = verdict(proposal(NOW - datetime(2024, 2, 28, tzinfo=UTC), *QUORUM), under=leap, now=datetime(2024, 2, 29, tzinfo=UTC))
    assert result.earliest_enact == datetime(2024, 3, 1, tzinfo=UTC)
    in_2023 = verdict(proposal(NOW - datetime(2023, 2, 28, tzinfo=UTC), *QUORUM), under=leap, now=datetime(2023, 2, 28, 1, tzinfo=UTC))
    assert in_2023.earliest_enact == datetime(2023, 2, 28, 12, tzinfo=UTC)


def test_a_dov_may_go_on_in_december_where_the_rules_say_so() -> None:
    victory = dov(NOW - (CHRISTMAS - 2 * DAY), *some(4, "for"))
    assert flags(verdict(victory, now=CHRISTMAS, under=rules(downtime__suspends_dovs=False))) == "popular enactable"


@pytest.mark.parametrize(
    ("year", "active", "emperor", "flag", "dormant"),
    [
        ("2020", 4, "P0", None, True),
        ("2020", 5, "P0", None, False),
        ("2020", 5, "P0", True, False),  # no flag in these rules
        ("2022", 9, "P0", True, True),
        ("2022", 3, "P0", False, False),
        ("2022", 3, "P0", None, False),
        ("2024", 4, "P0", None, True),  # three beside the Emperor
        ("2024", 5, "P0", None, False),
        ("2024", 4, "", None, False),  # a Metadynasty has no Emperor to leave out
        ("2024", 4, "Idle One", None, False),  # nor has it an idle one
        ("2024", 3, None, None, True),  # whoever the Emperor is
        ("2024", 5, None, None, False),
        ("2024", 4, None, None, False),  # depends on it, see the doubts
    ],
    ids=in_words,
)
def test_dormancy(year: str, active: int, emperor: str | None, flag: bool | None, dormant: bool) -> None:
    roster = Roster(tuple(f"P{number}" for number in range(active)), idle=("Idle One",), dormant=flag)
    everybody: list[Ballot] = [(name, "for") for name in roster.active]
    made = sheet(proposal(DAY, *everybody, author="P1"), under=year, roster=roster, emperor=emperor)
    assert made.hiatus.causes == (("dormancy",) if dormant else ())
    assert flags(made.verdicts[0]) == ("popular" if dormant else "popular enactable")


def test_no_clause_no_dormancy() -> None:
    roster = Roster(("Anna",))
    assert not sheet(proposal(DAY), under=rules(dormancy__min_players=None), roster=roster).hiatus.active
    assert not sheet(proposal(DAY), under=rules("2022", dormancy__min_players=5), roster=roster).hiatus.active


# Declarations of Victory

THIRDS = some(4, "for")
"""Five of seven with Anna's: more than two thirds."""

OPPOSED: list[Ballot] = [*THIRDS, ("Fiona", "against")]


@pytest.mark.parametrize(
    ("players", "in_favour", "passes"),
    [(6, 4, False), (6, 5, True), (7, 4, False), (7, 5, True), (9, 6, False), (9, 7, True)],
    ids=in_words,
)
def test_exactly_two_thirds_are_not_enough(players: int, in_favour: int, passes: bool) -> None:
    roster = Roster(tuple("ABCDEFGHI"[:players]))
    votes: list[Ballot] = [(name, "for") for name in roster.active[:in_favour]]
    assert verdict(dov(DAY, *votes, author="A"), roster=roster, emperor="B").enactable is passes


def test_ways_that_the_rules_do_not_have() -> None:
    assert flags(verdict(dov(23 * HOUR, *THIRDS), under=rules(dov__early_hours=None))) == "popular"
    assert flags(verdict(dov(99 * HOUR, *OPPOSED), under=rules(dov__late_hours=None))) == "popular failable"
    assert flags(verdict(dov(99 * HOUR), under=rules(dov__fail_unpopular_hours=None, dov__fail_after_hours=None))) == "unpopular"


# Resolved matters


def test_a_matter_closed_later_is_pending() -> None:
    late = proposal(DAY, *QUORUM, closed=NOW + SECOND, status=Status.VETOED)
    assert (verdict(late).status, flags(verdict(late))) == (Status.PENDING, "popular enactable")
    now = verdict(proposal(DAY, *QUORUM, closed=NOW, status=Status.VETOED))
    assert (now.status, flags(now)) == (Status.VETOED, "popular")


def test_times_that_cannot_be_are_judged_as_of_the_posting() -> None:
    impossible = cfj(HOUR, *some(1, "for"), closed=NOW - 9 * DAY)
    assert flags(verdict(impossible)) == ""
    assert "it is dated as resolved before it was posted" in verdict(impossible).doubts
    untimed = cfj(9 * DAY, *some(1, "for"), status=Status.ENACTED)
    assert flags(verdict(untimed)) == "popular"
    assert "its time of resolution could not be read" in verdict(untimed).doubts
