"""The pages that can be corrected: the Ruleset and the page that tracks the gamestate, as a view has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from parsers.changes import TextChange, UndoRevision, changed_text
from parsers.gamestate.change import GamestateChange, SetValue, changed, is_of
from parsers.model import Revision
from parsers.patch import line_changes, patched
from parsers.ruleset import read_ruleset
from sync.correct.earlier_pages import EarlierPages, read_tracking_page
from validators.checks.run import codes_needing, run_all
from validators.finding import tracking_page

if TYPE_CHECKING:
    from validators.finding import Finding
    from validators.view import GameView

EDITS = ("BN501", "BN502", "BN503", "BN504", "BN505")
"""What is found of single edits. It is over when its change is made, so that no trial has to describe the page's history anew."""
_OF_RULESET = ("BN508", "BN601", "BN602", "BN603", "BN604", "BN605", "BN608", "BN610")
_OF_TRACKING_PAGE = (*(code for code in codes_needing("gamestate") if code not in EDITS), "BN508")

CODES = tuple(sorted({*_OF_TRACKING_PAGE, *_OF_RULESET, *EDITS}))
"""The checks of all pages that can be corrected, and of their edits."""

CORRECTED = ("BN306", "BN307", "BN401", "BN402", "BN403", "BN404", "BN405", *EDITS, "BN508", "BN601", "BN602", "BN603")
"""The codes of findings that may have a correction."""


@dataclass(frozen=True)
class CorrectablePage:
    """A page as a view has it. Applying a change gives another page, of the view that the new text makes.

    ``revid`` is the revision that the view was read from, None where that is unknown; it is the tracking page if it ``is_tracking``,
    else the Ruleset.
    """

    view: GameView
    past: EarlierPages
    title: str
    revid: int | None
    text: str
    is_tracking: bool

    def with_text(self, text: str) -> CorrectablePage:
        """The page with another text, read again. The view then has one revision more, whose author is unknown."""
        view, known = self.view, self.view.histories.get(self.title, ())
        if known:
            last = known[-1]
            made = Revision(self.title, last.revid + 1, last.revid, max(last.timestamp, view.as_of), None, None, text)
            view = replace(view, histories=MappingProxyType({**view.histories, self.title: (*known, made)}))
        if self.is_tracking:
            view = replace(view, gamestate=read_tracking_page(self.view, text, revid=self.revid))
        else:
            reviewed = {one.fingerprint: one.by for one in view.rules.reviewed} if view.rules else {}
            view = replace(view, rules=read_ruleset(text, page=self.title, revid=self.revid, gamestate=True, reviewed=reviewed))
        return replace(self, view=view, text=text)

    def changed(self, change: GamestateChange | TextChange) -> str:
        """The text after a change. Raises ValueError, with the reason, where the change cannot be made."""
        if isinstance(change, UndoRevision) or (isinstance(change, TextChange) and not self.is_tracking):
            return changed_text(self.text, change)
        if isinstance(change, TextChange) or not self.is_tracking or self.view.gamestate is None:
            raise ValueError(f"the change is one of the {'Ruleset' if self.is_tracking else 'tracking page'}")
        return changed(self.view.gamestate, change, lambda text: read_tracking_page(self.view, text, revid=self.revid))

    def apply(self, change: GamestateChange | TextChange) -> CorrectablePage:
        """The page after a change. Raises what :meth:`changed` raises."""
        return self.with_text(self.changed(change))

    @cached_property
    def findings(self) -> Mapping[str, Finding]:
        """What the checks find that a text of the page has to pass, by fingerprint."""
        codes = _OF_TRACKING_PAGE if self.is_tracking else _OF_RULESET
        return {finding.fingerprint: finding for finding in run_all(self.view, select=codes).findings}

    def stands(self, change: GamestateChange | TextChange) -> bool:
        """Whether what a change does away with is on the page, as far as that is easily told."""
        if isinstance(change, SetValue) and self.is_tracking and self.view.gamestate is not None:
            return any(is_of(entry, change) and entry.text == change.old for entry in self.view.gamestate.entries)
        return not isinstance(change, UndoRevision) or patched(change.after, change.before, self.text) != self.text

    def disputed(self, change: GamestateChange | TextChange) -> bool:
        """Whether somebody undid just this change before."""
        try:
            after = self.changed(change)
        except ValueError:
            # It needs another change first, which nobody has made yet, so nobody has undone it either.
            return False
        return not self.past.undone(self.title).isdisjoint(line_changes(self.text, after))


def correctable_pages(view: GameView, past: EarlierPages) -> tuple[CorrectablePage, ...]:
    """The pages of a view, the tracking page first."""
    if view.rules is None:
        return ()
    rules, state = view.rules, view.gamestate
    of_rules = CorrectablePage(view, past, rules.page, rules.revid, rules.source, is_tracking=False)
    if state is None:
        return (of_rules,)
    return CorrectablePage(view, past, tracking_page(state).id, state.revid, state.wiki.source, is_tracking=True), of_rules
