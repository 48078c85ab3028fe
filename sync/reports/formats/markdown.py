"""A summary in Markdown, for the page of a job on GitHub or for a comment: CommonMark without raw
HTML.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#adding-a-job-summary:
at most 1 MiB a step.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote as percent_encoded

from sync.reports.audit_text import groups, new_mark, said, sum_of
from sync.reports.formats import AuditDocument, unsure
from sync.times import shown
from validators.finding import Cause, Finding, RuleRef, Severity
from validators.words import counted

LIMIT = 1_000_000
"""In bytes, with some space for lines of the step itself."""

_SPECIAL = re.compile(r"[\\`*_\[\]<>&~|#${}^]")
_AUTOLINK = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)", re.IGNORECASE)
_MARKER = re.compile(r"\A(\d{0,9})([-+=.)])")
"""Matches the beginning of a line that Markdown shows as a list item or heading."""
_AT = re.compile(r"@+")
_ADDRESS = re.compile(r"https?://[^\s/?#]+(?:[/?#]\S*)?", re.IGNORECASE)
_RESERVE = 500


def render(audit: AuditDocument) -> str:
    """Return counts, notes, missing data, new findings, possible actions, other findings, and
    unevaluated checks; cut at :data:`LIMIT`.
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
    report, item, listed = audit.report, _Items(audit), groups(audit.view, audit.report)
    yield f"## Audit of {escape(said(audit.view.site, 300))}, {shown(audit.view.as_of)}\n"
    yield f"**{sum_of(listed)}; {audit.ending}**"
    yield from ("\n" + _MARKER.sub(r"\1\\\2", escape(said(note))) for note in audit.notes)
    if report.inconclusive:
        yield "\n### No verdict\n\nThis audit is incomplete:\n"
    yield from _unevaluated(audit, inconclusive=True)
    for group in listed:
        failing = any(each.lead.fingerprint in audit.failing for each in group.causes)
        if failing or not group.causes[0].lead.past:
            yield from _section(group.heading, map(item, group.causes))
        else:
            yield f"\n{group.count}: not listed here."
    yield from _section("Not evaluated", _unevaluated(audit, inconclusive=False))


def _section(heading: str, items: Iterable[str]) -> Iterator[str]:
    """Return a heading with the items below it; nothing without items."""
    listed = list(items)
    if listed:
        yield f"\n### {heading}\n"
        yield from listed


def _unevaluated(audit: AuditDocument, *, inconclusive: bool) -> Iterator[str]:
    for each in audit.skipped(inconclusive=inconclusive):
        yield f"- **{escape(each.heading)}**: {escape(each.why)}"


class _Items:
    """Makes the item of each cause: the fault, with a link, and its fix. Below errors and warnings
    follow the clause, unless an earlier item has it, and links to other evidence.
    """

    def __init__(self, audit: AuditDocument) -> None:
        self.audit = audit
        self.titles = {post.url: said(post.title, 100) for post in audit.view.posts}
        self.quoted = set[str]()

    def __call__(self, cause: Cause) -> str:
        finding = cause.lead
        mark = new_mark(self.audit.report, cause)
        sentence = said(finding.statement + cause.came_about)
        lines = [f"- **{finding.code}** {mark}{self._linked(finding, sentence)}{unsure(finding)}"]
        if finding.severity is not Severity.INFO:
            lines += [self._clause(finding.rule), self._evidence(finding)]
        if finding.fix is not None:
            page = "" if finding.fix.page == finding.page else f"{finding.fix.page}: "
            lines.append(f"Fix: {escape(said(page + finding.fix.summary))}")
        return "\n  - ".join(filter(None, lines))

    def _clause(self, rule: RuleRef | None) -> str:
        if rule is None or not rule.quote or rule.quote in self.quoted:
            return ""
        self.quoted.add(rule.quote)
        return f"Rule {escape(said(f'{rule.title}: “{rule.quote}”'))}"

    def _linked(self, finding: Finding, sentence: str) -> str:
        """Return the sentence with a link: on the title of a post if the sentence has it, else
        before the sentence.
        """
        address = self.audit.places.link_of(finding)
        title = self.titles.get(finding.subject.url or "", "")
        place = title or said(finding.subject.id, 100)
        if finding.page is not None:
            line = f", line {finding.line}" if finding.line else ""
            place = said(finding.page, 100) + line
        elif address is None:
            return escape(sentence)
        elif title and f"“{title}”" in sentence:
            before, _, after = sentence.partition(f"“{title}”")
            return f"{escape(before)}“{link(title, address)}”{escape(after)}"
        return f"{link(place, address)}: {escape(sentence)}"

    def _evidence(self, finding: Finding) -> str:
        """Yield links to evidence at other addresses than that of the sentence."""
        links = dict.fromkeys(
            link(self.titles.get(item.url) or shown(item.at), item.url)
            for item in finding.evidence
            if item.url and item.url != finding.subject.url
        )
        return f"Evidence: {'; '.join(links)}" if links else ""
