"""The history of a followed page: what the store has of it, and behind that what the wiki still has, which is then kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import islice

from parsers.model import Revision
from sync.pulling.wiki import pages_of
from sync.settings.config import Live
from sync.settings.version import tool_version
from sync.sources.live import open_store
from sync.store import Store
from sync.times import clock
from sync.wiki import WikiClient, WikiSettings

__all__ = ["HISTORY_RUN", "WikiHistory"]

HISTORY_RUN = "history"
_AT_ONCE = 20


class WikiHistory:
    """One page's history, by an open store. ``place`` is the title under which the wiki has the page now."""

    def __init__(self, live: Live, store: Store, title: str) -> None:
        self._live = live
        self._store = store
        self._title = title
        followed = pages_of(store).get(title)
        self._place = title if followed is None else followed.place
        self._known = {each.revid: each for each in store.revisions(title, texts=False)}

    @classmethod
    @contextmanager
    def opened(cls, live: Live, title: str) -> Iterator[WikiHistory]:
        """The history of a page of the live game, as long as the store is open."""
        with open_store(live, clock()) as store:
            yield cls(live, store, title)

    def back(self) -> Iterator[Revision]:
        """From the latest revision that is known to the first, parent by parent; what is hidden is left out."""
        latest = max(self._known.values(), key=lambda each: (each.timestamp, each.revid), default=None)
        revid = latest.revid if latest is not None else 0
        while revid:
            if revid not in self._known and not self._live.offline:
                self._ask(revid)
            if revid not in self._known:
                return
            kept = self._kept(revid)
            if kept is not None:
                yield kept
            revid = self._known[revid].parentid

    def as_of(self, moment: datetime) -> Revision | None:
        """The revision that stood at a moment: of those known if none can have been between, else as the wiki says."""
        ordered = sorted(self._known.values(), key=lambda each: (each.timestamp, each.revid))
        before = [each for each in ordered if each.timestamp <= moment]
        after = ordered[len(before) :]
        if before and (not after or after[0].parentid == before[-1].revid):
            return self._kept(before[-1].revid)
        if self._live.offline:
            return None
        asked = self._ask(moment)
        return self._kept(asked[0]) if asked else None

    def _kept(self, revid: int) -> Revision | None:
        whole = self._store.revision(self._title, revid)
        return None if whole is None or whole.text is None else whole

    def _ask(self, start: int | datetime) -> list[int]:
        """Ask the wiki for revisions from there backwards, and keep them."""
        with WikiClient(WikiSettings(self._live.wiki_url, self._live.contact)) as client:
            count = _AT_ONCE if isinstance(start, int) else 1
            rows = list(islice(client.history_back(self._place, start), count))
        found = [replace(row, title=self._title) for row in rows]
        self._keep(found)
        return [each.revid for each in found]

    def _keep(self, found: Iterable[Revision]) -> None:
        with self._store.run(HISTORY_RUN, clock(), reader=tool_version()) as run:
            for each in found:
                run.revision(each)
                self._known[each.revid] = each
            run.finish()
