"""Patterns of text: regular expressions that are compiled when they are first used, and one
notation for wordings.

The readers of prose have hundreds of expressions, and compiling takes longer than anything else at
start-up. A wording::

    (add|create) [a] [new] rule (called|titled) {name:title} [with the following text] {text:new}

A word stands for itself, in capitals or not. ``[...]`` may be missing, ``(a|b)`` is one of several,
``{slot}`` is what the table's slots say it is, and ``{slot:name}`` the same under another name. A
comma or a colon may stand between any two words, a full stop at the end. A text fits a phrase as a
whole or not at all. An optional part is taken wherever it fits, and of several the one that takes
most: what was taken stays so, and matching takes time in proportion to the text, whatever it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

_METHODS = (
    "finditer",
    "findall",
    "flags",
    "fullmatch",
    "groupindex",
    "groups",
    "match",
    "search",
    "split",
    "sub",
    "subn",
)


class _LaterPattern:
    """Stands for a compiled expression, whose methods become its own attributes with the first use
    of any.
    """

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
    """The expression, compiled (or re.error raised) at the first use but of ``pattern``; functions
    of :mod:`re` do not take it.
    """
    return cast("re.Pattern[str]", _LaterPattern(pattern, flags))


# Wordings

LONGEST = 1_000
"""Characters of a text that is matched at most; what is quoted in it should be one sign each by
then.
"""

_PIECE = re.compile(
    r"\s*(?:\{(?P<slot>[a-z]+)(?::(?P<name>[a-z]+))?\}|(?P<sign>[][()|])|(?P<word>[^\s\[\](){}|]+))\s*"
)
_END = re.compile(r"[.;:!,]?+ ?+\Z")
_MORE = re.compile(r"[\w-]")
_CLOSING = {"[": "]", "(": ")"}

Slots = Mapping[str, re.Match[str]]
"""What stands in the slots, by their names; one in a part that is missing is left out."""


class WrongWording(Exception):
    """A wording that the notation does not allow, with the reason as a sentence."""


class _Slot(NamedTuple):
    name: str
    pattern: re.Pattern[str]


class _Group(NamedTuple):
    ways: list[list[_Piece]]
    optional: bool


_Piece = str | _Slot | _Group


class Phrase:
    """A wording with the expressions of its slots. Raises WrongWording."""

    def __init__(self, wording: str, slots: Mapping[str, re.Pattern[str]]) -> None:
        self._wording = wording
        self._slots = slots
        self._place = 0
        self._ways = self._alternatives("")

    def match(self, text: str) -> Slots | None:
        """What stands in each slot, if the whole text fits."""
        found = _longest(self._ways, text, 0) if len(text) <= LONGEST else None
        return found[1] if found is not None and _END.match(text, found[0]) else None

    def _alternatives(self, closing: str) -> list[list[_Piece]]:
        """What stands up to the bracket that closes this group: sequences with bars between."""
        ways: list[list[_Piece]] = [[]]
        while self._place < len(self._wording):
            found = _PIECE.match(self._wording, self._place)
            sign = found["sign"] if found else self._wording[self._place]
            if found is None or (sign and sign not in (closing, "|", *_CLOSING)):
                raise WrongWording(
                    f"“{self._wording}” is no wording from"
                    f" “{self._wording[self._place : self._place + 20]}” on"
                )
            self._place = found.end()
            if sign == closing:
                return ways
            if sign == "|":
                ways.append([])
            elif sign in _CLOSING:
                ways[-1].append(_Group(self._alternatives(_CLOSING[sign]), sign == "["))
            else:
                ways[-1].append(
                    found["word"].lower()
                    if found["word"]
                    else self._slot(found["slot"], found["name"])
                )
        if closing:
            raise WrongWording(
                f"“{self._wording}” opens a bracket that it does not close with “{closing}”"
            )
        return ways

    def _slot(self, slot: str, name: str | None) -> _Slot:
        if slot not in self._slots:
            raise WrongWording(
                f"“{self._wording}” has a slot {{{slot}}} that is none of"
                f" {', '.join(sorted(self._slots))}"
            )
        return _Slot(name or slot, self._slots[slot])


def _longest(ways: Sequence[Sequence[_Piece]], text: str, start: int) -> tuple[int, Slots] | None:
    fits = [found for way in ways if (found := _fit(way, text, start)) is not None]
    return max(fits, key=lambda found: found[0], default=None)


def _fit(pieces: Sequence[_Piece], text: str, place: int) -> tuple[int, Slots] | None:
    slots: dict[str, re.Match[str]] = {}
    for piece in pieces:
        if isinstance(piece, _Group):
            taken = _longest(piece.ways, text, place)
            if taken is None and not piece.optional:
                return None
            place, more = taken or (place, {})
            slots |= more
            continue
        if isinstance(piece, str):
            end = place + len(piece)
            if text[place:end].lower() != piece or _MORE.match(text, end):
                return None
        else:
            found = piece.pattern.match(text, place)
            if found is None:
                return None
            slots[piece.name], end = found, found.end()
        place = end + text.startswith((",", ":"), end)
        place += text.startswith(" ", place)
    return place, slots


def fitting(phrases: Sequence[Phrase], text: str) -> Iterator[tuple[int, Slots]]:
    """The numbers of the phrases that a text fits, each with its slots."""
    for number, phrase in enumerate(phrases):
        slots = phrase.match(text)
        if slots is not None:
            yield number, slots
