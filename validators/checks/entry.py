"""What the catalogue says of one code."""

from __future__ import annotations

from dataclasses import dataclass

from validators.finding import Severity

__all__ = ["Entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One code.

    ``rests_on`` are titles of rules or terms of the glossary as most Rulesets call them; a finding names the
    rule of the Ruleset at hand. ``evidence`` is what the check looks at, ``mistaken`` when it may be wrong,
    ``settle`` what a person does about it.
    """

    code: str
    slug: str
    severity: Severity
    meaning: str
    rests_on: tuple[str, ...]
    evidence: str
    mistaken: str
    settle: str
