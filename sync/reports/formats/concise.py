"""A line for each cause, as compilers write them."""

from __future__ import annotations

from sync.reports.audit_text import how_evaluated, said
from sync.reports.formats import AuditDocument, cause_in_words, place
from sync.text import log_line
from validators.finding import causes


def render(audit: AuditDocument) -> str:
    """Return ``page:line: CODE message`` for each cause, then the reasons for a missing verdict,
    and the notes.
    """
    lines = [
        f"{place(cause.lead)}: {cause.lead.code} {cause_in_words(audit, cause)}"
        for cause in causes(audit.findings)
    ]
    lines += (
        f"{each.names}: {how_evaluated(partly=each.partly)}: {each.why}"
        for each in audit.skipped(inconclusive=True)
    )
    return "".join(f"{log_line(line)}\n" for line in (*lines, *map(said, audit.notes)))
