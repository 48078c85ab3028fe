"""``blognomic/findings/1`` and ``explanations/1``: an audit, and the meaning of its findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from parsers.model import Confidence
from parsers.ruleset.parameters import AnyParameter
from sync.reports.audit_text import severities
from sync.schemas.common import (
    Code,
    Count,
    Fingerprint,
    Line,
    ReviewedJson,
    Time,
    one_of,
    reviewed_json,
)
from validators.checks.check import AuditCheck
from validators.checks.evidence import grouped
from validators.checks.run import AuditReport, HeldBack
from validators.finding import Evidence, Finding, Fix, FixKind, Lack, RuleRef, Severity
from validators.view import GameView


class SubjectJson(Struct):
    """The subject of a finding: a post by the last part of its address, a page or rule by its
    title.
    """

    kind: Annotated[
        str,
        one_of("matter", "post", "page", "revision", "player", "variable", "rule", "roster"),
    ]
    id: str
    url: str | None


class EvidenceJson(Struct):
    """A place with evidence."""

    url: str | None
    page: str | None
    line: Line | None
    excerpt: str
    at: Time | None


class RuleRefJson(Struct):
    """The rule of a finding, with its sentence if it was read."""

    title: str
    quote: str | None


class FixJson(Struct):
    """An edit that settles it."""

    kind: FixKind
    page: str
    summary: str


class FindingJson(Struct):
    """One finding."""

    code: Code
    slug: str
    severity: Severity
    confidence: Confidence
    past: Annotated[
        bool,
        Meta(
            description="too old to be settled; such a finding fails an audit only with"
            " --fail-on-past"
        ),
    ]
    subject: SubjectJson
    message: str
    page: Annotated[str | None, Meta(description="its page of the wiki")]
    line: Line | None
    evidence: Sequence[EvidenceJson]
    rule: RuleRefJson | None
    fix: FixJson | None
    fingerprint: Fingerprint


class NotEvaluatedJson(Struct, kw_only=True):
    """A check (codes, separated by commas) or a source that was not evaluated, or only `partly`; it
    leaves no verdict if it is `blind`.
    """

    check: str | UnsetType = UNSET
    source: str | UnsetType = UNSET
    why: str
    blind: bool
    partly: bool


class BaselineJson(Struct):
    """The number of findings that the baseline hides, and its stale or expired entries."""

    held_back: Count
    stale: Sequence[Fingerprint]
    expired: Sequence[Fingerprint]


class CountsJson(Struct):
    """The number of findings of each severity."""

    error: Count
    warning: Count
    info: Count


class FindingsJson(Struct, tag_field="schema", tag="blognomic/findings/1"):
    """An audit."""

    as_of: Time
    since: Time | None
    site: str
    findings: Sequence[FindingJson]
    not_evaluated: Sequence[NotEvaluatedJson]
    counts: CountsJson
    baseline: BaselineJson | None
    new: Annotated[
        Sequence[Fingerprint] | None,
        Meta(
            description=(
                "the findings not reported by an earlier audit of the store, with --fail-on-new"
            )
        ),
    ]
    reviewed: Sequence[ReviewedJson]


class QuotedJson(Struct):
    """A clause of the Ruleset."""

    rule: str
    quote: str
    by: str | None


class ExplanationJson(Struct):
    """The meaning of a finding, its rules and evidence, possible mistakes, and the remedy."""

    code: Code
    slug: str
    severity: Severity
    meaning: str
    notes: Sequence[str]
    rests_on: Sequence[str]
    evidence: str
    mistaken: str
    settle: str
    clauses: Sequence[QuotedJson]


class ExplanationsJson(Struct, tag_field="schema", tag="blognomic/explanations/1"):
    """Explanations of findings."""

    findings: Sequence[ExplanationJson]


def findings_json(view: GameView, report: AuditReport) -> FindingsJson:
    """Return the findings, the unevaluated checks and sources, and the counts by severity."""
    return FindingsJson(
        as_of=view.as_of,
        since=report.since,
        site=view.site,
        findings=[_finding(finding) for finding in report.findings],
        not_evaluated=_not_evaluated(report),
        counts=counts_json(report),
        baseline=_baseline(report.held_back),
        new=None if report.new is None else sorted(report.new),
        reviewed=reviewed_json(view.rules),
    )


def _not_evaluated(report: AuditReport) -> list[NotEvaluatedJson]:
    # Checks that lack the same edits share one entry.
    entries = grouped(
        report.not_evaluated,
        lambda entry: replace(entry, name="") if entry.kind is Lack.EDITS else entry,
    )
    return [
        NotEvaluatedJson(
            source=entry.name, why=entry.why, blind=entry.inconclusive, partly=entry.partly
        )
        if entry.kind is Lack.SOURCE
        else NotEvaluatedJson(
            check=", ".join(check.name for check in some),
            why=entry.why,
            blind=entry.inconclusive,
            partly=entry.partly,
        )
        for entry, some in entries
    ]


def counts_json(report: AuditReport) -> CountsJson:
    """Return the number of findings of each severity."""
    counts = severities(report.findings)
    return CountsJson(counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.INFO])


def _finding(finding: Finding) -> FindingJson:
    subject = finding.subject
    return FindingJson(
        code=finding.code,
        slug=finding.slug,
        severity=finding.severity,
        confidence=finding.confidence,
        past=finding.past,
        subject=SubjectJson(subject.kind, subject.id, subject.url),
        message=finding.message,
        page=finding.page,
        line=finding.line,
        evidence=[_evidence(evidence) for evidence in finding.evidence],
        rule=_rule(finding.rule),
        fix=_fix(finding.fix),
        fingerprint=finding.fingerprint,
    )


def _evidence(evidence: Evidence) -> EvidenceJson:
    return EvidenceJson(
        url=evidence.url,
        page=evidence.page,
        line=evidence.line,
        excerpt=evidence.excerpt,
        at=evidence.at,
    )


def _rule(rule: RuleRef | None) -> RuleRefJson | None:
    return None if rule is None else RuleRefJson(rule.title, rule.quote)


def _fix(fix: Fix | None) -> FixJson | None:
    return None if fix is None else FixJson(fix.kind, fix.page, fix.summary)


def _baseline(held: HeldBack | None) -> BaselineJson | None:
    if held is None:
        return None
    return BaselineJson(held.count, held.stale, held.expired)


def explanations_json(
    explained: Iterable[tuple[AuditCheck, Sequence[AnyParameter]]],
) -> ExplanationsJson:
    """Return explanations of findings, each with its clauses."""
    return ExplanationsJson(findings=[_explanation(check, clauses) for check, clauses in explained])


def _explanation(check: AuditCheck, clauses: Sequence[AnyParameter]) -> ExplanationJson:
    return ExplanationJson(
        code=check.code,
        slug=check.slug,
        severity=check.severity,
        meaning=check.meaning,
        notes=check.notes,
        rests_on=check.rests_on,
        evidence=check.evidence,
        mistaken=check.mistaken,
        settle=check.settle,
        clauses=[QuotedJson(clause.rule, clause.quote, clause.by or None) for clause in clauses],
    )
