"""Changes of text within rules as they are collected: what is written where, and what the page has to show after them."""

from __future__ import annotations

import re

from parsers.instructions.applying.expected_page import RulesetChange, Shown, ShownPassage, shape_of
from parsers.instructions.applying.inline import rewritten, shows
from parsers.instructions.applying.lines import Splice, with_lines
from parsers.instructions.applying.places import EditedRuleset, find_rule, named
from parsers.instructions.applying.rule_text import TextStretch, blocks_of
from parsers.instructions.model import Instruction
from parsers.instructions.normalise import words
from parsers.patch import spliced
from parsers.ruleset.model import Rule
from parsers.wiki.visible import LIST_MARKS


class PendingSplices:
    """The changes of a page so far, and what it has to show after them."""

    def __init__(self, page: EditedRuleset) -> None:
        self.page = page
        self._splices: list[Splice] = []
        self._shape: list[ShownPassage] = shape_of(page.rules)
        self._rules: dict[str, Rule] = {}
        self._within: dict[tuple[int, int], tuple[str, str]] = {}

    def within(self, rule: Rule, index: int, start: int, end: int, new: str) -> None:
        """Other words in a block. Of several changes in one block the last one has to be told first."""
        block = rule.blocks[index]
        number = self.page.rules.index(rule)
        source, text = self._within.get((number, index), (self.page.source[block.start : block.end], block.text))
        source = rewritten(source, text, start, end, new)
        text = shows(source) or ""
        self._within[number, index] = source, text
        self._put(rule, index, index + 1, [], ((text, block.depth, block.term),))

    def lines(self, rule: Rule, first: int, last: int, text: str) -> None:
        """Other blocks in place of some. Of several changes in one rule it has to be the last one that is told."""
        self._put(rule, first, last, *with_lines(self.page, rule, first, last, text))

    def _put(self, rule: Rule, first: int, last: int, splices: list[Splice], shown: Shown) -> None:
        self._splices += splices
        self._rules[rule.number] = rule
        number = self.page.rules.index(rule)
        passage = self._shape[number]
        self._shape[number] = passage._replace(blocks=(*passage.blocks[:first], *shown, *passage.blocks[last:]))

    def change(self, where: str) -> tuple[RulesetChange, list[Rule]]:
        """The change, and the rules it touches."""
        rules = list(self._rules.values())
        for (number, index), (source, _) in self._within.items():
            block = self.page.rules[number].blocks[index]
            self._splices.append((block.start, block.end, source))
        titles = tuple(rule.title for rule in rules)
        names = ", ".join(map(named, titles[:3])) + (" and others" if len(titles) > 3 else "")
        return RulesetChange(spliced(self.page.source, sorted(self._splices)), self._shape, titles, f"{where} {names}"), rules


def scope_of(page: EditedRuleset, instruction: Instruction) -> list[Rule]:
    """The rules whose text an instruction speaks of. Raises ValueError where words of the whole Ruleset stand in a heading too."""
    name = instruction.rule
    where = instruction.where.passage if instruction.where is not None else None
    if name is not None:
        rule = find_rule(page, name)
        return list(page.family(rule)) if not name.title + name.number or name.with_subrules else [rule]
    for text in (passage.text for passage in (instruction.old, where) if passage is not None and passage.text):
        if any(re.search(words(text).pattern, rule.heading, re.IGNORECASE) for rule in page.rules):
            raise ValueError("the words stand in a heading too")
    return list(page.rules)


def placed(stretch: TextStretch) -> tuple[Rule, int, int, int, int]:
    """The first and the last block of a stretch, and where it starts in the one and ends in the other."""
    blocks = list(blocks_of(stretch.rule))
    first = next(index for index, (_, part) in enumerate(blocks) if stretch.start <= part.end)
    last = next(index for index, (_, part) in enumerate(blocks) if stretch.end <= part.end)
    return stretch.rule, first, last, stretch.start - blocks[first][1].start, stretch.end - blocks[last][1].start


def marks_of(page: EditedRuleset, rule: Rule, index: int) -> str:
    """The marks that a block's line begins with: of a list's item its ``*`` or ``#``."""
    block = rule.blocks[index]
    line = page.source[block.start : block.end]
    return line[: len(line) - len(line.lstrip(LIST_MARKS))]
