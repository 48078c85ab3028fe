"""A dynasty's profile: its constraints on the values of the tracking page, and the names in it that
match nothing (typing errors).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from parsers.gamestate.gamestate_model import GAME, PLAYER, GameState
from parsers.gamestate.page_names import label, parts
from parsers.model import Roster, name_key
from parsers.ruleset.ruleset_model import Variable
from validators.profile.expression import (
    ConstraintError,
    Expression,
    Values,
    read_expression,
    suggestion,
)

Cadence = Literal["daily", "weekly"]
Scope = Literal["player", "game"]


@dataclass(frozen=True, slots=True)
class Constraint:
    """A condition on the values of each player, or of the game. ``text`` is the condition as
    written in the profile.
    """

    name: str
    text: str
    scope: Scope
    message: str
    expression: Expression = field(repr=False, compare=False)


def compile_constraint(
    name: str, text: str, scope: Scope = "player", message: str = ""
) -> Constraint:
    """Return a constraint, ready to be evaluated. Raises :class:`Refused`, and nothing else, for
    any text.
    """
    return Constraint(name, text, scope, message, read_expression(text))


@dataclass(frozen=True, slots=True)
class Range:
    """The allowed values of a variable, if they could not be read from the rules."""

    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """The settings of a dynasty.

    ``columns`` maps a column's header to its variable, ``aliases`` a name on the wiki to the one on
    the roster, ``ranges`` a variable to its allowed values, and ``cadence`` a column to the
    frequency of its action.
    """

    columns: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    ranges: Mapping[str, Range] = field(default_factory=lambda: MappingProxyType({}))
    constraints: tuple[Constraint, ...] = ()
    cadence: Mapping[str, Cadence] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Unmet:
    """A constraint that does not hold, or is not ``decided``. ``subject`` is the player, None for
    the game; ``values`` are those used, for a message.
    """

    name: str
    subject: str | None
    message: str
    decided: bool = True
    values: str = field(default="", compare=False)


def evaluate(profile: Profile, players: Mapping[str, Values], game: Values) -> Iterator[Unmet]:
    """Yield the constraints that do not hold or are undecided, in the order given."""
    for constraint in profile.constraints:
        for subject, values in ((None, game),) if constraint.scope == "game" else players.items():
            try:
                holds = constraint.expression.holds(values, game)
            except ConstraintError as error:
                yield Unmet(constraint.name, subject, str(error), decided=False)
                continue
            if not holds:
                message = constraint.message or f"“{constraint.text}” does not hold"
                yield Unmet(
                    constraint.name,
                    subject,
                    message,
                    values=constraint.expression.shown(values, game),
                )


def with_ranges(profile: Profile, variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    """Return the variables with the ranges of the profile instead of those read from the rules. A
    type that was not understood follows from the range.
    """

    def ranged(variable: Variable) -> Variable:
        stated = profile.ranges.get(variable.name)
        if stated is None or stated == Range():
            return variable
        kind = variable.type
        if kind == "unknown":
            kind = "choice" if stated.choices else "integer"
        least, most = (
            variable.min if stated.min is None else stated.min,
            variable.max if stated.max is None else stated.max,
        )
        return replace(
            variable,
            type=kind,
            min=least,
            max=most,
            choices=stated.choices or variable.choices,
            whole=True,
        )

    return tuple(map(ranged, variables))


# Names that match nothing


def unknown_aliases(aliases: Iterable[tuple[str, str]], roster: Roster) -> Iterator[str]:
    """Yield a sentence for each alias of a name that is not on the roster."""
    people = (*roster.active, *roster.idle)
    known = {name_key(name) for name in people}
    for alias, name in aliases:
        if name_key(name) not in known:
            yield f"[aliases] “{alias}”: no player is called “{name}”{suggestion(name, people)}"


def unknown_names(profile: Profile, state: GameState) -> Iterator[str]:
    """Yield a sentence for each variable in the profile that no rule defines, and each column that
    the tracking page lacks.
    """
    variables = [variable.name for variable in state.variables]
    headers = [
        *(column.name for _, column in state.columns),
        *(each.value.label for each in state.labels),
    ]
    known = {form for header in headers for form in (label(header), *parts(header))}
    for key, names in (("columns", profile.columns), ("cadence", profile.cadence)):
        for name in names:
            if label(name) not in known:
                yield (
                    f"[{key}] “{name}”: the tracking page has no such column or"
                    f" label{suggestion(name, headers)}"
                )
    for column, name in profile.columns.items():
        if label(name) not in map(label, variables):
            yield f"[columns] “{column}”: no variable “{name}”{suggestion(name, variables)}"
    for name in profile.ranges:
        if name not in variables:
            yield f"[ranges]: no variable “{name}”{suggestion(name, variables)}"
    yield from _unknown_in_constraints(profile, state)


def _unknown_in_constraints(profile: Profile, state: GameState) -> Iterator[str]:
    of_game = {
        *state.game,
        *(variable.name for variable in state.variables if variable.owner == GAME),
    }
    of_players = {
        name for values in (*state.players.values(), *state.idle.values()) for name in values
    }
    of_players |= {variable.name for variable in state.variables if variable.owner == PLAYER}
    for constraint in profile.constraints:
        for used in constraint.expression.variables:
            known = of_game if used.root == "game" or constraint.scope == "game" else of_players
            if used.name not in known:
                yield (
                    f"constraint “{constraint.name}”: no variable"
                    f" “{used.name}”{suggestion(used.name, known)}"
                )
