"""Findings: faults with their evidence, rule, fix and fingerprint; and the time from which findings
count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from parsers.model import Category, Confidence, Post, Status
from parsers.ruleset.parameters import AnyParameter

if TYPE_CHECKING:
    from parsers.changes import TextChange
    from parsers.gamestate.change import GamestateChange
    from parsers.gamestate.gamestate_model import GameState
    from validators.view import GameView


class Severity(StrEnum):
    """An error is against the rules, a warning needs a look, an info is context and no fault."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a finding. ``kind`` is matter, post, page, revision, player, variable, rule or
    roster.
    """

    kind: str
    id: str
    url: str | None = None


def tracking_page(state: GameState) -> Subject:
    """Return the tracking page as the subject of a finding."""
    return Subject("page", state.page or "the tracking page")


def line_at(source: str, offset: int) -> int:
    """Return the line (from 1) of an offset."""
    return source.count("\n", 0, offset) + 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence for a finding: an address, an excerpt and a time; on the wiki also the page and the
    line (from 1). ``edit`` names a revision and its editor.
    """

    url: str | None = None
    excerpt: str = ""
    at: datetime | None = None
    page: str | None = None
    line: int | None = None
    edit: str = ""

    @property
    def where(self) -> str:
        """The address, else the page and line, else ``""``."""
        return self.url or ", ".join(
            filter(None, (self.page, f"line {self.line}" if self.line else ""))
        )


@dataclass(frozen=True, slots=True)
class RuleRef:
    """The rule that a finding rests on; ``quote`` is None if its sentence was not read."""

    title: str
    quote: str | None = None


def stated_in(parameter: AnyParameter) -> RuleRef | None:
    """Return the rule and sentence that a voting parameter was read from; None if it was not read."""
    return None if parameter.value is None else RuleRef(parameter.rule, parameter.quote)


class FixKind(StrEnum):
    """The kinds of edits that settle a finding.

    ``SET_VALUE`` restores a value from the page's history, and ``RESPELL`` corrects a choice or a
    name. ``ADD_ROW`` adds a player's row, ``MOVE_ROW`` moves it between the active and the idle
    players, and ``REMOVE_ROW`` removes an extra one. ``REPLACE_TERM`` replaces an earlier dynasty's
    term in one rule, ``INSERT_TEXT`` inserts an enacted text, and ``UNDO_REVISION`` undoes one edit
    without touching later ones.
    """

    SET_VALUE = "set-value"
    RESPELL = "respell"
    ADD_ROW = "add-row"
    MOVE_ROW = "move-row"
    REMOVE_ROW = "remove-row"
    REPLACE_TERM = "replace-term"
    INSERT_TEXT = "insert-text"
    UNDO_REVISION = "undo-revision"


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that settles a finding: ``summary`` describes it, ``change`` is the edit itself if it
    is known exactly.
    """

    kind: FixKind
    page: str
    summary: str
    change: GamestateChange | TextChange | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A finding as its check yields it; the metadata of the check is added when it runs.

    ``what`` names the fault in a few stable words. The default ``rule`` is the clause of the
    check's first key, else the first rule of ``rests_on``. The page and line are those of the first
    evidence on a page, else of the subject.
    """

    subject: Subject
    message: str
    what: str = ""
    _: KW_ONLY
    rule: RuleRef | None = None
    evidence: Iterable[Evidence] = ()
    confidence: Confidence = Confidence.HIGH
    severity: Severity | None = None
    fix: Fix | None = None
    clause: str = ""
    """The sentence of the rules at the end of the message."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that a check could not evaluate, and why; see :class:`NotEvaluated`. ``part``: the
    check could evaluate something else.
    """

    why: str
    _: KW_ONLY
    part: bool = False
    inconclusive: bool = False
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. ``what`` names the fault in a few stable words: the fingerprint depends only on
    it, the code and the subject.

    ``page`` and ``line`` (from 1) are its place on the wiki, if known. ``past``: its post is too
    old for it to be settled (:func:`with_past`). ``tells_cause``: it is about the edit that set the
    value named by ``what``. ``statement`` is the message without the ``clause`` of the rules at its
    end.
    """

    code: str
    slug: str
    severity: Severity
    subject: Subject
    statement: str
    what: str = ""
    confidence: Confidence = Confidence.HIGH
    evidence: tuple[Evidence, ...] = ()
    rule: RuleRef | None = None
    fix: Fix | None = None
    page: str | None = None
    line: int | None = None
    past: bool = False
    tells_cause: bool = False
    clause: str = ""

    def __post_init__(self) -> None:
        """Report an error of low confidence as a warning."""
        if self.severity is Severity.ERROR and self.confidence is Confidence.LOW:
            object.__setattr__(self, "severity", Severity.WARNING)

    @property
    def message(self) -> str:
        """The statement, with the clause if there is one."""
        return f"{self.statement}: “{self.clause}”" if self.clause else self.statement

    @property
    def fingerprint(self) -> str:
        """A stable identity, 16 hexadecimal digits."""
        parts = "\x1f".join((self.code, self.subject.kind, self.subject.id, self.what))
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:16]


Lack = StrEnum("Lack", "CHECK EDITS POST SOURCE")
"""The kind of gap: an input of one check, earlier edits of a page (which several checks need), a
post by its address, or a source.
"""


@dataclass(frozen=True, slots=True)
class NotEvaluated:
    """A check (by its code) or source that could not be evaluated, or only ``partly``, and why.

    ``inconclusive``: data is missing that should be there, so the audit has no verdict (exit code
    3). ``until`` is the latest moment concerned, None if that is now.
    """

    name: str
    why: str
    kind: Lack = Lack.CHECK
    inconclusive: bool = False
    until: datetime | None = None
    partly: bool = False

    @property
    def code(self) -> str:
        """The code of the check; ``""`` for a post or a source."""
        return self.name if self.kind in (Lack.CHECK, Lack.EDITS) else ""


@dataclass(frozen=True, slots=True)
class Cause:
    """Findings with one cause: ``lead`` names the fault, and the ``others`` show how it came about."""

    lead: Finding
    others: tuple[Finding, ...] = ()

    @property
    def came_about(self) -> str:
        """The codes and edits of the others in brackets, for the end of a sentence; ``""`` if there
        are none.
        """
        edits = (
            f"{finding.code}: {next((item.edit for item in finding.evidence), '')}"
            for finding in self.others
        )
        return f" ({'; '.join(edits)})" if self.others else ""


def date_of(finding: Finding) -> datetime | None:
    """Return the latest date of the evidence; None for a finding on a line of a wiki page."""
    return (
        None
        if finding.line
        else max((item.at for item in finding.evidence if item.at), default=None)
    )


def causes(findings: Sequence[Finding]) -> list[Cause]:
    """Group findings by cause, in the order of first occurrence: an illegal value and the edit that
    set it have one cause.
    """
    groups: dict[Hashable, list[Finding]] = {}
    for number, finding in enumerate(findings):
        groups.setdefault(_cause(finding) or number, []).append(finding)
    leads = [
        next((each for each in group if each.subject.kind == "variable"), group[0])
        for group in groups.values()
    ]
    return [
        Cause(lead, tuple(each for each in group if each is not lead))
        for lead, group in zip(leads, groups.values(), strict=True)
    ]


def _cause(finding: Finding) -> tuple[str | None, str] | None:
    """Return a key that findings of one cause share; None if a finding has no such key."""
    if finding.subject.kind == "variable":
        return finding.page, finding.subject.id
    return (finding.page, finding.what) if finding.tells_cause else None


# The time from which findings count

PAST_AFTER = timedelta(days=30)
"""The time after the resolution of a matter in which its faults can be corrected."""


def dynasty_began(posts: Iterable[Post], as_of: datetime) -> datetime | None:
    """Return the time of the latest known Ascension Address."""
    return max(
        (
            post.posted
            for post in posts
            if post.category is Category.ASCENSION and post.posted and post.posted <= as_of
        ),
        default=None,
    )


def window_start(view: GameView, since: datetime | None = None) -> datetime | None:
    """Return the start of the audited time: ``since``, else the beginning of the dynasty; None if
    everything counts.
    """
    return dynasty_began(view.posts, view.as_of) if since is None else since


def covers(start: datetime | None, post: Post) -> bool:
    """Return whether a post counts, by its time of posting or resolution; pending matters always
    count.
    """
    if start is None or (post.category.matter is not None and post.status is Status.PENDING):
        return True
    return any(time is None or time >= start for time in (post.posted, post.closed or post.posted))


def with_past(
    view: GameView, findings: Iterable[Finding], lasting: Collection[str] = ()
) -> Iterator[Finding]:
    """Yield the findings, with ``past`` set on those about matters resolved, or other posts made,
    more than :data:`PAST_AFTER` ago. The codes in ``lasting`` are never past.
    """
    done = (post for post in view.posts if post.category.matter is None or not post.unresolved)
    old = {
        post.key
        for post in done
        if (since := post.closed or post.posted) is not None and since < view.as_of - PAST_AFTER
    }
    for finding in findings:
        about_post = finding.subject.kind in ("matter", "post") and finding.code not in lasting
        yield replace(finding, past=True) if about_post and finding.subject.id in old else finding
