"""The exit codes (docs/ci.md)."""

from __future__ import annotations

from enum import IntEnum

from sync.errors import SyncError, UsageError


class ExitCode(IntEnum):
    """How a command ended. ``NO_VERDICT`` wins over ``FINDINGS``: what could not be seen must not look clean."""

    CLEAN = 0
    FINDINGS = 1
    """Findings at or above ``--fail-on``, or corrections or notices that remain."""
    USAGE = 2
    NO_VERDICT = 3
    INTERRUPTED = 130
    """As a shell reports SIGINT."""


def code_of(error: SyncError) -> ExitCode:
    """How a command ends that raises."""
    return ExitCode.USAGE if isinstance(error, UsageError) else ExitCode.NO_VERDICT
