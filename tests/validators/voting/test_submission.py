"""Posts that are illegal from the start: over a limit, in a hiatus, too soon, or by the wrong person."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import AdminNote, Post, Roster, Status
from tests.validators.making import (
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
    counts,
    dov,
    flags,
    in_words,
    known,
    proposal,
    rules,
    some,
    verdict,
    view,
)
from validators.voting.legality import cooldown, had_against
from validators.voting.rosters import Players
from validators.voting.timeline import Timeline

THIRDS = some(4, "for")


def why(matter: Post, *others: Post, **setting: object) -> str | None:
    result = verdict(matter, *others, **setting)
    assert result.unpopular is (result.illegal is not None)  # all matters here have a quorum
    return result.illegal


def earlier(*ages: timedelta, closed: datetime | None = None, author: str = "anna") -> list[Post]:
    return [proposal(age, author=author, closed=closed, place=place) for place, age in enumerate(ages, 20)]


def test_two_pending_are_the_limit() -> None:
    third, gone = proposal(13 * HOUR, *QUORUM, place=5), NOW - 13 * HOUR
    assert why(third, *earlier(40 * HOUR, 41 * HOUR)) == "its author had 2 Proposals pending"
    assert why(third, *earlier(40 * HOUR)) is None
    assert why(third, *earlier(40 * HOUR, 12 * HOUR)) is None
    assert why(third, *earlier(40 * HOUR, 41 * HOUR, author="Boris")) is None
    assert why(third, *earlier(40 * HOUR), *earlier(41 * HOUR, closed=gone)) is None
    assert why(third, *earlier(40 * HOUR), *earlier(41 * HOUR, closed=gone + SECOND)) is not None
    assert why(third, *earlier(40 * HOUR), under=rules(proposal__pending_limit=1)) == "its author had 1 Proposal pending"
    assert why(third, *earlier(40 * HOUR, 41 * HOUR), under=rules(proposal__pending_limit=None)) is None
    assert why(cfj(13 * HOUR, *QUORUM), *earlier(40 * HOUR, 41 * HOUR)) is None


def test_three_in_one_utc_day_are_the_limit() -> None:
    fourth, gone = proposal(10 * HOUR, *QUORUM), NOW - 10 * HOUR - MINUTE  # at 02:00
    assert why(fourth, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR, closed=gone)) == "its author had made 3 Proposals that day"
    assert why(fourth, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR + MINUTE, closed=gone)) is None  # one was yesterday's
    assert why(fourth, *earlier(11 * HOUR, 12 * HOUR, closed=gone)) is None
    assert why(fourth, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR, closed=gone), under=rules(proposal__daily_limit=None)) is None
    next_day = proposal(-12 * HOUR, *QUORUM)
    assert why(next_day, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR, closed=gone), now=NOW + DAY) is None


def test_an_illegal_proposal_keeps_its_place_and_can_only_be_failed() -> None:
    third = proposal(13 * HOUR, *QUORUM)
    result = verdict(third, *earlier(8 * DAY, 8 * DAY))
    assert (flags(result), result.earliest_enact, result.earliest_fail, counts(result)) == ("unpopular failable", None, NOW, (4, 0, 0, 7))
    after = proposal(12 * HOUR, *some(3, "for", 2), author="Boris")
    assert flags(verdict(after, third, *earlier(8 * DAY, 8 * DAY))) == "popular"


def test_submitted_in_a_hiatus() -> None:
    this = proposal(30 * HOUR, *QUORUM, place=5)

    def beside(age: timedelta, closed: datetime, *others: Post, place: int = 0, status: Status = Status.FAILED) -> str | None:
        return why(this, dov(age, author="Boris", closed=closed, status=status, place=place), *others)

    submitted, done = NOW - 30 * HOUR, address(HOUR, author="Boris")
    assert beside(31 * HOUR, submitted + MINUTE) == "it was submitted in a hiatus (a pending DoV, “Dov: A Matter”)"
    assert beside(31 * HOUR, submitted) is None
    assert beside(30 * HOUR - MINUTE, NOW - DAY) is None
    assert beside(30 * HOUR, NOW - DAY, place=6) is not None  # of one minute the lower came first
    assert beside(30 * HOUR, NOW - DAY, place=4) is None
    enacted = beside(40 * HOUR, submitted, done, status=Status.ENACTED)
    assert enacted == "it was submitted in a hiatus (no Ascension Address since “Dov: A Matter” was enacted)"
    for place, ended in ((6, True), (4, False)):
        made = address(30 * HOUR, author="Boris", place=place)
        assert (beside(40 * HOUR, submitted - 5 * HOUR, made, status=Status.ENACTED) is None) is ended
    assert beside(40 * HOUR, submitted - 5 * HOUR, address(30 * HOUR - MINUTE, author="Boris"), status=Status.ENACTED) is not None


CHRISTMAS = datetime(2023, 12, 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("posted", "day"),
    [
        (CHRISTMAS - MINUTE, None),
        (CHRISTMAS, "24 December"),
        (CHRISTMAS + 3 * DAY - MINUTE, "26 December"),
        (CHRISTMAS + 3 * DAY, None),
    ],
    ids=in_words,
)
def test_submitted_in_december(posted: datetime, day: str | None) -> None:
    expected = None if day is None else f"it was submitted in a hiatus ({day}, a day of seasonal downtime)"
    assert why(proposal(NOW - posted, *QUORUM), now=CHRISTMAS + 4 * DAY) == expected
    assert why(cfj(NOW - posted, *QUORUM), now=CHRISTMAS + 4 * DAY) is None
    assert why(dov(NOW - posted, *THIRDS), now=CHRISTMAS + 4 * DAY) is None


def test_dormancy_of_the_past_is_not_known() -> None:
    result = verdict(proposal(DAY, *some(2, "for")), roster=Roster(PLAYERS[:3]))
    assert (result.illegal, flags(result)) == (None, "popular")


def test_an_empty_subject_makes_any_matter_illegal() -> None:
    for make in (proposal, cfj, dov):
        result = verdict(make(DAY, *THIRDS, subject=" "))
        assert (result.illegal, flags(result)) == ("its subject is empty", "unpopular failable")
        assert result.doubts == ("an entry with an empty subject is not valid; it is taken to be an illegal post",)


# Declarations of Victory


def test_the_emperor_makes_no_dov() -> None:
    assert why(dov(DAY, *THIRDS, ("Fiona", "for"), author="EMPEROR")) == "its author was the Emperor"
    assert why(dov(DAY, *THIRDS, ("Fiona", "for"), author="Emperor"), emperor="") is None
    assert why(dov(DAY, *THIRDS)) is None


def test_the_dov_that_crowned_an_emperor_was_not_the_emperors() -> None:
    crowning = dov(3 * DAY, *THIRDS, author="Emperor", closed=NOW - 2 * DAY)
    assert verdict(crowning, address(DAY, author="Emperor")).illegal is None
    before = dov(2 * DAY + HOUR, *THIRDS, author="Emperor", closed=NOW - 2 * DAY - HOUR, status=Status.FAILED, subject="Too Soon")
    assert verdict(before, crowning).illegal is None
    assert why(dov(HOUR, *THIRDS, ("Fiona", "for"), author="Emperor"), crowning, address(DAY)) == "its author was the Emperor"


@pytest.mark.parametrize(
    ("closed", "addressed", "illegal"),
    [
        (DAY - MINUTE, None, False),
        (DAY, None, True),
        (2 * DAY, None, True),
        (2 * DAY, DAY - MINUTE, True),
        (2 * DAY, DAY, False),
        (2 * DAY, 2 * DAY + MINUTE, True),
        (2 * DAY, 2 * DAY, False),
    ],
    ids=in_words,
)
def test_no_dov_in_an_interregnum(closed: timedelta, addressed: timedelta | None, illegal: bool) -> None:
    enacted = dov(5 * DAY, author="Boris", closed=NOW - closed)
    others = [enacted] if addressed is None else [enacted, address(addressed, author="Boris", place=1)]
    expected = "it was made in the Interregnum after “Dov: A Matter”" if illegal else None
    assert why(dov(DAY, *THIRDS), *others) == expected
    assert why(dov(DAY, *THIRDS), *others, under=rules(interregnum__no_dovs=None)) is None


@pytest.mark.parametrize(
    ("since", "vote", "status", "illegal"),
    [
        (120 * HOUR, "against", Status.FAILED, False),
        (120 * HOUR - SECOND, "against", Status.FAILED, True),
        (timedelta(), "against", Status.FAILED, True),
        (-SECOND, "against", Status.FAILED, False),
        (HOUR, "for", Status.FAILED, False),
        (HOUR, "against for", Status.FAILED, False),
        (HOUR, "against", Status.VETOED, True),  # the same as Failed
        (HOUR, "against", Status.ILLEGAL, False),
    ],
    ids=in_words,
)
def test_the_cooldown_after_a_failed_dov(since: timedelta, vote: str, status: Status, illegal: bool) -> None:
    failed = dov(9 * DAY, ("Boris", vote), author="ANNA", closed=NOW - DAY - since, status=status)
    expected = "its author's “Dov: A Matter” had failed less than 120 hours before" if illegal else None
    assert why(dov(DAY, *THIRDS), failed) == expected
    assert why(dov(DAY, *THIRDS), failed, under=rules(dov__cooldown_hours=None)) is None
    assert why(dov(DAY, ("Anna", "for"), *THIRDS[1:], author="Boris"), failed) is None


def test_the_surest_of_several_cooldowns_is_named() -> None:
    unseen = dov(4 * DAY, hidden=True, closed=NOW - 3 * DAY, status=Status.FAILED, subject="Unseen")
    quiet = dov(4 * DAY, closed=NOW - 3 * DAY, status=Status.FAILED, subject="Unopposed")
    opposed = dov(9 * DAY, ("Boris", "against"), closed=NOW - 2 * DAY, status=Status.FAILED, subject="Opposed")
    doubtful = verdict(dov(DAY, *THIRDS), unseen, quiet)
    assert doubtful.illegal is None
    assert doubtful.doubts == ("unknown whether its author's failed “Dov: Unseen” had an AGAINST vote",)
    assert why(dov(DAY, *THIRDS), unseen, opposed) == "its author's “Dov: Opposed” had failed less than 120 hours before"


@pytest.mark.parametrize(
    ("failed", "expected"),
    [
        (dov(DAY, ("Boris", "against"), closed=NOW, status=Status.FAILED), True),
        (dov(DAY, ("Boris", "deferential"), ("Emperor", "against"), closed=NOW, status=Status.FAILED), True),
        (dov(DAY, ("Boris", "for"), closed=NOW, status=Status.FAILED), False),
        (dov(DAY, ("Boris", "against", NOW + SECOND), closed=NOW, status=Status.FAILED), False),
        (dov(DAY, ("Idle One", "against"), closed=NOW, status=Status.FAILED), None),
        (dov(DAY, ("Stranger", "against"), closed=NOW, status=Status.FAILED), None),
        (dov(DAY, ("Stranger", "against"), ("Stranger", "for"), closed=NOW, status=Status.FAILED), False),
        (dov(DAY, ("Boris", "for"), count=2, closed=NOW, status=Status.FAILED), None),
        (dov(DAY, ("Boris", "for"), count=1, closed=NOW, status=Status.FAILED), False),
        (dov(DAY, hidden=True, closed=NOW, status=Status.FAILED), None),
        (dov(DAY, hidden=True, count=0, closed=NOW, status=Status.FAILED), False),
        (dov(DAY, hidden=True, note=AdminNote("Failed."), closed=NOW, status=Status.FAILED), None),
        (dov(DAY, hidden=True, note=AdminNote("Failed 3-0.", against=0), closed=NOW, status=Status.FAILED), False),
        (dov(DAY, hidden=True, note=AdminNote("Failed 3-1.", against=1), closed=NOW, status=Status.FAILED), True),
        (dov(DAY, ("Boris", "for"), note=AdminNote("Failed 3-1.", against=1), closed=NOW, status=Status.FAILED), True),
    ],
    ids=in_words,
)
def test_whether_a_failed_dov_had_an_against(failed: Post, expected: bool | None) -> None:
    assert had_against(rules(), Players(SEVEN), Timeline(view(failed)), known(failed)) is expected


def test_the_gravest_reason_is_named_and_the_others_found_by_the_checks() -> None:
    ballots: list[Ballot] = [("Boris", "against")]
    posts = [
        dov(9 * DAY, *ballots, closed=NOW - 2 * DAY, status=Status.FAILED),
        dov(9 * DAY, author="Boris", closed=NOW - 3 * DAY, key="x"),
    ]
    this = replace(dov(DAY, *THIRDS), author="Anna")
    assert why(this, *posts) == "it was made in the Interregnum after “Dov: A Matter”"
    found = cooldown(rules(), Timeline(view(this, *posts)), known(this))
    assert found is not None
    assert found.sure
