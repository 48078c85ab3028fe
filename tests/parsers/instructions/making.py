"""Instructions made in short."""

from __future__ import annotations

from typing import Any

from parsers.instructions.application import Application, apply_instructions
from parsers.instructions.instruction_model import Destination, Instruction, InstructionKind, RuleName, RulePassage, Unit


def step(
    kind: InstructionKind, rule: RuleName | None = None, where: Destination | None = None, old: RulePassage | None = None, **more: Any
) -> Instruction:
    """An instruction of a person."""
    return Instruction(kind, "Do it.", "person", rule, where, old, **more)


def passage(unit: Unit, text: str = "", **more: Any) -> RulePassage:
    """A passage of some unit."""
    return RulePassage(text, unit, **more)


def applied(page: str, *steps: Instruction) -> Application:
    """What becomes of a Ruleset."""
    return apply_instructions(steps, page)
