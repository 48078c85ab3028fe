"""How much of a text stands in the body of a matter word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache

from parsers.numbers import with_digits
from parsers.ruleset.ruleset_model import Terms
from parsers.ruleset.sentences import straight
from parsers.ruleset.terms import guess_plural

ENOUGH, SOME = 0.75, 0.3
"""The share of its runs of words from which on a text stands in another, and from which on
something like it does.
"""
RUN = 5
END = "."
"""Stands in the place of a word at the end of a sentence, or a heading."""
Words = tuple[str, ...]
Roles = tuple[tuple[str, str], ...]
"""The dynasty's words for Player and Emperor, each with the plain one, the longest first."""

_WORD = re.compile(r"(?<!\w)-?\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*")
_QUOTATION = re.compile(r"“([^“”]{1,400})”|\"([^\"]{1,400})\"|‘([^‘’]{1,400})’")
_NEGATIONS = frozenset(
    "no not never none nobody nothing neither nor cannot without unless except only".split()
)
_MOST_ALIGNED = 2_000


def roles_of(terms: Terms | None) -> Roles:
    """The roles of some terms."""
    if terms is None:
        return ()
    emperor = terms.emperor or "emperor"
    found = {
        terms.player: "player",
        terms.players: "players",
        emperor: "emperor",
        guess_plural(emperor): "emperors",
    }
    return tuple(
        sorted(
            ((form.casefold(), plain) for form, plain in found.items() if form),
            key=lambda pair: -len(pair[0]),
        )
    )


@lru_cache(maxsize=8192)
def words_of(text: str, roles: Roles = ()) -> Words:
    """The words of a text in small letters, numbers in digits."""
    plain = straight(text).casefold().replace("−", "-")
    for form, role in roles:
        if form in plain:
            plain = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", role, plain)
    return tuple("a" if word == "an" else word for word in _WORD.findall(with_digits(plain)))


def is_substance(word: str) -> bool:
    """Whether it is a number or a negation: with another one a sentence says something else."""
    return word[-1].isdigit() or word in _NEGATIONS or word.endswith("n't")


class ComparedText:
    """A text with which others are compared."""

    def __init__(self, text: str, roles: Roles = ()) -> None:
        self.words = words_of(text, roles)
        self._line = f" {' '.join(self.words)} "
        self._text, self._roles = text, roles

    @cached_property
    def _quoted(self) -> frozenset[Words]:
        return frozenset(
            words_of(next(filter(None, found.groups())), self._roles)
            for found in _QUOTATION.finditer(self._text)
        )

    @cached_property
    def _runs(self) -> frozenset[Words]:
        return frozenset(runs(self.words))

    def has(self, words: Sequence[str]) -> bool:
        """Whether these words stand in it, one behind the other."""
        return bool(words) and f" {' '.join(words)} " in self._line

    def quotes(self, words: Words) -> bool:
        """Whether it has just these words in quotation marks."""
        return words in self._quoted

    def shares_run(self, words: Words) -> bool:
        """Whether it has some run of these words; all of them where they are few."""
        return (
            self.has(words) if len(words) < RUN else any(run in self._runs for run in runs(words))
        )

    def share(self, words: Words) -> float:
        """How much of some words stands in it, from 0 to 1 (word for word)."""
        there = sum(run in self._runs for run in runs(words))
        return 1.0 if self.has(words) else min(there / max(len(words) - RUN + 1, 1), 0.99)


def runs(words: Words) -> Iterator[Words]:
    """Every five words that follow each other."""
    return (words[place : place + RUN] for place in range(len(words) - RUN + 1))


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that an edit takes out of a text, or puts into it, with the word on either side."""

    words: Words
    before: Words = ()
    after: Words = ()
    inserted: bool = True

    def is_told_by(self, text: ComparedText) -> bool | None:
        """Whether a matter's text has the piece; None where it does, but it may be meant for
        another place.
        """
        if len(self.words) >= RUN:
            share = text.share(self.words)
            if share == 1:
                return True
            return None if share >= ENOUGH else False
        if not text.has(self.words):
            return False
        beside = (self.before and text.has((*self.before, *self.words))) or (
            self.after and text.has((*self.words, *self.after))
        )
        several = len(self.words) > 1 and not any(map(is_substance, self.words))
        return True if beside or several or text.quotes(self.words) else None


def pieces(old: Words, new: Words) -> Iterator[Piece]:
    """What differs between two texts, word by word; their sentences may end with :data:`END`, over
    which no piece goes.
    """
    if len(old) + len(new) > _MOST_ALIGNED:
        yield from (Piece(old, inserted=False), Piece(new))
        return
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from _cut(old, a, b, inserted=False)
            yield from _cut(new, c, d, inserted=True)


def _cut(words: Words, start: int, stop: int, *, inserted: bool) -> Iterator[Piece]:
    """The piece from one place to another, cut at the ends of sentences."""
    ends = [place for place in range(start, stop) if words[place] == END]
    for first, last in zip([start, *(place + 1 for place in ends)], [*ends, stop], strict=True):
        if first < last:
            before, after = words[first - 1 : first] if first else (), words[last : last + 1]
            yield Piece(words[first:last], before, after, inserted)
