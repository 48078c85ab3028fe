"""A summary in Markdown, for the page of a job on GitHub or for a comment: CommonMark without raw
HTML.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#adding-a-job-summary:
at most 1 MiB a step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote as percent_encoded

from sync.reports.audit_text import details, said, sections, to_do
from sync.reports.formats import AuditDocument, cause_in_words
from sync.times import shown
from validators.finding import Cause
from validators.words import counted

LIMIT = 1_000_000
"""Bytes: the step may write some lines of its own."""

_SPECIAL = re.compile(r"[\\`*_\[\]<>&~|#${}^]")
_AUTOLINK = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)", re.IGNORECASE)
_MARKER = re.compile(r"\A(\d{0,9})([-+=.)])")
"""What makes a list or a heading of a line that begins with it."""
_AT = re.compile(r"@+")
_ADDRESS = re.compile(r"https?://[^\s/?#]+(?:[/?#]\S*)?", re.IGNORECASE)
_RESERVE = 500


def render(audit: AuditDocument) -> str:
    """Counts, notes, what can be done now, what could not be seen, the findings, and what was not
    evaluated; cut at :data:`LIMIT`.
    """
    lines, gone, size = list[str](), 0, 0
    for block in _blocks(audit):
        size += len(block.encode()) + 1
        if gone or size > LIMIT - _RESERVE:
            gone += block.startswith("- ")
        else:
            lines.append(block)
    if size > LIMIT - _RESERVE:
        lines.append(
            f"\n**Cut off here**, at {LIMIT:,} bytes: {counted(gone, 'more item')}. The counts"
            " above are of all."
        )
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Text that Markdown shows as it is: no markup, HTML, entity, link, mention or formula."""
    plain = _AUTOLINK.sub("\\\\", _SPECIAL.sub(r"\\\g<0>", text))
    return _AT.sub(r"`\g<0>`", plain)


def link(text: str, url: str | None) -> str:
    """A link, if it is an address of the web; else the text alone."""
    if url is None or not _ADDRESS.fullmatch(url):
        return escape(text)
    return f"[{escape(text)}](<{percent_encoded(url, safe=':/?#@!$&+,;=%~-._', errors='replace')}>)"


def _blocks(audit: AuditDocument) -> Iterator[str]:
    """The lines; all those of a finding are one."""
    yield f"## Audit of {escape(said(audit.view.site, 300))}, {shown(audit.view.as_of)}\n"
    yield f"**{audit.summary}**"
    yield from ("\n" + _MARKER.sub(r"\1\\\2", escape(said(note))) for note in audit.notes)
    first = [cause for causes in to_do(audit.view, audit.report) for cause in causes]
    unseen, others = (audit.skipped(inconclusive=grave) for grave in (True, False))
    if first:
        yield "\n### To do now\n"
    yield from (_cause(audit, cause) for cause in first)
    if audit.report.inconclusive:
        yield "\n### No verdict\n\nThis audit is incomplete:\n"
    yield from (f"- **{escape(names)}**: {escape(why)}" for names, why in unseen)
    for heading, causes in sections(audit.report, first):
        yield f"\n### {heading}\n"
        yield from (_cause(audit, cause) for cause in causes)
    if others:
        yield "\n### Not evaluated\n"
    yield from (f"- **{escape(names)}**: {escape(why)}" for names, why in others)


def _cause(audit: AuditDocument, cause: Cause) -> str:
    """What is wrong, and where; below it the rule, the evidence and the fix."""
    finding = cause.lead
    where = f", line {finding.line}" if finding.line else ""
    name = link(
        said(finding.page or finding.subject.id, 100) + where, audit.places.link_of(finding)
    )
    rest = [
        f"  - {label}: {link(text, url)}"
        for label, text, url in details(finding)
        if label in ("Rule", "Evidence", "Fix")
    ]
    return "\n".join(
        (
            (
                f"- **{finding.code} {escape(finding.slug)}** in {name}:"
                f" {escape(cause_in_words(audit, cause))}"
            ),
            *rest,
        )
    )
