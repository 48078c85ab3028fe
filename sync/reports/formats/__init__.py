"""An audit in the formats that other programs show: what each is given, and what they share.

A format is a module of this folder, by whose name it is chosen, with a function ``render`` from
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
from sync.reports.audit_text import counts_of, in_order, new_mark, said, unevaluated
from validators.checks.run import AuditReport
from validators.finding import Cause, Finding
from validators.view import GameView


@dataclass(frozen=True, slots=True)
class Places:
    """Where a game is to be found: the ``folder`` of the snapshot, its files for ``pages`` and
    ``posts`` by title and key.

    ``shown`` is the folder as seen from where the command runs, if it is below; ``wiki`` is that of
    ``api.php``.
    """

    folder: Path | None = None
    shown: str | None = None
    pages: Mapping[str, str] = field(default_factory=dict)
    posts: Mapping[str, str] = field(default_factory=dict)
    wiki: str | None = None

    def file_of(self, finding: Finding) -> str:
        """The file of the snapshot that the finding is about, of the live game as ``pull --to``
        names it; without one ``snapshot.toml``.
        """
        key, page, no_file = finding.subject.id, finding.page, "snapshot.toml"
        if page is not None:
            return (
                self.pages.get(page, no_file)
                if self.folder
                else f"wiki/{_in_address(page)}.wikitext"
            )
        if finding.subject.kind not in ("matter", "post"):
            return no_file
        return (
            self.posts.get(key, no_file)
            if self.folder
            else f"blog/archive/{quote(key, safe='%', errors='replace')}/index.html"
        )

    def link_of(self, finding: Finding) -> str | None:
        """The address of the post, or of the page of the wiki."""
        return (
            finding.subject.url
            if finding.page is None or self.wiki is None
            else page_address(self.wiki, finding.page)
        )


def page_address(wiki: str, title: str) -> str:
    """The address of a page below the folder of ``api.php``."""
    return f"{wiki}index.php?title={_in_address(title)}"


def _in_address(title: str) -> str:
    return quote(title.replace(" ", "_"), errors="replace")


@dataclass(frozen=True, slots=True)
class AuditDocument:
    """One audit: what it found, and with which exit code it ends and why. ``notes`` are sentences
    on the whole of it.

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
        """What was not evaluated, by its reason: names and why. What is ``inconclusive`` leaves the
        audit without a verdict.
        """
        return [
            (said(names), said(why))
            for grave, names, why in unevaluated(self.report)
            if grave is inconclusive
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
    sure = finding.confidence is Confidence.HIGH
    return "" if sure else f" ({finding.confidence.value} confidence)"


def message(finding: Finding) -> str:
    """The finding's sentence, with its confidence unless that is high."""
    return said(finding.message) + unsure(finding)


def cause_in_words(audit: AuditDocument, cause: Cause) -> str:
    """The message of a cause: whether it is new, what is wrong, and the edit with which it came
    about.
    """
    return said(f"{new_mark(audit.report, cause)}{message(cause.lead)}{cause.came_about}")


def place(finding: Finding) -> str:
    """``page:line`` on the wiki, else the address of the post, else the subject."""
    if finding.page is not None:
        return said(finding.page, 300) + (f":{finding.line}" if finding.line else "")
    return said(finding.subject.url or finding.subject.id, 300)
