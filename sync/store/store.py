"""The store: everything that pulls have ever seen, in one file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import TracebackType

from parsers.model import Comment, Post, Revision, Roster
from sync.store import history, listings, revisions, rosters, runs, upkeep
from sync.store.database import Database
from sync.store.journal import Journal
from sync.store.runs import Run
from sync.store.schema import open_database
from sync.store.values import Asked, Gone, Listing, Pruned, Report, RunInfo, Seen

__all__ = ["WAIT", "Store"]

WAIT = 10.0
"""How many seconds to wait for another process that is writing: a checkpoint takes far less."""


class Store:
    """An open store, for one thread. Made by :meth:`open`, and closed at the end of its ``with`` block.

    What is read is what runs have kept, in this process or another; times are in UTC. Every method may raise
    :class:`NoVerdict` where the file is damaged, its disk full, or another process busy with it for longer than
    ``wait``, and :class:`UsageError` where it may not be written to.
    """

    def __init__(self, db: Database) -> None:
        self._db = db

    @classmethod
    def open(cls, path: Path, *, now: datetime, wait: float = WAIT) -> Store:
        """Open the file, which is made with the mode 0600 where there is none, and brought to this version's schema.

        Raises :class:`UsageError` where the file is of another kind, or was written by a newer version.
        """
        return cls(open_database(path, now, wait=wait))

    def close(self) -> None:
        """Let go of the file."""
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
        """What the tool has written itself, and what it is about to write."""
        return Journal(self._db)

    def posts(self, since: datetime | None = None, *, pending: bool = True) -> Iterator[Post]:
        """The latest version of every post made since then (all without it), and of all pending matters, the newest first.

        Posts that are gone are left out. A post whose date could not be read counts as made when it was first seen.
        ``position`` is the place in this order: the places on pages of different days do not compare. A post that
        was seen on lists only since its comments were read has the comments of then.
        """
        return history.latest_posts(self._db, since, pending=pending)

    def post(self, key: str) -> Post | None:
        """The latest version of a post, also of one that is gone; its ``position`` is the one it was first seen with."""
        return history.latest_post(self._db, key)

    def versions(self, key: str) -> list[Seen[Post]]:
        """All versions of a post, the latest last; the same one twice where it was something else, or gone, in between."""
        return history.post_versions(self._db, key)

    def comments(self, key: str) -> list[Seen[Comment]]:
        """All comments ever seen on a post, in the order in which they were first seen.

        One that is not ``latest`` was altered or removed: it was altered if there is another of the same ``id``.
        ``last_seen`` is when the entry's page showed it; lists do not count.
        """
        return history.comment_versions(self._db, key)

    def gone(self) -> list[Gone]:
        """The posts that were found gone, and not seen again, the latest loss first."""
        return history.gone_posts(self._db)

    def roster(self) -> Roster | None:
        """The roster that was seen last."""
        return rosters.latest_roster(self._db)

    def rosters(self) -> list[Seen[Roster]]:
        """All versions of the roster, the latest last."""
        return rosters.roster_versions(self._db)

    def page(self, url: str) -> Listing | None:
        """A page that lists posts, as it was fetched last."""
        with self._db.reading():
            return listings.known_listing(self._db, runs.public_address(url))

    def page_digest(self, url: str) -> bytes | None:
        """The digest of a page that lists posts: where it has not changed, the page need not be read again."""
        page = self.page(url)
        return None if page is None else page.digest

    def revision(self, title: str, revid: int | None = None) -> Revision | None:
        """A revision of a wiki page, the latest without ``revid``."""
        return revisions.known_revision(self._db, title, revid)

    def revisions(self, title: str, since: datetime | None = None, *, texts: bool = True) -> Iterator[Revision]:
        """The revisions of a wiki page made since then (all without it), oldest first; ``texts=False`` leaves the texts out."""
        return revisions.known_revisions(self._db, title, since, texts=texts)

    def last_run(self, kind: str | None = None) -> RunInfo | None:
        """The run that was begun last, of a kind or of any, whether it ended or not."""
        return runs.last_run(self._db, kind)

    def last_seen(self, kind: str | None = None) -> datetime | None:
        """As of when the store is complete: the beginning of the latest run, of a kind or of any, that got everything."""
        return runs.last_complete(self._db, kind)

    def asked(self, run: int) -> list[Asked]:
        """The requests that a run made."""
        return runs.asked_in(self._db, run)

    def cursor(self, name: str) -> str | None:
        """What was remembered by that name, such as how far the wiki's recent changes were followed."""
        return runs.state(self._db, name)

    def set_cursor(self, name: str, value: str) -> None:
        """Remember it at once; :meth:`Run.cursor` remembers it together with what was seen until there."""
        with self._db.writing():
            runs.set_state(self._db, name, value)

    def report(self) -> Report:
        """How much of what the store holds, and what is wrong with the file."""
        return upkeep.report(self._db)

    def prune(self, before: datetime) -> Pruned:
        """Remove versions last seen before then, and logs and revisions of before then, and give the room back.

        What stays: the latest version of everything, every revision that one which stays was made from, and the journal.
        """
        return upkeep.prune(self._db, before)
