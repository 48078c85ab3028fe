"""The pages that can be corrected: their text in the view, what another text makes of the view, and what is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

from parsers.changes import AddRule, InsertText, ReplaceTerm, TextChange, UndoRevision, changed_text
from parsers.gamestate.change import GamestateChange, changed
from parsers.model import Revision
from parsers.patch import line_changes
from parsers.ruleset import read_ruleset
from validators.checks.gamestate_catalogue import GAMESTATE_ENTRIES
from validators.checks.tracked import page_of
from validators.view import GameView

if TYPE_CHECKING:
    from parsers.gamestate.model import GameState

__all__ = ["CODES", "Editable", "Reread", "editable_pages"]

_TRACKING = (*(entry.code for entry in GAMESTATE_ENTRIES), "BN508")
_RULESET = ("BN508", "BN602", "BN603", "BN604", "BN605", "BN608", "BN610")
CODES = tuple(sorted({*_TRACKING, *_RULESET}))
"""What is looked at before and after a change, of any page."""

MOST = 50
"""Revisions of a page in which is looked for somebody who undid what a correction would do."""

Reread = Callable[[str], "GameState"]
Texts = Callable[[str], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Editable:
    """A page: its title, and the revision that ``source`` gives the text of.

    ``with_text`` is the view as it would be with another text of the page, ``changed`` the text after a change, which
    raises ValueError where it cannot be made. ``codes`` are those of the checks that a text has to stand. ``disputed``
    says of two texts whether somebody has undone such a change.
    """

    title: str
    revid: int | None
    codes: tuple[str, ...]
    source: Callable[[GameView], str]
    with_text: Callable[[GameView, str], GameView]
    changed: Callable[[GameView, GamestateChange | TextChange], str]
    disputed: Callable[[str, str], bool]


def editable_pages(view: GameView, reread: Reread | None, texts: Texts) -> dict[str, Editable]:
    """The pages of a view, by title. ``reread`` reads a text of the tracking page, where there is one, ``texts`` gives a page's texts,
    the newest first.
    """
    pages = [_ruleset(view, texts)] if view.rules is not None else []
    if view.gamestate is not None and reread is not None:
        pages.insert(0, _tracking_page(view, reread, texts))
    return {page.title: page for page in pages}


def _tracking_page(view: GameView, reread: Reread, texts: Texts) -> Editable:
    read = view.gamestate
    assert read is not None  # noqa: S101 - the caller looked
    title = page_of(read).id

    def state(seen: GameView) -> GameState:
        assert seen.gamestate is not None  # noqa: S101 - views of this page have one
        return seen.gamestate

    def with_text(seen: GameView, text: str) -> GameView:
        return replace(_with_revision(seen, title, text), gamestate=reread(text))

    def after(seen: GameView, change: GamestateChange | TextChange) -> str:
        if isinstance(change, UndoRevision):
            return changed_text(state(seen).wiki.source, change)
        if isinstance(change, ReplaceTerm | AddRule | InsertText):
            raise ValueError("the change is one of the Ruleset")
        return changed(state(seen), change, reread)

    return Editable(title, read.revid, _TRACKING, lambda seen: state(seen).wiki.source, with_text, after, _disputed(title, texts))


def _ruleset(view: GameView, texts: Texts) -> Editable:
    assert view.rules is not None  # noqa: S101 - the caller looked
    title, revid = view.rules.page, view.rules.revid

    def source(seen: GameView) -> str:
        assert seen.rules is not None  # noqa: S101 - views of this page have them
        return seen.rules.source

    def with_text(seen: GameView, text: str) -> GameView:
        return replace(_with_revision(seen, title, text), rules=read_ruleset(text, page=title, revid=revid, gamestate=True))

    def after(seen: GameView, change: GamestateChange | TextChange) -> str:
        if isinstance(change, TextChange):
            return changed_text(source(seen), change)
        raise ValueError("the change is one of the tracking page")

    return Editable(title, revid, _RULESET, source, with_text, after, _disputed(title, texts))


def _with_revision(view: GameView, title: str, text: str) -> GameView:
    """The view in which a page has one revision more, by nobody who is known."""
    known = view.histories.get(title, ())
    if not known:
        return view
    last = known[-1]
    made = Revision(title, last.revid + 1, last.revid, max(last.timestamp, view.as_of), None, None, text)
    return replace(view, histories=MappingProxyType({**view.histories, title: (*known, made)}))


def _disputed(title: str, texts: Texts) -> Callable[[str, str], bool]:
    undone = cache(lambda: _undone(list(islice(texts(title), MOST))[::-1]))

    def disputed(before: str, after: str) -> bool:
        return not undone().isdisjoint(line_changes(before, after))

    return disputed


def _undone(texts: Iterable[str]) -> frozenset[bytes]:
    """The changes, in the order of the revisions, that were made and later undone."""
    made: set[bytes] = set()
    undone: set[bytes] = set()
    for older, newer in pairwise(texts):
        undone |= made & line_changes(newer, older)
        made |= line_changes(older, newer)
    return frozenset(undone)
