"""Many texts as one, which is searched much faster than one by one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

__all__ = ["Lines"]


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
