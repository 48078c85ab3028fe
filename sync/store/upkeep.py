"""What the store holds, and removing what is too old to matter. The journal and the findings always stay."""

from __future__ import annotations

from datetime import datetime

from sync.files import shown_path
from sync.store.database import Database, StorePart
from sync.store.values import Held, Pruned, Report
from sync.text import one_line
from sync.times import iso

__all__ = ["Upkeep"]

_KINDS = {
    "posts": "post_contents",
    "versions": "post_versions",
    "comments": "comments",
    "rosters": "rosters",
    "listings": "listings",
    "revisions": "revisions",
    "texts": "texts",
    "runs": "runs",
    "requests": "requests",
    "journal": "journal",
    "findings": "findings",
}
"""The tables with the texts of each kind. A post may have several contents, so posts are counted in their own table."""

_MOST_FAULTS = 5

_UNUSED_COMMENTS = """
    DELETE FROM comments WHERE NOT EXISTS (
        SELECT 1 FROM shown_comments AS shown WHERE shown.post = comments.post AND comments.number BETWEEN shown.first AND shown.last)"""
_OLD_REVISIONS = """
    DELETE FROM revisions WHERE (title, revid) NOT IN (
        WITH numbered AS (
            SELECT *, row_number() OVER (PARTITION BY title ORDER BY timestamp DESC, revid DESC, id DESC) AS place FROM revisions),
        staying AS (SELECT title, revid, parentid FROM numbered WHERE timestamp >= ? OR place = 1)
        SELECT title, revid FROM staying UNION SELECT title, parentid FROM staying)"""
_OLD_RUNS = """
    DELETE FROM runs WHERE began < ? AND id NOT IN (
        SELECT run FROM posts UNION SELECT run FROM post_versions UNION SELECT run FROM rosters
        UNION SELECT max(id) FROM runs GROUP BY kind UNION SELECT id FROM (SELECT id, max(began) FROM runs WHERE complete GROUP BY kind))"""
_UNUSED_TEXTS = """
    DELETE FROM texts WHERE id NOT IN (
        SELECT text FROM revisions WHERE text IS NOT NULL UNION SELECT text FROM journal
        UNION SELECT before FROM journal WHERE before IS NOT NULL)"""


class Upkeep(StorePart):
    """The size and the age of a store."""

    def report(self) -> Report:
        """How much of what the store holds, and SQLite's messages about damage in the file."""
        db = self._db
        with db.reading():
            kinds = [Held(kind, _count(db, "posts" if kind == "posts" else table), _size(db, table)) for kind, table in _KINDS.items()]
            faults = db.all(str, f"PRAGMA quick_check({_MOST_FAULTS})")
            return Report(
                path=shown_path(db.path),
                schema=db.all(int, "PRAGMA user_version")[0],
                created=db.created(),
                file_size=_file_size(db),
                kinds=tuple(kinds),
                faults=() if faults == ["ok"] else tuple(map(one_line, faults)),
            )

    def prune(self, before: datetime) -> Pruned:
        """Remove versions last seen before a time, and requests, runs and revisions from before it, and return the space to the disk.

        The latest version of everything stays, and so does every revision that another one which stays was made from.
        """
        db, until = self._db, iso(before)
        size = _file_size(db)
        with db.writing():
            versions = db.run("DELETE FROM post_versions WHERE last_seen < ?", until)
            db.run("DELETE FROM shown_comments WHERE (post, version) NOT IN (SELECT post, number FROM post_versions)")
            comments = db.run(_UNUSED_COMMENTS)
            db.run("DELETE FROM post_contents WHERE id NOT IN (SELECT content FROM post_versions)")
            latest = "SELECT id FROM rosters ORDER BY last_seen DESC, id DESC LIMIT 1"
            rosters = db.run(f"DELETE FROM rosters WHERE last_seen < ? AND id <> ({latest})", until)
            revisions = db.run(_OLD_REVISIONS, until)
            requests = db.run("DELETE FROM requests WHERE run IN (SELECT id FROM runs WHERE began < ?)", until)
            runs = db.run(_OLD_RUNS, until)
            db.run(_UNUSED_TEXTS)
        with db.translated():
            db.run("VACUUM")
            db.run("PRAGMA wal_checkpoint(TRUNCATE)")
        return Pruned(versions, comments, rosters, revisions, runs, requests, size - _file_size(db))


def _count(db: Database, table: str) -> int:
    return db.all(int, f"SELECT count(*) FROM {table}")[0]


def _size(db: Database, table: str) -> int:
    """The bytes of a table's texts."""
    names = db.all(str, "SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'BLOB')", table)
    lengths = " + ".join(f"coalesce(length(CAST({name} AS BLOB)), 0)" for name in names)
    return db.all(int, f"SELECT coalesce(sum({lengths or '0'}), 0) FROM {table}")[0]


def _file_size(db: Database) -> int:
    """The bytes of the file, and of what SQLite has not moved into it yet."""
    files = (db.path, db.path.with_name(f"{db.path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
