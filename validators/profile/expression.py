"""The expressions of constraints: read, and everything refused but what a condition on values needs.

They are expressions of the Common Expression Language. No comprehension, no regular expression, no conversion
and no map is let in; what is visits each part of the expression at most once, so an evaluation is as short as
the expression.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import celpy
    import lark

__all__ = ["INT64", "MAX_DEPTH", "MAX_LENGTH", "ROOTS", "ExpressionError", "Reference", "environment", "read_expression"]

MAX_LENGTH = 500
"""Characters of an expression."""
MAX_DEPTH = 100
"""Levels of a parsed expression. A bracket takes ten, an addition two; an evaluation takes five frames a level."""

ROOTS = ("self", "game")
"""Whose variables an expression may speak of."""
INT64 = range(-(2**63), 2**63)
"""The whole numbers of the language."""

_FUNCTIONS = ("size", "startsWith", "endsWith", "contains")
_REFUSED = {
    "map_lit": "a map is not known here",
    "member_object": "an object is not known here",
    "dot_ident": "a name does not begin with a dot",
    "dot_ident_arg": "a name does not begin with a dot",
}
_LITERALS = ("INT_LIT", "FLOAT_LIT", "STRING_LIT", "BOOL_LIT", "NULL_LIT")


class ExpressionError(ValueError):
    """An expression that is not one. ``position`` counts its characters from 1."""

    def __init__(self, why: str, position: int) -> None:
        super().__init__(f"{why} (at character {position})")
        self.why = why
        self.position = position


@dataclass(frozen=True, slots=True)
class Reference:
    """A variable an expression speaks of. ``may_be_blank`` says that the expression compares it with ``null``."""

    root: str
    name: str
    may_be_blank: bool = False


@cache
def environment() -> celpy.Environment:
    """The library, loaded when an expression is first read."""
    import celpy  # noqa: PLC0415 (a tenth of a second that only a profile with constraints is worth)

    return celpy.Environment()


def read_expression(text: str) -> tuple[lark.Tree[lark.Token], tuple[Reference, ...]]:
    """The parsed expression and the variables it speaks of. Raises :class:`ExpressionError`, and nothing else, for any text."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"an expression has at most {MAX_LENGTH} characters, and this one {len(text)}", MAX_LENGTH + 1)
    if "\\" in text:
        # The library's pattern for texts takes exponential time over many escapes and no closing quote.
        raise ExpressionError("a backslash is not known here; put a quote into a text of the other kind of quotes", text.index("\\") + 1)
    tree = _parsed(text)
    return tree, _examined(tree, text)


def _parsed(text: str) -> lark.Tree[lark.Token]:
    from celpy.celparser import CELParseError  # noqa: PLC0415

    try:
        return environment().compile(text)
    except CELParseError as error:
        position = _position(text, error.line, error.column)
        at = repr(text[position - 1]) if position <= len(text) else "the end"
        raise ExpressionError(f"it makes no sense from {at} on", position) from None


def _position(text: str, line: int | None, column: int | None) -> int:
    """The position in the whole text of what the parser counts by lines. For the end it gives its last word's."""
    before = text.split("\n")[: (line or 1) - 1]
    return sum(len(each) + 1 for each in before) + (column or 1)


def _examined(tree: lark.Tree[lark.Token], text: str) -> tuple[Reference, ...]:
    """The variables the expression speaks of. Raises :class:`ExpressionError` for whatever is not let in."""
    found: dict[tuple[str, str], bool] = {}
    todo: list[tuple[lark.Tree[lark.Token], int]] = [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        if depth > MAX_DEPTH:
            raise ExpressionError("it is nested too deeply", _start(node))
        reference = _reference(node)
        if reference is not None:
            found.setdefault(reference, False)
            continue
        for blank in _compared_with_null(node):
            found[blank] = True
        _refuse(node, text)
        # Reversed, so that they are visited, and named, in the order of the text.
        todo += [(child, depth + 1) for child in reversed(_trees(node))]
    return tuple(Reference(root, name, blank) for (root, name), blank in found.items())


def _trees(node: lark.Tree[lark.Token]) -> list[lark.Tree[lark.Token]]:
    return [child for child in node.children if not isinstance(child, str)]


def _start(node: lark.Tree[lark.Token]) -> int:
    """Where it begins, or 1 for what the library keeps no place of: ``true``, ``false`` and empty brackets."""
    return (getattr(node.meta, "start_pos", None) or 0) + 1


def _inner(node: lark.Tree[lark.Token]) -> lark.Tree[lark.Token]:
    """The node below those that only pass one on: where a level of the grammar was not used."""
    while len(node.children) == 1 and not isinstance(child := node.children[0], str) and node.data not in ("list_lit", "paren_expr"):
        node = child
    return node


def _reference(node: lark.Tree[lark.Token]) -> tuple[str, str] | None:
    """``self.X`` or ``self["X"]`` as the pair of both names; None for everything else."""
    if node.data not in ("member_dot", "member_index"):
        return None
    root = _inner(_trees(node)[0])
    if root.data != "ident" or root.children[0] not in ROOTS:
        return None
    name = node.children[1]
    if isinstance(name, str):
        return str(root.children[0]), str(name)
    literal = _inner(name)
    token = literal.children[0] if literal.data == "literal" else None
    if not isinstance(token, str) or token.type != "STRING_LIT":
        return None
    return str(root.children[0]), _literal_text(token)


def _literal_text(token: str) -> str:
    return (token[1:] if token[0] in "rR" else token)[1:-1]


def _compared_with_null(node: lark.Tree[lark.Token]) -> list[tuple[str, str]]:
    """The variable that this node compares with ``null``, if it does."""
    first = node.children[0] if node.data == "relation" else ""
    if isinstance(first, str) or first.data not in ("relation_eq", "relation_ne"):
        return []
    left, right = _inner(_trees(first)[0]), _inner(_trees(node)[1])
    pairs = [(left, right), (right, left)]
    return [pair for one, other in pairs if _is_null(one) and (pair := _reference(other)) is not None]


def _is_null(node: lark.Tree[lark.Token]) -> bool:
    return node.data == "literal" and node.children[0] == "null"


def _refuse(node: lark.Tree[lark.Token], text: str) -> None:
    kind, start = str(node.data), _start(node)
    if kind in _REFUSED:
        raise ExpressionError(_REFUSED[kind], start)
    if kind == "ident":
        name = str(node.children[0])
        hint = f"{name} alone is no value" if name in ROOTS else f"{name[:40]!r} is not known here"
        raise ExpressionError(f'{hint}; a variable is self.Name, self["Two Words"] or game.Name', start)
    if kind in ("member_dot", "member_index"):
        raise ExpressionError('only self and game have parts: self.Name or self["Two Words"]', start)
    if kind in ("ident_arg", "member_dot_arg"):
        _refuse_call(node, start)
    if kind == "literal":
        token = node.children[0]
        if not isinstance(token, str) or token.type not in _LITERALS:
            raise ExpressionError(f"{text[start - 1 : start + 39]!r} is a kind of value not known here", start)
        if token.type == "INT_LIT" and int(token, 0 if "0x" in token else 10) not in INT64:
            raise ExpressionError("a number of more than 64 bits", start)


def _refuse_call(node: lark.Tree[lark.Token], start: int) -> None:
    """``size(X)`` and ``X.size()`` take one value, the others ``X.contains(Y)`` two."""
    method = node.data == "member_dot_arg"
    name = next(str(child) for child in node.children if isinstance(child, str))
    arguments = next((len(child.children) for child in _trees(node) if child.data == "exprlist"), 0)
    if name not in (_FUNCTIONS if method else _FUNCTIONS[:1]):
        raise ExpressionError(f"the function {name[:40]!r} is not known here; known: {', '.join(_FUNCTIONS)}", start)
    wanted = 1 - method if name == "size" else 1
    if arguments != wanted:
        raise ExpressionError(f"{name} takes {wanted} value{'' if wanted == 1 else 's'} in brackets here, not {arguments}", start)
