"""Earlier revisions of a tracking page, for tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from parsers.gamestate.model import GameState


@dataclass(frozen=True)
class EarlierState:
    """A revision as :class:`validators.fixes.restoring.Earlier` has it; ``then`` gives what the rules of its time make of it."""

    revid: int | None
    today: GameState
    then: Callable[[], GameState | None]
    at: datetime | None = None
    alone: bool = True
