"""The tracking page, read by a view's roster and profile."""

from __future__ import annotations

from dataclasses import replace

from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.ruleset.model import Ruleset
from parsers.wiki.wiki_model import WikiPage
from validators.profile.terms import with_ranges
from validators.view import GameView

_MOST_CHARACTERS = 1_000_000
"""Of the texts that are kept as read: those of dozens of revisions of a usual page."""


def read_state(view: GameView, rules: Ruleset, text: str | WikiPage, title: str | None, revid: int | None) -> GameState:
    """The gamestate in a text of the tracking page, by some rules and by the view's roster and profile.

    Several checks ask for the same revisions, so the latest texts are read once.
    """
    if not isinstance(text, str):
        return _read(view, rules, text, title, revid)
    states, key = view.states, (id(rules), title, text)
    known = states.pop(key, None) or (rules, _read(view, rules, text, title, revid))
    states[key] = known  # behind the others: it was wanted last
    while len(states) > 1 and sum(len(each) for _, _, each in states) > _MOST_CHARACTERS:
        del states[next(iter(states))]
    return known[1] if known[1].revid == revid else replace(known[1], revid=revid)


def _read(view: GameView, rules: Ruleset, text: str | WikiPage, title: str | None, revid: int | None) -> GameState:
    ranged = replace(rules, variables=with_ranges(view.profile, rules.variables))
    return read_gamestate(text, ranged, view.roster, view.profile, page=title, revid=revid)
