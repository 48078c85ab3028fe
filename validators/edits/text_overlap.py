"""The share of a text that the body of a matter contains word for word."""

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
"""The least share of common runs of words with which a text counts as contained, and as similar."""
RUN = 5
END = "."
"""A placeholder word for the end of a sentence or heading."""
Words = tuple[str, ...]
Roles = tuple[tuple[str, str], ...]
"""The dynasty's words for Player and Emperor, each with the plain word, longest first."""

_WORD = re.compile(r"(?<!\w)-?\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*")
_QUOTATION = re.compile(r"“([^“”]{1,400})”|\"([^\"]{1,400})\"|‘([^‘’]{1,400})’")
_NEGATIONS = frozenset(
    "no not never none nobody nothing neither nor cannot without unless except only".split()
)
_MOST_ALIGNED = 2_000


def roles_of(terms: Terms | None) -> Roles:
    """Return the roles of some terms."""
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
    """Return the words of a text in lower case, with numbers as digits."""
    plain = straight(text).casefold().replace("−", "-")
    for form, role in roles:
        if form in plain:
            plain = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", role, plain)
    return tuple("a" if word == "an" else word for word in _WORD.findall(with_digits(plain)))


def is_substance(word: str) -> bool:
    """Return whether a word is a number or a negation: replacing it changes the meaning of a
    sentence.
    """
    return word[-1].isdigit() or word in _NEGATIONS or word.endswith("n't")


class ComparedText:
    """A text that other texts are compared with."""

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
        """Return whether it contains these words in a row."""
        return bool(words) and f" {' '.join(words)} " in self._line

    def quotes(self, words: Words) -> bool:
        """Return whether it has exactly these words in quotation marks."""
        return words in self._quoted

    def shares_run(self, words: Words) -> bool:
        """Return whether it contains a run of five of these words, or all of them if they are
        fewer.
        """
        return (
            self.has(words) if len(words) < RUN else any(run in self._runs for run in runs(words))
        )

    def share(self, words: Words) -> float:
        """Return the share of the runs of some words that it contains, from 0 to 1 (all words in a
        row).
        """
        if self.has(words):
            return 1.0
        shared = [run in self._runs for run in runs(words)]
        return min(sum(shared) / len(shared), 0.99) if shared else 0.0


def runs(words: Words) -> Iterator[Words]:
    """Yield all runs of five words."""
    return (words[place : place + RUN] for place in range(len(words) - RUN + 1))


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that an edit removes from a text or inserts into it, with the word on either side."""

    words: Words
    before: Words = ()
    after: Words = ()
    inserted: bool = True

    def occurs_in(self, text: ComparedText) -> bool | None:
        """Return whether a matter's text contains the piece; None if it does, but may mean another
        place, or if it contains only most of it.
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
    """Yield the differences between two texts, word by word. No piece crosses an :data:`END`."""
    if len(old) + len(new) > _MOST_ALIGNED:
        yield from (Piece(old, inserted=False), Piece(new))
        return
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from _cut(old, a, b, inserted=False)
            yield from _cut(new, c, d, inserted=True)


def _cut(words: Words, start: int, stop: int, *, inserted: bool) -> Iterator[Piece]:
    """Yield the pieces of a range, cut at the ends of sentences."""
    ends = [place for place in range(start, stop) if words[place] == END]
    for first, last in zip([start, *(place + 1 for place in ends)], [*ends, stop], strict=True):
        if first < last:
            before, after = words[first - 1 : first] if first else (), words[last : last + 1]
            yield Piece(words[first:last], before, after, inserted)
