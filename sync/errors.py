"""The two ways a command ends without having done its work. Both carry one sentence for people.

The sentence says what is wrong, where, and what to do about it; :mod:`sync.cli` prints it and nothing else.
"""

from __future__ import annotations

__all__ = ["NoVerdict", "SyncError", "Unreachable", "UsageError", "nearest"]

from collections.abc import Iterable
from difflib import get_close_matches


class SyncError(Exception):
    """Base of both, so that one ``except`` catches what is meant for people."""


class UsageError(SyncError):
    """The command line, the environment or a configuration file asks for something that cannot be."""


class NoVerdict(SyncError):
    """A source could not be had or could not be read, so nothing can be said."""


class Unreachable(NoVerdict):
    """A source could not be had at all: what it holds is not known."""


def nearest(word: str, known: Iterable[str], *, count: int = 1) -> str:
    """A ready-made "did you mean" half-sentence, or nothing where no known word is near."""
    folded = {name.casefold(): name for name in known}
    close = [folded[name] for name in get_close_matches(word.casefold(), folded, n=count)]
    if not close:
        return ""
    return f"; did you mean {' or '.join(repr(name) for name in close)}?"
