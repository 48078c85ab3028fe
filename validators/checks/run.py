"""Running the checks, each with what it needs, and reporting what could not be evaluated."""

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
"""Findings of one check about the tracking page: a page of megabytes has them by the ten thousand.
"""

_DONE = ("matter", "post", "player", "revision")
"""Subjects of findings about what somebody did; the others are about the state of the game."""


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What a baseline holds back: how many findings, the fingerprints of its stale and expired
    entries, and what those are. ``listed`` are all fingerprints that it names; any other is new.
    ``held`` are those of the findings that are held back.
    """

    count: int
    stale: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    listed: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Findings in the order of their codes, and what was not evaluated, of what was done since
    ``since``.

    ``held_back`` is None without a baseline, and ``new``, the fingerprints that no earlier audit
    has reported, where nobody asked.
    """

    findings: tuple[Finding, ...]
    not_evaluated: tuple[NotEvaluated, ...]
    held_back: HeldBack | None = None
    new: frozenset[str] | None = None
    since: datetime | None = None

    @property
    def inconclusive(self) -> bool:
        """Whether something that should have been seen was not, so that there is no verdict."""
        return any(item.inconclusive for item in self.not_evaluated)


@cache
def checks() -> tuple[AuditCheck, ...]:
    """Every check, by code: importing the modules of this folder registers them."""
    for module in iter_modules(folder.__path__, f"{folder.__name__}."):
        import_module(module.name)
    return tuple(CHECKS[code] for code in sorted(CHECKS))


def codes_of(holds: Callable[[AuditCheck], object] = bool) -> tuple[str, ...]:
    """The codes of the checks of which something holds; without it every code."""
    return tuple(one.code for one in checks() if holds(one))


def needed(*, select: Collection[str] = (), ignore: Collection[str] = ()) -> frozenset[Input]:
    """The inputs that the selected checks need or use."""
    return frozenset(
        name
        for one in checks()
        if is_chosen(one.code, select, ignore)
        for name in (*one.needs, *one.uses)
    )


def run_all(
    view: GameView,
    *,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    facts: AuditContext | None = None,
) -> AuditReport:
    """Run every check that is selected and not ignored (codes or prefixes of codes; without
    ``select`` all), with these ``facts``.
    """
    facts = facts or AuditContext(view)
    chosen = [one for one in checks() if is_chosen(one.code, select, ignore)]
    results = [each for one in chosen for each in _run(one, facts)]
    skipped = [
        NotEvaluated(problem.where, problem.what, Lack.SOURCE, inconclusive=True)
        for problem in view.problems
        if problem.fatal
    ]
    skipped += (each for each in results if isinstance(each, NotEvaluated))
    findings = tuple(dict.fromkeys(each for each in results if isinstance(each, Finding)))
    skipped += not_known(chosen, findings, facts)
    shown = _covered(findings, view, facts.since)
    marked = with_past(view, findings, {one.code for one in chosen if one.lasting})
    return AuditReport(tuple(marked), tuple(dict.fromkeys(_whole_or_part(skipped, shown))))


def restricted(report: AuditReport, view: GameView, since: datetime | None = None) -> AuditReport:
    """The report without findings about what was done before ``since``, by default before the
    dynasty that is going on.

    A post counts as :func:`covers` says, anything else by its latest evidence. Inconclusive where
    posts since ``since`` were not seen.
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
    """The findings that a report from ``start`` on shows."""
    counts = {post.key: covers(start, post) for post in view.posts}
    for finding in findings:
        latest = max((item.at for item in finding.evidence if item.at is not None), default=start)
        if (
            start is None
            or latest is None
            or finding.subject.kind not in _DONE
            or counts.get(finding.subject.id, latest >= start)
        ):
            yield finding


def is_chosen(code: str, select: Collection[str], ignore: Collection[str]) -> bool:
    """Whether a code is selected (by itself or a prefix; without ``select`` all are) and not
    ignored.
    """
    return (not select or code.startswith(tuple(select))) and not code.startswith(tuple(ignore))


def evaluated(
    report: AuditReport, code: str, *, select: Collection[str], ignore: Collection[str]
) -> bool:
    """Whether a check would have found what there is: it was chosen, and it and every source were
    seen. Without a code: every check.
    """
    if report.inconclusive:
        return False
    unseen = {item.name for item in report.not_evaluated if item.kind is not Lack.SOURCE}
    if not code:
        return not (select or ignore or unseen)
    return is_chosen(code, select, ignore) and code not in unseen


def _run(one: AuditCheck, facts: AuditContext) -> Iterator[Finding | NotEvaluated]:
    """What a check finds, and what it could not look at."""
    try:
        for each in _results(one, facts):
            if isinstance(each, Gap):
                yield NotEvaluated(
                    one.code, each.why, Lack.CHECK, each.inconclusive, each.until, each.part
                )
            else:
                yield _completed(one, each, facts)
    except CannotJudge as error:
        yield NotEvaluated(one.code, str(error), inconclusive=True)
    except Exception as error:  # noqa: BLE001 - one broken check must not take the others with it, and is reported
        why = f"the check itself failed ({type(error).__name__}: {error}); please report it"
        yield NotEvaluated(one.code, why, inconclusive=True)


def _whole_or_part(
    skipped: Sequence[NotEvaluated], findings: Iterable[Finding]
) -> Iterator[NotEvaluated]:
    """The entries, all those of one check alike: it was evaluated in part if it found something, or
    if each of them says that there was something to look at.
    """
    nowhere = {each.code for each in skipped if not each.partly} - {one.code for one in findings}
    for each in skipped:
        yield replace(each, partly=each.code not in nowhere) if each.code else each


def _results(one: AuditCheck, facts: AuditContext) -> Results:
    lacking = next(missing_inputs(one, facts.view), None)
    if lacking is not None:
        yield lacking
        return
    unread = list(missing_clauses(facts.view, one.parts, "a part of it"))
    # Without its last clause such a check would compare with nothing.
    yield from judged(unread, bool(one.keys) or len(unread) < len(one.parts))
    count = 0
    for each in one.run(facts):
        count += isinstance(each, Found)
        if count > MOST_FINDINGS and "gamestate" in one.needs:
            why = f"only the first {MOST_FINDINGS} findings on the tracking page are reported"
            yield Gap(why, part=True, inconclusive=True)
            return
        yield each


def _completed(one: AuditCheck, found: Found, facts: AuditContext) -> Finding:
    """The finding with what is known of its check, the rule it rests on and the page of its subject,
    where the check itself named none.
    """
    evidence = tuple(found.evidence)
    place = next((each for each in evidence if each.page), None)
    place = place or _place(one, found.subject, facts)
    finding = Finding(
        one.code,
        one.slug,
        found.severity or one.severity,
        found.subject,
        found.message,
        found.what,
        found.confidence,
        evidence,
        found.rule or facts.rule(*one.keys) or facts.titled(one.rests_on),
        found.fix,
        place.page,
        place.line,
        tells_cause=one.tells_cause,
        clause=found.clause,
    )
    return as_sure_as_the_sheet(one, finding, facts)


def _place(one: AuditCheck, subject: Subject, facts: AuditContext) -> Evidence:
    """Where on the wiki a subject stands, as far as that is known."""
    view, state = facts.view, facts.view.gamestate
    if subject.kind == "rule":
        return Evidence(page=facts.rules.page, line=facts.line_of_rule(subject.id))
    # A page of the blog, or a whole site, may be a subject as well.
    pages = {*view.histories, view.rules and view.rules.page, state and state.page}
    if subject.kind == "page" and subject.id in pages:
        return Evidence(page=subject.id)
    tracked = subject.kind in ("player", "variable") and "gamestate" in one.needs
    return Evidence(page=state.page if state is not None and tracked else None)
