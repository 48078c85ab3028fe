"""The expressions of constraints: a small language, read by Python's parser and evaluated by a whitelist of its nodes.

Token by token the text becomes Python: ``&&`` is written ``and``, ``!`` is ``~``, ``self.Name`` is ``self['Name']``, and
``a ? b : c`` is ``a if (b) else c``, whose first two parts the evaluation takes in the other order. :func:`ast.parse` reads
that; nothing is compiled or run. Every part is evaluated at most once and no value grows by repetition, so an evaluation
is as short as the expression. docs/gamestate.md describes the language.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, permutations
from typing import NamedTuple

from validators.profile.evaluation import Expression, UsedVariable, did_you_mean, function_of, variable_of

__all__ = ["MAX_DEPTH", "MAX_LENGTH", "ExpressionError", "read_expression"]

MAX_LENGTH = 500
"""Characters of an expression."""
MAX_DEPTH = 50
"""Brackets within each other, and levels of the parsed expression (an operator or a call is one)."""

_FUNCTIONS = {"size": 1, "contains": 2, "startsWith": 2, "endsWith": 2}
"""How many values each function takes; the one before the dot is the first."""
_ROOTS = ("self", "game")
_WORDS = {"true": "True", "false": "False", "null": "None", "in": "in"}
_SIGNS = {"&&": "and", "||": "or", "!": "~", "?": "if (", ":": ") else"}
_BRACKETS = {"(": ")", "[": "]", "?": ":"}
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'[^'\n\r]*'|"[^"\n\r]*")|(?P<number>0x[0-9a-fA-F]+|\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)
    |(?P<sign>&&|\|\||[=!<>]=|[-+*/%<>!?:()\[\],.])|(?P<end>\Z))""",
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


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens of an expression; the last one is empty."""
    place, kind = 0, ""
    while kind != "end":
        match = _TOKEN.match(text, place)
        if match is None:
            place += len(text[place:]) - len(text[place:].lstrip())
            why = {"=": "'=' compares nothing; did you mean '=='?", "'": "unclosed text", '"': "unclosed text"}
            raise ExpressionError(why.get(text[place], f"unexpected {text[place]!r}"), place + 1)
        kind = match.lastgroup or ""
        yield _Token(kind, match[kind], match.start(kind) + 1)
        place = match.end()


def _python(text: str) -> Iterator[tuple[str, int]]:
    """The expression in Python, in pieces, each with its position in the text."""
    tokens = [*_tokens(text)]
    open_brackets: list[str] = []
    dotted = after_value = False
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        if token.text in _BRACKETS and token.kind == "sign":
            open_brackets.append(_BRACKETS[token.text])
        elif (token.text in _BRACKETS.values() or token.kind == "end") and token.text != (open_brackets.pop() if open_brackets else ""):
            raise ExpressionError(f"unexpected {token.text!r}" if token.text else "a bracket is not closed", token.position)
        if len(open_brackets) > MAX_DEPTH:
            raise ExpressionError("it is nested too deeply", token.position)
        if token.kind == "text":
            if following.kind == "text":
                raise ExpressionError("an operator or a comma is missing between two texts", following.position)
            piece = ascii(token.text[1:-1])
        elif token.kind == "name":
            piece = _name(token, following, dotted=dotted)
        else:
            piece = "" if token.text == "." else _SIGNS.get(token.text, token.text)
        dotted = token.text == "."
        if dotted and not (after_value and following.kind == "name"):
            raise ExpressionError("a dot stands between a value and a name", token.position)
        after_value = (token.kind != "sign" and token.text != "in") or token.text in (")", "]")
        yield piece, token.position


def _name(token: _Token, following: _Token, *, dotted: bool) -> str:
    """A name in Python: a function, the name of a variable behind its dot, ``self`` and ``game``, or a word of the language."""
    if following.text == "(" and token.text != "in":
        if token.text not in _FUNCTIONS:
            hint = did_you_mean(token.text, _FUNCTIONS) or f"; known: {', '.join(_FUNCTIONS)}"
            raise ExpressionError(f"unknown function {token.text[:40]!r}{hint}", token.position)
        if not dotted and token.text != "size":
            raise ExpressionError(f"write x.{token.text}(y)", token.position)
        return f".{token.text}" if dotted else token.text
    if dotted:
        return f"[{token.text!r}]"
    if token.text in _ROOTS and following.text in (".", "["):
        return token.text
    if token.text in _WORDS:
        return _WORDS[token.text]
    raise ExpressionError(f"unknown name {token.text[:40]!r}{did_you_mean(token.text, _WORDS)}; {_VARIABLE}", token.position)


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
        case ast.IfExp(test, body, orelse):
            return [body, test, orelse]
        case ast.Call(ast.Name() | ast.Attribute()):
            name, arguments = function_of(node)
            if len(arguments) != _FUNCTIONS[name]:
                form = f"x.{name}(y)" if _FUNCTIONS[name] == 2 else "size(x) or x.size()"
                raise ValueError(f"wrong number of values for {name}; write {form}")
            return arguments
        case ast.Subscript():
            raise ValueError('only self and game have parts: self.Name or self["Two Words"]')
    raise ValueError("syntax error")
