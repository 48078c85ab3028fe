"""Read from an Ascension Address the words that it replaces in the Ruleset, and the dynastic rules
that it keeps.

It gives new terms for Player and Emperor, and the old ones are replaced throughout (rule
"Synonyms", before 2021 "Victory and Ascension"), except where editors overlook one. Rules that it
does not list are repealed. Plain wordings are read; if a sentence mentions keeping or repealing
rules in other words, the list is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from parsers.patterns import later
from parsers.ruleset.ruleset_model import Rule, Terms
from parsers.ruleset.sentences import PLAIN_WORDS, split_sentences, straight
from parsers.ruleset.terms import guess_plural, singular
from parsers.ruleset.tree import read_tree
from parsers.wiki.scan import without_markup

_SENTENCE = later(r"[\n;]|\.(?=\s|$)")
_NOT_TERMS = "The|An?|All|Every|Each|And|Any|In|Change|Replace|Rename|Update|Rulesets?|Rules?|Core|Appendix|Terms?|Words?|Dynasty|Now|From"
_WORD = rf"(?!(?:{_NOT_TERMS})\b)[A-Z][\w'’-]{{0,40}}"
_OPEN, _SHUT = r"[\"“‘'*]{0,3}", r"[\"”’'*]{0,3}"
_REPLACED = later(
    rf"(?<![\w'’]){_OPEN}({_WORD}(?: {_WORD}){{0,3}}){_SHUT}(?: throughout| everywhere)? "
    r"(?:becomes?|(?:is|are) now(?: called)?|is replaced (?:by|with)|->|→|(to|with|by))(?: an?|"
    rf" the)? {_OPEN}$"
)
_VERB = later(r"\b(?:chang|replac|renam)", re.IGNORECASE)
_QUOTATION = later(r"“[^“”\n]{1,80}”|\"[^\"\n]{1,80}\"")
_SOUND = later(r"(?:(?P<an>[aio]|e(?!u))(?!ne\b)|(?P<a>[b-df-gj-np-tv-z]))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FormerTerm:
    """A word for Player or Emperor of an earlier dynasty (singular, plural), and the words of today
    for the same.
    """

    old: str
    olds: str
    new: str
    news: str


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A former term with its article, from ``start`` to ``end`` in the source, and the text that
    should replace it.

    ``everyday``: the word occurs in lower case elsewhere in the Ruleset, so it may have its
    everyday meaning.
    """

    rule: Rule
    term: FormerTerm
    start: int
    end: int
    text: str
    instead: str
    everyday: bool


def _roles(terms: Terms) -> list[tuple[str, str]]:
    """The words for Player and, where it is known, for Emperor: singular and plural."""
    emperor = terms.emperor
    return [(terms.player, terms.players), *([(emperor, guess_plural(emperor))] if emperor else ())]


def former_terms(
    today: Terms, address: str | None = None, earlier: Terms | None = None
) -> tuple[FormerTerm, ...]:
    """The former terms that an Ascension Address names, and those of an earlier Ruleset, each once;
    none that are in use.
    """
    roles, before = _roles(today), _roles(earlier) if earlier is not None else []
    known = [FormerTerm(*old, *new) for old, new in zip(before, roles, strict=False)]
    for new, news in roles:
        for old, plural in _replaced(address or "", new, news):
            single = singular(old) if plural else old
            known.append(FormerTerm(single, old if plural else guess_plural(old), new, news))
    used = {word.casefold() for role in roles for word in role} | PLAIN_WORDS
    first: dict[str, FormerTerm] = {}
    for term in known:
        if used.isdisjoint((term.old.casefold(), term.olds.casefold())):
            first.setdefault(term.old.casefold(), term)
    return tuple(first.values())


def _replaced(address: str, new: str, news: str) -> Iterator[tuple[str, bool]]:
    """Yield the words that an address replaces by one of these, and whether it replaces plurals."""
    forms = re.compile(rf"(?<!\w)(?:({re.escape(news)})|{re.escape(new)})(?!\w)")
    for sentence in _SENTENCE.split(address[:_MOST_CHARS]):
        for found in forms.finditer(sentence):
            before = sentence[max(0, found.start() - 200) : found.start()]
            replaced = _REPLACED.search(before)
            if replaced is not None and (replaced[2] is None or _VERB.search(sentence)):
                yield replaced[1], bool(found[1]) and news != new


def left_over(source: str, terms: Iterable[FormerTerm], today: Terms) -> Iterator[LeftOver]:
    """Yield the former terms that are left on the page, with their articles, in the order of the
    page. A part of one of today's terms does not count.

    Links, addresses, templates, comments and quotations are ignored.
    """
    former: dict[str, tuple[FormerTerm, str]] = {}
    for term in terms:
        former.setdefault(term.old, (term, term.new))
        former.setdefault(term.olds, (term, term.news))
    if not any(map(source.__contains__, former)):
        return
    now = (form for role in _roles(today) for form in role)
    forms = sorted({*former, *now}, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?:([Aa]n?) )?({'|'.join(map(re.escape, forms))})(?!\w)")
    spoken = without_markup(source)
    everyday = {
        term
        for term, _ in former.values()
        if re.search(rf"(?<!\w){re.escape(term.old.lower())}(?!\w)", spoken)
    }
    for rule in read_tree(source).in_order:
        text = _QUOTATION.sub(lambda found: "\x00" * len(found[0]), spoken[rule.start : rule.end])
        for match in pattern.finditer(text):
            article, form = match.groups()
            if form in former:
                term, new = former[form]
                start, end = rule.start + match.start(), rule.start + match.end()
                instead = f"{_fitting(article, new)} {new}" if article else new
                yield LeftOver(rule, term, start, end, match.group(), instead, term in everyday)


def _fitting(article: str, word: str) -> str:
    """Return the article that a word needs, capitalised like another one; that one if the spelling
    does not decide.
    """
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
_START = r"(?:(?:i|we|hereby|please) )*"
_ALL = (
    r"(?:(?:all|every|the)(?: of the)? (?:(?:other|remaining|previous|old) )?(?:dynastic"
    r" )?rule(?:s|set)?|everything(?: else)?)"
)
_GONE = (
    rf"(?:(?:repeal|remove|delete) {_ALL}|{_ALL} (?:is|are)(?: hereby)?"
    r" (?:repealed|removed|deleted))"
)
_KEPT = (
    r"(?:(?:is|are)(?: hereby)? (?:kept|retained)|remains?|stays?)(?: in (?:place|effect|force))?"
)
_LIST = r"(?:only )?(?:the )?(?:following )?(?:dynastic )?(?:rules? )?§"
_NONE = later(rf"{_START}{_GONE}|no (?:dynastic )?rules? {_KEPT}")
_SOME = later(
    rf"{_START}(?:{_GONE} except(?: for)? {_LIST}|(?:keep|retain) {_LIST}(?:,? and repeal {_ALL})?"
    rf"|{_LIST} {_KEPT}|the following (?:dynastic )?rules {_KEPT}: §)"
)
_EVERY = later(rf"{_START}(?:(?:keep|retain) {_ALL}|{_ALL} {_KEPT})")
_BIDS = later(
    r"(?:(?:also|and|then|finally|furthermore|therefore|so|i|we|please|hereby|shall|will|for this"
    r" dynasty|as (?:the )?emperor),? )*"
    r"(?:only )?(?:keep|retain|repeal|remov|delet|preserv|wip|discard|scrap|abolish)(?:e|ing)?\b"
)
_SEVERAL = later(r"§(?:(?:, and|,| and| &|;) (?:the )?(?:rules? )?§)+")


def kept_rules(address: str, titles: Collection[str]) -> frozenset[str] | None:
    """Return the dynastic rules, of these titles, that an Address keeps (without a mention none);
    None if it is not understood.
    """
    if len(address) > _MOST_CHARS or len(titles) > _MOST_TITLES:
        return None
    kept: set[str] = set()
    patterns = [
        (title, _title(title)) for title in sorted(filter(None, titles), key=len, reverse=True)
    ]
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
    return re.compile(
        rf"{quoted}|(?<![\w“\"]){words}(?![\w”\"])" if title[:1].isupper() else quoted
    )
