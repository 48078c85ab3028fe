"""``blognomic/findings/1``."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from parsers.model import Confidence
from sync.schemas.common import Code, Count, Fingerprint, Line, ReviewedJson, Time
from validators.finding import FixKind, Severity


class SubjectJson(TypedDict):
    """What a finding is about: a post by the last part of its address, a page or rule by its title."""

    kind: Literal["matter", "post", "page", "revision", "player", "variable", "rule", "roster"]
    id: str
    url: str | None


class EvidenceJson(TypedDict):
    """Where it can be seen."""

    url: str | None
    page: str | None
    line: Line | None
    excerpt: str
    at: Time | None


class RuleRefJson(TypedDict):
    """The rule it rests on, with its sentence where that was read."""

    title: str
    quote: str | None


class FixJson(TypedDict):
    """An edit that would settle it."""

    kind: FixKind
    page: str
    summary: str


class FindingJson(TypedDict):
    """One thing found."""

    code: Code
    slug: str
    severity: Severity
    confidence: Confidence
    past: Annotated[bool, Meta(description="too old to be settled; such a finding fails an audit only with --fail-on-past")]
    subject: SubjectJson
    message: str
    page: Annotated[str | None, Meta(description="the page of the wiki it stands on")]
    line: Line | None
    evidence: list[EvidenceJson]
    rule: RuleRefJson | None
    fix: FixJson | None
    fingerprint: Fingerprint


class NotEvaluatedJson(TypedDict):
    """A check (codes, separated by commas) or a source that was not evaluated; it leaves no verdict if it is `blind`."""

    check: NotRequired[str]
    source: NotRequired[str]
    why: str
    blind: bool


class BaselineJson(TypedDict):
    """How many findings the baseline holds back, and which of its entries are stale or expired."""

    held_back: Count
    stale: list[Fingerprint]
    expired: list[Fingerprint]


class CountsJson(TypedDict):
    """How many findings there are of each severity."""

    error: Count
    warning: Count
    info: Count


class FindingsJson(TypedDict):
    """An audit."""

    schema: Literal["blognomic/findings/1"]
    as_of: Time
    since: Time | None
    site: str
    findings: list[FindingJson]
    not_evaluated: list[NotEvaluatedJson]
    counts: CountsJson
    baseline: BaselineJson | None
    new: Annotated[list[Fingerprint] | None, Meta(description="those that no earlier audit of the store has reported, with --fail-on-new")]
    reviewed: list[ReviewedJson]
