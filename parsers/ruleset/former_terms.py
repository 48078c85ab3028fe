"""The words of an earlier dynasty: which they were, and where they still stand in the Ruleset.

An Ascension Address gives new terms for Player and Emperor, and the old ones are replaced throughout (rule
"Synonyms", before 2021 "Victory and Ascension"). What was overlooked stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from parsers.patch import spliced
from parsers.patterns import later
from parsers.ruleset.model import Rule, Terms
from parsers.ruleset.sentences import PLAIN_WORDS
from parsers.ruleset.terms import guess_plural, guess_singular
from parsers.ruleset.tree import read_tree
from parsers.wiki.scan import without_markup

_MOST_ADDRESS = 20_000
_SENTENCE = later(r"[\n;]|\.(?=\s|$)")
_NOT_TERMS = (
    "The|An?|All|Every|Each|And|Also|Let|Please|Any|In|Of|Change|Changing|Changed|Replace|Replacing|Replaced|Rename|Renaming|Renamed|Swap"
    "|Switch|Update|Convert|Substitute|Turn|Throughout|Instances?|Occurrences?|Mentions?|References?|Rulesets?|Rules?|Core|Appendix|Term"
    "|Terms|Word|Words|Synonyms?|Dynasty|Dynasties|Now|From|It|This|These|Those|We|You|I|Old|New|As|Where|Wherever|Gamestate"
)
_WORD = rf"(?!(?:{_NOT_TERMS})\b)[A-Z][\w'’-]{{0,40}}"
_OPEN, _SHUT = r"[\"“‘'*]{0,3}", r"[\"”’'*]{0,3}"
_OLD = rf"(?<![\w'’]){_OPEN}({_WORD}(?: {_WORD}){{0,3}}){_SHUT}(?![\w])"
_ARTICLE = r"(?:(?:an?|the) )?(?:(?:terms?|words?|name) )?"
_VERB = later(r"\b(?:chang|replac|renam|swap|switch|updat|convert|substitut|turn)", re.IGNORECASE)
_GAP = r"(?:[^A-Z“”\"]|\b(?:Ruleset|Rules?|Core|Appendix|Special|Case|Building|Blocks|Gamestate|Dynastic)\b){0,60}?"
_STATE = r"(?:changed|replaced|renamed|called|known|swapped|switched|updated|converted|turned)"
_BECOMES = later(
    rf"{_OLD}\s*(?:\bbecomes?|\b(?:is|are|be|gets?|(?:has|have) been)(?: all| both)? (?:(?:now|hereby|henceforth)(?: {_STATE})?|{_STATE})"
    rf"(?: (?:to|with|by|into|as))?|→|⇒|[-=]>)\s*{_ARTICLE}{_OPEN}$"
)
_TURNED = later(rf"{_OLD}{_GAP}\b(?:to|with|by|into|as|for) {_ARTICLE}{_OPEN}$")
_QUOTATION = later(r"“([^“”\n]{1,80})”|\"([^\"\n]{1,80})\"")
_SOUND = later(r"(?:(?P<an>[aio]|e(?!u))(?!ne\b)|(?P<a>[b-df-gj-np-tv-z]))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FormerTerm:
    """A word for Player or Emperor of an earlier dynasty (singular, plural), and the words of today for the same."""

    old: str
    olds: str
    new: str
    news: str


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A former term, with its article, in the source from ``start`` to ``end``, and what should stand there.

    ``everyday`` says that the word stands in small letters elsewhere in the Ruleset, so it may mean just that.
    """

    rule: Rule
    term: FormerTerm
    start: int
    end: int
    text: str
    instead: str
    everyday: bool


def former_terms(today: Terms, address: str | None = None, earlier: Terms | None = None) -> tuple[FormerTerm, ...]:
    """The former terms that an Ascension Address names, and those of an earlier Ruleset, each once; none that are in use."""
    roles = [(today.player, today.players)] + ([(today.emperor, guess_plural(today.emperor))] if today.emperor else [])
    known: list[FormerTerm] = []
    if earlier is not None:
        known.append(FormerTerm(earlier.player, earlier.players, *roles[0]))
        if earlier.emperor and today.emperor:
            known.append(FormerTerm(earlier.emperor, guess_plural(earlier.emperor), *roles[1]))
    for new, news in roles:
        for old, plural in _replaced(address or "", new, news):
            single = guess_singular(old) if plural else old
            known.append(FormerTerm(single, old if plural else guess_plural(old), new, news))
    used = {word.casefold() for role in roles for word in role} | PLAIN_WORDS
    fresh = (term for term in known if used.isdisjoint((term.old.casefold(), term.olds.casefold())))
    first: dict[str, FormerTerm] = {}
    for term in fresh:
        first.setdefault(term.old.casefold(), term)
    return tuple(first.values())


def _replaced(address: str, new: str, news: str) -> Iterator[tuple[str, bool]]:
    """The words that an address says are replaced by one of these, and whether it is the plural that it says it of."""
    forms = re.compile(rf"(?<!\w)(?:({re.escape(news)})|{re.escape(new)})(?!\w)")
    for sentence in _SENTENCE.split(address[:_MOST_ADDRESS]):
        for found in forms.finditer(sentence):
            before = sentence[max(0, found.start() - 200) : found.start()]
            said = _BECOMES.search(before) or (_TURNED.search(before) if _VERB.search(sentence) else None)
            if said is not None:
                yield said[1], bool(found[1]) and news != new


def left_over(source: str, terms: Iterable[FormerTerm], today: Terms) -> Iterator[LeftOver]:
    """Where former terms still stand, with their articles, in the order of the page.

    Links, addresses, templates, comments and quotations are left alone, but for quotations that name a rule.
    """
    terms = tuple(terms)
    if not any(term.old in source or term.olds in source for term in terms):
        return
    words = _Words(terms, today)
    spoken = without_markup(source)
    everyday = {term for term in terms if re.search(rf"(?<!\w){re.escape(term.old.lower())}(?!\w)", spoken)}
    rules = read_tree(source).in_order
    titles = {words.replaced(rule.title) for rule in rules if rule.title}
    for rule in rules:
        text = _QUOTATION.sub(lambda found: _quoted(found, titles, words), spoken[rule.start : rule.end])
        for start, end, term, instead in words.found(text):
            yield LeftOver(rule, term, rule.start + start, rule.start + end, text[start:end], instead, term in everyday)


def _quoted(found: re.Match[str], titles: set[str], words: _Words) -> str:
    inner = found[1] or found[2]
    return found[0] if words.replaced(inner.strip()) in titles else "\x00" * len(found[0])


def _article(word: str) -> str | None:
    """The article in front of a word; None where its spelling does not tell."""
    sound = _SOUND.match(word)
    return sound.lastgroup if sound is not None else None


class _Words:
    """Finds every form of former terms, leaving out what is part of one of today's."""

    def __init__(self, terms: tuple[FormerTerm, ...], today: Terms) -> None:
        self._former: dict[str, tuple[FormerTerm, str]] = {}
        for term in terms:
            self._former.setdefault(term.old, (term, term.new))
            self._former.setdefault(term.olds, (term, term.news))
        now = [today.player, today.players, *((today.emperor, guess_plural(today.emperor)) if today.emperor else ())]
        forms = sorted({*self._former, *now}, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<![\w-])(?:([Aa]n?) )?({'|'.join(map(re.escape, forms))})(?!\w)")

    def found(self, text: str) -> Iterator[tuple[int, int, FormerTerm, str]]:
        """From where to where, of which term, and what should stand there."""
        for match in self._pattern.finditer(text):
            article, form = match.groups()
            if form in self._former:
                term, new = self._former[form]
                yield match.start(), match.end(), term, f"{_fitting(article, new)} {new}" if article else new

    def replaced(self, text: str) -> str:
        """A text with the terms of today."""
        return spliced(text, ((start, end, instead) for start, end, _, instead in self.found(text)))


def _fitting(article: str, word: str) -> str:
    right = _article(word) or article.lower()
    return right.capitalize() if article[0] == "A" else right
