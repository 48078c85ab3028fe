"""Corrections and notices, proposed or written, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from sync.reports.layout import bullet, heading, indented, words
from sync.schemas import shaped
from sync.text import one_line, safe
from validators.words import counted

if TYPE_CHECKING:
    from sync.correct.correction import Correction
    from sync.correct.correction_plan import Plan
    from sync.notices.notice_model import Notice, NoticeOutcome
    from sync.wiki.writing.page_edit import EditOutcome, PageEdit
    from validators.finding import Finding

_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_RESULTS = {"unchanged": "no change", "already-posted": "nothing to post", "conflict": "not saved: edit conflict"}


def diff_of(edit: PageEdit, after: str = "corrected") -> str:
    """The unified diff of an edit, with three lines of context; ``after`` is the new text's name."""
    revision = "" if edit.base_revid is None else f" (revision {edit.base_revid})"
    page = one_line(edit.title)
    old, new = (text.split("\n") for text in (edit.base_text, edit.text))
    return "\n".join(unified_diff(old, new, f"{page}{revision}", f"{page} ({after})", lineterm="")) + "\n"


def corrections(plan: Plan, outcomes: Sequence[EditOutcome]) -> dict[str, Any]:
    """``blognomic/corrections/1``; ``outcomes`` are those of the plan's corrections, in their order."""
    return {
        "schema": "blognomic/corrections/1",
        "corrections": [_correction(one, outcome) for one, outcome in zip(plan.corrections, outcomes, strict=True)],
        "left": [shaped("writing.Manual", each) for each in plan.left],
    }


def _correction(one: Correction, outcome: EditOutcome) -> dict[str, Any]:
    return shaped("writing.Correction", one, outcome, fingerprints=[finding.fingerprint for finding in one.findings], diff=diff_of(one))


def corrections_as_text(plan: Plan, outcomes: Sequence[EditOutcome], *, applied: bool) -> Iterator[RenderableType]:
    """Every correction with its diff and outcome, what needs manual work, and what to do next."""
    for one, outcome in zip(plan.corrections, outcomes, strict=True):
        yield from (*shown_correction(one), *result_of_edit(outcome))
    if plan.left:
        yield heading("Needs manual work")
        for each in plan.left:
            yield bullet("·", words(f"{each.finding.code}: {each.finding.message}"))
            yield indented(words(f"Not corrected: {each.why}", "dim"), 4)
    yield words("")
    yield words(_last_line(plan, outcomes, applied=applied), "bold")


def shown_correction(one: Correction) -> Iterator[RenderableType]:
    """One correction: what it does and why, and its diff."""
    consent = "automatic" if one.automatic else "needs confirmation"
    yield heading(f"{one.title}: edit {one.id}, {consent}")
    for finding in one.findings:
        if finding.fix is not None:
            yield bullet("·", words(f"{finding.code}: {finding.fix.summary}"))
    for why in one.consent:
        yield bullet("?", words(f"Needs confirmation: {why}", "dim"), "dim")
    if not one.findings:
        yield bullet("·", words(one.summary))
    yield from shown_diff(diff_of(one))


def shown_diff(diff: str) -> Iterator[RenderableType]:
    """A diff, line by line. A line is never wrapped, so that it can be copied."""
    for line in diff.rstrip("\n").split("\n"):
        # Headers of the diff begin like its changes.
        style = "bold" if line.startswith(("--- ", "+++ ")) else _STYLES.get(line[:1], "")
        yield Text("    " + safe(line), style=style, no_wrap=True, overflow="ignore")


def result_of(done: str, result: str, where: str, why: str | None) -> RenderableType:
    """What became of an edit or a notice, which is ``done`` if all is well, ``where``, and why not."""
    said = {"refused": f"not {done}", "unknown": f"unknown whether it was {done}", **_RESULTS}
    style = "red" if result in ("refused", "unknown", "conflict") else "green"
    return indented(words(f"Result: {said.get(result, result)}{where}{f': {why}' if why else ''}", style), 2)


def result_of_edit(outcome: EditOutcome) -> Iterator[RenderableType]:
    """Whether an edit was saved, or why not; nothing where that was not asked for."""
    revision = f" as revision {outcome.new_revid}" if outcome.new_revid is not None else ""
    if outcome.result is not None:
        yield result_of("saved", outcome.result, revision, outcome.why)
    elif outcome.why:
        yield indented(words(f"Not saved: {outcome.why}", "yellow"), 2)


def _last_line(plan: Plan, outcomes: Sequence[EditOutcome], *, applied: bool) -> str:
    if not plan.corrections:
        return "Nothing to correct." if not plan.left else "Nothing that can be corrected automatically."
    counts = [len(each.findings) or 1 for each in plan.corrections]
    edits = counted(len(plan.corrections), "edit")
    if applied:
        saved = [count for count, outcome in zip(counts, outcomes, strict=True) if outcome.result in ("saved", "unchanged")]
        return f"{sum(saved)} of {counted(sum(counts), 'correction')} saved, {len(saved)} of {edits}."
    barred = sum(outcome.result is not None for outcome in outcomes)
    cannot = f" {barred} of the edits cannot be saved now." if barred else ""
    others = "all but what may be mistaken" if any(each.doubtful for each in plan.corrections) else "all"
    some = "" if any(each.automatic for each in plan.corrections) else " None is automatic."
    how = f"On a terminal --apply asks about each; elsewhere it saves the automatic ones, and with --yes {others}."
    return f"{counted(sum(counts), 'correction')} in {edits} proposed; nothing was saved.{cannot}{some} {how}"


def notices(composed: Sequence[tuple[Notice, NoticeOutcome]], untold: Sequence[Finding] = ()) -> dict[str, Any]:
    """``blognomic/notices/1``; ``untold`` are the findings that are left out unless ``--only`` names them."""
    return {
        "schema": "blognomic/notices/1",
        "notices": [_notice(notice, posted) for notice, posted in composed],
        "untold": [shaped("writing.Untold", each) for each in untold],
    }


def _notice(notice: Notice, posted: NoticeOutcome) -> dict[str, Any]:
    marks = [finding.fingerprint for finding in notice.draft.findings]
    return shaped("writing.Notice", notice.draft, notice, posted, fingerprints=marks)


def notices_as_text(
    composed: Sequence[tuple[Notice, NoticeOutcome]], untold: Sequence[Finding] = (), *, applied: bool, wrapped: bool = True
) -> Iterator[RenderableType]:
    """Every notice as it would be, or was, posted, and how many findings are left out unless ``--only`` names them.

    Its text is ``wrapped`` for a window, or left as it is to be copied.
    """
    for notice, posted in composed:
        draft = notice.draft
        place = draft.channel if draft.channel == draft.target else f"{draft.channel}, {draft.target}"
        yield heading(f"{place}: notice {draft.id} for {draft.about}")
        text = safe(notice.text.rstrip(), newlines=True)
        if text and wrapped:
            yield indented(Text(text, overflow="fold"), 4)
        elif text:
            yield from (Text(f"    {line}", no_wrap=True, overflow="ignore") for line in text.split("\n"))
        if posted.result is not None:
            yield result_of("posted", posted.result, f" at {posted.url}" if posted.url else "", posted.why)
    yield words("")
    if untold:
        codes = ", ".join(f"{code} ({count})" for code, count in sorted(Counter(each.code for each in untold).items()))
        yield words(f"Left out, as they may be mistaken, are old, or are about the blog's sidebar: {codes}.")
        yield words("--only CODE includes them; what is about the sidebar goes to a chat alone (--to chat).")
    yield words(_notices_done(composed, applied=applied), "bold")


def _notices_done(composed: Sequence[tuple[Notice, NoticeOutcome]], *, applied: bool) -> str:
    results = [posted.result for _, posted in composed]
    left = [result for result in results if result != "already-posted"]
    if not left:
        return "No new notices." if results else "No notices."
    if applied:
        return f"{left.count('posted')} of {counted(len(left), 'notice')} posted."
    kept = len(left) - left.count(None)
    cannot = f" {kept} of them cannot be posted now." if kept else ""
    return f"{counted(len(left), 'notice')} composed; nothing was posted.{cannot} --apply posts."
