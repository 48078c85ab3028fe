"""What could not be fetched or understood (BN901 to BN903)."""

from __future__ import annotations

from parsers.model import Confidence, Problem
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, WARNING, Results, check, make_finding
from validators.checks.evidence import grouped
from validators.finding import Subject


@check("BN901", "source-unreachable", ERROR)
def source_unreachable(facts: AuditContext) -> Results:
    """A source could not be fetched, so nothing that rests on it was checked.

    Evidence: What was tried, and the result.
    May be mistaken: Never: it reports what happened.
    To settle it: Make sure that the file or the site can be read, and run the audit again.
    """
    missing = (problem for problem in facts.view.problems if problem.missing)
    for where, problems in grouped(missing, key=lambda problem: problem.where):
        yield make_finding("BN901", Subject("page", where), Problem(where, " ".join(problem.what for problem in problems)).sentence)


@check("BN902", "page-not-understood", ERROR)
def page_not_understood(facts: AuditContext) -> Results:
    """Parts that a page should have were not found. It is a warning where the rest can be relied upon.

    Evidence: The page, and what is missing on it.
    May be mistaken: When the page was redesigned, and the tool has to be adapted.
    To settle it: Look at the page, and report its markup to the maintainers.
    """
    for problem in facts.view.problems:
        if not problem.missing:
            severity, sure = (ERROR, Confidence.HIGH) if problem.fatal else (WARNING, Confidence.MEDIUM)
            yield make_finding("BN902", Subject("page", problem.where), problem.sentence, problem.what, severity=severity, confidence=sure)


@check("BN903", "stale-data", WARNING)
def stale_data(facts: AuditContext) -> Results:
    """A source was last read in full longer ago than the configured limit, so verdicts may be out of date.

    The limit is `max_age_hours` under `[store]` in `blognomic.toml`.

    Evidence: The store's record of its last complete pull.
    May be mistaken: When nothing has happened on the site since.
    To settle it: Pull again; if that fails, see what the site answers (`blognomic doctor`).
    """
    unreachable = {problem.where.rstrip("/") for problem in facts.view.problems if problem.missing}
    for problem in facts.view.aged:
        if problem.where.rstrip("/") not in unreachable:  # else that is why, and is told by itself
            yield make_finding("BN903", Subject("page", problem.where), problem.sentence)
