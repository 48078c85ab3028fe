"""The one value validators look at: rules as read, roster, posts, and the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from parsers.gamestate.model import GameState
from parsers.model import Post, Problem, Revision, Roster
from parsers.ruleset.model import Ruleset, Terms
from validators.profile import Profile

__all__ = ["GameView"]


@dataclass(frozen=True)
class GameView:
    """Everything an audit may look at, at one moment.

    ``posts`` holds every post known, each once, whenever it was made: :mod:`validators.voting.timeline` leaves out
    what is later than ``as_of``. ``rules`` and ``roster`` are None if they could not be read;
    ``problems`` says why. ``emperor`` is the name configured, ``""`` for a Metadynasty, None if it follows from the
    posts. ``gamestate`` is the tracking page as read, or None; ``profile`` is the dynasty's, empty if there is none.
    ``aged`` are sources whose data is older than the configured limit.

    ``histories`` has the latest known revisions of wiki pages by title, oldest first; ``former_terms`` are those of the
    Ruleset before the latest Ascension Address, if it is known.
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
    histories: Mapping[str, Sequence[Revision]] = field(default_factory=lambda: MappingProxyType({}))
    former_terms: Terms | None = None
