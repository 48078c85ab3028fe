"""What the page says of one matter in a few words, and its bar of votes."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sync.board.build import MatterCard
from sync.reports.from_when import ahead_in_words, soonest
from sync.reports.tally_text import headline
from validators.voting.judge import TallySheet
from validators.words import counted, span


class VoteBar(NamedTuple):
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


def headline_of(card: MatterCard) -> tuple[str, str]:
    """The verdict in capitals, and what is said beside it."""
    badge, _, rest = headline(card.verdict)[0].partition(": ")
    return badge, rest


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
