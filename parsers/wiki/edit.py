"""Change one cell, row or value of a page, and nothing else.

Every function returns the page's new source after reading it again, and raises Refused if anything
else would change. A given text is shown literally, never as markup.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from parsers.patterns import later
from parsers.refusal import Refusal, Refused
from parsers.wiki.inline import FREE_LINK, decode
from parsers.wiki.visible import tidy
from parsers.wiki.wiki_model import (
    HTML_TABLE,
    MISPLACED_TABLE,
    Cell,
    Table,
    TableRow,
    Value,
    ValueForm,
    WikiPage,
)
from parsers.wiki.wiki_page import read_page

_Grid = list[list[tuple[str, bool] | None]]
"""The text in each place of a grid, and whether it is a header."""

_CONTROL = later(r"[\x00-\x08\x0b-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
_MARKUP = later(
    r"[|\t]|\{(?=\{)|(?<=[-{])\{|\}(?=\})|(?<=\})\}(?!\})|'(?=')|(?<=')'|<(?=[A-Za-z/!])|&(?=#|[A-Za-z0-9]+;)|~(?=~~)|_(?=_)"
    r"|\[(?=\[|//|[A-Za-z]+:)|(?<=\[)\[|\](?=\])|(?<=--)>",
)
_LINE_START = frozenset("*#:;=-+!|{} ")


class Copied(NamedTuple):
    """The content of another cell: its wikitext and its visible text."""

    source: str
    text: str


def set_cell(page: WikiPage, table: int, row: int, column: int, text: str) -> str:
    """The page with another text in one cell, counted from 0 as in ``page.tables``. Comments in the
    cell stay.
    """
    cell = page.tables[table].grid[row][column]
    if cell is None or cell.fixed:
        raise Refused(Refusal.NOT_ON_PAGE)
    if not page.tables[table].closed and cell is page.tables[table].grid[-1][-1]:
        raise Refused(Refusal.TABLE_NOT_CLOSED)
    if cell.rowspan > 1 or cell.colspan > 1:
        raise Refused(Refusal.CELL_SPANS)
    source = page.source
    before, after = _around(page, cell)
    content = as_wikitext(text, header=cell.header, line_start=before == "\n")
    for note in page.notes:
        if cell.start < note.start and note.end < cell.end:
            content = f"{content} {source[note.start : note.end].strip()}"
    wanted = _grids(page)
    wanted[table][row][column] = (tidy(text), cell.header)
    padded = _padded(content, before, after, empty=cell.start == cell.end)
    return _checked(page, source[: cell.start] + padded + source[cell.end :], wanted, _values(page))


def set_value(page: WikiPage, value: Value, text: str) -> str:
    """The page with another text for one of ``page.values``."""
    if value not in page.values:
        raise ValueError("the value is not one of the page's")
    if value.fixed:
        raise Refused(Refusal.NOT_ON_PAGE)
    bold = value.form in {ValueForm.BOLD_VALUE, ValueForm.BOLD_LINE}
    content = as_wikitext(text, bold=bold, argument=value.form is ValueForm.PILL)
    if value.form is ValueForm.BOLD_VALUE and not content:
        raise Refused(Refusal.BOLD_BLANK)
    source = page.source
    if value.start == value.end and source[value.start - 1] == ":":
        content = f" {content}"
    values = [(other.label, tidy(text) if other == value else other.text) for other in page.values]
    return _checked(
        page, source[: value.start] + content + source[value.end :], _grids(page), values
    )


def add_row(page: WikiPage, table: int, texts: Sequence[str | Copied], *, after: int) -> str:
    """The page with a new row below row ``after``, in the same style; ``texts`` are the visible
    texts of its cells, one for each column.
    """
    old = page.tables[table]
    above = _row_at(old, after)
    line = old.grid[after]
    if after + 1 < len(old.grid) and set(_cells(line)).intersection(_cells(old.grid[after + 1])):
        raise Refused(Refusal.CELL_SPANS)
    own = _own(old, after)
    headers = [cell.header for cell in own] if len(own) == len(texts) else [False] * len(texts)
    shown = [text.text if isinstance(text, Copied) else tidy(text) for text in texts]
    wanted = _grids(page)
    wanted[table].insert(after + 1, list(zip(shown, headers, strict=True)))
    source = page.source
    return _checked(
        page,
        source[: above.end] + _row(source, above, headers, texts) + source[above.end :],
        wanted,
        _values(page),
    )


def remove_row(page: WikiPage, table: int, row: int) -> str:
    """The page without a row."""
    old = page.tables[table]
    if len(old.grid) == 1:
        raise Refused(Refusal.ONLY_ROW)
    gone, own = _row_at(old, row), _own(old, row)
    reaches_in = len(own) < len(_cells(old.grid[row]))
    if reaches_in or any(cell.tables or cell.rowspan > 1 for cell in own):
        raise Refused(Refusal.CELL_SPANS)
    wanted = _grids(page)
    del wanted[table][row]
    return _checked(
        page, page.source[: gone.start] + page.source[gone.end :], wanted, _values(page)
    )


def as_wikitext(
    text: str,
    *,
    header: bool = False,
    bold: bool = False,
    argument: bool = False,
    line_start: bool = False,
) -> str:
    """Return wikitext that shows ``text`` without the spaces around it; its newlines become
    ``<br>``.

    ``header``: it is on a line of headers; ``bold``: between bold marks; ``argument``: in an
    argument of a template; ``line_start``: at the start of a line. Raises Refused for control
    characters.

    >>> as_wikitext("[[Key]] & Co.")
    '&#91;&#91;Key&#93;] & Co.'
    """
    if _CONTROL.search(text):
        raise Refused(Refusal.CONTROL_CHARACTERS)
    text = FREE_LINK.sub(_address, _MARKUP.sub(lambda match: _entity(match.group()), text.strip()))
    if header:
        text = re.sub(r"!(?=!)|(?<=!)!|^!|!$", "&#33;", text)
    if bold:
        text = re.sub(r"^'|'$", "&#39;", text)
    if argument:
        # A brace beside those of the template would be read as one of them.
        text = text.replace("=", "&#61;").replace("{", "&#123;").replace("}", "&#125;")
    if line_start and text[:1] in _LINE_START and text:
        text = _entity(text[0]) + text[1:]
    return re.sub(r"[ ]*\n[ \n]*", "<br>", text)


def _address(match: re.Match[str]) -> str:
    """Return an address. One with an entity would show differently, so it gets no link."""
    address = match.group()
    return address if decode(address) == address else address.replace(":", "&#58;", 1)


def _entity(character: str) -> str:
    return {"\t": " ", "<": "&lt;", "&": "&amp;"}.get(character, f"&#{ord(character)};")


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
    """Return the content with the spaces that it needs between two characters; ``empty``: there was
    no content before.

    ``||`` with “5” is ``| 5 |``, and ``|`` with “-5” is ``| -5``, because ``|-`` would be a row.
    """
    if not content:
        # Braces belong to {{!}}, which stands for "|".
        return " " if before in {"|", "!", "}"} and after in {"|", "!", "{"} else ""
    fills_empty_cell = before in {"|", "!"} and empty
    # Also behind a tag, because one that MediaWiki drops leaves the mark beside the content.
    would_be_mark = before in {"|", "!", ">"} and content[0] in "-+}"
    lead = " " if fills_empty_cell or would_be_mark else ""
    tail = " " if empty and after in {"|", "!"} else ""
    return lead + content + tail


def _row_at(table: Table, row: int) -> TableRow:
    """Return a row that can be removed, or have another below it. Raises Refused otherwise."""
    if table.rows[row].fixed:
        raise Refused(Refusal.NOT_ON_PAGE)
    if not table.closed and row == len(table.grid) - 1:
        raise Refused(Refusal.TABLE_NOT_CLOSED)
    return table.rows[row]


def _cells(line: Sequence[Cell | None]) -> list[Cell]:
    return list(dict.fromkeys(cell for cell in line if cell is not None))


def _own(table: Table, row: int) -> list[Cell]:
    """The cells that begin in a row."""
    before = table.grid[row - 1] if row else ()
    return [cell for cell in _cells(table.grid[row]) if cell not in before]


def _row(
    source: str, above: TableRow, headers: Sequence[bool], texts: Sequence[str | Copied]
) -> str:
    """Return the wikitext of a row in the style of the one above: cells on one line (``| Ana ||
    3``) or each on another, with or without spaces, with the same indentation.
    """
    first = above.marks[0]
    indent = source[source.rfind("\n", 0, first) + 1 : first]
    space = " " if source[first + 1 : first + 2] in {" ", "\n", "|"} else ""
    second = [mark for mark in above.marks[1:2] if source[mark : mark + 2] in {"||", "!!"}]
    one_line = bool(second) and len(set(headers)) == 1
    gap = " " if second and source[second[0] - 1] == " " else ""
    out: list[str] = []
    for i, (text, header) in enumerate(zip(texts, headers, strict=True)):
        content = text.source if isinstance(text, Copied) else as_wikitext(text, header=header)
        lead = " " if content[:1] in {"-", "+", "}"} else space
        mark = "!" if header else "|"
        opening = f"{gap}{mark * 2}" if i and one_line else f"\n{indent}{mark}"
        out.append(opening + lead + content if content else opening)
    return f"{indent}|-{''.join(out)}\n"


def _grids(page: WikiPage) -> list[_Grid]:
    return [
        [[None if cell is None else (cell.text, cell.header) for cell in row] for row in table.grid]
        for table in page.tables
    ]


def _headings(page: WikiPage) -> list[tuple[str, int]]:
    return [(section.title, section.level) for section in page.sections]


def _values(page: WikiPage) -> list[tuple[str, str]]:
    return [(value.label, value.text) for value in page.values]


def _checked(page: WikiPage, source: str, grids: list[_Grid], values: list[tuple[str, str]]) -> str:
    """Return a new source if it reads as intended. Raises Refused otherwise."""
    if any(part.why in {HTML_TABLE, MISPLACED_TABLE} for part in page.unread):
        raise Refused(Refusal.MISPLACED_TABLE)
    new = read_page(source)
    is_as_intended = (
        _grids(new) == grids
        and _values(new) == values
        and _headings(new) == _headings(page)
        and [table.captions for table in new.tables] == [table.captions for table in page.tables]
    )
    if not is_as_intended:
        raise Refused(Refusal.PAGE_CHANGED_OTHERWISE)
    return source
