"""A past for tests: revisions of the tracking page that were read already, and texts of other pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from parsers.model import Revision
from sync.correct.past import Past
from validators.fixes.restoring import Earlier
from validators.view import GameView

LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass
class InventedHistory:
    """The texts of each page, the newest first."""

    texts: dict[str, Sequence[str]] = field(default_factory=dict)

    def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
        """Nothing is known of a moment."""
        return None

    def revisions(self, title: str) -> Iterator[Revision]:
        """The texts of a page as revisions."""
        texts = self.texts.get(title, ())
        for number, text in enumerate(texts):
            yield Revision(title, len(texts) - number, 0, LONG_AGO, "Ana", "", text)


class InventedPast(Past):
    """A past with these revisions of the tracking page, and this view under the rules of a day ago."""

    def __init__(
        self,
        revisions: Callable[[], Iterable[Earlier]] = tuple,
        yesterday: Callable[[], GameView | None] = lambda: None,
        settled_before: datetime | None = None,
        texts: dict[str, Sequence[str]] | None = None,
    ) -> None:
        self._revisions = revisions
        super().__init__(InventedHistory(texts or {}), GameView(LONG_AGO, None, None), settled_before)
        self.yesterday = yesterday()

    def _tracking_pages(self) -> Iterator[Earlier]:
        yield from self._revisions()


UNKNOWN = InventedPast()
"""No revision of a page is available."""
