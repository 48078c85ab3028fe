"""The sentences in which variables and actions may be defined."""

from __future__ import annotations

from functools import cached_property

from parsers.ruleset.prose import Prose, Sentence, straight
from parsers.ruleset.tree import SectionKind

__all__ = ["Passage", "effective_passages"]

_SECTIONS = frozenset((SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS))
_LONGEST_SENTENCE = 2_000
"""No variable is read from a longer sentence."""


class Passage:
    """A sentence with its text in small letters, and as written but with straight quotes."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.low = sentence.low

    @cached_property
    def text(self) -> str:
        """The sentence as written, with straight quotes."""
        return straight(self.sentence.text)

    @property
    def first(self) -> str:
        """The first word, in small letters."""
        return self.low.partition(" ")[0]

    def speaks_of(self, words: tuple[str, ...]) -> bool:
        """Whether one of these stands in it, as a word or as part of one."""
        for word in words:  # noqa: SIM110 (asked of every sentence, and twice as fast as any())
            if word in self.low:
                return True
        return False


def effective_passages(prose: Prose) -> list[Passage]:
    """The sentences of effective rules outside the core and the Appendix (without what introduces a third section)."""
    return [
        Passage(sentence)
        for sentence in prose.sentences
        if sentence.kind in _SECTIONS
        and sentence.rule.effective
        and len(sentence.text) <= _LONGEST_SENTENCE
        and (sentence.rule.level > 1 or sentence.kind is SectionKind.DYNASTIC)
    ]
