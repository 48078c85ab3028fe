"""The journal: everything the tool writes anywhere, kept before it is sent, and what came of it.

What is kept here is durable when a method returns. Whoever is killed in between leaves a row that says ``begun``.
Rows are never removed and what was to be written is never changed: what the tool did can always be told, and undone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import NamedTuple

import msgspec

from sync.store.database import Database, Parameter
from sync.store.forms import WrittenForm
from sync.store.packing import decode, encode, seconds, text_of, time_of, to_bytes
from sync.store.revisions import packed_text, unpacked_text
from sync.store.values import Kind, State, Write, Written

__all__ = ["COUNTED", "Change", "Journal", "Marked"]

COUNTED: tuple[State, ...] = ("begun", "saved", "posted", "unknown")
"""The states of what was written, or may have been."""

_COLUMNS = "SELECT id, kind, place, mark, state, began, ended, base, made, undoes, data, text, before FROM written"
_INSERT = """
    INSERT INTO written (kind, place, mark, state, began, base, undoes, data, text, before)
    VALUES (?, ?, ?, 'begun', ?, ?, ?, ?, ?, ?)"""


class _Row(NamedTuple):
    id: int
    kind: Kind
    place: bytes
    mark: bytes
    state: State
    began: int
    ended: int | None
    base: int | None
    made: int | None
    undoes: int | None
    data: bytes
    text: bytes
    before: bytes | None


class _ChangeRow(NamedTuple):
    id: int
    mark: bytes
    state: State
    made: int | None
    undoes: int | None
    data: bytes


class _MarkRow(NamedTuple):
    id: int
    mark: bytes
    state: State
    began: int


@dataclass(frozen=True, slots=True)
class Marked:
    """The mark of a write, without its text: the journal's number, what came of it, and when it was begun."""

    id: int
    mark: str
    state: State
    began: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """What a write changed, without its texts: the journal's number, its mark, its revision, and digests of each change."""

    id: int
    mark: str
    new_revid: int | None
    changes: frozenset[bytes]


class Journal:
    """The journal of an open store; see :attr:`Store.journal`. Its methods raise what the store's do."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def begin(self, write: Write, now: datetime, *, per_day: int | None = None) -> Written | None:
        """Keep what is about to be written. When this returns, no kill and no crash can take it away.

        None, and nothing is kept, where ``per_day`` writes of its kind were made, or may have been made, on this day in UTC.
        """
        db = self._db
        form = WrittenForm(
            to_bytes(write.account), to_bytes(write.summary), tuple(map(to_bytes, write.findings)), tuple(sorted(write.changes))
        )
        began = time_of(seconds(now))
        with db.writing():
            if per_day is not None and self._count((write.kind,), _midnight(now)) >= per_day:
                return None
            before = None if write.before is None else packed_text(db, write.before)
            text, data = packed_text(db, write.text), db.pack(encode(form))
            places = (to_bytes(write.place), to_bytes(write.mark))
            number = db.insert(_INSERT, write.kind, *places, seconds(now), write.base_revid, write.undoes, data, text, before)
        return Written(number, write, "begun", began)

    def end(
        self, number: int, state: State, now: datetime, *, new_revid: int | None = None, url: str | None = None, why: str | None = None
    ) -> None:
        """Keep what came of a write. Raises :class:`KeyError` where the journal has none of that number."""
        db = self._db
        with db.writing():
            data = db.one(bytes, "SELECT data FROM written WHERE id = ?", number)
            if data is None:
                raise KeyError(number)
            told, address = (None if text is None else to_bytes(text) for text in (why, url))
            form = msgspec.structs.replace(decode(db.unpack(data), WrittenForm), why=told, url=address)
            sql = "UPDATE written SET state = ?, ended = ?, made = ?, data = ? WHERE id = ?"
            db.run(sql, state, seconds(now), new_revid, db.pack(encode(form)), number)

    def entry(self, number: int) -> Written | None:
        """The write of a number."""
        return next(iter(self._entries("WHERE id = ?", number)), None)

    def entries(self, since: datetime | None = None) -> list[Written]:
        """Everything that was written, or was to be, since a time, in order."""
        return self._entries("WHERE ? IS NULL OR began >= ?", *[None if since is None else seconds(since)] * 2)

    def open(self, kinds: Collection[Kind] = ("wiki-edit", "wiki-talk", "blog-comment", "chat")) -> list[Written]:
        """What nobody knows the end of: begun, or sent without an answer."""
        return [one for one in self._entries("WHERE state IN ('begun', 'unknown')") if one.write.kind in kinds]

    def with_mark(self, mark: str, kind: Kind | None = None, place: str | None = None) -> list[Written]:
        """What was written with a mark, or may have been, in order: where there is any, it need not be written again."""
        found = self._entries("WHERE mark = ?", to_bytes(mark))
        return [one for one in found if one.state in COUNTED and kind in {None, one.write.kind} and place in {None, one.write.place}]

    def marks_at(self, kind: Kind, place: str) -> list[Marked]:
        """The marks of what was written of a kind at a place, or was to be, in order."""
        sql = "SELECT id, mark, state, began FROM written WHERE place = ? AND kind = ? ORDER BY id"
        with self._db.reading():
            rows = self._db.all(_MarkRow, sql, to_bytes(place), kind)
        return [Marked(row.id, text_of(row.mark), row.state, time_of(row.began)) for row in rows]

    def kept_since(self) -> datetime:
        """From when on whatever was written is here: when the store was made, or last brought to a new form."""
        with self._db.reading():
            return time_of(self._db.all(int, "SELECT max(at) FROM step")[0])

    def changes_at(self, place: str) -> list[Change]:
        """What was changed at a place, in order, without what the tool has undone itself."""
        sql = "SELECT id, mark, state, made, undoes, data FROM written WHERE place = ? ORDER BY id"
        with self._db.reading():
            rows = [row for row in self._db.all(_ChangeRow, sql, to_bytes(place)) if row.state in COUNTED]
            undone = {row.undoes for row in rows if row.state == "saved"}
            return [
                Change(row.id, text_of(row.mark), row.made, frozenset(decode(self._db.unpack(row.data), WrittenForm).changes))
                for row in rows
                if row.id not in undone and row.undoes is None and row.state == "saved"
            ]

    def made_on(self, day: datetime, kinds: Iterable[Kind]) -> int:
        """How much of some kinds was written, or may have been, on the day of that time in UTC, up to now."""
        with self._db.reading():
            return self._count(tuple(kinds), _midnight(day))

    def _count(self, kinds: tuple[Kind, ...], since: int) -> int:
        rows = self._db.all(_Counted, "SELECT kind, state FROM written WHERE began >= ?", since)
        return sum(row.kind in kinds and row.state in COUNTED for row in rows)

    def _entries(self, condition: str, *parameters: Parameter) -> list[Written]:
        with self._db.reading():
            return [self._written(row) for row in self._db.all(_Row, f"{_COLUMNS} {condition} ORDER BY id", *parameters)]

    def _written(self, row: _Row) -> Written:
        form = decode(self._db.unpack(row.data), WrittenForm)
        write = Write(
            kind=row.kind,
            place=text_of(row.place),
            text=unpacked_text(self._db, row.text),
            mark=text_of(row.mark),
            account=text_of(form.account),
            summary=text_of(form.summary),
            findings=tuple(map(text_of, form.findings)),
            base_revid=row.base,
            before=None if row.before is None else unpacked_text(self._db, row.before),
            changes=frozenset(form.changes),
            undoes=row.undoes,
        )
        ended = None if row.ended is None else time_of(row.ended)
        url, why = (None if part is None else text_of(part) for part in (form.url, form.why))
        return Written(row.id, write, row.state, time_of(row.began), ended, row.made, url, why)


class _Counted(NamedTuple):
    kind: Kind
    state: State


def _midnight(now: datetime) -> int:
    return seconds(datetime.combine(now.astimezone(UTC).date(), time(tzinfo=UTC)))
