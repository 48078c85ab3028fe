"""JUnit's XML as the xUnit plugin of Jenkins defines it (junit-10.xsd), which most services read.

An error is a failure; what is less passes, with its text in ``system-out``. A code that was not evaluated is skipped, and a source
that could not be read is an error of the run.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from sync.reports.formats.document import AuditDocument, codes, details, message, place, said
from sync.times import iso
from validators.finding import Finding, Severity


def render(audit: AuditDocument) -> str:
    """One suite with a test case for each finding, code not evaluated and source not read, in ASCII."""
    cases = [_finding(finding) for finding in audit.findings]
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


def _finding(finding: Finding) -> ET.Element:
    name = f"{finding.code} {place(finding)}: {message(finding)}"
    case = ET.Element("testcase", {"classname": f"blognomic.{finding.code}", "name": name})
    text = "\n".join(f"{label}: {value}" for label, value in details(finding))
    if finding.severity is Severity.ERROR:
        ET.SubElement(case, "failure", {"type": finding.slug, "message": message(finding)}).text = text
    else:
        ET.SubElement(case, "system-out").text = f"{finding.severity.value}: {finding.slug}: {message(finding)}\n{text}"
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
