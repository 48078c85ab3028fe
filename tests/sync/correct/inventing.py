"""A past for tests: revisions of the tracking page that were read already, and texts of other
pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime

from parsers.model import Revision
from sync.correct.correctable_pages import EarlierPages
from tests.support.memory_source import MemorySource
from tests.support.views import game_view
from validators.fixes.restoring import EarlierPage
from validators.view import GameView

LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)


class InventedPast(EarlierPages):
    """A past with these revisions of the tracking page, and this view under the rules of a day
    ago."""

    def __init__(
        self,
        revisions: Callable[[], Iterable[EarlierPage]] = tuple,
        yesterday: Callable[[], GameView | None] = lambda: None,
        settled_before: datetime | None = None,
        texts: dict[str, Sequence[str]] | None = None,
    ) -> None:
        self._revisions = revisions
        known = [
            Revision(title, len(its) - number, 0, LONG_AGO, "Ana", "", text)
            for title, its in (texts or {}).items()
            for number, text in enumerate(its)
        ]
        super().__init__(MemorySource(known), game_view(LONG_AGO, None, None), settled_before)
        self.yesterday = yesterday()

    def _tracking_pages(self) -> Iterator[EarlierPage]:
        yield from self._revisions()


UNKNOWN = InventedPast()
"""No revision of a page is available."""
