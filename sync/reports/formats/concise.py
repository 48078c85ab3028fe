"""One line for each finding: ``page:line: CODE message``, with the address where it is about a post."""

from __future__ import annotations

from sync.reports.formats.document import AuditDocument, log_line, message, place, said


def render(audit: AuditDocument) -> str:
    """The lines, worst first; then what leaves the audit without a verdict, and the notes."""
    lines = [f"{place(finding)}: {finding.code} {message(finding)}" for finding in audit.findings]
    lines += (f"{names}: not evaluated: {why}" for names, why in audit.skipped(inconclusive=True))
    lines += map(said, audit.notes)
    return "".join(f"{log_line(line)}\n" for line in lines)
