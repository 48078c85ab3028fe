"""The grid of a table: every span repeated into each place it covers, as browsers lay tables out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parsers.wiki.model import Cell

__all__ = ["lay_out"]

_Line = list[Cell | None]


class _Falling(NamedTuple):
    """A cell that reaches down: the columns it covers, and how many more rows."""

    cell: Cell
    start: int
    end: int
    rows: int


def lay_out(rows: Sequence[Sequence[Cell]], most: int) -> tuple[tuple[Cell | None, ...], ...]:
    """The cells of each row in their places, rows equally long.

    Where two cells claim a place, the later has it. No more than ``most`` places are filled; rows that find no
    room are left out.
    """
    grid: list[_Line] = []
    falling: list[_Falling] = []
    width = used = 0
    for row in rows:
        used += sum(span.end - span.start for span in falling)
        if used > most:
            break
        line: _Line = []
        for span in falling:
            _fill(line, span.start, span.end, span.cell)
        falling = [span._replace(rows=span.rows - 1) for span in falling if span.rows > 1]
        used = _place(row, line, falling, used, most)
        if used > most:
            break
        width = max(width, len(line))
        grid.append(line)
    fitting = grid[: most // width] if width else grid
    return tuple((*line, *([None] * (width - len(line)))) for line in fitting)


def _place(row: Sequence[Cell], line: _Line, falling: list[_Falling], used: int, most: int) -> int:
    """Put the cells of a row into the places that are free; the number of places used so far."""
    column = 0
    for cell in row:
        while column < len(line) and line[column] is not None:
            column += 1
        used += cell.colspan
        if used > most:
            break
        end = column + cell.colspan
        _fill(line, column, end, cell)
        if cell.rowspan > 1:
            falling.append(_Falling(cell, column, end, cell.rowspan - 1))
        column = end
    return used


def _fill(line: _Line, start: int, end: int, cell: Cell) -> None:
    if len(line) < end:
        line.extend([None] * (end - len(line)))
    line[start:end] = [cell] * (end - start)
