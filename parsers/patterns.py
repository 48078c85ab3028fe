"""Regular expressions that are compiled when they are first used.

The readers of prose have hundreds of them, and compiling takes longer than anything else at start-up.
"""

from __future__ import annotations

import re
from typing import cast

_METHODS = ("finditer", "findall", "flags", "fullmatch", "groupindex", "groups", "match", "search", "split", "sub", "subn")


class _LaterPattern:
    """Stands for a compiled expression, whose methods become its own attributes with the first use of any."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update({each: getattr(compiled, each) for each in _METHODS})
        return self.__dict__[name]


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The expression, compiled at the first use of anything but ``pattern``; re.error is raised at that time.

    Methods of patterns, ``flags``, ``groups`` and ``groupindex`` work as usual; functions of :mod:`re` do not take it for a pattern.
    """
    return cast("re.Pattern[str]", _LaterPattern(pattern, flags))
