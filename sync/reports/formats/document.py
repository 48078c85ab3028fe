"""What every format of an audit is made from, and the text of its parts: on one line, inert on a terminal, of bounded length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from urllib.parse import quote

from sync.reports.audit_summary import counts_of, in_order, is_new, unevaluated
from sync.text import one_line
from sync.times import shown
from validators.checks.run import AuditReport
from validators.finding import Cause, Confidence, Finding, NotEvaluated, causes
from validators.view import GameView

LONGEST = 2000
"""Characters of a message: a title may have tens of thousands."""

_CODES = re.compile(r"BN\d{3}(?:, BN\d{3})*")


@dataclass(frozen=True, slots=True)
class Places:
    """Where the pages and posts of a game are to be found.

    ``folder`` is the snapshot, ``pages`` and ``posts`` name its files by title and by the post's key. ``shown`` is the folder as seen
    from where the command runs, if it is below. ``wiki`` is the folder of ``api.php``.
    """

    folder: Path | None = None
    shown: str | None = None
    pages: Mapping[str, str] = field(default_factory=dict)
    posts: Mapping[str, str] = field(default_factory=dict)
    wiki: str | None = None

    def file_of(self, finding: Finding) -> str:
        """The file of the snapshot that the finding is about, of the live game as ``pull --to`` names it; without one ``snapshot.toml``."""
        key = finding.subject.id
        if finding.page is not None:
            return self.pages.get(finding.page, "snapshot.toml") if self.folder else f"wiki/{quote(_file(finding.page))}.wikitext"
        if finding.subject.kind not in ("matter", "post"):
            return "snapshot.toml"
        return self.posts.get(key, "snapshot.toml") if self.folder else f"blog/archive/{quote(key, safe='%', errors='replace')}/index.html"

    def link_of(self, finding: Finding) -> str | None:
        """The address of the post, or of the page of the wiki."""
        if finding.page is None or self.wiki is None:
            return finding.subject.url
        return f"{self.wiki}index.php?title={quote(_file(finding.page))}"


def _file(title: str) -> str:
    return title.replace(" ", "_").encode("utf-8", errors="replace").decode()


@dataclass(frozen=True, slots=True)
class AuditDocument:
    """One audit: what it found, and with which exit code it ends and why. ``notes`` are sentences on the whole of it.

    ``failing`` are the fingerprints of the findings because of which the exit code is 1.
    """

    view: GameView
    report: AuditReport
    code: int
    why: str
    notes: tuple[str, ...] = ()
    places: Places = Places()
    failing: frozenset[str] = frozenset()

    @property
    def findings(self) -> list[Finding]:
        """The findings in the order of every report."""
        return in_order(self.report)

    def skipped(self, *, inconclusive: bool) -> list[tuple[str, str]]:
        """What was not evaluated, by its reason: names and why. What is ``inconclusive`` leaves the audit without a verdict."""
        return [(said(names), said(why)) for grave, names, why in unevaluated(self.report) if grave is inconclusive]

    @property
    def summary(self) -> str:
        """``12 errors, 7 warnings, 12 info; exit 1 (errors found)``."""
        return f"{counts_of(self.report)}; exit {self.code} ({self.why})"


def render(name: str, audit: AuditDocument) -> str:
    """The audit in the format of this name."""
    if name == "concise":
        return concise(audit)
    text: str = import_module(f"sync.reports.formats.{name}").render(audit)
    return text


def concise(audit: AuditDocument) -> str:
    """``page:line: CODE message`` for each cause, then what leaves the audit without a verdict, and the notes."""
    lines = [f"{place(cause.lead)}: {cause.lead.code} {cause_in_words(audit, cause)}" for cause in causes(audit.findings)]
    lines += (f"{names}: not evaluated: {why}" for names, why in audit.skipped(inconclusive=True))
    lines += map(said, audit.notes)
    return "".join(f"{log_line(line)}\n" for line in lines)


def said(text: str, limit: int = LONGEST) -> str:
    """Outside text on one line; of a longer one the beginning and the end, for it is the title in it that is long."""
    line = one_line(text)
    return line if len(line) <= limit else f"{line[: limit * 2 // 3].rstrip()} […] {line[-limit // 4 :].lstrip()}"


def message(finding: Finding) -> str:
    """The finding's sentence, with its confidence unless that is high."""
    unsure = "" if finding.confidence is Confidence.HIGH else f" ({finding.confidence.value} confidence)"
    return said(finding.message) + unsure


def cause_in_words(audit: AuditDocument, cause: Cause) -> str:
    """The message of a cause: whether it is new, what is wrong, and the edit with which it came about."""
    new = "new: " if any(is_new(audit.report, each) for each in (cause.lead, *cause.others)) else ""
    return said(f"{new}{message(cause.lead)}{cause.came_about}")


def place(finding: Finding) -> str:
    """``page:line`` on the wiki, else the address of the post, else the subject."""
    if finding.page is not None:
        return said(finding.page, 300) + (f":{finding.line}" if finding.line else "")
    return said(finding.subject.url or finding.subject.id, 300)


def details(finding: Finding) -> Iterator[tuple[str, str, str | None]]:
    """The rest of a finding, label by label, and where there is more of it."""
    yield "Subject", f"{finding.subject.kind} {said(finding.subject.id, 300)}", None
    if finding.page is not None:
        yield "Page", said(finding.page, 300), None
    if finding.line is not None:
        yield "Line", str(finding.line), None
    if finding.subject.url:
        yield "Address", said(finding.subject.url, 500), finding.subject.url
    if finding.rule is not None:
        quoted = finding.rule.quote and f": “{finding.rule.quote}”"
        yield "Rule", said(f"{finding.rule.title}{quoted or ''}"), None
    for item in finding.evidence:
        when, excerpt = f"({shown(item.at)})" if item.at else "", said(item.excerpt, 400)
        text = " ".join(filter(None, (said(item.where, 500), when, excerpt and f"“{excerpt}”")))
        yield from [("Evidence", text, item.url)] if text else []
    if finding.fix is not None:
        yield "Fix", said(f"{finding.fix.page}: {finding.fix.summary}"), None
    yield "Fingerprint", finding.fingerprint, None


def codes(item: NotEvaluated) -> list[str]:
    """The codes that an entry is about; none for a source."""
    return item.name.split(", ") if not item.source and _CODES.fullmatch(item.name) else []


def log_line(text: str) -> str:
    """One line that GitHub Actions shows as it is: neither ``::`` at its beginning nor ``##[`` makes it a command."""
    plain = text.replace("##[", r"##\[")
    return "\\" + plain if plain.lstrip().startswith("::") else plain
