"""The sentences in which variables and actions may be defined."""

from __future__ import annotations

from functools import cached_property

from parsers.patterns import later
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.prose import Prose
from parsers.ruleset.sentences import Sentence, straight
from parsers.ruleset.variables.notation import words_of

_SECTIONS = frozenset((SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS))
_LONGEST_SENTENCE = 2_000

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
    def words(self) -> list[str]:
        """Its words in small letters."""
        return words_of(self.low)

    @cached_property
    def text(self) -> str:
        """The sentence with straight double quotes around what is quoted, and "publicly tracked" without a hyphen."""
        text = straight(self.sentence.text).replace("ly-tracked", "ly tracked")
        if self.low is not self.sentence.low:
            text = f"{text[:-1]} the following:"
        return _QUOTED.sub(r'"\1"', text) if " '" in text or "('" in text else text


def _may_define(rule: Rule) -> bool:
    return rule.kind in _SECTIONS and rule.effective and (rule.level > 1 or rule.kind is SectionKind.DYNASTIC)


class Text:
    """The sentences of effective rules outside the core and the Appendix (without what introduces a third section)."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.passages = [Passage(sentence) for sentence in prose.of(_may_define) if len(sentence.text) <= _LONGEST_SENTENCE]
