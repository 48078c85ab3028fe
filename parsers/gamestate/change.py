"""Changes of the tracking page: a value or a player's row, and nothing else.

A change names owner and variable, never a place: it is located on the page as it is then. The new page is read
again and must show the wanted value; otherwise a ValueError says why in one sentence.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from parsers.gamestate.model import PLAYER, Column, GameState, Place, PlayerRow, Role, TableRead, TrackedEntry
from parsers.gamestate.names import Standing
from parsers.gamestate.texts import CellTexts
from parsers.gamestate.typed import TypedValue, ValueKind, is_blank, written
from parsers.model import name_key
from parsers.patterns import later
from parsers.wiki import add_row, remove_row, set_cell, set_value
from parsers.wiki.model import Cell, Value
from parsers.wiki.rows import Copied

_MORE = later(r"\[\[|\[[a-z]+:|<(?:ref|math|gallery)\b", re.IGNORECASE)
"""What would be lost with a value that is written anew: more than how it looks."""

_BLANKS = later(r" *")

Reread = Callable[[str], GameState]
"""The gamestate of another text of the same page, under the same rules, roster and profile."""


@dataclass(frozen=True, slots=True)
class SetValue:
    """Another value in place of the text ``old``: ``owner``, ``subject``, ``label`` and ``idle`` are those of its entry.

    ``text`` is how the page once wrote the new value, if it did. Without a ``known`` new value nothing can be changed.
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
    """A row for a player in every table of the active players, with the values that the rules give a new one."""

    name: str


@dataclass(frozen=True, slots=True)
class RemoveRow:
    """A player's rows out of the tables of the active players; with ``copies`` only those that say what an earlier one says."""

    name: str
    copies: bool = False


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A player's row from the active players to the idle ones, or back (``idle`` False)."""

    name: str
    idle: bool


GamestateChange = SetValue | AddRow | RemoveRow | MoveRow


def changed(state: GameState, change: GamestateChange, reread: Reread) -> str:
    """The page's new source. Raises ValueError, with one sentence, where the change cannot be made."""
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
        raise ValueError(f"the right value of {whose} is not known")
    here = [entry for entry in state.entries if is_of(entry, change)]
    entries = [entry for entry in here if entry.text == change.old]
    if len(entries) != 1:
        now = f"it is “{here[0].text[:80]}” now" if here and not entries else f"it stands in {len(entries)} places"
        raise ValueError(f"{whose} is not the “{change.old[:80]}” that was to be changed: {now}")
    entry = entries[0]
    column = [other for other in state.entries if (other.owner, other.label) == (entry.owner, entry.label)]
    part = _part(state, entry.place)
    # In the style of what is not struck out, where something else is there.
    style = (CellTexts(state.wiki).in_force(part) if part is not None else None) or entry.text
    text = change.text or written(change.new, style, nothing_in(column))
    source = _with_text(state, entry, text)
    after = [other for other in reread(source).entries if is_of(other, change) and other.place[2:] == entry.place[2:]]
    read = [other for other in after if entry.place.table is not None or other.place.start == entry.place.start]
    wanted = None if change.new == "" else change.new
    if [other.typed.value for other in read if not other.typed.failed] != [wanted]:
        shown = "nothing" if change.new is None or change.new in ("", ()) else f"“{change.new}”"
        raise ValueError(f"{whose} cannot be written so that it reads as {shown}")
    return source


def _part(state: GameState, place: Place) -> Cell | Value | None:
    """The cell or value in a place."""
    if place.table is not None and place.row is not None and place.column is not None:
        return state.wiki.tables[place.table].grid[place.row][place.column]
    return next((each.value for each in state.labels if (each.value.start, each.value.end) == (place.start, place.end)), None)


def is_of(entry: TrackedEntry, change: SetValue) -> bool:
    """Whether an entry is the one that a change is about, whatever it says."""
    return (entry.owner, entry.subject, entry.label, entry.idle) == (change.owner, change.subject, change.label, change.idle)


def _with_text(state: GameState, entry: TrackedEntry, text: str) -> str:
    place, wiki = entry.place, state.wiki
    source = wiki.source[place.start : place.end]
    if "{{" in source:
        raise ValueError("the value is written with templates, which have to be changed by hand")
    if _MORE.search(source):
        raise ValueError("the value has a reference or a link, and has to be changed by hand")
    if place.table is not None and place.row is not None and place.column is not None:
        return set_cell(wiki, place.table, place.row, place.column, text)
    value = _part(state, place)
    if not isinstance(value, Value):
        raise ValueError("the value is written in a way that has to be changed by hand")
    return set_value(wiki, value, text)


def tables_of(state: GameState, *, idle: bool) -> list[tuple[TableRead, list[PlayerRow]]]:
    """The tables that have one row for each of the active, or idle, players."""
    found: list[tuple[TableRead, list[PlayerRow], int]] = []
    for table in state.tables:
        rows = [row for row in state.rows if row.place.table == table.index and row.idle == idle]
        if table.of == PLAYER and table.idle == idle and not table.sideways and all(row.own for row in rows):
            members = sum(row.standing is not (Standing.ACTIVE if idle else Standing.IDLE) for row in rows)
            found.append((table, rows, members))
    most = max((members for _, _, members in found), default=0)
    # A table that lists few of the players is about something that not all have.
    return [(table, rows) for table, rows, members in found if 2 * members >= most]


def _rows_of(rows: Sequence[PlayerRow], name: str) -> list[PlayerRow]:
    return [row for row in rows if name_key(row.name) == name_key(name)]


def _add(state: GameState, change: AddRow, reread: Reread) -> str:
    before = state.wiki.source
    for number in range(len(tables_of(state, idle=False))):
        table, rows = tables_of(state, idle=False)[number]
        if not _rows_of(rows, change.name):
            texts: list[str | Copied] = [_starting(state, column, change.name) for column in table.columns]
            state = reread(_inserted(state, table, rows, change.name, texts))
            if not _rows_of([row for row in state.rows if row.place.table == table.index], change.name):
                raise ValueError(f"the new row would not be read as that of “{change.name}”")
    if state.wiki.source == before:
        raise ValueError("no table of players lacks the row")
    return state.wiki.source


def _starting(state: GameState, column: Column, name: str) -> str:
    """The text of a column in a new row."""
    if column.role is Role.PLAYER:
        return name
    variable = None if column.match is None or column.match.part else column.match.variable
    label = column.name if variable is None else variable.name
    beside = [entry for entry in state.entries if entry.owner == PLAYER and entry.label == label]
    style = next((entry.text for entry in beside if isinstance(entry.typed.value, int)), "")
    return written(None if variable is None else variable.default, style, nothing_in(beside))


def _inserted(state: GameState, table: TableRead, rows: Sequence[PlayerRow], name: str, texts: Sequence[str | Copied]) -> str:
    """The page with a row more: in its place in the alphabet where the rows follow it, else the last."""
    if not rows:
        raise ValueError("the table has no row whose style a new one could follow")
    names = [row.text.casefold() for row in rows]
    place = bisect(names, name.casefold()) if names == sorted(names) else len(rows)
    grid = state.wiki.tables[table.index].grid
    after = _last_line(grid, rows[(place or len(rows)) - 1])
    below = grid[after + 1] if after + 1 < len(grid) else (None,) * len(texts)
    own = [text for text, cell, under in zip(texts, grid[after], below, strict=True) if cell is None or cell is not under]
    return add_row(state.wiki, table.index, own, after=after)


def _last_line(grid: Sequence[Sequence[Cell | None]], row: PlayerRow) -> int:
    """The last line that a player's cell covers."""
    _, line, column = _in_grid(row)
    cell = grid[line][column]
    while line + 1 < len(grid) and grid[line + 1][column] is cell:
        line += 1
    return line


def _in_grid(row: PlayerRow) -> tuple[int, int, int]:
    """The table of a row, and its line and column there."""
    _, _, table, line, column = row.place
    assert table is not None and line is not None and column is not None  # noqa: S101 - rows are read from tables alone
    return table, line, column


def _removed(state: GameState, change: RemoveRow, reread: Reread) -> str:
    before = state.wiki.source
    while (row := next(_to_remove(state, change), None)) is not None:
        state = reread(_without(state, row))
    if state.wiki.source == before:
        if change.copies and _rows_of(state.rows, change.name):
            raise ValueError(f"the rows of {change.name} are not written alike, so one of them has to be removed by hand")
        raise ValueError(f"there is no row of {change.name} to remove")
    return state.wiki.source


def _to_remove(state: GameState, change: RemoveRow) -> Iterator[PlayerRow]:
    seen: set[tuple[int | None, tuple[str | None, ...]]] = set()
    for row in _rows_of(state.rows, change.name):
        if row.own and not row.idle:
            # A note or a reference in one of them would be lost.
            says = (row.place.table, tuple(None if cell is None else _written(state, cell) for cell in _line(state, row)))
            if not change.copies or says in seen:
                yield row
            seen.add(says)


def _line(state: GameState, row: PlayerRow) -> Sequence[Cell | None]:
    table, line, _ = _in_grid(row)
    return state.wiki.tables[table].grid[line]


def _without(state: GameState, row: PlayerRow) -> str:
    """The page without a row."""
    table, line, _ = _in_grid(row)
    if _last_line(state.wiki.tables[table].grid, row) != line:
        raise ValueError(f"{row.text} has several lines in the table, which have to be changed by hand")
    return remove_row(state.wiki, table, line)


def _moved(state: GameState, change: MoveRow, reread: Reread) -> str:
    rows = [row for row in _rows_of(state.rows, change.name) if row.own and row.idle != change.idle]
    targets = tables_of(state, idle=change.idle)
    where = "idle" if change.idle else "active"
    if len(rows) != 1 or len(targets) != 1:
        raise ValueError(
            f"{change.name} has {len(rows)} rows to move and the page {len(targets)} tables of {where} players to move them to"
        )
    (row,), ((target, others),) = rows, targets
    if _rows_of(others, change.name):
        raise ValueError(f"{change.name} has a row among the {where} players already")
    source = next(table for table in state.tables if table.index == row.place.table)
    cells = {_called(column): cell for column, cell in zip(source.columns, _line(state, row), strict=True)}
    lost = [column.name for column in source.columns if _called(column) not in {_called(column) for column in target.columns}]
    if lost:
        raise ValueError(f"the table of {where} players has no column “{lost[0]}”")
    texts: list[str | Copied] = []
    for column in target.columns:
        cell = cells.get(_called(column))
        texts.append(_starting(state, column, change.name) if cell is None else _copied(state, cell))
    after = reread(_inserted(state, target, others, change.name, texts))
    left = [other for other in _rows_of(after.rows, change.name) if other.own and other.idle != change.idle]
    if len(left) != 1:
        raise ValueError(f"with a row of {change.name} among the {where} players the page is read otherwise: it has to be moved by hand")
    return _without(after, left[0])


def _called(column: Column) -> str:
    """The key by which a column is found in another table of the same players."""
    if column.role is Role.PLAYER:
        return ""
    return f"= {column.match.variable.name}" if column.match is not None and not column.match.part else column.name.casefold()


def _copied(state: GameState, cell: Cell) -> Copied:
    if cell.rowspan > 1 or cell.colspan > 1 or cell.tables:
        raise ValueError("the row has a cell that covers others, or a table of its own: it has to be moved by hand")
    return Copied(_written(state, cell), cell.text)


def _written(state: GameState, cell: Cell) -> str:
    """The source of a cell, with the comments behind it."""
    notes = {note.start: note.end for note in state.wiki.notes}
    source, end = state.wiki.source, cell.end
    while (note := notes.get(_BLANKS.match(source, end).end())) is not None:  # type: ignore[union-attr]
        end = note
    return source[cell.start : end]


def nothing_in(column: Iterable[TrackedEntry]) -> str:
    """How a column writes no value: its most frequent blank text, else ""."""
    nothing = (entry for entry in column if entry.typed.kind is ValueKind.NONE or entry.typed.value == ())
    # Struck-out text is blank too, but would not be if it were written again.
    blanks = Counter(entry.text for entry in nothing if is_blank(entry.text))
    return blanks.most_common(1)[0][0] if blanks else ""
