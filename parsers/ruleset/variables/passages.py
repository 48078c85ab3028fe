"""The sentences in which variables and actions may be defined."""

from __future__ import annotations

import re
from functools import cached_property
from weakref import WeakKeyDictionary

from parsers.ruleset.prose import Prose, Sentence, straight
from parsers.ruleset.tree import SectionKind

__all__ = ["Passage", "effective_passages"]

_SECTIONS = frozenset((SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS))
_LONGEST_SENTENCE = 2_000
"""No variable is read from a longer sentence."""

_CAPITALS = re.compile(r"\b(?:Publicly|Privately|Secretly)[- ]Tracked\b")
_QUOTED = re.compile(r"(?<!\w)'(\w[^'\"]{0,58})'(?!\w)")

_KNOWN: WeakKeyDictionary[Prose, list[Passage]] = WeakKeyDictionary()
"""The passages of each text at hand, which the variables and the actions are both read from."""


class Passage:
    """A sentence with its text (and its first word) in small letters, and in a form that differs less from writer to writer."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.low = sentence.low
        self.first = self.low.partition(" ")[0]

    @cached_property
    def text(self) -> str:
        """The sentence with straight double quotes around what is quoted, and "publicly tracked" without a hyphen."""
        text = straight(self.sentence.text).replace("ly-tracked", "ly tracked")
        if "ly Tracked" in text or "ly-Tracked" in text:
            text = _CAPITALS.sub(lambda found: found.group().lower().replace("-", " "), text)
        return _QUOTED.sub(r'"\1"', text) if " '" in text or "('" in text else text

    def speaks_of(self, words: tuple[str, ...]) -> bool:
        """Whether one of these stands in it, as a word or as part of one."""
        for word in words:  # noqa: SIM110 (asked of every sentence, and twice as fast as any())
            if word in self.low:
                return True
        return False


def effective_passages(prose: Prose) -> list[Passage]:
    """The sentences of effective rules outside the core and the Appendix (without what introduces a third section)."""
    known = _KNOWN.get(prose)
    if known is None:
        known = _KNOWN[prose] = _passages(prose)
    return known


def _passages(prose: Prose) -> list[Passage]:
    return [
        Passage(sentence)
        for sentence in prose.sentences
        if sentence.kind in _SECTIONS
        and sentence.rule.effective
        and len(sentence.text) <= _LONGEST_SENTENCE
        and (sentence.rule.level > 1 or sentence.kind is SectionKind.DYNASTIC)
    ]
