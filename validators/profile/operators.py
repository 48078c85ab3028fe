"""The operators of expressions, made strict: the library takes true for 1, and two errors for equal."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

__all__ = ["operators"]

_KINDS = {"IntType": "number", "DoubleType": "number", "StringType": "text", "ListType": "list", "BoolType": "truth", "NoneType": "blank"}


@cache
def operators() -> dict[str, Callable[..., Any]]:
    """The operators by the names the library gives them. Each returns an error where its values do not go together."""
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
