"""Exit codes and errors. The message of an error is one sentence: what is wrong, where, and what to
do about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """The exit code of a command (docs/ci.md). ``NO_VERDICT`` takes precedence over ``FINDINGS``:
    missing data must not look clean.
    """

    CLEAN = 0
    FINDINGS = 1
    """Findings at or above ``--fail-on``, or corrections or notices that remain."""
    USAGE = 2
    NO_VERDICT = 3
    INTERRUPTED = 130
    """The exit code that a shell reports for SIGINT."""


class SyncError(Exception):
    """Base class of all errors; :mod:`sync.cli` prints only the message."""

    exit_code: ClassVar[ExitCode] = ExitCode.NO_VERDICT


class UsageError(SyncError):
    """The command line, the environment or a configuration file is wrong."""

    exit_code = ExitCode.USAGE


class OtherGame(UsageError):
    """The store has another game than the one that is named."""


class NoVerdict(SyncError):
    """A source could not be fetched or read, so there is no verdict."""


class Unreachable(NoVerdict):
    """A source could not be fetched at all, so its contents are unknown."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A "did you mean" clause, empty without a similar known word."""
    # Without the dashes of options and the common prefix of variables, which would make any two
    # words similar.
    folded = {name.casefold().lstrip("-").removeprefix("blognomic_"): name for name in known}
    close = get_close_matches(word.casefold().lstrip("-").removeprefix("blognomic_"), folded, n=1)
    return f"; did you mean {folded[close[0]]!r}?" if close else ""
