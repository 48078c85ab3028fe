"""The value of an expression, with the values of a player and the game, and what is undecided.

What cannot be evaluated is never true: a blank is not known to differ from anything, and values of different types
are neither equal nor unequal.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NamedTuple

from parsers.model import name_key

Values = Mapping[str, object]


class ConstraintError(Exception):
    """A constraint that cannot be evaluated with the given values; the message says why."""


class UsedVariable(NamedTuple):
    """A variable that an expression uses: of ``self`` or ``game``."""

    root: str
    name: str

    def __str__(self) -> str:
        return self.name if self.root == "self" else f"the game's {self.name}"


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that was read, and its variables in the order of the text; those compared with ``null`` may be blank."""

    variables: tuple[UsedVariable, ...]
    may_be_blank: frozenset[UsedVariable]
    tree: ast.expr = field(repr=False, compare=False)

    def shown(self, values: Values, game: Values) -> str:
        """The values that it uses, for a message: “Coal is 13, the game's Fog is blank”."""
        return ", ".join(f"{each} is {_shown({'self': values, 'game': game}[each.root][each.name])}" for each in self.variables)

    def holds(self, values: Values, game: Values) -> bool:
        """Whether it is true, with ``values`` as ``self``.

        Raises :class:`ConstraintError` where a variable is missing, or a value is blank or of another type and
        the outcome depends on it.
        """
        known = {"self": values, "game": game}
        for each in self.variables:
            if each.name not in known[each.root]:
                raise ConstraintError(f"{each} was not found{suggestion(each.name, known[each.root])}")
        given = {each: known[each.root][each.name] for each in self.variables}
        try:
            result = _Evaluation(given, self.may_be_blank).value(self.tree)
        except ZeroDivisionError:
            raise ConstraintError("it divides by zero") from None
        except _MismatchError:
            shown = self.shown(values, game)
            raise ConstraintError(f"its values do not fit: {shown}" if shown else "it compares what cannot be compared") from None
        if not isinstance(result, bool):
            raise ConstraintError("its value is not true or false")
        return result


def _shown(value: object) -> str:
    if value is None or value == ():
        return "blank"
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return f"“{text[:80]}”" if isinstance(value, str | tuple) else text


def suggestion(word: str, known: Iterable[str]) -> str:
    """A half-sentence with the nearest known name, whatever the case of its letters; nothing where none is near."""
    folded = {name_key(name): name for name in known}
    near = get_close_matches(name_key(word[:80]), folded, n=1)
    return f"; did you mean “{folded[near[0]]}”?" if near else ""


def variable_of(node: ast.expr) -> UsedVariable | None:
    """``self['X']`` or ``game['X']`` as a variable."""
    match node:
        case ast.Subscript(ast.Name(root), ast.Constant(str(name))):
            return UsedVariable(root, name)
    return None


class _MismatchError(Exception):
    """A value that is blank, or of a type that does not go with the others."""


def _quotient(left: int, right: int) -> int:
    """Rounded towards zero."""
    whole = abs(left) // abs(right)
    return whole if (left < 0) is (right < 0) else -whole


_SIGNS: Mapping[type[ast.AST], Callable[..., object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _quotient,
    ast.Mod: lambda left, right: left - right * _quotient(left, right),
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_NUMBER, _SIZED = (int, float), (str, list)


def _fitting(value: object, *types: type) -> Any:
    """A value of one of these types (a truth is no number)."""
    if type(value) not in types:
        raise _MismatchError
    return value


@dataclass(frozen=True, slots=True)
class _Evaluation:
    """One evaluation. Its methods raise ``_MismatchError`` where values do not go together."""

    given: Mapping[UsedVariable, object]
    may_be_blank: frozenset[UsedVariable]

    def value(self, node: ast.expr) -> object:
        """The value of a part of the expression."""
        match node:
            case ast.Constant(constant):
                return constant
            case ast.List(items):
                return [self.value(item) for item in items]
            case ast.BoolOp(junction, parts):
                return self._junction(isinstance(junction, ast.Or), parts)
            case ast.UnaryOp(ast.Invert(), operand):
                return not _fitting(self.value(operand), bool)
            case ast.UnaryOp(_, operand):
                return -_fitting(self.value(operand), *_NUMBER)
            case ast.BinOp(left, sign, right):
                one, other = self.value(left), self.value(right)
                joined = isinstance(sign, ast.Add) and type(one) in _SIZED and type(one) is type(other)
                types = _SIZED if joined else (int,)
                return _SIGNS[type(sign)](_fitting(one, *types), _fitting(other, *types))
            case ast.Compare(left, signs, others):
                result = self.value(left)
                for comparison, other in zip(signs, others, strict=True):
                    result = _compared(comparison, result, self.value(other))
                return result
            case ast.Call(_, [of]):
                return len(_fitting(self.value(of), *_SIZED))
        variable = variable_of(node)
        if variable is None or (self.given[variable] is None and variable not in self.may_be_blank):
            raise _MismatchError  # a blank is not known to differ from anything
        found = self.given[variable]
        return [*found] if isinstance(found, tuple) else found

    def _junction(self, decisive: bool, parts: list[ast.expr]) -> bool:
        """``||`` (true decides) or ``&&`` (false decides); a part that cannot be evaluated matters only if no other part decides."""
        failure: Exception | None = None
        for part in parts:
            try:
                found: bool = _fitting(self.value(part), bool)
                if found is decisive:
                    return found
            except (_MismatchError, ZeroDivisionError) as error:
                failure = failure or error
        if failure is not None:
            raise failure
        return not decisive


def _compared(sign: ast.cmpop, left: object, right: object) -> bool:
    if isinstance(sign, ast.In):
        if isinstance(left, str) and isinstance(right, str):
            return left in right
        return True in [_equal(left, each) for each in _fitting(right, list)]  # every pair is compared, as below
    if type(sign) in _SIGNS:
        types = (str,) if isinstance(left, str) else _NUMBER
        return bool(_SIGNS[type(sign)](_fitting(left, *types), _fitting(right, *types)))
    return _equal(left, right) is isinstance(sign, ast.Eq)


def _equal(left: object, right: object) -> bool:
    if left is None or right is None:
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        # Every pair is compared, so that a mismatch is never hidden by an unequal pair.
        return len(left) == len(right) and all([_equal(*pair) for pair in zip(left, right, strict=True)])  # noqa: C419
    return bool(left == _fitting(right, *(_NUMBER if type(left) in _NUMBER else (type(left),))))
