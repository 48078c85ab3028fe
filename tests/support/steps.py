"""How much work something is, counted instead of timed: calls of functions, in Python or C."""

from __future__ import annotations

import sys
from collections.abc import Callable

__all__ = ["count_calls"]


def count_calls(work: Callable[[], object]) -> int:
    """How many calls ``work`` makes. What one call does inside C, such as matching an expression, counts as one."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls
