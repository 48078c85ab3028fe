"""Tables as a browser builds them from the tags that wikitext and HTML give it.

Wikitext can put a cell where HTML has no place for one: outside of rows, after a caption, in a table within
a table. This module follows the HTML standard (WHATWG, section "Tree construction", insertion modes "in table",
"in table body", "in row", "in cell" and "in caption").
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from parsers.wiki.markup import Tag

__all__ = ["Builder", "RawCell", "RawRow", "RawTable", "TooMuchError"]

_MOST_ITEMS = 250_000
_TAGS = frozenset({"table", "tr", "td", "th", "caption"})

Part = tuple[int, int] | int


class TooMuchError(Exception):
    """The page holds more cells than are read; ``place`` is where reading ended."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class _In(IntEnum):
    """Where in a table the next tag or text comes to stand."""

    TABLE = 0
    CAPTION = 1
    BODY = 2
    ROW = 3
    CELL = 4


@dataclass(slots=True)
class RawCell:
    """A cell or caption: where its mark and its content are in the rendered text.

    ``parts`` are the stretches of the rendered text that belong to its text and the numbers of the tables in between.
    """

    mark: int
    header: bool
    attributes: str
    start: int
    end: int
    html: bool = False
    parts: list[Part] = field(default_factory=list)


@dataclass(slots=True)
class RawRow:
    """A row; ``group`` is the number of its row group, which no span leaves."""

    start: int
    end: int
    group: int
    html: bool
    cells: list[RawCell] = field(default_factory=list)


@dataclass(slots=True)
class RawTable:
    """A table; ``parent`` is the number of the table it stands in."""

    start: int
    end: int
    parent: int | None
    html: bool
    closed: bool = True
    captions: list[RawCell] = field(default_factory=list)
    rows: list[RawRow] = field(default_factory=list)


@dataclass(slots=True)
class _Frame:
    number: int
    table: RawTable
    sink: list[Part]
    holder: RawCell | None
    state: _In = _In.TABLE
    groups: int = 0
    cell: RawCell | None = None
    row: RawRow | None = None


class Builder:
    """Takes tags and text from left to right. All places are places in the rendered text."""

    def __init__(self, tags: list[Tag]) -> None:
        self.tables: list[RawTable] = []
        self.outside: list[Part] = []
        self.strays: list[tuple[int, int]] = []
        self._frames: list[_Frame] = []
        self._tags = [tag for tag in tags if tag.name in _TAGS]
        self._next_tag = 0
        self._items = 0

    def text(self, start: int, end: int) -> None:
        """Text, with the tags in it."""
        tags = self._tags
        while self._next_tag < len(tags) and tags[self._next_tag].start < end:
            tag = tags[self._next_tag]
            self._next_tag += 1
            if tag.start >= start:
                self._plain(start, tag.start)
                self._tag(tag)
                start = tag.end
        self._plain(start, end)

    def _tag(self, tag: Tag) -> None:
        """What a tag of HTML opens or closes."""
        cell = RawCell(tag.start, tag.name == "th", tag.attributes, tag.end, tag.end, html=True)
        match tag.name, tag.closes:
            case "table", True:
                self.end_table(tag.start, tag.end)
            case "table", False:
                self.start_table(tag.start, tag.end, html=True)
            case "tr", True:
                self.end_row(tag.end)
            case "tr", False:
                self.start_row(tag.start, html=True)
            case "caption", True:
                self.end_caption(tag.end)
            case "caption", False:
                self.start_caption(cell)
            case _, True:
                self.end_cell(tag.end, header=cell.header)
            case _:
                self.start_cell(cell)

    def _plain(self, start: int, end: int) -> None:
        if start >= end:
            return
        if not self._frames:
            _append(self.outside, start, end)
            return
        frame = self._frames[-1]
        if frame.cell is not None:
            _append(frame.cell.parts, start, end)
            frame.cell.end = end
        else:
            _append(frame.sink, start, end)
            self.strays.append((start, end))

    def start_table(self, start: int, end: int, *, html: bool = False) -> None:
        """A table begins; ``end`` is where its opening mark is over."""
        frame = self._frames[-1] if self._frames else None
        if frame is not None and frame.cell is None:
            self.end_table(start, start)
            frame = self._frames[-1] if self._frames else None
        self._count(start)
        holder = frame.cell if frame is not None else None
        table = RawTable(start, end, frame.number if frame is not None else None, html)
        sink = holder.parts if holder is not None else self.outside
        self._frames.append(_Frame(len(self.tables), table, sink, holder))
        self.tables.append(table)

    def end_table(self, start: int, end: int, *, closed: bool = True) -> None:
        """The innermost table is over; ``start`` to ``end`` is its closing mark."""
        if not self._frames:
            return
        frame = self._frames[-1]
        self._leave(frame, _In.TABLE, start)
        self._frames.pop()
        frame.table.end = end
        frame.table.closed = closed
        frame.sink.append(frame.number)
        if frame.holder is not None:
            frame.holder.end = end

    def start_row(self, start: int, *, html: bool = False) -> None:
        """A row begins."""
        if not self._frames:
            return
        frame = self._frames[-1]
        self._leave(frame, _In.BODY, start)
        self._open_row(frame, start, html=html)

    def end_row(self, place: int) -> None:
        """A row is over."""
        if self._frames and self._frames[-1].row is not None:
            self._leave(self._frames[-1], _In.BODY, place)

    def start_cell(self, cell: RawCell) -> None:
        """A cell begins."""
        if not self._frames:
            return
        self._count(cell.mark)
        frame = self._frames[-1]
        row = frame.row
        if row is None:
            self._leave(frame, _In.ROW, cell.mark)
            row = self._open_row(frame, cell.mark, html=cell.html)
        row.cells.append(cell)
        frame.cell = cell
        frame.state = _In.CELL

    def end_cell(self, place: int, *, header: bool) -> None:
        """A cell of that kind is over, if the open cell is one."""
        if self._frames:
            frame = self._frames[-1]
            if frame.state is _In.CELL and frame.cell is not None and frame.cell.header == header:
                self._leave(frame, _In.ROW, place)

    def start_caption(self, cell: RawCell) -> None:
        """A caption begins."""
        if not self._frames:
            return
        self._count(cell.mark)
        frame = self._frames[-1]
        self._leave(frame, _In.TABLE, cell.mark)
        frame.table.captions.append(cell)
        frame.cell = cell
        frame.state = _In.CAPTION

    def end_caption(self, place: int) -> None:
        """A caption is over, if one is open."""
        if self._frames and self._frames[-1].state is _In.CAPTION:
            self._leave(self._frames[-1], _In.TABLE, place)

    def row_stops(self, place: int) -> None:
        """The line of the next row begins: what follows is no part of the open row's lines."""
        if self._frames and self._frames[-1].table.rows:
            row = self._frames[-1].table.rows[-1]
            row.end = row.end if row.end >= 0 else max(row.start, place)

    @property
    def in_html(self) -> bool:
        """Whether the innermost table is written in HTML."""
        return bool(self._frames) and self._frames[-1].table.html

    def stop(self, place: int) -> None:
        """Nothing more is read: whatever is open ends here."""
        while self._frames:
            self.end_table(place, place, closed=False)

    def _count(self, place: int) -> None:
        self._items += 1
        if self._items > _MOST_ITEMS:
            raise TooMuchError(place)

    def _leave(self, frame: _Frame, state: _In, place: int) -> None:
        """Close what is open in a table, down to a state."""
        if frame.state is _In.CAPTION or (frame.state is _In.CELL and state < _In.CELL):
            frame.cell = None
            frame.state = _In.TABLE if frame.state is _In.CAPTION else _In.ROW
        if frame.row is not None and state < _In.ROW:
            if frame.row.html:
                frame.row.end = max(frame.row.start, place)
            frame.row = None
            frame.state = _In.BODY
        if frame.state is _In.BODY and state < _In.BODY:
            frame.state = _In.TABLE

    def _open_row(self, frame: _Frame, place: int, *, html: bool) -> RawRow:
        """Begin a row, and a row group around it if none is open."""
        self._count(place)
        if frame.state is _In.TABLE:
            frame.groups += 1
        frame.row = RawRow(place, -1, frame.groups, html)
        frame.table.rows.append(frame.row)
        frame.state = _In.ROW
        return frame.row


def _append(parts: list[Part], start: int, end: int) -> None:
    last = parts[-1] if parts else None
    if isinstance(last, tuple) and last[1] == start:
        parts[-1] = (last[0], end)
    else:
        parts.append((start, end))
