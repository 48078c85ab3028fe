"""What the page says of one matter in a few words, and its bar of votes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sync.board.model import MatterCard
from sync.reports.tally_text import counts_in_words, headline
from validators.voting.judge import TallySheet
from validators.words import counted

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


def moments(card: MatterCard) -> Iterator[tuple[str, bool | None, datetime | None]]:
    """Each outcome with whether it is allowed now, and from when."""
    yield "enacted", card.verdict.enactable, card.verdict.earliest_enact
    yield "failed", card.verdict.failable, card.verdict.earliest_fail


def state(mark: str) -> str:
    """What the mark of a condition means."""
    return _STATES[mark]
