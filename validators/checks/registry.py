"""Which checks there are, what each needs, and how they are run.

A check is a generator from :class:`Facts` to findings, registered with its code and what it needs. Without
that it is not run, and the report says so; what it could not see of its inputs it yields itself. If one
raises, that is one entry about the tool, and the run goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from parsers.model import Category
from validators.checks.catalogue import CATALOGUE, PLANNED
from validators.checks.facts import Facts
from validators.finding import Confidence, Evidence, Finding, Fix, NotEvaluated, RuleRef, Severity, Subject
from validators.view import GameView
from validators.voting.judge import CannotJudge
from validators.voting.limits import unread_about

__all__ = ["CODES", "Check", "Found", "Report", "check", "checks", "found", "needed", "run_all"]

CODES = tuple(sorted((*CATALOGUE, *(code for codes in PLANNED.values() for code in codes.split()))))
"""Every code of the catalogue, those of later versions included."""

Found = Iterator[Finding | NotEvaluated]
Run = Callable[[Facts], Found]


@dataclass(frozen=True, slots=True)
class Check:
    """One code's check.

    ``needs`` names what it cannot do without (``rules``, ``roster``, ``posts``, ``gamestate``, ``history``), ``keys`` the voting
    parameters all of it rests on, ``parts`` those that only a part of it rests on; ``uses`` what it makes do without.
    """

    code: str
    needs: frozenset[str]
    keys: tuple[str, ...]
    parts: tuple[str, ...]
    run: Run
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in the order of their codes, and what was not evaluated."""

    findings: tuple[Finding, ...]
    not_evaluated: tuple[NotEvaluated, ...]


_CHECKS: dict[str, Check] = {}
MOST_FINDINGS = 500


def check(
    code: str, *needs: str, keys: tuple[str, ...] = (), parts: tuple[str, ...] = (), uses: tuple[str, ...] = ()
) -> Callable[[Run], Run]:
    """Register a check under a code of the catalogue. Raises ValueError for another code, or a second check."""

    def register(run: Run) -> Run:
        if code not in CATALOGUE or code in _CHECKS:
            raise ValueError(f"{code} is not in the catalogue, or has a check already")
        _CHECKS[code] = Check(code, frozenset(needs), keys, parts, run, uses)
        return run

    return register


def checks() -> tuple[Check, ...]:
    """Every registered check, by code."""
    from validators.checks import (  # noqa: F401, PLC0415 - they register themselves
        additions,
        history,
        pages,
        posts,
        resolutions,
        rows,
        ruleset,
        sources,
        terms,
        values,
        variables,
        votes,
    )

    return tuple(_CHECKS[code] for code in sorted(_CHECKS))


def found(  # noqa: PLR0913 - the fields of a finding
    code: str,
    subject: Subject,
    message: str,
    what: str = "",
    *,
    rule: RuleRef | None = None,
    evidence: Iterable[Evidence] = (),
    confidence: Confidence = Confidence.HIGH,
    severity: Severity | None = None,
    fix: Fix | None = None,
) -> Finding:
    """A finding with the slug and severity of its code."""
    entry = CATALOGUE[code]
    return Finding(code, entry.slug, severity or entry.severity, subject, message, what, confidence, tuple(evidence), rule, fix)


_MAY_LACK = ("gamestate", "history")
"""What an audit can do without and still give a verdict: where it should be there, a problem says so."""


def _missing_input(one: Check, view: GameView) -> NotEvaluated | None:
    inputs = (
        ("rules", view.rules is not None, "it needs the Ruleset, which was not read"),
        ("roster", view.roster is not None, "it needs the roster, which was not read"),
        ("posts", bool(view.posts), "it needs posts, and none were read"),
        ("gamestate", view.gamestate is not None, "it needs the tracking page, which was not read"),
        ("history", bool(view.histories), "it needs the history of the wiki's pages, and no revision of them is at hand"),
    )
    return next(
        (NotEvaluated(one.code, why, inconclusive=name not in _MAY_LACK) for name, there, why in inputs if name in one.needs and not there),
        None,
    )


def _missing_clause(one: Check, view: GameView, keys: Iterable[str], what: str) -> Iterator[NotEvaluated]:
    """The parameters that were not read; blind where their clause is there and was not understood."""
    for key in keys:
        if view.rules is None:
            yield NotEvaluated(one.code, f"{what} needs the Ruleset ({key}), which was not read", inconclusive=True)
        elif view.rules.value(key) is None:
            unread = unread_about(view.rules, key)
            if unread is not None:
                yield NotEvaluated(one.code, f"the clause {what} rests on ({key}) was not understood: {unread.why}", inconclusive=True)
            else:
                yield NotEvaluated(one.code, f"the Ruleset has no clause that {what} could rest on ({key})")


def _lacks(one: Check, view: GameView) -> NotEvaluated | None:
    return _missing_input(one, view) or next(_missing_clause(one, view, one.keys, "it"), None)


def _chosen(code: str, select: Collection[str], ignore: Collection[str]) -> bool:
    wanted = not select or any(code.startswith(prefix) for prefix in select)
    return wanted and not any(code.startswith(prefix) for prefix in ignore)


def _planned(select: Collection[str], ignore: Collection[str]) -> Iterator[NotEvaluated]:
    for about, codes in PLANNED.items():
        asked = [code for code in codes.split() if _chosen(code, select, ignore)]
        if asked:
            yield NotEvaluated(", ".join(asked), f"this version does not check {about}")


def _undated(facts: Facts) -> Iterator[NotEvaluated]:
    """Posts without a date: blind where hiatus, queue or limits may hang on them."""
    for post in facts.timeline.undated:
        official = post.category.matter is not None or post.category is Category.ASCENSION
        why = f"the date of “{post.title}” could not be read, so nothing that rests on time was checked"
        yield NotEvaluated(post.url, why, inconclusive=official)


def _bounded(one: Check, results: Found) -> Found:
    """No more findings about the tracking page than anybody reads: a page of megabytes has them by the ten thousand."""
    count = 0
    for each in results:
        count += isinstance(each, Finding)
        if count > MOST_FINDINGS and "gamestate" in one.needs:
            why = f"it finds more than {MOST_FINDINGS} things on the tracking page, and the others are not told"
            yield NotEvaluated(one.code, why, inconclusive=True)
            return
        yield each


def _run(one: Check, facts: Facts) -> Found:
    """What a check finds, and in its place, or behind it, why it found no more."""
    lacking = _lacks(one, facts.view)
    if lacking is not None:
        yield lacking
        return
    yield from _missing_clause(one, facts.view, one.parts, "a part of it")
    try:
        for each in _bounded(one, one.run(facts)):
            if isinstance(each, Finding) and each.rule is None:
                yield replace(each, rule=facts.titled(CATALOGUE[one.code].rests_on))
            else:
                yield each
    except CannotJudge as error:
        yield NotEvaluated(one.code, str(error), inconclusive=True)
    except Exception as error:  # noqa: BLE001 - one broken check must not take the others with it, and is reported
        yield NotEvaluated(one.code, f"the check itself failed ({type(error).__name__}: {error}); please report it", inconclusive=True)


def needed(*, select: Collection[str] = (), ignore: Collection[str] = ()) -> frozenset[str]:
    """What the checks that are selected and not ignored need or use: ``rules``, ``roster``, ``posts``, ``gamestate``, ``history``."""
    return frozenset(name for one in checks() if _chosen(one.code, select, ignore) for name in (*one.needs, *one.uses))


def run_all(view: GameView, *, select: Collection[str] = (), ignore: Collection[str] = ()) -> Report:
    """Run every check that is selected and not ignored (codes or prefixes of codes)."""
    facts = Facts(view)
    findings: list[Finding] = []
    skipped = [NotEvaluated(p.where, p.what, source=True, inconclusive=True) for p in view.problems if p.fatal]
    chosen = [one for one in checks() if _chosen(one.code, select, ignore)]
    for one in chosen:
        for each in _run(one, facts):
            if isinstance(each, Finding):
                findings.append(each)
            else:
                skipped.append(each)
    if any("posts" in one.needs for one in chosen):
        skipped += _undated(facts)
    skipped += _planned(select, ignore)
    return Report(tuple(dict.fromkeys(findings)), tuple(dict.fromkeys(skipped)))
