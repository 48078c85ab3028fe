"""One notation for the wordings of clauses and of what verdicts rest on, for texts of words each
with a blank behind it.

    (a|any) player may submit [a] <proposal> unless they already have {n:pending} pending

``[...]`` may be missing, ``(a|b)`` is one of several, ``<name>`` stands for a line that several
wordings share, ``{slot}`` is what the table's slots say it is, ``{slot:name}`` the same under
another name; ``...`` are up to seven words, ``beginn*`` is every word that begins so. An expression
is compiled when a text has the words without which the wording fits none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Generic, TypeVar

_NONE: Mapping[str, str] = MappingProxyType({})
_SIGNS = {
    "[": "(?:",
    "]": ")?",
    "(": "(?:",
    ")": ")",
    "|": "|",
    "...": r"(?:\S+ ){0,7}?",
    ".": r"\. ",
    '"': '" ',
}
_DEPTHS = {"(": 1, "[": 1, ")": -1, "]": -1}
_PIECE = re.compile(r"\.\.\.|\{[a-z:]+\}|[][()|]|[^][()|{}\s]+")
_SHARED = re.compile(r"<(\w+)>")

Needed = list[frozenset[str]]
T = TypeVar("T")


def needed_words(pieces: Iterable[str]) -> Needed:
    """Sets of words, in small letters, of which every text that a wording fits has one each, in
    this order.

    ``pieces`` are the wording's signs and words; several words with bars between them in one piece
    are a choice. Words that stand side by side are one.
    """
    open_groups: list[list[Needed]] = [[[]]]
    before = ""
    for piece in pieces:
        here = open_groups[-1][-1]
        if piece in ("(", "["):
            open_groups.append([[]])
        elif piece == "|":
            open_groups[-1].append([])
        elif piece in (")", "]"):
            group = _one_of(open_groups.pop())
            open_groups[-1][-1] += group if piece == ")" else []
        elif before and piece[0].isalnum():
            here[-1] = frozenset((f"{before} {piece.lower()}",))
        elif piece.strip("(")[:1].isalnum():
            here.append(frozenset(piece.strip("()").lower().split("|")))
        (before,) = here[-1] if piece[0].isalnum() and piece[-1] != "*" else ("",)
    return _one_of(open_groups[0])


def _one_of(alternatives: list[Needed]) -> Needed:
    if len(alternatives) == 1:
        return alternatives[0]
    rarest = [min(each, key=_frequency, default=frozenset[str]()) for each in alternatives]
    return [frozenset[str]().union(*rarest)] if all(rarest) else []


def _frequency(words: frozenset[str]) -> tuple[int, int]:
    """How often one of some words may stand in a text, roughly: long ones are rare."""
    return len(words), -max(map(len, words))


def stand_in_order(needed: Iterable[Iterable[str]], text: str) -> bool:
    """Whether a text has one of each of these words, in this order."""
    place = -1
    for words in needed:
        place = min((at for word in words if (at := text.find(word, place + 1)) >= 0), default=-1)
        if place < 0:
            return False
    return True


class WordingIndex(Generic[T]):
    """Things by a word that the wording of each needs (its ``pieces``), so that of many only those
    are tried that share one with a text.
    """

    def __init__(self, things: Iterable[tuple[Sequence[str], T]]) -> None:
        self._by_word: dict[str, list[tuple[int, T]]] = {}
        for number, (pieces, thing) in enumerate(things):
            for words in _sought(pieces):
                self._by_word.setdefault(max(words.split(" "), key=len), []).append((number, thing))

    def among(self, words: Iterable[str]) -> list[T]:
        """What a text of these words may have, in order."""
        found = {
            number: thing
            for word in self._by_word.keys() & {"", *words}
            for number, thing in self._by_word[word]
        }
        return [found[number] for number in sorted(found)]


def _sought(pieces: Sequence[str]) -> Iterable[str]:
    """Words of which a text needs one: the longest outside of all brackets, or those of the rarest
    choice.
    """
    depths = accumulate(_DEPTHS.get(piece, 0) for piece in pieces)
    outside = [
        piece.lower()
        for piece, depth in zip(pieces, depths, strict=True)
        if not depth and piece[0].isalnum() and piece[-1] != "*"
    ]
    if outside:
        return (max(outside, key=len),)
    whole = [each for each in needed_words(pieces) if not any("*" in word for word in each)]
    return sorted(whole, key=_frequency)[0] if whole else ("",)


class Wording:
    """One wording: its expression, and the kinds of its slots by their names. ``between`` is what
    may stand behind any word.
    """

    def __init__(
        self,
        line: str,
        slots: Mapping[str, str] = _NONE,
        shared: Mapping[str, str] = _NONE,
        between: str = "",
    ) -> None:
        while "<" in line:
            line = _SHARED.sub(lambda found: shared[found[1]], line)
        self.pieces: list[str] = _PIECE.findall(line)
        self._slots, self._between = slots, between
        named = (piece[1:-1].partition(":") for piece in self.pieces if piece[0] == "{")
        self.slots = {name or kind: kind for kind, _, name in named}

    @cached_property
    def _needed(self) -> list[list[str]]:
        return [
            [f" {word.partition('*')[0]}" if "*" in word else f" {word} " for word in words]
            for words in needed_words(self.pieces)
        ]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression."""
        return re.compile(rf"(?<!\S)(?:{''.join(map(self._part, self.pieces))})")

    def _part(self, piece: str) -> str:
        if piece in _SIGNS:
            return _SIGNS[piece]
        if piece[0] == "{":
            kind, _, name = piece[1:-1].partition(":")
            return f"(?P<{name or kind}>{self._slots[kind]}) "
        word = "[^ .]*".join(map(re.escape, piece.split("*")))
        return f"{word} {self._between}"

    def fullmatch(self, words: str) -> re.Match[str] | None:
        """The wording as all of a text."""
        return self.pattern.fullmatch(words) if stand_in_order(self._needed, f" {words}") else None

    def finditer(self, words: str) -> Iterator[re.Match[str]]:
        """Every place of the wording within a text."""
        # Words side by side are looked for together, but what may stand behind any word may stand
        # between them.
        return (
            self.pattern.finditer(words)
            if self._between or stand_in_order(self._needed, f" {words}")
            else iter(())
        )

    def search(self, words: str) -> re.Match[str] | None:
        """The first of them."""
        return next(self.finditer(words), None)
