"""``blognomic/explanations/1`` and ``blognomic/doctor/1``."""

from __future__ import annotations

from typing import Literal, TypedDict

from sync.doctor import State
from sync.schemas.common import Code
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
