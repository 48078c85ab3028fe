"""A dynasty's own terms, and whether the values on the page keep to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from parsers.ruleset.model import Variable
from validators.profile.constraint import Constraint, ConstraintError, Values

__all__ = ["Broken", "Cadence", "Profile", "Range", "Undecided", "evaluate", "with_ranges"]

Cadence = Literal["daily", "weekly"]


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
class Broken:
    """A constraint that does not hold; ``subject`` is the player, or None for the game."""

    name: str
    subject: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """A constraint of which nothing can be said with the values at hand, and why."""

    name: str
    subject: str | None
    message: str


def evaluate(profile: Profile, players: Mapping[str, Values], game: Values) -> Iterator[Broken | Undecided]:
    """What does not hold or cannot be worked out, constraint by constraint, in the order given."""
    for each in profile.constraints:
        subjects: list[tuple[str | None, Values]] = [(None, game)] if each.scope == "game" else [*players.items()]
        for subject, values in subjects:
            try:
                holds = each.holds(values, game)
            except ConstraintError as error:
                yield Undecided(each.name, subject, str(error))
                continue
            if not holds:
                yield Broken(each.name, subject, each.message or f"“{each.text}” does not hold")


def with_ranges(profile: Profile, variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    """The variables with what the profile says of them in place of what was read."""
    return tuple(_ranged(each, profile.ranges[each.name]) if each.name in profile.ranges else each for each in variables)


def _ranged(variable: Variable, given: Range) -> Variable:
    low = variable.min if given.min is None else given.min
    high = variable.max if given.max is None else given.max
    return replace(variable, min=low, max=high, choices=variable.choices if given.choices is None else given.choices)
