"""A dynasty's own terms, and whether the values on the page keep to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from parsers.ruleset.model import Variable
from validators.profile.evaluation import ConstraintError, Expression, Values
from validators.profile.expression import read_expression

Cadence = Literal["daily", "weekly"]
Scope = Literal["player", "game"]


@dataclass(frozen=True, slots=True)
class Constraint:
    """A condition on the values of each player, or of the game; ``text`` as the profile states it."""

    name: str
    text: str
    scope: Scope
    message: str
    expression: Expression = field(repr=False, compare=False)


def compile_constraint(name: str, text: str, scope: Scope = "player", message: str = "") -> Constraint:
    """The constraint, ready to be evaluated. Raises :class:`ExpressionError`, and nothing else, for any text."""
    return Constraint(name, text, scope, message, read_expression(text))


@dataclass(frozen=True, slots=True)
class Range:
    """What a variable may be, where the rules' prose does not say so in words that were read."""

    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """A dynasty's own terms.

    ``columns`` maps a column's header to its variable, ``aliases`` a name on the wiki to the roster's,
    ``ranges`` a variable to what it may be, ``cadence`` a column to how often its action may be taken.
    """

    columns: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    ranges: Mapping[str, Range] = field(default_factory=lambda: MappingProxyType({}))
    constraints: tuple[Constraint, ...] = ()
    cadence: Mapping[str, Cadence] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Unmet:
    """A constraint that does not hold, or that the ``values`` it used do not decide; ``subject`` is the player, or None for the game."""

    name: str
    subject: str | None
    message: str
    decided: bool = True
    values: str = field(default="", compare=False)


def evaluate(profile: Profile, players: Mapping[str, Values], game: Values) -> Iterator[Unmet]:
    """The constraints that do not hold or are undecided, in the order given."""
    for each in profile.constraints:
        subjects: list[tuple[str | None, Values]] = [(None, game)] if each.scope == "game" else [*players.items()]
        for subject, values in subjects:
            try:
                holds = each.expression.holds(values, game)
            except ConstraintError as error:
                yield Unmet(each.name, subject, str(error), decided=False)
                continue
            if not holds:
                message = each.message or f"“{each.text}” does not hold"
                yield Unmet(each.name, subject, message, values=each.expression.shown(values, game))


def with_ranges(profile: Profile, variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    """The variables with what the profile says of them in place of what was read; of a kind that was not understood, it tells the kind."""
    return tuple(_ranged(each, profile.ranges[each.name]) if each.name in profile.ranges else each for each in variables)


def _ranged(variable: Variable, given: Range) -> Variable:
    low = variable.min if given.min is None else given.min
    high = variable.max if given.max is None else given.max
    choices = variable.choices if given.choices is None else given.choices
    told = "choice" if given.choices else "integer" if (given.min, given.max) != (None, None) else "unknown"
    return replace(variable, type=told if variable.type == "unknown" else variable.type, min=low, max=high, choices=choices)
