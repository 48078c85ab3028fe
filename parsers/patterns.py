"""Regular expressions that are compiled when they are first used.

The readers of prose have hundreds of them, and compiling takes longer than anything else at start-up.
"""

from __future__ import annotations

import re
from typing import cast

__all__ = ["later", "skipping"]

_MOST_WORDS = 16
"""Of more, looking for the boundary of each takes longer to compile than it spares."""
_METHODS = ("finditer", "findall", "flags", "fullmatch", "groupindex", "groups", "match", "search", "split", "sub", "subn")


class _LaterPattern:
    """Stands for a compiled expression, whose methods become its own attributes with the first use of any."""

    def __init__(self, pattern: str, flags: int, *, skips: bool) -> None:
        self.pattern = pattern
        self._wanted, self._skips = flags, skips

    def __getattr__(self, name: str) -> object:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(skipping(self.pattern) if self._skips else self.pattern, self._wanted)
        self.__dict__.update({each: getattr(compiled, each) for each in _METHODS})
        return self.__dict__[name]


def skipping(pattern: str) -> str:
    r"""The same expression in a form in which the engine skips to the letters that a match may begin with.

    It does so only where nothing stands before these, so that a word's boundary is asked for behind its first letter. Left as it is
    is an expression that does not begin with ``\b`` and one of a few words.
    """
    branches = [_led(branch) for branch in _branches(pattern)]
    return pattern if None in branches else "|".join(filter(None, branches))


def _branches(pattern: str) -> list[str]:
    """The alternatives of an expression, those in its groups aside."""
    found, start, depth, place = [], 0, 0, 0
    in_class = False
    while place < len(pattern):
        character = pattern[place]
        if character == "\\":
            place += 1
        elif in_class:
            in_class = character != "]"
        elif character == "[":
            in_class = True
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "|" and not depth:
            found.append(pattern[start:place])
            start = place + 1
        place += 1
    return [*found, pattern[start:]]


def _led(branch: str) -> str | None:
    rest = branch.removeprefix("\\b")
    if rest == branch:
        return None
    if not rest.startswith("(?:"):
        return _behind_letter(rest)
    end = _closing(rest)
    words = [_behind_letter(word) for word in _branches(rest[3:end])]
    if None in words or len(words) > _MOST_WORDS or rest[end + 1 : end + 2] in {"?", "*", "+", "{"}:
        return None
    return f"(?:{'|'.join(filter(None, words))}){rest[end + 1 :]}"


def _closing(text: str) -> int:
    """Where the group ends that a text begins with: as soon as its alternatives are as many as those of all of it."""
    place = text.find(")")
    while _depth(text[: place + 1]):
        place = text.find(")", place + 1)
    return place


def _depth(text: str) -> int:
    plain = _NO_BRACKET.sub("", text)
    return plain.count("(") - plain.count(")")


def _behind_letter(text: str) -> str | None:
    found = _LETTER.match(text)
    return None if found is None else f"{found[0]}(?<!\\w{found[0]}){text[1:]}"


def later(pattern: str, flags: int = 0, *, skips: bool = False) -> re.Pattern[str]:
    """The expression, compiled at the first use of anything but ``pattern``; if it ``skips``, in the form of :func:`skipping`.

    Raises re.error at that time for an invalid one. The methods of patterns, ``flags``, ``groups`` and ``groupindex``
    work as usual; functions of :mod:`re` do not take it in place of a pattern.
    """
    return cast("re.Pattern[str]", _LaterPattern(pattern, flags, skips=skips))


_LETTER = later(r"[A-Za-z0-9](?![?*+{])")
_NO_BRACKET = later(r"\\.|\[\^?\]?[^\]]*\]")
