"""The sentences in which variables and actions may be defined."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate

from parsers.patterns import later
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.prose import Prose
from parsers.ruleset.sentences import Sentence, straight

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
        if self.low.endswith((" has:", " have:")):
            self.low = f"{self.low[:-1]} the following:"
        self.first = self.low.partition(" ")[0]

    @cached_property
    def text(self) -> str:
        """The sentence with straight double quotes around what is quoted, and "publicly tracked" without a hyphen."""
        text = straight(self.sentence.text).replace("ly-tracked", "ly tracked")
        if self.low is not self.sentence.low:
            text = f"{text[:-1]} the following:"
        if "ly Tracked" in text or "ly-Tracked" in text:
            text = _CAPITALS.sub(lambda found: found.group().lower().replace("-", " "), text)
        return _QUOTED.sub(r'"\1"', text) if " '" in text or "('" in text else text


class Text:
    """Passages as one text in small letters, to find those that have a word much faster than one by one."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self.low = "\n".join(passage.low for passage in passages)
        self._starts = [0, *accumulate(len(passage.low) + 1 for passage in passages)]

    def having(self, words: Iterable[str], within: int = _LONGEST_SENTENCE) -> set[int]:
        """The numbers of the passages in which one of the words, or of parts of words, begins within so many characters."""
        found: set[int] = set()
        for word in words:
            at = self.low.find(word)
            while at >= 0:
                place = bisect_right(self._starts, at) - 1
                if at < self._starts[place] + within:
                    found.add(place)
                at = self.low.find(word, self._starts[place + 1])
        return found


def _may_define(rule: Rule) -> bool:
    return rule.kind in _SECTIONS and rule.effective and (rule.level > 1 or rule.kind is SectionKind.DYNASTIC)


@lru_cache(maxsize=1)
def effective_passages(prose: Prose) -> tuple[Passage, ...]:
    """The sentences of effective rules outside the core and the Appendix (without what introduces a third section).

    Variables and actions are both read from them, one after the other.
    """
    return tuple(
        Passage(sentence)
        for sentence in prose.of(_may_define)
        if len(sentence.text) <= _LONGEST_SENTENCE
    )
