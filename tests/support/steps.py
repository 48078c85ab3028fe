"""Counts the work of a function instead of timing it: calls of functions, and bytes held."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable

__all__ = ["count_calls", "peak_memory"]


def count_calls(work: Callable[[], object]) -> int:
    """Return the number of calls that ``work`` makes. A call into C, such as matching an
    expression, counts as one whatever it does.
    """
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before, collected = sys.getprofile(), gc.isenabled()
    # A collection runs callbacks, at times that depend on earlier work.
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
    """Return the most bytes of Python objects that ``work`` holds at once."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
