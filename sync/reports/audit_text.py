"""The audit for people: counts, what can be done now, findings by severity with the newest first, and what was not evaluated."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from sync.reports.layout import bullet, heading, indented, linked, quoted, reviews, words
from sync.reports.remarks import remarks
from sync.text import one_line, shorten
from sync.times import shown
from validators.checks.resolutions import NOT_CERTIFIED
from validators.finding import Confidence, Evidence, Finding, NotEvaluated, Severity
from validators.view import GameView
from validators.words import counted

if TYPE_CHECKING:
    from validators.checks.run import AuditReport

SEVERITIES = (
    (Severity.ERROR, "Errors", "red"),
    (Severity.WARNING, "Warnings", "yellow"),
    (Severity.INFO, "Information", "cyan"),
)
_RESOLVABLE = "BN101"
_CODE = re.compile(r"BN(\d+)")
_MOST_TO_DO = 20
_LONGEST = 1000
_NOW = datetime.max.replace(tzinfo=UTC)


def audit_report(view: GameView, report: AuditReport, *, verbose: bool = False) -> Iterator[RenderableType]:
    """The audit in two lines a finding, or with all evidence if ``verbose``."""
    since = f", posts since {shown(report.since)}" if report.since else ""
    yield words(f"{view.site}, as of {shown(view.as_of)}{since}", "dim")
    yield _summary(report)
    yield from _to_do(report.findings)
    listed = [finding for finding in report.findings if verbose or finding.code != _RESOLVABLE]
    for severity, title, style in SEVERITIES:
        findings = newest_first(finding for finding in listed if finding.severity is severity)
        if findings:
            yield heading(f"{title} ({len(findings)}){', newest first' if len(findings) > 1 else ''}")
            yield from (
                _in_full(findings, style) if verbose else [_Entries(tuple(_entry(each, report, style, view.as_of) for each in findings))]
            )
    yield from _unevaluated(report.not_evaluated)
    yield from reviews(view.rules.reviewed if view.rules else ())
    yield words("")
    yield from map(words, remarks(report))
    if not verbose and report.findings:
        yield words("-v shows all evidence; blognomic explain CODE says how to settle a finding.", "dim")
    yield _summary(report)


def newest_first(findings: Iterable[Finding]) -> list[Finding]:
    """What has no date is about the pages as they are now, and comes first."""
    return sorted(findings, key=lambda each: _NOW if (at := _date(each)) is None else at, reverse=True)


def _date(finding: Finding) -> datetime | None:
    """The latest date of what was seen; None for what stands on a line of a page of the wiki."""
    return None if finding.line else max((item.at for item in finding.evidence if item.at), default=None)


# What can be done now


def _edit(finding: Finding) -> Hashable:
    """What tells two edits apart: a value and the edit that set it have one fix, and of a kept audit only the words are known."""
    fix, subject = finding.fix, finding.subject
    return fix and (fix.kind, fix.page, fix.summary, subject if subject.kind in ("matter", "post") else None)


def _to_do(findings: Sequence[Finding]) -> Iterator[RenderableType]:
    resolvable = [finding for finding in findings if finding.code == _RESOLVABLE]
    fixable = list({_edit(each): each for each in reversed(findings) if each.fix is not None}.values())[::-1]
    if not resolvable and not fixable:
        return
    yield heading("To do now")
    doubts = [doubt for each in resolvable if (doubt := each.message.partition(NOT_CERTIFIED)[2])]
    shared = doubts[0] if len(doubts) > 1 and len(set(doubts)) == 1 else ""
    yield _Entries(
        tuple(_may_be_resolved(each, shared) for each in sorted(resolvable, key=lambda each: each.confidence is not Confidence.HIGH))
    )
    if shared:
        yield indented(words(f"Not certified, all of these: {shared}", "yellow"), 2)
    if fixable:
        yield indented(words(f"{counted(len(fixable), 'correction')}; blognomic correct shows the edits:"))
        yield _Entries(tuple(_correctable(each) for each in fixable[:_MOST_TO_DO]))
        if len(fixable) > _MOST_TO_DO:
            yield indented(words(f"and {len(fixable) - _MOST_TO_DO} more", "dim"), 2)


def _may_be_resolved(finding: Finding, shared: str) -> _Entry:
    said, _, doubt = finding.message.partition(NOT_CERTIFIED)
    if not doubt:
        return _Entry("✓", "green", "", Text(shorten(said, _LONGEST), "bold"), finding.subject.url)
    text = Text.assemble(("not certified: ", "yellow"), shorten(said if doubt == shared else f"{said}; {doubt}", _LONGEST))
    return _Entry("?", "yellow", "", text, finding.subject.url)


def _correctable(finding: Finding) -> _Entry:
    fix = finding.fix
    return _Entry(
        finding.code, "", "", Text(shorten(f"{fix.page}: {fix.summary}" if fix is not None else "", _LONGEST)), finding.subject.url
    )


# Findings


@dataclass(frozen=True, slots=True)
class _Entry:
    """A code or mark with its style, a date, the text, and the address that the code links to."""

    mark: str
    style: str
    date: str
    text: Text
    url: str | None


@dataclass(frozen=True, slots=True)
class _Entries:
    """Entries below one another, each in at most two lines."""

    entries: tuple[_Entry, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Cut each text to two lines of the width there is."""
        marks = max((len(entry.mark) for entry in self.entries), default=0)
        dates = max((len(entry.date) for entry in self.entries), default=0)
        indent = 2 + marks + 2 + (dates + 2 if dates else 0)
        for entry in self.entries:
            lines = [*entry.text.wrap(console, options.max_width - indent)] or [Text("")]
            if len(lines) > 2:
                lines = lines[:2]
                lines[1].truncate(options.max_width - indent - 1)
                lines[1].rstrip()
                lines[1].append("…")
            date = f"{entry.date.rjust(dates)}  " if dates else ""
            mark = linked(Text(entry.mark, entry.style), entry.url)
            yield Text.assemble("  ", mark, " " * (marks - len(entry.mark) + 2), (date, "dim"), lines[0])
            yield from (Text.assemble(" " * indent, line) for line in lines[1:])


def _entry(finding: Finding, report: AuditReport, style: str, as_of: datetime) -> _Entry:
    new = "new: " if report.new is not None and finding.fingerprint in report.new else ""
    unsure = "" if finding.confidence is Confidence.HIGH else f"({finding.confidence.value} confidence) "
    text = Text.assemble((new, "bold"), _place(finding), (unsure, "dim"), shorten(_without_clause(finding), _LONGEST))
    at = _date(finding)
    year = "" if at is None or at.year == as_of.year else f" {at.year}"
    day = "" if at is None else f"{at.day} {at:%b}{year}"
    return _Entry(finding.code, "dim" if finding.past else style, day, text, _address(finding))


def _place(finding: Finding) -> str:
    if finding.page is None or (finding.line is None and f"“{finding.page}”" in finding.message):
        return ""
    return shorten(finding.page, 60) + (f", line {finding.line}: " if finding.line else ": ")


def _address(finding: Finding) -> str | None:
    return finding.subject.url or next((item.url for item in finding.evidence if item.url), None)


def _without_clause(finding: Finding) -> str:
    """The message without the clause of the rules that it ends with."""
    clause = finding.rule.quote if finding.rule is not None else None
    return finding.message.removesuffix(f": “{clause}”") if clause else finding.message


def _in_full(findings: Sequence[Finding], style: str) -> Iterator[RenderableType]:
    for number, finding in enumerate(findings):
        if number:
            yield Text("")
        yield from _finding(finding, style)


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


def _unevaluated(items: Sequence[NotEvaluated]) -> Iterator[RenderableType]:
    if not items:
        return
    yield heading("Not evaluated")
    for grave, names, why in by_reason(items):
        yield bullet("!" if grave else "·", words(f"{names}: {why}"), "red" if grave else "dim")


def by_reason(items: Iterable[NotEvaluated]) -> Iterator[tuple[bool, str, str]]:
    """A line for each reason: whether it leaves no verdict (these come first), all it is about, and the reason."""
    reasons: dict[tuple[bool, str], list[str]] = {}
    for item in items:
        reasons.setdefault((item.inconclusive, item.why), []).extend(item.name.split(", ") if _CODE.match(item.name) else [item.name])
    for (grave, why), names in sorted(reasons.items(), key=lambda each: not each[0][0]):
        yield grave, ", ".join(folded(names)), why


def folded(names: Iterable[str]) -> list[str]:
    """Names with runs of three codes or more as ``BN206–BN210``."""
    runs: list[list[str]] = []
    for name in sorted(set(names), key=lambda name: (_CODE.fullmatch(name) is None, name)):
        code = _CODE.fullmatch(name)
        last = _CODE.fullmatch(runs[-1][-1]) if runs else None
        if code is not None and last is not None and int(code[1]) == int(last[1]) + 1:
            runs[-1].append(name)
        else:
            runs.append([name])
    return [name for run in runs for name in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else run)]


def _summary(report: AuditReport) -> Text:
    errors, warnings, notes = (sum(finding.severity is severity for finding in report.findings) for severity, _, _ in SEVERITIES)
    line = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}, {notes} info"
    names = {name for item in report.not_evaluated for name in (item.name.split(", ") if _CODE.match(item.name) else [item.name])}
    codes = sum(_CODE.fullmatch(name) is not None for name in names)
    lacking = [counted(count, what) for count, what in ((codes, "check"), (len(names) - codes, "source")) if count]
    if lacking:
        line += f"; {' and '.join(lacking)} not evaluated"
    if report.inconclusive:
        return Text(f"{line}. This audit is incomplete: no verdict.", style="bold red")
    return Text(f"{line}.", style="bold")
