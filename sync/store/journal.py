"""The journal: every write of the tool to the wiki, the blog or a chat. A write is saved before it
is sent, and its result afterwards; if the program is killed in between, the row stays ``begun``.
Rows are never removed, and the text of a write never changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from typing import Literal

from sync.store.database import Database, from_json, to_json

Kind = Literal["wiki-edit", "wiki-talk", "blog-comment", "chat"]
State = Literal["begun", "saved", "posted", "unchanged", "conflict", "refused", "unknown"]
"""``begun``: about to be sent, no result because the program ended; ``unknown``: sent, result
unknown.
"""

NOT_IN_JOURNAL = "the journal does not have this result: {}"
"""Reported beside a result that could not be saved."""

COUNTED: tuple[State, ...] = ("begun", "saved", "posted", "unknown")
"""The states of writes that were made, or may have been."""


@dataclass(frozen=True, slots=True)
class Write:
    """A write that is about to be made to the wiki, the blog or a chat.

    ``place`` is a page's title, an entry's address or a chat's name. ``mark`` identifies the
    correction or notice. ``before`` is the text to be replaced, if any; ``changes`` are the
    :func:`parsers.patch.line_changes`. ``undoes`` is the id of the write that this one reverts.
    """

    kind: Kind
    place: str
    text: str
    mark: str = ""
    account: str = ""
    summary: str = ""
    findings: tuple[str, ...] = ()
    base_revid: int | None = None
    before: str | None = None
    changes: frozenset[bytes] = frozenset()
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A row of the journal: the write, its state, its start, and the time of its result (None until
    then).
    """

    id: int
    write: Write
    state: State
    began: datetime
    ended: datetime | None = None
    new_revid: int | None = None
    url: str | None = None
    why: str | None = None


class Journal:
    """The journal of an open store; see :attr:`Store.journal`. Its methods raise the store's
    errors.
    """

    def __init__(self, db: Database) -> None:
        self._db = db

    def begin(self, write: Write, now: datetime, *, per_day: int | None = None) -> Written | None:
        """Save a write that is about to be made. When this returns, a kill or a crash cannot undo
        it.

        Returns None, and saves nothing, if ``per_day`` writes of its kind were made, or may have
        been made, on this day in UTC.
        """
        with self._db.writing():
            if per_day is not None and self.made_on(now, (write.kind,)) >= per_day:
                return None
            number = self._db.add(
                "journal",
                kind=write.kind,
                place=write.place,
                state="begun",
                began=now,
                undoes=write.undoes,
                json=to_json(replace(write, text="", before=None)),
                text=self._db.add_text(write.text),
                before=self._db.add_text(write.before),
            )
        return Written(number, write, "begun", now.astimezone(UTC).replace(microsecond=0))

    def end(
        self,
        number: int,
        state: State,
        now: datetime,
        *,
        new_revid: int | None = None,
        url: str | None = None,
        why: str | None = None,
    ) -> None:
        """Save the result of a write. Raises :class:`KeyError` for an unknown id."""
        sql = (
            "UPDATE journal SET state = ?, ended = ?, new_revid = ?, url = ?, why = ? WHERE id = ?"
        )
        with self._db.writing():
            if not self._db.run(sql, state, now, new_revid, url, why, number):
                raise KeyError(number)

    def entry(self, number: int) -> Written | None:
        """Return the write with an id."""
        return next(iter(self._entries("id = ?", number)), None)

    def entries(self) -> list[Written]:
        """Return all writes in order, whatever their state."""
        return self._entries("TRUE")

    def open(
        self, kinds: Collection[Kind] = ("wiki-edit", "wiki-talk", "blog-comment", "chat")
    ) -> list[Written]:
        """Return the writes with an unknown result: begun, or sent without an answer."""
        entries = self._entries("state IN ('begun', 'unknown')")
        return [entry for entry in entries if entry.write.kind in kinds]

    def marks_at(self, kind: Kind, place: str) -> list[Written]:
        """Return the writes of a kind at a place in order, whatever their state, without the texts."""
        return self._entries("place = ? AND kind = ?", place, kind, texts=False)

    def changes_at(self, place: str) -> list[Written]:
        """Return the changes saved at a place in order, without the texts and without changes that
        the tool has undone itself.
        """
        undone = (
            "SELECT 1 FROM journal AS undo WHERE undo.place = journal.place AND undo.state ="
            " 'saved' AND undo.undoes = journal.id"
        )
        return self._entries(
            f"place = ? AND state = 'saved' AND undoes IS NULL AND NOT EXISTS ({undone})",
            place,
            texts=False,
        )

    def revisions(self) -> frozenset[int]:
        """Return the ids of the saved wiki revisions."""
        return frozenset(
            self._db.all(
                int, "SELECT new_revid FROM journal WHERE state = 'saved' AND new_revid IS NOT NULL"
            )
        )

    def made_on(self, day: datetime, kinds: Iterable[Kind]) -> int:
        """Count the writes of some kinds that were made, or may have been, since the start of a day
        in UTC.
        """
        midnight = datetime.combine(day.astimezone(UTC).date(), time(tzinfo=UTC))
        made = self._db.all(
            tuple[str, str], "SELECT kind, state FROM journal WHERE began >= ?", midnight
        )
        return sum(made.count((kind, state)) for kind in kinds for state in COUNTED)

    def _entries(self, condition: str, *parameters: str | int, texts: bool = True) -> list[Written]:
        found = []
        rows = self._db.all(
            tuple[
                int,
                str,
                int,
                int | None,
                State,
                datetime,
                datetime | None,
                int | None,
                str | None,
                str | None,
            ],
            "SELECT id, json, text, before, state, began, ended, new_revid, url, why FROM journal"
            f" WHERE {condition} ORDER BY id",
            *parameters,
        )
        for row in rows:
            write = from_json(row[1], Write)
            if texts:
                write = replace(
                    write, text=self._db.text(row[2]) or "", before=self._db.text(row[3])
                )
            found.append(Written(row[0], write, *row[4:]))
        return found
