"""Run the checks and report the gaps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from validators import checks as folder
from validators.checks.audit_context import AuditContext
from validators.checks.check import CHECKS, AuditCheck, Input, Results
from validators.checks.confidence import as_sure_as_the_sheet
from validators.checks.evidence import judged
from validators.checks.gaps import missing_clauses, missing_inputs, not_known
from validators.finding import (
    Evidence,
    Finding,
    Found,
    Gap,
    Lack,
    NotEvaluated,
    Subject,
    covers,
    window_start,
    with_past,
)
from validators.view import GameView
from validators.voting.judge import CannotJudge

MOST_FINDINGS = 500
"""The maximum number of findings of one check on the tracking page; a page of megabytes can have
tens of thousands.
"""

_DEED_SUBJECTS = ("matter", "post", "player", "revision")
"""Subjects of findings about actions; the others are about the state of the game."""


@dataclass(frozen=True, slots=True)
class HeldBack:
    """The findings that a baseline hides: their number, the fingerprints of its stale and expired
    entries, and their descriptions. ``listed`` are the fingerprints of all its entries; any other
    finding is new. ``held`` are the fingerprints of the hidden findings.
    """

    count: int
    stale: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    listed: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The findings since ``since`` in the order of their codes, and the unevaluated checks.

    ``held_back`` is None without a baseline. ``new`` has the fingerprints that no earlier audit
    reported, None if not requested.
    """

    findings: tuple[Finding, ...]
    not_evaluated: tuple[NotEvaluated, ...]
    held_back: HeldBack | None = None
    new: frozenset[str] | None = None
    since: datetime | None = None

    @property
    def inconclusive(self) -> bool:
        """True if required data is missing, so that there is no verdict."""
        return any(item.inconclusive for item in self.not_evaluated)


@cache
def checks() -> tuple[AuditCheck, ...]:
    """Every check, by code: importing the modules of this folder registers them."""
    for module in iter_modules(folder.__path__, f"{folder.__name__}."):
        import_module(module.name)
    return tuple(CHECKS[code] for code in sorted(CHECKS))


def codes_of(holds: Callable[[AuditCheck], object] = bool) -> tuple[str, ...]:
    """Return the codes of the checks that match a condition; all codes without one."""
    return tuple(one.code for one in checks() if holds(one))


def needed(*, select: Collection[str] = (), ignore: Collection[str] = ()) -> frozenset[Input]:
    """The inputs that the selected checks need or use."""
    return frozenset(
        name
        for check in checks()
        if is_chosen(check.code, select, ignore)
        for name in (*check.needs, *check.uses)
    )


def run_all(
    view: GameView,
    *,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    context: AuditContext | None = None,
) -> AuditReport:
    """Run the selected checks on a view. ``select`` and ``ignore`` have codes or prefixes of codes;
    an empty ``select`` selects all. By default, ``context`` is a new one of the view.
    """
    context = context or AuditContext(view)
    chosen = [check for check in checks() if is_chosen(check.code, select, ignore)]
    results = [result for check in chosen for result in _run(check, context)]
    skipped = [
        NotEvaluated(problem.where, problem.what, Lack.SOURCE, inconclusive=True)
        for problem in view.problems
        if problem.fatal
    ]
    skipped += (result for result in results if isinstance(result, NotEvaluated))
    findings = tuple(dict.fromkeys(result for result in results if isinstance(result, Finding)))
    skipped += not_known(chosen, findings, context)
    shown = _covered(findings, view, context.since)
    marked = with_past(view, findings, {check.code for check in chosen if check.lasting})
    return AuditReport(tuple(marked), tuple(dict.fromkeys(_whole_or_part(skipped, shown))))


def restricted(report: AuditReport, view: GameView, since: datetime | None = None) -> AuditReport:
    """Return the report without findings from before ``since``, by default from before the current
    dynasty.

    :func:`covers` decides on posts, the latest evidence on anything else. Inconclusive if posts
    since ``since`` are missing.
    """
    start = window_start(view, since)
    if start is None:
        return report
    lacking = [item for item in report.not_evaluated if item.until is None or item.until >= start]
    if since is not None and not view.coverage.reaches(since):
        lacking.append(
            NotEvaluated(
                "posts",
                str(view.coverage.older_posts(since, view.as_of)),
                Lack.SOURCE,
                inconclusive=True,
            )
        )
    return replace(
        report,
        findings=tuple(_covered(report.findings, view, start)),
        not_evaluated=tuple(lacking),
        since=start,
    )


def _covered(
    findings: Iterable[Finding], view: GameView, start: datetime | None
) -> Iterator[Finding]:
    """Yield the findings that a report from ``start`` on shows."""
    is_post_covered = {post.key: covers(start, post) for post in view.posts}
    for finding in findings:
        latest = max((item.at for item in finding.evidence if item.at is not None), default=start)
        if (
            start is None
            or latest is None
            or finding.subject.kind not in _DEED_SUBJECTS
            or is_post_covered.get(finding.subject.id, latest >= start)
        ):
            yield finding


def is_chosen(code: str, select: Collection[str], ignore: Collection[str]) -> bool:
    """Return whether a code is selected (by itself or a prefix; without ``select`` all are) and not
    ignored.
    """
    return (not select or code.startswith(tuple(select))) and not code.startswith(tuple(ignore))


def evaluated(
    report: AuditReport, code: str, *, select: Collection[str], ignore: Collection[str]
) -> bool:
    """Return whether a check (every check if the code is empty) was selected and fully evaluated."""
    if report.inconclusive:
        return False
    unseen = {item.name for item in report.not_evaluated if item.kind is not Lack.SOURCE}
    if not code:
        return not (select or ignore or unseen)
    return is_chosen(code, select, ignore) and code not in unseen


def _run(check: AuditCheck, context: AuditContext) -> Iterator[Finding | NotEvaluated]:
    """Yield the findings of a check, and its gaps."""
    try:
        for result in _results(check, context):
            if isinstance(result, Gap):
                yield NotEvaluated(
                    check.code,
                    result.why,
                    Lack.CHECK,
                    result.inconclusive,
                    result.until,
                    result.part,
                )
            else:
                yield _completed(check, result, context)
    except CannotJudge as error:
        yield NotEvaluated(check.code, str(error), inconclusive=True)
    except Exception as error:  # noqa: BLE001 - one broken check must not take the others with it, and is reported
        why = f"the check itself failed ({type(error).__name__}: {error}); please report it"
        yield NotEvaluated(check.code, why, inconclusive=True)


def _whole_or_part(
    skipped: Sequence[NotEvaluated], findings: Iterable[Finding]
) -> Iterator[NotEvaluated]:
    """Yield the gaps, with the same ``partly`` for all gaps of one check: False only if one of them
    says that nothing could be evaluated, and the check found nothing.
    """
    unevaluated = {gap.code for gap in skipped if not gap.partly} - {
        finding.code for finding in findings
    }
    for gap in skipped:
        yield replace(gap, partly=gap.code not in unevaluated) if gap.code else gap


def _results(check: AuditCheck, context: AuditContext) -> Results:
    lacking = next(missing_inputs(check, context.view), None)
    if lacking is not None:
        yield lacking
        return
    unread = list(missing_clauses(context.view, check.parts, "a part of it"))
    # A check that has only parts and none of their clauses can evaluate nothing.
    yield from judged(unread, bool(check.keys) or len(unread) < len(check.parts))
    count = 0
    for result in check.run(context):
        count += isinstance(result, Found)
        if count > MOST_FINDINGS and "gamestate" in check.needs:
            why = f"only the first {MOST_FINDINGS} findings on the tracking page are reported"
            yield Gap(why, part=True, inconclusive=True)
            return
        yield result


def _completed(check: AuditCheck, found: Found, context: AuditContext) -> Finding:
    """Return the finding with the metadata of its check, and with a rule and a page if the check
    named none.
    """
    evidence = tuple(found.evidence)
    place = next((item for item in evidence if item.page), None)
    place = place or _place(check, found.subject, context)
    finding = Finding(
        check.code,
        check.slug,
        found.severity or check.severity,
        found.subject,
        found.message,
        found.what,
        found.confidence,
        evidence,
        found.rule or context.rule(*check.keys) or context.titled(check.rests_on),
        found.fix,
        place.page,
        place.line,
        tells_cause=check.tells_cause,
        clause=found.clause,
    )
    return as_sure_as_the_sheet(check, finding, context)


def _place(check: AuditCheck, subject: Subject, context: AuditContext) -> Evidence:
    """Return the place of a subject on the wiki, as far as it is known."""
    view, state = context.view, context.view.gamestate
    if subject.kind == "rule":
        return Evidence(page=context.rules.page, line=context.line_of_rule(subject.id))
    # A page of the blog, or a whole site, may be a subject as well.
    pages = {*view.histories, view.rules and view.rules.page, state and state.page}
    if subject.kind == "page" and subject.id in pages:
        return Evidence(page=subject.id)
    tracked = subject.kind in ("player", "variable") and "gamestate" in check.needs
    return Evidence(page=state.page if state is not None and tracked else None)
