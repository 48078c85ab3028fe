"""Illegal values of the tracking page (BN401 to BN404), and broken constraints of the dynasty's profile (BN408)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from parsers.gamestate.gamestate_model import GameState, Reading, TrackedEntry
from parsers.ruleset.model import Variable
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, PAGE, WARNING, Results, check, make_finding
from validators.checks.evidence import VARIABLE_RULES, least, rule_of, seen
from validators.finding import Fix, NotEvaluated, Subject, tracking_page
from validators.fixes.tracking_fixes import Fault, faults, legal_value, right_name
from validators.profile.dynasty_profile import evaluate


def illegal_values(facts: AuditContext) -> Iterator[tuple[TrackedEntry, Variable, Fault]]:
    """The values of the page that their variables may not have, and why; those of a column that is a part of a variable are left out."""
    for entry in facts.gamestate.entries:
        variable = None if entry.match is None or entry.match.part else entry.match.variable
        if variable is not None:
            yield from ((entry, variable, fault) for fault in faults(entry, variable))


def _wrong(facts: AuditContext, code: str, fix: Callable[[GameState, TrackedEntry, Variable], Fix | None] = legal_value) -> Results:
    state = facts.gamestate
    for entry, variable, fault in illegal_values(facts):
        if fault.code == code:
            text = f"{owned(entry)} {fault_in_words(facts, variable, fault)}"
            subject, sure = Subject("variable", value_name(entry, variable)), least(entry.confidence, fault.sure)
            rule, evidence, mending = rule_of(variable), seen(state, entry.place), fix(state, entry, variable)
            yield make_finding(code, subject, text, entry.text[:80], rule=rule, evidence=evidence, confidence=sure, fix=mending)


def owned(one: TrackedEntry) -> str:
    """A value in words: whose, and what."""
    return f"{one.subject}'s {one.label}" if one.subject else one.label


def value_name(one: TrackedEntry, variable: Variable) -> str:
    """The name of a value as the subject of a finding: whose it is, and the variable."""
    return f"{one.subject}: {variable.name}" if one.subject else variable.name


def fault_in_words(facts: AuditContext, variable: Variable, fault: Fault) -> str:
    """What is wrong with a value, with the sentence that defines its variable, or that the dynasty's profile does."""
    by_profile = " (by the dynasty's profile)" if fault.code in ("BN401", "BN402") and variable.name in facts.view.profile.ranges else ""
    return f"{fault.says}{by_profile}: “{variable.quote[:300]}”"


@check("BN401", "value-out-of-range", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_out_of_range(facts: AuditContext) -> Results:
    """A number is below or above what the rule of its variable allows; without a stated range it may not be negative.

    Evidence: The cell, and the sentence that defines the variable.
    May be mistaken: When the limits were misread, or depend on something that cannot be computed; when the column is another
        variable's (the confidence is that of the match).
    To settle it: Find the edit that set it and correct it to what it should have been.
    """
    yield from _wrong(facts, "BN401")


@check("BN402", "value-not-a-choice", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_not_a_choice(facts: AuditContext) -> Results:
    """A value is not one of those that the rule of its variable lists.

    Evidence: The cell, and the sentence that lists the values.
    May be mistaken: When a later rule adds values, or the page has abbreviations of its own; low confidence for a blank value.
    To settle it: Correct the value, or its spelling.
    """
    yield from _wrong(facts, "BN402")


@check("BN403", "value-not-a-number", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_not_a_number(facts: AuditContext) -> Results:
    """A value is not an integer or number although its rule asks for one.

    Evidence: The cell, and the sentence that defines the variable.
    May be mistaken: When the cell has a remark beside the number; low confidence for a blank cell, which may mean zero.
    To settle it: Correct the value.
    """
    yield from _wrong(facts, "BN403")


@check("BN404", "not-a-player-name", WARNING, needs=(*PAGE, "roster"), rests_on=VARIABLE_RULES)
def not_a_player_name(facts: AuditContext) -> Results:
    """A value should be the name of a player, and nobody on the roster has that name.

    Evidence: The cell, the sentence that defines the variable, and the sidebar.
    May be mistaken: When the player was renamed or has left, or the rule means another kind of name.
    To settle it: Correct the name, or set the variable to what its rule gives when the player is gone.
    """
    yield from _wrong(facts, "BN404", lambda state, entry, _: right_name(state, entry, facts.roster))


@check("BN408", "constraint-broken", ERROR, needs=PAGE)
def constraint_broken(facts: AuditContext) -> Results:
    """A constraint that the dynasty's profile states does not hold.

    Evidence: The constraint, and the values it speaks of.
    May be mistaken: When the rules have changed since the profile was written.
    To settle it: Correct the values, or the profile.
    """
    state = facts.gamestate
    players = {name: _plain(values) for name, values in state.players.items()}
    for outcome in evaluate(facts.view.profile, players, _plain(state.game)):
        of = f"{outcome.subject}: " if outcome.subject else ""
        if not outcome.decided:
            yield NotEvaluated("BN408", f"could not evaluate “{outcome.name}”: {of}{outcome.message}")
        else:
            subject = tracking_page(state) if outcome.subject is None else Subject("player", outcome.subject)
            values = f": {outcome.values}" if outcome.values else ""
            yield make_finding("BN408", subject, f"{of}{outcome.message}{values} ({outcome.name})", outcome.name)


def _plain(readings: Mapping[str, Reading]) -> dict[str, object]:
    return {name: reading.value for name, reading in readings.items()}
