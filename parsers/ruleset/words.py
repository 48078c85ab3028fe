"""The words of sentences, by which most questions about them are answered before an expression is tried."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from parsers.patterns import later

__all__ = ["KeyedPattern", "Lines", "Words", "words_of", "words_of_all"]

Words = Sequence[str]
"""The runs of ``\\w`` in a text, in order, each letter beyond ASCII as ``_``."""

_BEYOND_ASCII = later(r"[^\x00-\x7f]")
_BETWEEN = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "_\n")}


def words_of_all(lines: Sequence[str]) -> list[Words]:
    """The words of each of several texts of one line."""
    if not lines:
        return []
    text = "\n".join(lines)
    if not text.isascii():
        text = _BEYOND_ASCII.sub(lambda found: "_" if found[0].isalnum() else " ", text)
    # One call for all lines: setting up the table takes longer than most sentences.
    return [line.split() for line in text.translate(_BETWEEN).split("\n")]


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
    """

    def __init__(self, pattern: str, *keys: str) -> None:
        self.pattern = later(pattern)
        named = (key.split("; ") for key in keys)
        self._keys = [(frozenset(words.split()), parts) for words, *parts in named]

    def found(self, text: str, words: Words | None = None) -> bool:
        """Whether the expression matches somewhere in a text; its words are read if they are not given."""
        words = words_of(text) if words is None else words
        for key, parts in self._keys:
            if key.isdisjoint(words) and not (parts and any(map(text.__contains__, parts))):
                return False
        return self.pattern.search(text) is not None
