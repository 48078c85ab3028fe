"""Read the wikitext tables of rendered text: their lines, then their cells laid out in grids, with
texts and places in the source.

Lines are read like ``Parser::handleTables`` of MediaWiki 1.39 and shown like its output in a
browser: a line that begins with ``{|``, ``|}``, ``|-``, ``|+``, ``|`` or ``!`` is markup, any other
is text. HTML tables are not read (:data:`TABLE_TAGS`). Cells are laid out by the HTML standard
(WHATWG, section "Forming a table").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from parsers.patterns import later
from parsers.wiki.inline import read_spans
from parsers.wiki.rendered import OPAQUE, Rendered
from parsers.wiki.visible import visible_part, visible_parts
from parsers.wiki.wiki_model import Cell, Table, TableRow, UnreadMarkup

TABLE_TAGS = frozenset({"table", "tr", "td", "th", "caption"})
_BLANK = " \t\r"
_NO_ATTRIBUTES = later(rf"-*+(?!\s*\Z|\s+[A-Za-z]+\Z)[^={OPAQUE}]*\Z")
"""Text that MediaWiki drops behind ``|-``: ``7`` of ``|-7``, but not ``style="…"`` or ``nowrap``.
"""
_OPENS = later(r"^[ \t\r]*+:*+[ \t\r]*+\{\|", re.MULTILINE)

Part = tuple[int, int] | int


@dataclass(slots=True)
class RawCell:
    """A cell or caption: the place of its mark (-1: none), its content, and in ``parts`` the
    stretches of the content and the numbers of the tables between them.
    """

    mark: int
    header: bool
    attributes: str
    start: int
    end: int
    parts: list[Part] = field(default_factory=list)


@dataclass(slots=True)
class RawRow:
    """A row; ``group`` is the number of its row group, which no span leaves; ``end`` is -1 for the
    end of the page.
    """

    start: int
    group: int
    end: int = -1
    cells: list[RawCell] = field(default_factory=list)


@dataclass(slots=True)
class RawTable:
    """A table in the table ``parent``: the parts (and the cell) that contain it, its rows, and the
    row and cell that are open while it is read.
    """

    number: int
    start: int
    end: int
    parent: int | None
    around: list[Part]
    holder: RawCell | None
    closed: bool = True
    captions: list[RawCell] = field(default_factory=list)
    rows: list[RawRow] = field(default_factory=list)
    row: RawRow | None = None
    cell: RawCell | None = None
    row_start: int = -1
    any_row: bool = False


class TableLines:
    """The tables, the text ``outside``, the texts between cells (``strays``) and the tables there
    (``misplaced``), which a browser moves, and the ``row_marks`` that look like cells.
    """

    def __init__(self, mask: str, rendered: Rendered) -> None:
        """Read the tables. ``mask`` is the rendered text with each ``|`` and ``!`` covered that
        separates nothing.
        """
        self.tables: list[RawTable] = []
        self.outside: list[Part] = []
        self.strays: list[tuple[int, int]] = []
        self.misplaced: list[int] = []
        self.row_marks: list[tuple[int, int]] = []
        self._mask = mask
        self._rendered = rendered
        self._open: list[RawTable] = []
        place, length = 0, len(mask)
        while place <= length:
            if not self._open:
                mark = mask.find("{|", place)
                match = (
                    _OPENS.search(mask, max(place, mask.rfind("\n", 0, mark) + 1))
                    if mark >= 0
                    else None
                )
                if match is None:
                    self._text(place, length)
                    break
                self._text(place, match.start())
                place = match.start()
            end = mask.find("\n", place)
            end = length if end < 0 else end
            self._line(place, end)
            place = end + 1
        for opened in self._open:
            self._fill(opened, length)
        while self._open:
            self._end_table(length, closed=False)

    def _line(self, place: int, end: int) -> None:
        line = self._mask[place:end].strip(_BLANK)
        first, second = line[:1], line[1:2]
        if first in {"{", ":"} and (opening := _OPENS.match(self._mask, place)) is not None:
            self._start_table(place, opening.end())
            return
        top = self._open[-1]
        if first not in {"|", "!"}:
            # This text includes the line end before it, so that a cell's text is one piece.
            self._text(max(place - 1, 0), end)
            return
        mark = self._mask.index(first, place)
        if first == "|" and second in {"}", "-"}:
            if top.rows and top.rows[-1].end < 0:
                top.rows[-1].end = max(top.rows[-1].start, place)
            if second == "-":
                if _NO_ATTRIBUTES.match(line, 2):
                    self.row_marks.append((mark, mark + len(line)))
                top.row = top.cell = None
                top.any_row, top.row_start = True, place
                return
            self._fill(top, mark)
            self._end_table(mark + 2, closed=True)
            self._text(mark + 2, end)
        else:
            self._cells(place, mark, end, is_caption=first == "|" and second == "+")

    def _cells(self, place: int, mark: int, end: int, *, is_caption: bool) -> None:
        top = self._open[-1]
        start = mark + (2 if is_caption else 1)
        header = self._mask[mark] == "!"
        content = self._mask[start:end]
        for piece in (content.replace("!!", "||") if header else content).split("||"):
            stop = start + len(piece)
            bar = piece.find("|")
            attributes = ""
            if bar >= 0 and "[[" not in (head := piece[:bar]) and "-{" not in head:
                attributes = self._rendered.unmasked(start, start + bar)
                start += bar + 1
            top.cell = cell = RawCell(mark, header, attributes, start, start)
            if is_caption:
                top.row = None
                top.captions.append(cell)
            else:
                self._row(top, place).cells.append(cell)
            self._text(start, stop)
            mark, start = stop, stop + 2

    def _row(self, top: RawTable, place: int) -> RawRow:
        """Return the open row, or a new one; captions divide groups of rows."""
        if top.row is None:
            top.row = RawRow(place if top.row_start < 0 else top.row_start, len(top.captions))
            top.rows.append(top.row)
            top.row_start, top.any_row = -1, True
        return top.row

    def _text(self, start: int, end: int) -> None:
        if start >= end:
            return
        top = self._open[-1] if self._open else None
        if top is None:
            _append(self.outside, start, end)
        elif top.cell is not None:
            _append(top.cell.parts, start, end)
            top.cell.end = end
        else:
            _append(top.around, start, end)
            self.strays.append((start, end))

    def _start_table(self, start: int, end: int) -> None:
        outer = self._open[-1] if self._open else None
        holder, around = (outer.cell, outer.around) if outer is not None else (None, self.outside)
        if holder is not None:
            around = holder.parts
        elif outer is not None:
            self.misplaced.append(start)
        table = RawTable(
            len(self.tables), start, end, None if outer is None else outer.number, around, holder
        )
        self._open.append(table)
        self.tables.append(table)

    def _fill(self, opened: RawTable, place: int) -> None:
        """A table without any row has an empty cell."""
        if not opened.any_row:
            self._row(opened, place).cells.append(RawCell(-1, False, "", place, place))

    def _end_table(self, end: int, *, closed: bool) -> None:
        opened = self._open.pop()
        opened.end, opened.closed = end, closed
        opened.around.append(opened.number)
        if opened.holder is not None:
            opened.holder.end = end


def _append(parts: list[Part], start: int, end: int) -> None:
    last = parts[-1] if parts else None
    if isinstance(last, tuple) and last[1] == start:
        parts[-1] = (last[0], end)
    else:
        parts.append((start, end))


# Grids

_MOST_PLACES = 1_000_000
_FREE_PLACES = 20_000
_PLACES_OF_CELL = 10
"""A page's tables may have this many places for each written cell, and ``_FREE_PLACES`` more."""

Grid = tuple[tuple[Cell | None, ...], ...]
_Line = list[Cell | None]


def read_tables(
    rendered: Rendered, lines: TableLines
) -> tuple[tuple[Table, ...], list[UnreadMarkup]]:
    """Return the tables in the order of their starts, and their unread parts."""
    written = sum(len(row.cells) for raw in lines.tables for row in raw.rows)
    room = min(_MOST_PLACES, _FREE_PLACES + _PLACES_OF_CELL * written)
    tables: list[Table] = []
    unread: list[UnreadMarkup] = []
    for raw in lines.tables:
        table = _table(rendered, raw, room)
        room -= sum(map(len, table.grid))
        tables.append(table)
        whys = []
        if len(table.grid) < len(raw.rows):
            whys.append(
                f"spans make the table too large: only {len(table.grid)} of its rows are read"
            )
        if not raw.closed:
            whys.append("the table is not closed: everything after it is in its last cell")
        unread += [UnreadMarkup(table.start, table.end, why) for why in whys]
    return tuple(tables), unread


def _table(rendered: Rendered, raw: RawTable, room: int) -> Table:
    left = [1] * len(raw.rows)
    for i in range(len(left) - 2, -1, -1):
        if raw.rows[i].group == raw.rows[i + 1].group:
            left[i] += left[i + 1]
    grid = _laid_out(
        [
            [_cell(rendered, cell, below) for cell in row.cells]
            for row, below in zip(raw.rows, left, strict=True)
        ],
        room,
    )
    return Table(
        grid,
        tuple(_row(rendered, row) for row in raw.rows[: len(grid)]),
        tuple(
            visible_parts(rendered, caption.parts or [(caption.start, caption.end)])
            for caption in raw.captions
        ),
        _header_rows(grid),
        rendered.start_of(raw.start),
        rendered.end_of(raw.end),
        raw.parent,
        raw.closed,
    )


def _cell(rendered: Rendered, raw: RawCell, left: int) -> Cell:
    """Return a cell; ``left`` is the number of rows of its group from its row on."""
    rows, columns = read_spans(raw.attributes)
    content = rendered.text[raw.start : raw.end]
    stripped = content.strip()
    # An empty cell's place is behind its first space, if there is one.
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
    """Count the header rows at the top: rows of header cells only, and the row below a header that
    spans several columns.
    """
    for i, row in enumerate(grid):
        cells = [cell for cell in row if cell is not None]
        above = grid[i - 1] if i else ()
        reaches_down = any(cell and cell.header and cell.rowspan > 1 for cell in above)
        if not cells or not all(
            cell.header or (reaches_down and _is_wide_header(above[c]))
            for c, cell in enumerate(row)
            if cell is not None
        ):
            return i
    return len(grid)


def _is_wide_header(cell: Cell | None) -> bool:
    return cell is not None and cell.header and cell.colspan > 1


def _laid_out(rows: Sequence[Sequence[Cell]], most: int) -> Grid:
    """Lay the cells out in rows of the same length. A later cell replaces an earlier one at the
    same place; rows beyond ``most`` places are left out.
    """
    grid: list[_Line] = []
    falling: list[tuple[Cell, int, int]] = []
    """Cells that span rows, each with its first column and the number of further rows."""
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
