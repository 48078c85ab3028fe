"""What carrying out a matter would change: the instructions, the pages as diffs, the note, and what is left to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from parsers.instructions.instruction_model import Instruction, InstructionKind, ValueChange
from parsers.instructions.reader import MatterReading
from parsers.model import Status
from sync.reports.corrections import diff_of, result_of_edit, shown_diff
from sync.reports.layout import bullet, heading, indented, linked, quoted, words
from sync.reports.tally_text import verdict_in_words
from sync.schemas import shaped
from sync.text import shorten
from sync.times import iso
from validators.voting.verdict import Verdict
from validators.words import counted

if TYPE_CHECKING:
    from parsers.instructions.application import InstructionOutcome
    from sync.correct.enactment_edits import EnactmentEdit
    from sync.wiki.writing.page_edit import EditOutcome
    from validators.enacting import Enactment

_LONGEST = 300
_LONGEST_TITLE = 60
_DROPPED = "the plan leaves it out"
_VERBS = {
    InstructionKind.ADD_RULE: "adds the rule",
    InstructionKind.REPLACE_RULE: "replaces the text of",
    InstructionKind.REPEAL_RULE: "repeals",
    InstructionKind.MOVE_RULE: "moves",
}


def enactment_as_json(
    verdict: Verdict, enactment: Enactment, edits: Sequence[EnactmentEdit], results: Sequence[EditOutcome], note: str | None
) -> dict[str, Any]:
    """``blognomic/enactment/1``; ``results`` are those of the edits, in their order."""
    post = enactment.post
    return {
        "schema": "blognomic/enactment/1",
        "as_of": iso(enactment.view.as_of),
        "matter": shaped("writing.EnactedMatter", verdict, post),
        "verdict": shaped("writing.Enactable", verdict),
        "note": note,
        "instructions": [
            *(_instruction(outcome.instruction, outcome) for outcome in enactment.application.outcomes),
            *(_instruction(step, None) for step in enactment.decided.dropped),
        ],
        "remarks": [*enactment.reading.struck, *enactment.decided.comments],
        "unclear": list(enactment.decided.open),
        "pages": [
            shaped("writing.EnactedPage", edit, result, diff=diff_of(edit, "enacted")) for edit, result in zip(edits, results, strict=True)
        ],
        "left": list(enactment.left),
    }


def _instruction(step: Instruction, outcome: InstructionOutcome | None) -> dict[str, Any]:
    """A step with what became of it; None where the plan leaves it out."""
    name = step.rule
    told = (name.title or name.number or name.section or None) if name else None
    return {
        "kind": step.kind.value,
        "rule": outcome.rules[-1] if outcome and outcome.rules else told,
        "where": (outcome.where or None) if outcome else None,
        "old": step.old and (step.old.text or (f"{step.old.begins} …" if step.old.begins else None)),
        "new": _value(step.value) if step.value else step.new or step.title or step.status or None,
        "quote": step.quote,
        "applied": outcome is not None and outcome.applied,
        "why": _DROPPED if outcome is None else outcome.why,
    }


def _value(change: ValueChange) -> str:
    whose = "everybody" if change.everybody else ", ".join(change.players)
    value = f"{change.value if change.value.startswith('-') else '+' + change.value}" if change.adds else change.value
    return f"{whose}: {change.variable} {value}" if whose else f"{change.variable} {value}"


def effect_in_words(reading: MatterReading) -> str:
    """What a matter would do by the sentences that were read, on one line: ``adds the rule “X”; changes “Y”; 2 sentences to read``."""
    done, changed = dict[str, None](), Counter[str]()
    for step in reading.steps:
        title = shorten(step.rule.title or step.rule.number or step.rule.section, _LONGEST_TITLE) if step.rule else ""
        if step.value is not None:
            done[f"sets {shorten(_value(step.value), 60)}"] = None
        elif step.kind is InstructionKind.RENAME_RULE:
            done[f"renames “{title}” to “{shorten(step.title, _LONGEST_TITLE)}”" if step.title else f"makes “{title}” {step.status}"] = None
        elif step.kind in _VERBS:
            done[f"{_VERBS[step.kind]} “{title}”"] = None
        else:
            changed[f"“{title}”" if title else "the Ruleset"] += 1
    named = [f"{count} passages in {title}" if count > 1 else title for title, count in changed.items()]
    parts = [*done, *([f"changes {', '.join(named)}"] if named else [])]
    parts += [f"{counted(len(reading.open), 'sentence')} to read"] if reading.open else []
    return "; ".join(parts) or "nothing was read"


def enactment_as_text(
    verdict: Verdict,
    enactment: Enactment,
    edits: Sequence[EnactmentEdit],
    results: Sequence[EditOutcome],
    note: str | None,
    *,
    applied: bool,
) -> Iterator[RenderableType]:
    """The verdict, the instructions, each page's diff with what became of it, what is left, and what is to be done on the blog."""
    post = enactment.post
    yield heading(post.title or "(without a title)")
    yield linked(words(post.url, "dim"), post.url)
    yield from verdict_in_words(verdict, enactment.view.as_of, "enacted")
    yield from _what_was_read(enactment)
    for edit, result in zip(edits, results, strict=True):
        yield heading(edit.title)
        yield from shown_diff(diff_of(edit, "enacted"))
        yield from result_of_edit(result)
    yield from _left(enactment, note)
    yield words("")
    yield words(_last_line(enactment, edits, results, may=verdict.enactable, applied=applied), "bold")


def shown_edit(edit: EnactmentEdit) -> Iterator[RenderableType]:
    """One edit, for somebody who is asked whether to save it."""
    yield heading(edit.title)
    yield bullet("·", words(edit.summary))
    yield from shown_diff(diff_of(edit, "enacted"))


def _what_was_read(enactment: Enactment) -> Iterator[RenderableType]:
    """The steps with what became of each, and beside them what no form takes."""
    outcomes, reading, steps = enactment.application.outcomes, enactment.reading, enactment.decided
    yield heading("Instructions")
    if not outcomes:
        none = f"None was read: {reading.unread}." if reading.unread else "No sentence of it is an instruction that is read."
        yield bullet("·", words(none))
    for outcome in outcomes:
        mark, style = ("✓", "green") if outcome.applied else ("?", "yellow")
        by = " (by the plan)" if outcome.instruction.source == "person" else ""
        yield bullet(mark, words(f"{quoted(outcome.instruction.quote, _LONGEST)}{by}"), style)
        if told := outcome.where if outcome.applied else f"Left to people: {outcome.why}":
            yield indented(words(told, "dim" if outcome.applied else style), 4)
    yield from (bullet("·", words(f"{quoted(step.quote, _LONGEST)}: {_DROPPED}", "dim"), "dim") for step in steps.dropped)
    for title, mark, style, texts in (
        ("Not read: what do these sentences ask for?", "?", "yellow", steps.open),
        ("By hand, says the plan", "?", "yellow", steps.by_hand),
        ("Comments, says the plan", "·", "dim", steps.comments),
        ("Struck by its author", "·", "dim", reading.struck),
    ):
        if texts:
            yield heading(title)
        yield from (bullet(mark, words(shorten(each, _LONGEST), style), style) for each in texts)


def _left(enactment: Enactment, note: str | None) -> Iterator[RenderableType]:
    if enactment.post.status is not Status.PENDING:
        return
    if enactment.decided.open:
        yield words("")
        yield words("Decide on the sentences that were not read in a plan: --plan FILE writes it, and reads it once you have completed it.")
    if note is not None:
        yield heading("On the blog, by hand")
        yield bullet("·", words(f"Set the post's status to Enacted, with the note: {note}"))


def _last_line(
    enactment: Enactment, edits: Sequence[EnactmentEdit], results: Sequence[EditOutcome], *, may: bool | None, applied: bool
) -> str:
    outcomes, left, undecided = enactment.application.outcomes, len(enactment.left), len(enactment.decided.open)
    said = f"{sum(each.applied for each in outcomes)} of {counted(len(outcomes), 'instruction')} carried out"
    said += f", {left} left to people." if left else "."
    if not edits:
        return f"{said} No page changes."
    if applied:
        return f"{said} {sum(each.result in ('saved', 'unchanged') for each in results)} of {counted(len(edits), 'page')} saved."
    if undecided:
        return f"{said} Nothing was saved; --apply needs a decision on {counted(undecided, 'sentence')} first."
    if not may:
        return f"{said} Nothing was saved, and --apply would not: the matter may not be enacted now."
    return f"{said} Nothing was saved; --apply saves the pages."
