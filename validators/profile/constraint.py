"""A constraint: a condition on the values of a player, or of the game, and whether it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from validators.profile.expression import INT64, ROOTS, Reference, environment, read_expression
from validators.profile.operators import operators

if TYPE_CHECKING:
    import celpy

__all__ = ["Constraint", "ConstraintError", "Scope", "Values", "compile_constraint"]

Scope = Literal["player", "game"]
Values = Mapping[str, object]


class ConstraintError(Exception):
    """A constraint that cannot be worked out with the values at hand; the message says why."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """A condition: ``text`` as the profile states it, about each player (``scope`` player) or the game."""

    name: str
    text: str
    scope: Scope
    message: str
    references: tuple[Reference, ...]
    _runner: celpy.Runner = field(repr=False, compare=False)

    def holds(self, values: Values, game: Values) -> bool:
        """Whether it holds, with ``values`` as ``self``.

        Raises :class:`ConstraintError` where a variable is missing, or a value is blank or of another type and
        the outcome hangs on it.
        """
        known: dict[str, Values] = {"self": values, "game": game}
        for each in self.references:
            if each.name not in known[each.root]:
                raise ConstraintError(f"{_shown(each)} was not found")
        return _run(self._runner, self.references, known)


def compile_constraint(name: str, text: str, scope: Scope = "player", message: str = "") -> Constraint:
    """The constraint, ready to be evaluated. Raises :class:`~validators.profile.ExpressionError`, and nothing else, for any text."""
    tree, references = read_expression(text)
    return Constraint(name, text, scope, message, references, environment().program(tree, functions=operators()))


def _run(runner: celpy.Runner, references: tuple[Reference, ...], known: Mapping[str, Values]) -> bool:
    from celpy.celtypes import BoolType, MapType, StringType  # noqa: PLC0415
    from celpy.evaluation import CELEvalError  # noqa: PLC0415

    given: dict[str, Any] = {root: MapType() for root in ROOTS}
    for each in references:
        value = known[each.root][each.name]
        # A blank is not known to differ from anything: left out, it is an error where it matters.
        if value is not None or each.may_be_blank:
            given[each.root][StringType(each.name)] = _converted(each, value)
    try:
        result: object = runner.evaluate(given)
    except CELEvalError as error:
        raise ConstraintError(_why(error, references, known)) from None
    if not isinstance(result, BoolType):
        raise ConstraintError("it gives a value where it should say true or false")
    return bool(result)


def _converted(reference: Reference, value: object) -> Any:
    from celpy import celtypes  # noqa: PLC0415

    if value is None:
        return None
    if isinstance(value, str):
        return celtypes.StringType(value)
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return celtypes.ListType([celtypes.StringType(item) for item in value])
    if isinstance(value, float):
        return celtypes.DoubleType(value)
    if isinstance(value, int) and not isinstance(value, bool):
        if value not in INT64:
            raise ConstraintError(f"{_shown(reference)} is a number of more than 64 bits")
        return celtypes.IntType(value)
    raise ConstraintError(f"{_shown(reference)} is of a kind no expression can use")


def _why(error: Exception, references: tuple[Reference, ...], known: Mapping[str, Values]) -> str:
    if ZeroDivisionError in error.args:
        return "it divides by zero"
    kinds = [f"{_shown(each)} is {_kind(known[each.root][each.name])}" for each in references]
    return f"it does not fit its values: {', '.join(kinds)}" if kinds else "it compares what cannot be compared"


def _kind(value: object) -> str:
    if value is None:
        return "blank"
    if isinstance(value, str):
        return f"the text “{value[:40]}”"
    return "a list" if isinstance(value, tuple) else f"the number {value}"


def _shown(reference: Reference) -> str:
    return reference.name if reference.root == "self" else f"the game's {reference.name}"
