"""A run: what one pull saw, collected in memory and saved in chunks.

The file is not locked while a page is being fetched: observations wait in the run until the caller asks for a
checkpoint, which writes all of them in one transaction, or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING

from parsers.model import Post, Revision, Roster
from sync.net.addresses import shown_address
from sync.store.database import Database
from sync.store.posts import observe_gone, observe_post, see_again
from sync.store.revisions import observe_revision
from sync.store.rosters import observe_roster
from sync.store.rows import json_object, values_of
from sync.store.values import Kept, Listing
from sync.times import iso

if TYPE_CHECKING:
    from sync.net.http import Exchange

__all__ = ["Run", "add_listing", "add_request", "known_cursor", "known_listing", "known_listings", "set_cursor"]

_LONGEST_ERROR = 500
_LISTING = json_object(Listing, "listings", posts="json(posts)")

Observation = Callable[[], str | None]
"""Saves something that was seen, and returns which number of :class:`Kept` it counts for."""


class Run:
    """What one pull sees. Made by :meth:`Store.run`.

    ``at`` is the time of the fetch; without it, the latest that was given, or the time of the run. Nothing is in the
    store before :meth:`checkpoint` or :meth:`finish`. Leaving the ``with`` block ends the run as an incomplete one;
    leaving it by an exception drops what was not saved yet, and the run has no end, as if it was killed.
    """

    def __init__(self, db: Database, kind: str, now: datetime, *, reader: str) -> None:
        self._db = db
        self._latest = now.replace(microsecond=0)
        self._waiting: list[Observation] = []
        self._kept: Counter[str] = Counter()
        self._ended = False
        with db.writing():
            self.id = db.add("runs", kind=kind, reader=reader, began=now)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None and not self._ended:
            self.finish(complete=False)

    def post(self, post: Post, at: datetime | None = None) -> None:
        """A post as it was seen. Without ``comments`` it was seen on a list, and what a list leaves out counts as unchanged."""
        when = self._when(at)
        self._add(lambda: observe_post(self._db, self.id, post, when) if post.key else "nameless")

    def gone(self, key: str, at: datetime | None = None) -> None:
        """A post that was looked for and is not there any more."""
        when = self._when(at)
        self._add(lambda: observe_gone(self._db, key, when))

    def roster(self, roster: Roster, at: datetime | None = None) -> None:
        """The roster as it was seen."""
        when = self._when(at)
        self._add(lambda: observe_roster(self._db, self.id, roster, when))

    def page(self, url: str, digest: bytes, kind: str, posts: Sequence[str] | None = None, at: datetime | None = None) -> None:
        """A page that lists posts: its address, which has no secrets, the digest of its bytes, and the keys of its posts.

        Without ``posts`` it was not read: if the digest is that of the last time, its posts count as seen again.
        """
        when = self._when(at)
        self._add(lambda: _observe_listing(self._db, url, digest, kind, posts, when))

    def revision(self, revision: Revision) -> None:
        """A revision of a wiki page, with its text or without."""
        self._add(lambda: observe_revision(self._db, revision))

    def requests(self, entries: Iterable[Exchange]) -> None:
        """The requests that were made, in order."""
        made = tuple(entries)
        self._add(lambda: _add_requests(self._db, self.id, made))

    def cursor(self, name: str, value: str) -> None:
        """Save how far the run came, together with what it saw until there; see :meth:`Store.cursor`."""
        self._add(lambda: set_cursor(self._db, name, value))

    def update(self, name: str, change: Callable[[str | None], str]) -> None:
        """Replace what is saved under a name, at the time of the checkpoint, by what ``change`` makes of it."""
        self._add(lambda: set_cursor(self._db, name, change(known_cursor(self._db, name))))

    def checkpoint(self) -> Kept:
        """Save everything observed since the last checkpoint. When this returns, a kill or a crash cannot undo it.

        Raises :class:`NoVerdict` if that is not possible; then nothing of it was saved, and it may be tried again.
        """
        return self._save(lambda: None)

    def finish(self, ended: datetime | None = None, *, complete: bool = True) -> Kept:
        """Save the rest and end the run. Returns what the whole run has saved.

        ``complete`` says that it got everything it asked for, so that the store is as fresh as this run.
        """
        when = self._when(ended)
        sql = "UPDATE runs SET ended = ?, complete = ? WHERE id = ?"
        self._save(lambda: self._db.run(sql, iso(when), complete, self.id))
        self._ended = True
        return Kept(**self._kept)

    def _when(self, at: datetime | None) -> datetime:
        if at is None:
            return self._latest
        at = at.replace(microsecond=0)
        self._latest = max(self._latest, at)
        return at

    def _add(self, observation: Observation) -> None:
        if self._ended:
            raise ValueError("a run that has ended cannot observe anything")
        self._waiting.append(observation)

    def _save(self, last: Callable[[], object]) -> Kept:
        with self._db.writing():
            counted = Counter(name for observation in self._waiting if (name := observation()) is not None)
            last()
        self._waiting.clear()
        self._kept += counted
        return Kept(**counted)


def known_listing(db: Database, url: str) -> Listing | None:
    """A page that lists posts, as it was fetched last."""
    return next(iter(db.objects(Listing, f"SELECT {_LISTING} FROM listings WHERE url = ?", url)), None)


def known_listings(db: Database) -> list[Listing]:
    """All of them, by their addresses."""
    return list(db.objects(Listing, f"SELECT {_LISTING} FROM listings ORDER BY url"))


def known_cursor(db: Database, name: str) -> str | None:
    """What was saved under a name."""
    return db.one(str, "SELECT value FROM cursors WHERE name = ?", name)


def set_cursor(db: Database, name: str, value: str) -> None:
    """Within a transaction, save a value under a name."""
    db.run("INSERT OR REPLACE INTO cursors (name, value) VALUES (?, ?)", name, value)


def _observe_listing(db: Database, url: str, digest: bytes, kind: str, posts: Sequence[str] | None, at: datetime) -> None:
    """Save a page as it was fetched. If it has the same bytes as before and was not read, it shows the same posts."""
    known = known_listing(db, url)
    if known is not None and at < known.seen:
        return
    if posts is None:
        posts = known.posts if known is not None and known.digest == digest else ()
        see_again(db, posts, at)
    add_listing(db, Listing(url, kind, digest, tuple(posts), at))


def add_listing(db: Database, listing: Listing) -> None:
    """Save a page that lists posts, in the place of what is known of it."""
    db.run("DELETE FROM listings WHERE url = ?", listing.url)
    db.add("listings", **values_of(listing))


def _add_requests(db: Database, run: int, entries: Iterable[Exchange]) -> None:
    for entry in entries:
        add_request(db, run, shown_address(entry.url), entry.outcome, entry.bytes, round(entry.seconds * 1000))


def add_request(db: Database, run: int, url: str, outcome: int | str, size: int, milliseconds: int) -> None:
    """Save a request whose address has no secrets."""
    status, error = (outcome, None) if isinstance(outcome, int) else (None, outcome[:_LONGEST_ERROR])
    db.add("requests", run=run, url=url, status=status, error=error, bytes=size, milliseconds=milliseconds)
