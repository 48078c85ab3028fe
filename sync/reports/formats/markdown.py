"""A summary in Markdown, for the page of a job on GitHub or for a comment: CommonMark without raw HTML.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#adding-a-job-summary: at most 1 MiB a step.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from urllib.parse import quote as percent_encoded

from sync.reports.audit_summary import ToDo, sections, to_do
from sync.reports.formats.document import AuditDocument, cause_in_words, said
from sync.times import shown
from validators.finding import Cause

LIMIT = 1_000_000
"""Bytes: the step may write some lines of its own."""

_SPECIAL = re.compile(r"[\\`*_\[\]<>&~|#${}^]")
_AUTOLINK = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)", re.IGNORECASE)
_MARKER = re.compile(r"\A(\d{0,9})([-+=.)])")
"""What makes a list or a heading of a line that begins with it."""
_AT = re.compile(r"@+")
_ADDRESS = re.compile(r"https?://[^\s/?#]+(?:[/?#]\S*)?", re.IGNORECASE)
_RESERVE = 500
_FINDING, _ENTRY = "finding", "entry not evaluated"
_COUNTED = {_FINDING: "findings", _ENTRY: "entries not evaluated"}


def render(audit: AuditDocument) -> str:
    """Counts, notes, what can be done now, what could not be seen, the findings, and what was not evaluated; cut at :data:`LIMIT`."""
    lines, gone, size = list[str](), Counter[str](), 0
    for what, block in _blocks(audit):
        text = "" if gone else block if isinstance(block, str) else block()
        size += len(text.encode()) + 1
        if gone or size > LIMIT - _RESERVE:
            gone[what] += 1
        else:
            lines.append(text)
    if gone:
        counts = (f"{gone[what]} {what if gone[what] == 1 else several}" for what, several in _COUNTED.items() if gone[what])
        lines.append(f"\n**Cut off here**, at {LIMIT:,} bytes: {' and '.join(counts)} more. The counts above are of all.")
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


def _blocks(audit: AuditDocument) -> Iterator[tuple[str, str | Callable[[], str]]]:
    """The lines, all those of a finding as one, and as what they are counted if they are cut."""
    yield "", f"## Audit of {escape(said(audit.view.site, 300))}, {shown(audit.view.as_of)}\n"
    yield "", f"**{audit.summary}**"
    for note in audit.notes:
        yield "", "\n" + _MARKER.sub(r"\1\\\2", escape(said(note)))
    first = to_do(audit.view, audit.report)
    yield from _to_do(audit, first)
    unseen = audit.skipped(inconclusive=True)
    if audit.report.inconclusive:
        yield "", f"\n### No verdict\n\nThis audit is incomplete{':' if unseen else '; see the errors.'}\n"
    for names, why in unseen:
        yield _ENTRY, f"- **{escape(names)}**: {escape(why)}"
    for section in sections(audit.report, first.told):
        yield "", f"\n### {section.heading}\n"
        for cause in section.causes:
            yield _FINDING, partial(_cause, audit, cause)
    others = audit.skipped(inconclusive=False)
    if others:
        yield "", "\n### Not evaluated\n"
    for names, why in others:
        yield _ENTRY, f"- **{escape(names)}**: {escape(why)}"


def _to_do(audit: AuditDocument, first: ToDo) -> Iterator[tuple[str, str | Callable[[], str]]]:
    if not first.told:
        return
    yield "", "\n### To do now\n"
    for finding in first.resolvable:
        yield _FINDING, partial(_cause, audit, Cause(finding), brief=True)
    for cause in first.corrections:
        yield _FINDING, partial(_cause, audit, cause, brief=True)


def _cause(audit: AuditDocument, cause: Cause, *, brief: bool = False) -> str:
    return "\n".join(_lines(audit, cause, brief=brief))


def _lines(audit: AuditDocument, cause: Cause, *, brief: bool) -> Iterator[str]:
    """What is wrong, and where; below it the fix, and unless ``brief`` the rule and the evidence."""
    finding = cause.lead
    where = f", line {finding.line}" if finding.line else ""
    name = link(said(finding.page or finding.subject.id, 100) + where, audit.places.link_of(finding))
    yield f"- **{finding.code} {escape(finding.slug)}** in {name}: {escape(cause_in_words(audit, cause))}"
    if finding.fix is not None:
        yield f"  - Fix on {escape(said(finding.fix.page, 300))}: {escape(said(finding.fix.summary))}"
    if brief:
        return
    if finding.rule is not None:
        quote = finding.rule.quote or ""
        quoted = f": “{escape(said(quote, 400))}”" if quote and quote not in finding.message else ""
        yield f"  - Rule {escape(said(finding.rule.title, 300))}{quoted}"
    for item in finding.evidence:
        if item.where or item.excerpt:
            excerpt = f"“{said(item.excerpt, 200)}”" if item.excerpt else ""
            what = ": ".join(filter(None, ("" if item.url and excerpt else said(item.where, 300), excerpt)))
            yield f"  - See {link(what, item.url)}{f' ({shown(item.at)})' if item.at else ''}"
