"""Instructions made in short, and told in one line for tables of wordings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parsers.instructions.instruction_model import (
    Destination,
    Instruction,
    InstructionKind,
    RuleName,
    RulePassage,
    Unit,
    ValueChange,
)


def step(
    kind: InstructionKind,
    rule: RuleName | None = None,
    where: Destination | None = None,
    old: RulePassage | None = None,
    **more: Any,
) -> Instruction:
    """An instruction of a person."""
    return Instruction(kind, "Do it.", "person", rule, where, old, **more)


def passage(unit: Unit, text: str = "", **more: Any) -> RulePassage:
    """A passage of some unit."""
    return RulePassage(text, unit, **more)


def in_short(step: Instruction) -> str:
    """A step in one line."""
    return " ".join(_parts(step))


def _parts(step: Instruction) -> Iterator[str]:
    yield step.kind.value
    where = step.where
    if step.rule is not None:
        parent = (
            where.rule
            if step.kind.value == "add-rule" and where is not None and where.relation.value == "end"
            else None
        )
        yield f"{_rule(parent)}/{_rule(step.rule)}" if parent is not None else _rule(step.rule)
    if step.old is not None:
        yield _passage(step.old)
    if where is not None and (step.kind.value != "add-rule" or where.relation.value != "end"):
        yield where.relation.value
        yield from filter(
            None,
            (
                _rule(where.rule) if where.rule else "",
                _passage(where.passage) if where.passage else "",
            ),
        )
    if step.title or step.status:
        yield f"-> {step.title}" if step.title else f"-> [{step.status}]"
    if step.unit is not None:
        yield f"({step.unit.value})"
    if step.new is not None:
        yield f"= {step.new}"
    if step.value is not None:
        yield _value(step.value)


def _rule(rule: RuleName) -> str:
    section = f"<{rule.section}>" if rule.section else ""
    name = "/".join(filter(None, (rule.parent, rule.number, rule.title)))
    return f"{section}{name}{'+' if rule.with_subrules else ''}"


def _passage(passage: RulePassage) -> str:
    order = [] if passage.order is None else [f"#{passage.order}"]
    begins = [f"{passage.begins}…"] if passage.begins else []
    return (
        " ".join(
            [
                "{" + passage.unit.value,
                *order,
                *(["all"] if passage.every else []),
                *filter(None, [passage.text]),
                *begins,
            ]
        )
        + "}"
    )


def _value(change: ValueChange) -> str:
    whose = f"every {change.role}" if change.everybody else ",".join(change.players) or "game"
    return f"{whose}.{change.variable} {'+=' if change.adds else '='} {change.value}"
