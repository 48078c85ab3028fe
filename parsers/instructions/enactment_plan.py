"""The plan of an enactment: the steps that were read, and a person's decisions on all that was not.

A plan is a file that a person completes. What it says is held against the matter: a step ``from =
"read"`` has to be one that is read, every open sentence has to be there, and a step ``from =
"person"`` has to quote words of the matter.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from parsers.instructions.instruction_model import Instruction, InstructionKind
from parsers.instructions.reader import MatterReading
from parsers.instructions.rule_wording import alike

COMMENT = "comment"
BY_HAND = "by hand:"
_NAMED = ("rule", "old")
"""Keys whose table may be written as one text: a rule's title, or the words of a passage."""
_NEEDS = {
    InstructionKind.ADD_RULE: ("rule", "new"),
    InstructionKind.REPLACE_RULE: ("rule", "new"),
    InstructionKind.REPEAL_RULE: ("rule",),
    InstructionKind.RENAME_RULE: ("rule",),
    InstructionKind.MOVE_RULE: ("rule", "where"),
    InstructionKind.ADD_TEXT: ("new",),
    InstructionKind.REPLACE_TEXT: ("old", "new"),
    InstructionKind.REMOVE_TEXT: ("old",),
    InstructionKind.SET_VALUE: ("value",),
}


class WrongPlan(ValueError):
    """What a plan says does not fit the matter, at ``key``, with the reason as a sentence."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(why)
        self.key = key


class OpenDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence that was not read, and what a person decided: "comment", "by hand: …", or nothing
    where steps quote it.
    """

    text: str
    decision: str = ""


class EnactmentPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as it stands in its file; ``body`` is the digest of the matter's text, ``pages`` are
    the revisions that it was made on.
    """

    matter: str
    body: str
    by: str = ""
    pages: dict[str, int] = {}
    step: tuple[Instruction, ...] = ()
    open: tuple[OpenDecision, ...] = ()


@dataclass(frozen=True, slots=True)
class DecidedSteps:
    """What is to be carried out, and what became of all else: ``open`` is not decided, ``dropped``
    was read and is not in the plan.
    """

    steps: tuple[Instruction, ...]
    open: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()
    dropped: tuple[Instruction, ...] = ()


def new_plan(
    matter: str, html: str, reading: MatterReading, pages: Mapping[str, int], by: str = ""
) -> EnactmentPlan:
    """The plan that a person starts from: all that was read, and nothing decided."""
    return EnactmentPlan(
        matter, digest(html), by, dict(pages), reading.steps, tuple(map(OpenDecision, reading.open))
    )


def digest(html: str) -> str:
    """What tells a matter's text from another."""
    return hashlib.sha256(html.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def decided(plan: EnactmentPlan, matter: str, html: str, reading: MatterReading) -> DecidedSteps:
    """What a plan decides. Raises WrongPlan where it is no plan for this matter."""
    if plan.matter != matter:
        raise WrongPlan("matter", f"this plan is for {plan.matter}")
    if plan.body != digest(html):
        raise WrongPlan(
            "body",
            "the matter's text is another than when the plan was made, so the plan is void; write a"
            " new one",
        )
    for number, step in enumerate(plan.step, 1):
        _check_step(f"step {number}", step, plan, reading)
    for number, each in enumerate(plan.open, 1):
        if each.text not in reading.open:
            raise WrongPlan(
                f"open {number}: text", "no sentence of the matter that was not read says this"
            )
        if each.decision not in ("", COMMENT) and not (
            each.decision.startswith(BY_HAND) and each.decision.removeprefix(BY_HAND).strip()
        ):
            raise WrongPlan(
                f"open {number}: decision",
                f'it may be "{COMMENT}", "{BY_HAND} " and what you do, or "" where steps quote it',
            )
    for text in reading.open:
        if text not in [each.text for each in plan.open]:
            raise WrongPlan(
                "open", f"the sentence “{text[:80]}” is missing; put it back with a decision"
            )
    quoted = [alike(step.quote) for step in plan.step if step.source == "person"]
    answered = {
        each.text for each in plan.open if any(_quotes(quote, each.text) for quote in quoted)
    }
    return DecidedSteps(
        steps=plan.step,
        open=tuple(
            each.text for each in plan.open if not each.decision and each.text not in answered
        ),
        comments=tuple(each.text for each in plan.open if each.decision == COMMENT),
        by_hand=tuple(each.text for each in plan.open if each.decision.startswith(BY_HAND)),
        dropped=tuple(
            step
            for step in reading.steps
            if step not in plan.step and alike(step.quote) not in quoted
        ),
    )


def _quotes(quote: str, sentence: str) -> bool:
    """Whether a quotation is words of a sentence, enough to tell it from others: three, or half of
    it.
    """
    words, sentence = quote.split(), alike(sentence)
    enough = len(words) >= 3 or 2 * len(words) >= len(sentence.split())
    return (
        bool(words)
        and enough
        and re.search(rf"(?<!\w){re.escape(quote)}(?!\w)", sentence) is not None
    )


def _check_step(key: str, step: Instruction, plan: EnactmentPlan, reading: MatterReading) -> None:
    if step.source == "read":
        if step not in reading.steps:
            raise WrongPlan(
                key, 'it is not what was read; a step that you write or change says from = "person"'
            )
        if plan.step.count(step) > reading.steps.count(step):
            raise WrongPlan(key, "it stands more often in the plan than it was read")
        return
    if not any(
        _quotes(alike(step.quote), sentence)
        for sentence in (*(each.quote for each in reading.steps), *reading.open)
    ):
        raise WrongPlan(
            f"{key}: quote",
            "it has to be three words, or half, of a sentence of the matter, that which the step"
            " carries out",
        )
    for name in _NEEDS[step.kind]:
        if getattr(step, name) is None:
            raise WrongPlan(f"{key}: {name}", f"a step of the kind {step.kind.value} needs it")
    if step.kind is InstructionKind.RENAME_RULE and not step.title + step.status:
        raise WrongPlan(
            f"{key}: title",
            'a step of the kind rename-rule needs it, or status = "Active" or "Inactive"',
        )


def as_tables(plan: EnactmentPlan) -> dict[str, Any]:
    """A plan as it is written: a rule and a passage that are nothing but a name as that."""
    tables: dict[str, Any] = msgspec.to_builtins(plan)
    for written, step in zip(tables["step"], plan.step, strict=True):
        written["from"] = step.source
        for key in _NAMED:
            if set(written.get(key, {})) in ({"title"}, {"text"}):
                (written[key],) = written[key].values()
    return tables


def from_tables(tables: dict[str, Any]) -> dict[str, Any]:
    """The tables of a file with such names as tables."""
    steps = tables.get("step")
    for step in steps if isinstance(steps, list | tuple) else ():
        for key, name in zip(_NAMED, ("title", "text"), strict=True):
            if isinstance(step, dict) and isinstance(step.get(key), str):
                step[key] = {name: step[key]}
    return tables
