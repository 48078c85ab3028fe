"""A progress line on the terminal, erased at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sync.text import shorten

__all__ = ["progress"]

_CLEAR = "\r\x1b[K"


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A function that shows a step on the terminal; without a terminal it does nothing."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    try:
        yield lambda text: _show(f"{_CLEAR}{shorten(text, 76)}")
    finally:
        _show(_CLEAR)


def _show(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
