"""JUnit's XML as the xUnit plugin of Jenkins defines it (junit-10.xsd), which most services read.

A finding that causes exit code 1 is a failure; others pass, with their text in ``system-out``. A
case is named by code and subject, so it has the same name in every run. A code or source that was
not evaluated is an error if that leaves no verdict; else it is skipped, but a partly evaluated code
passes and names the missing data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from sync.reports.audit_text import details, how_evaluated, new_mark, said
from sync.reports.formats import AuditDocument, message
from sync.times import iso
from validators.finding import Cause, Finding, NotEvaluated


def render(audit: AuditDocument) -> str:
    """Return one suite, in ASCII, with a test case for each finding, unevaluated code and unread
    source.
    """
    cases = list(_cases(audit))
    kinds = Counter(child.tag for case in cases for child in case)
    numbers = {
        "tests": str(len(cases)),
        "failures": str(kinds["failure"]),
        "errors": str(kinds["error"]),
    }
    root = ET.Element("testsuites", {"name": "blognomic audit", **numbers})
    attributes = {"skipped": str(kinds["skipped"]), "timestamp": iso(audit.view.as_of) or ""}
    suite = ET.SubElement(
        root, "testsuite", {"name": said(audit.view.site, 300), **numbers, **attributes}
    )
    suite.extend(cases)
    ET.SubElement(suite, "system-out").text = "\n".join((audit.summary, *map(said, audit.notes)))
    ET.indent(root)
    text: str = ET.tostring(root, encoding="us-ascii").decode().replace("##[", "##&#91;")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _cases(audit: AuditDocument) -> Iterator[ET.Element]:
    names = Counter(map(_name, audit.findings))
    for finding in audit.findings:
        name = (
            _name(finding)
            if names[_name(finding)] == 1
            else f"{_name(finding)} ({finding.fingerprint[:8]})"
        )
        text = "\n".join(f"{label}: {value}" for label, value, _ in details(finding))
        about = f"{new_mark(audit.report, Cause(finding))}{message(finding)}"
        if finding.fingerprint in audit.failing:
            text = f"Severity: {finding.severity.value}\n{text}"
            yield _case(
                finding.code, name, "failure", {"type": finding.slug, "message": about}, text
            )
        else:
            yield _case(
                finding.code,
                name,
                "system-out",
                {},
                f"{finding.severity.value}: {finding.slug}: {about}\n{text}",
            )
    skipped: dict[str, list[NotEvaluated]] = {}
    for item in audit.report.not_evaluated:
        if item.code:
            skipped.setdefault(item.code, []).append(item)
    for code, items in sorted(skipped.items()):
        why = "; ".join(said(item.why) for item in items)
        partly = items[0].partly
        name = f"{code} {how_evaluated(partly=partly)}"
        if any(item.inconclusive for item in items):
            yield _case(code, name, "error", {"message": why})
        elif partly:
            yield _case(code, name, "system-out", {}, why)
        else:
            yield _case(code, name, "skipped", {"message": why})
    for item in audit.report.not_evaluated:
        if not item.code:
            kind = "error" if item.inconclusive else "skipped"
            yield _case(
                "source", f"source {said(item.name, 300)}", kind, {"message": said(item.why)}
            )


def _name(finding: Finding) -> str:
    return f"{finding.code} {said(finding.subject.id, 300)}"


def _case(
    code: str, name: str, kind: str, attributes: dict[str, str], text: str | None = None
) -> ET.Element:
    case = ET.Element("testcase", {"classname": f"blognomic.{code}", "name": name})
    ET.SubElement(case, kind, attributes).text = text
    return case
