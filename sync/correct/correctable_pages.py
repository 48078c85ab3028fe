"""The pages that can be corrected (the Ruleset and the gamestate tracking page), and their earlier
revisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, lru_cache, partial
from itertools import islice, pairwise, tee
from types import MappingProxyType
from typing import TYPE_CHECKING

from parsers.changes import TextChange, UndoRevision, changed_text
from parsers.gamestate.change import GamestateChange, SetValue, changed, is_of
from parsers.model import Revision
from parsers.patch import line_changes, patched
from parsers.refusal import Refusal, Refused
from parsers.ruleset import read_ruleset
from validators.checks.check import FixScope
from validators.checks.run import codes_of, run_all
from validators.finding import tracking_page
from validators.fixes.restoring import EarlierPage, earlier_pages, with_restored
from validators.view import read_state

if TYPE_CHECKING:
    from parsers.gamestate.gamestate_model import GameState
    from parsers.ruleset.ruleset_model import Ruleset
    from sync.sources.interface import Source
    from validators.checks.run import AuditReport
    from validators.finding import Finding
    from validators.view import GameView

EDITS = codes_of(lambda check: check.fix is FixScope.EDIT)
"""The codes of findings about single edits. The change settles them, so a trial need not read the
page's history again.
"""
_OF_RULESET = codes_of(lambda check: "ruleset" in check.tried_on)
_OF_TRACKING_PAGE = codes_of(
    lambda check: (
        "tracking" in check.tried_on
        or ("gamestate" in check.needs and check.fix is not FixScope.EDIT)
    )
)

CODES = tuple(sorted({*_OF_TRACKING_PAGE, *_OF_RULESET, *EDITS}))
"""The checks of all correctable pages and of their edits."""

CORRECTED = codes_of(lambda check: check.fix is not None)
"""The codes of findings that can have a correction."""

MOST = 50
"""The number of recent revisions of a page searched for an undone correction."""

_FURTHEST = 500
"""The number of recent revisions of the tracking page searched for a legal value."""

_SETTLED = timedelta(days=1)
"""The minimum age of a rule before it leads to automatic corrections."""


def read_tracking_page(
    view: GameView, text: str, *, rules: Ruleset | None = None, revid: int | None = None
) -> GameState:
    """Read another text of the view's tracking page, with the view's roster and profile, and with
    its own or other rules.
    """
    rules = rules or view.rules
    assert rules is not None  # noqa: S101 - the tracking page of a view is read by its rules
    return read_state(
        view, rules, text, None if view.gamestate is None else view.gamestate.page, revid
    )


class EarlierPages:
    """The earlier revisions of a view's pages, read on demand and once each. Faults that are newer
    than ``settled_before`` are not corrected automatically yet; None sets no limit.
    """

    def __init__(
        self, source: Source, view: GameView, settled_before: datetime | None = None
    ) -> None:
        self.settled_before = settled_before
        self._source = source
        self._view = view
        self._tracking: Iterator[EarlierPage] = self._tracking_pages()
        self._undone: dict[str, frozenset[bytes]] = {}
        self._rules_of = lru_cache(maxsize=8)(partial(read_ruleset, gamestate=True))

    def tracking_pages(self) -> Iterator[EarlierPage]:
        """The available revisions of the tracking page, newest first."""
        self._tracking, again = tee(self._tracking)
        return again

    @cached_property
    def yesterday(self) -> GameView | None:
        """The view under the rules of a day ago; None if no Ruleset of that time is available."""
        rules = self.rules_at(self._view.as_of - _SETTLED)
        if rules is None:
            return None
        state = self._view.gamestate
        read = (
            None
            if state is None
            else read_tracking_page(self._view, state.wiki.source, rules=rules, revid=state.revid)
        )
        return self._view.with_pages(rules=rules, gamestate=read)

    def undone(self, title: str) -> frozenset[bytes]:
        """Return the changes of a page (see :func:`line_changes`) that were made and later undone."""
        if title not in self._undone:
            texts = (
                revision.text
                for revision in self._source.revisions(title)
                if revision.text is not None
            )
            made, undone = set[bytes](), set[bytes]()
            for older, newer in pairwise(reversed(list(islice(texts, MOST)))):
                undone |= made & line_changes(newer, older)
                made |= line_changes(older, newer)
            self._undone[title] = frozenset(undone)
        return self._undone[title]

    def rules_at(self, moment: datetime) -> Ruleset | None:
        """Return the rules in force at a moment; None if no earlier Ruleset is available."""
        today = self._view.rules
        found = None if today is None else self._source.page(today.page, at=moment)
        if today is None or found is None or found.text is None:
            return None
        return today if found.text == today.source else self._rules_of(found.text)

    def _tracking_pages(self) -> Iterator[EarlierPage]:
        state = self._view.gamestate
        if state is not None and state.page is not None:
            known = islice(self._source.revisions(state.page), _FURTHEST)
            yield from earlier_pages(known, self._read, self._then)

    def _read(self, revision: Revision, rules: Ruleset | None = None) -> GameState:
        return read_tracking_page(
            self._view, revision.text or "", rules=rules, revid=revision.revid
        )

    def _then(self, revision: Revision) -> GameState | None:
        rules = self.rules_at(revision.timestamp)
        return None if rules is None else self._read(revision, rules)


@dataclass(frozen=True)
class CorrectablePage:
    """The tracking page (``is_tracking``) or the Ruleset of a view; ``revid`` is None if unknown.
    Applying a change returns a new page, in the view of the new text.
    """

    view: GameView
    past: EarlierPages
    title: str
    revid: int | None
    text: str
    is_tracking: bool

    def with_text(self, text: str) -> CorrectablePage:
        """Return the page with another text, read again as the latest revision of its view."""
        view, known = self.view, self.view.histories.get(self.title, ())
        if known:
            last = known[-1]
            made = Revision(
                self.title,
                last.revid + 1,
                last.revid,
                max(last.timestamp, view.as_of),
                None,
                None,
                text,
            )
            view = view.with_pages(
                histories=MappingProxyType({**view.histories, self.title: (*known, made)})
            )
        if self.is_tracking:
            view = view.with_pages(gamestate=read_tracking_page(self.view, text, revid=self.revid))
        else:
            view = view.with_pages(
                rules=read_ruleset(
                    text,
                    page=self.title,
                    revid=self.revid,
                    gamestate=True,
                    reviews=view.read.reviews,
                )
            )
        return replace(self, view=view, text=text)

    def changed(self, change: GamestateChange | TextChange) -> str:
        """Return the text after a change. Raises Refused if the change is impossible."""
        if isinstance(change, TextChange):
            return changed_text(self.text, change)
        if not self.is_tracking or self.view.gamestate is None:
            raise Refused(Refusal.OF_TRACKING_PAGE)
        return changed(
            self.view.gamestate,
            change,
            lambda text: read_tracking_page(self.view, text, revid=self.revid),
        )

    def apply(self, change: GamestateChange | TextChange) -> CorrectablePage:
        """Return the page after a change. Raises the errors of :meth:`changed`."""
        return self.with_text(self.changed(change))

    @cached_property
    def findings(self) -> Mapping[str, Finding]:
        """The findings on this text of the page, by fingerprint."""
        codes = _OF_TRACKING_PAGE if self.is_tracking else _OF_RULESET
        return {
            finding.fingerprint: finding for finding in run_all(self.view, select=codes).findings
        }

    def stands(self, change: GamestateChange | TextChange) -> bool:
        """Return whether the page still has the text that a change replaces, as far as a simple
        test shows.
        """
        if isinstance(change, SetValue) and self.is_tracking and self.view.gamestate is not None:
            return any(
                is_of(entry, change) and entry.text == change.old
                for entry in self.view.gamestate.entries
            )
        return (
            not isinstance(change, UndoRevision)
            or patched(change.after, change.before, self.text) != self.text
        )

    def disputed(self, change: GamestateChange | TextChange) -> bool:
        """Return whether an editor has already undone exactly this change. A change that needs
        another one first has not been undone.
        """
        try:
            after = self.changed(change)
        except Refused:
            return False
        return not self.past.undone(self.title).isdisjoint(line_changes(self.text, after))


def correctable_pages(view: GameView, past: EarlierPages) -> tuple[CorrectablePage, ...]:
    """Return the pages of a view, the tracking page first."""
    if view.rules is None:
        return ()
    rules, state = view.rules, view.gamestate
    of_rules = CorrectablePage(view, past, rules.page, rules.revid, rules.source, is_tracking=False)
    if state is None:
        return (of_rules,)
    return (
        CorrectablePage(
            view, past, tracking_page(state).id, state.revid, state.wiki.source, is_tracking=True
        ),
        of_rules,
    )


def with_restored_values(report: AuditReport, source: Source, view: GameView) -> AuditReport:
    """Return the report with the values in its fixes replaced by the values that a correction would
    save, or marked as unknown.
    """
    if not any(
        finding.fix is not None and finding.fix.change is not None for finding in report.findings
    ):
        return report
    past = EarlierPages(source, view)
    return replace(
        report,
        findings=tuple(
            with_restored(finding, past.tracking_pages())[0] for finding in report.findings
        ),
    )
