"""An audit as text: possible actions, findings by severity with the newest first, unevaluated
checks, and the counts.

All other reports of an audit use its order, sections and sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, starmap
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from parsers.model import Confidence
from sync.reports.layout import bullet, heading, indented, listing, reviews, words
from sync.settings.accepted import can_be_corrected
from sync.text import LOOSE, LOOSE_START, one_line, shorten
from sync.times import shown
from validators.checks.check import Act
from validators.checks.run import AuditReport, codes_of
from validators.finding import (
    PAST_AFTER,
    Cause,
    Finding,
    NotEvaluated,
    Severity,
    causes,
    date_of,
)
from validators.fixes.tracking_fixes import implausible
from validators.view import GameView
from validators.words import counted

LONGEST = 2000
"""The maximum length of a message: a title can have tens of thousands of characters."""

_NAMES = (("Errors", "error"), ("Warnings", "warning"), ("Information", "info"))
_PAST = "Too old to settle", "too old to settle"
_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_NOW = datetime.max.replace(tzinfo=UTC)


def audit_report(
    view: GameView, report: AuditReport, *, verbose: bool = False
) -> Iterator[RenderableType]:
    """Yield the audit, one entry for each cause, possible actions first; if ``verbose`` also each
    finding with all its evidence.
    """
    since = f", posts since {shown(report.since)}" if report.since else ""
    yield words(f"{view.site}, as of {shown(view.as_of)}{since}", "dim")
    fixable = {id(each.lead) for each in to_do(view, report)[1]}
    listed = groups(view, report)
    for group in listed:
        yield heading(group.heading)
        for cause in group.causes:
            if verbose:
                yield from _in_full(cause, new_mark(report, cause))
            else:
                yield _entry(cause, report, fix=id(cause.lead) in fixable)
    for name, partly in (("Not evaluated", False), ("Partly evaluated", True)):
        yield from listing(
            f"{name} ({_count_of_unevaluated(report, partly=partly)})",
            (
                bullet(
                    "!" if each.grave else "·",
                    words(f"{each.names}: {each.why}"),
                    "red" if each.grave else "dim",
                )
                for each in unevaluated(report)
                if each.partly is partly
            ),
        )
    yield from reviews(view.rules)
    yield words("")
    yield from map(words, remarks(report))
    hints = [
        "blognomic correct shows the edits (→)" if fixable else "",
        "-v shows all evidence" if not verbose else "",
        "blognomic explain CODE shows how to settle a finding",
    ]
    if report.findings:
        yield words(f"{'; '.join(filter(None, hints))}.", "dim")
    line = "; ".join(filter(None, (sum_of(listed), unevaluated_count(report))))
    incomplete = " This audit is incomplete: no verdict." if report.inconclusive else ""
    yield Text(f"{line}.{incomplete}", style="bold red" if incomplete else "bold")


def _in_full(cause: Cause, mark: str) -> Iterator[RenderableType]:
    """Yield the details of a finding, and below it those of the findings on how it came about."""
    yield from _evidence(cause.lead, mark)
    for finding in cause.others:
        yield from (indented(line, 4) for line in _evidence(finding))


def _entry(cause: Cause, report: AuditReport, *, fix: bool) -> RenderableType:
    """Return the entry of a cause: the fault with its place and date, and optionally the fix."""
    finding, at = cause.lead, date_of(cause.lead)
    line = f", line {finding.line}" if finding.line else ""
    place = f"{shorten(finding.page, 60)}{line}: " if finding.page else ""
    statement = one_line(shorten(finding.statement, 250) + cause.came_about)
    day = f"{shown(at)[:10]}  " if at else ""
    text = Text.assemble(
        (new_mark(report, cause), "bold"), (day, "dim"), place, (_unsure(finding), "dim"), statement
    )
    if fix and finding.fix is not None:
        text.append(f"\n→ {shorten(finding.fix.summary, 250)}", style="green")
    return bullet(finding.code, text, "dim" if finding.past else _STYLES[finding.severity])


def new_mark(report: AuditReport, cause: Cause) -> str:
    """Return the prefix of a cause with a new finding."""
    return "new: " if any(is_new(report, each) for each in (cause.lead, *cause.others)) else ""


def _unsure(finding: Finding) -> str:
    return (
        "" if finding.confidence is Confidence.HIGH else f"({finding.confidence.value} confidence) "
    )


def _evidence(finding: Finding, mark: str = "") -> Iterator[RenderableType]:
    head = Text(
        f"{mark}{one_line(finding.code)} {one_line(finding.slug)}",
        style=f"bold {_STYLES[finding.severity]}",
    )
    yield head.append(f"  {shorten(finding.subject.id, 100)} ", style="bold").append(
        f" {_unsure(finding)}", style="dim"
    )
    yield indented(words(finding.statement, newlines=True), 4)
    yield from (
        indented(words(f"{label}: {text}", "dim"), 4)
        for label, text, _ in details(finding)
        if label != "Subject"
    )


def in_order(report: AuditReport) -> list[Finding]:
    """Sort findings: new before known, open before past, by severity, and then the newest first.

    Findings without a date are about the current pages and come before those with one.
    """

    def rank(finding: Finding) -> tuple[bool, bool, int, float]:
        return (
            not is_new(report, finding),
            finding.past,
            _rank_of(finding),
            -((date_of(finding) or _NOW) - _NOW).total_seconds(),
        )

    return sorted(report.findings, key=rank)


def _rank_of(finding: Finding) -> int:
    """Return the place of the finding's severity, the worst first."""
    return list(Severity).index(finding.severity)


def is_new(report: AuditReport, finding: Finding) -> bool:
    """Return whether no earlier audit of the store reported it or, without a store, the baseline
    does not list it; False if that was not requested.
    """
    if report.new is None:
        held = report.held_back
        return held is not None and finding.fingerprint not in held.listed
    return finding.fingerprint in report.new


def to_do(view: GameView, report: AuditReport) -> tuple[list[Cause], list[Cause]]:
    """Return the matters that can be resolved, certain ones first, and the causes that `blognomic
    correct` can fix.
    """
    ordered, to_resolve = in_order(report), codes_of(lambda one: one.act is Act.RESOLVE)
    resolvable = sorted(
        (cause for cause in ordered if cause.code in to_resolve),
        key=lambda cause: cause.confidence is not Confidence.HIGH,
    )
    doubtful = implausible(view.gamestate, report.findings) if view.gamestate is not None else {}
    fixable = [
        cause
        for cause in causes(ordered)
        if can_be_corrected(cause.lead) and cause.lead.fingerprint not in doubtful
    ]
    return list(map(Cause, resolvable)), fixable


@dataclass(frozen=True, slots=True)
class Group:
    """The entries below one heading, one for each cause. ``noun`` is the word for one of them.

    A ``mixed`` group has entries of any severity.
    """

    title: str
    noun: str
    causes: Sequence[Cause]
    mixed: bool = False

    @property
    def heading(self) -> str:
        """``Errors (2)``."""
        return f"{self.title} ({len(self.causes)})"

    @property
    def count(self) -> str:
        """``2 errors``, ``3 to do now (2 errors, 1 info)``."""
        number = len(self.causes)
        if self.mixed:
            return f"{number} {self.noun}{self._severities()}"
        return counted(number, self.noun) if self.title.endswith("s") else f"{number} {self.noun}"

    def _severities(self) -> str:
        """Count the severities; ``""`` if there is nothing but information."""
        worst = (min((each.lead, *each.others), key=_rank_of) for each in self.causes)
        counts = {severity: count for severity, count in severities(worst).items() if count}
        listed = ", ".join(starmap(_counted, counts.items()))
        return f" ({listed})" if set(counts) - {Severity.INFO} else ""


def groups(view: GameView, report: AuditReport) -> list[Group]:
    """Return the groups of an audit, with each cause once: new findings, possible actions, and
    known findings.
    """
    doable = [
        cause for causes in to_do(view, report) for cause in causes if not new_mark(report, cause)
    ]
    listed = list(_grouped(report, doable))
    at = sum(bool(new_mark(report, group.causes[0])) for group in listed)
    return [
        *listed[:at],
        *([Group("To do now", "to do now", doable, mixed=True)] if doable else []),
        *listed[at:],
    ]


def _grouped(report: AuditReport, done: Iterable[Cause]) -> Iterator[Group]:
    """Group causes by whether they are new, and by the worst severity that counts for the exit
    code; past ones come last.
    """
    gone = {id(each.lead) for each in done}

    def place(cause: Cause) -> tuple[bool, bool, int]:
        every = (cause.lead, *cause.others)
        # With --fail-on-new known findings do not count, so a new warning makes no known error new.
        counting = [each for each in every if report.new is None or is_new(report, each)]
        severity = min(map(_rank_of, counting or every))
        return not new_mark(report, cause), cause.lead.past, 0 if cause.lead.past else severity

    unlisted = (each for each in causes(in_order(report)) if id(each.lead) not in gone)
    for (known, past, severity), some in groupby(sorted(unlisted, key=place), place):
        title, noun = _PAST if past else _NAMES[severity]
        if known:
            yield Group(title, noun, list(some))
        else:
            yield Group(f"New {title.lower()}", f"new {noun}", list(some))


def sum_of(groups: Sequence[Group]) -> str:
    """Return the totals of the groups: ``31 entries (1 new): 1 new error, 8 to do now, …``."""
    number = sum(len(group.causes) for group in groups)
    new = sum(len(group.causes) for group in groups if group.noun.startswith("new "))
    entries = "1 entry" if number == 1 else f"{number} entries"
    of_new = f" ({new} new)" if new else ""
    return (
        f"{entries}{of_new}: {', '.join(each.count for each in groups)}"
        if groups
        else "No findings"
    )


def severities(findings: Iterable[Finding]) -> dict[Severity, int]:
    """Count the findings of each severity, the worst first."""
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in Severity}


def counts_of(report: AuditReport) -> str:
    """``10 errors, 8 warnings, 16 info``."""
    return ", ".join(starmap(_counted, severities(report.findings).items()))


def _counted(severity: Severity, count: int) -> str:
    return f"{count} info" if severity is Severity.INFO else counted(count, severity.value)


def unevaluated_count(report: AuditReport) -> str:
    """Return ``9 not evaluated, 2 evaluated in part`` (checks and sources); ``""`` if everything
    was evaluated.
    """
    fully, part = (_count_of_unevaluated(report, partly=partly) for partly in (False, True))
    counts = (fully, how_evaluated(partly=False)), (part, how_evaluated(partly=True))
    return ", ".join(f"{count} {how}" for count, how in counts if count)


def how_evaluated(*, partly: bool) -> str:
    """``evaluated in part`` or ``not evaluated``."""
    return "evaluated in part" if partly else "not evaluated"


def _count_of_unevaluated(report: AuditReport, *, partly: bool) -> int:
    return len({item.name for item in report.not_evaluated if item.partly is partly})


class Unevaluated(NamedTuple):
    """Checks and sources that were not evaluated, or only ``partly``, for the same reasons; it is
    ``grave`` if that leaves no verdict.
    """

    grave: bool
    partly: bool
    names: str
    why: str

    @property
    def heading(self) -> str:
        """``BN206, BN207 (in part)``."""
        return f"{self.names} (in part)" if self.partly else self.names


def unevaluated(report: AuditReport) -> Iterator[Unevaluated]:
    """Group the unevaluated entries by reason, without repeated names; grave ones come first."""
    reasons: dict[tuple[bool, str], list[NotEvaluated]] = {}
    for item in report.not_evaluated:
        reasons.setdefault((item.partly, item.name), []).append(item)
    lines: dict[tuple[bool, bool, str], list[str]] = {}
    for (part, name), items in reasons.items():
        why = "; ".join(dict.fromkeys(item.why for item in items))
        grave = any(item.inconclusive for item in items)
        lines.setdefault((not grave, part, why), []).append(name)
    for (mild, part, why), names in sorted(lines.items(), key=lambda each: each[0][:2]):
        yield Unevaluated(not mild, part, ", ".join(sorted(names)), why)


def remarks(report: AuditReport) -> Iterator[str]:
    """Return sentences on the baseline and on findings that do not make an audit fail."""
    held = report.held_back
    if held is not None:
        yield f"{counted(held.count, 'known finding')} held back by the baseline."
        yield from (
            f"Stale in the baseline (no such finding any more): {held.names[mark]}."
            for mark in held.stale
        )
        yield from (f"Expired in the baseline: {held.names[mark]}." for mark in held.expired)
    if past := sum(finding.past for finding in report.findings):
        days = PAST_AFTER.days
        yield (
            f"{counted(past, 'finding')} can no longer be settled (over {days} days old);"
            " only --fail-on-past counts them."
        )
    if report.new is not None:
        number = sum(is_new(report, each) for each in report.findings)
        yield (
            f"{counted(number, 'finding')} new since the earlier audits of this store;"
            " with --fail-on-new only these count."
        )


def said(text: str, limit: int = LONGEST) -> str:
    """Return outside text on one line. A long text keeps its beginning and end, because the title
    in the middle is the long part.
    """
    line = one_line(text)
    return (
        line
        if len(line) <= limit
        else f"{line[: limit * 2 // 3].rstrip(LOOSE)} […] {line[-limit // 4 :].lstrip(LOOSE_START)}"
    )


def details(finding: Finding) -> Iterator[tuple[str, str, str | None]]:
    """Yield the rest of a finding, label by label, and where to find more."""
    yield "Subject", f"{finding.subject.kind} {said(finding.subject.id, 300)}", None
    if finding.page is not None:
        yield "Page", said(finding.page, 300), None
    if finding.line is not None:
        yield "Line", str(finding.line), None
    if finding.subject.url:
        yield "Address", said(finding.subject.url, 500), finding.subject.url
    if finding.rule is not None:
        quoted = finding.rule.quote and f": “{finding.rule.quote}”"
        yield "Rule", said(f"{finding.rule.title}{quoted or ''}"), None
    for item in finding.evidence:
        time, excerpt = f"({shown(item.at)})" if item.at else "", said(item.excerpt, 400)
        text = " ".join(filter(None, (said(item.where, 500), time, excerpt and f"“{excerpt}”")))
        yield from [("Evidence", text, item.url)] if text else []
    if finding.fix is not None:
        yield "Fix", said(f"{finding.fix.page}: {finding.fix.summary}"), None
    yield "Fingerprint", finding.fingerprint, None
