"""Tables as sheets: a name for every column and a record for every row, also of sideways tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parsers.gamestate.model import Place
from parsers.gamestate.names import DynastyWords, People, fold, label, parts
from parsers.wiki.model import Cell, Table

__all__ = ["Record", "TableSheet", "folded_headers", "is_repeated_header", "lay_sheet"]

_MOST_TEXTS = 300

Grid = Sequence[Sequence[Cell | None]]


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a sheet; ``number`` counts from 0 in the grid (of a sideways table: its columns)."""

    number: int
    cells: Sequence[Cell | None]


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table for reading: ``names`` of its columns, and its records below them."""

    index: int
    names: tuple[str, ...]
    records: tuple[Record, ...]
    sideways: bool = False

    def place(self, record: Record, column: int) -> Place:
        """Where the cell of a record stands."""
        cell = record.cells[column]
        start, end = (0, 0) if cell is None else (cell.start, cell.end)
        row, column = (column, record.number) if self.sideways else (record.number, column)
        return Place(start, end, self.index, row, column)

    def texts(self, column: int) -> list[str]:
        """The first texts of a column that are not blank."""
        cells = (record.cells[column] for record in self.records[:_MOST_TEXTS])
        return [cell.text for cell in cells if cell is not None and cell.text]


def lay_sheet(index: int, table: Table, people: People, words: DynastyWords, labels: frozenset[str]) -> TableSheet:
    """The table as a sheet. ``labels`` are the names of the game's own variables, as :func:`label` gives them.

    A table lies sideways where its headers stand in the first column, or players are its columns.
    """
    grid = table.grid
    if _lies_sideways(table, people, labels):
        turned: Grid = list(zip(*grid, strict=True))
        names = tuple(_text(cell) for cell in turned[0])
        return TableSheet(index, names, _records(turned, 1), sideways=True)
    if table.header_rows == 0 and grid and _is_header(grid[0], words):
        return TableSheet(index, tuple(_text(cell) for cell in grid[0]), _records(grid, 1))
    names = table.columns if table.header_rows else ("",) * (len(grid[0]) if grid else 0)
    return TableSheet(index, names, _records(grid, table.header_rows))


def _records(grid: Grid, first: int) -> tuple[Record, ...]:
    return tuple(Record(number, cells) for number, cells in enumerate(grid) if number >= first)


def _text(cell: Cell | None) -> str:
    return "" if cell is None else " ".join(cell.text.split())


def _lies_sideways(table: Table, people: People, labels: frozenset[str]) -> bool:
    grid = table.grid
    if not grid or len(grid[0]) < 2:
        return False
    if table.header_rows == 0:
        firsts = [row[0] for row in grid]
        if all(cell is not None and cell.header for cell in firsts):
            return not any(cell is not None and cell.header for row in grid for cell in row[1:])
        return len(grid[0]) == 2 and any(label(_text(cell)) in labels for cell in firsts)
    across = [name for name in map(_last, table.columns[1:]) if name]
    return len(across) > 1 and 2 * people.count(across) > len(across)


def _last(name: str) -> str:
    return name.rpartition(" / ")[2]


def _is_header(row: Sequence[Cell | None], words: DynastyWords) -> bool:
    """Whether a row of plain cells is the header: it has the word for a player."""
    return any(found and found[-1] in words.player for found in (parts(_text(cell)) for cell in row))


def folded_headers(sheet: TableSheet) -> list[str]:
    """The lowest header of each column, for :func:`is_repeated_header`."""
    return [fold(_last(name)) for name in sheet.names]


def is_repeated_header(record: Record, headers: Sequence[str]) -> bool:
    """Whether a row repeats the headers, as long tables do."""
    return all(cell is None or fold(cell.text) == header for cell, header in zip(record.cells, headers, strict=True))
