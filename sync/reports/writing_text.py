"""Proposed or saved changes of the game, as text: corrections, notices, and enactments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from parsers.instructions.instruction_model import InstructionKind
from parsers.model import Status
from sync.reports.layout import bullet, heading, indented, listing, quoted, words
from sync.reports.tally_text import verdict_in_words
from sync.text import one_line, safe, shorten
from validators.voting.verdict import Verdict
from validators.words import counted

if TYPE_CHECKING:
    from parsers.instructions.instruction_model import ValueChange
    from parsers.instructions.reader import MatterReading
    from sync.correct.correction import Correction
    from sync.correct.correction_plan import Plan
    from sync.correct.enactment_edits import EnactmentEdit
    from sync.notices.notice_model import Notice, NoticeOutcome
    from sync.wiki.writing.page_edit import EditOutcome, PageEdit
    from validators.enacting import Enactment
    from validators.finding import Finding

DROPPED = "the plan leaves it out"
_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_LONGEST = 300
_VERBS = {
    InstructionKind.ADD_RULE: "adds the rule",
    InstructionKind.REPLACE_RULE: "replaces the text of",
    InstructionKind.REPEAL_RULE: "repeals",
    InstructionKind.MOVE_RULE: "moves",
}


def diff_of(edit: PageEdit, after: str = "corrected") -> str:
    """Return the unified diff of an edit, with three lines of context; ``after`` is the new text's
    name.
    """
    revision = "" if edit.base_revid is None else f" (revision {edit.base_revid})"
    page = one_line(edit.title)
    old, new = (text.split("\n") for text in (edit.base_text, edit.text))
    return (
        "\n".join(unified_diff(old, new, f"{page}{revision}", f"{page} ({after})", lineterm=""))
        + "\n"
    )


def shown_diff(diff: str) -> Iterator[RenderableType]:
    """A diff, line by line."""
    for line in diff.rstrip("\n").split("\n"):
        # Headers of the diff begin like its changes.
        yield _unwrapped(
            line, "bold" if line.startswith(("--- ", "+++ ")) else _STYLES.get(line[:1], "")
        )


def _unwrapped(line: str, style: str = "") -> Text:
    """A line that can be copied."""
    return Text("    " + safe(line), style=style, no_wrap=True, overflow="ignore")


def _result(result: str | None, address: str, why: str | None) -> Iterator[RenderableType]:
    """Yield the result of an edit or a notice with its ``address`` and reason; nothing if it was
    not requested.
    """
    if result is not None or why:
        style = "green" if result in ("saved", "posted", "unchanged", "already-posted") else "red"
        yield indented(
            words(f"Result: {result or 'not saved'}{address}{f': {why}' if why else ''}", style), 2
        )


def _result_of_edit(outcome: EditOutcome) -> Iterator[RenderableType]:
    return _result(
        outcome.result,
        f" as revision {outcome.new_revid}" if outcome.new_revid is not None else "",
        outcome.why,
    )


def corrections_as_text(
    plan: Plan, outcomes: Sequence[EditOutcome], *, applied: bool
) -> Iterator[RenderableType]:
    """Yield every correction with its diff and outcome, findings that need manual work, and the
    next step.
    """
    for correction, outcome in zip(plan.corrections, outcomes, strict=True):
        yield from (*shown_correction(correction), *_result_of_edit(outcome))
    if plan.left:
        yield heading("Needs manual work")
        for manual in plan.left:
            yield bullet("·", words(f"{manual.finding.code}: {manual.finding.message}"))
            yield indented(words(f"Not corrected: {manual.why}", "dim"), 4)
    yield words("")
    yield words(_corrections_done(plan, outcomes, applied=applied), "bold")


def shown_correction(correction: Correction) -> Iterator[RenderableType]:
    """Yield one correction with its reasons and diff."""
    consent = "automatic" if correction.automatic else "needs confirmation"
    yield heading(f"{correction.title}: edit {correction.id}, {consent}")
    for finding in correction.findings:
        if finding.fix is not None:
            yield bullet("·", words(f"{finding.code}: {finding.fix.summary}"))
    for why in correction.consent:
        yield bullet("?", words(f"Needs confirmation: {why}", "dim"), "dim")
    if not correction.findings:
        yield bullet("·", words(correction.summary))
    yield from shown_diff(diff_of(correction))


def _corrections_done(plan: Plan, outcomes: Sequence[EditOutcome], *, applied: bool) -> str:
    edits = counted(len(plan.corrections), "edit")
    if not plan.corrections:
        return (
            "Nothing to correct."
            if not plan.left
            else "Nothing that can be corrected automatically."
        )
    if applied:
        return (
            f"{sum(outcome.result in ('saved', 'unchanged') for outcome in outcomes)} of {edits}"
            " saved."
        )
    barred = sum(outcome.result is not None for outcome in outcomes)
    cannot = f" {barred} of them cannot be saved now." if barred else ""
    return (
        f"{edits} proposed; nothing was saved.{cannot} On a terminal --apply asks about each;"
        " elsewhere it saves the automatic ones, and with --yes all except uncertain ones."
    )


def notices_as_text(
    composed: Sequence[tuple[Notice, NoticeOutcome]],
    untold: Sequence[Finding] = (),
    *,
    applied: bool,
) -> Iterator[RenderableType]:
    """Yield every notice, proposed or posted, for copying, and the number of findings left out
    unless ``--only`` names them.
    """
    for notice, posted in composed:
        draft = notice.draft
        yield heading(f"{draft.channel}, {draft.target}: notice {draft.id} for {draft.about}")
        yield from (_unwrapped(line) for line in notice.text.rstrip().split("\n"))
        yield from _result(posted.result, f" at {posted.url}" if posted.url else "", posted.why)
    yield words("")
    if untold:
        codes = ", ".join(
            f"{code} ({count})"
            for code, count in sorted(Counter(each.code for each in untold).items())
        )
        yield words(
            "Left out, as they may be mistaken, are old, or are about the blog's sidebar (--to"
            f" chat): {codes}; see --only CODE."
        )
    yield words(_notices_done(composed, applied=applied), "bold")


def _notices_done(composed: Sequence[tuple[Notice, NoticeOutcome]], *, applied: bool) -> str:
    results = [posted.result for _, posted in composed if posted.result != "already-posted"]
    if not results:
        return "No new notices."
    if applied:
        return f"{results.count('posted')} of {counted(len(results), 'notice')} posted."
    unsent = len(results) - results.count(None)
    cannot = f" {unsent} of them cannot be posted now." if unsent else ""
    return f"{counted(len(results), 'notice')} composed; nothing was posted.{cannot} --apply posts."


def value_change(change: ValueChange) -> str:
    """``Ana, Bo: Oil +2``."""
    owner = "everybody" if change.everybody else ", ".join(change.players)
    gains = change.adds and not change.value.startswith("-")
    value = f"+{change.value}" if gains else change.value
    return f"{owner}: {change.variable} {value}" if owner else f"{change.variable} {value}"


def effect_in_words(reading: MatterReading) -> str:
    """Return the effect of a matter by its read sentences, on one line: ``adds the rule “X”;
    changes “Y”; 2 sentences not understood``.
    """
    done, changed = dict[str, None](), Counter[str]()
    for step in reading.steps:
        title = (
            shorten(step.rule.title or step.rule.number or step.rule.section, 60)
            if step.rule
            else ""
        )
        if step.value is not None:
            done[f"sets {shorten(value_change(step.value), 60)}"] = None
        elif step.kind is InstructionKind.RENAME_RULE:
            done[
                (
                    f"renames “{title}” to “{shorten(step.title, 60)}”"
                    if step.title
                    else f"makes “{title}” {step.status}"
                )
            ] = None
        elif step.kind in _VERBS:
            done[f"{_VERBS[step.kind]} “{title}”"] = None
        else:
            changed[f"“{title}”" if title else "the Ruleset"] += 1
    named = [
        f"{count} passages in {title}" if count > 1 else title for title, count in changed.items()
    ]
    parts = [*done, *([f"changes {', '.join(named)}"] if named else [])]
    parts += [f"{counted(len(reading.open), 'sentence')} not understood"] if reading.open else []
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
    """Yield the verdict, the instructions, each page's diff with its result, open decisions, and
    the steps on the blog.
    """
    post = enactment.post
    yield heading(post.title or "(without a title)")
    yield words(post.url, "dim")
    yield from verdict_in_words(verdict, enactment.view.as_of, "enacted")
    yield from _what_was_read(enactment)
    for edit, result in zip(edits, results, strict=True):
        yield heading(edit.title)
        yield from shown_diff(diff_of(edit, "enacted"))
        yield from _result_of_edit(result)
    if post.status is Status.PENDING and note is not None:
        yield heading("To do on the blog")
        yield bullet("·", words(f"Set the post's status to Enacted, with the note: {note}"))
    yield words("")
    yield words(
        _enactment_done(enactment, edits, results, may=verdict.enactable, applied=applied), "bold"
    )


def shown_edit(edit: EnactmentEdit) -> Iterator[RenderableType]:
    """Yield one edit, for the user to decide whether to save it."""
    yield from (
        heading(edit.title),
        bullet("·", words(edit.summary)),
        *shown_diff(diff_of(edit, "enacted")),
    )


def _what_was_read(enactment: Enactment) -> Iterator[RenderableType]:
    """Yield sentences without a known form and decisions of a person, then the results of the
    steps.
    """
    outcomes, reading, steps = enactment.application.outcomes, enactment.reading, enactment.decided
    for title, mark, style, texts in (
        ("Unread sentences (decide what they request):", "?", "yellow", steps.open),
        ("Manual steps of the plan", "?", "yellow", steps.by_hand),
        ("Comments of the plan", "·", "dim", steps.comments),
        ("Struck by its author", "·", "dim", reading.struck),
        ("Required by the rules of whoever enacts it", "?", "yellow", enactment.asked),
    ):
        yield from listing(
            title, (bullet(mark, words(shorten(each, _LONGEST), style), style) for each in texts)
        )
    yield heading("Instructions")
    if not outcomes:
        none = (
            f"None was read: {reading.unread}."
            if reading.unread
            else "It has no sentence with a known form of instruction."
        )
        yield bullet("·", words(none))
    for outcome in outcomes:
        by_plan = " (by the plan)" if outcome.instruction.source == "person" else ""
        result = outcome.where if outcome.applied else f"left to people: {outcome.why}"
        mark, style = ("✓", "green") if outcome.applied else ("?", "yellow")
        yield bullet(
            mark,
            words(
                f"{quoted(outcome.instruction.quote, _LONGEST)}{by_plan}\n{one_line(result)}".strip(),
                newlines=True,
            ),
            style,
        )
    yield from (
        bullet("·", words(f"{quoted(step.quote, _LONGEST)}: {DROPPED}", "dim"), "dim")
        for step in steps.dropped
    )


def _enactment_done(
    enactment: Enactment,
    edits: Sequence[EnactmentEdit],
    results: Sequence[EditOutcome],
    *,
    may: bool | None,
    applied: bool,
) -> str:
    outcomes, undecided = enactment.application.outcomes, len(enactment.decided.open)
    message = (
        f"{sum(each.applied for each in outcomes)} of {counted(len(outcomes), 'instruction')}"
        f" applied, {len(enactment.left)} left to people."
    )
    if not edits:
        return f"{message} No page changes."
    if applied:
        return (
            f"{message} {sum(each.result in ('saved', 'unchanged') for each in results)} of"
            f" {counted(len(edits), 'page')} saved."
        )
    if undecided:
        return (
            f"{message} Preview: nothing saved; --apply needs a decision on"
            f" {counted(undecided, 'sentence')} first (--plan FILE)."
        )
    next_step = (
        "--apply saves the pages"
        if may
        else "--apply would save nothing either: the matter cannot be enacted now"
    )
    return f"{message} Preview: nothing saved; {next_step}."
