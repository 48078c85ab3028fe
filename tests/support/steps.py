"""How much work something is, counted instead of timed: calls of functions, and bytes held."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable

__all__ = ["count_calls", "peak_memory"]


def count_calls(work: Callable[[], object]) -> int:
    """How many calls ``work`` makes. What one call does inside C, such as matching an expression,
    counts as one.
    """
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before, collected = sys.getprofile(), gc.isenabled()
    # A collection calls whoever asked to be told of it, and when there is one depends on what ran
    # before.
    gc.disable()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
        if collected:
            gc.enable()
    return calls


def peak_memory(work: Callable[[], object]) -> int:
    """The most bytes that ``work`` holds at once, in objects of Python."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
