"""What the page says of one matter in a few words, its bar of votes, and the matters along a line of time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sync.board.build import MatterCard
from sync.reports.verdict_text import ahead_in_words, openings, soonest
from sync.times import full_minute
from validators.voting.judge import TallySheet
from validators.voting.verdict import Verdict
from validators.words import span


class VoteBar(NamedTuple):
    """Percentages of all players: votes FOR from the left, DEFERENTIALs not counted beside them, AGAINST from the right."""

    in_favour: float
    deferential: float
    against: float
    quorum: float


def bar(card: MatterCard, sheet: TallySheet) -> VoteBar:
    """The bar of a matter's votes: it is Popular when FOR reaches the quorum, and Unpopular when AGAINST goes past it."""
    count, players = card.verdict.counts, max(len(sheet.roster.active), 1)
    numbers = (count.for_, count.deferential, count.against, card.verdict.quorum)
    in_favour, deferential, against, quorum = (round(min(100.0, 100 * number / players), 2) for number in numbers)
    return VoteBar(in_favour, min(deferential, max(0.0, 100 - in_favour - against)), against, quorum)


def tone(card: MatterCard) -> str:
    """How a matter is marked: go, stop, wait, or unsure where the verdict is not certified."""
    verdict = card.verdict
    if not verdict.certified or verdict.unknown:
        return "unsure"
    return "go" if verdict.enactable else "stop" if verdict.failable else "wait"


def can(card: MatterCard) -> str:
    """What may be done now, in a few words."""
    verdict = card.verdict
    if verdict.unknown:
        return "unknown"
    may = " or ".join(word for word, holds in (("enacted", verdict.enactable), ("failed", verdict.failable)) if holds)
    if verdict.certified:
        return f"may be {may} now" if may else "not yet"
    return f"not certified; may probably be {may} now" if may else "not certified; probably not yet"


def in_short(card: MatterCard, as_of: datetime) -> str:
    """What a matter needs and waits for, for its folded row: ``needs 3 more FOR · 34 h left``."""
    verdict, first = card.verdict, soonest(card.verdict)
    if verdict.unknown or verdict.enactable or verdict.failable:
        return can(card)
    missing = verdict.quorum - verdict.counts.for_
    needs = f"needs {missing} more FOR" if missing > 0 and not verdict.popular else ""
    left = f"{span(first.soonest - as_of)} left" if first and first.soonest and first.soonest > as_of else ""
    when = left or "not as things stand"
    if first and first.if_first:
        otherwise = f"; else in {span(first.earliest - as_of)}" if first.earliest else ""
        when = f"{left}{', then ' if left else ''}as soon as {ahead_in_words(verdict, short=True)} resolved{otherwise}"
    return " · ".join(filter(None, (needs, when, "" if verdict.certified else "not certified")))


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
    first = datetime(start.year, start.month, start.day, tzinfo=UTC) + timedelta(days=1)
    step = 1 + int((end - start) / timedelta(days=_MOST_TICKS))
    days = (first + timedelta(days=number) for number in range(0, (end - start).days + 1, step))
    return TimeLine(tuple(rows), place(as_of), tuple((place(day), day) for day in days if day < end))


def _moments(verdict: Verdict, as_of: datetime) -> list[tuple[str, datetime, bool]]:
    """The moments that are still to come, and which outcome each allows; that if it was first in the queue only where it is earlier."""
    found = []
    for each in openings(verdict):
        word = {"enacted": "enact", "failed": "fail"}[each.outcome]
        if each.if_first is not None:
            found.append((word, full_minute(max(each.if_first, as_of)), True))
        if each.earliest is not None and not each.now:
            found.append((word, full_minute(each.earliest), False))
    return sorted(found, key=lambda each: each[1])
