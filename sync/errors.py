"""The two ways a command fails, each with one sentence: what is wrong, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class SyncError(Exception):
    """Base of both: :mod:`sync.cli` prints its message and nothing else."""


class UsageError(SyncError):
    """The command line, the environment or a configuration file is wrong."""


class NoVerdict(SyncError):
    """A source could not be fetched or read, so there is no verdict."""


class Unreachable(NoVerdict):
    """A source could not be fetched at all, so its contents are unknown."""


def nearest(word: str, known: Iterable[str], *, count: int = 1) -> str:
    """A ready-made "did you mean" half-sentence, or nothing where no known word is near."""
    # The dashes of an option would make any two of them alike.
    folded = {name.casefold().lstrip("-"): name for name in known}
    close = [folded[name] for name in get_close_matches(word.casefold().lstrip("-"), folded, n=count)]
    if not close:
        return ""
    return f"; did you mean {' or '.join(repr(name) for name in close)}?"
