"""Single values on the tracking page, and the profile's constraints on them: BN401 to BN404, BN408."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from parsers.gamestate.model import GameState, Reading, TrackedEntry
from parsers.model import Confidence
from parsers.ruleset.model import Variable
from validators.checks.check import ERROR, WARNING, Results, check, found
from validators.checks.evidence import PAGE, VARIABLE_RULES, limit_sentence, owned, rule_of, seen
from validators.checks.facts import Facts
from validators.finding import Finding, Fix, NotEvaluated, Subject, tracking_page
from validators.fixes.legal import NUMBERS, blank_by_mistake, exceeded_limit, not_chosen
from validators.fixes.tracking import legal_value, right_name
from validators.profile import Profile, Undecided, evaluate

__all__: list[str] = []


def _of_type(state: GameState, *types: str) -> Iterator[tuple[TrackedEntry, Variable]]:
    """The entries whose variable is of one of these types (without types: of any), parts of a variable left out."""
    for entry in state.entries:
        if entry.match is not None and not entry.match.part and (not types or entry.match.variable.type in types):
            yield entry, entry.match.variable


def _wrong(
    code: str, state: GameState, entry: TrackedEntry, variable: Variable, message: str, sure: Confidence, fix: Fix | None
) -> Finding:
    subject = Subject("variable", f"{entry.subject}: {variable.name}" if entry.subject else variable.name)
    confidence = max(entry.confidence, sure, key=lambda each: each.rank)
    evidence = seen(state, entry.place)
    text = f"{owned(entry)} {message}"
    return found(code, subject, text, entry.text[:80], rule=rule_of(variable), evidence=evidence, confidence=confidence, fix=fix)


def _by_profile(facts: Facts, variable: Variable) -> str:
    """Says where it is the dynasty's profile that states what the variable may be."""
    return " (by the dynasty's profile)" if variable.name in facts.view.profile.ranges else ""


@check("BN401", "value-out-of-range", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_out_of_range(facts: Facts) -> Results:
    """A number is below or above what the rule of its variable allows; without a stated range it may not be negative.

    Evidence: The cell, and the sentence that defines the variable.
    May be mistaken: When the limits were misread, or depend on something that cannot be computed; when the column is another
        variable's (the confidence is that of the match).
    To settle it: Find the edit that set it and correct it to what it should have been.
    """
    state = facts.gamestate
    for entry, variable in _of_type(state, *NUMBERS):
        value = entry.typed.value
        limit = exceeded_limit(value, variable) if isinstance(value, int | float) else None
        if limit is not None and isinstance(value, int | float):
            says = "and it may not be negative" if value < limit == 0 else f"{'less' if value < limit else 'more'} than {limit}"
            quote = limit_sentence(facts.rules, variable, limit)[:300]
            text = f"is “{entry.text[:80]}”, {says}{_by_profile(facts, variable)}: “{quote}”"
            yield _wrong("BN401", state, entry, variable, text, Confidence.HIGH, legal_value(state, entry, variable))


@check("BN402", "value-not-a-choice", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_not_a_choice(facts: Facts) -> Results:
    """A value is not one of those that the rule of its variable lists.

    Evidence: The cell, and the sentence that lists the values.
    May be mistaken: When a later rule adds values, or the page has abbreviations of its own; low confidence for a blank value.
    To settle it: Correct the value, or its spelling.
    """
    state = facts.gamestate
    for entry, variable in _of_type(state):
        wrong, sure = not_chosen(entry, variable) if variable.choices else ("", Confidence.HIGH)
        if wrong:
            listed = ", ".join((variable.choices or ())[:20])
            text = f"is {wrong}, which is none of {listed}{_by_profile(facts, variable)}: “{variable.quote[:300]}”"
            yield _wrong("BN402", state, entry, variable, text, sure, legal_value(state, entry, variable))


@check("BN403", "value-not-a-number", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_not_a_number(facts: Facts) -> Results:
    """A value is not an integer or number although its rule asks for one.

    Evidence: The cell, and the sentence that defines the variable.
    May be mistaken: When the cell has a remark beside the number; low confidence for a blank cell, which may mean zero.
    To settle it: Correct the value.
    """
    state = facts.gamestate
    for entry, variable in _of_type(state, *NUMBERS):
        if entry.typed.failed:
            text, sure = f"should be a number: {entry.typed.why}", Confidence.HIGH
        elif blank_by_mistake(entry, variable):
            text, sure = "is blank and should be a number", Confidence.LOW
        else:
            continue
        fix = legal_value(state, entry, variable)
        yield _wrong("BN403", state, entry, variable, f"{text}: “{variable.quote[:300]}”", sure, fix)


@check("BN404", "not-a-player-name", WARNING, needs=(*PAGE, "roster"), rests_on=VARIABLE_RULES)
def not_a_player_name(facts: Facts) -> Results:
    """A value should be the name of a player, and nobody on the roster has that name.

    Evidence: The cell, the sentence that defines the variable, and the sidebar.
    May be mistaken: When the player was renamed or has left, or the rule means another kind of name.
    To settle it: Correct the name, or set the variable to what its rule gives when the player is gone.
    """
    state = facts.gamestate
    for entry, variable in _of_type(state, "name"):
        if entry.typed.failed:
            text = f"should be a player's name, and {entry.typed.why}: “{variable.quote[:300]}”"
            yield _wrong("BN404", state, entry, variable, text, Confidence.HIGH, right_name(state, entry, facts.roster))


@check("BN408", "constraint-broken", ERROR, needs=PAGE)
def constraint_broken(facts: Facts) -> Results:
    """A constraint that the dynasty's profile states does not hold.

    Evidence: The constraint, and the values it speaks of.
    May be mistaken: When the rules have changed since the profile was written.
    To settle it: Correct the values, or the profile.
    """
    state = facts.gamestate
    yield from _unknown_names(facts.view.profile, state)
    players = {name: _plain(values) for name, values in state.players.items()}
    for outcome in evaluate(facts.view.profile, players, _plain(state.game)):
        of = f"{outcome.subject}: " if outcome.subject else ""
        if isinstance(outcome, Undecided):
            yield NotEvaluated("BN408", f"could not evaluate “{outcome.name}”: {of}{outcome.message}")
        else:
            subject = tracking_page(state) if outcome.subject is None else Subject("player", outcome.subject)
            values = f": {outcome.values}" if outcome.values else ""
            yield found("BN408", subject, f"{of}{outcome.message}{values} ({outcome.name})", outcome.name)


def _unknown_names(profile: Profile, state: GameState) -> Iterator[NotEvaluated]:
    """Variables that the profile names and no rule defines: a typing error, or older than the rules."""
    known = {variable.name for variable in state.variables}
    for key, names in (("ranges", profile.ranges), ("columns", profile.columns.values())):
        for name in dict.fromkeys(names):
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"; did you mean “{near[0]}”?" if near else ""
                yield NotEvaluated("BN408", f"the profile's [{key}] names the variable “{name}”, which no rule that was read defines{hint}")


def _plain(readings: Mapping[str, Reading]) -> dict[str, object]:
    return {name: reading.value for name, reading in readings.items()}
