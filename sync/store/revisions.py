"""Wiki pages and their revisions. Each text is kept once, compressed with zlib."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from parsers.model import Revision, Withheld
from sync.store.database import Database, from_json, to_json

_SAVE = """
    INSERT INTO revisions (title, revid, parentid, timestamp, user, comment, text, withheld) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET parentid = excluded.parentid,
        withheld = iif(excluded.withheld = '[]', withheld, excluded.withheld), user = coalesce(excluded.user, user),
        comment = coalesce(excluded.comment, comment), text = coalesce(excluded.text, text)"""
"""A part that is None is unknown: what was known of it before stays."""


class _Row(NamedTuple):
    title: str
    revid: int
    parentid: int
    timestamp: datetime
    user: str | None
    comment: str | None
    text: int | None
    withheld: str


def observe_revision(db: Database, one: Revision) -> str:
    """Save a revision. Returns "revisions" for a new one, else ""."""
    # A wiki that was restored from a copy may use a number again.
    db.run("DELETE FROM revisions WHERE title = ? AND revid = ? AND timestamp <> ?", one.title, one.revid, one.timestamp)
    known = db.one(int, "SELECT 1 FROM revisions WHERE title = ? AND revid = ?", one.title, one.revid)
    text = db.add_text(one.text)
    db.run(_SAVE, one.title, one.revid, one.parentid, one.timestamp, one.user, one.comment, text, to_json(one.withheld))
    return "" if known else "revisions"


def read_revisions(db: Database, title: str, revid: int | None = None, *, texts: bool = True) -> Iterator[Revision]:
    """The revisions of a page, or the one of an id, oldest first; each text is read when its revision is wanted."""
    with db.reading():
        sql = "SELECT * FROM revisions WHERE title = ?1 AND (?2 IS NULL OR revid = ?2) ORDER BY timestamp, revid"
        rows = db.all(_Row, sql, title, revid)
    for row in rows:
        with db.reading():
            text = db.text(row.text) if texts else None
            withheld = from_json(row.withheld, tuple[Withheld, ...])
        unknown = {part for part, value in (("user", row.user), ("comment", row.comment), ("text", row.text)) if value is None}
        reasons = tuple(each for each in withheld if each.part in unknown)
        yield Revision(row.title, row.revid, row.parentid, row.timestamp, row.user, row.comment, text, reasons)
