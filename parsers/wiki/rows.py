"""Adding rows to a table and removing them, where no cell spans over the rows around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parsers.wiki.edit import Shown, checked, shown_tables, table_at
from parsers.wiki.escape import as_wikitext
from parsers.wiki.model import Cell, Table, TableRow, WikiPage
from parsers.wiki.visible import tidy


class Copied(NamedTuple):
    """The content of another cell: its wikitext as it stands there, and what it shows."""

    source: str
    text: str


_SPANNED = "a cell covers this row and another"


def add_row(page: WikiPage, table: int, texts: Sequence[str | Copied], *, after: int | None = None) -> str:
    """The page with a new row below row ``after`` (without it: below the last), in the style of the row above.

    ``texts`` are what its cells show, one for each column: text that never becomes markup, or what is copied from another cell.
    Raises ValueError, with one sentence, if that cannot be done without changing anything else.
    """
    old = table_at(page, table)
    after = len(old.grid) - 1 if after is None else after
    above = _row_at(old, after)
    if not old.closed and after == len(old.grid) - 1:
        raise ValueError("the table is not closed, so the end of its last row is unknown")
    line = old.grid[after]
    if after + 1 < len(old.grid) and set(_cells(line)).intersection(_cells(old.grid[after + 1])):
        raise ValueError(_SPANNED)
    if len(texts) != len(line):
        raise ValueError(f"the row needs {len(line)} texts, one for each of its own cells")
    own = _own(old, after)
    shown: list[Shown] = list(zip([_shows(text) for text in texts], _headers(own, len(texts)), strict=True))
    tables = shown_tables(page.tables)
    tables[table].insert(after + 1, shown)
    source = page.source
    return checked(page, source[: above.end] + _written(source, above, own, texts) + source[above.end :], tables, page.values)


def remove_row(page: WikiPage, table: int, row: int) -> str:
    """The page without a row.

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
    if len(_own(old, row)) < len(_cells(old.grid[row])) or any(cell.rowspan > 1 for cell in _own(old, row)):
        raise ValueError(_SPANNED)
    tables = shown_tables(page.tables)
    del tables[table][row]
    return checked(page, page.source[: gone.start] + page.source[gone.end :], tables, page.values)


def _row_at(table: Table, row: int) -> TableRow:
    if not 0 <= row < len(table.rows):
        raise ValueError("the table has no such row")
    if table.rows[row].fixed:
        raise ValueError("the row is not on the page itself")
    return table.rows[row]


def _cells(line: Sequence[Cell | None]) -> list[Cell]:
    """The cells of a line of a grid, each once."""
    return list(dict.fromkeys(cell for cell in line if cell is not None))


def _own(table: Table, row: int) -> list[Cell]:
    """The cells that begin in a row."""
    before = table.grid[row - 1] if row else ()
    return [cell for cell in _cells(table.grid[row]) if cell not in before]


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
