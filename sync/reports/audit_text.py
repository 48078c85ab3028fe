"""The audit for people: what can be done now, findings by severity with the newest first, what was not evaluated, and the counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from parsers.model import Confidence
from sync.reports.formats import document as summary
from sync.reports.layout import bullet, entries, heading, indented, linked, reviews, words
from sync.text import one_line, shorten
from sync.times import shown
from validators.checks.resolutions import NOT_CERTIFIED
from validators.finding import Cause, Finding, Severity
from validators.view import GameView
from validators.words import counted

if TYPE_CHECKING:
    from validators.checks.run import AuditReport

_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_LONGEST = 1000

_Entry = tuple[Text, str, Sequence[Text]]


def audit_report(view: GameView, report: AuditReport, *, verbose: bool = False) -> Iterator[RenderableType]:
    """The audit in two lines for each cause, what can be done now first; if ``verbose`` each finding with all its evidence as well."""
    since = f", posts since {shown(report.since)}" if report.since else ""
    yield words(f"{view.site}, as of {shown(view.as_of)}{since}", "dim")
    first = summary.to_do(view, report)
    yield from _to_do(first, report)
    for title, causes in summary.sections(report, () if verbose else first.told):
        yield heading(title)
        if verbose:
            findings = [each for cause in causes for each in (cause.lead, *cause.others)]
            yield from (line for number, each in enumerate(findings) for line in _in_full(each, first=not number))
        else:
            yield entries([_entry(each, report, view.as_of) for each in causes])
    lacking = list(summary.unevaluated(report))
    if lacking:
        yield heading("Not evaluated")
    for grave, names, why in lacking:
        yield bullet("!" if grave else "·", words(f"{names}: {why}"), "red" if grave else "dim")
    yield from reviews(view.rules)
    yield words("")
    yield from map(words, summary.remarks(report))
    if not verbose and report.findings:
        yield words("-v shows all evidence; blognomic explain CODE says how to settle a finding.", "dim")
    line = "; ".join(filter(None, (summary.counts_of(report), summary.unevaluated_count(report))))
    incomplete = " This audit is incomplete: no verdict." if report.inconclusive else ""
    yield Text(f"{line}.{incomplete}", style="bold red" if incomplete else "bold")


def _to_do(first: summary.ToDo, report: AuditReport) -> Iterator[RenderableType]:
    if first.told:
        yield heading("To do now")
    if first.resolvable:
        yield entries([_may_be_resolved(each, report) for each in first.resolvable])
    if first.corrections:
        yield indented(words(f"{counted(len(first.corrections), 'correction')}; blognomic correct shows the edits:"))
        yield entries([_correctable(each, report) for each in first.corrections])


def _new(report: AuditReport, *findings: Finding) -> tuple[str, str]:
    return "new: " if any(summary.is_new(report, each) for each in findings) else "", "bold"


def _may_be_resolved(finding: Finding, report: AuditReport) -> _Entry:
    said, _, doubt = finding.message.partition(NOT_CERTIFIED)
    mark, style = ("?", "yellow") if doubt else ("✓", "green")
    text = ("not certified: ", "yellow") if doubt else "", shorten(f"{said}; {doubt}" if doubt else said, _LONGEST)
    return linked(Text(mark, style), finding.subject.url), "", [Text.assemble(_new(report, finding), *text)]


def _correctable(cause: Cause, report: AuditReport) -> _Entry:
    """What is wrong, and below it the change that puts it right."""
    finding, fix = cause.lead, cause.lead.fix
    text = Text.assemble(_new(report, finding, *cause.others), _place(finding), _said(cause))
    change = "" if fix is None else shorten(f"→ {fix.summary}", _LONGEST)
    return linked(Text(finding.code), finding.subject.url), "", [text, Text(change, "green")]


def _entry(cause: Cause, report: AuditReport, as_of: datetime) -> _Entry:
    finding, at = cause.lead, summary.date_of(cause.lead)
    text = Text.assemble(_new(report, finding, *cause.others), _place(finding), (_unsure(finding), "dim"), _said(cause))
    day = "" if at is None else f"{at.day} {at:%b}" if at.year == as_of.year else f"{at.day} {at:%b} {at.year}"
    return linked(Text(finding.code, "dim" if finding.past else _STYLES[finding.severity]), _address(finding)), day, [text]


def _unsure(finding: Finding) -> str:
    return "" if finding.confidence is Confidence.HIGH else f"({finding.confidence.value} confidence) "


def _place(finding: Finding) -> str:
    if finding.page is None or (finding.line is None and f"“{finding.page}”" in finding.message):
        return ""
    return shorten(finding.page, 60) + (f", line {finding.line}: " if finding.line else ": ")


def _address(finding: Finding) -> str | None:
    return finding.subject.url or next((item.url for item in finding.evidence if item.url), None)


def _said(cause: Cause) -> str:
    return one_line(shorten(summary.without_clause(cause.lead), _LONGEST) + cause.came_about)


def _in_full(finding: Finding, *, first: bool) -> Iterator[RenderableType]:
    head = Text(f"{one_line(finding.code)} {one_line(finding.slug)}", style=f"bold {_STYLES[finding.severity]}")
    head.append(f"  {shorten(finding.subject.id, 100)} ", style="bold").append(f" {_unsure(finding)}", style="dim")
    yield linked(head if first else Text("\n").append_text(head), _address(finding))
    yield indented(words(summary.without_clause(finding), newlines=True), 4)
    yield from (indented(words(f"{label}: {text}", "dim"), 4) for label, text, _ in summary.details(finding) if label != "Subject")
