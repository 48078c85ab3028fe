"""The audit for people: what can be done now, findings by severity with the newest first, what was not evaluated, and the counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from sync.reports.audit_summary import (
    ReportSection,
    ToDo,
    counts_of,
    date_of,
    is_new,
    remarks,
    sections,
    to_do,
    unevaluated,
    unevaluated_count,
    without_clause,
)
from sync.reports.layout import bullet, heading, indented, linked, quoted, reviews, words
from sync.text import one_line, shorten
from sync.times import shown
from validators.checks.resolutions import NOT_CERTIFIED
from validators.finding import Cause, Confidence, Evidence, Finding, Severity
from validators.view import GameView
from validators.words import counted

if TYPE_CHECKING:
    from validators.checks.run import AuditReport

_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_MOST_TO_DO = 20
_LONGEST = 1000


def audit_report(view: GameView, report: AuditReport, *, verbose: bool = False) -> Iterator[RenderableType]:
    """The audit in two lines for each cause, what can be done now first; if ``verbose`` each finding with all its evidence as well."""
    since = f", posts since {shown(report.since)}" if report.since else ""
    yield words(f"{view.site}, as of {shown(view.as_of)}{since}", "dim")
    first = to_do(view, report)
    yield from _to_do(first, report)
    for section in sections(report, () if verbose else first.told):
        yield heading(section.heading)
        if verbose:
            yield from _in_full(section)
        elif section.causes:
            yield _Entries(tuple(_entry(each, report, view.as_of) for each in section.causes))
    yield from _unevaluated(report)
    yield from reviews(view.rules)
    yield words("")
    yield from map(words, remarks(report))
    if not verbose and report.findings:
        yield words("-v shows all evidence; blognomic explain CODE says how to settle a finding.", "dim")
    yield _summary(report)


# What can be done now


def _to_do(first: ToDo, report: AuditReport) -> Iterator[RenderableType]:
    if not first.resolvable and not first.corrections:
        return
    yield heading("To do now")
    yield _Entries(tuple(_may_be_resolved(each, first.shared, report) for each in first.resolvable))
    if first.shared:
        yield indented(words(f"Not certified, all of these: {first.shared}", "yellow"), 2)
    if first.corrections:
        yield indented(words(f"{counted(len(first.corrections), 'correction')}; blognomic correct shows the edits:"))
        yield _Entries(tuple(_correctable(each, report) for each in first.corrections[:_MOST_TO_DO]))
        if len(first.corrections) > _MOST_TO_DO:
            yield indented(words(f"and {len(first.corrections) - _MOST_TO_DO} more", "dim"), 2)


def _new(report: AuditReport, *findings: Finding) -> tuple[str, str]:
    return "new: " if any(is_new(report, each) for each in findings) else "", "bold"


def _may_be_resolved(finding: Finding, shared: str, report: AuditReport) -> _Entry:
    said, _, doubt = finding.message.partition(NOT_CERTIFIED)
    new = _new(report, finding)
    if not doubt:
        return _Entry("✓", "green", "", Text.assemble(new, (shorten(said, _LONGEST), "bold")), finding.subject.url)
    text = Text.assemble(new, ("not certified: ", "yellow"), shorten(said if doubt == shared else f"{said}; {doubt}", _LONGEST))
    return _Entry("?", "yellow", "", text, finding.subject.url)


def _correctable(cause: Cause, report: AuditReport) -> _Entry:
    """What is wrong, and below it the change that puts it right."""
    finding, fix = cause.lead, cause.lead.fix
    assert fix is not None  # noqa: S101 - what is among the corrections has one
    text = Text.assemble(_new(report, finding, *cause.others), _place(finding), _said(cause))
    return _Entry(finding.code, "", "", text, finding.subject.url, Text(shorten(f"→ {fix.summary}", _LONGEST), "green"))


# Findings


@dataclass(frozen=True, slots=True)
class _Entry:
    """A code or mark with its style, a date, the text, and the address that the code links to."""

    mark: str
    style: str
    date: str
    text: Text
    url: str | None
    below: Text | None = None


@dataclass(frozen=True, slots=True)
class _Entries:
    """Entries below one another, each text in at most two lines."""

    entries: tuple[_Entry, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Cut each text to two lines of the width there is."""
        marks = max((len(entry.mark) for entry in self.entries), default=0)
        dates = max((len(entry.date) for entry in self.entries), default=0)
        indent = 2 + marks + 2 + (dates + 2 if dates else 0)
        for entry in self.entries:
            lines = _two_lines(entry.text, console, options.max_width - indent)
            if entry.below is not None:
                lines += _two_lines(entry.below, console, options.max_width - indent)
            date = f"{entry.date.rjust(dates)}  " if dates else ""
            mark = linked(Text(entry.mark, entry.style), entry.url)
            yield Text.assemble("  ", mark, " " * (marks - len(entry.mark) + 2), (date, "dim"), lines[0])
            yield from (Text.assemble(" " * indent, line) for line in lines[1:])


def _two_lines(text: Text, console: Console, width: int) -> list[Text]:
    lines = [*text.wrap(console, width)] or [Text("")]
    if len(lines) > 2:
        lines = lines[:2]
        lines[1].truncate(width - 1)
        lines[1].rstrip()
        lines[1].append("…")
    return lines


def _entry(cause: Cause, report: AuditReport, as_of: datetime) -> _Entry:
    finding = cause.lead
    unsure = "" if finding.confidence is Confidence.HIGH else f"({finding.confidence.value} confidence) "
    text = Text.assemble(_new(report, finding, *cause.others), _place(finding), (unsure, "dim"), _said(cause))
    at = date_of(finding)
    year = "" if at is None or at.year == as_of.year else f" {at.year}"
    day = "" if at is None else f"{at.day} {at:%b}{year}"
    return _Entry(finding.code, "dim" if finding.past else _STYLES[finding.severity], day, text, _address(finding))


def _place(finding: Finding) -> str:
    if finding.page is None or (finding.line is None and f"“{finding.page}”" in finding.message):
        return ""
    return shorten(finding.page, 60) + (f", line {finding.line}: " if finding.line else ": ")


def _address(finding: Finding) -> str | None:
    return finding.subject.url or next((item.url for item in finding.evidence if item.url), None)


def _said(cause: Cause) -> str:
    return one_line(shorten(without_clause(cause.lead), _LONGEST) + cause.came_about)


def _in_full(section: ReportSection) -> Iterator[RenderableType]:
    findings = [each for cause in section.causes for each in (cause.lead, *cause.others)]
    for number, finding in enumerate(findings):
        if number:
            yield Text("")
        yield from _finding(finding, _STYLES[finding.severity])


def _finding(finding: Finding, style: str) -> Iterator[RenderableType]:
    head = Text(f"{one_line(finding.code)} {one_line(finding.slug)}", style=f"bold {style}")
    head.append(f"  {shorten(finding.subject.id, 100)}", style="bold")
    if finding.confidence is not Confidence.HIGH:
        head.append(f"  ({finding.confidence.value} confidence)", style="dim")
    yield linked(head, _address(finding))
    yield indented(words(finding.message, newlines=True), 4)
    if finding.rule:
        clause = finding.rule.quote
        quote = f": {quoted(clause)}" if clause and clause not in finding.message else ""
        yield indented(words(f"Rule {finding.rule.title}{quote}", "dim"), 4)
    url = finding.subject.url
    if url and not any((item.url or "").partition("#")[0] == url for item in finding.evidence):
        yield indented(words(f"See {url}", "dim"), 4)
    for item in finding.evidence:
        yield indented(words(_evidence(item), "dim"), 4)
    if finding.fix:
        yield indented(words(f"Fix on {finding.fix.page}: {finding.fix.summary}"), 4)


def _evidence(item: Evidence) -> str:
    when = f" ({shown(item.at)})" if item.at else ""
    excerpt = quoted(item.excerpt, 200) if item.excerpt else ""
    where = item.where or ("the blog" if item.at else "the page")
    return f"See {where}{when}{': ' if excerpt else ''}{excerpt}"


# What was not evaluated


def _unevaluated(report: AuditReport) -> Iterator[RenderableType]:
    lacking = list(unevaluated(report))
    if lacking:
        yield heading("Not evaluated")
    for grave, names, why in lacking:
        yield bullet("!" if grave else "·", words(f"{names}: {why}"), "red" if grave else "dim")


def _summary(report: AuditReport) -> Text:
    line = "; ".join(filter(None, (counts_of(report), unevaluated_count(report))))
    if report.inconclusive:
        return Text(f"{line}. This audit is incomplete: no verdict.", style="bold red")
    return Text(f"{line}.", style="bold")
