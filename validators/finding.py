"""Findings: what is wrong, the evidence, the rule it rests on, what would fix it, and a stable
identity; and from when on they count.
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
    """How bad: an error is against the rules, a warning needs a look, an info is context, not a
    fault.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a finding is about. ``kind`` is matter, post, page, revision, player, variable, rule or
    roster.
    """

    kind: str
    id: str
    url: str | None = None


def tracking_page(state: GameState) -> Subject:
    """The tracking page as the subject of a finding."""
    return Subject("page", state.page or "the tracking page")


def line_at(source: str, offset: int) -> int:
    """The line, from 1, that holds this offset."""
    return source.count("\n", 0, offset) + 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a finding can be seen: an address, an excerpt, and its time; on the wiki also the page,
    and the line from 1; ``edit`` names a revision and its editor.
    """

    url: str | None = None
    excerpt: str = ""
    at: datetime | None = None
    page: str | None = None
    line: int | None = None
    edit: str = ""

    @property
    def where(self) -> str:
        """The address, else the place on the page, else nothing."""
        return self.url or ", ".join(
            filter(None, (self.page, f"line {self.line}" if self.line else ""))
        )


@dataclass(frozen=True, slots=True)
class RuleRef:
    """The rule a finding rests on, in the Ruleset at hand; ``quote`` None where its sentence was
    not read.
    """

    title: str
    quote: str | None = None


def stated_in(parameter: AnyParameter) -> RuleRef | None:
    """The rule and sentence that a voting parameter was read from; None where it was not."""
    return None if parameter.value is None else RuleRef(parameter.rule, parameter.quote)


class FixKind(StrEnum):
    """What kind of edit would settle a finding.

    A value is set to what the page's history tells, or a choice or name spelt as the one it
    resembles; a player's row is added with the values of a new one, moved between the active and
    the idle, or removed if it is the second of two equal ones; an earlier dynasty's term is
    replaced in one rule, an enacted text inserted, or one edit undone and those made since kept.
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
    """An edit that would settle a finding: ``summary`` says it in words, ``change`` is the edit
    itself where it is known exactly.
    """

    kind: FixKind
    page: str
    summary: str
    change: GamestateChange | TextChange | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a check found; what its decorator states is added when it runs.

    ``what`` names what is wrong in a few stable words. Without ``rule`` the finding names the clause
    of the check's first key, else the first rule of ``rests_on``; its page and line are those of the
    first evidence on a page, else of the subject.
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
    """The sentence of the rules that the message ends with."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What a check could not look at, and why; as :class:`NotEvaluated`. ``part`` says that there was
    something that it could look at.
    """

    why: str
    _: KW_ONLY
    part: bool = False
    inconclusive: bool = False
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. ``what`` names what is wrong in a few stable words: the fingerprint depends
    on code, subject and that only.

    ``page`` and ``line`` (from 1) say where on the wiki it stands, as far as that is known.
    ``past`` says that it is too old to be settled (:func:`with_past`), ``tells_cause`` that it is
    about the edit with which the value came about that ``what`` names. ``statement`` is the message
    without the ``clause`` of the rules that it ends with.
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
        """A severity never stands above what its confidence carries."""
        if self.severity is Severity.ERROR and self.confidence is Confidence.LOW:
            object.__setattr__(self, "severity", Severity.WARNING)

    @property
    def message(self) -> str:
        """What was found, with the clause if there is one."""
        return f"{self.statement}: “{self.clause}”" if self.clause else self.statement

    @property
    def fingerprint(self) -> str:
        """A stable identity, 16 hexadecimal digits."""
        parts = "\x1f".join((self.code, self.subject.kind, self.subject.id, self.what))
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:16]


Lack = StrEnum("Lack", "CHECK EDITS POST SOURCE")
"""What could not be looked at: something that one check needs, earlier edits of a page, which several
need alike, a post by its address, or a source.
"""


@dataclass(frozen=True, slots=True)
class NotEvaluated:
    """A check, by its code, or a source that could not be evaluated, or only ``partly``, and why.

    It is ``inconclusive`` where something that should have been seen was not, which leaves the
    audit without a verdict (exit code 3). ``until`` is the latest moment that it is about, None for
    now.
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
    """Findings with one cause: the one that says what is wrong, and those that tell how it came
    about.
    """

    lead: Finding
    others: tuple[Finding, ...] = ()

    @property
    def came_about(self) -> str:
        """The edits and codes of the others, for the end of the sentence; ``""`` without any."""
        said = (
            f"{each.code}: {next((item.edit for item in each.evidence), '')}"
            for each in self.others
        )
        return f" ({'; '.join(said)})" if self.others else ""


def causes(findings: Sequence[Finding]) -> list[Cause]:
    """The findings by their cause, in the order of the first of each: an illegal value and the edit
    that set it are one.
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
    """What findings of one cause have in common; None for one that stands alone."""
    if finding.subject.kind == "variable":
        return finding.page, finding.subject.id
    return (finding.page, finding.what) if finding.tells_cause else None


# From when on something counts

PAST_AFTER = timedelta(days=30)
"""What a finding is about cannot be put right any more when its matter was resolved so long ago."""


def dynasty_began(posts: Iterable[Post], as_of: datetime) -> datetime | None:
    """When the latest Ascension Address known was posted."""
    return max(
        (
            post.posted
            for post in posts
            if post.category is Category.ASCENSION and post.posted and post.posted <= as_of
        ),
        default=None,
    )


def window_start(view: GameView, since: datetime | None = None) -> datetime | None:
    """From when on an audit looks at what was done: ``since``, else since the dynasty began; None
    where everything counts.
    """
    return dynasty_began(view.posts, view.as_of) if since is None else since


def covers(start: datetime | None, post: Post) -> bool:
    """Whether a post counts: by when it was posted or resolved, a pending matter always."""
    if start is None or (post.category.matter is not None and post.status is Status.PENDING):
        return True
    return any(time is None or time >= start for time in (post.posted, post.closed or post.posted))


def with_past(
    view: GameView, findings: Iterable[Finding], lasting: Collection[str] = ()
) -> Iterator[Finding]:
    """The findings, those marked as ``past`` that are about a matter resolved, or another post
    made, too long ago, but for ``lasting``.
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
