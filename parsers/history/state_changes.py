"""The changes of the tracking page by an edit: values, rows, columns, and other text.

Values are compared by their owner and variable, never by their place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from parsers.gamestate.gamestate_model import GAME, PLAYER, GameState, Role, TableRead
from parsers.gamestate.table_rows import column_label
from parsers.history.page_change import ChangeKind, PageChange
from parsers.wiki.visible import visible_text


class _Owner(NamedTuple):
    """The owner of values: its kind ("player", "game" or a noun), its name ("" for the game), and
    whether it is among the idle.
    """

    owner: str
    subject: str
    idle: bool


_Cells = dict[str, list[str]]
"""The texts of an owner's values by their labels, several if a value is in several places."""


def state_changes(before: GameState, after: GameState) -> Iterator[PageChange]:
    """Yield the differences of the page as read, except for its layout."""
    then, now = _Sheet(before, after), _Sheet(after, before)
    yield from _column_changes(then, now)
    for owner in dict.fromkeys((*now.owners, *then.owners)):
        yield from _of_owner(owner, then, now)
    for gone, came in _differences(then.prose, now.prose):
        yield PageChange(
            ChangeKind.TEXT, None, None, "\n".join(gone) or None, "\n".join(came) or None
        )


class _Sheet:
    """The values of a page by their owners, the headers of its columns by owner and label, and its
    other lines.

    A table with too few rows to find its owner has the owner of the ``other`` page's table with the
    same columns.
    """

    def __init__(self, state: GameState, other: GameState) -> None:
        self.owners: dict[_Owner, _Cells] = {}
        for entry in state.entries:
            self._add(_Owner(entry.owner, entry.subject, entry.idle), entry.label, entry.text)
        alike = {table.names: table for table in other.tables if table.owner not in ("", GAME)}
        tables = [
            (table, table if table.owner else alike.get(table.names)) for table in state.tables
        ]
        known = [(table, read) for table, read in tables if read is not None and read.owner]
        columns = [
            (read.owner, column) for _, read in known for column in read.columns if column.name
        ]
        self.headers = {(owner, column_label(column)): column.name for owner, column in columns}
        for table, read in known:
            for row in table.rows if read is not table else ():
                self._add_row(row, read)
        self.prose = _prose(state, {table.index for table, _ in known})

    def _add(self, owner: _Owner, label: str, text: str) -> None:
        self.owners.setdefault(owner, {}).setdefault(label, []).append(text)

    def _add_row(self, row: Sequence[str | None], read: TableRead) -> None:
        key = Role.PLAYER if read.owner == PLAYER else Role.THING
        named = next(column.index for column in read.columns if column.role is key)
        owner = _Owner(read.owner, row[named] or "", read.idle)
        for column, text in zip(read.columns, row, strict=True):
            if column.index != named and text is not None and column.role is not Role.EMPTY:
                self._add(owner, column_label(column), text)


def _column_changes(then: _Sheet, now: _Sheet) -> Iterator[PageChange]:
    for key, name in now.headers.items():
        old = then.headers.get(key)
        if old is None:
            yield PageChange(ChangeKind.COLUMN_ADDED, None, key[1], None, name)
        elif old != name:
            yield PageChange(ChangeKind.COLUMN_RENAMED, None, key[1], old, name)
    for key, name in then.headers.items():
        if key not in now.headers:
            yield PageChange(ChangeKind.COLUMN_REMOVED, None, key[1], name, None)


def _of_owner(owner: _Owner, then: _Sheet, now: _Sheet) -> Iterator[PageChange]:
    old, new = then.owners.get(owner), now.owners.get(owner)
    subject = owner.subject or None
    if owner.owner != GAME and (old is None or new is None):
        kind = ChangeKind.ROW_ADDED if old is None else ChangeKind.ROW_REMOVED
        rows = [
            None if cells is None else {label: "\n".join(texts) for label, texts in cells.items()}
            for cells in (old, new)
        ]
        yield PageChange(kind, subject, None, *rows)
        return
    old, new = old or {}, new or {}
    for label in dict.fromkeys((*new, *old)):
        key = (owner.owner, label)
        # A new or removed column is one change, whatever its cells; a value outside tables has no
        # column.
        if (key in then.headers) is (key in now.headers):
            yield from _values(subject, label, old.get(label, []), new.get(label, []))


def _values(
    subject: str | None, label: str, old: Sequence[str], new: Sequence[str]
) -> Iterator[PageChange]:
    """Yield the changed texts of one value; of several, those that changed in their order."""
    if sorted(old) == sorted(new):
        return
    for gone, came in _differences(old, new):
        for before, after in zip_longest(gone, came):
            yield PageChange(ChangeKind.VALUE, subject, label, before, after)


def _differences(
    old: Sequence[str], new: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    for tag, start, end, first, last in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if tag != "equal":
            yield old[start:end], new[first:last]


def _prose(state: GameState, tracked: Collection[int]) -> list[str]:
    """The visible lines of the page outside the tables and values that were read."""
    wiki = state.wiki
    spans = [
        (table.start, table.end) for index, table in enumerate(wiki.tables) if index in tracked
    ]
    loose = [entry.place for entry in state.entries if entry.place.table is None]
    spans += [(wiki.source.rfind("\n", 0, place.start) + 1, place.end) for place in loose]
    pieces: list[str] = []
    place = 0
    for start, end in sorted(spans):
        # For a table within another one the slice is empty.
        pieces.append(wiki.source[place:start])
        place = max(place, end)
    pieces.append(wiki.source[place:])
    return [line for piece in pieces for line in visible_text(piece).split("\n") if line.strip()]
