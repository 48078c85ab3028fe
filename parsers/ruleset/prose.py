"""All sentences of a Ruleset, and the ones understood by a recogniser or a reviewer.

A recogniser reads a whole sentence, or its fingerprint is among the reviewed ones (in
``reviewed.tsv``, or the game's own), or it is reported. A fingerprint identifies one sentence (in
canonical form, without its marks and articles) together with the line that introduces it, the term
that it explains or, if it points at the text around it, the title of its rule. Numbers that were
read from it are left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain, groupby

from parsers.patterns import later
from parsers.ruleset.reviews import NO_REVIEWS, Reviews, SentenceReview
from parsers.ruleset.ruleset_model import Rule, SectionKind, Terms
from parsers.ruleset.sentences import (
    MARKS,
    MAX_CLAUSE_CHARS,
    CanonicalForm,
    Sentence,
    canonical,
    in_words,
    split_sentences,
)
from parsers.ruleset.tree import Tree
from parsers.wiki.text_blocks import Block

FILE = "reviewed.tsv"
"""Beside this module: fingerprint, title of the rule, what the sentence is about, and the editions
that have it, between tabs.
"""

_POINTS = frozenset("this these those such above preceding following latter former it they".split())
"""Words that refer to the text around the sentence."""

_SAME = re.compile(
    r"\b(?:(?<=votable )(?P<matter>matters\b)|(?P<proposal>proposals\b)|(?P<third_section>special"
    r" cases?\b|building blocks?\b)"
    r"|(?P<withdraw>self"
    r" kill(?=ed|s|ing|\b))|(?P<when>whenever\b)|(?P<player>players\b)|(?:an?|the) )"
)
"""Words that other editions replace by others without changing a verdict."""


def fingerprint(sentence: Sentence, text: str | None = None) -> str:
    """The fingerprint (16 hexadecimal digits) of a sentence, or of its rest (``text``) without the
    parts that were read from it.
    """
    stated = in_words(sentence.canon if text is None else text)
    home = (
        ""
        if sentence.place.term or _POINTS.isdisjoint(stated.split())
        else _folded(sentence.canon_title)
    )
    parts = [home, _folded(sentence.canon_lead), _folded(stated)]
    if sentence.place.term:
        parts.append(_folded(sentence.canon_term))
    if text is not None:
        parts.append("read")
    return hashlib.blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=8).hexdigest()


@lru_cache(4096)
def _folded(text: str) -> str:
    return _SAME.sub(lambda found: found.lastgroup or "", in_words(text).strip())


def is_reviewed(sentence: Sentence, text: str | None = None) -> bool:
    """Return whether the package knows the sentence; ``text`` is the sentence with marks in place
    of the parts read from it.
    """
    return fingerprint(sentence, text) in _shipped()


@cache
def _shipped() -> frozenset[str]:
    rows = files("parsers.ruleset").joinpath(FILE).read_text(encoding="utf-8").splitlines()
    return frozenset(row.partition("\t")[0] for row in rows if row and not row.startswith("#"))


_FRAME = later(r"(?: ?</?div\b[^<>]*>){1,9}\Z")


def rule_fingerprint(rule: Rule, source: str, canon: CanonicalForm) -> str:
    """The fingerprint of a rule's title and own wikitext, in canonical form: another word in it
    makes another one; another space, or another dynasty's word for the same role, does not.
    Nor does the frame of a section behind its last rule, which another rule may be by now.
    """
    text = _FRAME.sub("", " ".join(source[rule.body : rule.end].split()))
    forms = canon.of_all([rule.title, text])
    made = hashlib.blake2b(
        "\n".join(forms).encode("utf-8", "replace"), digest_size=8, person=b"rule"
    )
    return made.hexdigest()


_HIDDEN = "[partly struck out, hidden, raised or in a footnote]"
"""Added to the sentences of a paragraph that is not all plain text; no clause has such words."""

_MADE = "[partly made by a template]"
"""Added where a template may show something else than its arguments."""


def is_reviewable(sentence: Sentence) -> bool:
    """Return whether a sentence can be reviewed: it is read completely, and always the same."""
    return not (sentence.too_long or sentence.text.endswith(_MADE))


def is_plain(sentence: Sentence) -> bool:
    """Return whether all of a sentence is read and shown as plain text."""
    return is_reviewable(sentence) and not sentence.text.endswith(_HIDDEN)


_NOT_BINDING = (SectionKind.DYNASTIC, SectionKind.OTHER)
"""Dynastic rules are read separately, and the purpose of a section of another name is unknown."""


class Prose:
    """All sentences, in order, and which of them a recogniser has understood."""

    def __init__(self, sentences: Iterable[Sentence], reviews: Reviews = NO_REVIEWS) -> None:
        self.sentences = tuple(sentences)
        self._reviews = reviews
        self._by_rule = [
            tuple(group) for _, group in groupby(self.sentences, key=lambda s: id(s.rule))
        ]
        self._binding = tuple(
            self.of(lambda rule: rule.kind not in _NOT_BINDING and rule.effective)
        )
        self._understood: set[int] = set()

    def of(self, wanted: Callable[[Rule], bool]) -> Iterator[Sentence]:
        """The sentences of the wanted rules, in order."""
        return (
            sentence
            for sentences in self._by_rule
            if wanted(sentences[0].rule)
            for sentence in sentences
        )

    def binding(self) -> Sequence[Sentence]:
        """Effective sentences outside the Dynastic Rules."""
        return self._binding

    def understood(self, sentence: Sentence) -> bool:
        """Return whether a recogniser has read this sentence."""
        return sentence.index in self._understood

    def review_of(self, sentence: Sentence) -> SentenceReview | None:
        """Return this game's own review of the sentence, if any."""
        if not self._reviews.sentences or not is_reviewable(sentence):
            return None
        return self._reviews.of_sentences.get(fingerprint(sentence))

    def accounted_for(self, sentence: Sentence) -> bool:
        """Return whether a sentence was understood, is among the shipped reviews, or has no words."""
        return (
            self.understood(sentence)
            or is_reviewed(sentence)
            or not any(map(str.isalnum, sentence.text))
        )

    def by_rule(self) -> Mapping[int, Sequence[Sentence]]:
        """The sentences of each rule, by the rule's identity."""
        return {id(sentences[0].rule): sentences for sentences in self._by_rule}

    def accept(self, *sentences: Sentence) -> None:
        """Mark sentences as understood."""
        self._understood.update(sentence.index for sentence in sentences)

    def below(self, lead: Sentence) -> list[Sentence]:
        """The list that a sentence introduces: the deeper items right below its block."""
        found: list[Sentence] = []
        for sentence in self.sentences[lead.index + 1 :]:
            if sentence.rule is not lead.rule:
                break
            if sentence.block != lead.block:
                if sentence.place.depth <= lead.place.depth:
                    break
                found.append(sentence)
        return found


def read_prose(tree: Tree, terms: Terms | None, reviews: Reviews = NO_REVIEWS) -> Prose:
    """The sentences of everything that has text, in canonical form under these terms."""
    found: list[tuple[Rule, Block, str, list[str]]] = []
    for rule, block in ((owner, each) for owner in tree.texts for each in owner.blocks):
        texts = split_sentences(block.text)
        for mark, spans in ((_HIDDEN, tree.hidden), (_MADE, tree.made)):
            if spans and any(start < block.end and block.start < end for start, end in spans):
                texts = [f"{text} {mark}" for text in texts]
        found.append((rule, block, block.lead[-MAX_CLAUSE_CHARS:], texts))
    return Prose(_sentences(found, canonical(terms)), reviews)


def _sentences(
    found: Sequence[tuple[Rule, Block, str, list[str]]], canon: CanonicalForm
) -> Iterator[Sentence]:
    """Yield the sentences of blocks, each given with its rule and the end of its lead. All are
    brought into canonical form at once.
    """
    every = [text for *_, texts in found for text in texts]
    around = list(
        dict.fromkeys(
            chain.from_iterable((lead, rule.title, block.term) for rule, block, lead, _ in found)
        )
    )
    forms = canon.of_all(
        [*("" if len(text) > MAX_CLAUSE_CHARS else text for text in every), *around]
    )
    known = dict(zip(around, forms[len(every) :], strict=True))
    words = MARKS.sub(" ", "\n".join(forms[: len(every)])).split("\n")
    index = 0
    for number, (rule, block, lead, texts) in enumerate(found):
        for text in texts:
            yield Sentence(
                text=text,
                canon=forms[index],
                canon_lead=known[lead],
                canon_title=known[rule.title],
                canon_term=known[block.term],
                rule=rule,
                place=block,
                block=number,
                index=index,
                low=text.lower(),
                words=f"{words[index].strip()} ",
            )
            index += 1
