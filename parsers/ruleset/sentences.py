"""Sentences in a form that does not depend on theme, quotes or spelling.

A recogniser sees ``canon``: lower case, straight quotes, "player" and "emperor" for the dynasty's
words, digits for numbers, "dov" and "cfj" for their long names. It is made of all sentences of a
page at once, which takes a fraction of the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Rule, Terms
from parsers.wiki.text_blocks import Block

MAX_CLAUSE_CHARS = 4_000
"""No clause is read from a longer sentence (the longest of the real ones have about 1,200
characters).
"""

Canon = Callable[[str], str]

_STRAIGHT = {
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "`": "'",
    "–": "-",
    "—": "-",
    "\u00a0": " ",
    "\u2009": " ",
    "\u202f": " ",
}
_STRAIGHT |= dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", "")
_END = later(r"[.!?][\"”’')\]]{0,2} +(?=[\"“‘'(\[]{0,2}[A-Z0-9]|an? [A-Z])")
MARKS = re.compile(r"[ \t\r,.;:!?()\[\]{}\"-]+")
"""The characters between words, except line ends."""
_CLOSING = "\"”’')]"
_ABBREVIATION = later(r"(?<!\w)(?:e\.g|i\.e|eg|ie|vs|cf|dr|mrs?|ms|st)\.$", re.IGNORECASE)
_BRACKET = later(r"[()“”\"]")
_OPENING = {")": "(", "”": "“", '"': '"'}
_LONGEST_ASIDE = 600

# Each begins with a letter, to which the engine can skip.
_WRONG_ARTICLE = later(r"an (?<=\ban )(?=players?\b)")
_QUOTATION = re.compile(r'" *([^"\n]*?) *"')
_STRAY_BLANK = re.compile(r"(?<=[(\[]) +| +(?=[)\],.;](?!\w))")
_DOV = later(r"d(?<!\wd)(?:eclarations? of victory|ovs)\b")
_CFJ = later(r"c(?<!\wc)(?:alls? for judge?ments?|fjs)\b")
PLAIN_WORDS = frozenset(
    "admin author blog cast change clause comment condition day emperor entry exception first game"
    " group half hiatus hour icon idle list majority match matter member minute name number open"
    " page part party pending person player post proposal quorum rule section set state status"
    " subset tag text third time title valid victory vote voter week".split()
)
"""Words that clauses need in their everyday sense. A dynasty that uses one as its term capitalises
it.
"""


def straight(text: str) -> str:
    """A text with straight quotes and plain dashes."""
    for mark, plain in _STRAIGHT.items():
        if mark in text:
            text = text.replace(mark, plain)
    return text


def in_words(text: str) -> str:
    """A text of one line without its marks, with a space behind each word.

    >>> in_words("Votes (if any), count.")
    'Votes if any count '
    """
    return f"{MARKS.sub(' ', text).strip()} "


def _asides(text: str) -> list[tuple[int, int]]:
    """The places of quotations and parentheses that close within a limit, in order: no sentence
    ends in them.
    """
    spans: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for found in _BRACKET.finditer(text):
        mark, at = found.group(), found.start()
        near = [
            place for place, (opener, _) in enumerate(opened[-3:]) if opener == _OPENING.get(mark)
        ]
        if near:
            place = max(len(opened) - 3, 0) + near[-1]
            start = opened[place][1]
            del opened[place:]
            while spans and spans[-1][0] > start:
                spans.pop()
            if at - start <= _LONGEST_ASIDE:
                spans.append((start, at))
        elif mark in '(“"':
            opened.append((mark, at))
    return spans


def split_sentences(text: str) -> list[str]:
    """The sentences of a block of visible text, each with its own punctuation."""
    inside = text[:-1]
    if "." not in inside and "!" not in inside and "?" not in inside:
        return [text.strip()]
    ends = list(_END.finditer(text))
    asides = _asides(text) if ends else []
    sentences: list[str] = []
    start = aside = 0
    for end in ends:
        stop = end.start() + 1
        if _ABBREVIATION.search(text, max(0, stop - 5), stop):
            continue
        while text[stop] in _CLOSING:
            stop += 1
        while aside < len(asides) and asides[aside][1] < stop:
            aside += 1
        if aside < len(asides) and asides[aside][0] < stop:
            continue
        sentences.append(text[start:stop].strip())
        start = end.end()
    sentences.append(text[start:].strip())
    return sentences


def _key(form: str) -> str:
    return " ".join(form.replace("-", " ").split()).lower()


def _forms(terms: Terms) -> dict[str, str]:
    """Every form of the dynasty's words, with the plain word for it."""
    forms: dict[str, str] = {}
    for term, plural, word in (
        (terms.player, terms.players, "player"),
        (terms.emperor, f"{terms.emperor}s", "emperor"),
    ):
        if term:
            for form, meaning in ((term, word), (plural, word + "s"), (term + "s", word + "s")):
                forms.setdefault(straight(form), meaning)
    return forms


class _Wording:
    """Replaces themed forms of Player and Emperor by the plain words, in a text in lower case.

    If a dynasty uses an everyday word ("Number"), only the capital distinguishes it, so the text is
    read as written.
    """

    def __init__(self, forms: dict[str, str]) -> None:
        self.words = {_key(form): word for form, word in reversed(forms.items())}
        self.as_written = any(form.lower() in PLAIN_WORDS for form in forms)
        self.pattern = later(
            rf"(?:{'|'.join(map(self._pattern, sorted(forms, key=len, reverse=True)))})(?!\w)"
        )

    def _pattern(self, form: str) -> str:
        words = r"[ \-]".join(map(re.escape, (form if self.as_written else form.lower()).split()))
        if self.as_written and form.lower() not in PLAIN_WORDS:
            words = f"(?i:{words})"
        # The look-behind for the beginning of a word is at the end, because the engine can skip to
        # a letter, but not to the beginning of a word.
        return rf"{words}(?<!\w{words})"

    def __call__(self, text: str) -> str:
        if self.as_written:
            return self.pattern.sub(self._word, text).lower()
        # One letter beyond ASCII makes this slow for the whole text.
        text = text.lower() if text.isascii() else "\n".join(map(str.lower, text.split("\n")))
        return self.pattern.sub(self._word, text)

    def _word(self, found: re.Match[str]) -> str:
        form = found.group()
        return self.words.get(form) or self.words.get(_key(form), form)


class CanonicalForm:
    """Brings sentences of one line each into their canonical form under a dynasty's terms."""

    def __init__(self, terms: Terms | None) -> None:
        self._plainly = _Wording(_forms(terms)) if terms else str.lower

    def __call__(self, sentence: str) -> str:
        """The form of one sentence."""
        return self.of_all((sentence,))[0]

    def of_all(self, sentences: Sequence[str]) -> list[str]:
        """The forms of all these sentences, in a fraction of the time of one after another."""
        text = self._plainly(
            "\n".join(text if text.isascii() else straight(text) for text in sentences)
        )
        text = _STRAY_BLANK.sub("", _QUOTATION.sub(r'"\1"', text))
        if "an player" in text:
            text = _WRONG_ARTICLE.sub("a ", text)
        text = _CFJ.sub("cfj", _DOV.sub("dov", text))
        return with_digits(text).split("\n") if sentences else []


@lru_cache(16)
def canonical(terms: Terms | None) -> CanonicalForm:
    """The function that brings a sentence into its canonical form under a dynasty's terms."""
    return CanonicalForm(terms)


@dataclass(eq=False, slots=True)
class Sentence:
    """One sentence of a rule as written, in canonical form (empty for one that is too long).

    ``place`` is its paragraph or list item, ``block`` the number of that on the page, ``low`` the
    sentence in lower case, for a quick search. ``words`` is ``canon`` without marks, with a space
    behind each word. ``canon_lead`` is the line that introduces it, ``canon_title`` the title of
    its rule, ``canon_term`` the term that it explains, all in canonical form.
    """

    text: str
    canon: str
    canon_lead: str
    canon_title: str
    canon_term: str
    rule: Rule
    place: Block
    block: int
    index: int
    low: str
    words: str

    @property
    def too_long(self) -> bool:
        """Return whether nothing is read from it."""
        return len(self.text) > MAX_CLAUSE_CHARS
