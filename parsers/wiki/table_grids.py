"""Raw tables to the tables of a page: grids, texts, and places in the source.

Cells are laid out as the HTML standard says (WHATWG, section "Forming a table").
"""

from __future__ import annotations

from collections.abc import Sequence

from parsers.wiki.html_tags import read_spans
from parsers.wiki.rendered import Rendered
from parsers.wiki.table_lines import RawCell, RawRow, RawTable, TableLines
from parsers.wiki.visible import visible_part, visible_parts
from parsers.wiki.wiki_model import Cell, Table, TableRow, UnreadMarkup

_MOST_PLACES = 1_000_000

Grid = tuple[tuple[Cell | None, ...], ...]
_Line = list[Cell | None]


def read_tables(rendered: Rendered, lines: TableLines) -> tuple[tuple[Table, ...], list[UnreadMarkup]]:
    """The tables in the order of their starts, and what of them was not read."""
    room = _MOST_PLACES
    tables: list[Table] = []
    unread: list[UnreadMarkup] = []
    for raw in lines.tables:
        table = _table(rendered, raw, room)
        room -= sum(map(len, table.grid))
        tables.append(table)
        whys = []
        if len(table.grid) < len(raw.rows):
            whys.append(f"spans make the table too large: only {len(table.grid)} of its rows are read")
        if not raw.closed:
            whys.append("the table is not closed: everything after it is in its last cell")
        unread += [UnreadMarkup(table.start, table.end, why) for why in whys]
    return tuple(tables), unread


def _table(rendered: Rendered, raw: RawTable, room: int) -> Table:
    left = [1] * len(raw.rows)
    for i in range(len(left) - 2, -1, -1):
        if raw.rows[i].group == raw.rows[i + 1].group:
            left[i] += left[i + 1]
    grid = _laid_out([[_cell(rendered, cell, below) for cell in row.cells] for row, below in zip(raw.rows, left, strict=True)], room)
    return Table(
        grid,
        tuple(_row(rendered, row) for row in raw.rows[: len(grid)]),
        tuple(visible_parts(rendered, caption.parts or [(caption.start, caption.end)]) for caption in raw.captions),
        _header_rows(grid),
        rendered.start_of(raw.start),
        rendered.end_of(raw.end),
        raw.parent,
        raw.closed,
    )


def _cell(rendered: Rendered, raw: RawCell, left: int) -> Cell:
    """The cell; ``left`` is how many rows its group has from its row on."""
    rows, columns = read_spans(raw.attributes)
    content = rendered.text[raw.start : raw.end]
    stripped = content.strip()
    # Without content behind the first blank, if there is one.
    start = raw.start + (content.index(stripped[0]) if stripped else content.startswith(" "))
    end = start + len(stripped)
    alone = raw.parts in ([], [(raw.start, raw.end)])
    place = rendered.start_of(start) if stripped else rendered.end_of(start)
    return Cell(
        visible_part(rendered, raw.start, raw.end) if alone else visible_parts(rendered, raw.parts),
        raw.header,
        place,
        rendered.end_of(end) if stripped else place,
        min(rows, left) if rows else left,
        columns,
        rendered.template_at(start, end),
        raw.mark < 0 or rendered.cuts(raw.start) or rendered.cuts(raw.end),
        tuple(part for part in raw.parts if isinstance(part, int)),
    )


def _row(rendered: Rendered, raw: RawRow) -> TableRow:
    end = raw.end if raw.end >= 0 else len(rendered.text)
    places = [raw.start, *(cell.mark for cell in raw.cells)]
    start, *marks = map(rendered.start_of, places)
    fixed = any(cell.mark < 0 for cell in raw.cells) or any(map(rendered.cuts, (*places, end)))
    return TableRow(start, max(start, rendered.end_of(end)), tuple(marks), fixed)


def _header_rows(grid: Grid) -> int:
    """How many rows at the top are headers: of header cells alone, or with letters below headers that span columns."""
    for i, row in enumerate(grid):
        cells = [cell for cell in row if cell is not None]
        if not cells or not all(cell.header or (i and _under_wide_header(grid, i, c)) for c, cell in enumerate(row) if cell is not None):
            return i
    return len(grid)


def _under_wide_header(grid: Grid, row: int, column: int) -> bool:
    above = grid[row - 1][column]
    is_wide = above is not None and above.header and above.colspan > 1
    return is_wide and any(cell is not None and cell.header and cell.rowspan > 1 for cell in grid[row - 1])


def _laid_out(rows: Sequence[Sequence[Cell]], most: int) -> Grid:
    """The cells of each row in their places, rows equally long.

    Where two cells claim a place, the later has it. No more than ``most`` places are filled; rows that find no room are left out.
    """
    grid: list[_Line] = []
    falling: list[tuple[Cell, int, int]] = []
    """Cells that reach down, each with its first column and how many more rows it covers."""
    width = used = 0
    for row in rows:
        used += sum(cell.colspan for cell, _, _ in falling)
        line: _Line = []
        for cell, column, _ in falling if used <= most else ():
            _fill(line, column, cell)
        falling = [(cell, column, left - 1) for cell, column, left in falling if left > 1]
        column = 0
        for cell in row:
            used += cell.colspan
            if used > most:
                break
            while column < len(line) and line[column] is not None:
                column += 1
            _fill(line, column, cell)
            if cell.rowspan > 1:
                falling.append((cell, column, cell.rowspan - 1))
            column += cell.colspan
        if used > most:
            break
        width = max(width, len(line))
        grid.append(line)
    fitting = grid[: most // width] if width else grid
    return tuple((*line, *([None] * (width - len(line)))) for line in fitting)


def _fill(line: _Line, start: int, cell: Cell) -> None:
    end = start + cell.colspan
    line.extend([None] * (end - len(line)))
    line[start:end] = [cell] * cell.colspan
