"""Which checks there are, what each needs, and how they are run.

A check is a generator from :class:`Facts` to findings, registered with its code and what it needs. Without
that it is not run, and the report says so. If one raises, that is one entry about the tool, and the run
goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from validators.catalogue import CATALOGUE, PLANNED
from validators.facts import Facts
from validators.finding import Confidence, Evidence, Finding, Fix, NotEvaluated, RuleRef, Severity, Subject
from validators.judge import CannotJudge
from validators.view import GameView

__all__ = ["CODES", "Check", "Report", "check", "checks", "found", "run_all"]

CODES = tuple(sorted((*CATALOGUE, *(code for codes in PLANNED.values() for code in codes.split()))))
"""Every code of the catalogue, those of later versions included."""

Run = Callable[[Facts], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Check:
    """One code's check: what it needs (``rules``, ``roster``, ``posts``) and the voting keys it rests on."""

    code: str
    needs: frozenset[str]
    keys: tuple[str, ...]
    run: Run


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in the order of their codes, and what was not evaluated."""

    findings: tuple[Finding, ...]
    not_evaluated: tuple[NotEvaluated, ...]


_CHECKS: dict[str, Check] = {}


def check(code: str, *needs: str, keys: tuple[str, ...] = ()) -> Callable[[Run], Run]:
    """Register a check under a code of the catalogue."""

    def register(run: Run) -> Run:
        if code not in CATALOGUE or code in _CHECKS:
            raise ValueError(f"{code} is not in the catalogue, or has a check already")
        _CHECKS[code] = Check(code, frozenset(needs), keys, run)
        return run

    return register


def checks() -> tuple[Check, ...]:
    """Every registered check, by code."""
    from validators import post_checks, resolution_checks, ruleset_checks, source_checks  # noqa: F401, PLC0415 - they register themselves

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


def _lacks(one: Check, view: GameView) -> NotEvaluated | None:
    if "rules" in one.needs and view.rules is None:
        return NotEvaluated(one.code, "it needs the Ruleset, which was not read", blind=True)
    if "roster" in one.needs and view.roster is None:
        return NotEvaluated(one.code, "it needs the roster, which was not read", blind=True)
    if "posts" in one.needs and not view.posts:
        return NotEvaluated(one.code, "it needs posts, and none were read", blind=True)
    for key in one.keys if view.rules is not None else ():
        if view.rules is not None and view.rules.value(key) is None:
            unread = next((u for u in view.rules.unread if key == u.topic or key.startswith(u.topic + ".")), None)
            if unread is not None:
                return NotEvaluated(one.code, f"its clause ({key}) was not understood: {unread.why}", blind=True)
            return NotEvaluated(one.code, f"the Ruleset has no such clause ({key})")
    return None


def _chosen(code: str, select: Collection[str], ignore: Collection[str]) -> bool:
    wanted = not select or any(code.startswith(prefix) for prefix in select)
    return wanted and not any(code.startswith(prefix) for prefix in ignore)


def _planned(select: Collection[str], ignore: Collection[str]) -> Iterator[NotEvaluated]:
    for about, codes in PLANNED.items():
        asked = [code for code in codes.split() if _chosen(code, select, ignore)]
        if asked:
            yield NotEvaluated(", ".join(asked), f"this version does not check {about}")


def run_all(view: GameView, *, select: Collection[str] = (), ignore: Collection[str] = ()) -> Report:
    """Run every check that is selected and not ignored (codes or prefixes of codes)."""
    facts = Facts(view)
    findings: list[Finding] = []
    skipped: list[NotEvaluated] = [NotEvaluated(p.where, p.what, source=True, blind=True) for p in view.problems if p.fatal]
    for one in checks():
        if not _chosen(one.code, select, ignore):
            continue
        lacking = _lacks(one, view)
        if lacking is not None:
            skipped.append(lacking)
            continue
        try:
            findings += one.run(facts)
        except CannotJudge as error:
            skipped.append(NotEvaluated(one.code, str(error), blind=True))
        except Exception as error:  # noqa: BLE001 - one broken check must not take the others with it, and is reported
            skipped.append(
                NotEvaluated(one.code, f"the check itself failed ({type(error).__name__}: {error}); please report it", blind=True)
            )
    skipped += [
        NotEvaluated(post.url, "its date could not be read, so nothing that rests on time was checked") for post in facts.timeline.undated
    ]
    skipped += _planned(select, ignore)
    return Report(tuple(dict.fromkeys(findings)), tuple(dict.fromkeys(skipped)))
