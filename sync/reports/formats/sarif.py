"""SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), as code scanning
reads it.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from sync import tool_version
from sync.errors import ExitCode
from sync.reports.audit_text import details, how_evaluated, is_new, said
from sync.reports.formats import AuditDocument, message
from sync.text import json_text
from sync.times import iso
from validators.checks.check import AuditCheck
from validators.checks.run import checks
from validators.finding import Finding, NotEvaluated, Severity

Json = dict[str, Any]

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}

_BASE = "SNAPSHOT"


def render(audit: AuditDocument) -> str:
    """Return the log of one run: every check as a rule, every finding as a result, and unevaluated
    checks as notifications.
    """
    places = {audit_check.code: place for place, audit_check in enumerate(checks())}
    base: Json = {
        "description": _message(
            "The snapshot that was audited, or one that `blognomic pull --to` writes of the live"
            " game."
        )
    }
    if audit.places.folder is not None:
        base = {"uri": audit.places.folder.resolve().as_uri().rstrip("/") + "/", **base}
    driver = {
        "name": "blognomic",
        "version": tool_version(),
        "rules": [_rule(audit_check) for audit_check in checks()],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [_invocation(audit)],
        "originalUriBaseIds": {_BASE: base},
        "columnKind": "unicodeCodePoints",
        "results": [_result(audit, finding, places) for finding in audit.findings],
        "properties": {
            "site": said(audit.view.site),
            "asOf": iso(audit.view.as_of),
            "summary": audit.summary,
        },
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def escape(text: str) -> str:
    """Return a message as sections 3.11.5 and 3.11.6 require: braces doubled, and no embedded link."""
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _message(text: str) -> Json:
    return {"text": escape(text)}


def _rule(audit_check: AuditCheck) -> Json:
    rests_on = f"Rests on: {'; '.join(audit_check.rests_on) or 'no particular rule'}."
    proof = (
        f"Evidence: {audit_check.evidence}",
        f"May be mistaken: {audit_check.mistaken}",
        f"To settle it: {audit_check.settle}",
    )
    return {
        "id": audit_check.code,
        "name": "".join(map(str.capitalize, audit_check.slug.split("-"))),
        "shortDescription": _message(audit_check.meaning),
        "fullDescription": _message(" ".join((audit_check.meaning, *audit_check.notes))),
        "help": _message("\n\n".join((audit_check.meaning, *audit_check.notes, rests_on, *proof))),
        "defaultConfiguration": {"level": LEVELS[audit_check.severity]},
    }


def _result(audit: AuditDocument, finding: Finding, rules: dict[str, int]) -> Json:
    subject = said(finding.subject.id, 300)
    file = quote(audit.places.file_of(finding), errors="surrogateescape")
    # The line of a page is wrong in snapshot.toml, the stand-in for pages without a file.
    region = (
        {"region": {"startLine": finding.line}}
        if finding.line is not None and file != "snapshot.toml"
        else {}
    )
    baseline_state = "new" if is_new(audit.report, finding) else "unchanged"
    return {
        "ruleId": finding.code,
        **({"ruleIndex": rules[finding.code]} if finding.code in rules else {}),
        "level": LEVELS[finding.severity],
        **({} if audit.report.new is None else {"baselineState": baseline_state}),
        "message": _message(message(finding)),
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": file, "uriBaseId": _BASE},
                    **region,
                },
                "logicalLocations": [
                    {"name": subject, "fullyQualifiedName": f"{finding.subject.kind}: {subject}"}
                ],
            }
        ],
        "partialFingerprints": {
            "blognomic/v1": finding.fingerprint,
            "primaryLocationLineHash": finding.fingerprint,
        },
        "properties": {
            "page": None if finding.page is None else said(finding.page, 300),
            "line": finding.line,
            "url": audit.places.link_of(finding),
            "confidence": finding.confidence.value,
            "details": [f"{label}: {text}" for label, text, _ in details(finding)],
        },
    }


def _invocation(audit: AuditDocument) -> Json:
    notes = [{"level": "note", "message": _message(said(note))} for note in audit.notes]
    return {
        "exitCode": audit.code,
        "exitCodeDescription": escape(said(audit.why)),
        "executionSuccessful": audit.code != ExitCode.NO_VERDICT,
        "toolExecutionNotifications": [
            *notes,
            *map(_notification, audit.report.not_evaluated),
        ],
    }


def _notification(item: NotEvaluated) -> Json:
    rule = {"associatedRule": {"id": item.code}} if item.code else {}
    how = how_evaluated(partly=item.partly)
    return {
        "level": "error" if item.inconclusive else "note",
        "message": _message(f"{said(item.name, 300)}: {how}: {said(item.why)}"),
        **rule,
    }
