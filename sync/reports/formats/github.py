"""Workflow commands that GitHub shows as annotations.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions; how they are escaped is in the toolkit's
``command.ts``: ``%``, CR and LF everywhere, in properties also ``:`` and ``,``.
"""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath

from sync.reports.audit_summary import unevaluated, unevaluated_count
from sync.reports.formats.document import AuditDocument, cause_in_words, log_line, place, said
from validators.finding import Cause, Severity, causes

MOST = 10
"""Annotations of one kind that GitHub shows in a step."""

KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_MOST_NAMED = 20
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = {**_DATA, ord(":"): "%3A", ord(","): "%2C"}


def render(audit: AuditDocument) -> str:
    """At most ten annotations of each kind, one for each cause, the lack of a verdict first; then how many were left out, and the notes."""
    made = [("error", line) for line in _no_verdict(audit)]
    for cause in causes(audit.findings):
        kind = KINDS[cause.lead.severity]
        made.append((kind, _annotation(audit, kind, cause)))
    lines, left_out = list[str](), list[str]()
    there = Counter(kind for kind, _ in made)
    shown = Counter[str]()
    for kind, line in made:
        shown[kind] += 1
        lines += [line] if shown[kind] <= MOST else []
    for kind in KINDS.values():
        if there[kind] > MOST:
            left_out.append(f"{there[kind] - MOST} of {there[kind]} {kind}s")
    if left_out:
        lines.append(f"Left out, since GitHub shows {MOST} annotations of a kind in a step: {', '.join(left_out)}.")
    if lacking := unevaluated_count(audit.report):
        reasons = ", ".join(names for _, names, _ in unevaluated(audit.report))
        lines.append(log_line(said(f"{lacking}{f' ({reasons})' if reasons else ''}.")))
    lines += (log_line(said(note)) for note in audit.notes)
    return "".join(f"{line}\n" for line in lines)


def escape_data(text: str) -> str:
    """A command's message, where line breaks may stand."""
    return text.translate(_DATA)


def escape_property(text: str) -> str:
    """The value of a command's property."""
    return text.translate(_PROPERTY)


def _command(kind: str, properties: dict[str, str], text: str) -> str:
    pairs = ",".join(f"{name}={escape_property(value)}" for name, value in properties.items())
    return f"::{kind} {pairs}::{escape_data(text)}"


def _annotation(audit: AuditDocument, kind: str, cause: Cause) -> str:
    finding = cause.lead
    properties = {"title": f"{finding.code} {finding.slug}"}
    if audit.places.shown is not None:
        properties["file"] = said(str(PurePosixPath(audit.places.shown, audit.places.file_of(finding))), 1000)
        if finding.line is not None and finding.page in audit.places.pages:
            properties["line"] = str(finding.line)
    return _command(kind, properties, f"{cause_in_words(audit, cause)}\n{place(finding)}")


def _no_verdict(audit: AuditDocument) -> list[str]:
    unseen = audit.skipped(inconclusive=True)
    if not unseen:  # a source that could not be read is an error of its own
        return []
    named = [f"{said(names, 300)}: {said(why, 400)}" for names, why in unseen[:_MOST_NAMED]]
    if len(unseen) > _MOST_NAMED:
        named.append(f"and {len(unseen) - _MOST_NAMED} more")
    return [_command("error", {"title": "No verdict"}, "\n".join(["Not everything could be evaluated:", *named]))]
