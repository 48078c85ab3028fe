"""The sentences in which variables and actions may be defined."""

from __future__ import annotations

from functools import cached_property, lru_cache

from parsers.patterns import later
from parsers.ruleset.model import SectionKind
from parsers.ruleset.prose import Prose, Sentence, straight

__all__ = ["Passage", "effective_passages"]

_SECTIONS = frozenset((SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS))
_LONGEST_SENTENCE = 2_000
"""No variable is read from a longer sentence."""

_CAPITALS = later(r"\b(?:Publicly|Privately|Secretly)[- ]Tracked\b")
_QUOTED = later(r"(?<!\w)'(\w[^'\"]{0,58})'(?!\w)")


class Passage:
    """A sentence, its text and first word in small letters, and its text in a more uniform spelling."""

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


@lru_cache(maxsize=1)
def effective_passages(prose: Prose) -> tuple[Passage, ...]:
    """The sentences of effective rules outside the core and the Appendix (without what introduces a third section).

    Variables and actions are both read from them, one after the other.
    """
    return tuple(
        Passage(sentence)
        for sentence in prose.sentences
        if sentence.kind in _SECTIONS
        and sentence.rule.effective
        and len(sentence.text) <= _LONGEST_SENTENCE
        and (sentence.rule.level > 1 or sentence.kind is SectionKind.DYNASTIC)
    )
