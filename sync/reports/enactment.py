"""What carrying out a matter would change: the instructions, the pages as diffs, the note, and what is left to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from parsers.model import Status
from parsers.proposals.model import Instruction, InstructionKind, RulePassage, ValueChange
from sync.reports.corrections import diff_of, result_of, shown_diff
from sync.reports.layout import bullet, heading, indented, linked, quoted, words
from sync.reports.tally_text import headline, outlook
from sync.text import one_line, shorten
from sync.times import iso
from validators.voting.verdict import Verdict
from validators.words import counted

if TYPE_CHECKING:
    from parsers.proposals.apply import InstructionOutcome
    from sync.correct.enacting import EnactmentEdit
    from sync.wiki.writing.page_edit import EditOutcome
    from validators.enacting import Enactment

_LONGEST = 300
_LONGEST_TITLE = 60
_LONGEST_UNCLEAR = 80
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
        "matter": {"url": post.url, "title": post.title, "kind": verdict.kind.value, "status": verdict.status.value},
        "verdict": {
            "enactable": verdict.enactable,
            "earliest_enact": iso(verdict.earliest_enact),
            "certified": verdict.certified,
            "doubts": list(verdict.doubts),
        },
        "note": note,
        "instructions": [_instruction(outcome) for outcome in enactment.application.outcomes],
        "remarks": list(enactment.instructions.remarks),
        "unclear": list(enactment.instructions.unclear),
        "pages": [
            {
                "page": edit.title,
                "base_revid": edit.base_revid,
                "summary": edit.summary,
                "diff": diff_of(edit, "enacted"),
                "text": edit.text,
                "result": result.result,
                "new_revid": result.new_revid,
                "why": result.why,
            }
            for edit, result in zip(edits, results, strict=True)
        ],
        "left": list(enactment.application.left),
    }


def _instruction(outcome: InstructionOutcome) -> dict[str, Any]:
    instruction = outcome.instruction
    name = instruction.rule
    return {
        "kind": instruction.kind.value,
        "rule": outcome.rules[-1] if outcome.rules else (name.title or name.number or name.section or None) if name else None,
        "where": outcome.where or None,
        "old": _passage(instruction.old),
        "new": "; ".join(map(_value, instruction.values)) or instruction.new or instruction.title or None,
        "quote": instruction.quote,
        "applied": outcome.applied,
        "why": outcome.why,
    }


def _passage(passage: RulePassage | None) -> str | None:
    if passage is None:
        return None
    shortened = " … ".join(filter(None, (passage.begins, passage.ends)))
    return passage.text or shortened or passage.contains or None


def _value(change: ValueChange) -> str:
    those = "" if change.among is None else f" whose {' is '.join(change.among)}"
    whose = f"everybody{those}" if change.everybody else ", ".join(change.players)
    value = f"{change.value if change.value.startswith('-') else '+' + change.value}" if change.adds else change.value
    return f"{whose}: {change.variable} {value}" if whose else f"{change.variable} {value}"


def effect_in_words(enactment: Enactment) -> str:
    """What a matter would do, on one line: ``adds the rule “X”; changes 2 passages in “Y”; 1 needs a person``.

    Of a view without a tracking page the values that the matter sets are named, whether or not they can be set.
    """
    done, changed, left = dict[str, None](), Counter[str](), 0
    for outcome in enactment.application.outcomes:
        kind, why = outcome.instruction.kind, outcome.instruction.why
        if outcome.applied or (kind is InstructionKind.SET_VALUE and why is None and enactment.view.gamestate is None):
            said = _done(outcome)
            if said is None:
                changed[shorten(outcome.rules[-1], _LONGEST_TITLE) if outcome.rules else ""] += 1
            else:
                done[said] = None
        else:
            left += outcome.left
    named = [f"“{rule}”" if count == 1 else f"{count} passages in “{rule}”" for rule, count in changed.items()]
    parts = [*done, *([f"changes {', '.join(named)}"] if named else [])]
    if left:
        parts.append(f"{left} {'needs' if left == 1 else 'need'} a person")
    return "; ".join(parts) or "no instruction read"


def _done(outcome: InstructionOutcome) -> str | None:
    """What an instruction did to a whole rule, or to values; None where it changed a rule's text."""
    kind, rules = outcome.instruction.kind, [f"“{shorten(rule, _LONGEST_TITLE)}”" for rule in outcome.rules]
    if kind is InstructionKind.SET_VALUE:
        return f"sets {_whose(outcome.instruction)}"
    if kind is InstructionKind.RENAME_RULE:
        return f"renames {' to '.join(rules[:2])}"
    verb = _VERBS.get(kind)
    return f"{verb} {rules[-1]}" if verb and rules else None


def _whose(instruction: Instruction) -> str:
    return "; ".join(shorten(_value(change), 60) for change in instruction.values)


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
    post, application = enactment.post, enactment.application
    yield heading(post.title or "(without a title)")
    yield linked(words(post.url, "dim"), post.url)
    text, style = headline(verdict)
    yield words(text, style)
    if verdict.status is Status.PENDING:
        yield from (bullet("!", words(doubt), "yellow") for doubt in verdict.doubts)
        yield from (bullet("·", words(line)) for line in outlook(verdict, enactment.view.as_of) if "enacted" in line)
    yield heading("Instructions")
    if not application.outcomes:
        yield bullet("·", words("No instruction was read in its text."))
    for outcome in application.outcomes:
        yield from _shown(outcome)
    if enactment.instructions.remarks:
        yield heading("Taken for commentary")
        yield from (bullet("·", words(shorten(one_line(each), _LONGEST), "dim"), "dim") for each in enactment.instructions.remarks)
    for edit, result in zip(edits, results, strict=True):
        yield heading(edit.title)
        yield from shown_diff(diff_of(edit, "enacted"))
        yield from result_of(result)
    yield from _left(enactment, note)
    yield words("")
    yield words(_last_line(enactment, edits, results, applied=applied), "bold")


def shown_edit(edit: EnactmentEdit) -> Iterator[RenderableType]:
    """One edit, for somebody who is asked whether to save it."""
    yield heading(edit.title)
    yield bullet("·", words(edit.summary))
    yield from shown_diff(diff_of(edit, "enacted"))


def _shown(outcome: InstructionOutcome) -> Iterator[RenderableType]:
    mark, style = ("✓", "green") if outcome.applied else ("?", "yellow") if outcome.left else ("·", "dim")
    yield bullet(mark, words(quoted(outcome.instruction.quote, _LONGEST)), style)
    if outcome.applied and outcome.where:
        yield indented(words(outcome.where, "dim"), 4)
    if not outcome.applied:
        yield indented(words(f"{'Left to people' if outcome.left else 'Not carried out'}: {outcome.why}", style), 4)


def _left(enactment: Enactment, note: str | None) -> Iterator[RenderableType]:
    if enactment.application.left:
        yield heading("Left to people")
        yield from (bullet("?", words(quoted(each, _LONGEST)), "yellow") for each in enactment.application.left)
    yield from _unclear(enactment)
    if enactment.post.status is Status.PENDING and note is not None:
        yield heading("On the blog, by hand")
        yield bullet("·", words(f"Set the post's status to Enacted, with the note: {note}"))


def _unclear(enactment: Enactment) -> Iterator[RenderableType]:
    """How to go on where a sentence that is not understood holds instructions back."""
    unclear = enactment.instructions.unclear
    held = any(each.left and each.instruction.kind is not InstructionKind.OTHER for each in enactment.application.outcomes)
    if unclear and held and enactment.post.status is Status.PENDING:
        these = "; ".join(quoted(each, _LONGEST_UNCLEAR) for each in unclear)
        which = "this" if len(unclear) == 1 else "one of these"
        yield bullet("·", words(f"If {which} only comments, pass its first words to --commentary: {these}"))


def _last_line(enactment: Enactment, edits: Sequence[EnactmentEdit], results: Sequence[EditOutcome], *, applied: bool) -> str:
    total, left = len(enactment.application.outcomes), len(enactment.application.left)
    said = f"{sum(each.applied for each in enactment.application.outcomes)} of {counted(total, 'instruction')} carried out"
    said += f", {left} left to people." if left else "."
    if not edits:
        return f"{said} No page changes."
    saved = sum(each.result in ("saved", "unchanged") for each in results)
    return f"{said} {saved} of {counted(len(edits), 'page')} saved." if applied else f"{said} Nothing was saved; --apply saves the pages."
