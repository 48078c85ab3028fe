"""Progress of a long command: a line on the terminal that is erased at the end. Elsewhere it is
silent unless requested.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

import click

from sync.text import log_line, shorten

_CLEAR = "\r\x1b[K"


class Say(Protocol):
    """Shows a step: its object, and its number in a series."""

    def __call__(self, step: str, number: int = 0, total: int = 0, name: str = "") -> None:
        """Show a step, for instance ``say("entry", 12, 85, "A Title")``."""
        ...


def silent(step: str, number: int = 0, total: int = 0, name: str = "") -> None:
    """Show nothing."""


@contextmanager
def progress() -> Iterator[Say]:
    """Yield a function that shows a step. ``--quiet`` silences it; with ``--verbose`` each step
    keeps its own line.
    """
    context = click.get_current_context(silent=True)
    given = {} if context is None else context.params
    lasting = bool(given.get("verbose"))
    if given.get("quiet") or not (lasting or sys.stderr.isatty()):
        yield silent  # a reader such as cron would treat it as a message
        return

    def say(step: str, number: int = 0, total: int = 0, name: str = "") -> None:
        line = f"{step}{f' {number} of {total}' if total else ''}{f': {name}' if name else ''}"
        to_stderr(
            log_line(f"blognomic: {shorten(line, 160)}\n")
            if lasting
            else f"{_CLEAR}{shorten(line, 76)}"
        )

    try:
        yield say
    finally:
        to_stderr("" if lasting else _CLEAR)


def to_stderr(text: str) -> None:
    """Write to standard error. A full disk or a reader that has gone ends no command: it may be
    between two steps of an edit.
    """
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()
