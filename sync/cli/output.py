"""Destinations and styles of reports, and messages on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from msgspec import Struct, to_builtins

from parsers.model import Problem
from sync.errors import NoVerdict
from sync.files import write_whole
from sync.progress import to_stderr
from sync.settings.config import Config
from sync.text import json_text, log_line, safe

if TYPE_CHECKING:
    from rich.console import RenderableType

_MOST_PROBLEMS = 20


def publish(
    config: Config,
    as_json: Callable[[], Struct],
    as_text: Callable[[], Iterable[RenderableType]],
    otherwise: Callable[[str], str] | None = None,
) -> None:
    """Write the report in the configured format to the configured place; ``otherwise`` makes the
    formats of an audit, by name.
    """
    if config.format == "json":
        text = json_text(to_builtins(as_json()))
    elif config.format != "text" and otherwise is not None:
        text = otherwise(config.format)
    else:
        from sync.reports.layout import print_to_text

        text = print_to_text(
            as_text(),
            width=shutil.get_terminal_size((100, 24)).columns,
            colour=_colourful(config),
            encoding=sys.stdout.encoding if config.output is None else None,
        )
    to_stdout(text) if config.output is None else write_whole(config.output, text)


def warn_of(problems: Iterable[Problem]) -> None:
    """List unread data on standard error, fatal problems first; with ``--quiet`` only these."""
    context = click.get_current_context(silent=True)
    quiet = context is not None and bool(context.params.get("quiet"))
    ordered = sorted(
        (each for each in problems if each.fatal or not quiet),
        key=lambda problem: not problem.fatal,
    )
    for problem in ordered[:_MOST_PROBLEMS]:
        note(f"{'' if problem.fatal else 'note: '}{problem.sentence}")
    if len(ordered) > _MOST_PROBLEMS:
        note(f"and {len(ordered) - _MOST_PROBLEMS} more")


def note(text: str) -> None:
    """Say something on standard error, such as why a command did less than it was asked for."""
    to_stderr(log_line(f"blognomic: {safe(text)}\n"))


def _colourful(config: Config) -> bool:
    """Return the choice of ``--color``, else NO_COLOR, else FORCE_COLOR, else whether a terminal
    shows the report.
    """
    if config.color != "auto":
        return config.color == "always"
    if config.output is not None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return os.environ.get("FORCE_COLOR", "") not in ("", "0") or sys.stdout.isatty()


def to_stdout(text: str) -> None:
    """Write to standard output. A reader that stops early (``| head``) is no error. Raises
    :class:`NoVerdict` for other failures.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # The rest of the buffer must not fail a second time at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise NoVerdict(
                f"the report cannot be written to standard output: {error.strerror or error}; pass"
                " --output FILE"
            ) from None
