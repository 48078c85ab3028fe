"""The expressions of constraints: a small language, parsed by Python's parser and evaluated by a
whitelist of syntax nodes.

The text is translated to Python token by token: ``&&`` becomes ``and``, ``!`` is ``~``,
``self.Name`` is ``self['Name']``. :func:`ast.parse` parses the result; nothing is compiled or run.
Every part is evaluated at most once, and no operation repeats a value, so evaluation is short. An
expression that cannot be evaluated is never true: a blank can only be compared with ``null``, and
values of different types are neither equal nor unequal. docs/gamestate.md describes the language.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NamedTuple

from parsers.model import name_key
from parsers.refusal import Refusal, Refused

MAX_LENGTH = 500
"""The maximum number of characters of an expression."""

Values = Mapping[str, object]

_PYTHON = {"true": "True", "false": "False", "null": "None", "&&": "and", "||": "or", "!": "~"}
_TOKEN = re.compile(
    r"""(?P<text>'[^'\\\n\r]*'|"[^"\\\n\r]*")|(?P<variable>(?:self|game)\.[A-Za-z_]\w*)|\d+(?:\.\d+)?|(?:self|game)(?=\s*\[)|size(?=\s*\()
    |(?:true|false|null|in)\b|&&|\|\||[=!<>]=|[-+*/%<>!()\[\],]|(?P<wrong>\w+|\S)""",
    re.VERBOSE | re.ASCII,
)


class ConstraintError(Exception):
    """A constraint that cannot be evaluated with the given values; the message says why."""


class _MismatchError(Exception):
    """A value that is blank or has an incompatible type."""


class UsedVariable(NamedTuple):
    """A variable that an expression uses, of ``self`` (the player) or ``game``."""

    root: str
    name: str

    def __str__(self) -> str:
        return self.name if self.root == "self" else f"the game's {self.name}"


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression, and its variables in the order of the text."""

    variables: tuple[UsedVariable, ...]
    tree: ast.expr = field(repr=False, compare=False)

    def shown(self, values: Values, game: Values) -> str:
        """Return the values that the expression uses, for a message: “Coal is 13, the game's Fog is
        blank”.
        """
        return ", ".join(
            f"{variable} is {_shown({'self': values, 'game': game}[variable.root][variable.name])}"
            for variable in self.variables
        )

    def holds(self, values: Values, game: Values) -> bool:
        """Return whether the expression is true, with ``values`` as ``self``.

        Raises :class:`ConstraintError` if a variable is missing, or if the outcome depends on a
        value that is blank or of another type.
        """
        known = {"self": values, "game": game}
        for variable in self.variables:
            if variable.name not in known[variable.root]:
                raise ConstraintError(
                    f"{variable} was not found{suggestion(variable.name, known[variable.root])}"
                )
        try:
            return bool(_fitting(_value(self.tree, known), bool))
        except (ZeroDivisionError, RecursionError) as error:
            raise ConstraintError(
                "it divides by zero"
                if isinstance(error, ZeroDivisionError)
                else "it is nested too deeply"
            ) from None
        except _MismatchError:
            raise ConstraintError(
                "its values do not fit:"
                f" {self.shown(values, game) or 'it compares what cannot be compared'}"
            ) from None


def _shown(value: object) -> str:
    if value is None or value == ():
        return "blank"
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return f"“{text[:80]}”" if isinstance(value, str | tuple) else text


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a clause that suggests the most similar known name, ignoring case; ``""`` if none is
    similar.
    """
    folded = {name_key(name): name for name in known}
    near = get_close_matches(name_key(word[:80]), folded, n=1)
    return f"; did you mean “{folded[near[0]]}”?" if near else ""


# Reading


def read_expression(text: str) -> Expression:
    """Read an expression. Raises :class:`Refused`, and nothing else, for any text."""
    if len(text) > MAX_LENGTH:
        raise Refused(Refusal.EXPRESSION_LENGTH, most=MAX_LENGTH, length=len(text))
    python = " ".join(_tokens(text))
    try:
        tree = ast.parse(python, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise Refused(Refusal.EXPRESSION_INCOMPLETE) from None
    variables: dict[UsedVariable, None] = {}
    todo = [tree]
    while todo:
        node = todo.pop()
        match node:
            case ast.Subscript(ast.Name(root), ast.Constant(str(name))):
                variables[UsedVariable(root, name)] = None
                continue
            case (
                ast.Constant()
                | ast.List()
                | ast.BoolOp()
                | ast.BinOp()
                | ast.UnaryOp(ast.USub() | ast.Invert())
                | ast.Compare(_, [_])
            ):
                parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
            case ast.Call(ast.Name(), [part]):
                parts = [part]
            case _:
                raise Refused(Refusal.EXPRESSION_OPERATOR)
        todo += reversed(parts)
    return Expression(tuple(variables), tree)


def _tokens(text: str) -> Iterator[str]:
    """Yield the tokens of the expression in Python. Strings are put in brackets: two strings side
    by side would be joined, but in brackets they are a call, which is refused.
    """
    for match in _TOKEN.finditer(text):
        token = match[0]
        if match["wrong"]:
            raise Refused(Refusal.EXPRESSION_WORD, word=token[:40])
        if match["text"]:
            yield f"({token[1:-1]!a})"
        else:
            yield f"{token[:4]}[{token[5:]!r}]" if match["variable"] else _PYTHON.get(token, token)


# Evaluating


def _quotient(left: int, right: int) -> int:
    """Return the quotient, rounded towards zero."""
    return abs(left) // abs(right) * (1 if (left < 0) is (right < 0) else -1)


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
_KNOWN = (bool, *_NUMBER, *_SIZED)


def _fitting(value: object, *types: type) -> Any:
    """Return a value if it has one of these types (a Boolean is not a number). Raises
    ``_MismatchError`` otherwise, as the functions below do.
    """
    if type(value) not in types:
        raise _MismatchError
    return value


def _value(node: ast.expr, known: Mapping[str, Values]) -> object:
    """Return the value of a part of the expression; None if it is blank."""
    match node:
        case ast.Constant(constant):
            return constant
        case ast.Subscript(ast.Name(root), ast.Constant(str(name))):
            found = known[root][name]
            return [*found] if isinstance(found, tuple) else found
        case ast.List(items):
            return [_fitting(_value(item, known), *_KNOWN) for item in items]
        case ast.BoolOp(junction, parts):
            return _junction(isinstance(junction, ast.Or), parts, known)
        case ast.UnaryOp(sign, operand):
            return _signed(sign, _value(operand, known))
        case ast.BinOp(left, sign, right):
            left_value, right_value = _value(left, known), _value(right, known)
            joined = (
                type(left_value)
                if isinstance(sign, ast.Add) and type(left_value) in _SIZED
                else int
            )
            return _SIGNS[type(sign)](_fitting(left_value, joined), _fitting(right_value, joined))
        case ast.Compare(
            operand, [ast.Eq() | ast.NotEq() as is_null], [ast.Constant(None)]
        ) | ast.Compare(ast.Constant(None), [ast.Eq() | ast.NotEq() as is_null], [operand]):
            return (_value(operand, known) is None) is isinstance(is_null, ast.Eq)
        case ast.Compare(left, [comparison], [right]):
            return _compared(
                comparison, *(_fitting(_value(each, known), *_KNOWN) for each in (left, right))
            )
        case ast.Call(_, [of]):
            return len(_fitting(_value(of, known), *_SIZED))
    raise _MismatchError


def _signed(sign: ast.unaryop, value: object) -> object:
    if isinstance(sign, ast.Invert):
        return not _fitting(value, bool)
    return -_fitting(value, *_NUMBER)


def _junction(decisive: bool, parts: list[ast.expr], known: Mapping[str, Values]) -> bool:
    """Return the value of ``||`` (true is ``decisive``) or ``&&`` (false is). A part that cannot be
    evaluated matters only if no other part decides.
    """
    failure: Exception | None = None
    for part in parts:
        try:
            found: bool = _fitting(_value(part, known), bool)
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
        # Every item is compared, so that a mismatch is never hidden by an equal item.
        return True in [_equal(left, item) for item in _fitting(right, list)]
    if type(sign) in _SIGNS:
        types = (str,) if isinstance(left, str) else _NUMBER
        return bool(_SIGNS[type(sign)](_fitting(left, *types), _fitting(right, *types)))
    return _equal(left, right) is isinstance(sign, ast.Eq)


def _equal(left: object, right: object) -> bool:
    if isinstance(left, list) and isinstance(right, list):
        # Every pair is compared, so that a mismatch is never hidden by an unequal pair.
        if len(left) != len(right):
            return False
        compared = [_equal(*pair) for pair in zip(left, right, strict=True)]
        return all(compared)
    return bool(left == _fitting(right, *(_NUMBER if type(left) in _NUMBER else (type(left),))))
