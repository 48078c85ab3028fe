"""The store: everything that pulls have read, in one SQLite file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from parsers.model import Post, PostPast, Revision, Roster, Seen
from sync.store.database import Damaged, Database, from_json
from sync.store.journal import Journal
from sync.store.posts import altered_posts, stored_post, versions_of
from sync.store.pull_run import Run, read_revisions, rosters_of
from sync.text import one_line
from sync.times import iso

if TYPE_CHECKING:
    from validators.finding import Finding

WAIT = 10.0
"""The maximum wait for another process that is writing, in seconds: a checkpoint takes far less."""

Value = TypeVar("Value")

_RECORD = """
    INSERT INTO findings (fingerprint, code, severity, subject_kind, subject, url, message, first_seen, last_seen)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
    ON CONFLICT (fingerprint) DO UPDATE SET severity = ?3, url = ?6, message = ?7,
        first_seen = min(first_seen, ?8), last_seen = max(last_seen, ?8)"""


@dataclass(frozen=True, slots=True)
class Report:
    """The number of rows by table; ``file_size`` is in bytes, ``faults`` are SQLite's messages
    about damage in the file.
    """

    created: datetime
    file_size: int
    rows: dict[str, int]
    faults: tuple[str, ...]


class Store:
    """An open store, for one thread. Made by :meth:`open`, and closed at the end of its ``with``
    block.

    Methods read the data that runs have saved, in this process or another; times are in UTC. Every
    method may raise :class:`NoVerdict` if the file is damaged, its disk full, or locked by another
    process, and :class:`UsageError` if it cannot be written to.
    """

    def __init__(self, db: Database) -> None:
        self._db = db

    @classmethod
    def open(cls, path: Path, *, now: datetime, wait: float = WAIT) -> Store:
        """Open the file, as :class:`Database` does."""
        return cls(Database(path, now, wait=wait))

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def run(self, kind: str, now: datetime, *, reader: str = "") -> Run:
        """Begin a run of a kind ("blog", "wiki"). ``reader`` names the parser of the pages, such as
        the tool's version.
        """
        return Run(self._db, kind, now, reader)

    @property
    def journal(self) -> Journal:
        """The tool's own writes."""
        return Journal(self._db)

    def last_seen(self, kind: str) -> datetime | None:
        """Return the time for which the store is complete: the start of the latest complete run of
        a kind.
        """
        return self._db.one(
            datetime, "SELECT value FROM notes WHERE book = 'times' AND name = ?", kind
        )

    def ascended(self, until: datetime) -> datetime | None:
        """Return the time of the latest Ascension Address up to a time, or None."""
        return self._db.one(
            datetime, "SELECT ascended FROM posts WHERE ascended <= ? ORDER BY ascended DESC", until
        )

    def book(self, book: str, kind: type[Value]) -> dict[str, Value]:
        """Return the values that :meth:`Run.note` has saved in a book, sorted by name."""
        notes = self._db.all(
            tuple[str, str], "SELECT name, value FROM notes WHERE book = ? ORDER BY name", book
        )
        return {name: from_json(value, kind) for name, value in notes}

    def posts(
        self, since: datetime | None = None, *, before: datetime | None = None, pending: bool = True
    ) -> Iterator[Post]:
        """Yield the latest version of every post made within these times (default: of all posts)
        and of all pending matters, newest first.

        Posts that are gone are left out; a post with an unreadable date counts as made when it was
        first seen. ``position`` is the place in this order. A post that was since seen only on
        lists has the comments of its entry page. Each post is read on demand.
        """
        sql = """SELECT key FROM posts WHERE gone IS NULL AND ((made >= ?1 AND (?2 IS NULL OR made < ?2)) OR (pending AND ?3))
            ORDER BY made DESC, run DESC, place, rowid"""
        keys = self._db.all(str, sql, iso(since) or "", before, pending)
        for position, key in enumerate(keys):
            post = self.post(key)
            if post is not None:
                yield replace(post, position=position)

    def post(self, key: str) -> Post | None:
        """Return the latest version of a post, even if it is gone, with the ``position`` of its
        first sighting.
        """
        return stored_post(self._db, key)

    def versions(self, key: str) -> list[Seen[Post]]:
        """Return all versions of a post, the latest last. A version that came back after another
        one, or after the post was gone, appears twice.
        """
        return versions_of(self._db, key)

    def pending_read_before(self, moment: datetime) -> list[str]:
        """Return the keys of pending matters whose comments were last read before a moment."""
        sql = (
            "SELECT key FROM posts WHERE pending AND gone IS NULL AND comments_seen < ? ORDER BY"
            " rowid"
        )
        return self._db.all(str, sql, moment)

    def pasts(self, since: datetime, until: datetime) -> dict[str, PostPast]:
        """Return the versions up to a time of posts that changed by more than new comments, or are
        gone: posts made since ``since``, and pending matters.
        """
        return altered_posts(self._db, since, until)

    def rosters(self) -> list[Seen[Roster]]:
        """Return all versions of the roster, sorted by their last sighting."""
        return rosters_of(self._db)

    def revision(self, title: str, revid: int | None = None) -> Revision | None:
        """Return a revision of a wiki page, by default the latest."""
        if revid is None:
            revid = self._db.one(
                int,
                "SELECT revid FROM revisions WHERE title = ? ORDER BY timestamp DESC, revid DESC",
                title,
            )
        return None if revid is None else next(read_revisions(self._db, title, revid), None)

    def revisions(self, title: str, *, texts: bool = True) -> Iterator[Revision]:
        """Yield the revisions of a wiki page, oldest first, without texts if ``texts`` is False.
        Each text is read on demand.
        """
        return read_revisions(self._db, title, texts=texts)

    def reported(self) -> dict[str, str]:
        """Return the severities of all reported findings by fingerprint."""
        return dict(self._db.all(tuple[str, str], "SELECT fingerprint, severity FROM findings"))

    def first_reported(self, *, later: bool = False) -> dict[str, datetime]:
        """The times at which audits of this store first reported findings, by their
        fingerprints; with ``later`` without those known by the first whole audit.
        """
        found = self._db.all(tuple[str, datetime], "SELECT fingerprint, first_seen FROM findings")
        first = self.last_seen("first audit") or min((at for _, at in found), default=None)
        return {mark: at for mark, at in found if not later or first is None or at > first}

    def record_findings(
        self, findings: Iterable[Finding], at: datetime, *, whole: bool = True
    ) -> None:
        """Save the findings of an audit. Other findings are kept, because the audit may have left
        out their checks; it was ``whole`` if it did not, and had a verdict.
        """
        with self._db.writing():
            if whole:
                self._db.run("INSERT OR IGNORE INTO notes VALUES ('times', 'first audit', ?)", at)
            for finding in findings:
                subject = (finding.subject.kind, finding.subject.id, finding.subject.url)
                self._db.run(
                    _RECORD,
                    finding.fingerprint,
                    finding.code,
                    finding.severity,
                    *subject,
                    finding.message,
                    at,
                )

    def audited_rules(self) -> int | None:
        """Return the Ruleset revision read by the last audit that compared it, or None."""
        found = self.book("audit", tuple[str, int]).get("ruleset")
        return None if found is None else found[1]

    def record_rules(self, revid: int, at: datetime) -> None:
        """Save the Ruleset revision that an audit has read and compared, unless a later audit has."""
        known = self.book("audit", tuple[str, int]).get("ruleset")
        if known is None or known[0] <= (iso(at) or ""):
            with self.run("audit", at) as run:
                run.note("audit", "ruleset", (iso(at), revid))

    def report(self) -> Report:
        """Count the stored rows, and check the file for damage."""
        tables = {
            "posts": "posts",
            "versions": "post_versions",
            "rosters": "rosters",
            "revisions": "revisions",
        }
        rows = {
            name: self._db.all(int, f"SELECT count(*) FROM {table}")[0]
            for name, table in tables.items()
        }
        faults = self._db.all(str, "PRAGMA quick_check(5)")
        created = self._db.one(
            datetime, "SELECT value FROM notes WHERE (book, name) = ('times', 'created')"
        )
        if created is None:
            raise Damaged("its creation time is missing")
        return Report(
            created,
            self._db.path.stat().st_size,
            rows,
            () if faults == ["ok"] else tuple(map(one_line, faults)),
        )
