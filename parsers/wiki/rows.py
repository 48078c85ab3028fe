"""Adding rows to a table and removing them, with the spans around them kept right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from parsers.patterns import later
from parsers.wiki.edit import Shown, checked, shown_tables, table_at
from parsers.wiki.escape import as_wikitext
from parsers.wiki.model import Cell, Table, TableRow, WikiPage
from parsers.wiki.splice import spliced
from parsers.wiki.visible import tidy

__all__ = ["Copied", "add_row", "remove_row"]

_ROWSPAN = later(r"""(rowspan[ \t]*+=[ \t]*+["']?[ \t]*+)([0-9]{1,5})(?![0-9])""", re.IGNORECASE)
_Change = tuple[int, int, str]


class Copied(NamedTuple):
    """The content of another cell: its wikitext as it stands there, and what it shows."""

    source: str
    text: str


def add_row(page: WikiPage, table: int, texts: Sequence[str | Copied], *, after: int | None = None) -> str:
    """The page with a new row below row ``after`` (without it: below the last), in the style of the row above.

    ``texts`` are what its cells show, one for each column that no span from above covers: text that never becomes
    markup, or what is copied from another cell. A span is made longer if it also covers the row below. Raises
    ValueError, with one sentence, if that cannot be done without changing anything else.
    """
    old = table_at(page, table)
    after = len(old.grid) - 1 if after is None else after
    above = _row_at(old, after)
    if not old.closed and after == len(old.grid) - 1:
        raise ValueError("the table is not closed, so the end of its last row is unknown")
    spanning = _spanning(old, after)
    line = [cell for cell in old.grid[after] if cell is None or cell not in spanning]
    if len(texts) != len(line):
        raise ValueError(f"the row needs {len(line)} texts, one for each of its own cells")
    own = _own(old, after)
    changes = [_respanned(page, old, cell, 1) for cell in spanning]
    changes.append((above.end, above.end, _written(page.source, above, own, texts)))
    headers = _headers(own, len(texts))
    fresh = iter(zip([_shows(text) for text in texts], headers, strict=True))
    shown: list[Shown] = [(cell.text, cell.header) if cell is not None and cell in spanning else next(fresh) for cell in old.grid[after]]
    tables = shown_tables(page.tables)
    tables[table].insert(after + 1, shown)
    return checked(page, _changed(page.source, changes), tables, page.values)


def remove_row(page: WikiPage, table: int, row: int) -> str:
    """The page without a row. Spans over it are made shorter; a span that begins in it moves to the row below.

    Raises ValueError, with one sentence, if that cannot be done without changing anything else.
    """
    old = table_at(page, table)
    gone = _row_at(old, row)
    if len(old.grid) == 1:
        raise ValueError("it is the only row of the table")
    if not old.closed and row == len(old.grid) - 1:
        raise ValueError("the table is not closed, so the end of its last row is unknown")
    if any(cell.tables for cell in _own(old, row)):
        raise ValueError("the row holds a table of its own")
    above = [cell for cell in _cells(old.grid[row]) if row and cell in old.grid[row - 1]]
    changes = [_respanned(page, old, cell, -1) for cell in above]
    changes.append((gone.start, gone.end, ""))
    changes += [_moved(page, old, row, cell) for cell in _own(old, row) if cell.rowspan > 1]
    tables = shown_tables(page.tables)
    del tables[table][row]
    return checked(page, _changed(page.source, changes), tables, page.values)


def _row_at(table: Table, row: int) -> TableRow:
    if not 0 <= row < len(table.rows):
        raise ValueError("the table has no such row")
    if table.rows[row].fixed:
        raise ValueError("the row is written in HTML, or not on the page itself")
    return table.rows[row]


def _cells(line: Sequence[Cell | None]) -> list[Cell]:
    """The cells of a line of a grid, each once."""
    return list(dict.fromkeys(cell for cell in line if cell is not None))


def _own(table: Table, row: int) -> list[Cell]:
    """The cells that begin in a row."""
    before = table.grid[row - 1] if row else ()
    return [cell for cell in _cells(table.grid[row]) if cell not in before]


def _spanning(table: Table, row: int) -> list[Cell]:
    """The cells that cover both a row and the one below it."""
    below = table.grid[row + 1] if row + 1 < len(table.grid) else ()
    return [cell for cell in _cells(table.grid[row]) if cell in below]


def _mark(table: Table, cell: Cell) -> int:
    """Where the mark of a cell is: the last one before its content."""
    return max(mark for row in table.rows for mark in row.marks if mark < cell.start)


def _respanned(page: WikiPage, table: Table, cell: Cell, by: int) -> _Change:
    """The change that makes a cell cover more rows, or fewer."""
    mark = _mark(table, cell)
    found = list(_ROWSPAN.finditer(page.source, mark, cell.start))
    if cell.fixed or len(found) != 1 or int(found[0].group(2)) != cell.rowspan:
        raise ValueError("a cell over several rows does not say plainly over how many")
    start, end = found[0].span(2)
    return start, end, str(cell.rowspan + by)


def _moved(page: WikiPage, table: Table, row: int, cell: Cell) -> _Change:
    """The change that writes a cell into the row below the one it begins in, over one row fewer."""
    start, end, rows = _respanned(page, table, cell, -1)
    mark = _mark(table, cell)
    below = _row_at(table, row + 1)
    column = table.grid[row].index(cell)
    later = [i for i, other in enumerate(_own(table, row + 1)) if table.grid[row + 1].index(other) > column]
    place = below.marks[later[0]] if later else below.end
    line = page.source.rfind("\n", 0, place) + 1
    if page.source[line:place].strip(" \t"):
        raise ValueError("a cell over several rows would have to move into the middle of a line")
    stop = min((m for m in (*table.rows[row].marks, table.rows[row].end) if m > mark), default=cell.end)
    text = page.source[mark:start].lstrip("|!") + rows + page.source[end:stop].rstrip()
    return line, line, ("!" if cell.header else "|") + text + "\n"


def _headers(own: Sequence[Cell], count: int) -> list[bool]:
    """Which cells of a new row are headers: the same as in the row above, if it has as many."""
    return [cell.header for cell in own] if len(own) == count else [False] * count


def _shows(text: str | Copied) -> str:
    return text.text if isinstance(text, Copied) else tidy(text)


def _written(source: str, above: TableRow, own: Sequence[Cell], texts: Sequence[str | Copied]) -> str:
    """A row in the style of another."""
    first = above.marks[0]
    indent = source[source.rfind("\n", 0, first) + 1 : first]
    blank = " " if source[first + 1 : first + 2] in {" ", "\n", "|"} else ""
    headers = _headers(own, len(texts))
    second = [mark for mark in above.marks[1:2] if source[mark : mark + 2] in {"||", "!!"}]
    one_line = bool(second) and len(set(headers)) == 1
    gap = " " if second and source[second[0] - 1] == " " else ""
    out: list[str] = []
    for i, (text, header) in enumerate(zip(texts, headers, strict=True)):
        content = text.source if isinstance(text, Copied) else as_wikitext(text, header=header)
        lead = " " if content[:1] in {"-", "+", "}"} else blank
        mark = "!" if header else "|"
        opening = f"{gap}{mark * 2}" if i and one_line else f"\n{indent}{mark}"
        out.append(opening + lead + content if content else opening)
    return f"{indent}|-{''.join(out)}\n"


def _changed(source: str, changes: Sequence[_Change]) -> str:
    """The source with all changes made; of two in one place the earlier in the list comes first."""
    return spliced(source, sorted(changes, key=lambda change: change[:2]))
