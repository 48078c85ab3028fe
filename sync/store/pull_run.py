"""A pull run: its observations, saved in chunks so that the file is not locked while a page is
being fetched; rosters and revisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime

from parsers.model import Post, Revision, Roster, Seen
from sync.store.database import Database, from_json, to_json
from sync.store.posts import observe_gone, observe_post
from sync.times import iso

_SAVE = """
    INSERT INTO revisions (title, revid, parentid, timestamp, user, comment, text, withheld) VALUES (?, ?, ?, ?, ?, ?, ?, '[]')
    ON CONFLICT DO UPDATE SET parentid = excluded.parentid, user = coalesce(excluded.user, user),
        comment = coalesce(excluded.comment, comment), text = coalesce(excluded.text, text)"""
"""None means unknown: the known value stays."""


class Run:
    """The observations of one pull. Made by :meth:`Store.run`.

    ``at`` is the time of the fetch; the default is the latest time given so far, or the time of the
    run. Leaving the ``with`` block saves the rest; an exception discards it. ``kept`` counts the
    saved observations: "new", "changed" and "unchanged" posts, new "revisions", and skipped
    "nameless" posts, which have no address to identify them.
    """

    def __init__(self, db: Database, kind: str, now: datetime, reader: str) -> None:
        self._db = db
        self._kind = kind
        self._reader = reader
        self._began = iso(now) or ""
        self._latest = now.replace(microsecond=0)
        self._waiting: list[Callable[[], object]] = []
        self.kept: Counter[str] = Counter()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.checkpoint()

    def post(self, post: Post, at: datetime | None = None) -> None:
        """Observe a post. A post without ``comments`` was seen on a list; data that lists omit
        counts as unchanged.
        """
        when = self._when(at)
        self._waiting.append(
            lambda: (
                observe_post(self._db, self._began, self._reader, post, when)
                if post.key
                else "nameless"
            )
        )

    def gone(self, key: str, at: datetime | None = None) -> None:
        """Observe that a post no longer exists."""
        when = self._when(at)
        self._waiting.append(lambda: observe_gone(self._db, key, when))

    def roster(self, roster: Roster, at: datetime | None = None) -> None:
        """Observe the roster."""
        when = self._when(at)
        self._waiting.append(lambda: _observe_roster(self._db, self._reader, roster, when))

    def revision(self, revision: Revision) -> None:
        """Observe a revision of a wiki page, with or without its text."""
        self._waiting.append(lambda: _observe_revision(self._db, revision))

    def note(self, book: str, name: str, value: object) -> None:
        """Save a named value together with the observations so far; None removes it. See
        :meth:`Store.book`.
        """
        json = to_json(value)
        if value is None:
            self._waiting.append(
                lambda: self._db.run("DELETE FROM notes WHERE (book, name) = (?, ?)", book, name)
            )
        else:
            self._waiting.append(
                lambda: self._db.run(
                    "INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", book, name, json
                )
            )

    def checkpoint(self) -> Counter[str]:
        """Save all or none of the observations since the last checkpoint. Afterwards, a kill or a
        crash cannot undo it.

        Returns the counts, named as in ``kept``. Raises :class:`NoVerdict`; it can be tried again.
        """
        with self._db.writing():
            counted = Counter(
                name for observe in self._waiting if isinstance(name := observe(), str) and name
            )
        self._waiting.clear()
        self.kept += counted
        return counted

    def finish(self) -> None:
        """Save the rest, and that the run is complete: the store is then as fresh as the run's
        start.
        """
        sql = (
            "INSERT INTO notes VALUES ('times', ?, ?) ON CONFLICT DO UPDATE SET value = max(value,"
            " excluded.value)"
        )
        self._waiting.append(lambda: self._db.run(sql, self._kind, self._began))
        self.checkpoint()

    def _when(self, at: datetime | None) -> datetime:
        at = self._latest if at is None else at.replace(microsecond=0)
        self._latest = max(self._latest, at)
        return at


def rosters_of(db: Database) -> list[Seen[Roster]]:
    """See :meth:`Store.rosters`."""
    rows = db.all(
        tuple[datetime, datetime, str, str],
        "SELECT first_seen, last_seen, reader, json FROM rosters ORDER BY last_seen, id",
    )
    return [
        Seen(from_json(json, Roster), first, last, reader, latest=number == len(rows))
        for number, (first, last, reader, json) in enumerate(rows, 1)
    ]


def _observe_roster(db: Database, reader: str, roster: Roster, at: datetime) -> None:
    known = rosters_of(db)[-1:]
    if known and at < known[0].last_seen:
        return  # two runs overlap, and the other one was faster
    if known and known[0].value == roster:
        db.run(
            "UPDATE rosters SET last_seen = ?1 WHERE id = (SELECT id FROM rosters ORDER BY"
            " last_seen DESC, id DESC LIMIT 1)",
            at,
        )
    else:
        db.add("rosters", reader=reader, first_seen=at, last_seen=at, json=to_json(roster))


def _observe_revision(db: Database, seen: Revision) -> str:
    """Save a revision. Return "revisions" for a new one, else ""."""
    # A wiki restored from a backup can reuse a number.
    db.run(
        "DELETE FROM revisions WHERE title = ? AND revid = ? AND timestamp <> ?",
        seen.title,
        seen.revid,
        seen.timestamp,
    )
    known = db.one(
        int, "SELECT 1 FROM revisions WHERE title = ? AND revid = ?", seen.title, seen.revid
    )
    text = db.add_text(seen.text)
    db.run(
        _SAVE, seen.title, seen.revid, seen.parentid, seen.timestamp, seen.user, seen.comment, text
    )
    return "" if known else "revisions"


def read_revisions(
    db: Database, title: str, revid: int | None = None, *, texts: bool = True
) -> Iterator[Revision]:
    """Yield the revisions of a page, or the one with an id, oldest first. Each text is read on
    demand.
    """
    sql = """SELECT title, revid, parentid, timestamp, user, comment, text FROM revisions
        WHERE title = ?1 AND (?2 IS NULL OR revid = ?2) ORDER BY timestamp, revid"""
    for row in db.all(
        tuple[str, int, int, datetime, str | None, str | None, int | None], sql, title, revid
    ):
        yield Revision(*row[:6], db.text(row[6]) if texts else None)
