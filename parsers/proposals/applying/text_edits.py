"""Text within rules replaced and taken away. Raises ValueError with one sentence wherever that is not plain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from parsers.proposals.applying import rows
from parsers.proposals.applying.alike import loosely, same_case, words
from parsers.proposals.applying.draft import TextDraft, placed, scope_of
from parsers.proposals.applying.inline import Splice, replaced, without
from parsers.proposals.applying.lines import marks_of
from parsers.proposals.applying.mapped import Character
from parsers.proposals.applying.passages import find, occurrences
from parsers.proposals.applying.places import EditedRuleset
from parsers.proposals.applying.rule_text import TextStretch, is_item
from parsers.proposals.applying.shape import RulesetChange
from parsers.proposals.applying.wording import fit_text, in_style
from parsers.proposals.model import Instruction, Unit
from parsers.ruleset.model import Rule
from parsers.wiki.blocks import Block
from parsers.wiki.visible import LIST_MARKS, visible_text

_MARKS = tuple(LIST_MARKS)
_BLOCKS = (*_MARKS, "{|")
_SIGNS = ".,;:!?"
_SHORTENED = ("…", "...", ". . .")
_FEWEST_WORDS = 2
"""A single word may stand anywhere."""


def replace_text(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """A passage with another text in its place, and the rules that it stands in."""
    if instruction.old is None or instruction.new is None:
        raise ValueError("it is not said what is replaced, or by what")
    scope = scope_of(page, instruction)
    if instruction.old.begins and instruction.old.ends and any(mark in instruction.new for mark in _SHORTENED):
        raise ValueError("the new text is shortened as the old one is")
    new = in_style(fit_text(instruction.new), page.rules)
    if not new:
        return remove_text(page, instruction)
    try:
        found = find(page, scope, instruction.old)
    except ValueError as error:
        raise (_already_there(scope, new) if instruction.old.text else None) or error from None
    if all(same_case(stretch.text) == same_case(new) for stretch in found):
        raise ValueError("the text already says so")
    if any(_is_within(stretch, new) for stretch in found):
        raise ValueError("the words to be replaced stand there as a part of the new ones, so it may be done already")
    draft = TextDraft(page)
    if instruction.old.unit is Unit.ROW and len(found) == 1:
        rule, first, last, _, _ = placed(found[0])
        draft.rows(rule, first, last + 1, *rows.replace(page, found[0], instruction.new))
        return draft.change("in")
    for stretch in found:
        _replace(draft, stretch, new, alone=len(found) == 1)
    if instruction.old.titles:
        _retitle(draft, scope, instruction.old.text, new)
    return draft.change("in")


def _retitle(draft: TextDraft, scope: Sequence[Rule], old: str, new: str) -> None:
    """The words in headings too, the plural among them."""
    one = words(old).pattern
    spelt = re.compile(rf"{one}|(?<!\w){loosely(old.strip())}(?=e?s(?!\w))")
    for rule in scope:
        heading = spelt.sub(lambda _: new, rule.heading)
        if len(re.findall(spelt.pattern, rule.heading, re.IGNORECASE)) != len(spelt.findall(rule.heading)):
            raise ValueError("the words stand in a heading with other capital letters")
        if heading != rule.heading:
            if rule.level < 2:
                raise ValueError("a section is not renamed like a rule")
            draft.heading(rule, heading)


def _already_there(scope: Sequence[Rule], new: str) -> ValueError | None:
    if len(new.split()) < _FEWEST_WORDS:
        return None
    try:
        occurrences(scope, visible_text(new))
    except ValueError:
        return None
    return ValueError("the words to be replaced do not stand there, but the new ones do already")


def _is_within(stretch: TextStretch, new: str) -> bool:
    """Whether a passage already stands in the new text that is to replace it, as it does after a matter was carried out."""
    text, shown = stretch.rule.text, visible_text(new)
    old = text[stretch.start : stretch.end]
    places = (stretch.start - at for at in range(len(shown) - len(old) + 1) if shown.startswith(old, at))
    return shown != old and any(start >= 0 and same_case(text[start : start + len(shown)]) == same_case(shown) for start in places)


def _replace(draft: TextDraft, stretch: TextStretch, new: str, *, alone: bool) -> None:
    rule, first, last, start, end = placed(stretch)
    block = rule.blocks[first]
    whole = start == 0 and end == len(rule.blocks[last].text)
    item = whole and first == last and is_item(block)
    if item and "\n" not in new and new.startswith(_MARKS):
        new = new.lstrip(LIST_MARKS).strip()
    text = rule.blocks[last].text
    doubled = new.rstrip()[-1:] in _SIGNS and text[end : end + 1] in _SIGNS and text[end - 1 : end] not in _SIGNS
    if doubled and new.strip() and end < len(text):
        raise ValueError(f"the new text ends with a sign, and “{text[end]}” stands behind its place")
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


def _deeper(page: EditedRuleset, rule: Rule, first: int, last: int, new: str) -> str:
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


def remove_text(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """The page without a passage, and the rules that it stood in."""
    if instruction.old is None:
        raise ValueError("it is not said what is removed")
    found = find(page, scope_of(page, instruction), instruction.old)
    draft = TextDraft(page)
    if instruction.old.unit is Unit.ROW and len(found) == 1:
        rule, first, last, _, _ = placed(found[0])
        draft.rows(rule, first, last + 1, rows.remove(page, found[0]), ())
        return draft.change("in")
    # Whole blocks from behind, so that the numbers of those before stay as they are.
    for stretch in reversed(found):
        rule, first, last, start, end = placed(stretch)
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


def _without_blocks(draft: TextDraft, rule: Rule, first: int, last: int) -> None:
    behind = rule.blocks[last + 1] if last + 1 < len(rule.blocks) else None
    ends = rule.blocks[last]
    if behind is not None and behind.depth > ends.depth and (ends.depth or ends.text.endswith(":")):
        raise ValueError("it has a list of its own, and it is not said what becomes of that")
    draft.lines(rule, first, last + 1, "")
