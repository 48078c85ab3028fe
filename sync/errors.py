"""How a command ends: the exit codes, and the errors, each one sentence: what is wrong, where, and
what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """How a command ended (docs/ci.md). ``NO_VERDICT`` wins over ``FINDINGS``: what could not be
    seen must not look clean.
    """

    CLEAN = 0
    FINDINGS = 1
    """Findings at or above ``--fail-on``, or corrections or notices that remain."""
    USAGE = 2
    NO_VERDICT = 3
    INTERRUPTED = 130
    """As a shell reports SIGINT."""


class SyncError(Exception):
    """Base of all: :mod:`sync.cli` prints its message and nothing else."""

    exit_code: ClassVar[ExitCode] = ExitCode.NO_VERDICT


class UsageError(SyncError):
    """The command line, the environment or a configuration file is wrong."""

    exit_code = ExitCode.USAGE


class NoVerdict(SyncError):
    """A source could not be fetched or read, so there is no verdict."""


class Unreachable(NoVerdict):
    """A source could not be fetched at all, so its contents are unknown."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A ready-made "did you mean" half-sentence, or nothing where no known word is near."""
    # The dashes of options, and what all variables begin with, would make any two of them alike.
    folded = {name.casefold().lstrip("-").removeprefix("blognomic_"): name for name in known}
    close = get_close_matches(word.casefold().lstrip("-").removeprefix("blognomic_"), folded, n=1)
    return f"; did you mean {folded[close[0]]!r}?" if close else ""
