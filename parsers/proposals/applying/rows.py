"""Rows of a rule's tables added, replaced and taken away, through the writer of tables."""

from __future__ import annotations

import re

from parsers.patterns import later
from parsers.proposals.applying.alike import alike
from parsers.proposals.applying.inline import Splice
from parsers.proposals.applying.places import EditedRuleset
from parsers.proposals.applying.rule_text import TablePart, TextStretch, rows_of, tables_of
from parsers.proposals.applying.shape import Shown
from parsers.proposals.applying.wording import fit_text
from parsers.ruleset.model import Rule
from parsers.wiki import add_row, read_page, remove_row
from parsers.wiki.model import Table
from parsers.wiki.rows import Copied
from parsers.wiki.visible import visible_text

_LINE = later(r"^(?:\|-|\{\||\|\})[^\n]*\n?", re.MULTILINE)
"""The lines of a row, or of a table of one row, that hold no cells."""
_BETWEEN = later(r"\s*\|\||\s*\n\s*\||\s*\|")


def add(page: EditedRuleset, rule: Rule, anchor: TextStretch | None, new: str, *, before: bool) -> tuple[list[Splice], TextStretch, Shown]:
    """A row beside the row ``anchor``, or at the start or the end of the rule's only table (or the one that ``anchor`` is).

    The changes, the stretch behind which the row's cells are shown, and what they show.
    """
    part, number = _anchor(page, rule, anchor, before=before)
    rows = {each.row: each.stretch for each in rows_of(page, rule) if each.table == part.table}
    above = number - 1 if before else number
    shown = rows.get(number)
    if above not in rows or shown is None:
        # A row below the headers would be written as one of them.
        raise ValueError("the table has no row beside which the new one could stand")
    rows_of_cells = _labelled(new, part.wiki.tables[part.table]) or _several(new)
    wiki, source = part.wiki, ""
    for cells in reversed(rows_of_cells):
        source = add_row(wiki, part.table, cells, after=above)
        wiki = read_page(source)
    place = TextStretch(rule, shown.start, shown.start) if before else TextStretch(rule, shown.end, shown.end)
    return [(rule.body, rule.end, source)], place, tuple(each for cells in rows_of_cells for each in _shown(cells))


def remove(page: EditedRuleset, row: TextStretch) -> list[Splice]:
    """The page without a row."""
    part = _row(page, row)
    return [(row.rule.body, row.rule.end, remove_row(part.wiki, part.table, part.row or 0))]


def replace(page: EditedRuleset, row: TextStretch, new: str) -> tuple[list[Splice], Shown]:
    """The page with another row in place of one, and what that shows."""
    part = _row(page, row)
    number = part.row or 0
    cells = _cells(new)
    added = add_row(part.wiki, part.table, cells, after=number)
    return [(row.rule.body, row.rule.end, remove_row(read_page(added), part.table, number))], _shown(cells)


def _row(page: EditedRuleset, row: TextStretch) -> TablePart:
    return next(part for part in rows_of(page, row.rule) if part.stretch == row)


def _anchor(page: EditedRuleset, rule: Rule, anchor: TextStretch | None, *, before: bool) -> tuple[TablePart, int]:
    """The table that a row goes into, and the number of the row beside which it goes."""
    for part in rows_of(page, rule):
        if part.stretch == anchor:
            return part, part.row or 0
    tables = [part for part in tables_of(page, rule) if anchor is None or part.stretch == anchor]
    if len(tables) != 1:
        raise ValueError(f"the rule has {len(tables)} tables")
    table = tables[0].wiki.tables[tables[0].table]
    return tables[0], table.header_rows if before else len(table.grid) - 1


def _cells(new: str) -> list[str | Copied]:
    """The cells of a row that is written as wikitext, or with ``|`` between them."""
    rows = _several(new)
    if len(rows) != 1:
        raise ValueError("the new row is written in a way that a person has to look at")
    return rows[0]


def _several(new: str) -> list[list[str | Copied]]:
    """The cells of one row or of several."""
    rows = [row.strip().removeprefix("|") for row in _LINE.split(new.strip()) if row.strip()]
    if not rows or any(not row or row.startswith(("!", "+")) or "!!" in row for row in rows):
        raise ValueError("the new row is written in a way that a person has to look at")
    return [_cells_of(row) for row in rows]


def _labelled(new: str, table: Table) -> list[list[str | Copied]]:
    """The cells of a row that is told as a list of "Heading: cell", each heading once; nothing where it is told otherwise."""
    if not new.startswith("*"):
        return []
    pairs = [line.lstrip("* ").partition(":") for line in new.strip().split("\n")]
    told = {alike(label): cell.strip() for label, colon, cell in pairs if colon and cell.strip()}
    heads = ["" if cell is None else alike(cell.text) for cells in table.grid[: table.header_rows] for cell in cells]
    if len(told) != len(pairs) or table.header_rows != 1 or sorted(told) != sorted(heads):
        raise ValueError("the new row does not have one cell for each heading of the table")
    return [[Copied(cell, visible_text(cell)) for cell in (fit_text(told[head]) for head in heads)]]


def _cells_of(row: str) -> list[str | Copied]:
    return [Copied(cell, visible_text(cell)) for cell in map(fit_text, map(str.strip, _BETWEEN.split(row)))]


def _shown(cells: list[str | Copied]) -> Shown:
    return tuple((cell.text, 0, "") for cell in cells if isinstance(cell, Copied) and cell.text)
