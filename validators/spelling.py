"""Tests whether two wordings differ only in spelling (rule "Official Posts": obvious spelling
mistakes may be corrected).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import TYPE_CHECKING

from parsers.numbers import with_digits
from parsers.patch import shared_ends
from parsers.patterns import later

if TYPE_CHECKING:
    from spellchecker import SpellChecker

_TOKEN = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|\d+|[^\w\s]|_")
_WORD = re.compile(r"[^\W\d_]")
_ANY_WORD = later(r"\w+")
_LETTERS = later(r"[^\W\d_]+")
_PUNCTUATION = frozenset(".,;:!?()'\"\u2018\u2019\u201c\u201d-\u2013\u2014\u2026")
_ARTICLES = frozenset(("a", "an", "the"))
_MEANING = frozenset(
    "may might must can could shall should will would if when while until before after and or but"
    " any all each every both either some only also then than least most more less fewer greater"
    " under over above below between within for against add remove gain lose increase decrease set"
    " is are has have true false yes".split()
)
"""Words that carry the meaning of rules: replacing one changes a rule, however similar the new word
is.
"""

_NEGATIONS = frozenset("no not never none neither nor cannot without".split())
_SUBSTANCE = _MEANING | _NEGATIONS
_OPPOSITE = ("in", "il", "im", "ir", "un", "non", "dis")
"""Prefixes that turn a word into its opposite."""

_SINGULAR_THEY = {
    **dict.fromkeys(("he", "she", "ey", "e"), ("they",)),
    **dict.fromkeys(("him", "em", "her", "hers", "his", "eir"), ("them", "their", "theirs")),
    **dict.fromkeys(("himself", "herself", "emself"), ("themself", "themselves")),
}
_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do"}

_PAIRS = later(
    r"\b(?:(he|him|his)(?: or |/)(?:she|hers?)|(?:she|hers?)(?: or |/)(he|him|his)|s/(he))\b"
)
"""Pairs of pronouns ("he or she"), which are read as one."""
_ONE = later(r"\b(no|every|some)[ -]one\b")
""""No one", "every one" and "some one", in which "one" is not a number."""

_MOST = 500
"""The most tokens between the first and the last difference that are aligned; more are only
counted, because aligning may take the cube of their number.
"""
_LONGEST = 40
"""The longest word that is treated as misspelt: comparing two words takes at least quadratic time.
"""
_ALIKE = 0.74
"""The least similarity of a misspelt word: one letter of four, or two neighbours in the wrong
order, may differ.
"""


def is_spelling(old: str, new: str, known: Collection[str] = ()) -> bool | None:
    """Return whether ``new`` corrects the spelling of ``old``: True, False, or None if only a
    person can decide.

    ``known`` has correctly spelt words in lower case. White space, case, punctuation away from
    numbers, articles, doubled words and the singular "they" in place of "he" count as spelling;
    numbers and negations never do. A replaced word is spelling if the two are similar, the old one
    is no English word, and the new one is English or known; between two English words ("largest"
    for "latest") only a person can decide.
    """
    before, after = _tokens(old), _tokens(new)
    start, tail = shared_ends(before, after)
    head, end = after[:start], after[len(after) - tail :]
    around = [*head[-1:], *end[:1]]
    before, after = before[start : len(before) - tail], after[start : len(after) - tail]
    if len(before) + len(after) > _MOST:
        gone, came = Counter(before) - Counter(after), Counter(after) - Counter(before)
        many = 10 * (gone.total() + came.total()) > len(before) + len(after)
        return (
            False
            if many or any(token in _SUBSTANCE or token.isdigit() for token in (*gone, *came))
            else None
        )
    elsewhere = {*known, *head, *end}
    result: bool | None = True
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            beside = [*(before[i1 - 1 : i1] or around[:1]), *(before[i2 : i2 + 1] or around[-1:])]
            same = _same(before[i1:i2], after[j1:j2], beside, elsewhere)
            if same is False:
                return False
            result = result and same
    return result


def repeated_words(text: str, *, digits: bool = True) -> set[str]:
    """Return the words, in lower case, that occur more than once in a text; without ``digits`` only
    words of letters.
    """
    counts = Counter((_ANY_WORD if digits else _LETTERS).findall(text.casefold()))
    return {word for word, count in counts.items() if count > 1}


def _tokens(text: str) -> list[str]:
    plain = _PAIRS.sub(
        lambda pair: pair[1] or pair[2] or pair[3], text.replace("\u2019", "'").casefold()
    )
    return _TOKEN.findall(with_digits(_ONE.sub(r"\1one", plain)))


def _same(
    old: Sequence[str], new: Sequence[str], beside: Sequence[str], known: Collection[str]
) -> bool | None:
    """Return whether old and new tokens have the same meaning, between the tokens ``beside`` them;
    None if only a person can decide.
    """
    words, others = (
        [word for word in old if _WORD.match(word)],
        [word for word in new if _WORD.match(word)],
    )
    signs = [sign for sign in (*old, *new) if not _WORD.match(sign)]
    if any(sign not in _PUNCTUATION for sign in signs) or (
        signs and any(token.isdigit() for token in beside)
    ):
        return False
    joined = "".join(words).replace("'", "")
    if joined == "".join(others).replace("'", ""):
        apart = len(words) != len(others) and joined != "cannot"
        return None if apart and any(word in _SUBSTANCE for word in (*words, *others)) else True
    if not words or not others:
        doubled = all(word in _ARTICLES or word in beside for word in (*words, *others))
        return None if doubled and not _NEGATIONS.isdisjoint((*words, *others)) else doubled
    if len(words) != len(others):
        return False
    result: bool | None = True
    after_pronoun = False
    for old_word, new_word in zip(words, others, strict=True):
        if new_word in _SINGULAR_THEY.get(old_word, ()) or (
            after_pronoun
            and (_PLURAL.get(old_word) == new_word or old_word in (f"{new_word}s", f"{new_word}es"))
        ):
            after_pronoun = True
            continue
        after_pronoun = False
        same = _same_word(old_word, new_word, known)
        if same is False:
            return False
        result = result and same
    return result


def _same_word(old: str, new: str, known: Collection[str]) -> bool | None:
    """Return whether a word was corrected: it was not English, and became English or known. None if
    only a person can decide.
    """
    if old == new or {old, new} <= _ARTICLES:
        return True
    shorter, longer = sorted((old, new), key=len)
    if len(longer) > _LONGEST or longer.removesuffix(shorter) in _OPPOSITE:
        return False
    if (
        sorted(old) != sorted(new)
        and SequenceMatcher(None, old, new, autojunk=False).ratio() < _ALIKE
    ):
        return False
    if old in _dictionary():
        return False if old in _SUBSTANCE or new in _SUBSTANCE else None
    right = new in known or new in _ARTICLES or new in _dictionary()
    return None if old[0] != new[0] or old in known or not right else True


@cache
def _dictionary() -> SpellChecker:
    """Return the English words, in lower case and American spelling."""
    from spellchecker import SpellChecker  # noqa: PLC0415 - it loads 160,000 words

    return SpellChecker(language="en", distance=1)
