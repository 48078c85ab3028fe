"""The audit for people: findings by severity, then what was not evaluated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from sync.reports.layout import bullet, heading, indented, plural, quoted, reviews, words
from sync.reports.remarks import remarks
from sync.text import one_line, shorten
from sync.times import shown
from validators.finding import Confidence, Evidence, Finding, NotEvaluated, Severity
from validators.view import GameView

if TYPE_CHECKING:
    from validators.checks.run import AuditReport

__all__ = ["audit_report"]

_SEVERITIES = (
    (Severity.ERROR, "Errors", "red"),
    (Severity.WARNING, "Warnings", "yellow"),
    (Severity.INFO, "Information", "cyan"),
)


def audit_report(view: GameView, report: AuditReport) -> Iterator[RenderableType]:
    """Findings by severity, checks and sources that were not evaluated, and the counts."""
    since = f", posts since {shown(report.since)}" if report.since else ""
    yield words(f"{view.site}, as of {shown(view.as_of)}{since}", "dim")
    for severity, title, style in _SEVERITIES:
        findings = [finding for finding in report.findings if finding.severity is severity]
        if findings:
            yield heading(f"{title} ({len(findings)})")
            for finding in findings:
                yield from _finding(finding, style)
    if report.not_evaluated:
        yield heading("Not evaluated")
        yield from (_not_evaluated(item) for item in report.not_evaluated)
    yield from reviews(view.rules.reviewed if view.rules else ())
    yield words("")
    yield from map(words, remarks(report))
    yield _summary(report)


def _finding(finding: Finding, style: str) -> Iterator[RenderableType]:
    head = Text(f"{one_line(finding.code)} {one_line(finding.slug)}", style=f"bold {style}")
    head.append(f"  {shorten(finding.subject.id, 100)}", style="bold")
    if finding.confidence is not Confidence.HIGH:
        head.append(f"  ({finding.confidence.value} confidence)", style="dim")
    yield head
    yield indented(words(finding.message, newlines=True), 4)
    if finding.rule:
        quote = f": {quoted(finding.rule.quote)}" if finding.rule.quote else ""
        yield indented(words(f"Rule {finding.rule.title}{quote}", "dim"), 4)
    if finding.subject.url and finding.subject.url not in {item.url for item in finding.evidence}:
        yield indented(words(finding.subject.url, "dim"), 4)
    for item in finding.evidence:
        yield indented(words(_evidence(item), "dim"), 4)
    if finding.fix:
        yield indented(words(f"Fix on {finding.fix.page}: {finding.fix.summary}"), 4)


def _evidence(item: Evidence) -> str:
    when = f" ({shown(item.at)})" if item.at else ""
    excerpt = quoted(item.excerpt, 200) if item.excerpt else ""
    return f"See {item.where or 'the page'}{when}{': ' if excerpt else ''}{excerpt}"


def _not_evaluated(item: NotEvaluated) -> RenderableType:
    text = words(f"{item.name}: {item.why}")
    return bullet("!" if item.inconclusive else "·", text, "red" if item.inconclusive else "dim")


def _summary(report: AuditReport) -> Text:
    errors, warnings, notes = (sum(finding.severity is severity for finding in report.findings) for severity, _, _ in _SEVERITIES)
    line = f"{plural(errors, 'error')}, {plural(warnings, 'warning')}, {notes} info"
    if report.not_evaluated:
        line += f"; {plural(len(report.not_evaluated), 'check or source', 'checks or sources')} not evaluated"
    if any(item.inconclusive for item in report.not_evaluated):
        return Text(f"{line}. This audit is incomplete: no verdict.", style="bold red")
    return Text(f"{line}.", style="bold")
