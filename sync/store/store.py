"""The store: everything that pulls have ever seen, in one SQLite file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from types import TracebackType

from sync.store.findings import StoredFindings
from sync.store.journal import Journal
from sync.store.revisions import StoredRevisions
from sync.store.rosters import StoredRosters
from sync.store.runs import Run, known_cursor, known_listing, known_listings
from sync.store.schema import open_database
from sync.store.upkeep import Upkeep
from sync.store.values import Listing
from sync.store.versions import StoredPosts

__all__ = ["WAIT", "Store"]

WAIT = 10.0
"""How many seconds to wait for another process that is writing: a checkpoint takes far less."""


class Store(StoredPosts, StoredRosters, StoredRevisions, StoredFindings, Upkeep):
    """An open store, for one thread. Made by :meth:`open`, and closed at the end of its ``with`` block.

    What is read is what runs have saved, in this process or another; times are in UTC. Every method may raise
    :class:`NoVerdict` if the file is damaged, its disk full, or locked by another process for longer than ``wait``,
    and :class:`UsageError` if it cannot be written to.
    """

    @classmethod
    def open(cls, path: Path, *, now: datetime, wait: float = WAIT) -> Store:
        """Open the file. It is created with the mode 0600 if there is none.

        Raises :class:`UsageError` if the file is not a store, or was written by another version.
        """
        return cls(open_database(path, now, wait=wait))

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def run(self, kind: str, now: datetime, *, reader: str = "") -> Run:
        """Begin a run of a kind ("blog", "wiki"). ``reader`` names what reads the pages, such as the tool's version."""
        return Run(self._db, kind, now, reader=reader)

    @property
    def journal(self) -> Journal:
        """What the tool itself has written, and is about to write."""
        return Journal(self._db)

    def page(self, url: str) -> Listing | None:
        """A page that lists posts, as it was fetched last: where its digest has not changed, it need not be read again."""
        with self._db.reading():
            return known_listing(self._db, url)

    def pages(self) -> list[Listing]:
        """All pages that list posts, as they were fetched last."""
        with self._db.reading():
            return known_listings(self._db)

    def last_seen(self, kind: str | None = None) -> datetime | None:
        """The time for which the store is complete: the beginning of the latest run, of a kind or of any, that got everything."""
        sql = "SELECT began FROM runs WHERE complete AND (?1 IS NULL OR kind = ?1) ORDER BY began DESC"
        with self._db.reading():
            return self._db.one(datetime, sql, kind)

    def cursor(self, name: str) -> str | None:
        """What :meth:`Run.cursor` has saved under a name, such as how far the wiki's recent changes were followed."""
        with self._db.reading():
            return known_cursor(self._db, name)
