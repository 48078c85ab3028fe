"""Findings about words of an earlier dynasty that still stand in the Ruleset: BN603."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.changes import ReplaceTerm
from parsers.ruleset.former_terms import LeftOver, former_terms, left_over
from parsers.ruleset.tree import SectionKind
from validators.checks.facts import Facts
from validators.checks.pointing import entry, grouped
from validators.checks.registry import Found, check, found
from validators.finding import Confidence, Evidence, Finding, Fix, FixKind, NotEvaluated, Subject

__all__: list[str] = []

_MOST_SHOWN = 3


@check("BN603", "rules", uses=("history",))
def term_left_over(facts: Facts) -> Found:
    """A former term, or the article that went with it, in the heading or the text of a rule."""
    today, address = facts.rules.terms, next(reversed(facts.timeline.addresses), None)
    if today is None:
        yield NotEvaluated("BN603", "it is not known what this dynasty calls its Players")
        return
    former = former_terms(today, address.body if address is not None else None, facts.view.former_terms)
    if not former and facts.view.former_terms is None:
        why = "no Ascension Address was read"
        if address is not None:
            why = "the latest Ascension Address says of no word, as far as it was understood, that it is replaced"
        yield NotEvaluated("BN603", f"{why}; no Ruleset of before it is at hand")
        return
    shown = [entry(address)] if address is not None else []
    for _, places in grouped(left_over(facts.rules.source, former, today), key=lambda each: (each.region.path, each.term)):
        yield _finding(facts, places, shown)


def _finding(facts: Facts, places: Sequence[LeftOver], shown: list[Evidence]) -> Finding:
    first, today = places[0], facts.rules.terms
    assert today is not None  # noqa: S101 - the check looked
    path, term = first.region.path, first.term
    title = path[-1] if path else facts.rules.page
    stands = f"“{first.text}” stands" + (f" in {len(places)} places" if len(places) > 1 else "")
    text = f"{stands} in “{title}”: it is an earlier dynasty's, and “{first.instead}” today"
    sure = Confidence.LOW if first.everyday or first.region.kind in (SectionKind.DYNASTIC, SectionKind.OTHER) else Confidence.HIGH
    source = facts.rules.source
    evidence = [Evidence(None, _line(source, each)) for each in places[:_MOST_SHOWN]]
    summary = f"replace “{first.text}” with “{first.instead}” in “{title}”" + (", and its other forms" if len(places) > 1 else "")
    fix = Fix(FixKind.REPLACE_TERM, facts.rules.page, summary, ReplaceTerm(path, term, today))
    what = " / ".join((*path, term.old))
    return found("BN603", Subject("rule", title), text, what, evidence=[*evidence, *shown], confidence=sure, fix=fix)


def _line(source: str, place: LeftOver) -> str:
    """The words around it, and the line."""
    start, end = source.rfind("\n", 0, place.start) + 1, source.find("\n", place.end)
    line = source[max(start, place.start - 60) : min(end if end >= 0 else len(source), place.end + 60)]
    return f"{line} (line {source.count(chr(10), 0, place.start) + 1})"
