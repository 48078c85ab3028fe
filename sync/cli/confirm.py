"""Asking about each edit on a terminal: yes, no, all the rest, or quit."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import click
from rich.console import RenderableType

from sync.correct.correction import Correction
from sync.reports.layout import print_to_text
from sync.text import one_line
from sync.wiki.writing.page_edit import PageEdit

Edit = TypeVar("Edit", bound=PageEdit)

_CHOICES = "y: yes, n: no, a: yes to this and all others, q: no to this and all others"


def on_a_terminal() -> bool:
    """Whether somebody can be shown a change, and asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


class Confirmation(Generic[Edit]):
    """Shows each edit with its diff on standard error, and asks whether to save it."""

    def __init__(self, shown: Callable[[Edit], Iterable[RenderableType]]) -> None:
        self._shown = shown
        self._rest: str | None = None

    def __call__(self, edit: Edit) -> str | None:
        """Why an edit is not saved, None where it is. The end of input means quit. A doubtful one is asked about after "all", too."""
        if self._rest == "q":
            return "declined"
        click.echo(print_to_text(self._shown(edit), width=100, colour=False), err=True)
        if self._rest == "a" and not (isinstance(edit, Correction) and edit.doubtful):
            return None
        answer = self._asked(edit)
        if answer in ("a", "q"):
            self._rest = answer
        return None if answer in ("y", "a") else "declined"

    def _asked(self, edit: Edit) -> str:
        question = f"Save this edit of “{one_line(edit.title)}”? [y/n/a/q]"
        while True:
            try:
                answer = click.prompt(question, default="", show_default=False, err=True)
            except click.Abort:
                return "q"
            if answer.strip().lower() in ("y", "n", "a", "q"):
                return answer.strip().lower()
            click.echo(_CHOICES, err=True)
