"""Changing one cell or one value of a page, and nothing else.

Every function returns the new source of the page, after reading it again: if anything else changed, it raises a
ValueError instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from parsers.wiki.escape import as_wikitext
from parsers.wiki.model import HTML_TABLE, MISPLACED_TABLE, Cell, Table, Value, ValueForm, WikiPage
from parsers.wiki.page import read_page
from parsers.wiki.visible import tidy

Shown = tuple[str, bool] | None
"""What a grid shows in one place: a text and whether it is a header."""


def set_cell(page: WikiPage, table: int, row: int, column: int, text: str, *, whole_span: bool = False) -> str:
    """The page with another text in one cell; ``table``, ``row`` and ``column`` count from 0 as in ``page.tables``.

    ``text`` is what is to be seen; it never becomes markup. Comments in the cell stay. ``whole_span`` agrees to
    changing a cell that covers several places, and thereby all of them.
    Raises ValueError, with one sentence, if the cell cannot be changed without changing anything else.
    """
    cell = cell_at(page, table, row, column)
    if cell.fixed:
        raise ValueError("the cell is not on the page itself, but brought in by a template or left out of the text")
    if cell.tables:
        raise ValueError("the cell holds a table of its own")
    if any(cell.start <= section.start < cell.end for section in page.sections):
        raise ValueError("the cell holds a heading of the page")
    if not page.tables[table].closed and cell is page.tables[table].grid[-1][-1]:
        raise ValueError("the cell is the last of a table that is not closed, and holds what follows it on the page")
    if not whole_span and (cell.rowspan > 1 or cell.colspan > 1):
        raise ValueError(f"the cell covers {cell.rowspan} rows and {cell.colspan} columns, and all of them would change")
    source = page.source
    before, after = _around(page, cell)
    content = as_wikitext(text, header=cell.header, line_start=before == "\n")
    for note in page.notes:
        if cell.start < note.start and note.end < cell.end:
            content = f"{content} {source[note.start : note.end].strip()}"
    new = source[: cell.start] + _padded(content, before, after, empty=cell.start == cell.end) + source[cell.end :]
    wanted = shown_tables(page.tables)
    for lines, old in zip(wanted, page.tables, strict=True):
        for line, cells in zip(lines, old.grid, strict=True):
            for c, other in enumerate(cells):
                if other is cell:
                    line[c] = (tidy(text), cell.header)
    return checked(page, new, wanted, page.values)


def set_value(page: WikiPage, value: Value, text: str) -> str:
    """The page with another text for one of ``page.values``. Raises ValueError as :func:`set_cell` does."""
    if value not in page.values:
        raise ValueError("the value is not one of the page's")
    if value.fixed:
        raise ValueError("the value is not on the page itself, but brought in by a template")
    bold = value.form in {ValueForm.BOLD_VALUE, ValueForm.BOLD_LINE}
    content = as_wikitext(text, bold=bold, argument=value.form is ValueForm.PILL)
    if value.form is ValueForm.BOLD_VALUE and not content:
        raise ValueError("marks for bold with nothing between them would be other markup")
    source = page.source
    if value.start == value.end and source[value.start - 1] == ":":
        content = f" {content}"
    new = source[: value.start] + content + source[value.end :]
    values = [(v.label, tidy(text) if v is value or v == value else v.text) for v in page.values]
    return checked(page, new, shown_tables(page.tables), values)


def cell_at(page: WikiPage, table: int, row: int, column: int) -> Cell:
    """The cell in a place. Raises ValueError if there is none."""
    grid = table_at(page, table).grid
    cell = grid[row][column] if 0 <= row < len(grid) and 0 <= column < len(grid[row]) else None
    if cell is None:
        raise ValueError("there is no cell in that place")
    return cell


def table_at(page: WikiPage, table: int) -> Table:
    """A table of the page. Raises ValueError if there is none of that number."""
    if not 0 <= table < len(page.tables):
        raise ValueError("there is no table of that number on the page")
    return page.tables[table]


def _around(page: WikiPage, cell: Cell) -> tuple[str, str]:
    """The characters before and after the content of a cell, comments aside."""
    starts = {note.end: note.start for note in page.notes}
    ends = {note.start: note.end for note in page.notes}
    start, end = cell.start, cell.end
    while start in starts:
        start = starts[start]
    while end in ends:
        end = ends[end]
    return page.source[start - 1 : start], page.source[end : end + 1]


def _padded(content: str, before: str, after: str, *, empty: bool) -> str:
    """The content with the blanks it needs to stand between two characters; ``empty`` says that there was none before."""
    if not content:
        return " " if before in {"|", "!"} and after in {"|", "!"} else ""
    # Behind a tag too, for one that MediaWiki drops leaves the mark beside the content.
    lead = " " if (before in {"|", "!"} and empty) or (before in {"|", "!", ">"} and content[0] in "-+}") else ""
    tail = " " if empty and after in {"|", "!"} else ""
    return lead + content + tail


def shown_tables(tables: Sequence[Table]) -> list[list[list[Shown]]]:
    """What the grids of tables show."""
    return [[[None if cell is None else (cell.text, cell.header) for cell in row] for row in table.grid] for table in tables]


def checked(
    page: WikiPage,
    source: str,
    tables: list[list[list[Shown]]],
    values: Sequence[Value] | Sequence[tuple[str, str]],
) -> str:
    """The new source, if it reads as wanted. Raises ValueError if it does not."""
    if any(part.why in {HTML_TABLE, MISPLACED_TABLE} for part in page.unread):
        raise ValueError("the page has a table in HTML or one between the cells of another, beside which nothing is changed")
    new = read_page(source)
    wanted = [(v.label, v.text) if isinstance(v, Value) else v for v in values]
    same = (
        shown_tables(new.tables) == tables
        and [(v.label, v.text) for v in new.values] == wanted
        and [(s.title, s.level) for s in new.sections] == [(s.title, s.level) for s in page.sections]
        and [t.captions for t in new.tables] == [t.captions for t in page.tables]
    )
    if not same:
        raise ValueError("the change cannot be made without changing something else on the page")
    return source
