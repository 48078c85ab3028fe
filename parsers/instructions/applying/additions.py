"""New text put into rules: within a line, or as paragraphs, items and definitions. Raises ValueError where that is not plain."""

from __future__ import annotations

import re
from bisect import bisect

from parsers.instructions.applying.expected_page import RulesetChange, shown
from parsers.instructions.applying.inline import spaced
from parsers.instructions.applying.passages import find
from parsers.instructions.applying.pending_splices import PendingSplices, marks_of, placed, scope_of
from parsers.instructions.applying.places import EditedRuleset
from parsers.instructions.applying.rule_text import TextStretch, is_item
from parsers.instructions.applying.wording import fit_text, in_style
from parsers.instructions.model import Instruction, Relation, Unit
from parsers.instructions.normalise import alike, same_case
from parsers.ruleset.model import Rule
from parsers.wiki.visible import LIST_MARKS, visible_text

_MARKS = tuple(LIST_MARKS)
_DEFINITION = re.compile(r"(?:[*#:] *)?(?:'''([^'\n]+?):?'''|“([^”\n]+)”|\"([^\"\n]+)\"):? *(?:[-–—:] *)?\n?:? *(\S[^\n]*)")
"""A term in bold or in quotation marks, and its meaning."""
_BLOCKS = (*_MARKS, "{|")


def add_text(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """New text in a rule, and that rule."""
    where = instruction.where
    if instruction.new is None:
        raise ValueError("it is not said what is added")
    scope = scope_of(page, instruction)
    pending = PendingSplices(page)
    new = in_style(fit_text(instruction.new), page.rules)
    if not visible_text(new):
        raise ValueError("there is no text to be added")
    if where is not None and where.passage is not None:
        anchors = find(page, scope, where.passage)
        if len(anchors) != 1:
            raise ValueError("it is not said at which of several places the text goes")
        _beside(pending, anchors[0], where.passage.unit, where.relation, instruction.unit, new)
        return pending.change("in")
    if instruction.rule is None or len(scope) != 1 or (where is not None and where.relation in (Relation.BEFORE, Relation.AFTER)):
        raise ValueError("it is not said where the text goes")
    if where is None:
        _in_alphabet(pending, scope[0], new)
    else:
        _at_edge(pending, scope[0], instruction.unit, where.relation, new)
    return pending.change("in")


def _in_alphabet(pending: PendingSplices, rule: Rule, new: str) -> None:
    """A definition where the alphabet puts it among those of the rule."""
    terms = [alike(block.term) for block in rule.blocks]
    new = _as_item(":", new)
    if not terms or not all(terms) or terms != sorted(terms):
        raise ValueError("it is not said where the text goes, and the rule is no list in alphabetical order")
    own = alike(visible_text(new.partition("\n")[0].lstrip(";")))
    if own in terms:
        raise ValueError("the rule has this entry already")
    pending.lines(rule, place := bisect(terms, own), place, new)


def _at_edge(pending: PendingSplices, rule: Rule, unit: Unit | None, relation: Relation, new: str) -> None:
    """New blocks at the start or the end of a rule's own text."""
    _refuse_again(rule, new)
    number = 0 if relation is Relation.START else len(rule.blocks)
    if unit is Unit.ITEM:
        lists = [index for index, block in enumerate(rule.blocks) if is_item(block)]
        if lists and lists[-1] - lists[0] == len(lists) - 1:
            number = lists[0] if relation is Relation.START else lists[-1] + 1
            new = _as_item(marks_of(pending.page, rule, lists[0] if relation is Relation.START else lists[-1])[:1], new)
        elif lists or not new.startswith(_MARKS):
            raise ValueError("the rule has several lists" if lists else "the rule has no list")
    pending.lines(rule, number, number, new)


def _as_item(marks: str, new: str) -> str:
    """A text as an item of a list with these marks; of a list of definitions with its term on a line of its own."""
    if marks.endswith((":", ";")):
        found = None if new.startswith(";") else _DEFINITION.fullmatch(new)
        if found is None and not new.startswith(";"):
            raise ValueError("it is not said which term the new text explains")
        return new if found is None else f";{found[1] or found[2] or found[3]}\n:{found[4]}"
    lines = new.split("\n")
    if new.startswith(";") or (len(lines) > 1 and not all(line.startswith(_MARKS) for line in lines)):
        raise ValueError("the new text is no item of such a list")
    # A matter says bullet and means the list's own mark.
    return "\n".join(marks + line[1:] for line in lines) if new.startswith(_MARKS) else f"{marks} {new}"


def _refuse_again(rule: Rule, new: str) -> None:
    there = {same_case(block.text) for block in rule.blocks}
    if all(same_case(text) in there for passage in shown(new) for text, _, _ in passage.blocks):
        raise ValueError("the text is already there")


def _beside(pending: PendingSplices, anchor: TextStretch, kind: Unit, relation: Relation, unit: Unit | None, new: str) -> None:
    """New text at a passage: within its block, or as a block beside it."""
    rule, first, last, start, end = placed(anchor)
    behind = relation in (Relation.AFTER, Relation.END)
    index = last if behind else first
    edge = relation in (Relation.START, Relation.END)
    within = unit in (Unit.SENTENCE, Unit.PHRASE) or kind in (Unit.PHRASE, Unit.SENTENCE) or (edge and kind is not Unit.LIST)
    blocks = "\n" in new or new.startswith(_BLOCKS) or unit in (Unit.PARAGRAPH, Unit.ITEM, Unit.LIST)
    if within and not blocks:
        _inserted(pending, rule, index, end if behind else start, new, behind=behind)
        return
    if not (end == len(rule.blocks[last].text) if behind else start == 0):
        raise ValueError("new paragraphs or items cannot stand within a sentence or between two")
    if kind is Unit.ITEM or (kind is Unit.LIST and edge) or (unit is Unit.ITEM and is_item(rule.blocks[index])):
        new = _as_item(marks_of(pending.page, rule, first)[:1] if kind is Unit.LIST else marks_of(pending.page, rule, index), new)
    _put_block(pending, rule, index, new, behind=behind)


def _inserted(pending: PendingSplices, rule: Rule, index: int, at: int, new: str, *, behind: bool) -> None:
    text = rule.blocks[index].text
    if text[:at].endswith((".", "!", "?")) and new.startswith((",", ";", ":", ".")):
        raise ValueError("it is not clear whether the words go before the full stop or behind it")
    if ((text[:at][-1:] + new[:1]).isdigit() and at and behind) or (not behind and (new[-1:] + text[at : at + 1]).isdigit()):
        raise ValueError("it is not clear whether the figures are one number")
    words, around = same_case(new), (same_case(text[:at]), same_case(text[at:]))
    if around[1].startswith(words) if behind else around[0].endswith(words):
        raise ValueError("the text is already there")
    new = spaced(text[:at], new, text[at:])
    pending.within(rule, index, at, at, new)


def _put_block(pending: PendingSplices, rule: Rule, index: int, new: str, *, behind: bool) -> None:
    """New blocks before or behind one, and then behind the list that belongs to an item."""
    _refuse_again(rule, new)
    number = index + 1 if behind else index
    depth = rule.blocks[index].depth
    while behind and depth and number < len(rule.blocks) and rule.blocks[number].depth > depth:
        number += 1
    if number < len(rule.blocks) and behind and not depth and rule.blocks[index].text.endswith(":") and is_item(rule.blocks[number]):
        raise ValueError("the paragraph introduces a list, and it is not said whether the new text goes behind that")
    pending.lines(rule, number, number, new)
