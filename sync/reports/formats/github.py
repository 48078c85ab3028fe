"""Workflow commands that GitHub shows as annotations.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions; how they are
escaped is in the toolkit's ``command.ts``: ``%``, CR and LF everywhere, in properties also ``:``
and ``,``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from sync.reports.audit_text import said, unevaluated, unevaluated_count
from sync.reports.formats import AuditDocument, cause_in_words, place
from sync.text import log_line
from validators.finding import Severity, causes

MOST = 10
"""Annotations of one kind that GitHub shows in a step."""

KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = {**_DATA, ord(":"): "%3A", ord(","): "%2C"}


def render(audit: AuditDocument) -> str:
    """Return at most ten annotations of each kind, one for each cause, a missing verdict first;
    then the number left out, and the notes.
    """
    lines, counts = list[str](), Counter[str]()
    for kind, properties, text in _annotations(audit):
        counts[kind] += 1
        if counts[kind] <= MOST:
            pairs = ",".join(
                f"{name}={escape_property(value)}" for name, value in properties.items()
            )
            lines.append(f"::{kind} {pairs}::{escape_data(text)}")
    if left_out := [
        f"{counts[kind] - MOST} of {counts[kind]} {kind}s"
        for kind in KINDS.values()
        if counts[kind] > MOST
    ]:
        lines.append(
            f"Left out, since GitHub shows {MOST} annotations of a kind in a step:"
            f" {', '.join(left_out)}."
        )
    if lacking := unevaluated_count(audit.report):
        lines.append(
            log_line(
                said(
                    f"{lacking} ({', '.join(each.heading for each in unevaluated(audit.report))})."
                )
            )
        )
    return "".join(
        f"{line}\n" for line in (*lines, *(log_line(said(note)) for note in audit.notes))
    )


def escape_data(text: str) -> str:
    """Escape a command's message, which can have line breaks."""
    return text.translate(_DATA)


def escape_property(text: str) -> str:
    """Escape the value of a command's property."""
    return text.translate(_PROPERTY)


def _annotations(audit: AuditDocument) -> Iterator[tuple[str, dict[str, str], str]]:
    """Yield each command's name, properties and message."""
    if unseen := audit.skipped(inconclusive=True):  # an unread source is a separate error
        yield (
            "error",
            {"title": "No verdict"},
            said("; ".join(f"{said(each.heading, 300)}: {said(each.why, 400)}" for each in unseen)),
        )
    for cause in causes(audit.findings):
        finding = cause.lead
        properties = {"title": f"{finding.code} {finding.slug}"}
        if audit.places.shown is not None:
            properties["file"] = said(
                str(PurePosixPath(audit.places.shown, audit.places.file_of(finding))), 1000
            )
            if finding.line is not None and finding.page in audit.places.pages:
                properties["line"] = str(finding.line)
        # A past finding is no current error, unless it fails the run.
        mere = finding.past and finding.fingerprint not in audit.failing
        yield (
            KINDS[Severity.INFO if mere else finding.severity],
            properties,
            f"{cause_in_words(audit, cause)}\n{place(finding)}",
        )
