"""Set forms of words, one on a line, by which a sentence or a clause is known whole.

``a|b`` is one of these words, ``a|b?`` one of them or none, ``…`` any words at all, ``~ing`` a word with that end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

_MOST_WORDS = 80
"""A longer sentence has no form."""


class _Part(NamedTuple):
    """One of these words; none, where it may be missing; any number of any words for a gap."""

    words: frozenset[str]
    ends: tuple[str, ...]
    optional: bool
    gap: bool

    def takes(self, low: str) -> bool:
        return low in self.words or (bool(self.ends) and low.endswith(self.ends))


class _Form(NamedTuple):
    parts: tuple[_Part, ...]
    needed: tuple[frozenset[str], ...]
    """Of each of these the words must have one."""


def fits(lows: Sequence[str], forms: str) -> bool:
    """Whether words in lower case have one of the forms, from the first word to the last."""
    if not lows or len(lows) > _MOST_WORDS:
        return False
    words = set(lows)
    return any(not any(map(words.isdisjoint, form.needed)) and _has_form(lows, form.parts) for form in _read_forms(forms))


def _has_form(lows: Sequence[str], parts: Sequence[_Part]) -> bool:
    """Whether words are these parts, one behind the other."""
    ends = {0}
    for part in parts:
        if part.gap:
            ends = set(range(min(ends), len(lows) + 1))
            continue
        behind = {end + 1 for end in ends if end < len(lows) and part.takes(lows[end])}
        ends = behind | ends if part.optional else behind
        if not ends:
            return False
    return len(lows) in ends


@cache
def _read_forms(text: str) -> tuple[_Form, ...]:
    return tuple(_read_form(line) for line in text.strip().splitlines())


def _read_form(line: str) -> _Form:
    parts = tuple(_read_part(word) for word in line.split())
    return _Form(parts, tuple(part.words for part in parts if not (part.gap or part.optional or part.ends)))


def _read_part(word: str) -> _Part:
    names = word.removesuffix("?").split("|")
    ends = tuple(name[1:] for name in names if name.startswith("~"))
    return _Part(frozenset(names), ends, word.endswith("?"), word == "…")
