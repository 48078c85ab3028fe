"""One notation for wordings, and its matcher.

    (add|create) [a] [new] rule (called|titled) {name:title} [with the following text] {text:new}

A word stands for itself, in capitals or not. ``[...]`` may be missing, ``(a|b)`` is one of several, ``{slot}`` is what the
table's slots say it is, and ``{slot:name}`` the same under another name. A comma or a colon may stand between any two words, a
full stop at the end. A text fits a phrase as a whole or not at all.

An optional part is taken wherever it fits, and of several the longest: nothing is tried twice, so that matching takes time in
proportion to the text, whatever it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

LONGEST = 1_000
"""Characters of a text that is matched at most; what is quoted in it should be one sign each by then."""

_PIECE = re.compile(r"\s+|\{(?P<slot>[a-z]+)(?::(?P<name>[a-z]+))?\}|(?P<sign>[][()|])|(?P<word>[^\s\[\](){}|]+)")
_GAP = "[,:]?+ ?+"
_ENDS = re.compile(r"[.;:!,]?+ ?+")


class WrongWording(ValueError):
    """A wording that the notation does not allow, with the reason as a sentence."""


class Phrase:
    """A wording, compiled at its first use. ``slots`` are regular expressions without named groups."""

    def __init__(self, wording: str, slots: Mapping[str, str]) -> None:
        self.wording = wording
        self._slots = slots

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression. Raises WrongWording."""
        reader = _Reader(self.wording, self._slots)
        source = reader.alternatives()
        if reader.sign is not None:
            raise WrongWording(f"“{self.wording}” closes a bracket that it does not open")
        return re.compile(source, re.IGNORECASE)

    def match(self, text: str) -> Mapping[str, str] | None:
        """What stands in each slot, if the whole text fits; slots in a part that is missing are left out."""
        if len(text) > LONGEST or not self._may_fit(text):
            return None
        found = self.pattern.match(text)
        if found is None or not _ENDS.fullmatch(text, found.end()):
            return None
        return {name: value for name, value in found.groupdict().items() if value is not None}

    @cached_property
    def _needed(self) -> list[frozenset[str]]:
        """Words of which a text has to have one of each set; to look for them is much quicker than to compile what never fits."""
        needed: list[frozenset[str]] = []
        inside: list[str] = []
        words: set[str] = set()
        for piece in _PIECE.finditer(self.wording):
            if piece["sign"] in ("(", "["):
                inside.append(piece["sign"])
                continue
            if piece["slot"]:
                words.add("")
            elif piece["word"]:
                words.add(piece["word"].lower())
            if piece["sign"] in (")", "]") and inside:
                opened = inside.pop()
                if not inside and opened == "[":
                    words.clear()
            if not inside and words:
                needed.append(frozenset(words))
                words.clear()
        return [each for each in needed if "" not in each]

    def _may_fit(self, text: str) -> bool:
        low = text.lower()
        return all(any(word in low for word in words) for words in self._needed)


def fitting(phrases: Sequence[Phrase], text: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The numbers of the phrases that a text fits, each with its slots."""
    for number, phrase in enumerate(phrases):
        slots = phrase.match(text)
        if slots is not None:
            yield number, slots


class _Reader:
    """Reads a wording from left to right; ``sign`` is the bracket or bar that it stopped at."""

    def __init__(self, wording: str, slots: Mapping[str, str]) -> None:
        self._wording = wording
        self._slots = slots
        self._pieces = self._cut()
        self.sign: str | None = None

    def _cut(self) -> Iterator[re.Match[str]]:
        place = 0
        while place < len(self._wording):
            piece = _PIECE.match(self._wording, place)
            if piece is None:
                raise WrongWording(f"“{self._wording}” is no wording from “{self._wording[place : place + 20]}” on")
            yield piece
            place = piece.end()

    def alternatives(self) -> str:
        """What stands up to the bracket that closes this group: one sequence, or several with bars between."""
        listed = [self._sequence()]
        while self.sign == "|":
            listed.append(self._sequence())
        return _one_of(listed)

    def _sequence(self) -> str:
        parts: list[str] = []
        for piece in self._pieces:
            sign = piece["sign"]
            if piece["word"]:
                parts.append(rf"{re.escape(piece['word'])}(?![\w-]){_GAP}")
            elif piece["slot"]:
                parts.append(f"(?P<{piece['name'] or piece['slot']}>(?>{self._slot(piece['slot'])})){_GAP}")
            elif sign in ("[", "("):
                inner = self.alternatives()
                if self.sign != {"[": "]", "(": ")"}[sign]:
                    raise WrongWording(f"“{self._wording}” opens a “{sign}” that it does not close")
                parts.append(f"(?:{inner})?+" if sign == "[" else inner)
            elif sign:
                self.sign = sign
                return "".join(parts)
        self.sign = None
        return "".join(parts)

    def _slot(self, name: str) -> str:
        if name not in self._slots:
            raise WrongWording(f"“{self._wording}” has a slot {{{name}}} that is none of {', '.join(sorted(self._slots))}")
        return self._slots[name]


def _one_of(listed: Iterable[str]) -> str:
    """The longest that fits, which is no other's beginning."""
    return f"(?>{'|'.join(sorted(listed, key=len, reverse=True))})"
