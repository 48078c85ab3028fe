"""What the page says of one matter in a few words, and its bar of votes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sync.board.model import MatterCard
from sync.reports.tally_queue import ahead_in_words
from sync.reports.tally_text import counts_in_words, headline, once_first
from validators.voting.judge import TallySheet
from validators.words import counted, span

_STATES = {"✓": "met", "✗": "blocking", "?": "unknown", "·": "undecisive"}


@dataclass(frozen=True, slots=True)
class VoteBar:
    """Percentages of all players: votes FOR from the left, DEFERENTIALs not counted beside them, AGAINST from the right.

    A matter is Popular by quorum when FOR reaches ``quorum``, and Unpopular when AGAINST goes past it.
    """

    in_favour: float
    deferential: float
    against: float
    quorum: float
    label: str


def bar(card: MatterCard, sheet: TallySheet) -> VoteBar:
    """The bar of a matter's votes."""
    count, players = card.verdict.counts, max(len(sheet.roster.active), 1)

    def share(number: int) -> float:
        return round(min(100.0, 100 * number / players), 2)

    label = f"{count.for_} FOR, {count.against} AGAINST, {count.deferential} DEFERENTIAL not counted"
    label += f"; {counted(players, 'player')}, quorum {card.verdict.quorum}"
    in_favour, against = share(count.for_), share(count.against)
    room = max(0.0, 100 - in_favour - against)
    return VoteBar(in_favour, min(share(count.deferential), room), against, share(card.verdict.quorum), label)


def counts(card: MatterCard) -> str:
    """The votes against the quorum, in words."""
    return counts_in_words(card.verdict)


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
    said = f"may be {may} now" if may else "not yet"
    return said if verdict.certified else f"{said}? not certified"


def headline_of(card: MatterCard) -> tuple[str, str]:
    """The verdict in capitals, and what is said beside it."""
    badge, _, rest = headline(card.verdict)[0].partition(": ")
    return badge, rest


def moments(card: MatterCard, as_of: datetime) -> Iterator[tuple[str, bool | None, datetime | None, str]]:
    """Each outcome with whether it is allowed now, from when, and in words what that waits for if it is the queue."""
    verdict = card.verdict
    for word, may, earliest, if_first in (
        ("enacted", verdict.enactable, verdict.earliest_enact, verdict.enact_if_first),
        ("failed", verdict.failable, verdict.earliest_fail, verdict.fail_if_first),
    ):
        waits = verdict.ahead and not may and if_first is not None and if_first != earliest
        yield word, may, earliest, once_first(verdict, earliest, if_first, as_of) if waits and if_first is not None else ""


def in_short(card: MatterCard, as_of: datetime) -> str:
    """What a matter needs and waits for, for its folded row: ``needs 3 more FOR · 34 h left``."""
    verdict = card.verdict
    if verdict.unknown or verdict.enactable or verdict.failable:
        return can(card)
    missing = verdict.quorum - verdict.counts.for_
    needs = f"needs {missing} more FOR" if missing > 0 and not verdict.popular else ""
    late, early = min(
        ((late, first or late) for late, first in ((verdict.earliest_enact, verdict.enact_if_first),
                                                   (verdict.earliest_fail, verdict.fail_if_first)) if first or late),
        key=lambda each: each[1] or as_of, default=(None, None),
    )  # fmt: skip
    left = "" if early is None or early <= as_of else f"{span(early - as_of)} left"
    when = left or "not as things stand"
    if verdict.ahead and early is not None and early != late:
        otherwise = "" if late is None else f"; else in {span(late - as_of)}"
        when = f"{left}{', then ' if left else ''}as soon as {ahead_in_words(verdict, short=True)} resolved{otherwise}"
    return " · ".join(filter(None, (needs, when, "" if verdict.certified else "not certified")))


def state(mark: str) -> str:
    """What the mark of a condition means."""
    return _STATES[mark]
