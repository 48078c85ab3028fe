"""An audit for people: what can be done now, findings by severity with the newest first, what was
not evaluated, and the counts.

Order, sections and sentences are those of every other report of an audit, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from parsers.model import Confidence
from sync.reports.layout import bullet, heading, indented, listing, reviews, words
from sync.settings.accepted import can_be_corrected
from sync.text import LOOSE, LOOSE_START, one_line, shorten
from sync.times import shown
from validators.checks.check import Act
from validators.checks.run import AuditReport, codes_of
from validators.finding import PAST_AFTER, Cause, Finding, NotEvaluated, Severity, causes
from validators.fixes.tracking_fixes import implausible
from validators.view import GameView
from validators.words import counted

LONGEST = 2000
"""Characters of a message: a title may have tens of thousands."""

_NAMES = (("Errors", "error"), ("Warnings", "warning"), ("Information", "info"))
_PAST = "Too old to settle", "too old to settle"
_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_NOW = datetime.max.replace(tzinfo=UTC)


def audit_report(
    view: GameView, report: AuditReport, *, verbose: bool = False
) -> Iterator[RenderableType]:
    """The audit, one entry for each cause, what can be done now first; if ``verbose`` each finding
    with all its evidence as well.
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
                bullet("!" if grave else "·", words(f"{names}: {why}"), "red" if grave else "dim")
                for grave, names, why in unevaluated(report, partly=partly)
            ),
        )
    yield from reviews(view.rules)
    yield words("")
    yield from map(words, remarks(report))
    hints = [
        "blognomic correct shows the edits (→)" if fixable else "",
        "-v shows all evidence" if not verbose else "",
        "blognomic explain CODE says how to settle a finding",
    ]
    if report.findings:
        yield words(f"{'; '.join(filter(None, hints))}.", "dim")
    line = "; ".join(filter(None, (sum_of(listed), unevaluated_count(report))))
    incomplete = " This audit is incomplete: no verdict." if report.inconclusive else ""
    yield Text(f"{line}.{incomplete}", style="bold red" if incomplete else "bold")


def _in_full(cause: Cause, mark: str) -> Iterator[RenderableType]:
    """All that is known of a finding, and below it of those that tell how it came about."""
    yield from _evidence(cause.lead, mark)
    for each in cause.others:
        yield from (indented(line, 4) for line in _evidence(each))


def _entry(cause: Cause, report: AuditReport, *, fix: bool) -> RenderableType:
    """What is wrong, where and since when, and if asked for the change that puts it right."""
    finding, at = cause.lead, date_of(cause.lead)
    where = (
        f"{shorten(finding.page, 60)}{f', line {finding.line}' if finding.line else ''}: "
        if finding.page
        else ""
    )
    said = one_line(shorten(finding.statement, 250) + cause.came_about)
    day = f"{shown(at)[:10]}  " if at else ""
    text = Text.assemble(
        (new_mark(report, cause), "bold"), (day, "dim"), where, (_unsure(finding), "dim"), said
    )
    if fix and finding.fix is not None:
        text.append(f"\n→ {shorten(finding.fix.summary, 250)}", style="green")
    return bullet(finding.code, text, "dim" if finding.past else _STYLES[finding.severity])


def new_mark(report: AuditReport, cause: Cause) -> str:
    """How a cause begins of which some finding is new."""
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
    """New findings before known ones, what can be settled before what is past, worse before lesser,
    and then the newest first.

    What has no date is about the pages as they are now, and comes before what has one.
    """

    def rank(each: Finding) -> tuple[bool, bool, int, float]:
        return (
            not is_new(report, each),
            each.past,
            list(Severity).index(each.severity),
            -((date_of(each) or _NOW) - _NOW).total_seconds(),
        )

    return sorted(report.findings, key=rank)


def is_new(report: AuditReport, finding: Finding) -> bool:
    """Whether no earlier audit of the store has reported it, or without one the baseline does not
    name it; False where nobody asked.
    """
    if report.new is None:
        held = report.held_back
        return held is not None and finding.fingerprint not in held.listed
    return finding.fingerprint in report.new


def date_of(finding: Finding) -> datetime | None:
    """The latest date of what was seen; None for what stands on a line of a page of the wiki."""
    return (
        None
        if finding.line
        else max((item.at for item in finding.evidence if item.at), default=None)
    )


def to_do(view: GameView, report: AuditReport) -> tuple[list[Cause], list[Cause]]:
    """The matters that can be resolved, the certain ones first, and what `blognomic correct` would
    put right.
    """
    ordered, to_resolve = in_order(report), codes_of(lambda one: one.act is Act.RESOLVE)
    resolvable = sorted(
        (each for each in ordered if each.code in to_resolve),
        key=lambda each: each.confidence is not Confidence.HIGH,
    )
    doubtful = implausible(view.gamestate, report.findings) if view.gamestate is not None else {}
    fixable = [
        each
        for each in causes(ordered)
        if can_be_corrected(each.lead) and each.lead.fingerprint not in doubtful
    ]
    return list(map(Cause, resolvable)), fixable


@dataclass(frozen=True, slots=True)
class Group:
    """What stands below one heading: an entry for each cause. ``noun`` names one of them."""

    title: str
    noun: str
    causes: Sequence[Cause]

    @property
    def heading(self) -> str:
        """``Errors (2)``."""
        return f"{self.title} ({len(self.causes)})"

    @property
    def count(self) -> str:
        """``2 errors``."""
        number = len(self.causes)
        return counted(number, self.noun) if self.title.endswith("s") else f"{number} {self.noun}"


def groups(view: GameView, report: AuditReport) -> list[Group]:
    """The audit as people read it, each cause once: new findings, what can be done now, and the
    known ones.
    """
    doable = [
        cause for causes in to_do(view, report) for cause in causes if not new_mark(report, cause)
    ]
    listed = list(_grouped(report, doable))
    at = sum(bool(new_mark(report, group.causes[0])) for group in listed)
    return [
        *listed[:at],
        *([Group("To do now", "to do now", doable)] if doable else []),
        *listed[at:],
    ]


def sections(report: AuditReport, told: Iterable[Cause] = ()) -> Iterator[tuple[str, list[Cause]]]:
    """The headings and causes of :func:`groups` without those that were ``told`` already."""
    yield from ((each.heading, list(each.causes)) for each in _grouped(report, told))


def _grouped(report: AuditReport, told: Iterable[Cause]) -> Iterator[Group]:
    """Causes by whether they are new, and by severity; those that are past come last."""
    gone = {id(each.lead) for each in told}

    def place(cause: Cause) -> tuple[bool, bool, int]:
        severity = min(list(Severity).index(each.severity) for each in (cause.lead, *cause.others))
        return not new_mark(report, cause), cause.lead.past, 0 if cause.lead.past else severity

    left = (each for each in causes(in_order(report)) if id(each.lead) not in gone)
    for (known, past, severity), some in groupby(sorted(left, key=place), place):
        title, noun = _PAST if past else _NAMES[severity]
        if known:
            yield Group(title, noun, list(some))
        else:
            yield Group(f"New {title.lower()}", f"new {noun}", list(some))


def sum_of(groups: Sequence[Group]) -> str:
    """``31 entries (1 new): 1 new error, 8 to do now, …``: what the groups have in all."""
    number = sum(len(group.causes) for group in groups)
    new = sum(len(group.causes) for group in groups if group.noun.startswith("new "))
    entries = "1 entry" if number == 1 else f"{number} entries"
    of_new = f" ({new} new)" if new else ""
    return (
        f"{entries}{of_new}: {', '.join(each.count for each in groups)}"
        if groups
        else "No findings"
    )


def severities(report: AuditReport) -> dict[str, int]:
    """How many findings there are of each severity, the worst first."""
    counts = Counter(finding.severity for finding in report.findings)
    return {severity.value: counts[severity] for severity in Severity}


def counts_of(report: AuditReport) -> str:
    """``10 errors, 8 warnings, 16 info``."""
    errors, warnings, info = severities(report).values()
    return f"{counted(errors, 'error')}, {counted(warnings, 'warning')}, {info} info"


def unevaluated_count(report: AuditReport) -> str:
    """``9 not evaluated, 2 in part``, checks and sources; ``""`` where everything was."""
    whole, part = (_count_of_unevaluated(report, partly=partly) for partly in (False, True))
    counts = f"{whole} not evaluated" if whole else "", f"{part} evaluated in part" if part else ""
    return ", ".join(filter(None, counts))


def _count_of_unevaluated(report: AuditReport, *, partly: bool) -> int:
    return len({item.name for item in report.not_evaluated if item.partly is partly})


def unevaluated(
    report: AuditReport, *, partly: bool | None = None
) -> Iterator[tuple[bool, str, str]]:
    """A line for those with the same reasons: whether it leaves no verdict (these come first), all
    it is about, each once, and the reasons.

    Without ``partly`` both what was not evaluated and what was in part, which then says so.
    """
    reasons: dict[tuple[bool, str], list[NotEvaluated]] = {}
    for item in report.not_evaluated:
        if partly in (None, item.partly):
            reasons.setdefault((item.partly, item.name), []).append(item)
    lines: dict[tuple[bool, bool, str], list[str]] = {}
    for (part, name), items in reasons.items():
        why = "; ".join(dict.fromkeys(item.why for item in items))
        grave = any(item.inconclusive for item in items)
        lines.setdefault((not grave, part, why), []).append(name)
    for (mild, part, why), names in sorted(lines.items(), key=lambda each: each[0][:2]):
        in_part = " (in part)" if part and partly is None else ""
        yield not mild, f"{', '.join(sorted(names))}{in_part}", why


def remarks(report: AuditReport) -> Iterator[str]:
    """Sentences on the baseline and on findings that do not make an audit fail."""
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
            f"{counted(past, 'finding')} can no longer be settled (resolved over {days} days ago);"
            " only --fail-on-past counts them."
        )
    if report.new is not None:
        number = sum(is_new(report, each) for each in report.findings)
        yield (
            f"{counted(number, 'finding')} new since the earlier audits of this store;"
            " with --fail-on-new only these count."
        )


def said(text: str, limit: int = LONGEST) -> str:
    """Outside text on one line; of a longer one the beginning and the end, for it is the title in
    it that is long.
    """
    line = one_line(text)
    return (
        line
        if len(line) <= limit
        else f"{line[: limit * 2 // 3].rstrip(LOOSE)} […] {line[-limit // 4 :].lstrip(LOOSE_START)}"
    )


def details(finding: Finding) -> Iterator[tuple[str, str, str | None]]:
    """The rest of a finding, label by label, and where there is more of it."""
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
        when, excerpt = f"({shown(item.at)})" if item.at else "", said(item.excerpt, 400)
        text = " ".join(filter(None, (said(item.where, 500), when, excerpt and f"“{excerpt}”")))
        yield from [("Evidence", text, item.url)] if text else []
    if finding.fix is not None:
        yield "Fix", said(f"{finding.fix.page}: {finding.fix.summary}"), None
    yield "Fingerprint", finding.fingerprint, None
