"""Periods whose times cannot be compared."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import Post
from tests.validators.making import cfj
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, SECOND
from validators.voting.dated_posts import unreliable_times
from validators.wording import DoubtKind

YEAR = timedelta(days=365)


def resolved_early(age: timedelta, ahead: timedelta = HOUR) -> Post:
    """A matter dated as resolved before it was posted."""
    return cfj(age, closed=NOW - age - ahead)


def test_contradictory_times_make_a_period_unreliable_with_ninety_days_around_it() -> None:
    (period,) = unreliable_times([resolved_early(age * DAY) for age in range(500, 510)])
    assert period.why.kind is DoubtKind.TIMES_CONTRADICTORY
    start, end = NOW - (509 + 90) * DAY, NOW - (500 - 90) * DAY
    assert [period.covers(at) for at in (start - SECOND, start, end, end + SECOND, None)] == [
        False,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("posts", "number"),
    [
        ([resolved_early(age * DAY) for age in range(4)], 0),
        ([resolved_early(age * DAY) for age in range(5)], 1),
        ([resolved_early(age * YEAR / 4) for age in range(5)], 1),
        ([resolved_early(age * (YEAR / 4 + MINUTE)) for age in range(5)], 0),
        ([resolved_early(age * DAY, 9 * DAY) for age in range(5)], 0),
        ([cfj(age * DAY, closed=NOW - age * DAY) for age in range(5)], 0),
        ([cfj(age * DAY) for age in range(5)], 0),
    ],
    ids=[
        "four",
        "five",
        "five within a year",
        "five in more than a year",
        "resolved days before",
        "resolved at once",
        "pending",
    ],
)
def test_five_contradictions_within_a_year_are_needed(posts: list[Post], number: int) -> None:
    assert len(list(unreliable_times(posts))) == number


def test_times_before_november_2014_are_unreliable_from_the_first_post_on() -> None:
    posted = datetime(2014, 6, 1, tzinfo=UTC)
    (period,) = unreliable_times([cfj(NOW - posted)])
    assert period.why.kind is DoubtKind.TIMES_BEFORE_2014
    assert period.end == datetime(2014, 11, 23, tzinfo=UTC)
    assert period.covers(posted)
    assert list(unreliable_times([cfj(NOW - period.end)])) == []
