"""What a long command is doing: a line on the terminal that is erased at the end. Elsewhere nothing is said unless it is asked for."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

import click

from sync.text import shorten
from validators.words import span

_CLEAR = "\r\x1b[K"


class Say(Protocol):
    """Shows a step: what it is about, and the number of it if it is one of several."""

    def __call__(self, what: str, number: int = 0, of: int = 0, name: str = "") -> None:
        """Such as ``say("entry", 12, 85, "A Title")``."""
        ...


def silent(what: str, number: int = 0, of: int = 0, name: str = "") -> None:
    """Shows nothing."""


class Steps:
    """The steps in words, with the time that is left by the time that those of this kind took so far."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._of = ("", 0)
        self._began = (0, 0.0)
        self.line = ""

    def take(self, what: str, number: int, of: int, name: str) -> str:
        """The line for a step: ``entry 12 of 85, about 40 s left: A Title``."""
        now = self._now()
        if (what, of) != self._of:
            self._of, self._began = (what, of), (number, now)
        first, began = self._began
        left = (now - began) / (number - first) * (of - number + 1) if number > first else None
        count = f" {number} of {of}" if of else ""
        self.line = f"{what}{count}{'' if left is None else f', about {_rounded(left)} left'}{f': {name}' if name else ''}"
        return self.line


def _rounded(seconds: float) -> str:
    return span(timedelta(seconds=seconds)) if seconds >= 90 else f"{max(round(seconds / 5) * 5, 5)} s"


@contextmanager
def progress(now: Callable[[], float] = time.monotonic) -> Iterator[Say]:
    """A function that shows a step. ``--quiet`` silences it; with ``--verbose`` each step stays as a line of its own."""
    context = click.get_current_context(silent=True)
    given = {} if context is None else context.params
    if given.get("quiet"):
        yield silent
    elif given.get("verbose"):
        steps = Steps(now)
        yield lambda what, number=0, of=0, name="": _plain(steps.take(what, number, of, name))
    elif sys.stderr.isatty():
        steps = Steps(now)
        try:
            yield lambda what, number=0, of=0, name="": _show(f"{_CLEAR}{shorten(steps.take(what, number, of, name), 76)}")
        finally:
            _show(_CLEAR)
    else:  # whatever reads it, such as cron, would take it for something to tell
        yield silent


def _plain(line: str) -> None:
    if line:
        _show(f"blognomic: {shorten(line, 160)}\n")


def _show(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
