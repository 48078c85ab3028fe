"""The pending matters along a line of time: since when each is open, and from when it may be resolved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sync.board.build import MatterCard
from sync.reports.from_when import openings
from validators.voting.verdict import Verdict

_FARTHEST = timedelta(days=10)
"""What is longer ago, or farther away, stands at the end of the line."""
_LEAST = timedelta(hours=12)
_MOST_TICKS = 8


class Mark(NamedTuple):
    """A moment from which a matter may be resolved, ``x`` percent along the line.

    ``if_first``: once those ahead of it in the queue are resolved.
    """

    outcome: str
    at: datetime
    x: float
    if_first: bool


class TimedMatter(NamedTuple):
    """A matter with the percentage at which it was posted, and its marks in the order of time."""

    card: MatterCard
    posted: float
    marks: tuple[Mark, ...]


class TimeLine(NamedTuple):
    """The matters, those that queue first and in their order; the percentage of now, and that of the beginnings of days."""

    rows: tuple[TimedMatter, ...]
    now: float
    days: tuple[tuple[float, datetime], ...]


def timeline(cards: Sequence[MatterCard], as_of: datetime) -> TimeLine:
    """The line on which all these matters have room."""
    moments = [at for card in cards for _, at, _ in _moments(card.verdict, as_of)]
    start = max(min([as_of - _LEAST, *(card.verdict.post.posted for card in cards)]), as_of - _FARTHEST)
    end = min(max([as_of + _LEAST, *moments]), as_of + _FARTHEST)
    margin = (end - start) / 50
    start, end = start - margin, end + margin

    def place(moment: datetime) -> float:
        return round(100 * min(max((moment - start) / (end - start), 0.0), 1.0), 2)

    def row(card: MatterCard) -> TimedMatter:
        marks = (Mark(outcome, at, place(at), if_first) for outcome, at, if_first in _moments(card.verdict, as_of))
        return TimedMatter(card, place(card.verdict.post.posted), tuple(marks))

    rows = (row(card) for card in sorted(cards, key=lambda card: (card.verdict.place is None, card.verdict.place or 0)))
    return TimeLine(tuple(rows), place(as_of), tuple((place(day), day) for day in _days(start, end)))


def _moments(verdict: Verdict, as_of: datetime) -> list[tuple[str, datetime, bool]]:
    """The moments that are still to come, and which outcome each allows; that if it was first in the queue only where it is earlier."""
    found = []
    for each in openings(verdict):
        word = {"enacted": "enact", "failed": "fail"}[each.outcome]
        if each.if_first is not None:
            found.append((word, _full_minute(max(each.if_first, as_of)), True))
        if each.earliest is not None and not each.now:
            found.append((word, _full_minute(each.earliest), False))
    return sorted(found, key=lambda each: each[1])


def _full_minute(at: datetime) -> datetime:
    return (at + timedelta(seconds=59, microseconds=999_999)).replace(second=0, microsecond=0)


def _days(start: datetime, end: datetime) -> Iterator[datetime]:
    """Some beginnings of days between two moments, evenly far from each other."""
    first = datetime(start.year, start.month, start.day, tzinfo=UTC) + timedelta(days=1)
    step = timedelta(days=1 + int((end - start) / timedelta(days=_MOST_TICKS)))
    while first < end:
        yield first
        first += step
