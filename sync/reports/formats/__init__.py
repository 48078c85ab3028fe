"""An audit in the formats of other programs: their input and shared helpers.

A format is a module of this folder, selected by name, with a function ``render`` from
:class:`AuditDocument` to text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from urllib.parse import quote

from parsers.model import Confidence
from sync.net.addresses import in_address, page_address
from sync.reports.audit_text import (
    Unevaluated,
    counts_of,
    in_order,
    new_mark,
    said,
    unevaluated,
)
from validators.checks.run import AuditReport
from validators.finding import Cause, Finding
from validators.view import GameView


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a game: the ``folder`` of the snapshot, and its files for ``pages`` and
    ``posts`` by title and key.

    ``shown`` is the folder relative to the working directory, if it is below; ``wiki`` is the
    folder of ``api.php``.
    """

    folder: Path | None = None
    shown: str | None = None
    pages: Mapping[str, str] = field(default_factory=dict)
    posts: Mapping[str, str] = field(default_factory=dict)
    wiki: str | None = None

    def file_of(self, finding: Finding) -> str:
        """Return the snapshot file that the finding is about (for the live game as ``pull --to``
        names it), else ``snapshot.toml``.
        """
        key, page, no_file = finding.subject.id, finding.page, "snapshot.toml"
        if page is not None:
            return (
                self.pages.get(page, no_file)
                if self.folder
                else f"wiki/{in_address(page)}.wikitext"
            )
        if finding.subject.kind not in ("matter", "post"):
            return no_file
        return (
            self.posts.get(key, no_file)
            if self.folder
            else f"blog/archive/{quote(key, safe='%', errors='replace')}/index.html"
        )

    def link_of(self, finding: Finding) -> str | None:
        """Return the address of the post or wiki page."""
        return (
            finding.subject.url
            if finding.page is None or self.wiki is None
            else page_address(self.wiki, finding.page)
        )


@dataclass(frozen=True, slots=True)
class AuditDocument:
    """One audit: its findings, and its exit code with the reason. ``notes`` are sentences about the
    audit.

    ``failing`` are the fingerprints of the findings that cause exit code 1.
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

    def skipped(self, *, inconclusive: bool) -> list[Unevaluated]:
        """Return the unevaluated entries, by reason. ``inconclusive`` entries leave the audit
        without a verdict.
        """
        return [
            each._replace(names=said(each.names), why=said(each.why))
            for each in unevaluated(self.report)
            if each.grave is inconclusive
        ]

    @property
    def summary(self) -> str:
        """``12 errors, 7 warnings, 12 info; exit 1 (errors found)``."""
        return f"{counts_of(self.report)}; {self.ending}"

    @property
    def ending(self) -> str:
        """``exit 1 (errors found)``."""
        return f"exit {self.code} ({self.why})"


NAMES = tuple(module.name for module in iter_modules(__path__))
"""The formats: the modules of this folder."""


def render(name: str, audit: AuditDocument) -> str:
    """The audit in the format of this name."""
    text: str = import_module(f"{__name__}.{name}").render(audit)
    return text


def unsure(finding: Finding) -> str:
    """`` (low confidence)``; ``""`` where it is high."""
    certain = finding.confidence is Confidence.HIGH
    return "" if certain else f" ({finding.confidence.value} confidence)"


def message(finding: Finding) -> str:
    """The finding's sentence, with its confidence unless that is high."""
    return said(finding.message) + unsure(finding)


def cause_in_words(audit: AuditDocument, cause: Cause) -> str:
    """Return the message of a cause: whether it is new, the fault, and the edit that caused it."""
    return said(f"{new_mark(audit.report, cause)}{message(cause.lead)}{cause.came_about}")


def place(finding: Finding) -> str:
    """Return ``page:line`` on the wiki, else the address of the post, else the subject."""
    if finding.page is not None:
        return said(finding.page, 300) + (f":{finding.line}" if finding.line else "")
    return said(finding.subject.url or finding.subject.id, 300)
