"""The plan of an enactment: the steps that were read, and a person's decisions on all unread
sentences.

A plan is a file that a person completes. It is checked against the matter: a step with ``from =
"read"`` must be one that is read again, every unread sentence must be listed, and a step with
``from = "person"`` must quote words of the matter.
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
from parsers.refusal import Refusal, Refused

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


class OpenDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An unread sentence with the admin's decision: "comment", "by hand: …", or nothing if a step
    quotes it.
    """

    text: str
    decision: str = ""


class EnactmentPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as its file states it; ``body`` is the digest of the matter's text, ``pages`` are the
    revisions that it was made on.
    """

    matter: str
    body: str
    by: str = ""
    pages: dict[str, int] = {}
    step: tuple[Instruction, ...] = ()
    open: tuple[OpenDecision, ...] = ()


@dataclass(frozen=True, slots=True)
class DecidedSteps:
    """The steps to carry out, and the sentences that are left: ``open`` ones are not decided,
    ``dropped`` steps were read and are not in the plan.
    """

    steps: tuple[Instruction, ...]
    open: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()
    dropped: tuple[Instruction, ...] = ()


def new_plan(
    matter: str, html: str, reading: MatterReading, pages: Mapping[str, int], by: str = ""
) -> EnactmentPlan:
    """Return the initial plan: all steps that were read, without decisions."""
    return EnactmentPlan(
        matter, digest(html), by, dict(pages), reading.steps, tuple(map(OpenDecision, reading.open))
    )


def digest(html: str) -> str:
    """The digest that identifies a matter's text."""
    return hashlib.sha256(html.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def decided(plan: EnactmentPlan, matter: str, html: str, reading: MatterReading) -> DecidedSteps:
    """Return the decisions of a plan. Raises Refused if it does not fit this matter."""
    if plan.matter != matter:
        raise Refused(Refusal.PLAN_OF_OTHER_MATTER, key="matter", matter=plan.matter)
    if plan.body != digest(html):
        raise Refused(Refusal.PLAN_VOID, key="body")
    for number, step in enumerate(plan.step, 1):
        _check_step(f"step {number}", step, plan, reading)
    for number, sentence in enumerate(plan.open, 1):
        if sentence.text not in reading.open:
            raise Refused(Refusal.NO_OPEN_SENTENCE, key=f"open {number}: text")
        manual_action = sentence.decision.removeprefix(BY_HAND).strip()
        if sentence.decision not in ("", COMMENT) and not (
            sentence.decision.startswith(BY_HAND) and manual_action
        ):
            raise Refused(
                Refusal.NO_DECISION,
                key=f"open {number}: decision",
                comment=COMMENT,
                by_hand=BY_HAND,
            )
    for text in reading.open:
        if text not in [sentence.text for sentence in plan.open]:
            raise Refused(Refusal.SENTENCE_MISSING, key="open", text=text)
    quoted = [alike(step.quote) for step in plan.step if step.source == "person"]
    answered = {
        sentence.text
        for sentence in plan.open
        if any(_quotes(quote, sentence.text) for quote in quoted)
    }
    undecided = [sentence.text for sentence in plan.open if not sentence.decision]
    return DecidedSteps(
        steps=plan.step,
        open=tuple(text for text in undecided if text not in answered),
        comments=tuple(each.text for each in plan.open if each.decision == COMMENT),
        by_hand=tuple(each.text for each in plan.open if each.decision.startswith(BY_HAND)),
        dropped=tuple(
            step
            for step in reading.steps
            if step not in plan.step and alike(step.quote) not in quoted
        ),
    )


def _quotes(quote: str, sentence: str) -> bool:
    """Return whether a quotation consists of a sentence's words, enough to identify it: three, or
    half of it.
    """
    words = quote.split()
    sentence = alike(sentence)
    enough = len(words) >= 3 or 2 * len(words) >= len(sentence.split())
    return (
        bool(words)
        and enough
        and re.search(rf"(?<!\w){re.escape(quote)}(?!\w)", sentence) is not None
    )


def _check_step(key: str, step: Instruction, plan: EnactmentPlan, reading: MatterReading) -> None:
    if step.source == "read":
        if step not in reading.steps:
            raise Refused(Refusal.STEP_NOT_READ, key=key)
        if plan.step.count(step) > reading.steps.count(step):
            raise Refused(Refusal.STEP_REPEATED, key=key)
        return
    sentences = [*(read.quote for read in reading.steps), *reading.open]
    if not any(_quotes(alike(step.quote), sentence) for sentence in sentences):
        raise Refused(Refusal.QUOTE_UNKNOWN, key=f"{key}: quote")
    for name in _NEEDS[step.kind]:
        if getattr(step, name) is None:
            raise Refused(Refusal.STEP_INCOMPLETE, key=f"{key}: {name}", kind=step.kind.value)
    if step.kind is InstructionKind.RENAME_RULE and not step.title + step.status:
        raise Refused(Refusal.RENAMING_INCOMPLETE, key=f"{key}: title")


def as_tables(plan: EnactmentPlan) -> dict[str, Any]:
    """Return a plan as its file is written: a rule or passage that has only a name as that text."""
    tables: dict[str, Any] = msgspec.to_builtins(plan)
    for written, step in zip(tables["step"], plan.step, strict=True):
        written["from"] = step.source
        for key in _NAMED:
            if set(written.get(key, {})) in ({"title"}, {"text"}):
                (written[key],) = written[key].values()
    return tables


def from_tables(tables: dict[str, Any]) -> dict[str, Any]:
    """Return the tables of a file with each such text as a table again."""
    steps = tables.get("step")
    for step in steps if isinstance(steps, list | tuple) else ():
        for key, name in zip(_NAMED, ("title", "text"), strict=True):
            if isinstance(step, dict) and isinstance(step.get(key), str):
                step[key] = {name: step[key]}
    return tables
