"""Earlier revisions of the pages: their texts, and of the tracking page the gamestate, under the rules of today and of then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from parsers.model import Revision
from sync.settings.config import Config
from sync.sources.page_history import as_of, newest_first
from validators.fixes.restoring import Earlier
from validators.view import GameView

if TYPE_CHECKING:
    from parsers.gamestate.model import GameState
    from parsers.ruleset.model import Ruleset

__all__ = ["earlier_pages", "rereader", "texts_of", "view_by_older_rules"]

_RULESET = "Ruleset"
_SETTLED = timedelta(days=1)
"""For how long a rule has to stand before anything is written unasked because of it."""


def rereader(view: GameView) -> Callable[[str], GameState]:
    """Reads another text of the view's tracking page, with the view's rules, roster and profile."""
    rules, state = view.rules, view.gamestate
    assert rules is not None  # noqa: S101 - the page of a view is read by its rules
    assert state is not None  # noqa: S101

    def reread(text: str) -> GameState:
        return _read(view, rules, text, state.page, state.revid)

    return reread


def _read(view: GameView, rules: Ruleset, text: str, page: str | None, revid: int | None) -> GameState:
    from parsers.gamestate import read_gamestate
    from validators.profile import with_ranges

    ranged = replace(rules, variables=with_ranges(view.profile, rules.variables))
    return read_gamestate(text, ranged, view.roster, view.profile, page=page, revid=revid)


def earlier_pages(config: Config, view: GameView) -> Iterator[Earlier]:
    """The revisions of the view's tracking page that are at hand, the newest first; see :func:`newest_first`."""
    state = view.gamestate
    if state is None or state.page is None or config.tracking is not None:
        return
    reread, rules_at = rereader(view), _rules_at(config)

    def then(kept: Revision, text: str) -> GameState | None:
        rules = rules_at(kept.timestamp)
        return None if rules is None else _read(view, rules, text, state.page, kept.revid)

    for kept in newest_first(config, state.page):
        if kept.text is not None:
            yield Earlier(kept.revid, reread(kept.text), partial(then, kept, kept.text), kept.timestamp)


def view_by_older_rules(config: Config, view: GameView) -> GameView | None:
    """The view as it would be if the rules were those of a day ago; None where no Ruleset of then is at hand."""
    state, rules = view.gamestate, _rules_at(config)(view.as_of - _SETTLED)
    if rules is None:
        return None
    reread = None if state is None else _read(view, rules, state.wiki.source, state.page, state.revid)
    return replace(view, rules=rules, gamestate=reread)


def texts_of(config: Config, view: GameView) -> Callable[[str], Iterator[str]]:
    """Gives the texts of a page that are at hand, the newest first; none of a page that was read from a file of its own."""
    rules = view.rules.page if view.rules is not None else None

    def texts(title: str) -> Iterator[str]:
        if (config.ruleset if title == rules else config.tracking) is None:
            yield from (kept.text for kept in newest_first(config, title) if kept.text is not None)

    return texts


def _rules_at(config: Config) -> Callable[[datetime], Ruleset | None]:
    """What finds the rules as they were at a moment; None where no Ruleset of before then is at hand."""
    title = config.live.ruleset if config.live is not None else _RULESET

    @lru_cache(maxsize=8)
    def read(text: str) -> Ruleset:
        from parsers.ruleset import read_ruleset

        return read_ruleset(text, gamestate=True)

    def rules_at(moment: datetime) -> Ruleset | None:
        if config.ruleset is not None:
            return None
        found = as_of(config, title, moment)
        return None if found is None or found.text is None else read(found.text)

    return rules_at
