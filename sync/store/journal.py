"""The journal: every write of the tool to the wiki, the blog or a chat. A write is saved before it
is sent, and its result afterwards; if the program is killed in between, the row stays ``begun``.
Rows are never removed, and the text of a write never changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from typing import Literal, NamedTuple, get_args

from sync.store.database import Database, from_json, to_json

Kind = Literal["wiki-edit", "wiki-talk", "blog-comment", "chat"]
State = Literal["begun", "saved", "posted", "unchanged", "conflict", "refused", "unknown"]
"""``begun``: under way, or the program ended before the result; ``saved``: an edit that the wiki
accepted; ``posted``: a comment or message; ``unchanged``: nothing had to be sent; ``conflict``: the
page was edited meanwhile; ``refused``: not made; ``unknown``: sent, without a clear answer.
"""

RESULT_NOT_SAVED = "the journal does not have this result: {}"
"""Reported beside a result that could not be saved."""

COUNTED: tuple[State, ...] = ("begun", "saved", "posted", "unknown")
"""The states of writes that were made, or may have been."""


class _Row(NamedTuple):
    """The columns that :meth:`Journal._entries` selects, in its order. Those from ``state`` on are
    the fields of :class:`Written` after its write.
    """

    id: int
    json: str
    text: int
    before: int | None
    state: State
    began: datetime
    ended: datetime | None
    new_revid: int | None
    url: str | None
    why: str | None


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
            if per_day is not None and self.made_since_midnight(now, (write.kind,)) >= per_day:
                return None
            write_id = self._db.add(
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
        return Written(write_id, write, "begun", now.astimezone(UTC).replace(microsecond=0))

    def end(
        self,
        write_id: int,
        state: State,
        now: datetime,
        *,
        new_revid: int | None = None,
        url: str | None = None,
        why: str | None = None,
    ) -> None:
        """Save the result of a write. Raises :class:`KeyError` for an unknown id.

        A success stays: of two runs, the one that searched for the write too early reports last.
        """
        sql = (
            "UPDATE journal SET state = ?, ended = ?, new_revid = ?, url = ?, why = ?"
            " WHERE id = ? AND state NOT IN ('saved', 'posted')"
        )
        with self._db.writing():
            if self._db.one(int, "SELECT id FROM journal WHERE id = ?", write_id) is None:
                raise KeyError(write_id)
            self._db.run(sql, state, now, new_revid, url, why, write_id)

    def entry(self, write_id: int) -> Written | None:
        """Return the write with an id, with its texts."""
        return next(iter(self._entries("id = ?", write_id)), None)

    def entries(self) -> list[Written]:
        """Return all writes in order, whatever their state."""
        return self._entries("TRUE")

    def unsettled(self, kinds: Collection[Kind] = get_args(Kind)) -> list[Written]:
        """Return the writes of some kinds whose result is not known: begun, or unknown."""
        entries = self._entries("state IN ('begun', 'unknown')")
        return [entry for entry in entries if entry.write.kind in kinds]

    def writes_at(self, kind: Kind, place: str) -> list[Written]:
        """Return the writes of a kind at a place in order, whatever their state. Their ``text`` and
        ``before`` are blank; :meth:`entry` has them.
        """
        return self._entries("place = ? AND kind = ?", place, kind, texts=False)

    def changes_at(self, place: str) -> list[Written]:
        """Return the changes saved at a place in order, without changes that the tool has undone
        itself; a change whose undo was undone is listed again. Texts as in :meth:`writes_at`.
        """
        saved = self._entries("place = ? AND state = 'saved'", place, texts=False)
        undone = set[int | None]()
        for entry in reversed(saved):  # an undo is decided before the write that it undoes
            if entry.id not in undone:
                undone.add(entry.write.undoes)
        return [entry for entry in saved if entry.write.undoes is None and entry.id not in undone]

    def revisions(self) -> frozenset[int]:
        """Return the ids of the saved wiki revisions."""
        return frozenset(
            self._db.all(
                int, "SELECT new_revid FROM journal WHERE state = 'saved' AND new_revid IS NOT NULL"
            )
        )

    def made_since_midnight(self, now: datetime, kinds: Iterable[Kind]) -> int:
        """Count the writes of some kinds that were made, or may have been, since the last midnight
        in UTC.
        """
        midnight = datetime.combine(now.astimezone(UTC).date(), time(tzinfo=UTC))
        made = self._db.all(
            tuple[str, str], "SELECT kind, state FROM journal WHERE began >= ?", midnight
        )
        return sum(made.count((kind, state)) for kind in kinds for state in COUNTED)

    def _entries(self, condition: str, *parameters: str | int, texts: bool = True) -> list[Written]:
        found = []
        rows = self._db.all(
            _Row,
            "SELECT id, json, text, before, state, began, ended, new_revid, url, why FROM journal"
            f" WHERE {condition} ORDER BY id",
            *parameters,
        )
        for row in rows:
            write = from_json(row.json, Write)
            if texts:
                write = replace(
                    write, text=self._db.text(row.text) or "", before=self._db.text(row.before)
                )
            found.append(Written(row.id, write, *row[4:]))
        return found
