"""Raw tables to the tables of a page: grids, texts, and places in the source.

Cells are laid out as the HTML standard says (WHATWG, section "Forming a table").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parsers.wiki.builder import Builder, RawCell, RawRow, RawTable
from parsers.wiki.markup import spans
from parsers.wiki.model import Cell, Table, TableRow, UnreadMarkup
from parsers.wiki.rendered import Rendered
from parsers.wiki.visible import visible_part, visible_parts

__all__ = ["read_tables"]

_MOST_PLACES = 1_000_000

Grid = tuple[tuple[Cell | None, ...], ...]
_Line = list[Cell | None]


def read_tables(rendered: Rendered, builder: Builder, *, whole: bool) -> tuple[tuple[Table, ...], list[UnreadMarkup]]:
    """The tables in the order of their starts, and what of them was not read; ``whole`` says that the page was read to its end."""
    room = _MOST_PLACES
    # Most texts stand in a page again and again: one string for all that are equal.
    texts: dict[str, str] = {}
    tables: list[Table] = []
    unread: list[UnreadMarkup] = []
    for raw in builder.tables:
        table = _table(rendered, raw, room, texts)
        room -= sum(map(len, table.grid))
        tables.append(table)
        if len(table.grid) < len(raw.rows):
            unread.append(
                UnreadMarkup(table.start, table.end, f"spans make the table too large: only {len(table.grid)} of its rows are read")
            )
        if not raw.closed and whole:
            unread.append(UnreadMarkup(table.start, table.end, "the table is not closed: everything after it is in its last cell"))
    return tuple(tables), unread


def _table(rendered: Rendered, raw: RawTable, room: int, texts: dict[str, str]) -> Table:
    cells: list[list[Cell]] = []
    rows: list[TableRow] = []
    for row, left in zip(raw.rows, _rows_below([row.group for row in raw.rows]), strict=True):
        cells.append([_cell(rendered, cell, left, texts) for cell in row.cells])
        rows.append(_row(rendered, row))
        # A large page holds more of these than of anything else, and they are not used again.
        row.cells.clear()
    grid = _laid_out(cells, room)
    return Table(
        grid,
        tuple(rows[: len(grid)]),
        tuple(visible_parts(rendered, caption.parts or [(caption.start, caption.end)]) for caption in raw.captions),
        _header_rows(grid),
        rendered.start_of(raw.start),
        rendered.end_of(raw.end),
        raw.parent,
        raw.closed,
    )


def _rows_below(groups: list[int]) -> list[int]:
    """For each row, how many rows its group still has from it on."""
    left = [1] * len(groups)
    for i in range(len(groups) - 2, -1, -1):
        if groups[i] == groups[i + 1]:
            left[i] = left[i + 1] + 1
    return left


def _cell(rendered: Rendered, raw: RawCell, left: int, texts: dict[str, str]) -> Cell:
    """The cell; ``left`` is how many rows its group has from its row on."""
    rows, columns = spans(raw.attributes) if raw.attributes else (1, 1)
    rows = min(rows, left) if rows else left
    start, end = _trimmed(rendered.text, raw.start, raw.end)
    alone = raw.parts in ([], [(raw.start, raw.end)])
    text = visible_part(rendered, raw.start, raw.end) if alone else visible_parts(rendered, raw.parts)
    text = texts.setdefault(text, text)
    offset = rendered.offset(raw.start, raw.end)
    if offset is not None and alone:
        return Cell(text, raw.header, start + offset, end + offset, rows, columns, False, raw.mark < 0)
    place = rendered.start_of(start) if start < end else rendered.end_of(start)
    return Cell(
        text,
        raw.header,
        place,
        rendered.end_of(end) if start < end else place,
        rows,
        columns,
        rendered.template_at(start, end),
        raw.mark < 0 or rendered.cuts(raw.start) or rendered.cuts(raw.end),
        tuple(part for part in raw.parts if isinstance(part, int)),
    )


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Where content stands without surrounding blanks. Without content: behind the first blank, if there is one."""
    content = text[start:end]
    stripped = content.strip()
    if not stripped:
        start += text.startswith(" ", start)
        return start, start
    start += content.index(stripped[0])
    return start, start + len(stripped)


def _row(rendered: Rendered, raw: RawRow) -> TableRow:
    end = raw.end if raw.end >= 0 else len(rendered.text)
    html = raw.html or any(cell.html or cell.mark < 0 for cell in raw.cells)
    offset = rendered.offset(raw.start, end)
    if offset is not None:
        return TableRow(raw.start + offset, end + offset, tuple([cell.mark + offset for cell in raw.cells]), raw.group, html)
    places = [rendered.located(place) for place in (raw.start, *(cell.mark for cell in raw.cells))]
    cut = rendered.cuts(end) or any(inside for _, inside in places)
    start, *marks = (place for place, _ in places)
    return TableRow(start, max(start, rendered.end_of(end)), tuple(marks), raw.group, html or cut)


def _header_rows(grid: Grid) -> int:
    """How many rows at the top are headers: of header cells alone, or with letters below headers that span columns."""
    for i, row in enumerate(grid):
        cells = [cell for cell in row if cell is not None]
        if not cells or not all(cell.header or (i and _under_wide_header(grid, i, c)) for c, cell in enumerate(row) if cell is not None):
            return i
    return len(grid)


def _under_wide_header(grid: Grid, row: int, column: int) -> bool:
    above = grid[row - 1][column]
    return (
        above is not None
        and above.header
        and above.colspan > 1
        and any(c is not None and c.header and c.rowspan > 1 for c in grid[row - 1])
    )


class _Falling(NamedTuple):
    """A cell that reaches down: the columns it covers, and how many more rows."""

    cell: Cell
    start: int
    end: int
    rows: int


def _laid_out(rows: Sequence[Sequence[Cell]], most: int) -> Grid:
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
