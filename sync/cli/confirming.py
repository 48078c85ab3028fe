"""What the commands that save edits share: asking about each one on a terminal, and the exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

import click
from rich.console import RenderableType

from sync.correct.correction import Correction
from sync.errors import ExitCode, UsageError
from sync.reports.layout import print_to_text
from sync.text import one_line
from sync.wiki.writing.page_edit import LOGIN_REFUSED, EditOutcome, PageEdit

Edit = TypeVar("Edit", bound=PageEdit)

_CHOICES = "y: yes, n: no, a: yes to this and all others, q: no to this and all others"


def confirmation(shown: Callable[[Edit], Iterable[RenderableType]], *, write: bool, yes: bool) -> Confirmation[Edit] | None:
    """Who asks about each edit, None where nobody can or need be asked. Raises :class:`UsageError` for --yes without --apply."""
    if yes and not write:
        raise UsageError("--yes confirms what --apply saves; pass both, or none for a preview")
    return Confirmation(shown) if write and not yes and on_a_terminal() else None


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
        question, answer = f"Save this edit of “{one_line(edit.title)}”? [y/n/a/q]", ""
        while answer not in ("y", "n", "a", "q"):
            if answer:
                click.echo(_CHOICES, err=True)
            try:
                answer = click.prompt(question, default="?", show_default=False, err=True).strip().lower()
            except click.Abort:
                answer = "q"
        if answer in ("a", "q"):
            self._rest = answer
        return None if answer in ("y", "a") else "declined"


def code_of_results(outcomes: Sequence[EditOutcome]) -> ExitCode:
    """How a command ends whose edits had these outcomes."""
    if any(each.code == LOGIN_REFUSED for each in outcomes):
        return ExitCode.USAGE
    if any(each.result == "unknown" for each in outcomes):
        return ExitCode.NO_VERDICT
    return ExitCode.FINDINGS if any(each.result not in ("saved", "unchanged") for each in outcomes) else ExitCode.CLEAN
