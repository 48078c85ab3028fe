"""The wikitext tables of rendered text, read as ``Parser::handleTables`` of MediaWiki 1.39 does and a browser shows its output.

A line that begins with ``{|``, ``|}``, ``|-``, ``|+``, ``|`` or ``!`` is markup, every other text. All places are places in
the rendered text. Tables in HTML are not read (:data:`TABLE_TAGS`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parsers.patterns import later
from parsers.wiki.rendered import Rendered

TABLE_TAGS = frozenset({"table", "tr", "td", "th", "caption"})
_BLANK = " \t\r"
_OPENS = later(r"^[ \t\r]*+:*+[ \t\r]*+\{\|", re.MULTILINE)

Part = tuple[int, int] | int


@dataclass(slots=True)
class RawCell:
    """A cell or caption: its mark (-1: none), its content, and in ``parts`` the stretches of that and the numbers of tables in between."""

    mark: int
    header: bool
    attributes: str
    start: int
    end: int
    parts: list[Part] = field(default_factory=list)


@dataclass(slots=True)
class RawRow:
    """A row; ``group`` is the number of its row group, which no span leaves; ``end`` is -1 for the end of the page."""

    start: int
    group: int
    end: int = -1
    cells: list[RawCell] = field(default_factory=list)


@dataclass(slots=True)
class RawTable:
    """A table; ``parent`` is the number of the table it stands in."""

    start: int
    end: int
    parent: int | None
    closed: bool = True
    captions: list[RawCell] = field(default_factory=list)
    rows: list[RawRow] = field(default_factory=list)


@dataclass(slots=True)
class _OpenTable:
    """A table that is not closed yet: the list of parts it stands in, and which of its rows and cells are open."""

    number: int
    table: RawTable
    around: list[Part]
    holder: RawCell | None
    row: RawRow | None = None
    cell: RawCell | None = None
    row_start: int = -1
    any_row: bool = False


class TableLines:
    """The tables of a page in the order in which they begin, and the text ``outside`` of them.

    ``strays`` is text between the cells of a table, ``misplaced`` the starts of tables there, which a browser shows otherwise.
    """

    def __init__(self, mask: str, rendered: Rendered) -> None:
        """Read the tables. ``mask`` is the rendered text with everything covered that separates nothing."""
        self.tables: list[RawTable] = []
        self.outside: list[Part] = []
        self.strays: list[tuple[int, int]] = []
        self.misplaced: list[int] = []
        self._mask = mask
        self._rendered = rendered
        self._open: list[_OpenTable] = []
        place, length = 0, len(mask)
        while place <= length:
            if not self._open:
                mark = mask.find("{|", place)
                match = _OPENS.search(mask, max(place, mask.rfind("\n", 0, mark) + 1)) if mark >= 0 else None
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
            # The end of the line before belongs to this text, so that the text of a cell is in one piece.
            self._text(max(place - 1, 0), end)
            return
        mark = self._mask.index(first, place)
        if first == "|" and second in {"}", "-"}:
            if top.table.rows and top.table.rows[-1].end < 0:
                top.table.rows[-1].end = max(top.table.rows[-1].start, place)
            if second == "-":
                top.row = top.cell = None
                top.any_row, top.row_start = True, place
                return
            self._fill(top, mark)
            self._end_table(mark + 2, closed=True)
            self._text(mark + 2, end)
        else:
            self._cells(place, mark, end, is_caption=first == "|" and second == "+")

    def _cells(self, place: int, mark: int, end: int, *, is_caption: bool) -> None:
        """The cells, or captions, of one line."""
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
                top.table.captions.append(cell)
            else:
                self._row(top, place).cells.append(cell)
            self._text(start, stop)
            mark, start = stop, stop + 2

    def _row(self, top: _OpenTable, place: int) -> RawRow:
        """The open row, or a new one; captions divide groups of rows."""
        if top.row is None:
            top.row = RawRow(place if top.row_start < 0 else top.row_start, len(top.table.captions))
            top.table.rows.append(top.row)
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
        table = RawTable(start, end, outer.number if outer is not None else None)
        self._open.append(_OpenTable(len(self.tables), table, around, holder))
        self.tables.append(table)

    def _fill(self, opened: _OpenTable, place: int) -> None:
        """A table without any row has an empty cell."""
        if not opened.any_row:
            self._row(opened, place).cells.append(RawCell(-1, False, "", place, place))

    def _end_table(self, end: int, *, closed: bool) -> None:
        opened = self._open.pop()
        opened.table.end, opened.table.closed = end, closed
        opened.around.append(opened.number)
        if opened.holder is not None:
            opened.holder.end = end


def _append(parts: list[Part], start: int, end: int) -> None:
    last = parts[-1] if parts else None
    if isinstance(last, tuple) and last[1] == start:
        parts[-1] = (last[0], end)
    else:
        parts.append((start, end))
