"""What every report of an audit shares: order, sections and counts of its findings, and the text of its parts for other programs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from parsers.model import Confidence
from sync.settings.accepted import can_be_corrected
from sync.text import one_line
from sync.times import shown
from validators.checks.run import AuditReport
from validators.finding import PAST_AFTER, Cause, Finding, NotEvaluated, Severity, causes
from validators.fixes.tracking_fixes import implausible
from validators.view import GameView
from validators.words import counted

_RESOLVABLE = "BN101"
_SOURCES = ("BN901", "BN902")
_TITLES = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.INFO: "Information"}
_CODE = re.compile(r"BN(\d+)")
_NOW = datetime.max.replace(tzinfo=UTC)


def in_order(report: AuditReport) -> list[Finding]:
    """New findings before known ones, what can be settled before what is past, worse before lesser, and then the newest first.

    What has no date is about the pages as they are now, and comes before what has one.
    """

    def rank(each: Finding) -> tuple[bool, bool, int, float]:
        return not is_new(report, each), each.past, list(Severity).index(each.severity), -((date_of(each) or _NOW) - _NOW).total_seconds()

    return sorted(report.findings, key=rank)


def is_new(report: AuditReport, finding: Finding) -> bool:
    """Whether no earlier audit of the store has reported it; False where nobody asked."""
    return report.new is not None and finding.fingerprint in report.new


def date_of(finding: Finding) -> datetime | None:
    """The latest date of what was seen; None for what stands on a line of a page of the wiki."""
    return None if finding.line else max((item.at for item in finding.evidence if item.at), default=None)


def without_clause(finding: Finding) -> str:
    """The message without the clause of the rules that it ends with."""
    clause = finding.rule.quote if finding.rule is not None else None
    return finding.message.removesuffix(f": “{clause}”") if clause else finding.message


class ToDo(NamedTuple):
    """The matters that may be resolved, the certain ones first, and what `blognomic correct` would put right."""

    resolvable: tuple[Finding, ...]
    corrections: tuple[Cause, ...]

    @property
    def told(self) -> frozenset[int]:
        """The identities of the findings that are told here."""
        return frozenset(map(id, (*self.resolvable, *(each for one in self.corrections for each in (one.lead, *one.others)))))


def to_do(view: GameView, report: AuditReport) -> ToDo:
    """What can be done now, the newest first."""
    ordered = in_order(report)
    resolvable = sorted((each for each in ordered if each.code == _RESOLVABLE), key=lambda each: each.confidence is not Confidence.HIGH)
    doubtful = implausible(view.gamestate, report.findings) if view.gamestate is not None else {}
    fixable = (each for each in causes(ordered) if can_be_corrected(each.lead) and each.lead.fingerprint not in doubtful)
    return ToDo(tuple(resolvable), tuple(fixable))


def sections(report: AuditReport, told: Collection[int] = ()) -> Iterator[tuple[str, list[Cause]]]:
    """Headings and what stands below them: new findings, known ones that can be settled by their severity, and those that are past.

    Those whose identities were ``told`` already are left out. Of errors, warnings and information a heading says how many there are in all.
    """
    ordered = in_order(report)
    left = [each for each in ordered if id(each) not in told]
    known = [each for each in left if not is_new(report, each)]
    if new := [each for each in left if is_new(report, each)]:
        yield f"New ({len(new)})", causes(new)
    for severity, title in _TITLES.items():
        if here := [each for each in known if each.severity is severity and not each.past]:
            total = sum(each.severity is severity for each in ordered)
            count = f"{len(here)} of {total}" if len(here) < total else str(total)
            yield f"{title} ({count}){', newest first' if len(here) > 1 else ''}", causes(here)
    if past := [each for each in known if each.past]:
        yield f"Too old to settle ({len(past)})", causes(past)


def counts_of(report: AuditReport) -> str:
    """``10 errors, 8 warnings, 16 info``."""
    errors, warnings, info = (sum(finding.severity is severity for finding in report.findings) for severity in Severity)
    return f"{counted(errors, 'error')}, {counted(warnings, 'warning')}, {info} info"


def unevaluated_count(report: AuditReport) -> str:
    """``9 checks and 1 source not evaluated``; ``""`` where everything was."""
    names = {name for item in report.not_evaluated for name in _names(item)}
    codes = sum(_CODE.fullmatch(name) is not None for name in names)
    lacking = [counted(count, what) for count, what in ((codes, "check"), (len(names) - codes, "source")) if count]
    return f"{' and '.join(lacking)} not evaluated" if lacking else ""


def unevaluated(report: AuditReport) -> Iterator[tuple[bool, str, str]]:
    """A line for each reason: whether it leaves no verdict (these come first), all it is about, and the reason.

    A source that a finding is about is not told again.
    """
    told = {finding.subject.id for finding in report.findings if finding.code in _SOURCES}
    reasons: dict[tuple[bool, str], list[str]] = {}
    for item in report.not_evaluated:
        if not (item.source and item.name in told):
            reasons.setdefault((item.inconclusive, item.why), []).extend(_names(item))
    for (grave, why), names in sorted(reasons.items(), key=lambda each: not each[0][0]):
        yield grave, _folded(names), why


def _folded(names: Iterable[str]) -> str:
    """Names in their order, codes first, with runs of three codes or more as ``BN206–BN210``."""
    runs: list[list[str]] = []
    for name in sorted(set(names), key=lambda name: (_CODE.fullmatch(name) is None, name)):
        last = _CODE.fullmatch(runs[-1][-1]) if runs else None
        code = _CODE.fullmatch(name)
        if code is not None and last is not None and int(code[1]) == int(last[1]) + 1:
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def _names(item: NotEvaluated) -> list[str]:
    return item.name.split(", ") if _CODE.match(item.name) else [item.name]


def remarks(report: AuditReport, *, options: bool = True) -> Iterator[str]:
    """Sentences on the baseline and on findings that do not make an audit fail, with the ``options`` that decide about it."""
    held = report.held_back
    if held is not None:
        yield f"{counted(held.count, 'known finding')} held back by the baseline."
        yield from (f"Stale in the baseline (no such finding any more): {held.names[mark]}." for mark in held.stale)
        yield from (f"Expired in the baseline: {held.names[mark]}." for mark in held.expired)
    if past := sum(finding.past for finding in report.findings):
        days = PAST_AFTER.days
        only = "; only --fail-on-past counts them" if options else ""
        yield f"{counted(past, 'finding')} can no longer be settled (resolved over {days} days ago){only}."
    if report.new is not None and options:
        yield f"{counted(len(report.new), 'finding')} new since the earlier audits of this store; with --fail-on-new only these count."


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
