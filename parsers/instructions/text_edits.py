"""Replace, remove and add text within rules. Each function raises Refused if the instruction is
unclear.
"""

from __future__ import annotations

from itertools import takewhile

from parsers.instructions.edited_ruleset import (
    EditedRuleset,
    TextStretch,
    find,
    is_item,
    passages_in,
    scope_of,
)
from parsers.instructions.instruction_model import Instruction, Relation, Unit, needed
from parsers.instructions.rule_edits import Made
from parsers.instructions.rule_wording import fit_text, plain_signs
from parsers.instructions.splices import (
    ITEM_MARKS,
    PendingSplices,
    marks_of,
    placed,
    spaced,
    within_line,
    without,
)
from parsers.refusal import Refusal, Refused
from parsers.ruleset.ruleset_model import Rule
from parsers.wiki.inline import decode
from parsers.wiki.visible import LIST_MARKS, visible_text

_SIGNS = ".,;:!?"


def replace_text(page: EditedRuleset, instruction: Instruction) -> Made:
    """Replace a passage; return the change and the rules that contain the passage."""
    old = needed(instruction.old, "old")
    new = fit_text(needed(instruction.new, "new"))
    scope = scope_of(page, instruction)
    if not new:
        return remove_text(page, instruction)
    found = find(page, scope, old)
    if all(plain_signs(stretch.text) == plain_signs(decode(new)) for stretch in found):
        raise Refused(Refusal.TEXT_THERE)
    if any(_is_within(stretch, new) for stretch in found):
        raise Refused(Refusal.PERHAPS_DONE)
    pending = PendingSplices(page)
    for stretch in reversed(found):
        _replace(pending, stretch, new, alone=len(found) == 1)
    return pending.change()


def _is_within(stretch: TextStretch, new: str) -> bool:
    """Return whether a passage is already part of its new text, as after the matter was carried
    out: “lamp” by “oil lamp” in “An oil lamp burns.”
    """
    text, shown = stretch.rule.text, visible_text(new)
    old = stretch.text
    places = (
        stretch.start - at for at in range(len(shown) - len(old) + 1) if shown.startswith(old, at)
    )
    return shown != old and any(
        start >= 0 and plain_signs(text[start : start + len(shown)]) == plain_signs(shown)
        for start in places
    )


def _replace(pending: PendingSplices, stretch: TextStretch, new: str, *, alone: bool) -> None:
    rule, first, last, start, end = placed(stretch)
    block = rule.blocks[first]
    whole = start == 0 and end == len(rule.blocks[last].text)
    if (
        whole
        and first == last
        and is_item(block)
        and "\n" not in new
        and new.startswith(ITEM_MARKS)
    ):
        new = new.lstrip(LIST_MARKS).strip()
    text = rule.blocks[last].text
    if (
        decode(new).rstrip()[-1:] in _SIGNS
        and text[end : end + 1] in tuple(_SIGNS)
        and text[end - 1 : end] not in _SIGNS
    ):
        raise Refused(Refusal.TWO_SIGNS, sign=text[end])
    if first == last and "\n" not in new and not new.startswith(ITEM_MARKS):
        pending.within(rule, first, start, end, within_line(new) if start else new)
        return
    if not alone or not whole:
        raise Refused(Refusal.PARTS_OF_BLOCKS)
    items = [is_item(rule.blocks[index]) for index in range(first, last + 1)]
    if all(items) and not all(line.startswith(ITEM_MARKS) for line in new.split("\n")):
        raise Refused(Refusal.NO_SUCH_ITEM)
    if (
        any(items)
        and max(len(marks_of(pending.page, rule, index)) for index in range(first, last + 1)) > 1
    ):
        raise Refused(Refusal.LIST_IN_LIST)
    pending.lines(rule, first, last + 1, new)


def remove_text(page: EditedRuleset, instruction: Instruction) -> Made:
    """Remove a passage; return the change and the rules that contained the passage."""
    old = needed(instruction.old, "old")
    pending = PendingSplices(page)
    # From the end, so that the numbers of the blocks before do not change.
    for stretch in reversed(find(page, scope_of(page, instruction), old)):
        rule, first, last, start, end = placed(stretch)
        ends = rule.blocks[last]
        if start == 0 and end == len(ends.text):
            depth = rule.blocks[last + 1].depth if last + 1 < len(rule.blocks) else 0
            if depth > ends.depth and (ends.depth or ends.text.endswith(":")):
                raise Refused(Refusal.OWN_LIST_IN_DOUBT)
            pending.lines(rule, first, last + 1, "")
        elif first == last:
            pending.within(rule, first, *without(ends.text, start, end), "")
        else:
            raise Refused(Refusal.PARTS_OF_BLOCKS)
    return pending.change()


def add_text(page: EditedRuleset, instruction: Instruction) -> Made:
    """Add text to a rule; return the change and that rule."""
    where = instruction.where
    new = fit_text(needed(instruction.new, "new"))
    scope = scope_of(page, instruction)
    pending = PendingSplices(page)
    if not visible_text(new):
        raise Refused(Refusal.TEXT_WITH_HEADINGS)
    if where is not None and where.passage is not None:
        anchors = find(page, scope, where.passage)
        if len(anchors) != 1:
            raise Refused(Refusal.PLACE_NOT_NAMED)
        _beside(pending, anchors[0], where.passage.unit, where.relation, instruction.unit, new)
        return pending.change()
    if (
        instruction.rule is None
        or len(scope) != 1
        or where is None
        or where.relation in (Relation.BEFORE, Relation.AFTER)
    ):
        raise Refused(Refusal.PLACE_NOT_NAMED)
    _at_edge(pending, scope[0], instruction.unit, where.relation, new)
    return pending.change()


def _at_edge(
    pending: PendingSplices, rule: Rule, unit: Unit | None, relation: Relation, new: str
) -> None:
    """Add blocks at the start or the end of a rule's own text; list items at that of its list."""
    starts = relation is Relation.START
    number = 0 if starts else len(rule.blocks)
    if unit is Unit.ITEM:
        lists = [index for index, block in enumerate(rule.blocks) if is_item(block)]
        if lists and lists[-1] - lists[0] == len(lists) - 1:
            number = lists[0] if starts else lists[-1] + 1
            new = _as_item(marks_of(pending.page, rule, lists[0] if starts else lists[-1])[:1], new)
        elif lists or not new.startswith(ITEM_MARKS):
            raise Refused(Refusal.NOT_ONE_LIST)
    _put_blocks(pending, rule, number, new)


def _put_blocks(pending: PendingSplices, rule: Rule, number: int, new: str) -> None:
    there = {plain_signs(block.text) for block in rule.blocks}
    if all(
        plain_signs(text) in there for passage in passages_in(new) for text, _, _ in passage.blocks
    ):
        raise Refused(Refusal.TEXT_THERE)
    pending.lines(rule, number, number, new)


def _as_item(marks: str, new: str) -> str:
    lines = new.split("\n")
    if (
        new.startswith(";")
        or marks.endswith((":", ";"))
        or (len(lines) > 1 and not all(line.startswith(ITEM_MARKS) for line in lines))
    ):
        raise Refused(Refusal.NO_SUCH_ITEM)
    # A matter's “bullet” means the list's own kind of mark.
    return (
        "\n".join(marks + line[1:] for line in lines)
        if new.startswith(ITEM_MARKS)
        else f"{marks} {new}"
    )


def _beside(
    pending: PendingSplices,
    anchor: TextStretch,
    kind: Unit,
    relation: Relation,
    unit: Unit | None,
    new: str,
) -> None:
    """Add text at a passage: within its block, or as blocks beside it, and then behind the list
    that belongs to an item.
    """
    rule, first, last, start, end = placed(anchor)
    behind = relation in (Relation.AFTER, Relation.END)
    index = last if behind else first
    block = rule.blocks[index]
    within = (
        unit in (Unit.SENTENCE, Unit.PHRASE)
        or kind in (Unit.PHRASE, Unit.SENTENCE)
        or relation in (Relation.START, Relation.END)
    )
    if within and not (
        "\n" in new or new.startswith(ITEM_MARKS) or unit in (Unit.PARAGRAPH, Unit.ITEM)
    ):
        _insert(pending, rule, index, end if behind else start, new, behind=behind)
        return
    if not (end == len(block.text) if behind else start == 0):
        raise Refused(Refusal.PARTS_OF_BLOCKS)
    if kind is Unit.ITEM or (unit is Unit.ITEM and is_item(block)):
        new = _as_item(marks_of(pending.page, rule, index), new)
    _put_blocks(pending, rule, _behind_own_list(rule, index) if behind else index, new)


def _behind_own_list(rule: Rule, index: int) -> int:
    """Return the number of the place behind a block, and behind the list that belongs to it."""
    block = rule.blocks[index]
    number = index + 1
    if block.depth:
        deeper = takewhile(lambda other: other.depth > block.depth, rule.blocks[number:])
        return number + len(list(deeper))
    if block.text.endswith(":") and any(map(is_item, rule.blocks[number : number + 1])):
        raise Refused(Refusal.OWN_LIST_IN_DOUBT)
    return number


def _insert(
    pending: PendingSplices, rule: Rule, index: int, at: int, new: str, *, behind: bool
) -> None:
    text = rule.blocks[index].text
    before, after = text[:at], text[at:]
    new = within_line(new) if before else new
    seen = decode(new)
    # "1" beside "0" would be 10, and "." before "," no punctuation.
    touching = before[-1:] + seen[:1] if behind else seen[-1:] + after[:1]
    joins_digits = len(touching) == 2 and touching.isdigit()
    joins_marks = before.endswith((".", "!", "?")) and seen.startswith((",", ";", ":", "."))
    if joins_digits or joins_marks:
        raise Refused(Refusal.SIGNS_TOUCH)
    if (
        plain_signs(after).startswith(plain_signs(seen))
        if behind
        else plain_signs(before).endswith(plain_signs(seen))
    ):
        raise Refused(Refusal.TEXT_THERE)
    pending.within(rule, index, at, at, spaced(before, new, after))
