"""The dynasty profile: what a Ruleset's prose leaves open, and whether the values on the page keep to it.

A constraint is an expression of the Common Expression Language. Of that language only what a condition on
values needs is let in: no comprehension, no regular expression, no conversion, no map. What is let in visits
each part of the expression at most once, so an evaluation is as short as the expression.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from parsers.ruleset.model import Variable

if TYPE_CHECKING:
    import celpy
    import lark

__all__ = ["MAX_DEPTH", "MAX_LENGTH", "Broken", "Cadence", "Constraint", "ConstraintError", "ExpressionError", "Profile", "Range", "Scope",
           "Undecided", "compile_constraint", "evaluate", "with_ranges"]  # fmt: skip

Scope = Literal["player", "game"]
Cadence = Literal["daily", "weekly"]
Values = Mapping[str, object]

MAX_LENGTH = 500
"""Characters of an expression."""
MAX_DEPTH = 100
"""Levels of a parsed expression. A bracket takes ten, an addition two; an evaluation takes five frames a level."""

_ROOTS = ("self", "game")
_FUNCTIONS = ("size", "startsWith", "endsWith", "contains")
_REFUSED = {
    "map_lit": "a map is not known here",
    "member_object": "an object is not known here",
    "dot_ident": "a name does not begin with a dot",
    "dot_ident_arg": "a name does not begin with a dot",
}
_LITERALS = ("INT_LIT", "FLOAT_LIT", "STRING_LIT", "BOOL_LIT", "NULL_LIT")
_KINDS = {"IntType": "number", "DoubleType": "number", "StringType": "text", "ListType": "list", "BoolType": "truth", "NoneType": "blank"}
_INT64 = range(-(2**63), 2**63)


class ExpressionError(ValueError):
    """An expression that is not one. ``position`` counts its characters from 1."""

    def __init__(self, why: str, position: int) -> None:
        super().__init__(f"{why} (at character {position})")
        self.why = why
        self.position = position


class ConstraintError(Exception):
    """A constraint that cannot be worked out with the values at hand; the message says why."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A variable an expression speaks of. ``may_be_blank`` says that the expression compares it with ``null``."""

    root: str
    name: str
    may_be_blank: bool = False


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


def compile_constraint(name: str, text: str, scope: Scope = "player", message: str = "") -> Constraint:
    """The constraint, ready to be evaluated. Raises :class:`ExpressionError`, and nothing else, for any text."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"an expression has at most {MAX_LENGTH} characters, and this one {len(text)}", MAX_LENGTH + 1)
    if "\\" in text:
        # The library's pattern for texts takes exponential time over many escapes and no closing quote.
        raise ExpressionError("a backslash is not known here; put a quote into a text of the other kind of quotes", text.index("\\") + 1)
    tree = _parsed(text)
    references = _examined(tree, text)
    return Constraint(name, text, scope, message, references, _environment().program(tree, functions=_operators()))


@cache
def _environment() -> celpy.Environment:
    import celpy  # noqa: PLC0415 (a tenth of a second that only a profile with constraints is worth)

    return celpy.Environment()


def _parsed(text: str) -> lark.Tree[lark.Token]:
    from celpy.celparser import CELParseError  # noqa: PLC0415

    try:
        return _environment().compile(text)
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
    if root.data != "ident" or root.children[0] not in _ROOTS:
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
        hint = f"{name} alone is no value" if name in _ROOTS else f"{name[:40]!r} is not known here"
        raise ExpressionError(f'{hint}; a variable is self.Name, self["Two Words"] or game.Name', start)
    if kind in ("member_dot", "member_index"):
        raise ExpressionError('only self and game have parts: self.Name or self["Two Words"]', start)
    if kind in ("ident_arg", "member_dot_arg"):
        _refuse_call(node, start)
    if kind == "literal":
        token = node.children[0]
        if not isinstance(token, str) or token.type not in _LITERALS:
            raise ExpressionError(f"{text[start - 1 : start + 39]!r} is a kind of value not known here", start)
        if token.type == "INT_LIT" and int(token, 0 if "0x" in token else 10) not in _INT64:
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


def _run(runner: celpy.Runner, references: tuple[Reference, ...], known: Mapping[str, Values]) -> bool:
    from celpy.celtypes import BoolType, MapType, StringType  # noqa: PLC0415
    from celpy.evaluation import CELEvalError  # noqa: PLC0415

    given: dict[str, Any] = {root: MapType() for root in _ROOTS}
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
        if value not in _INT64:
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


def _kind_of(value: Any) -> str:
    return _KINDS.get(type(value).__name__, "")


def _same_kind(left: Any, right: Any, *wanted: str) -> str:
    """The kind of both. Raises the error that either already is, and TypeError where they do not go together."""
    for each in (left, right):
        if isinstance(each, Exception):
            raise each
    kind = _kind_of(left)
    if kind != _kind_of(right) or (wanted and kind not in wanted):
        raise TypeError("no such overload")
    return kind


def _plain(value: Any) -> Any:
    """As Python's own value, whose numbers compare exactly, whole or not."""
    return {"IntType": int, "DoubleType": float}.get(type(value).__name__, str)(value)


def _sum(left: Any, right: Any) -> Any:
    """The library joins two of its texts, or lists, into one of Python's, which it then does not know."""
    return left + right if _kind_of(left) == "number" else type(left)(left + right)


def _same(left: Any, right: Any) -> bool:
    if left is None or right is None:
        # An error is no blank: it must come out as one.
        return _same_kind(right if left is None else left, right if left is None else left) == "blank"
    if _same_kind(left, right) == "list":
        # Every pair is looked at, so that one of different kinds never hides behind an unequal one.
        return len(left) == len(right) and all([_same(one, other) for one, other in zip(left, right, strict=True)])  # noqa: C419
    return bool(_plain(left) == _plain(right))


def _within(item: Any, container: Any) -> bool:
    for each in (item, container):
        if isinstance(each, Exception):
            raise each
    if _kind_of(container) != "list":
        raise TypeError("no such overload")
    return any([_same(item, each) for each in container])  # noqa: C419 (all are looked at, as above)


@cache
def _operators() -> dict[str, Callable[..., Any]]:
    """The operators made strict: the library takes true for 1, and two errors for equal."""
    from celpy.celtypes import BoolType  # noqa: PLC0415
    from celpy.evaluation import CELEvalError  # noqa: PLC0415

    def strict(work: Callable[[Any, Any], Any], *wanted: str) -> Callable[[Any, Any], Any]:
        def checked(left: Any, right: Any) -> Any:
            try:
                if wanted:
                    _same_kind(left, right, *wanted)
                result = work(left, right)
            except CELEvalError as error:
                return error
            return BoolType(result) if isinstance(result, bool) else result

        return checked

    def plainly(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
        return lambda left, right: compare(_plain(left), _plain(right))

    calculated = {"_-_": operator.sub, "_*_": operator.mul, "_/_": operator.truediv, "_%_": operator.mod}
    ordered = {"_<_": operator.lt, "_<=_": operator.le, "_>_": operator.gt, "_>=_": operator.ge}
    return {
        "_==_": strict(_same),
        "_!=_": strict(lambda left, right: not _same(left, right)),
        "_in_": strict(_within),
        "_+_": strict(_sum, "number", "text", "list"),
        **{name: strict(work, "number") for name, work in calculated.items()},
        **{name: strict(plainly(work), "number", "text") for name, work in ordered.items()},
    }
