"""The expressions of constraints: a small language, read by Python's parser and evaluated by a whitelist of its nodes.

Token by token the text becomes Python: ``&&`` is written ``and``, ``!`` is ``~``, ``self.Name`` is ``self['Name']``.
:func:`ast.parse` reads that; nothing is compiled or run. Every part is evaluated at most once and no value grows by repetition, so an
evaluation is as short as the expression. docs/gamestate.md describes the language.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, permutations

from validators.profile.evaluation import Expression, UsedVariable, suggestion, variable_of

MAX_LENGTH = 500
"""Characters of an expression."""
MAX_DEPTH = 50
"""Levels of the parsed expression (an operator or a call is one)."""

_WORDS = {"true": "True", "false": "False", "null": "None", "in": "in"}
_SIGNS = {"&&": "and", "||": "or", "!": "~"}
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'[^'\n\r]*'|"[^"\n\r]*")|(?P<number>\d+(?:\.\d+)?)|(?P<variable>(?:self|game)\.[A-Za-z_]\w*)|(?P<name>[A-Za-z_]\w*)
    |(?P<sign>&&|\|\||[=!<>]=|[-+*/%<>!()\[\],])|(?P<end>\Z))""",
    re.VERBOSE | re.ASCII,
)
_VARIABLE = 'a variable is self.Name, self["Two Words"] or game.Name'


class ExpressionError(ValueError):
    """An expression that cannot be read. ``position`` counts its characters from 1."""

    def __init__(self, why: str, position: int) -> None:
        super().__init__(f"{why} (at character {position})")
        self.why = why
        self.position = position


def read_expression(text: str) -> Expression:
    """Read an expression. Raises :class:`ExpressionError`, and nothing else, for any text."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"an expression has at most {MAX_LENGTH} characters, and this one {len(text)}", MAX_LENGTH + 1)
    if "\\" in text:
        raise ExpressionError("a backslash is not allowed; put a quote into a text of the other kind of quotes", text.index("\\") + 1)
    pieces = [*_python(text)]
    starts = [*accumulate((len(piece) + 1 for piece, _ in pieces), initial=0)]

    def position(column: int) -> int:
        return pieces[min(bisect_right(starts, column), len(pieces)) - 1][1]

    try:
        tree = ast.parse(" ".join(piece for piece, _ in pieces), mode="eval").body
    except (RecursionError, MemoryError):
        raise ExpressionError("it is nested too deeply", 1) from None
    except SyntaxError as error:
        place = position(error.offset - 1) if error.offset else len(text) + 1
        at = repr(text[place - 1]) if place <= len(text) else "the end"
        raise ExpressionError(f"syntax error at {at}", place) from None
    variables: dict[UsedVariable, None] = {}
    blank: set[UsedVariable] = set()
    todo = [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        if depth > MAX_DEPTH:
            raise ExpressionError("it is nested too deeply", position(node.col_offset))
        variable = variable_of(node)
        if variable is not None:
            variables[variable] = None
            continue
        try:
            parts = _parts(node)
        except ValueError as error:
            raise ExpressionError(str(error), position(node.col_offset)) from None
        if isinstance(node, ast.Compare):
            blank.update(each for one, other in permutations(parts, 2) if (each := variable_of(one)) is not None and _is_null(other))
        todo += [(part, depth + 1) for part in reversed(parts)]
    return Expression(tuple(variables), frozenset(blank), tree)


def _python(text: str) -> Iterator[tuple[str, int]]:
    """The expression in Python, in pieces, each with its position in the text from 1; the last one is empty."""
    place, kind = 0, ""
    while kind != "end":
        match, before = _TOKEN.match(text, place), kind
        if match is None:
            place += len(text[place:]) - len(text[place:].lstrip())
            why = {"=": "'=' compares nothing; did you mean '=='?", "'": "unclosed text", '"': "unclosed text"}
            raise ExpressionError(why.get(text[place], f"unexpected {text[place]!r}"), place + 1)
        kind, place = match.lastgroup or "", match.end()
        token, at = match[kind], match.start(kind) + 1
        if kind == before == "text":
            raise ExpressionError("an operator or a comma is missing between two texts", at)
        if kind == "text":
            yield ascii(token[1:-1]), at
        elif kind == "variable":
            yield f"{token[:4]}[{token[5:]!r}]", at
        elif kind == "name":
            yield _name(token, text[place:].lstrip()[:1], at), at
        else:
            yield _SIGNS.get(token, token), at


def _name(name: str, following: str, place: int) -> str:
    """A name in Python: the function, ``self`` and ``game`` before a bracket, or a word of the language."""
    if (following == "(" and name == "size") or (following == "[" and name in ("self", "game")):
        return name
    if following == "(" and name != "in":
        raise ExpressionError(f"unknown function {name[:40]!r}; known: size", place)
    if name in _WORDS:
        return _WORDS[name]
    raise ExpressionError(f"unknown name {name[:40]!r}{suggestion(name, _WORDS)}; {_VARIABLE}", place)


def _is_null(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _parts(node: ast.expr) -> list[ast.expr]:
    """The parts of a node. Raises ValueError for a node that the language does not have."""
    match node:
        case ast.Constant():
            return []
        case ast.List(parts) | ast.BoolOp(_, parts):
            return parts
        case ast.UnaryOp(ast.USub() | ast.Invert(), operand):
            return [operand]
        case ast.BinOp(left, _, right):
            return [left, right]
        case ast.Compare(left, _, others):
            return [left, *others]
        case ast.Call(ast.Name(), arguments):
            if len(arguments) != 1:
                raise ValueError("wrong number of values for size; write size(x)")
            return arguments
        case ast.Subscript():
            raise ValueError('only self and game have parts: self.Name or self["Two Words"]')
    raise ValueError("syntax error")
