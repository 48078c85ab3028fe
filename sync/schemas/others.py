"""``blognomic/board/1``, ``blognomic/explanations/1``, ``blognomic/doctor/1``, ``blognomic/pull/1`` and ``blognomic/config/1``."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from sync.doctor import State
from sync.schemas.common import Code, Time
from sync.schemas.findings import CountsJson
from validators.finding import Severity


class QuotedJson(TypedDict):
    """A clause of the Ruleset."""

    rule: str
    quote: str


class ExplanationJson(TypedDict):
    """What a finding means, what it rests on, when it may be mistaken, and how to settle it."""

    code: Code
    slug: str
    severity: Severity
    meaning: str
    notes: list[str]
    rests_on: list[str]
    evidence: str
    mistaken: str
    settle: str
    clauses: list[QuotedJson]


class ExplanationsJson(TypedDict):
    """Explanations of findings."""

    schema: Literal["blognomic/explanations/1"]
    findings: list[ExplanationJson]


class CheckJson(TypedDict):
    """One thing that was looked at."""

    what: str
    state: State
    says: str


class DoctorJson(TypedDict):
    """What `doctor` found, or wrote earlier."""

    schema: Literal["blognomic/doctor/1"]
    checks: list[CheckJson]


class PulledJson(TypedDict):
    """What a pull got; with --offline nothing."""

    schema: Literal["blognomic/pull/1"]
    new: int
    changed: int
    revisions: int
    blog_requests: int
    wiki_requests: int


class LackingJson(TypedDict):
    """What could not be seen or evaluated."""

    source: str
    why: str


class BoardJson(TypedDict):
    """The board that was written: its page is an HTML file."""

    schema: Literal["blognomic/board/1"]
    site: str
    as_of: Time
    page: Annotated[str, Meta(description="the path of the file")]
    verdict: Annotated[bool, Meta(description="false where something needed could not be seen")]
    lacking: list[LackingJson]
    pending: Annotated[int, Meta(description="how many matters are pending")]
    counts: CountsJson


class SettingJson(TypedDict):
    """A setting in force."""

    key: str
    value: str | bool | int | float | list[str] | dict[str, str] | None
    origin: Annotated[str, Meta(description="an option, a variable, `file` or `built-in`")]


class SettingsJson(TypedDict):
    """Every setting in force. `secrets` tells which passwords the environment has, never what they are."""

    schema: Literal["blognomic/config/1"]
    file: str | None
    settings: list[SettingJson]
    secrets: dict[str, bool]
