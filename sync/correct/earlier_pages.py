"""What a correction needs to know of the past: earlier revisions of the pages, and the rules of their time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property, lru_cache, partial
from itertools import chain, islice, pairwise, tee
from typing import TYPE_CHECKING

from parsers.patch import line_changes
from parsers.ruleset import read_ruleset
from validators.fixes.restoring import EarlierPage, with_restored
from validators.view import read_state

if TYPE_CHECKING:
    from parsers.gamestate.gamestate_model import GameState
    from parsers.model import Revision
    from parsers.ruleset.ruleset_model import Ruleset
    from sync.sources.interface import Source
    from validators.checks.run import AuditReport
    from validators.view import GameView

MOST = 50
"""The latest revisions of a page that are searched for somebody who undid what a correction would do."""

_FURTHEST = 500
"""The latest revisions of the tracking page that are searched for a legal value."""

_SETTLED = timedelta(days=1)
"""How long a rule has to stand before anything is corrected automatically because of it."""


def read_tracking_page(view: GameView, text: str, *, rules: Ruleset | None = None, revid: int | None = None) -> GameState:
    """Another text of the view's tracking page, read with the view's roster and profile and its, or other, rules."""
    rules = rules or view.rules
    assert rules is not None  # noqa: S101 - the tracking page of a view is read by its rules
    return read_state(view, rules, text, None if view.gamestate is None else view.gamestate.page, revid)


class EarlierPages:
    """The earlier revisions of a view's pages, read only as far as they are needed, and each once.

    A value that became illegal later than ``settled_before`` is not corrected automatically yet; None is no limit.
    """

    def __init__(self, source: Source, view: GameView, settled_before: datetime | None = None) -> None:
        self.settled_before = settled_before
        self._source = source
        self._view = view
        self._tracking: Iterator[EarlierPage] = self._tracking_pages()
        self._undone: dict[str, frozenset[bytes]] = {}
        self._rules_of = lru_cache(maxsize=8)(partial(read_ruleset, gamestate=True))

    def tracking_pages(self) -> Iterator[EarlierPage]:
        """The revisions of the tracking page that are available, the newest first."""
        self._tracking, again = tee(self._tracking)
        return again

    @cached_property
    def yesterday(self) -> GameView | None:
        """The view under the rules of a day ago; None where no Ruleset of that time is available."""
        rules = self.rules_at(self._view.as_of - _SETTLED)
        if rules is None:
            return None
        state = self._view.gamestate
        read = None if state is None else read_tracking_page(self._view, state.wiki.source, rules=rules, revid=state.revid)
        return replace(self._view, rules=rules, gamestate=read)

    def undone(self, title: str) -> frozenset[bytes]:
        """The changes of a page (see :func:`line_changes`) that were made and later undone."""
        if title not in self._undone:
            texts = (each.text for each in self._source.revisions(title) if each.text is not None)
            made, undone = set[bytes](), set[bytes]()
            for older, newer in pairwise(reversed(list(islice(texts, MOST)))):
                undone |= made & line_changes(newer, older)
                made |= line_changes(older, newer)
            self._undone[title] = frozenset(undone)
        return self._undone[title]

    def rules_at(self, moment: datetime) -> Ruleset | None:
        """The rules as they were at a moment; None where no Ruleset of before then is available."""
        today = self._view.rules
        found = None if today is None else self._source.page(today.page, at=moment)
        if today is None or found is None or found.text is None:
            return None
        return today if found.text == today.source else self._rules_of(found.text)

    def _tracking_pages(self) -> Iterator[EarlierPage]:
        state = self._view.gamestate
        if state is not None and state.page is not None:
            known = islice(self._source.revisions(state.page), _FURTHEST)
            for revision, older in pairwise(chain(known, (None,))):
                if revision is not None and revision.text is not None:
                    alone = older is not None and older.text is not None and older.revid == revision.parentid
                    read = partial(read_tracking_page, self._view, revision.text, revid=revision.revid)
                    yield EarlierPage(revision.revid, read(), partial(self._then, revision, read), revision.timestamp, alone)

    def _then(self, revision: Revision, read: Callable[..., GameState]) -> GameState | None:
        rules = self.rules_at(revision.timestamp)
        return None if rules is None else read(rules=rules)


def with_restored_values(report: AuditReport, source: Source, view: GameView) -> AuditReport:
    """The report with the values in its fixes that a correction would save, or that they are not known."""
    if not any(finding.fix is not None and finding.fix.change is not None for finding in report.findings):
        return report
    past = EarlierPages(source, view)
    return replace(report, findings=tuple(with_restored(each, past.tracking_pages())[0] for each in report.findings))
