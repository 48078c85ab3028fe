"""The tracking page, read by a view's roster and profile."""

from __future__ import annotations

from dataclasses import replace

from parsers.gamestate import read_gamestate
from parsers.gamestate.model import GameState
from parsers.ruleset.model import Ruleset
from parsers.wiki.model import WikiPage
from validators.profile import with_ranges
from validators.view import GameView


def read_state(view: GameView, rules: Ruleset, text: str | WikiPage, title: str | None, revid: int | None) -> GameState:
    """The gamestate in a text of the tracking page, by some rules and by the view's roster and profile."""
    ranged = replace(rules, variables=with_ranges(view.profile, rules.variables))
    return read_gamestate(text, ranged, view.roster, view.profile, page=title, revid=revid)
