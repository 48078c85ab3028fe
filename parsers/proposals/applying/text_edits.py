"""Text within rules replaced, put in and taken away. Raises ValueError with one sentence wherever that is not plain."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.applying.alike import same_case
from parsers.proposals.applying.inline import Splice, replaced
from parsers.proposals.applying.mapped import characters
from parsers.proposals.applying.passages import Stretch, find
from parsers.proposals.applying.places import RulesetPage, find_rule, named
from parsers.proposals.applying.shape import Change, Passage, shape_of
from parsers.proposals.applying.wording import fit_text, in_style
from parsers.proposals.model import Instruction
from parsers.ruleset.model import Rule
from parsers.wiki.splice import spliced


def replace_text(page: RulesetPage, instruction: Instruction) -> tuple[Change, list[Rule]]:
    """Words with others in their place, and the rules that they stand in."""
    if instruction.old is None or instruction.new is None:
        raise ValueError("it is not said what is replaced, or by what")
    scope = _scope(page, instruction)
    new = in_style(fit_text(instruction.new), page.rules)
    if "\n" in new:
        raise ValueError("the new text has several paragraphs")
    found = find(scope, instruction.old)
    if all(same_case(stretch.rule.text[stretch.start : stretch.end]) == same_case(new) for stretch in found):
        raise ValueError("the text already says so")
    splices, shape = _inline(page, [(stretch, new) for stretch in found])
    rules = list(dict.fromkeys(stretch.rule for stretch in found))
    where = f"in {', '.join(named(rule.title) for rule in rules[:3])}{' and others' if len(rules) > 3 else ''}"
    return Change(spliced(page.source, splices), shape, tuple(rule.title for rule in rules), where), rules


def _scope(page: RulesetPage, instruction: Instruction) -> list[Rule]:
    """The rules whose text an instruction speaks of."""
    name = instruction.rule
    if name is None:
        return list(page.rules)
    rule = find_rule(page, name, loosely=True)
    if rule.level == 1 or name.with_subrules:
        return list(page.family(rule))
    return [rule]


def _inline(page: RulesetPage, edits: Sequence[tuple[Stretch, str]]) -> tuple[list[Splice], list[Passage]]:
    """Changes within blocks: those of the source in order, and what is shown after them."""
    of_blocks: dict[tuple[int, int], list[tuple[int, int, str]]] = {}
    for stretch, new in edits:
        index, start = _block_of(stretch)
        of_blocks.setdefault((page.rules.index(stretch.rule), index), []).append((stretch.start - start, stretch.end - start, new))
    shape = shape_of(page.rules)
    splices: list[Splice] = []
    for (number, index), changes in of_blocks.items():
        block = page.rules[number].blocks[index]
        found = characters(page.source, block)
        if found is None:
            raise ValueError("the markup there has to be changed by hand")
        made = [replaced(page.source, block, found, *change) for change in changes]
        splices += [splice for written, _ in made for splice in written]
        text = spliced(block.text, sorted(hunk for _, shown in made for hunk in shown))
        blocks = list(shape[number].blocks)
        blocks[index] = (" ".join(text.split()), block.depth)
        shape[number] = shape[number]._replace(blocks=tuple(blocks))
    return sorted(splices), shape


def _block_of(stretch: Stretch) -> tuple[int, int]:
    """The number of the block that holds a stretch whole, and where it starts in the rule's text."""
    start = 0
    for index, block in enumerate(stretch.rule.blocks):
        if start <= stretch.start and stretch.end <= start + len(block.text):
            return index, start
        start += len(block.text) + 1
    raise ValueError("the words go over several paragraphs or items")
