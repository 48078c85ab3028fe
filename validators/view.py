"""The one value validators look at: rules as read, roster, posts, and the time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from parsers.gamestate.model import GameState
from parsers.model import Post, Problem, Roster
from parsers.ruleset.model import Ruleset
from validators.profile import Profile

__all__ = ["GameView"]


@dataclass(frozen=True)
class GameView:
    """Everything an audit may look at, at one moment.

    ``posts`` holds every post known, each once, whenever it was made: :mod:`validators.timeline` leaves out
    what is later than ``as_of``. ``rules`` and ``roster`` are None where they could not be had;
    ``problems`` says why. ``emperor`` is the name configured, ``""`` for a Metadynasty, None where the
    posts have to tell. ``gamestate`` is the tracking page as read, None where it was not; ``profile`` is the
    dynasty's, an empty one where there is none. ``aged`` are sources whose data is older than the configured limit.
    """

    as_of: datetime
    rules: Ruleset | None
    roster: Roster | None
    posts: tuple[Post, ...] = ()
    emperor: str | None = None
    site: str = ""
    problems: tuple[Problem, ...] = ()
    aged: tuple[Problem, ...] = ()
    gamestate: GameState | None = None
    profile: Profile = field(default_factory=Profile)

    def with_posts(self, posts: Iterable[Post]) -> GameView:
        """The same view of other posts."""
        return replace(self, posts=tuple(posts))
