"""A change of text within rules as it is put together: what is written where, and what the page has to show after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parsers.proposals.applying.inline import Splice
from parsers.proposals.applying.lines import with_lines
from parsers.proposals.applying.mapped import Character, characters
from parsers.proposals.applying.passages import refuse_headings
from parsers.proposals.applying.places import EditedRuleset, find_rule, find_rules, named
from parsers.proposals.applying.rule_text import TextStretch, blocks_of
from parsers.proposals.applying.shape import RulesetChange, Shown, ShownPassage, shape_of
from parsers.proposals.model import Instruction, RuleName
from parsers.ruleset.model import Rule
from parsers.wiki.blocks import Block
from parsers.wiki.splice import spliced

Edit = Callable[[str, Block, Sequence[Character]], tuple[list[Splice], list[Splice]]]
"""The changes of the source that a change within a block takes, and those of what it shows."""


class TextDraft:
    """The changes of a page as they are collected, and what it has to show after them."""

    def __init__(self, page: EditedRuleset) -> None:
        self.page = page
        self.splices: list[Splice] = []
        self.shape: list[ShownPassage] = shape_of(page.rules)
        self.rules: dict[str, Rule] = {}
        self._shown: dict[tuple[int, int], list[Splice]] = {}

    def within(self, rule: Rule, index: int, edit: Edit) -> None:
        """A change within a block."""
        block = rule.blocks[index]
        found = characters(self.page.source, block)
        if found is None:
            raise ValueError("the markup there has to be changed by hand")
        splices, hunks = edit(self.page.source, block, found)
        number = self.page.rules.index(rule)
        self.splices += splices
        self.rules[rule.number] = rule
        shown = self._shown.setdefault((number, index), [])
        shown += hunks
        text = " ".join(spliced(block.text, sorted(shown)).split())
        self._put(number, index, index + 1, ((text, block.depth, block.term),))

    def lines(self, rule: Rule, first: int, last: int, text: str) -> None:
        """Other blocks in place of some. Of several changes in one rule it has to be the last one that is told."""
        splices, shown = with_lines(self.page, rule, first, last, text)
        self.splices += splices
        self.rules[rule.number] = rule
        self._put(self.page.rules.index(rule), first, last, shown)

    def rows(self, rule: Rule, first: int, last: int, splices: list[Splice], shown: Shown) -> None:
        """Other rows in place of blocks that are some, as the writer of tables made them."""
        self.splices += splices
        self.rules[rule.number] = rule
        self._put(self.page.rules.index(rule), first, last, shown)

    def heading(self, rule: Rule, words: str) -> None:
        """Another heading of a rule."""
        self.splices.append(heading_splice(self.page, rule, words))
        self.rules[rule.number] = rule
        number = self.page.rules.index(rule)
        self.shape[number] = self.shape[number]._replace(heading=words)

    def _put(self, number: int, first: int, last: int, shown: tuple[tuple[str, int, str], ...]) -> None:
        passage = self.shape[number]
        self.shape[number] = passage._replace(blocks=(*passage.blocks[:first], *shown, *passage.blocks[last:]))

    def change(self, where: str) -> tuple[RulesetChange, list[Rule]]:
        """The change, and the rules it touches."""
        rules = list(self.rules.values())
        titles = tuple(rule.title for rule in rules)
        names = ", ".join(map(named, titles[:3])) + (" and others" if len(titles) > 3 else "")
        return RulesetChange(spliced(self.page.source, sorted(self.splices)), self.shape, titles, f"{where} {names}"), rules


def heading_splice(page: EditedRuleset, rule: Rule, words: str) -> Splice:
    """The change of the source that gives a rule another heading."""
    line = page.source[rule.start : rule.body].rstrip("\n")
    if line.count(rule.heading) != 1:
        raise ValueError("the heading has markup of its own, which a person has to look at")
    start = rule.start + line.index(rule.heading)
    return (start, start + len(rule.heading), words)


def scope_of(page: EditedRuleset, instruction: Instruction) -> list[Rule]:
    """The rules whose text an instruction speaks of."""
    name = instruction.rule
    where = instruction.where.passage if instruction.where is not None else None
    if name is None:
        for passage in (instruction.old, where):
            if passage is not None:
                refuse_headings(page, passage)
        return list(page.rules)
    told = [passage for passage in (instruction.old, where) if passage is not None and passage.order is None and not passage.every]
    confirmed = any(passage.text or passage.begins or passage.contains for passage in told)
    if confirmed and not name.with_subrules and len(rules := find_rules(page, name)) > 1:
        # Of several rules of one title it is the one that has the text.
        return rules
    rule = find_rule(page, name, loosely=confirmed)
    if _is_section(name) or name.with_subrules:
        return list(page.family(rule))
    return [rule]


def _is_section(name: RuleName) -> bool:
    return not (name.title or name.number)


def placed(stretch: TextStretch) -> tuple[Rule, int, int, int, int]:
    """The first and the last block of a stretch, and where it starts in the one and ends in the other."""
    blocks = list(blocks_of(stretch.rule))
    first = next(index for index, (_, part) in enumerate(blocks) if stretch.start <= part.end)
    last = next(index for index, (_, part) in enumerate(blocks) if stretch.end <= part.end)
    return stretch.rule, first, last, stretch.start - blocks[first][1].start, stretch.end - blocks[last][1].start
