"""Wiki pages and their revisions. Each text is kept once, compressed with zlib."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Literal, NamedTuple

from parsers.model import Revision
from sync.store.database import Database, StorePart
from sync.store.rows import from_json, json_object, parameter, values_of
from sync.times import iso

__all__ = ["StoredRevisions", "add_revision", "observe_revision"]

_REVISION = json_object(Revision, "revisions", text="NULL", withheld="json(withheld)")
_ROWS = f"SELECT id, {_REVISION}, text FROM revisions"
_ROWS_WITHOUT_TEXT = f"SELECT id, {_REVISION}, NULL FROM revisions"
# A wiki that was restored from a copy may use a number again.
_NEWEST = """NOT EXISTS (
    SELECT 1 FROM revisions AS newer
    WHERE (newer.title, newer.revid) = (revisions.title, revisions.revid) AND newer.id > revisions.id)"""


class _Row(NamedTuple):
    id: int
    revision: str
    text: int | None


def observe_revision(db: Database, revision: Revision) -> Literal["revisions"] | None:
    """Save a revision. Returns what a new one counts as in :class:`Kept`.

    A part that is None is unknown: it agrees with everything, and is filled in as soon as it is known. Where a wiki
    uses a number again, both revisions are kept.
    """
    revision = replace(revision, timestamp=revision.timestamp.replace(microsecond=0))
    sql = f"{_ROWS} WHERE revisions.title = ? AND revid = ? ORDER BY revisions.id DESC"
    for row in db.all(_Row, sql, revision.title, revision.revid):
        known = _revision(db, row)
        whole = _united(known, revision)
        if whole is not None:
            if whole != known:
                filled = "UPDATE revisions SET user = ?, comment = ?, text = ?, withheld = ? WHERE id = ?"
                db.run(filled, whole.user, whole.comment, _text(db, whole), parameter(whole.withheld), row.id)
            return None
    add_revision(db, revision)
    return "revisions"


def add_revision(db: Database, revision: Revision) -> None:
    """Save a revision that is not there yet."""
    db.add("revisions", **values_of(revision, "text"), text=_text(db, revision))


class StoredRevisions(StorePart):
    """The revisions of wiki pages in a store."""

    def revision(self, title: str, revid: int | None = None) -> Revision | None:
        """A revision of a wiki page, the latest without ``revid``."""
        sql = f"{_ROWS} WHERE revisions.title = ?1 AND (?2 IS NULL OR revid = ?2) AND {_NEWEST} ORDER BY timestamp DESC, revid DESC"
        with self._db.reading():
            row = self._db.one(_Row, sql, title, revid)
            return None if row is None else _revision(self._db, row)

    def revisions(self, title: str, since: datetime | None = None, *, texts: bool = True) -> Iterator[Revision]:
        """The revisions of a wiki page made since then (all without it), oldest first; without texts if ``texts`` is False.

        A text is read when its revision is wanted.
        """
        sql = f"WHERE title = ? AND timestamp >= ? AND {_NEWEST} ORDER BY timestamp, revid"
        with self._db.reading():
            if not texts:
                found = self._db.all(_Row, f"{_ROWS_WITHOUT_TEXT} {sql}", title, iso(since) or "")
                return iter([_revision(self._db, row) for row in found])
            numbers = self._db.all(int, f"SELECT id FROM revisions {sql}", title, iso(since) or "")
        return self._each_revision(numbers)

    def _each_revision(self, numbers: list[int]) -> Iterator[Revision]:
        for number in numbers:
            with self._db.reading():
                row = self._db.one(_Row, f"{_ROWS} WHERE id = ?", number)
                revision = None if row is None else _revision(self._db, row)
            if revision is not None:  # else it was pruned meanwhile
                yield revision


def _text(db: Database, revision: Revision) -> int | None:
    return None if revision.text is None else db.add_text(revision.text)


def _revision(db: Database, row: _Row) -> Revision:
    revision = from_json(row.revision, Revision)
    return revision if row.text is None else replace(revision, text=db.text(row.text))


def _united(known: Revision, other: Revision) -> Revision | None:
    """What both say, or None where they contradict each other."""
    if (known.parentid, known.timestamp) != (other.parentid, other.timestamp):
        return None
    pairs = ((known.user, other.user), (known.comment, other.comment), (known.text, other.text))
    if any(None not in pair and pair[0] != pair[1] for pair in pairs):
        return None
    user, comment, text = (new if old is None else old for old, new in pairs)
    unknown = {part for part, value in (("user", user), ("comment", comment), ("text", text)) if value is None}
    withheld = tuple(one for one in other.withheld or known.withheld if one.part in unknown)
    return replace(known, user=user, comment=comment, text=text, withheld=withheld)
