"""The pages that can be corrected: the Ruleset and the page that tracks the gamestate, as a view has them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Self

from parsers.changes import TextChange, UndoRevision, changed_text
from parsers.gamestate.change import GamestateChange, SetValue, changed, is_of
from parsers.model import Revision
from parsers.patch import line_changes, patched
from parsers.ruleset import read_ruleset
from sync.correct.past import Past, read_tracking_page
from validators.checks.run import codes_needing, run_all
from validators.finding import tracking_page

if TYPE_CHECKING:
    from parsers.gamestate.gamestate_model import GameState
    from parsers.ruleset.model import Ruleset
    from validators.finding import Finding
    from validators.view import GameView

EDITS = ("BN501", "BN502", "BN503", "BN504", "BN505")
"""What is found of single edits. It is over when its change is made, so that no trial has to describe the page's history anew."""


class CorrectablePage(ABC):
    """A page as a view has it. Applying a change gives another page, of the view that the new text makes.

    ``revid`` is the revision that the view was read from, None where that is unknown; ``codes`` are those of the checks
    that a text has to pass.
    """

    codes: ClassVar[tuple[str, ...]]

    def __init__(self, view: GameView, past: Past, title: str, revid: int | None, text: str) -> None:
        self.view = view
        self.title = title
        self.revid = revid
        self.text = text
        self._past = past

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

    def stands(self, change: GamestateChange | TextChange) -> bool:
        """Whether what a change does away with is on the page, as far as that is easily told."""
        return not isinstance(change, UndoRevision) or patched(change.after, change.before, self.text) != self.text

    def disputed(self, change: GamestateChange | TextChange) -> bool:
        """Whether somebody undid just this change before."""
        try:
            after = self.changed(change)
        except ValueError:
            # It needs another change first, which nobody has made yet, so nobody has undone it either.
            return False
        return not self._past.undone(self.title).isdisjoint(line_changes(self.text, after))

    def _revised(self, text: str) -> GameView:
        """The view in which the page has one revision more, whose author is unknown."""
        known = self.view.histories.get(self.title, ())
        if not known:
            return self.view
        made = Revision(self.title, known[-1].revid + 1, known[-1].revid, max(known[-1].timestamp, self.view.as_of), None, None, text)
        return replace(self.view, histories=MappingProxyType({**self.view.histories, self.title: (*known, made)}))


class RulesetPage(CorrectablePage):
    """The Ruleset."""

    codes = ("BN508", "BN601", "BN602", "BN603", "BN604", "BN605", "BN608", "BN610")

    def __init__(self, view: GameView, past: Past, rules: Ruleset) -> None:
        super().__init__(view, past, rules.page, rules.revid, rules.source)

    def with_text(self, text: str) -> Self:  # noqa: D102 - see the base class
        reviewed = {one.fingerprint: one.by for one in self.view.rules.reviewed} if self.view.rules else {}
        rules = read_ruleset(text, page=self.title, revid=self.revid, gamestate=True, reviewed=reviewed)
        return type(self)(replace(self._revised(text), rules=rules), self._past, rules)

    def changed(self, change: GamestateChange | TextChange) -> str:  # noqa: D102 - see the base class
        if isinstance(change, TextChange):
            return changed_text(self.text, change)
        raise ValueError("the change is one of the tracking page")


class TrackingPage(CorrectablePage):
    """The tracking page."""

    codes = (*(code for code in codes_needing("gamestate") if code not in EDITS), "BN508")

    def __init__(self, view: GameView, past: Past, state: GameState) -> None:
        super().__init__(view, past, tracking_page(state).id, state.revid, state.wiki.source)
        self._state = state

    def with_text(self, text: str) -> Self:  # noqa: D102 - see the base class
        state = self._read(text)
        return type(self)(replace(self._revised(text), gamestate=state), self._past, state)

    def changed(self, change: GamestateChange | TextChange) -> str:  # noqa: D102 - see the base class
        if isinstance(change, UndoRevision):
            return changed_text(self.text, change)
        if isinstance(change, TextChange):
            raise ValueError("the change is one of the Ruleset")
        return changed(self._state, change, self._read)

    def stands(self, change: GamestateChange | TextChange) -> bool:  # noqa: D102 - see the base class
        if not isinstance(change, SetValue):
            return super().stands(change)
        return any(is_of(entry, change) and entry.text == change.old for entry in self._state.entries)

    def _read(self, text: str) -> GameState:
        return read_tracking_page(self.view, text, revid=self.revid)


CODES = tuple(sorted({*TrackingPage.codes, *RulesetPage.codes, *EDITS}))
"""The checks of all pages that can be corrected, and of their edits."""

CORRECTED = ("BN306", "BN307", "BN401", "BN402", "BN403", "BN404", "BN405", *EDITS, "BN508", "BN601", "BN602", "BN603")
"""The codes of findings that may have a correction."""


def correctable_pages(view: GameView, past: Past) -> tuple[CorrectablePage, ...]:
    """The pages of a view, the tracking page first."""
    if view.rules is None:
        return ()
    rules = RulesetPage(view, past, view.rules)
    return (rules,) if view.gamestate is None else (TrackingPage(view, past, view.gamestate), rules)
