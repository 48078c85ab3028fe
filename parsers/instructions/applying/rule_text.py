"""A rule's text in its parts: blocks as stretches of what is shown, and which of them are cells of tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parsers.instructions.applying.places import EditedRuleset
from parsers.ruleset.model import Rule
from parsers.wiki.blocks import Block
from parsers.wiki.page import read_page


class TextStretch(NamedTuple):
    """A stretch of a rule's text, from ``start`` to ``end`` in ``rule.text``."""

    rule: Rule
    start: int
    end: int

    @property
    def text(self) -> str:
        """What it shows."""
        return self.rule.text[self.start : self.end]

    def lies_in(self, other: TextStretch) -> bool:
        """Whether another stretch of the rule holds it."""
        return other.start <= self.start and self.end <= other.end


def is_item(block: Block) -> bool:
    """Whether a block is an item of a list: a definition too, whose depth is 0."""
    return bool(block.depth or block.term)


def blocks_of(rule: Rule) -> Iterator[tuple[Block, TextStretch]]:
    """The blocks of a rule with their places in its text."""
    start = 0
    for block in rule.blocks:
        end = start + len(block.text)
        yield block, TextStretch(rule, start, end)
        start = end + 1


def outside_tables(page: EditedRuleset, rule: Rule) -> list[tuple[Block, TextStretch]]:
    """The blocks of a rule that stand in no table."""
    source = page.source[rule.body : rule.end]
    if "{|" not in source and "<table" not in source.lower():
        return list(blocks_of(rule))
    tables = [(rule.body + table.start, rule.body + table.end) for table in read_page(source).tables]
    return [each for each in blocks_of(rule) if not any(start <= each[0].start and each[0].end <= end for start, end in tables)]
