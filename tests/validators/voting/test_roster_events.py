"""Between which moments somebody left the list of Players or came back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from parsers.blog.announcements import NewsKind
from tests.validators.scene import DAY, HOUR, MINUTE, NOW
from validators.voting.roster_events import (
    AROUND,
    RosterEvidence,
    RosterStatus,
    changes_of,
    status_at,
)

ACTIVE, IDLE, ABSENT = RosterStatus


def sidebar(at: timedelta, what: RosterStatus) -> RosterEvidence:
    """A sidebar that showed somebody as something."""
    return RosterEvidence(NOW + at, what, what, NOW + at)


def announced(
    before: RosterStatus | None, after: RosterStatus | None, news: NewsKind
) -> RosterEvidence:
    """An announcement of now."""
    return RosterEvidence(NOW, before, after, NOW, news)


IDLED = announced(ACTIVE, IDLE, NewsKind.IDLED)


@pytest.mark.parametrize(
    ("signs", "since", "until"),
    [
        ([IDLED], -AROUND, AROUND),
        ([sidebar(-DAY, ACTIVE), IDLED, sidebar(DAY, IDLE)], -AROUND, AROUND),
        ([sidebar(-MINUTE, ACTIVE), IDLED, sidebar(MINUTE, IDLE)], -MINUTE, MINUTE),
        ([sidebar(-MINUTE, ACTIVE), IDLED], -MINUTE, AROUND),
        ([IDLED, sidebar(MINUTE, IDLE)], -AROUND, MINUTE),
    ],
)
def test_an_announced_change_lies_around_its_announcement_and_between_the_sidebars(
    signs: list[RosterEvidence], since: timedelta, until: timedelta
) -> None:
    (change,) = changes_of("Ana", signs)
    assert (change.now, change.earliest - NOW, change.latest - NOW) == (IDLE, since, until)
    assert change.news is IDLED


@pytest.mark.parametrize(
    "signs",
    [
        [sidebar(-HOUR, IDLE), IDLED],
        [IDLED, sidebar(HOUR, ACTIVE)],
        [announced(ABSENT, ACTIVE, NewsKind.JOINED)],
        [sidebar(-HOUR, ACTIVE)],
        [sidebar(-HOUR, ACTIVE), sidebar(HOUR, ACTIVE)],
        [sidebar(-HOUR, ABSENT), sidebar(HOUR, ACTIVE)],
    ],
)
def test_what_another_sign_contradicts_or_nothing_tells_is_no_change(
    signs: list[RosterEvidence],
) -> None:
    assert list(changes_of("Ana", signs)) == []


@pytest.mark.parametrize(
    ("was", "now"), [(ACTIVE, IDLE), (ACTIVE, ABSENT), (IDLE, ACTIVE)], ids=str
)
def test_a_change_that_nobody_announced_lies_between_two_sidebars(
    was: RosterStatus, now: RosterStatus
) -> None:
    (change,) = changes_of("Ana", [sidebar(-DAY, was), sidebar(DAY, now)])
    assert (change.now, change.earliest - NOW, change.latest - NOW) == (now, -DAY, DAY)
    assert (change.news, change.announced_at, change.left) == (None, None, now is not ACTIVE)


def test_a_change_knows_the_one_before_it() -> None:
    first, second = changes_of(
        "Ana", [sidebar(-DAY, ACTIVE), sidebar(DAY, IDLE), sidebar(2 * DAY, ACTIVE)]
    )
    assert (first.previous, second.previous) == (None, first)


@pytest.mark.parametrize(
    "news",
    [announced(None, ACTIVE, NewsKind.JOINED), announced(None, None, NewsKind.UNCLEAR)],
)
def test_a_change_before_news_that_shows_no_earlier_status_lies_on_either_side(
    news: RosterEvidence,
) -> None:
    signs = [sidebar(-9 * DAY, ACTIVE), sidebar(-5 * DAY, IDLE), news, sidebar(DAY, ACTIVE)]
    assert not status_at(signs, NOW - 2 * DAY).sure
    assert status_at([signs[0], *signs[2:]], NOW - 2 * DAY).sure
