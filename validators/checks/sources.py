"""Findings about what could not be had or understood (BN9xx)."""

from __future__ import annotations

from collections.abc import Iterator

from validators.checks.facts import Facts
from validators.checks.pointing import grouped
from validators.checks.registry import check, found
from validators.finding import Confidence, Finding, Severity, Subject

__all__: list[str] = []


@check("BN901")
def source_unreachable(facts: Facts) -> Iterator[Finding]:
    """A source that could not be had."""
    missing = (problem for problem in facts.view.problems if problem.missing)
    for where, problems in grouped(missing, key=lambda problem: problem.where):
        yield found("BN901", Subject("page", where), f"{where}: {' '.join(problem.what for problem in problems)}")


@check("BN903")
def stale_data(facts: Facts) -> Iterator[Finding]:
    """A source whose stored data is older than the configured limit."""
    for problem in facts.view.aged:
        yield found("BN903", Subject("page", problem.where), f"{problem.where}: {problem.what}")


@check("BN902")
def page_not_understood(facts: Facts) -> Iterator[Finding]:
    """A page came, and its expected parts were not found. What spoils only a part of it is a warning."""
    for problem in facts.view.problems:
        if not problem.missing:
            grave = Severity.ERROR if problem.fatal else Severity.WARNING
            sure = Confidence.HIGH if problem.fatal else Confidence.MEDIUM
            text = f"{problem.where}: {problem.what}"
            yield found("BN902", Subject("page", problem.where), text, problem.what, severity=grave, confidence=sure)
