"""The words of sentences, by which most questions about them are answered before an expression is tried."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate

from parsers.patterns import later

__all__ = ["AnyPattern", "KeyedPattern", "Lines", "Words", "words_of", "words_of_all"]

Words = Sequence[str]
"""The runs of ``\\w`` in a text, in order, each letter beyond ASCII as ``_``."""

_BEYOND_ASCII = later(r"[^\x00-\x7f]")
_BETWEEN = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "_\n")}


def words_of_all(lines: Sequence[str]) -> list[Words]:
    """The words of each of several texts of one line."""
    if not lines:
        return []
    text = "\n".join([line if line.isascii() else _BEYOND_ASCII.sub(_in_ascii, line) for line in lines])
    # One call for all lines: setting up the table takes longer than most sentences.
    return [line.split() for line in text.translate(_BETWEEN).split("\n")]


def _in_ascii(found: re.Match[str]) -> str:
    return "_" if found[0].isalnum() else " "


def words_of(text: str) -> Words:
    """The words of one text."""
    return words_of_all((text.replace("\n", " "),))[0]


class Lines:
    """Texts as one, to find those that have a word much faster than one by one."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.text = "\n".join(texts)
        self._starts = [0, *accumulate(len(text) + 1 for text in texts)]

    def having(self, word: str, within: int | None = None) -> Iterator[int]:
        """The numbers, in order, of the texts in which the word, or part of words, begins (within so many characters)."""
        at = self.text.find(word)
        while at >= 0:
            place = bisect_right(self._starts, at) - 1
            if within is None or at < self._starts[place] + within:
                yield place
            at = self.text.find(word, self._starts[place + 1])


class KeyedPattern:
    """An expression that is tried only on texts with the words that each of its matches has.

    Each of the ``keys`` names what every match has one of: words and, each behind a semicolon, parts of the text.
    Of ``beside`` the sentence must have a word, too, and a match need not. Where every match ends with a ``word`` (or its
    plural), no more than ``ahead`` characters before which it begins, it is looked for around that word only.
    """

    def __init__(self, pattern: str, *keys: str, beside: str = "", word: str = "", ahead: int = 0) -> None:
        self.pattern = later(pattern)
        self.beside = frozenset(beside.split())
        self._word, self._ahead = word, ahead
        named = (key.split("; ") for key in ((beside, *keys) if beside else keys))
        self._keys = [(frozenset(words.split()), parts) for words, *parts in named]
        self.words = frozenset[str]().union(*(words for words, _ in self._keys))
        words, parts = self._keys[0] if self._keys else (frozenset[str](), [])
        self.first_words = frozenset[str]() if parts else words
        """Of these each match has one; none where it may have a part of the text instead."""
        self.others = self._keys[1:]
        """The keys behind the first."""

    def found(self, text: str, words: Collection[str] | None = None) -> bool:
        """Whether the expression matches somewhere in a text; its words, or those that are keys, are read if they are not given."""
        words = words_of(text) if words is None else words
        for key, parts in self._keys:
            if key.isdisjoint(words) and not _has_any(text, parts):
                return False
        return self.matches(text)

    def matches(self, text: str) -> bool:
        """Whether the expression matches somewhere in a text that has a word of each key."""
        return self._found_around(text) if self._word else self.pattern.search(text) is not None

    def _found_around(self, text: str) -> bool:
        at = text.find(self._word)
        while at >= 0:
            end = at + len(self._word)
            if self.pattern.search(text, max(0, at - self._ahead), end + 3):
                return True
            at = text.find(self._word, end)
        return False


def _has_any(text: str, parts: Sequence[str]) -> bool:
    for part in parts:  # noqa: SIM110 - "any" takes longer than the search
        if part in text:
            return True
    return False


class AnyPattern:
    """Several of them, of which one has to match. Those whose first key is only words are found by these, all at once."""

    def __init__(self, *patterns: KeyedPattern | AnyPattern) -> None:
        self.patterns: list[KeyedPattern] = []
        for pattern in patterns:
            self.patterns += pattern.patterns if isinstance(pattern, AnyPattern) else (pattern,)
        self.words = frozenset[str]().union(*(each.words for each in self.patterns))
        self._by_word: dict[str, list[KeyedPattern]] = {}
        for each in self.patterns:
            for word in each.first_words:
                self._by_word.setdefault(word, []).append(each)
        self._first_words = frozenset(self._by_word)
        self._others = [each for each in self.patterns if not each.first_words]

    def found(self, text: str, words: Collection[str] | None = None) -> bool:
        """Whether one of the expressions matches somewhere in a text; its words as above."""
        words = words_of(text) if words is None else words
        for word in self._first_words.intersection(words):
            for pattern in self._by_word[word]:
                for key, parts in pattern.others:
                    if key.isdisjoint(words) and not _has_any(text, parts):
                        break
                else:
                    if pattern.matches(text):
                        return True
        for pattern in self._others:  # noqa: SIM110 - "any" takes longer
            if pattern.found(text, words):
                return True
        return False
