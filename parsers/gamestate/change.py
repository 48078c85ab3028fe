"""Change a value or a player's row of the tracking page, and nothing else.

A change names the owner and the variable, never a place, and is located on the current page. The
new page is read again and must show the wanted value; otherwise the change is refused.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from parsers.gamestate.gamestate_model import (
    PLAYER,
    Column,
    GameState,
    Place,
    PlayerRow,
    Role,
    TableRead,
    TrackedEntry,
)
from parsers.gamestate.page_names import Standing
from parsers.gamestate.typed import CellTexts, TypedValue, ValueKind, is_blank, written
from parsers.model import name_key
from parsers.patterns import later
from parsers.refusal import Refusal, Refused
from parsers.wiki.edit import Copied, add_row, remove_row, set_cell, set_value
from parsers.wiki.wiki_model import Cell

_MORE = later(r"\{\{|\[\[|\[[a-z]+:|<(?:ref|math|gallery)\b", re.IGNORECASE)
"""Markup with a meaning beyond its looks, which would be lost if the value were written again."""

_BLANKS = later(r" *")

Reread = Callable[[str], GameState]
"""The gamestate of another text of the same page, under the same rules, roster and profile."""


@dataclass(frozen=True, slots=True)
class SetValue:
    """Replace the value with the text ``old``: ``owner``, ``subject``, ``label`` and ``idle`` are
    those of its entry.

    ``text`` is the new value as the page once wrote it, if it did. If the new value is not
    ``known``, the change is refused.
    """

    owner: str
    subject: str
    label: str
    old: str
    new: TypedValue
    idle: bool = False
    text: str = ""
    known: bool = True


@dataclass(frozen=True, slots=True)
class AddRow:
    """Add a row for a player to every table of the active players, with ``texts`` by the labels of
    their entries, else the values that the rules give a new player.

    With ``since`` the texts are those that the page last had from that time on, still unknown.
    """

    name: str
    texts: tuple[tuple[str, str], ...] = ()
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class RemoveRow:
    """Remove a player's rows from the tables of the active players; with ``copies`` only those that
    repeat an earlier one.
    """

    name: str
    copies: bool = False


@dataclass(frozen=True, slots=True)
class MoveRow:
    """Move a player's row from the active players to the idle ones, or back (``idle`` False)."""

    name: str
    idle: bool


GamestateChange = SetValue | AddRow | RemoveRow | MoveRow


def changed(state: GameState, change: GamestateChange, reread: Reread) -> str:
    """Return the page's new source. Raises Refused if the change cannot be made."""
    match change:
        case SetValue():
            return _set(state, change, reread)
        case AddRow():
            return _add(state, change, reread)
        case RemoveRow():
            return _removed(state, change, reread)
        case MoveRow():
            return _moved(state, change, reread)


def _set(state: GameState, change: SetValue, reread: Reread) -> str:
    whose = f"{change.subject}'s {change.label}" if change.subject else change.label
    if not change.known:
        raise Refused(Refusal.VALUE_UNKNOWN, whose=whose)
    here = [entry for entry in state.entries if is_of(entry, change)]
    entries = [entry for entry in here if entry.text == change.old]
    if not here:
        raise Refused(Refusal.VALUE_GONE, whose=whose, old=change.old)
    if not entries:
        raise Refused(Refusal.VALUE_IS_OTHER, whose=whose, old=change.old, now=here[0].text)
    if len(entries) > 1:
        raise Refused(Refusal.VALUE_IN_PLACES, whose=whose, old=change.old, count=len(entries))
    entry = entries[0]
    wiki = state.wiki
    place = entry.place
    if _MORE.search(wiki.source, place.start, place.end):
        raise Refused(Refusal.VALUE_WITH_MORE)
    column = [
        other for other in state.entries if (other.owner, other.label) == (entry.owner, entry.label)
    ]
    loose = [
        label.value for label in state.labels if (label.value.start, label.value.end) == place[:2]
    ]
    part = loose[0] if place.table is None else _cell(state, place)
    # In the style of the text that is not struck out, if any is.
    style = (part and CellTexts(wiki).in_force(part)) or entry.text
    text = change.text or written(change.new, style, nothing_in(column))
    source = (
        set_value(wiki, loose[0], text)
        if place.table is None
        else set_cell(wiki, *_in_grid(place), text)
    )
    after = [
        other
        for other in reread(source).entries
        if is_of(other, change) and other.place[2:] == place[2:]
    ]
    read = [other for other in after if place.table is not None or other.place.start == place.start]
    wanted = None if change.new == "" else change.new
    if [other.typed.value for other in read if not other.typed.failed] != [wanted]:
        shown = "nothing" if change.new is None or change.new in ("", ()) else f"“{change.new}”"
        raise Refused(Refusal.VALUE_READ_OTHERWISE, whose=whose, value=shown)
    return source


def is_of(entry: TrackedEntry, change: SetValue) -> bool:
    """Return whether an entry is the subject of a change, whatever its value."""
    return (entry.owner, entry.subject, entry.label, entry.idle) == (
        change.owner,
        change.subject,
        change.label,
        change.idle,
    )


def nothing_in(column: Iterable[TrackedEntry]) -> str:
    """Return the text for no value in a column: its most frequent blank text, else ""."""
    nothing = (
        entry for entry in column if entry.typed.kind is ValueKind.NONE or entry.typed.value == ()
    )
    # Struck-out text is blank too, but would not be if it were written again.
    blanks = Counter(entry.text for entry in nothing if is_blank(entry.text))
    return blanks.most_common(1)[0][0] if blanks else ""


def _in_grid(place: Place) -> tuple[int, int, int]:
    """The table, row and column of a place in a table."""
    _, _, table, row, column = place
    assert table is not None and row is not None and column is not None  # noqa: S101 - the caller knows
    return table, row, column


def _cell(state: GameState, place: Place) -> Cell | None:
    table, row, column = _in_grid(place)
    return state.wiki.tables[table].grid[row][column]


def tables_of(state: GameState, *, idle: bool) -> list[tuple[TableRead, list[PlayerRow]]]:
    """The tables that have one row for each of the active, or idle, players."""
    found: list[tuple[TableRead, list[PlayerRow], int]] = []
    for table in state.tables:
        rows = [row for row in state.rows if row.place.table == table.index and row.idle == idle]
        if (
            table.owner == PLAYER
            and table.idle == idle
            and not table.sideways
            and all(row.own for row in rows)
        ):
            members = sum(
                row.standing is not (Standing.ACTIVE if idle else Standing.IDLE) for row in rows
            )
            found.append((table, rows, members))
    most = max((members for _, _, members in found), default=0)
    # A table that lists few of the players is about something that only some have.
    return [(table, rows) for table, rows, members in found if 2 * members >= most]


def _rows_of(rows: Iterable[PlayerRow], name: str) -> list[PlayerRow]:
    return [row for row in rows if name_key(row.name) == name_key(name)]


def _add(state: GameState, change: AddRow, reread: Reread) -> str:
    if change.since is not None:
        raise Refused(Refusal.FORMER_VALUES_UNKNOWN, player=change.name)
    before, tables = state.wiki.source, tables_of(state, idle=False)
    if not tables:
        raise Refused(Refusal.NO_TABLE_OF_PLAYERS)
    for number in range(len(tables)):
        table, rows = tables_of(state, idle=False)[number]
        if not _rows_of(rows, change.name):
            texts = [_starting(state, column, change) for column in table.columns]
            state = reread(_inserted(state, table, rows, change.name, texts))
            if not _rows_of(
                [row for row in state.rows if row.place.table == table.index], change.name
            ):
                raise Refused(Refusal.ROW_READ_OTHERWISE, player=change.name)
    if state.wiki.source == before:
        raise Refused(Refusal.NO_ROW_LACKING)
    read = {entry.label: entry.text for entry in state.entries if _is_whose(entry, change.name)}
    if not dict(change.texts).items() <= read.items():
        raise Refused(Refusal.FORMER_VALUES_DERIVED, player=change.name)
    return state.wiki.source


def _is_whose(entry: TrackedEntry, name: str) -> bool:
    return entry.owner == PLAYER and not entry.idle and name_key(entry.subject) == name_key(name)


def _starting(state: GameState, column: Column, change: AddRow) -> str:
    """The text of a column in a new row."""
    if column.role is Role.PLAYER:
        return change.name
    variable = None if column.match is None or column.match.part else column.match.variable
    label = column.name if variable is None else variable.name
    if label in (had := dict(change.texts)):
        return had[label]
    beside = [entry for entry in state.entries if entry.owner == PLAYER and entry.label == label]
    style = next((entry.text for entry in beside if isinstance(entry.typed.value, int)), "")
    return written(None if variable is None else variable.default, style, nothing_in(beside))


def _inserted(
    state: GameState,
    table: TableRead,
    rows: Sequence[PlayerRow],
    name: str,
    texts: Sequence[str | Copied],
) -> str:
    """Return the page with a new row: in alphabetical order if the rows are, else the last."""
    if not rows:
        raise Refused(Refusal.NO_ROW_TO_FOLLOW)
    names = [row.text.casefold() for row in rows]
    place = bisect(names, name.casefold()) if names == sorted(names) else len(rows)
    return add_row(
        state.wiki, table.index, texts, after=_last_line(state, rows[(place or len(rows)) - 1])
    )


def _last_line(state: GameState, row: PlayerRow) -> int:
    """The last line that a player's cell covers."""
    table, line, column = _in_grid(row.place)
    grid = state.wiki.tables[table].grid
    return max(
        number
        for number, cells in enumerate(grid)
        if number >= line and cells[column] is grid[line][column]
    )


def _removed(state: GameState, change: RemoveRow, reread: Reread) -> str:
    before = state.wiki.source
    while (row := next(_to_remove(state, change), None)) is not None:
        state = reread(_without(state, row))
    if state.wiki.source == before:
        if change.copies and _rows_of(state.rows, change.name):
            raise Refused(Refusal.ROWS_NOT_ALIKE, player=change.name)
        raise Refused(Refusal.NO_ROW_TO_REMOVE, player=change.name)
    return state.wiki.source


def _to_remove(state: GameState, change: RemoveRow) -> Iterator[PlayerRow]:
    seen: set[tuple[int | None, tuple[str | None, ...]]] = set()
    for row in _rows_of(state.rows, change.name):
        if row.own and not row.idle:
            # A note or a reference in one of them would be lost.
            cells = [None if cell is None else _written(state, cell) for cell in _line(state, row)]
            content = (row.place.table, tuple(cells))
            if not change.copies or content in seen:
                yield row
            seen.add(content)


def _line(state: GameState, row: PlayerRow) -> Sequence[Cell | None]:
    table, line, _ = _in_grid(row.place)
    return state.wiki.tables[table].grid[line]


def _without(state: GameState, row: PlayerRow) -> str:
    """The page without a row."""
    table, line, _ = _in_grid(row.place)
    if _last_line(state, row) != line:
        raise Refused(Refusal.ROW_OF_SEVERAL_LINES, player=row.text)
    return remove_row(state.wiki, table, line)


def _moved(state: GameState, change: MoveRow, reread: Reread) -> str:
    rows = [row for row in _rows_of(state.rows, change.name) if row.own and row.idle != change.idle]
    targets = tables_of(state, idle=change.idle)
    where = "idle" if change.idle else "active"
    if len(rows) != 1 or len(targets) != 1:
        raise Refused(
            Refusal.MOVE_UNCLEAR,
            player=change.name,
            rows=len(rows),
            tables=len(targets),
            where=where,
        )
    row = rows[0]
    target, others = targets[0]
    if _rows_of(others, change.name):
        raise Refused(Refusal.ROW_THERE_ALREADY, player=change.name, where=where)
    source = next(table for table in state.tables if table.index == row.place.table)
    cells = {
        _called(column): cell
        for column, cell in zip(source.columns, _line(state, row), strict=True)
    }
    called = {_called(column) for column in target.columns}
    lost = [column.name for column in source.columns if _called(column) not in called]
    if lost:
        raise Refused(Refusal.COLUMN_MISSING, where=where, column=lost[0])
    texts: list[str | Copied] = []
    for column in target.columns:
        if (cell := cells.get(_called(column))) is None:
            texts.append(_starting(state, column, AddRow(change.name)))
        elif cell.rowspan > 1 or cell.colspan > 1 or cell.tables:
            raise Refused(Refusal.CELL_SPANS)
        else:
            texts.append(Copied(_written(state, cell), cell.text))
    after = reread(_inserted(state, target, others, change.name, texts))
    left = [
        other
        for other in _rows_of(after.rows, change.name)
        if other.own and other.idle != change.idle
    ]
    if len(left) != 1:
        raise Refused(Refusal.PAGE_READ_OTHERWISE, player=change.name, where=where)
    return _without(after, left[0])


def _called(column: Column) -> str:
    """Return the key that identifies a column in another table of the same players."""
    if column.role is Role.PLAYER:
        return ""
    return (
        f"= {column.match.variable.name}"
        if column.match is not None and not column.match.part
        else column.name.casefold()
    )


def _written(state: GameState, cell: Cell) -> str:
    """Return the source of a cell, with the comments behind it."""
    notes = {note.start: note.end for note in state.wiki.notes}
    source, end = state.wiki.source, cell.end
    while (note := notes.get(_BLANKS.match(source, end).end())) is not None:  # type: ignore[union-attr]
        end = note
    return source[cell.start : end]
