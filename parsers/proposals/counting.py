"""Places that are told by their number, where an earlier instruction of the same matter moves the count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parsers.proposals.model import Instruction, InstructionKind, RuleName, RulePassage, Unit

RECOUNTED = "it is not clear whether it counts as before the matter or as after its earlier instructions"
_OF_RULES = frozenset({InstructionKind.ADD_RULE, InstructionKind.REPEAL_RULE, InstructionKind.MOVE_RULE})
_IN_TEXT = frozenset({InstructionKind.ADD_TEXT, InstructionKind.REMOVE_TEXT, InstructionKind.REPLACE_TEXT, InstructionKind.REPLACE_RULE})


def why_miscounted(instruction: Instruction, before: Sequence[Instruction]) -> str | None:
    """Why it is not clear what an instruction counts, None where it counts nothing that those before it may have moved."""
    if any(name.number and not name.title for name in _names(instruction)) and any(each.kind in _OF_RULES for each in before):
        return "it is not clear whether the rules are numbered as before the matter or as after its earlier instructions"
    set_before = [change.variable for each in before for change in each.values]
    for change in instruction.values:
        if change.among is not None and _key(change.among[0]) in map(_key, set_before):
            return "it is not clear whether it asks for the value as it was before the matter"
        set_before.append(change.variable)
    # Who does the rest of a sentence has to know what it counts.
    return RECOUNTED if is_recounted(instruction, [each for each in before if each.quote == instruction.quote]) else None


def _key(variable: str) -> str:
    return variable.casefold().removesuffix("s")


def is_recounted(instruction: Instruction, before: Sequence[Instruction]) -> bool:
    """Whether an instruction counts sentences, paragraphs or items that those before it may have moved."""
    rule = instruction.rule
    if rule is None or not any(map(_counts, _passages(instruction))):
        return False
    same = (each for each in before if each.rule is not None and each.rule.title.casefold() == rule.title.casefold())
    return any(each.kind in _IN_TEXT and _moves(each) for each in same)


def _names(instruction: Instruction) -> Iterator[RuleName]:
    where = instruction.where
    for name in (instruction.rule, *((where.rule, where.next_rule) if where is not None else ())):
        if name is not None:
            yield name


def _passages(instruction: Instruction) -> Iterator[RulePassage]:
    where = instruction.where
    for passage in (instruction.old, *((where.passage, where.next_passage) if where is not None else ())):
        if passage is not None:
            yield passage


def _counts(passage: RulePassage) -> bool:
    return passage.order is not None or (passage.within is not None and _counts(passage.within))


def _moves(instruction: Instruction) -> bool:
    """Whether the count of sentences, paragraphs or items may be another after an instruction."""
    old, new = instruction.old, instruction.new or ""
    whole = (
        old is None
        or old.unit is not Unit.PHRASE
        or old.order is not None
        or bool(old.begins)
        or any(sign in old.text for sign in ".!?:\n")
    )
    return whole or any(sign in new for sign in ".!?:\n")
