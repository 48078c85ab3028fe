"""Sentences of the Ruleset in a form that does not depend on theme, quotes or spelling.

A recogniser sees ``canon``: lower case, straight quotes, "player" and "emperor" for the dynasty's words,
digits for numbers, "dov" and "cfj" for their long names. The sentence as written stays beside it as proof.
Most sentences of a Ruleset never matter to a verdict, so the form is made only when somebody asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from parsers.ruleset.markup import blocks
from parsers.ruleset.model import Rule, Terms
from parsers.ruleset.tree import SectionKind, Tree

__all__ = ["Canon", "Prose", "Sentence", "canonical", "read_prose", "split_sentences"]

Canon = Callable[[str], str]

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "`": "'", "–": "-", "—": "-", "\u00a0": " "})
_END = re.compile(r"(?<=[.!?])[\"”’')\]]{0,2} +(?=[\"“‘'(\[]{0,2}[A-Z0-9])")
_CLOSING = "\"”’')]"
_ABBREVIATIONS = ("e.g.", "i.e.", "eg.", "ie.", "vs.", "cf.")
_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {word: value for value, word in enumerate(_UNITS, 1)} | {word: 10 * value for value, word in enumerate(_TENS, 2)}
_NUMBER = re.compile(
    rf"\b({'|'.join(_TENS)})(?:[- ]({'|'.join(_UNITS[:9])}))?\b|\b({'|'.join(sorted(_UNITS, key=len, reverse=True))}|zero)\b"
)
_DOV = re.compile(r"\bdeclarations? of victory\b|\bdovs\b")
_CFJ = re.compile(r"\bcalls? for judge?ments?\b|\bcfjs\b")


def split_sentences(text: str) -> Iterator[str]:
    """The sentences of a block of visible text, each with its own punctuation."""
    start = 0
    for end in _END.finditer(text):
        stop = end.start()
        if text[max(0, stop - 5) : stop].casefold().endswith(_ABBREVIATIONS):
            continue
        while stop < len(text) and text[stop] in _CLOSING:
            stop += 1
        yield text[start:stop].strip()
        start = end.end()
    rest = text[start:].strip()
    if rest:
        yield rest


def _number(match: re.Match[str]) -> str:
    tens, unit, small = match.groups()
    if small:
        return str(_WORDS.get(small, 0))
    return str(_WORDS[tens] + (_WORDS[unit] if unit else 0))


def _themed(terms: Terms | None) -> tuple[re.Pattern[str], dict[str, str]] | None:
    """One expression for every form of the dynasty's words, and what each stands for."""
    if terms is None:
        return None
    forms = {terms.player: "player", terms.players: "players"}
    if terms.emperor:
        forms.setdefault(terms.emperor, "emperor")
        forms.setdefault(terms.emperor + "s", "emperors")
    longest_first = sorted(forms, key=len, reverse=True)
    pattern = "|".join(r"[ \-]".join(map(re.escape, form.split())) for form in longest_first)
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), {" ".join(form.split()).casefold(): word for form, word in forms.items()}


def canonical(terms: Terms | None) -> Canon:
    """The function that brings a sentence into its canonical form under a dynasty's terms."""
    themed = _themed(terms)

    def canon(sentence: str) -> str:
        text = sentence.translate(_QUOTES).lower()
        if themed:
            pattern, words = themed
            text = pattern.sub(lambda m: words.get(m.group().replace("-", " ").casefold(), m.group()), text)
        text = _NUMBER.sub(_number, text)
        if "declaration" in text or "dovs" in text:
            text = _DOV.sub("dov", text)
        if "judg" in text or "cfjs" in text:
            text = _CFJ.sub("cfj", text)
        return " ".join(text.split())

    return canon


@dataclass(frozen=True, eq=False)
class Sentence:
    """One sentence of a rule as written, with what introduces it.

    ``lead`` is the text above a list item, ``depth`` the item's depth (0 outside lists), ``term`` the
    glossary term it explains, ``block`` the number of the paragraph or item it stands in.
    """

    text: str
    rule: Rule
    kind: SectionKind
    lead: str
    depth: int
    term: str
    block: int
    index: int
    form: Canon

    @cached_property
    def low(self) -> str:
        """The sentence in lower case, for a quick look whether a word stands in it."""
        return self.text.lower()

    @cached_property
    def canon(self) -> str:
        """The canonical form."""
        return self.form(self.text)

    @cached_property
    def canon_lead(self) -> str:
        """The canonical form of what introduces it."""
        return self.form(self.lead) if self.lead else ""


class Prose:
    """All sentences of a Ruleset, in order, and the memory of which ones a recogniser has understood."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self.sentences = tuple(sentences)
        self._lawful = [(s.low, s) for s in self.sentences if s.kind is not SectionKind.DYNASTIC and s.rule.effective]
        self._having: dict[str, list[tuple[str, Sentence]]] = {"": self._lawful}
        self._understood: set[int] = set()

    def lawful(self, *words: str) -> list[Sentence]:
        """Effective sentences outside the Dynastic Rules in which all these words (in lower case) stand."""
        first = words[0] if words else ""
        found = self._having.get(first)
        if found is None:
            found = self._having[first] = [pair for pair in self._lawful if first in pair[0]]
        for word in words[1:]:
            found = [pair for pair in found if word in pair[0]]
        return [sentence for _, sentence in found]

    def understood(self, sentence: Sentence) -> bool:
        """Whether a recogniser has taken this sentence for its own."""
        return sentence.index in self._understood

    def take(self, *sentences: Sentence) -> None:
        """Mark sentences as understood."""
        self._understood.update(sentence.index for sentence in sentences)

    def below(self, lead: Sentence) -> list[Sentence]:
        """The list that a sentence introduces: the deeper items right below its block."""
        found: list[Sentence] = []
        for sentence in self.sentences[lead.index + 1 :]:
            if sentence.rule is not lead.rule or sentence.depth <= lead.depth:
                return found
            found.append(sentence)
        return found


def read_prose(tree: Tree, terms: Terms | None) -> Prose:
    """The sentences of every rule of the tree, ready to be asked for their form under these terms."""
    canon = canonical(terms)
    kinds = {section.title: section.kind for section in tree.sections}
    sentences: list[Sentence] = []
    numbered = ((rule, block) for rule in tree.rules for block in blocks(rule.text))
    for number, (rule, block) in enumerate(numbered):
        kind = kinds.get(rule.section, SectionKind.OTHER)
        for text in split_sentences(block.text):
            place = len(sentences)
            sentences.append(Sentence(text, rule, kind, block.lead, block.depth, block.term, number, place, canon))
    return Prose(sentences)
