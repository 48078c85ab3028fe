"""Findings: what a validator has to say, with its evidence, the rule it rests on, and a stable identity."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from parsers.changes import TextChange
from parsers.gamestate.change import Change
from parsers.model import Confidence

__all__ = ["Confidence", "Evidence", "Finding", "Fix", "NotEvaluated", "RuleRef", "Severity", "Subject"]


class Severity(StrEnum):
    """How bad: an error is against the rules, a warning needs a look, information is for the asking."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a finding is about. ``kind`` is matter, post, page, revision, player, variable, rule or roster."""

    kind: str
    id: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where it can be seen: an address, the words there, and the time they carry."""

    url: str | None = None
    excerpt: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RuleRef:
    """The rule a finding rests on, in the Ruleset at hand; ``quote`` None where its sentence was not read."""

    title: str
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """What would settle a finding by an edit: ``summary`` in words, ``change`` for whoever makes it, where that is known."""

    kind: str
    page: str
    summary: str
    change: Change | TextChange | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. ``what`` names what is wrong in a few stable words: it goes into the fingerprint.

    The fingerprint depends on code, subject and ``what`` only, so it survives a new run, another order of
    pages and a reworded message.
    """

    code: str
    slug: str
    severity: Severity
    subject: Subject
    message: str
    what: str = ""
    confidence: Confidence = Confidence.HIGH
    evidence: tuple[Evidence, ...] = ()
    rule: RuleRef | None = None
    fix: Fix | None = None

    @property
    def fingerprint(self) -> str:
        """A stable identity, 16 hexadecimal digits."""
        parts = "\x1f".join((self.code, self.subject.kind, self.subject.id, self.what))
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class NotEvaluated:
    """A check or a source that could not be evaluated, and why.

    ``blind`` is True where that leaves the audit without a verdict (exit code 3): something that should
    have been seen was not. It is False for what was never asked for.
    """

    name: str
    why: str
    source: bool = False
    blind: bool = False
