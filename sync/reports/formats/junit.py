"""JUnit's XML as the xUnit plugin of Jenkins defines it (junit-10.xsd), which most services read.

What makes the exit code 1 is a failure; what does not passes, with its text in ``system-out``. A case is named by code and subject, so
that it has the same name in every run. A code that was not evaluated is skipped, and a source
that could not be read is an error of the run.
"""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree as ET

from sync.reports.audit_summary import is_new
from sync.reports.formats.document import AuditDocument, codes, details, message, said
from sync.times import iso
from validators.finding import Finding


def render(audit: AuditDocument) -> str:
    """One suite with a test case for each finding, code not evaluated and source not read, in ASCII."""
    names = Counter(map(_name, audit.findings))
    cases = [_finding(audit, finding, alone=names[_name(finding)] == 1) for finding in audit.findings]
    cases += (_case(code, "not evaluated", "skipped", why) for code, why in _skipped(audit).items())
    sources = [item for item in audit.report.not_evaluated if not codes(item)]
    cases += (_case("source", said(item.name, 300), "error" if item.inconclusive else "skipped", said(item.why)) for item in sources)
    kinds = [child.tag for case in cases for child in case]
    counts = {"tests": len(cases), "failures": kinds.count("failure"), "errors": kinds.count("error")}
    numbers = {name: str(count) for name, count in counts.items()}
    root = ET.Element("testsuites", {"name": "blognomic audit", **numbers})
    skipped, time = str(kinds.count("skipped")), iso(audit.view.as_of) or ""
    suite = ET.SubElement(root, "testsuite", {"name": said(audit.view.site, 300), **numbers, "skipped": skipped, "timestamp": time})
    suite.extend(cases)
    ET.SubElement(suite, "system-out").text = "\n".join((audit.summary, *map(said, audit.notes)))
    ET.indent(root)
    text: str = ET.tostring(root, encoding="us-ascii").decode()
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _name(finding: Finding) -> str:
    return f"{finding.code} {said(finding.subject.id, 300)}"


def _finding(audit: AuditDocument, finding: Finding, *, alone: bool) -> ET.Element:
    name = _name(finding) if alone else f"{_name(finding)} ({finding.fingerprint[:8]})"
    case = ET.Element("testcase", {"classname": f"blognomic.{finding.code}", "name": name})
    text = "\n".join(f"{label}: {value}" for label, value in details(finding))
    said_of_it = f"{'new: ' if is_new(audit.report, finding) else ''}{message(finding)}"
    if finding.fingerprint in audit.failing:
        ET.SubElement(case, "failure", {"type": finding.slug, "message": said_of_it}).text = f"Severity: {finding.severity.value}\n{text}"
    else:
        ET.SubElement(case, "system-out").text = f"{finding.severity.value}: {finding.slug}: {said_of_it}\n{text}"
    return case


def _skipped(audit: AuditDocument) -> dict[str, str]:
    """Each code that was not evaluated, or not all of it, and why."""
    why: dict[str, list[str]] = {}
    for item in audit.report.not_evaluated:
        for code in codes(item):
            why.setdefault(code, []).append(said(item.why))
    return {code: "; ".join(reasons) for code, reasons in sorted(why.items())}


def _case(code: str, name: str, kind: str, why: str) -> ET.Element:
    case = ET.Element("testcase", {"classname": f"blognomic.{code}", "name": f"{code} {name}"})
    ET.SubElement(case, kind, {"message": why})
    return case
