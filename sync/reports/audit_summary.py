"""What every report of an audit shares: the order of its findings, its sections, what can be done now, and its counts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from sync.settings.baseline import can_be_corrected
from validators.finding import Cause, Confidence, Finding, NotEvaluated, Severity, causes
from validators.fixes.plausible import implausible
from validators.window import PAST_AFTER
from validators.words import counted

if TYPE_CHECKING:
    from validators.checks.run import AuditReport
    from validators.view import GameView

_RESOLVABLE = "BN101"
_SOURCES = ("BN901", "BN902")
_TITLES = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.INFO: "Information"}
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
_CODE = re.compile(r"BN(\d+)")
_NOW = datetime.max.replace(tzinfo=UTC)


def in_order(report: AuditReport) -> list[Finding]:
    """New findings before known ones, what can be settled before what is past, worse before lesser, and then the newest first.

    What has no date is about the pages as they are now, and comes before what has one.
    """

    def rank(each: Finding) -> tuple[bool, bool, int, float]:
        return not is_new(report, each), each.past, _RANKS[each.severity], -((date_of(each) or _NOW) - _NOW).total_seconds()

    return sorted(report.findings, key=rank)


def is_new(report: AuditReport, finding: Finding) -> bool:
    """Whether no earlier audit of the store has reported it; False where nobody asked."""
    return report.new is not None and finding.fingerprint in report.new


def date_of(finding: Finding) -> datetime | None:
    """The latest date of what was seen; None for what stands on a line of a page of the wiki."""
    return None if finding.line else max((item.at for item in finding.evidence if item.at), default=None)


def without_clause(finding: Finding) -> str:
    """The message without the clause of the rules that it ends with."""
    clause = finding.rule.quote if finding.rule is not None else None
    return finding.message.removesuffix(f": “{clause}”") if clause else finding.message


@dataclass(frozen=True, slots=True)
class ToDo:
    """The matters that may be resolved, the certain ones first, and what `blognomic correct` would put right."""

    resolvable: tuple[Finding, ...]
    corrections: tuple[Cause, ...]

    @property
    def told(self) -> frozenset[int]:
        """The identities of the findings that are told here."""
        return frozenset(map(id, (*self.resolvable, *(each for one in self.corrections for each in (one.lead, *one.others)))))


def to_do(view: GameView, report: AuditReport) -> ToDo:
    """What can be done now, the newest first."""
    ordered = in_order(report)
    resolvable = sorted((each for each in ordered if each.code == _RESOLVABLE), key=lambda each: each.confidence is not Confidence.HIGH)
    doubtful = implausible(view.gamestate, report.findings) if view.gamestate is not None else {}
    fixable = (each for each in causes(ordered) if can_be_corrected(each.lead) and each.lead.fingerprint not in doubtful)
    return ToDo(tuple(resolvable), tuple(fixable))


class ReportSection(NamedTuple):
    """Some findings below a heading."""

    heading: str
    causes: tuple[Cause, ...]


def sections(report: AuditReport, told: Collection[int] = ()) -> Iterator[ReportSection]:
    """New findings, the known ones that can be settled by their severity, and those that are past, each section in its order.

    Those whose identities were ``told`` already are left out. Of errors, warnings and information a heading says how many there are in all.
    """
    ordered = in_order(report)
    left = [each for each in ordered if id(each) not in told]
    known = [each for each in left if not is_new(report, each)]
    if new := [each for each in left if is_new(report, each)]:
        yield ReportSection(f"New ({len(new)})", tuple(causes(new)))
    for severity, title in _TITLES.items():
        if here := [each for each in known if each.severity is severity and not each.past]:
            total = sum(each.severity is severity for each in ordered)
            count = f"{len(here)} of {total}" if len(here) < total else str(total)
            yield ReportSection(f"{title} ({count}){', newest first' if len(here) > 1 else ''}", tuple(causes(here)))
    if past := [each for each in known if each.past]:
        yield ReportSection(f"Too old to settle ({len(past)})", tuple(causes(past)))


def counts_of(report: AuditReport) -> str:
    """``10 errors, 8 warnings, 16 info``."""
    errors, warnings, info = (sum(finding.severity is severity for finding in report.findings) for severity in Severity)
    return f"{counted(errors, 'error')}, {counted(warnings, 'warning')}, {info} info"


def unevaluated_count(report: AuditReport) -> str:
    """``9 checks and 1 source not evaluated``; ``""`` where everything was."""
    names = {name for item in report.not_evaluated for name in _names(item)}
    codes = sum(_CODE.fullmatch(name) is not None for name in names)
    lacking = [counted(count, what) for count, what in ((codes, "check"), (len(names) - codes, "source")) if count]
    return f"{' and '.join(lacking)} not evaluated" if lacking else ""


def unevaluated(report: AuditReport) -> Iterator[tuple[bool, str, str]]:
    """A line for each reason: whether it leaves no verdict (these come first), all it is about, and the reason.

    A source that a finding is about is not told again.
    """
    told = {finding.subject.id for finding in report.findings if finding.code in _SOURCES}
    reasons: dict[tuple[bool, str], list[str]] = {}
    for item in report.not_evaluated:
        if not (item.source and item.name in told):
            reasons.setdefault((item.inconclusive, item.why), []).extend(_names(item))
    for (grave, why), names in sorted(reasons.items(), key=lambda each: not each[0][0]):
        yield grave, ", ".join(sorted(set(names))), why


def _names(item: NotEvaluated) -> list[str]:
    return item.name.split(", ") if _CODE.match(item.name) else [item.name]


def remarks(report: AuditReport, *, options: bool = True) -> Iterator[str]:
    """Sentences on the baseline and on findings that do not make an audit fail, with the ``options`` that decide about it."""
    held = report.held_back
    if held is not None:
        yield f"{counted(held.count, 'known finding')} held back by the baseline."
        yield from (f"Stale in the baseline (no such finding any more): {held.names[mark]}." for mark in held.stale)
        yield from (f"Expired in the baseline: {held.names[mark]}." for mark in held.expired)
    if past := sum(finding.past for finding in report.findings):
        days = PAST_AFTER.days
        only = "; only --fail-on-past counts them" if options else ""
        yield f"{counted(past, 'finding')} can no longer be settled (resolved over {days} days ago){only}."
    if report.new is not None and options:
        yield f"{counted(len(report.new), 'finding')} new since the earlier audits of this store; with --fail-on-new only these count."
