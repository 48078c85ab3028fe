"""What was read of a matter so far: its instructions with what they need, and the conditions that are for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from parsers.proposals.applying.alike import begins
from parsers.proposals.blocks import without_struck
from parsers.proposals.counting import is_recounted, why_miscounted
from parsers.proposals.model import ConditionKind, Instruction, InstructionCondition, InstructionKind, RuleName
from parsers.proposals.remarks import wishes
from parsers.proposals.titles import clean_title
from parsers.proposals.tokens import Token

_MOST_INSTRUCTIONS = 200
_LIMITED = "another sentence of the matter may say when, or whether, it is to be done"
_SWAPPED = "each of two texts takes the place of the other"
_ONLY_WISHED = "it says what is wanted, and no instruction does it"


class UnboundedError(Exception):
    """A matter that is not read to its end, with the reason as a sentence."""


@dataclass(slots=True)
class MatterProgress:
    """What was read so far. ``made`` are the rules that an instruction made or renamed, with its number.

    ``guards`` are conditions for the whole matter, or for its rest, with the number of the first instruction that they are for.
    ``commentary`` are the beginnings of sentences that somebody calls commentary, ``declared`` the sentences that have them;
    ``unclear`` are the other sentences that hold something back.
    """

    listed: list[Instruction] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    latest: RuleName | None = None
    guards: list[tuple[int, tuple[InstructionCondition, ...]]] = field(default_factory=list)
    made: dict[str, int] = field(default_factory=dict)
    wishes: list[str] = field(default_factory=list)
    limited: bool = False
    commentary: Sequence[str] = ()
    unclear: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)

    def add(self, instruction: Instruction) -> None:
        """Add an instruction, with what it needs."""
        if len(self.listed) >= _MOST_INSTRUCTIONS:
            raise UnboundedError(f"the matter has more than {_MOST_INSTRUCTIONS} instructions")
        why = instruction.why
        if why is None:
            why = why_miscounted(instruction, self.listed)
            # Who does the rest of a sentence has to know what it counts.
            for number, before in enumerate(self.listed if why else ()):
                if before.quote == instruction.quote:
                    self.listed[number] = replace(before, why=before.why or why)
        swapped = next((number for number, before in enumerate(self.listed) if why is None and _swaps(before, instruction)), None)
        if swapped is not None:
            why = _SWAPPED
            self.listed[swapped] = replace(self.listed[swapped], why=self.listed[swapped].why or why)
        recounted = is_recounted(instruction, self.listed)
        quote = without_struck(instruction.quote)
        self.listed.append(replace(instruction, quote=quote, needs=self._needs(instruction), why=why, recounted=recounted))
        new = instruction.rule.title if instruction.kind is InstructionKind.ADD_RULE and instruction.rule else instruction.title
        if new:
            self.made[new.casefold()] = len(self.listed) - 1

    def guarded(self) -> Iterator[Instruction]:
        """The instructions, with the conditions that are for all of them; of a matter without any, what its author wants."""
        if not self.listed:
            yield from (Instruction(InstructionKind.OTHER, wish, why=_ONLY_WISHED) for wish in self.wishes)
        for number, instruction in enumerate(self.listed):
            guards = [condition for first, conditions in self.guards if number >= first for condition in conditions]
            conditions = (*guards, *instruction.conditions)
            yield replace(instruction, conditions=conditions, why=instruction.why or (_LIMITED if self.limited else undecided(conditions)))

    def remark(self, tokens: Sequence[Token], text: str) -> None:
        """Add a remark; it may have spoken of another rule than the instructions before."""
        self.remarks.append(without_struck(text))
        if wishes(tokens):
            self.wishes.append(without_struck(text))
        named = {
            clean_title(token.text) for before, token in pairwise(tokens) if token.kind == "quote" and before.low in {"rule", "subrule"}
        }
        if named or any(token.kind == "quote" or token.low in {"rule", "subrule"} for token in tokens):
            self.latest = RuleName(title=named.pop()) if len(named) == 1 else None

    def is_declared(self, quote: str) -> bool:
        """Whether somebody called a sentence that is not understood commentary, which it is from now on."""
        declared = any(begins(quote, beginning) for beginning in self.commentary)
        those, shown = self.declared if declared else self.unclear, without_struck(quote)
        if shown not in those:
            those.append(shown)
        return declared

    def _needs(self, instruction: Instruction) -> int | None:
        where = instruction.where
        rules = [None if instruction.kind is InstructionKind.ADD_RULE else instruction.rule]
        rules += [] if where is None else [where.rule, where.next_rule]
        names = [name.casefold() for rule in rules if rule is not None for name in (rule.title, rule.parent)]
        return max((self.made[name] for name in names if name in self.made), default=None)


def _swaps(one: Instruction, two: Instruction) -> bool:
    """Whether a sentence puts each of two texts in the other's place, which cannot be done one after the other."""
    texts = [(each.old.text, each.new) for each in (one, two) if each.kind is InstructionKind.REPLACE_TEXT and each.old is not None]
    return one.quote == two.quote and len(texts) == 2 and texts[0] == (texts[1][1], texts[1][0])


def undecided(conditions: Sequence[InstructionCondition]) -> str | None:
    """Why conditions cannot be decided, as far as their own words tell."""
    other = next((condition for condition in conditions if condition.kind is ConditionKind.OTHER), None)
    return None if other is None else f"whether “{other.text}” holds is for people to decide"
