"""Text within rules replaced and taken away. Raises ValueError with one sentence wherever that is not plain."""

from __future__ import annotations

from parsers.instructions.applying.expected_page import RulesetChange
from parsers.instructions.applying.inline import without
from parsers.instructions.applying.passages import find, occurrences
from parsers.instructions.applying.pending_splices import PendingSplices, marks_of, placed, scope_of
from parsers.instructions.applying.places import EditedRuleset
from parsers.instructions.applying.rule_text import TextStretch, is_item
from parsers.instructions.applying.wording import fit_text, in_style
from parsers.instructions.model import Instruction
from parsers.instructions.normalise import same_case
from parsers.ruleset.model import Rule
from parsers.wiki.visible import LIST_MARKS, visible_text

_MARKS = tuple(LIST_MARKS)
_BLOCKS = (*_MARKS, "{|")
_SIGNS = ".,;:!?"
_FEWEST_WORDS = 2
"""A single word may stand anywhere."""


def replace_text(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """A passage with another text in its place, and the rules that it stands in."""
    if instruction.old is None or instruction.new is None:
        raise ValueError("it is not said what is replaced, or by what")
    scope = scope_of(page, instruction)
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
    pending = PendingSplices(page)
    for stretch in reversed(found):
        _replace(pending, stretch, new, alone=len(found) == 1)
    return pending.change("in")


def _already_there(scope: list[Rule], new: str) -> ValueError | None:
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
    old = stretch.text
    places = (stretch.start - at for at in range(len(shown) - len(old) + 1) if shown.startswith(old, at))
    return shown != old and any(start >= 0 and same_case(text[start : start + len(shown)]) == same_case(shown) for start in places)


def _replace(pending: PendingSplices, stretch: TextStretch, new: str, *, alone: bool) -> None:
    rule, first, last, start, end = placed(stretch)
    block = rule.blocks[first]
    whole = start == 0 and end == len(rule.blocks[last].text)
    if whole and first == last and is_item(block) and "\n" not in new and new.startswith(_MARKS):
        new = new.lstrip(LIST_MARKS).strip()
    text = rule.blocks[last].text
    if new.rstrip()[-1:] in _SIGNS and text[end : end + 1] in tuple(_SIGNS) and text[end - 1 : end] not in _SIGNS:
        raise ValueError(f"the new text ends with a sign, and “{text[end]}” stands behind its place")
    if first == last and "\n" not in new and not new.startswith(_BLOCKS):
        pending.within(rule, first, start, end, new)
        return
    if not alone or not whole:
        raise ValueError("new paragraphs or items can only take the place of whole ones")
    items = [is_item(rule.blocks[index]) for index in range(first, last + 1)]
    if all(items) and not all(line.startswith(_MARKS) for line in new.split("\n")):
        raise ValueError("the new text is no item of a list, and the old one is")
    if any(items) and max(len(marks_of(pending.page, rule, index)) for index in range(first, last + 1)) > 1:
        raise ValueError("it is a list in a list, which a person has to look at")
    pending.lines(rule, first, last + 1, new)


def remove_text(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """The page without a passage, and the rules that it stood in."""
    if instruction.old is None:
        raise ValueError("it is not said what is removed")
    pending = PendingSplices(page)
    # Whole blocks from behind, so that the numbers of those before stay as they are.
    for stretch in reversed(find(page, scope_of(page, instruction), instruction.old)):
        rule, first, last, start, end = placed(stretch)
        if start == 0 and end == len(rule.blocks[last].text):
            _refuse_left_list(rule, last)
            pending.lines(rule, first, last + 1, "")
        elif first == last:
            pending.within(rule, first, *without(rule.blocks[first].text, start, end), "")
        else:
            raise ValueError("the words go over several paragraphs or items, and are only a part of some")
    return pending.change("in")


def _refuse_left_list(rule: Rule, last: int) -> None:
    behind, ends = rule.blocks[last + 1] if last + 1 < len(rule.blocks) else None, rule.blocks[last]
    if behind is not None and behind.depth > ends.depth and (ends.depth or ends.text.endswith(":")):
        raise ValueError("it has a list of its own, and it is not said what becomes of that")
