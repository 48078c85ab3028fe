"""When and by whom hand-worked games are played: NOW and times before it, seven Players, and their
ballots.

A ballot is a name and its icons in a row, ``~`` before a quoted one, and perhaps a time, in which
place the comment stands otherwise at the time of the post: ``("Boris", "for ~against", NOW)``.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from parsers.model import Roster

NOW = datetime(2024, 3, 10, 12, 0, 0, tzinfo=UTC)
SECOND, MINUTE, HOUR, DAY = (
    timedelta(seconds=1),
    timedelta(minutes=1),
    timedelta(hours=1),
    timedelta(days=1),
)
PLAYERS = ("Anna", "Boris", "Cyril", "Della", "Elias", "Fiona", "Emperor")
SEVEN = Roster(
    PLAYERS, idle=("Idle One",), admins=frozenset({"Anna"}), stated_players=7, stated_quorum=4
)
"""Quorum is 4."""

Ballot = tuple[str, str] | tuple[str, str, datetime | None]


def some(count: int, icon: str, start: int = 1) -> list[Ballot]:
    """So many Players in the roster's order, from Boris on, with the same icon."""
    return [(name, icon) for name in PLAYERS[start : start + count]]


QUORUM = some(3, "for")
"""Enough with Anna's implied FOR."""

AGAINST_FOUR = some(4, "against")
"""Three of seven are left that are not voting AGAINST."""
