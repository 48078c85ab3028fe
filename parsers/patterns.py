"""Patterns of text: regular expressions that are compiled when they are first used, and one
notation for wordings.

The readers of prose have hundreds of expressions, and compiling takes longer than anything else at
start-up. A wording::

    (add|create) [a] [new] <rule> (called|titled) {name:title} [with ... text] {text:new}

A word stands for itself. ``[...]`` may be missing, ``(a|b)`` is one of several, ``<rule>`` stands
for a line that several wordings share, ``{slot}`` is what the table's slots say it is, and
``{slot:name}`` the same under another name; of several slots of one name the first counts.
``...`` are up to seven words. The spelling of the texts says what stands around a word.

A part that may be missing is taken wherever it fits, and of several the first that fits, those of
more words before others: what was taken stays so, and only a slot beside it may take less.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar, cast

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

_PIECE = re.compile(
    r"\s*(?:(?P<more>\.\.\.)|\{(?P<slot>[a-z]+)(?::(?P<name>[a-z]+))?\}|(?P<sign>[][()|])"
    r"|(?P<word>[^\s\[\](){}|]+))\s*"
)
_SHARED = re.compile(r"<(\w+)>")
_GROUP_NAME = re.compile(r"\(\?P<\w+>")
_CLOSING = {"[": "]", "(": ")"}
_MORE = r"(?:\S+ ){0,7}?"
_NONE: Mapping[str, str] = MappingProxyType({})
T = TypeVar("T")


class WrongWording(Exception):
    """A wording that the notation does not allow, with the reason as a sentence."""


class _Slot(NamedTuple):
    expression: str
    words: frozenset[str] = frozenset()


class _Group(NamedTuple):
    ways: list[list[_Piece]]
    optional: bool


_Piece = str | _Slot | _Group


class Spelling(NamedTuple):
    """The spelling of texts: characters that must not surround a word, that follow it, and that
    must not precede the whole wording.
    """

    before: str
    after: str
    joint: str
    flags: re.RegexFlag
    start: str = ""


PROSE = Spelling(r"(?<![\w-])", r"(?![\w'-])", " ?", re.IGNORECASE | re.DOTALL)
PLAIN_WORDS = Spelling("", "", " ", re.NOFLAG, r"(?<!\S)")
"""Of texts of words in lower case, each with a blank behind it."""


class Wording:
    """A wording with the expressions of its slots. ``slots`` are the kinds of these by their names.
    ``words`` has, for some kinds of slots, words of which each text in such a slot has one. Raises
    WrongWording.
    """

    def __init__(
        self,
        line: str,
        kinds: Mapping[str, str] = _NONE,
        shared: Mapping[str, str] = _NONE,
        spelling: Spelling = PROSE,
        words: Mapping[str, frozenset[str]] = MappingProxyType({}),
    ) -> None:
        while found := _SHARED.search(line):
            if found[1] not in shared:
                raise WrongWording(f"“{line}” has a part {found[0]} that is not in the table")
            line = line.replace(found[0], shared[found[1]])
        self.slots: dict[str, str] = {}
        self._line = line
        self._kinds = kinds
        self._spelling = spelling
        self._words = words
        self._place = 0
        self._ways = self._alternatives("")

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression."""
        expression = f"{self._spelling.start}(?:{self._expression(self._ways)})"
        return re.compile(expression, self._spelling.flags)

    def _alternatives(self, closing: str) -> list[list[_Piece]]:
        """What stands up to the bracket that closes this group: sequences with bars between."""
        ways: list[list[_Piece]] = [[]]
        while self._place < len(self._line):
            found = _PIECE.match(self._line, self._place)
            sign = found["sign"] if found else self._line[self._place]
            if found is None or (sign and sign not in (closing, "|", *_CLOSING)):
                rest = self._line[self._place : self._place + 20]
                raise WrongWording(f"“{self._line}” is no wording from “{rest}” on")
            self._place = found.end()
            if sign == closing:
                return ways
            if sign == "|":
                ways.append([])
            elif sign in _CLOSING:
                ways[-1].append(_Group(self._alternatives(_CLOSING[sign]), sign == "["))
            elif found["slot"]:
                ways[-1].append(self._slot(found["slot"], found["name"] or found["slot"]))
            else:
                ways[-1].append(_Slot(_MORE) if found["more"] else found["word"].lower())
        if closing:
            raise WrongWording(f"“{self._line}” does not close a bracket with “{closing}”")
        return ways

    def _slot(self, kind: str, name: str) -> _Slot:
        if kind not in self._kinds:
            known = ", ".join(sorted(self._kinds))
            raise WrongWording(f"“{self._line}” has a slot {{{kind}}} that is none of {known}")
        group = "?:" if name in self.slots else f"?P<{name}>"
        self.slots.setdefault(name, kind)
        expression = _GROUP_NAME.sub("(?:", self._kinds[kind])
        words = self._words.get(kind, frozenset())
        return _Slot(f"({group}{expression}){self._spelling.joint}", words)

    def _expression(self, ways: Iterable[Sequence[_Piece]]) -> str:
        longest_first = sorted(ways, key=len, reverse=True)
        return "|".join("".join(map(self._part, way)) for way in longest_first)

    def _part(self, piece: _Piece) -> str:
        if isinstance(piece, _Slot):
            return piece.expression
        if isinstance(piece, _Group):
            return f"(?>{self._expression(piece.ways)}){'?+' if piece.optional else ''}"
        before = self._spelling.before if piece[0].isalnum() else ""
        after = self._spelling.after if piece[-1].isalnum() else ""
        return f"{before}{re.escape(piece)}{after}{self._spelling.joint}"

    @property
    def needed(self) -> list[frozenset[str]]:
        """The words in every text that matches the wording, one from each set, in this order."""
        return _needed(self._ways)


def _needed(ways: Sequence[Sequence[_Piece]]) -> list[frozenset[str]]:
    if len(ways) == 1:
        return [words for piece in ways[0] for words in _needed_by(piece)]
    rarest = [_rarest(_needed([way])) for way in ways]
    return [frozenset[str]().union(*rarest)] if all(rarest) else []


def _needed_by(piece: _Piece) -> list[frozenset[str]]:
    if isinstance(piece, _Group):
        return [] if piece.optional else _needed(piece.ways)
    if isinstance(piece, _Slot):
        return [piece.words] if piece.words else []
    return [frozenset((piece,))] if piece[0].isalnum() else []


def _rarest(needed: Iterable[frozenset[str]]) -> frozenset[str]:
    """The rarest of these words, roughly: long ones are rare."""
    return min(
        needed, key=lambda words: (len(words), -min(map(len, words))), default=frozenset[str]()
    )


class WordingIndex(Generic[T]):
    """Things by the words that the wording of each needs, so that of many only those are tried (and
    compiled) whose words a text has in their order.
    """

    def __init__(self, things: Iterable[tuple[Wording, T]]) -> None:
        self._things = [(wording.needed, thing) for wording, thing in things]
        self._by_word: dict[str, list[int]] = {}
        for number, (needed, _) in enumerate(self._things):
            for word in _rarest(needed) or ("",):
                self._by_word.setdefault(word, []).append(number)

    def among(self, words: Sequence[str]) -> list[T]:
        """Return the entries that a text with these words may match, in order."""
        there = {"", *words}
        numbers = {
            number for word in there & self._by_word.keys() for number in self._by_word[word]
        }
        found = (self._things[number] for number in sorted(numbers))
        return [
            thing
            for needed, thing in found
            if not any(map(there.isdisjoint, needed)) and _in_order(needed, words)
        ]


def _in_order(needed: Iterable[frozenset[str]], words: Iterable[str]) -> bool:
    """Return whether the text has one word of each set, in the order of the sets."""
    rest = iter(words)
    return all(any(word in wanted for word in rest) for wanted in needed)
