"""What a long command is doing: a line on the terminal that is erased at the end. Elsewhere nothing is said unless it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import click

from sync.text import shorten

_CLEAR = "\r\x1b[K"


class Say(Protocol):
    """Shows a step: what it is about, and the number of it if it is one of several."""

    def __call__(self, what: str, number: int = 0, of: int = 0, name: str = "") -> None:
        """Such as ``say("entry", 12, 85, "A Title")``."""
        ...


def silent(what: str, number: int = 0, of: int = 0, name: str = "") -> None:
    """Shows nothing."""


def _line(what: str, number: int, of: int, name: str) -> str:
    """The line for a step: ``entry 12 of 85: A Title``."""
    return f"{what}{f' {number} of {of}' if of else ''}{f': {name}' if name else ''}"


@contextmanager
def progress() -> Iterator[Say]:
    """A function that shows a step. ``--quiet`` silences it; with ``--verbose`` each step stays as a line of its own."""
    context = click.get_current_context(silent=True)
    given = {} if context is None else context.params
    if given.get("quiet"):
        yield silent
    elif given.get("verbose"):
        yield lambda what, number=0, of=0, name="": _show(f"blognomic: {shorten(_line(what, number, of, name), 160)}\n")
    elif sys.stderr.isatty():
        try:
            yield lambda what, number=0, of=0, name="": _show(f"{_CLEAR}{shorten(_line(what, number, of, name), 76)}")
        finally:
            _show(_CLEAR)
    else:  # whatever reads it, such as cron, would take it for something to tell
        yield silent


def _show(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
