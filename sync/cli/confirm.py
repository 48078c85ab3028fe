"""Asking about each edit on a terminal: yes, no, all the rest, or quit."""

from __future__ import annotations

import sys

import click

from sync.correct.correction import Correction
from sync.text import one_line

_CHOICES = "y: yes, n: no, a: yes to this and all others, q: no to this and all others"


def on_a_terminal() -> bool:
    """Whether somebody can be shown a change, and asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


class Confirmation:
    """Shows each correction with its diff on standard error, and asks whether to save it."""

    def __init__(self) -> None:
        self._rest: str | None = None

    def __call__(self, correction: Correction) -> str | None:
        """Why a correction is not saved, None where it is. The end of input means quit."""
        if self._rest is None:
            self._show(correction)
            answer = self._asked(correction)
            if answer not in ("a", "q"):
                return None if answer == "y" else "declined"
            self._rest = answer
        return None if self._rest == "a" else "declined"

    def _show(self, correction: Correction) -> None:
        from sync.reports.corrections import shown_correction
        from sync.reports.layout import print_to_text

        click.echo(print_to_text(shown_correction(correction), width=100, colour=False), err=True)

    def _asked(self, correction: Correction) -> str:
        question = f"Save this edit of “{one_line(correction.title)}”? [y/n/a/q]"
        while True:
            try:
                answer = click.prompt(question, default="", show_default=False, err=True)
            except click.Abort:
                return "q"
            if answer.strip().lower() in ("y", "n", "a", "q"):
                return answer.strip().lower()
            click.echo(_CHOICES, err=True)
