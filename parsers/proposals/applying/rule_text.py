"""A rule's text in its parts: blocks, tables and their rows, as stretches of what is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parsers.proposals.applying.alike import alike
from parsers.proposals.applying.places import EditedRuleset
from parsers.ruleset.model import Rule
from parsers.wiki.blocks import Block
from parsers.wiki.model import Cell, Table, WikiPage
from parsers.wiki.page import read_page


class TextStretch(NamedTuple):
    """A stretch of a rule's text, from ``start`` to ``end`` in ``rule.text``; ``names`` are other texts that it goes by."""

    rule: Rule
    start: int
    end: int
    names: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What it shows."""
        return self.rule.text[self.start : self.end]


class TablePart(NamedTuple):
    """A table or a row of one: what it shows, the rule's own text read as a page, the table's number there, and the row's."""

    stretch: TextStretch
    wiki: WikiPage
    table: int
    row: int | None = None


def is_item(block: Block) -> bool:
    """Whether a block is an item of a list: a definition too, whose depth is 0."""
    return bool(block.depth or block.term)


def blocks_of(rule: Rule) -> Iterator[tuple[Block, TextStretch]]:
    """The blocks of a rule with their places in its text. A definition goes by its term too."""
    start = 0
    for block in rule.blocks:
        end = start + len(block.text)
        yield block, TextStretch(rule, start, end, (block.term, f"{block.term}: {block.text}") if block.term else ())
        start = end + 1


def tables_of(page: EditedRuleset, rule: Rule) -> list[TablePart]:
    """The tables of a rule's own text that stand in no other table."""
    source = page.source[rule.body : rule.end]
    if "{|" not in source and "<table" not in source.lower():
        return []
    wiki = read_page(source)
    return [
        TablePart(stretch, wiki, number)
        for number, table in enumerate(wiki.tables)
        if table.parent is None and (stretch := _shown_in(rule, table.start, table.end)) is not None
    ]


def rows_of(page: EditedRuleset, rule: Rule) -> list[TablePart]:
    """The rows of these tables, without those of headers. A row goes by each of its cells, and by all of them."""
    return [
        TablePart(stretch._replace(names=names), part.wiki, part.table, number)
        for part in tables_of(page, rule)
        for number, names in _rows(part.wiki.tables[part.table])
        if (stretch := _shown_in(rule, part.wiki.tables[part.table].rows[number].start, part.wiki.tables[part.table].rows[number].end))
    ]


def cells_of(page: EditedRuleset, rule: Rule, row: str, column: str) -> Iterator[TextStretch]:
    """The cells below a heading, in the rows of a name. Raises ValueError for those that span, or are not written there."""
    for part in tables_of(page, rule):
        table = part.wiki.tables[part.table]
        heads = table.grid[: table.header_rows]
        if not row:
            yield from (_plain(rule, cell) for cells in heads for cell in cells if cell is not None and alike(cell.text) == alike(column))
            continue
        columns = {number for cells in heads for number, cell in enumerate(cells) if cell is not None and alike(cell.text) == alike(column)}
        for cells in _named_rows(table, row):
            yield from (_plain(rule, cell) for number, cell in enumerate(cells) if number in columns - {0} and cell is not None)


def _named_rows(table: Table, name: str) -> Sequence[Sequence[Cell | None]]:
    """The rows that begin with a name; where the first column only numbers them, those that have it in the second."""
    rows = [cells for cells in table.grid[table.header_rows :] if cells[:1] != (None,)]
    first = [[alike("" if cell is None else cell.text) for cell in cells[:2]] for cells in rows]
    numbered = all(texts[0].replace("-", "").isdigit() for texts in first if texts)
    return [cells for cells, texts in zip(rows, first, strict=True) if alike(name) in texts[numbered : numbered + 1]]


def _plain(rule: Rule, cell: Cell) -> TextStretch:
    """What a cell shows. Raises ValueError for one that spans others, or that is not written there."""
    around = [stretch for block, stretch in blocks_of(rule) if block.start - rule.body <= cell.start < cell.end <= block.end - rule.body]
    if cell.fixed or cell.guessed or cell.tables or (cell.rowspan, cell.colspan) != (1, 1) or len(around) != 1:
        raise ValueError("the cell is not a plain one")
    return around[0]


def _rows(table: Table) -> Iterator[tuple[int, tuple[str, ...]]]:
    for number, cells in enumerate(table.grid):
        texts = [" ".join(cell.text.split()) for cell in cells if cell is not None]
        if number >= table.header_rows:
            yield number, (*texts, *(mark.join(texts) for mark in ("|", " | ", " || ", " ")))


def _shown_in(rule: Rule, start: int, end: int) -> TextStretch | None:
    """What of a rule's text stands between two places of its own source."""
    inside = [stretch for block, stretch in blocks_of(rule) if start <= block.start - rule.body and block.end - rule.body <= end]
    return TextStretch(rule, inside[0].start, inside[-1].end) if inside else None
