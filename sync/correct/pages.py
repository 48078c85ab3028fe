"""The pages that can be corrected: the Ruleset and the page that tracks the gamestate, as a view has them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Self

from parsers.changes import TextChange, UndoRevision, changed_text
from parsers.gamestate.change import GamestateChange, changed
from parsers.model import Revision
from parsers.patch import line_changes
from parsers.ruleset import read_ruleset
from sync.correct.past import Past, read_tracking_page
from validators.checks.run import codes_needing, run_all
from validators.finding import tracking_page

if TYPE_CHECKING:
    from parsers.gamestate.model import GameState
    from parsers.ruleset.model import Ruleset
    from validators.finding import Finding
    from validators.view import GameView

__all__ = ["CODES", "CorrectablePage", "RulesetPage", "TrackingPage", "correctable_pages"]


class CorrectablePage(ABC):
    """A page as a view has it. Applying a change gives another page, of the view that the new text makes.

    ``codes`` are those of the checks that a text has to pass.
    """

    codes: ClassVar[tuple[str, ...]]

    def __init__(self, view: GameView, past: Past) -> None:
        self.view = view
        self._past = past

    @property
    @abstractmethod
    def title(self) -> str:
        """The page's title."""

    @property
    @abstractmethod
    def revid(self) -> int | None:
        """The revision that the view was read from; None where that is unknown."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The wikitext."""

    @abstractmethod
    def with_text(self, text: str) -> Self:
        """The page with another text, read again."""

    @abstractmethod
    def changed(self, change: GamestateChange | TextChange) -> str:
        """The text after a change. Raises ValueError, with the reason, where the change cannot be made."""

    def apply(self, change: GamestateChange | TextChange) -> Self:
        """The page after a change. Raises what :meth:`changed` raises."""
        return self.with_text(self.changed(change))

    @cached_property
    def findings(self) -> Mapping[str, Finding]:
        """What the checks of the page find, by fingerprint."""
        return {finding.fingerprint: finding for finding in run_all(self.view, select=self.codes).findings}

    def disputed(self, change: GamestateChange | TextChange) -> bool:
        """Whether somebody undid just this change before."""
        try:
            after = self.changed(change)
        except ValueError:
            # It needs another change first, which nobody has made yet, so nobody has undone it either.
            return False
        return not self._past.undone(self.title).isdisjoint(line_changes(self.text, after))


class RulesetPage(CorrectablePage):
    """The Ruleset of a view that has one."""

    codes = ("BN508", "BN602", "BN603", "BN604", "BN605", "BN608", "BN610")

    @property
    def _rules(self) -> Ruleset:
        assert self.view.rules is not None  # noqa: S101 - see correctable_pages
        return self.view.rules

    @property
    def title(self) -> str:
        """See the base class."""
        return self._rules.page

    @property
    def revid(self) -> int | None:
        """See the base class."""
        return self._rules.revid

    @property
    def text(self) -> str:
        """See the base class."""
        return self._rules.source

    def with_text(self, text: str) -> Self:
        """See the base class."""
        rules = read_ruleset(text, page=self.title, revid=self.revid, gamestate=True)
        return type(self)(replace(_with_revision(self.view, self.title, text), rules=rules), self._past)

    def changed(self, change: GamestateChange | TextChange) -> str:
        """See the base class."""
        if isinstance(change, TextChange):
            return changed_text(self.text, change)
        raise ValueError("the change is one of the tracking page")


class TrackingPage(CorrectablePage):
    """The tracking page of a view that has one."""

    codes = (*codes_needing("gamestate"), "BN508")

    @property
    def _state(self) -> GameState:
        assert self.view.gamestate is not None  # noqa: S101 - see correctable_pages
        return self.view.gamestate

    @property
    def title(self) -> str:
        """See the base class."""
        return tracking_page(self._state).id

    @property
    def revid(self) -> int | None:
        """See the base class."""
        return self._state.revid

    @property
    def text(self) -> str:
        """See the base class."""
        return self._state.wiki.source

    def with_text(self, text: str) -> Self:
        """See the base class."""
        return type(self)(replace(_with_revision(self.view, self.title, text), gamestate=self._read(text)), self._past)

    def changed(self, change: GamestateChange | TextChange) -> str:
        """See the base class."""
        if isinstance(change, UndoRevision):
            return changed_text(self.text, change)
        if isinstance(change, TextChange):
            raise ValueError("the change is one of the Ruleset")
        return changed(self._state, change, self._read)

    def _read(self, text: str) -> GameState:
        return read_tracking_page(self.view, text, revid=self.revid)


CODES = tuple(sorted({*TrackingPage.codes, *RulesetPage.codes}))
"""The checks of all pages that can be corrected."""


def correctable_pages(view: GameView, past: Past) -> tuple[CorrectablePage, ...]:
    """The pages of a view, the tracking page first."""
    if view.rules is None:
        return ()
    rules = RulesetPage(view, past)
    return (rules,) if view.gamestate is None else (TrackingPage(view, past), rules)


def _with_revision(view: GameView, title: str, text: str) -> GameView:
    """The view in which a page has one revision more, whose author is unknown."""
    known = view.histories.get(title, ())
    if not known:
        return view
    last = known[-1]
    made = Revision(title, last.revid + 1, last.revid, max(last.timestamp, view.as_of), None, None, text)
    return replace(view, histories=MappingProxyType({**view.histories, title: (*known, made)}))
