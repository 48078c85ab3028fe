"""New text put into rules: within a line, or as paragraphs, items, definitions and rows. Raises ValueError where that is not plain."""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace

from parsers.patterns import later
from parsers.proposals.applying import rows
from parsers.proposals.applying.alike import alike, same_case
from parsers.proposals.applying.draft import TextDraft, placed, scope_of
from parsers.proposals.applying.inline import inserted, spaced
from parsers.proposals.applying.lines import marks_of
from parsers.proposals.applying.passages import find
from parsers.proposals.applying.places import EditedRuleset
from parsers.proposals.applying.rule_text import TextStretch, blocks_of, is_item
from parsers.proposals.applying.shape import RulesetChange
from parsers.proposals.applying.wording import fit_text, in_style
from parsers.proposals.model import Destination, Instruction, Relation, RulePassage, Unit
from parsers.ruleset.model import Rule
from parsers.wiki.visible import LIST_MARKS, visible_text

_MARKS = tuple(LIST_MARKS)
_DEFINITION = later(r"(?:[*#:] *)?(?:'''([^'\n]+?):?'''|“([^”\n]+)”|\"([^\"\n]+)\"):? *(?:[-–—:] *)?\n?:? *(\S[^\n]*)")
"""A term in bold or in quotation marks, and its meaning."""
_BLOCKS = (*_MARKS, "{|")


def add_text(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """New text in a rule, and that rule."""
    where, new = instruction.where, instruction.new
    if new is None:
        raise ValueError("it is not said what is added")
    if instruction.rule is None and where is not None and where.rule is not None:
        instruction = replace(instruction, rule=where.rule)
    scope = scope_of(page, instruction)
    draft = TextDraft(page)
    if instruction.unit is Unit.ROW or (where is not None and where.passage is not None and where.passage.unit in (Unit.ROW, Unit.TABLE)):
        _row(draft, scope, where, new)
        return draft.change("in")
    new = in_style(fit_text(new), page.rules)
    if not visible_text(new):
        raise ValueError("there is no text to be added")
    if where is None:
        if instruction.rule is None or len(scope) != 1:
            raise ValueError("it is not said where the text goes")
        _in_alphabet(draft, scope[0], new)
    elif where.passage is None or where.passage.unit is Unit.WHOLE:
        if instruction.rule is None or where.relation in (Relation.BEFORE, Relation.AFTER):
            raise ValueError("it is not said where the text goes")
        _at_edge(draft, scope[0], instruction.unit, where.relation, new)
    else:
        anchors = find(page, scope, where.passage)
        if len(anchors) != 1:
            raise ValueError("it is not said at which of several places the text goes")
        if where.next_passage is not None:
            _next(page, anchors[0], where.next_passage)
        anchor, kind = (_before_sign(anchors[0]), Unit.PHRASE) if where.closing else (anchors[0], where.passage.unit)
        _beside(draft, anchor, kind, where.relation, instruction.unit, new)
    return draft.change("in")


def _row(draft: TextDraft, scope: list[Rule], where: Destination | None, new: str) -> None:
    """A new row, at the end of the rule's only table if nothing else is said."""
    anchor = None
    if where is not None and where.passage is not None:
        (anchor,) = find(draft.page, scope, replace(where.passage, every=False))
        scope = [anchor.rule]
    if len(scope) != 1:
        raise ValueError("it is not said which table the row goes into")
    before = where is not None and where.relation in (Relation.BEFORE, Relation.START)
    splices, place, shown = rows.add(draft.page, scope[0], anchor, new, before=before)
    index = next(i for i, (_, stretch) in enumerate(blocks_of(scope[0])) if (stretch.start if before else stretch.end) == place.start)
    draft.rows(scope[0], index + (not before), index + (not before), splices, shown)


def _in_alphabet(draft: TextDraft, rule: Rule, new: str) -> None:
    """A definition where the alphabet puts it among those of the rule."""
    terms = [alike(block.term) for block in rule.blocks]
    new = _as_item(":", new)
    if not terms or not all(terms) or terms != sorted(terms):
        raise ValueError("it is not said where the text goes, and the rule is no list in alphabetical order")
    own = alike(visible_text(new.partition("\n")[0].lstrip(";")))
    if own in terms:
        raise ValueError("the rule has this entry already")
    _refuse_again(rule, new)
    draft.lines(rule, place := bisect(terms, own), place, new)


def _at_edge(draft: TextDraft, rule: Rule, unit: Unit | None, relation: Relation, new: str) -> None:
    """New blocks at the start or the end of a rule's own text."""
    _refuse_again(rule, new)
    number = 0 if relation is Relation.START else len(rule.blocks)
    if unit is Unit.ITEM:
        lists = [index for index, block in enumerate(rule.blocks) if is_item(block)]
        if lists and lists[-1] - lists[0] == len(lists) - 1:
            number = lists[0] if relation is Relation.START else lists[-1] + 1
            new = _as_item(marks_of(draft.page, rule, lists[0] if relation is Relation.START else lists[-1])[:1], new)
        elif lists or not new.startswith(_MARKS):
            raise ValueError("the rule has several lists" if lists else "the rule has no list")
    draft.lines(rule, number, number, new)


def _as_item(marks: str, new: str) -> str:
    """A text as an item of a list with these marks; of a list of definitions with its term on a line of its own."""
    if marks.endswith((":", ";")):
        found = None if new.startswith(";") else _DEFINITION.fullmatch(new)
        if found is None and not new.startswith(";"):
            raise ValueError("it is not said which term the new text explains")
        return new if found is None else f";{found[1] or found[2] or found[3]}\n:{found[4]}"
    if new.startswith(";"):
        raise ValueError("the new text is a definition, and the list has none")
    lines = new.split("\n")
    if all(line.startswith(_MARKS) for line in lines):
        # A matter says bullet and means the list's own mark.
        return "\n".join(marks + line[1:] for line in lines)
    if len(lines) > 1:
        raise ValueError("an item of a list has only one paragraph")
    return f"{marks} {new}"


def _refuse_again(rule: Rule, new: str) -> None:
    if any(same_case(block.text) == same_case(visible_text(new.lstrip(LIST_MARKS))) for block in rule.blocks):
        raise ValueError("the text is already there")


def _next(page: EditedRuleset, anchor: TextStretch, passage: RulePassage) -> None:
    """Raises ValueError where a passage does not follow another at once."""
    found = find(page, [anchor.rule], passage)
    if not any(other.start >= anchor.end and not anchor.rule.text[anchor.end : other.start].strip() for other in found):
        raise ValueError("the two passages do not follow each other")


def _before_sign(anchor: TextStretch) -> TextStretch:
    """The stretch without the full stop at its end."""
    if not anchor.text.endswith("."):
        raise ValueError("no full stop stands at the end there")
    return anchor._replace(end=anchor.end - 1)


def _beside(draft: TextDraft, anchor: TextStretch, kind: Unit, relation: Relation, unit: Unit | None, new: str) -> None:
    """New text at a passage: within its block, or as a block beside it."""
    rule, first, last, start, end = placed(anchor)
    behind = relation in (Relation.AFTER, Relation.END)
    structural = "\n" in new or new.startswith(_BLOCKS) or unit in (Unit.PARAGRAPH, Unit.ITEM, Unit.LIST, Unit.TABLE)
    edge = relation in (Relation.START, Relation.END)
    if kind is Unit.LIST:
        index = last if behind else first
        if edge or unit is Unit.ITEM:
            new = _as_item(marks_of(draft.page, rule, first)[:1] if edge else marks_of(draft.page, rule, index), new)
        _put_block(draft, rule, index, new, behind=behind)
    elif kind in (Unit.ITEM, Unit.DEFINITION) and not edge:
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
        if text[:at].endswith((".", "!", "?")) and new.startswith((",", ";", ":", ".")):
            raise ValueError("it is not clear whether the words go before the full stop or behind it")
        words, around = same_case(new), (same_case(text[:at]), same_case(text[at:]))
        if around[1].startswith(words) if behind else around[0].endswith(words):
            raise ValueError("the text is already there")
        new = spaced(text[:at], new, text[at:])
        draft.within(rule, index, lambda source, block, found: inserted(source, block, found, at, new))


def _put_block(draft: TextDraft, rule: Rule, index: int, new: str, *, behind: bool) -> None:
    """New blocks before or behind one, and then behind the list that belongs to an item."""
    _refuse_again(rule, new)
    number = index + 1 if behind else index
    depth = rule.blocks[index].depth
    while behind and depth and number < len(rule.blocks) and rule.blocks[number].depth > depth:
        number += 1
    if number < len(rule.blocks) and behind and not depth and rule.blocks[index].text.endswith(":") and is_item(rule.blocks[number]):
        raise ValueError("the paragraph introduces a list, and it is not said whether the new text goes behind that")
    draft.lines(rule, number, number, new)
