"""What an Ascension Address says of the Ruleset: the words that it replaces, and the dynastic rules that it keeps.

It gives new terms for Player and Emperor, and the old ones are replaced throughout (rule "Synonyms", before 2021 "Victory and Ascension").
What was overlooked stays. Of the rules, what it does not list is repealed. There the world is closed: a sentence that speaks of keeping or
repealing rules is read whole, or the list is not known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from parsers.patch import spliced
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Rule, Terms
from parsers.ruleset.sentences import PLAIN_WORDS, split_sentences, straight
from parsers.ruleset.terms import guess_plural, guess_singular
from parsers.ruleset.tree import read_tree
from parsers.wiki.scan import without_markup

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
    for sentence in _SENTENCE.split(address[:_MOST_CHARS]):
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
    """The article of a word, as an other one is written; that one itself where the spelling does not tell."""
    sound = _SOUND.match(word)
    right = (sound.lastgroup if sound else None) or article.lower()
    return right.capitalize() if article[0] == "A" else right


_MOST_CHARS = 20_000
_MOST_TITLES = 300
_LONGEST = 600
_ABOUT = later(
    r"\b(?:keep\w*|kept|retain\w*|remain\w*|carr(?:y|ies|ied)|surviv\w*|stays?|stayed|preserv\w*|except\w*|apart|repeal\w*|remov\w*|delet\w*"
    r"|wip(?:e|es|ed|ing)|discard\w*|scrap\w*|abolish\w*|gone|goes?|continu\w*|restor\w*|reinstat\w*)\b"
)
_RULES = later(r"\b(?:rules?|rulesets?|dynastic)\b|§")
_START = r"(?:(?:also|and|then|finally|furthermore|therefore|so|i|we|please|hereby|shall|will|for this dynasty|as (?:the )?emperor),? )*"
_OTHER = r"(?:(?:other|remaining|existing|current|previous|old|former|such|prior) )*"
_R = rf"{_OTHER}(?:dynastic )?{_OTHER}(?:sub-?)?rules?(?: (?:of|from) the (?:last|previous|old|former|prior) dynasty)?"
_ALL = (
    rf"(?:(?:all|every|each|any)(?: of)?(?: the)? {_R}|the {_OTHER}(?:dynastic )?rules(?:et)?|(?:the )?entire dynastic ruleset"
    r"|everything(?: else)?|the (?:rest|others))"
)
_REPEAL = r"(?:repeal|remove|delete|wipe|discard|scrap|abolish)"
_DONE_AWAY = r"(?:repealed|removed|deleted|wiped|discarded|scrapped|abolished)"
_REPEALED = rf"(?:is|are|be|shall be|will be|have been|get)(?: (?:now|hereby|all))* {_DONE_AWAY}"
_EXCEPT = r",? (?:except(?: for)?|with the exceptions? of|excepting|apart from|other than|besides|save(?: for)?|but(?: not)?) "
_LIST = r"(?:(?:only|just) )?(?:the )?(?:following )?(?:dynastic )?(?:rules? )?(?:called |titled |named )?[:,]? ?§(?: rules?)?"
_SUB = r"(?:,? (?:and|with|including) (?:all )?(?:of )?(?:its|their|any) subrules?)?"
_KEEP = r"(?:keep|keeping|retain|retaining|preserve|preserving)"
_KEPT = (
    r"(?:(?:is|are|be|shall be|will be|to be)(?: (?:hereby|to be))* (?:kept|retained|preserved)|remains?|stays?)"
    r"(?: in (?:place|effect|force))?"
)
_NONE = later(
    rf"{_START}(?:{_REPEAL} {_ALL}|{_ALL} {_REPEALED}|no {_R} {_KEPT}|{_KEEP} (?:no|none of the) {_R}|none of the {_R} {_KEPT}"
    rf"|with {_ALL} (?:repealed|removed))"
)
_SOME = later(
    rf"{_START}(?:(?:{_REPEAL} {_ALL}|{_ALL} {_REPEALED}){_EXCEPT}{_LIST}{_SUB}|{_KEEP} {_LIST}{_SUB}(?:,? and {_REPEAL} {_ALL})?"
    rf"|{_ALL}{_EXCEPT}{_LIST}{_SUB},? {_REPEALED}|{_LIST}{_SUB} {_KEPT}"
    rf"|(?:the )?(?:following )?{_R} {_KEPT}: ?{_LIST}{_SUB}|{_EXCEPT.removeprefix(',? ')}{_LIST}{_SUB},? {_ALL} {_REPEALED})"
)
_EVERY = later(rf"{_START}(?:{_KEEP} {_ALL}|{_ALL} {_KEPT}|no {_R} {_REPEALED})")
_BIDS = later(rf"{_START}(?:only )?(?:{_KEEP}|{_REPEAL})\b")
_SEVERAL = later(r"§(?:(?:, and|,| and| &|;) (?:the )?(?:rules? )?§)+")


def kept_rules(address: str, titles: Collection[str]) -> frozenset[str] | None:
    """Which of the dynastic rules of these titles an Address keeps, by its text; None where that is not understood.

    Without a word about it, it keeps none.
    """
    if len(address) > _MOST_CHARS or len(titles) > _MOST_TITLES:
        return None
    kept: set[str] = set()
    patterns = [(title, _title(title)) for title in sorted(filter(None, titles), key=len, reverse=True)]
    for sentence in _sentences(address):
        text, named = sentence, list[str]()
        for title, pattern in patterns:
            text, count = pattern.subn("§", text)
            named += [title] if count else []
        form = _SEVERAL.sub("§", " ".join(straight(text).split()).casefold()).rstrip(".!; ")
        if not ((_ABOUT.search(form) and _RULES.search(form)) or _BIDS.match(form)):
            continue
        if len(form) > _LONGEST:
            return None
        if _EVERY.fullmatch(form):
            kept.update(titles)
        elif _SOME.fullmatch(form):
            kept.update(named)
        elif not _NONE.fullmatch(form):
            return None
    return frozenset(kept)


def _sentences(address: str) -> Iterator[str]:
    """The sentences of a text; a list below a colon belongs to the sentence above it."""
    lines = [line.strip() for line in address.split("\n") if line.strip()]
    while lines:
        line = lines.pop(0)
        if line.endswith(":"):
            items = []
            while lines and not lines[0].endswith((".", ":", "!", "?")):
                items.append(lines.pop(0).lstrip("*#-• "))
            line = f"{line} {', '.join(items)}" if items else line
        yield from filter(None, split_sentences(line))


def _title(title: str) -> re.Pattern[str]:
    """A title in quotation marks in any case, or as words in its own."""
    words = r"\s+".join(map(re.escape, title.split()))
    quoted = rf"[“\"‘'](?i:{words})[”\"’'](?!\w)"
    return re.compile(rf"{quoted}|(?<![\w“\"]){words}(?![\w”\"])" if title[:1].isupper() else quoted)
