"""Findings about single values on the tracking page: BN401 to BN404."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsers.gamestate.model import GameState, TrackedEntry
from parsers.gamestate.typed import ValueKind
from parsers.ruleset.model import Variable
from validators.checks.facts import Facts
from validators.checks.registry import check, found
from validators.checks.tracked import NEEDS, least_sure, limit_sentence, rule_of, seen, whose
from validators.finding import Confidence, Finding, Fix, Subject
from validators.fixes.fixes import legal_value, right_name

__all__ = ["is_legal"]

_NUMBERS = ("integer", "number")
_LISTS = ("list", "set")
_ALLOWS_BLANK = re.compile(r"\b(?:blank|empty|none|nothing|no (?:one|value)|nobody|unset|may have (?:an?|one)|up to one)\b", re.IGNORECASE)


def _value(
    code: str, state: GameState, entry: TrackedEntry, variable: Variable, message: str, *sure: Confidence, fix: Fix | None
) -> Finding:
    subject = Subject("variable", f"{entry.subject}: {variable.name}" if entry.subject else variable.name)
    return found(
        code,
        subject,
        message,
        entry.text[:80],
        rule=rule_of(variable),
        evidence=seen(state, entry.place),
        confidence=least_sure(entry.confidence, *sure),
        fix=fix,
    )


def _of_type(state: GameState, *types: str) -> Iterator[tuple[TrackedEntry, Variable]]:
    """The entries whose variable is of one of these types, parts of a variable left out."""
    for entry in state.entries:
        if entry.match is not None and not entry.match.part and entry.match.variable.type in types:
            yield entry, entry.match.variable


@check("BN401", *NEEDS)
def value_out_of_range(facts: Facts) -> Iterator[Finding]:
    """Below or above what its rule allows."""
    state = facts.gamestate
    for entry, variable in _of_type(state, *_NUMBERS):
        value = entry.typed.value
        if isinstance(value, int | float):
            limit = _beyond(value, variable)
            if limit is not None:
                says = "and it may not be negative" if value < limit == 0 else f"{'less' if value < limit else 'more'} than {limit}"
                quote = limit_sentence(facts.rules, variable, limit)[:300]
                text = f"{whose(entry)} is “{entry.text[:80]}”, {says}{_by_profile(facts, variable)}: “{quote}”"
                yield _value("BN401", state, entry, variable, text, fix=legal_value(state, entry, variable))


def _by_profile(facts: Facts, variable: Variable) -> str:
    """Says so where it is the dynasty's profile that states what the variable may be."""
    return " (by the dynasty's profile)" if variable.name in facts.view.profile.ranges else ""


def _beyond(value: float, variable: Variable) -> int | None:
    """The limit that a value is beyond."""
    if variable.min is not None and value < variable.min:
        return variable.min
    return variable.max if variable.max is not None and value > variable.max else None


@check("BN402", *NEEDS)
def value_not_a_choice(facts: Facts) -> Iterator[Finding]:
    """Not one of the listed values."""
    state = facts.gamestate
    for entry in state.entries:
        if entry.match is None or entry.match.part or not entry.match.variable.choices:
            continue
        variable = entry.match.variable
        wrong, sure = _not_chosen(entry, variable)
        if wrong:
            listed = ", ".join((variable.choices or ())[:20])
            text = f"{whose(entry)} is {wrong}, which is none of {listed}{_by_profile(facts, variable)}: “{variable.quote[:300]}”"
            yield _value("BN402", state, entry, variable, text, sure, fix=legal_value(state, entry, variable))


def _not_chosen(entry: TrackedEntry, variable: Variable) -> tuple[str, Confidence]:
    """What of an entry is no choice, in words, and how surely. Blank is a choice where the rule speaks of it."""
    if variable.type in _LISTS and isinstance(entry.typed.value, tuple):
        known = {choice.casefold() for choice in variable.choices or ()}
        wrong = [item for item in entry.typed.value if item.casefold() not in known]
        return ", ".join(f"“{item[:80]}”" for item in wrong[:5]), Confidence.MEDIUM
    if entry.typed.failed:
        return f"“{entry.text[:80]}”", Confidence.HIGH
    if entry.typed.kind is ValueKind.NONE and variable.default != "" and not _ALLOWS_BLANK.search(variable.quote):
        return "blank", Confidence.LOW
    return "", Confidence.HIGH


def is_legal(entry: TrackedEntry) -> bool:
    """Whether a value is one that its variable may have, as far as the rules were read."""
    variable = entry.variable
    if variable is None or entry.typed.failed:
        return variable is None
    if variable.choices:
        return not _not_chosen(entry, variable)[0]
    value = entry.typed.value
    return variable.type not in _NUMBERS or (isinstance(value, int | float) and _beyond(value, variable) is None)


@check("BN403", *NEEDS)
def value_not_a_number(facts: Facts) -> Iterator[Finding]:
    """Not a number where one is due."""
    state = facts.gamestate
    for entry, variable in _of_type(state, *_NUMBERS):
        if entry.typed.failed:
            text = f"{whose(entry)} should be a number: {entry.typed.why}: “{variable.quote[:300]}”"
            yield _value("BN403", state, entry, variable, text, fix=legal_value(state, entry, variable))
        elif entry.typed.kind is ValueKind.NONE and variable.default != "" and not _ALLOWS_BLANK.search(variable.quote):
            text = f"{whose(entry)} is blank and should be a number: “{variable.quote[:300]}”"
            yield _value("BN403", state, entry, variable, text, Confidence.LOW, fix=legal_value(state, entry, variable))


@check("BN404", *NEEDS, "roster")
def not_a_player_name(facts: Facts) -> Iterator[Finding]:
    """Should be a player's name and is none."""
    state = facts.gamestate
    for entry, variable in _of_type(state, "name"):
        if entry.typed.failed:
            text = f"{whose(entry)} should be a player's name, and {entry.typed.why}: “{variable.quote[:300]}”"
            yield _value("BN404", state, entry, variable, text, fix=right_name(state, entry, facts.roster))
