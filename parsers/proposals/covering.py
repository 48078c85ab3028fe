"""How far a condition goes that stands above paragraphs: over the next one, and over all of them where "otherwise" ends them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from parsers.proposals.drafts import InstructionScope
from parsers.proposals.model import Instruction
from parsers.proposals.tokens import Token

UNSURE = "it is not clear whether the condition before it goes so far"

_WHATEVER = ("in any case", "in either case", "in any event", "either way", "whatever happens", "regardless")
"""How a sentence begins that is on no condition."""


@dataclass(slots=True)
class ConditionCover:
    """The instructions below a condition, by paragraphs. ``outer`` is the scope that holds behind them, None while there is no cover."""

    outer: InstructionScope | None = None
    _paragraphs: list[list[int]] = field(default_factory=list)

    def begin(self, outer: InstructionScope) -> None:
        """A condition stands above the paragraphs from here on."""
        self.outer = outer
        self._paragraphs = []

    def paragraph(self) -> None:
        """Another paragraph begins."""
        if self.outer is not None:
            self._paragraphs.append([])

    def add(self, number: int) -> None:
        """An instruction stands here."""
        if self._paragraphs:
            self._paragraphs[-1].append(number)

    def end(self, listed: list[Instruction], *, branch: bool) -> None:
        """The paragraphs end. ``branch`` says that the condition's other branch follows, so that it covers all of them."""
        self.outer = None
        covered = [numbers for numbers in self._paragraphs if numbers]
        for numbers in covered[1:] if not branch else ():
            for number in numbers:
                listed[number] = replace(listed[number], why=listed[number].why or UNSURE)
        self._paragraphs = []


def is_on_no_condition(tokens: Sequence[Token]) -> bool:
    """Whether a sentence says that it holds in any case, so that one above it has ended."""
    return " ".join(token.low for token in tokens[:3]).startswith(_WHATEVER)
