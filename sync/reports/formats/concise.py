"""One line for each cause: ``page:line: CODE message``, with the address where it is about a post."""

from __future__ import annotations

from sync.reports.formats.document import AuditDocument, cause_in_words, log_line, place, said
from validators.finding import causes


def render(audit: AuditDocument) -> str:
    """The lines, one for each cause; then what leaves the audit without a verdict, and the notes."""
    lines = [f"{place(cause.lead)}: {cause.lead.code} {cause_in_words(audit, cause)}" for cause in causes(audit.findings)]
    lines += (f"{names}: not evaluated: {why}" for names, why in audit.skipped(inconclusive=True))
    lines += map(said, audit.notes)
    return "".join(f"{log_line(line)}\n" for line in lines)
