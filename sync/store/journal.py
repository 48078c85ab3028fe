"""The journal: everything the tool writes anywhere, saved before it is sent, and its result.

What is saved here is durable when a method returns. If the program is killed in between, the row says ``begun``.
Rows are never removed, and what was to be written is never changed, so every write can be accounted for and undone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime, time
from typing import NamedTuple

from sync.store.database import Database, StorePart
from sync.store.rows import Parameter, from_json, json_object, values_of
from sync.store.values import Kind, State, Write, Written
from sync.times import iso

__all__ = ["COUNTED", "Journal", "add_write"]

COUNTED: tuple[State, ...] = ("begun", "saved", "posted", "unknown")
"""The states of what was written, or may have been."""

_WRITE = json_object(Write, "journal", text="''", before="NULL", findings="json(findings)", changes="json(changes)")
_COUNTED = f"state IN ({', '.join(repr(state) for state in COUNTED)})"


_WRITTEN = json_object(Written, "journal", write=_WRITE)
_ENTRIES = f"SELECT {_WRITTEN}, journal.text, journal.before FROM journal"


class _Row(NamedTuple):
    written: str
    text: int
    before: int | None


class Journal(StorePart):
    """The journal of an open store; see :attr:`Store.journal`. Its methods raise what the store's do."""

    def begin(self, write: Write, now: datetime, *, per_day: int | None = None) -> Written | None:
        """Save what is about to be written. When this returns, a kill or a crash cannot undo it.

        Returns None, and saves nothing, if ``per_day`` writes of its kind were made, or may have been made, on this day in UTC.
        """
        with self._db.writing():
            if per_day is not None and self._count((write.kind,), now) >= per_day:
                return None
            number = add_write(self._db, write, "begun", now)
        return Written(number, write, "begun", now.astimezone(UTC).replace(microsecond=0))

    def end(
        self, number: int, state: State, now: datetime, *, new_revid: int | None = None, url: str | None = None, why: str | None = None
    ) -> None:
        """Save the result of a write. Raises :class:`KeyError` if the journal has none of that number."""
        sql = "UPDATE journal SET state = ?, ended = ?, new_revid = ?, url = ?, why = ? WHERE id = ?"
        with self._db.writing():
            if not self._db.run(sql, state, iso(now), new_revid, url, why, number):
                raise KeyError(number)

    def entry(self, number: int) -> Written | None:
        """The write of a number."""
        return next(iter(self._entries("id = ?", number)), None)

    def entries(self, since: datetime | None = None) -> list[Written]:
        """Everything that was written, or was to be, since a time, in order."""
        return self._entries("began >= ?", iso(since) or "")

    def open(self, kinds: Collection[Kind] = ("wiki-edit", "wiki-talk", "blog-comment", "chat")) -> list[Written]:
        """The writes whose result is unknown: begun, or sent without an answer."""
        return [one for one in self._entries("state IN ('begun', 'unknown')") if one.write.kind in kinds]

    def marks_at(self, kind: Kind, place: str) -> list[Written]:
        """What was written of a kind at a place, or was to be, in order, without the texts."""
        return self._without_texts("place = ? AND kind = ?", place, kind)

    def kept_since(self) -> datetime:
        """The time since which every write is in the journal: when the store was created."""
        with self._db.reading():
            return self._db.created()

    def changes_at(self, place: str) -> list[Written]:
        """What was changed at a place, in order, without the texts, and without what the tool has undone itself."""
        undone = "SELECT 1 FROM journal AS undo WHERE undo.place = journal.place AND undo.state = 'saved' AND undo.undoes = journal.id"
        return self._without_texts(f"place = ? AND state = 'saved' AND undoes IS NULL AND NOT EXISTS ({undone})", place)

    def revisions(self) -> frozenset[int]:
        """The ids of the revisions of the wiki that were saved."""
        with self._db.reading():
            return frozenset(self._db.all(int, "SELECT new_revid FROM journal WHERE state = 'saved' AND new_revid IS NOT NULL"))

    def made_on(self, day: datetime, kinds: Iterable[Kind]) -> int:
        """How much of some kinds was written, or may have been, on the day of that time in UTC, or later."""
        with self._db.reading():
            return self._count(tuple(kinds), day)

    def _count(self, kinds: tuple[Kind, ...], day: datetime) -> int:
        midnight = datetime.combine(day.astimezone(UTC).date(), time(tzinfo=UTC))
        sql = f"SELECT kind FROM journal WHERE began >= ? AND {_COUNTED}"
        return sum(kind in kinds for kind in self._db.all(str, sql, iso(midnight)))

    def _without_texts(self, condition: str, *parameters: Parameter) -> list[Written]:
        with self._db.reading():
            return self._db.objects(Written, f"SELECT {_WRITTEN} FROM journal WHERE {condition} ORDER BY id", *parameters)

    def _entries(self, condition: str, *parameters: Parameter) -> list[Written]:
        with self._db.reading():
            return [_written(self._db, row) for row in self._db.all(_Row, f"{_ENTRIES} WHERE {condition} ORDER BY id", *parameters)]


def add_write(db: Database, write: Write, state: State, began: datetime, **results: object) -> int:
    """Within a transaction, save a write and the columns of its result. Returns the journal's id."""
    values = values_of(write, "text", "before")
    before = None if write.before is None else db.add_text(write.before)
    return db.add("journal", **values, state=state, began=began, text=db.add_text(write.text), before=before, **results)


def _written(db: Database, row: _Row) -> Written:
    written = from_json(row.written, Written)
    before = None if row.before is None else db.text(row.before)
    return replace(written, write=replace(written.write, text=db.text(row.text), before=before))
