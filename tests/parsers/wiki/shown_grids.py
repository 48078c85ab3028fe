"""What tests look at: the grid of one table as text, ``#`` before a header, None for no cell."""

from __future__ import annotations

from parsers.wiki.wiki_model import Cell, Table
from parsers.wiki.wiki_page import read_page


def shown(cell: Cell | None) -> str | None:
    return None if cell is None else ("#" if cell.header else "") + cell.text


def grid(table: Table) -> list[list[str | None]]:
    return [[shown(cell) for cell in row] for row in table.grid]


def table_of(text: str) -> Table:
    (table,) = read_page(text).tables
    return table


def one_cell(content: str) -> str:
    """The visible text of a cell with that content."""
    ((cell,),) = table_of("{|\n| " + content + "\n|}").grid
    assert cell is not None
    return cell.text
