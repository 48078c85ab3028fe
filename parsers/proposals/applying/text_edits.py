"""Text within rules replaced, put in and taken away. Raises ValueError with one sentence wherever that is not plain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from parsers.proposals.applying.alike import same_case
from parsers.proposals.applying.inline import Splice, inserted, replaced, spaced, without
from parsers.proposals.applying.lines import marks_of, with_lines
from parsers.proposals.applying.mapped import Character, characters
from parsers.proposals.applying.passages import find, occurrences
from parsers.proposals.applying.places import RulesetPage, find_rule, named
from parsers.proposals.applying.rule_text import Stretch, blocks_of, is_item
from parsers.proposals.applying.shape import Change, Passage, shape_of
from parsers.proposals.applying.wording import fit_text, in_style
from parsers.proposals.model import Instruction, Relation, RuleName, RulePassage, Unit
from parsers.ruleset.model import Rule
from parsers.wiki.blocks import Block
from parsers.wiki.splice import spliced
from parsers.wiki.visible import LIST_MARKS, visible_text

_MARKS = tuple(LIST_MARKS)
_BLOCKS = (*_MARKS, "{|")
_FEWEST_WORDS = 2
"""A single word may stand anywhere."""
_Edit = Callable[[str, Block, Sequence[Character]], tuple[list[Splice], list[Splice]]]


class _Draft:
    """The changes of a page as they are collected, and what it has to show after them."""

    def __init__(self, page: RulesetPage) -> None:
        self.page = page
        self.splices: list[Splice] = []
        self.shape: list[Passage] = shape_of(page.rules)
        self.rules: dict[str, Rule] = {}
        self._shown: dict[tuple[int, int], list[Splice]] = {}

    def within(self, rule: Rule, index: int, edit: _Edit) -> None:
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

    def _put(self, number: int, first: int, last: int, shown: tuple[tuple[str, int, str], ...]) -> None:
        passage = self.shape[number]
        self.shape[number] = passage._replace(blocks=(*passage.blocks[:first], *shown, *passage.blocks[last:]))

    def change(self, where: str) -> tuple[Change, list[Rule]]:
        """The change, and the rules it touches."""
        rules = list(self.rules.values())
        titles = tuple(rule.title for rule in rules)
        names = ", ".join(map(named, titles[:3])) + (" and others" if len(titles) > 3 else "")
        return Change(spliced(self.page.source, sorted(self.splices)), self.shape, titles, f"{where} {names}"), rules


def replace_text(page: RulesetPage, instruction: Instruction) -> tuple[Change, list[Rule]]:
    """A passage with another text in its place, and the rules that it stands in."""
    if instruction.old is None or instruction.new is None:
        raise ValueError("it is not said what is replaced, or by what")
    scope = _scope(page, instruction)
    new = in_style(fit_text(instruction.new), page.rules)
    if not new:
        return remove_text(page, instruction)
    try:
        found = find(page, scope, instruction.old)
    except ValueError as error:
        raise (_already_there(scope, new) if instruction.old.text else None) or error from None
    if all(same_case(stretch.text) == same_case(new) for stretch in found):
        raise ValueError("the text already says so")
    draft = _Draft(page)
    for stretch in found:
        _replace(draft, stretch, new, alone=len(found) == 1)
    return draft.change("in")


def _already_there(scope: Sequence[Rule], new: str) -> ValueError | None:
    if len(new.split()) < _FEWEST_WORDS:
        return None
    try:
        occurrences(scope, visible_text(new))
    except ValueError:
        return None
    return ValueError("the words to be replaced do not stand there, but the new ones do already")


def _replace(draft: _Draft, stretch: Stretch, new: str, *, alone: bool) -> None:
    rule, first, last, start, end = _placed(stretch)
    block = rule.blocks[first]
    whole = start == 0 and end == len(rule.blocks[last].text)
    item = whole and first == last and is_item(block)
    if item and "\n" not in new and new.startswith(_MARKS):
        new = new.lstrip(LIST_MARKS).strip()
    if first == last and "\n" not in new and not new.startswith(_BLOCKS):
        draft.within(rule, first, lambda source, block, found: replaced(source, block, found, start, end, new))
        return
    if not alone:
        raise ValueError("several places cannot get several paragraphs")
    if whole:
        draft.lines(rule, first, last + 1, _deeper(draft.page, rule, first, last, new))
        return
    head, _, rest = new.partition("\n")
    if first != last or head.startswith(_BLOCKS) or end != len(block.text):
        raise ValueError("the new text has several paragraphs or items, and the old is only a part of some")
    draft.within(rule, first, lambda source, block, found: replaced(source, block, found, start, end, head))
    draft.lines(rule, first + 1, first + 1, rest.strip("\n"))


def _deeper(page: RulesetPage, rule: Rule, first: int, last: int, new: str) -> str:
    """New items with the marks of the list in a list that they go into."""
    marks = {marks_of(page, rule, index) for index in range(first, last + 1)}
    lines = new.split("\n")
    if all(is_item(rule.blocks[index]) for index in range(first, last + 1)):
        if not all(line.startswith(_MARKS) for line in lines):
            raise ValueError("the new text is no item of a list, and the old one is")
        outer = min(marks, key=len)
        if len(outer) > 1 and all(mark.startswith(outer) for mark in marks):
            return "\n".join(outer[:-1] + line for line in lines)
    return new


def remove_text(page: RulesetPage, instruction: Instruction) -> tuple[Change, list[Rule]]:
    """The page without a passage, and the rules that it stood in."""
    if instruction.old is None:
        raise ValueError("it is not said what is removed")
    found = find(page, _scope(page, instruction), instruction.old)
    draft = _Draft(page)
    # Whole blocks from behind, so that the numbers of those before stay as they are.
    for stretch in reversed(found):
        rule, first, last, start, end = _placed(stretch)
        if start == 0 and end == len(rule.blocks[last].text):
            _without_blocks(draft, rule, first, last)
        elif first == last:
            start, end = without(rule.blocks[first].text, start, end)
            draft.within(rule, first, partial(_removed, start=start, end=end))
        else:
            raise ValueError("the words go over several paragraphs or items, and are only a part of some")
    return draft.change("in")


def _removed(source: str, block: Block, found: Sequence[Character], *, start: int, end: int) -> tuple[list[Splice], list[Splice]]:
    return replaced(source, block, found, start, end, "")


def _without_blocks(draft: _Draft, rule: Rule, first: int, last: int) -> None:
    behind = rule.blocks[last + 1] if last + 1 < len(rule.blocks) else None
    ends = rule.blocks[last]
    if behind is not None and behind.depth > ends.depth and (ends.depth or ends.text.endswith(":")):
        raise ValueError("it has a list of its own, and it is not said what becomes of that")
    draft.lines(rule, first, last + 1, "")


def add_text(page: RulesetPage, instruction: Instruction) -> tuple[Change, list[Rule]]:
    """New text in a rule, and that rule."""
    where, new = instruction.where, instruction.new
    if new is None or where is None:
        raise ValueError("it is not said what is added, or where")
    if instruction.rule is None and where.rule is not None:
        instruction = replace(instruction, rule=where.rule)
    new = in_style(fit_text(new), page.rules)
    if not visible_text(new):
        raise ValueError("there is no text to be added")
    scope = _scope(page, instruction)
    draft = _Draft(page)
    if where.passage is None or where.passage.unit is Unit.WHOLE:
        if instruction.rule is None or where.relation in (Relation.BEFORE, Relation.AFTER):
            raise ValueError("it is not said where the text goes")
        _at_edge(draft, scope[0], instruction.unit, where.relation, new)
    else:
        anchors = find(page, scope, where.passage)
        if len(anchors) != 1:
            raise ValueError("it is not said at which of several places the text goes")
        if where.next_passage is not None:
            _next(page, anchors[0], where.next_passage)
        _beside(draft, anchors[0], where.passage.unit, where.relation, instruction.unit, new)
    return draft.change("in")


def _at_edge(draft: _Draft, rule: Rule, unit: Unit | None, relation: Relation, new: str) -> None:
    """New blocks at the start or the end of a rule's own text."""
    _refuse_again(rule, new)
    number = 0 if relation is Relation.START else len(rule.blocks)
    if unit is Unit.ITEM or (unit is None and new.startswith(_MARKS)):
        lists = [index for index, block in enumerate(rule.blocks) if is_item(block)]
        if lists and lists[-1] - lists[0] == len(lists) - 1:
            number = lists[0] if relation is Relation.START else lists[-1] + 1
            new = _as_item(marks_of(draft.page, rule, lists[0] if relation is Relation.START else lists[-1])[:1], new)
        elif lists:
            raise ValueError("the rule has several lists")
        elif not new.startswith(_MARKS):
            raise ValueError("the rule has no list")
    draft.lines(rule, number, number, new)


def _as_item(marks: str, new: str) -> str:
    """A text as an item of a list."""
    if new.startswith(_MARKS):
        return new if len(marks) < 2 else "\n".join(marks[:-1] + line for line in new.split("\n"))
    if "\n" in new:
        raise ValueError("an item of a list has only one paragraph")
    return f"{marks} {new}"


def _refuse_again(rule: Rule, new: str) -> None:
    if any(same_case(block.text) == same_case(visible_text(new.lstrip(LIST_MARKS))) for block in rule.blocks):
        raise ValueError("the text is already there")


def _next(page: RulesetPage, anchor: Stretch, passage: RulePassage) -> None:
    """Raises ValueError where a passage does not follow another at once."""
    found = find(page, [anchor.rule], passage)
    if not any(other.start >= anchor.end and not anchor.rule.text[anchor.end : other.start].strip() for other in found):
        raise ValueError("the two passages do not follow each other")


def _beside(draft: _Draft, anchor: Stretch, kind: Unit, relation: Relation, unit: Unit | None, new: str) -> None:
    """New text at a passage: within its block, or as a block beside it."""
    rule, first, last, start, end = _placed(anchor)
    behind = relation in (Relation.AFTER, Relation.END)
    structural = "\n" in new or new.startswith(_BLOCKS) or unit in (Unit.PARAGRAPH, Unit.ITEM, Unit.LIST, Unit.TABLE)
    edge = relation in (Relation.START, Relation.END)
    if kind in (Unit.ROW, Unit.TABLE) or unit is Unit.ROW:
        raise ValueError("rows of tables have to be added by hand")
    if kind is Unit.LIST:
        index = last if behind else first
        if edge or unit is Unit.ITEM:
            new = _as_item(marks_of(draft.page, rule, first)[:1] if edge else marks_of(draft.page, rule, index), new)
        _put_block(draft, rule, index, new, behind=behind)
    elif kind is Unit.ITEM and not edge:
        new = _as_item(marks_of(draft.page, rule, first), new)
        _put_block(draft, rule, first, new, behind=behind)
    elif kind is Unit.PARAGRAPH and not edge and unit not in (Unit.SENTENCE, Unit.PHRASE):
        _put_block(draft, rule, last if behind else first, new, behind=behind)
    elif structural:
        if not (end == len(rule.blocks[last].text) if behind else start == 0):
            raise ValueError("new paragraphs or items cannot stand within a sentence or between two")
        index = last if behind else first
        if unit is Unit.ITEM and is_item(rule.blocks[index]):
            new = _as_item(marks_of(draft.page, rule, index), new)
        _put_block(draft, rule, index, new, behind=behind)
    else:
        index, at = (last, end) if behind else (first, start)
        text = rule.blocks[index].text
        new = spaced(text[:at], new, text[at:])
        draft.within(rule, index, lambda source, block, found: inserted(source, block, found, at, new))


def _put_block(draft: _Draft, rule: Rule, index: int, new: str, *, behind: bool) -> None:
    """New blocks before or behind one, and then behind the list that belongs to an item."""
    _refuse_again(rule, new)
    number = index + 1 if behind else index
    depth = rule.blocks[index].depth
    while behind and depth and number < len(rule.blocks) and rule.blocks[number].depth > depth:
        number += 1
    if number < len(rule.blocks) and behind and not depth and rule.blocks[index].text.endswith(":") and is_item(rule.blocks[number]):
        raise ValueError("the paragraph introduces a list, and it is not said whether the new text goes behind that")
    draft.lines(rule, number, number, new)


def _scope(page: RulesetPage, instruction: Instruction) -> list[Rule]:
    """The rules whose text an instruction speaks of."""
    name = instruction.rule
    if name is None:
        return list(page.rules)
    where = instruction.where.passage if instruction.where is not None else None
    told = [passage for passage in (instruction.old, where) if passage is not None]
    rule = find_rule(page, name, loosely=any(passage.text or passage.begins or passage.contains for passage in told))
    if _is_section(name) or name.with_subrules:
        return list(page.family(rule))
    return [rule]


def _is_section(name: RuleName) -> bool:
    return not (name.title or name.number)


def _placed(stretch: Stretch) -> tuple[Rule, int, int, int, int]:
    """The first and the last block of a stretch, and where it starts in the one and ends in the other."""
    blocks = list(blocks_of(stretch.rule))
    first = next(index for index, (_, part) in enumerate(blocks) if stretch.start <= part.end)
    last = next(index for index, (_, part) in enumerate(blocks) if stretch.end <= part.end)
    return stretch.rule, first, last, stretch.start - blocks[first][1].start, stretch.end - blocks[last][1].start
