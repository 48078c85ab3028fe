"""Find the players named on the page, and the equivalent forms of headers and variables' names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from itertools import groupby
from typing import NamedTuple

from parsers.model import Roster, name_key
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Terms
from parsers.ruleset.terms import singular

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "_": " ", "\u00a0": " "})
_REMARK = later(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])$")
_MARKS = " \t\n*†‡§¶#★☆:,;•·"
_MOST_REMARKS = 4
SIGNS = later(r"^[\W_]+|[\W_]+$")
_BETWEEN = later(r"\s*(?:[,;/&+\n]|\s[-–—]\s|\band\b)\s*")
_LONGEST_GROUP = 200
_HEADER_REMARK = later(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|/ ?\d+$")
_AROUND = later(
    r"^(?:current|total|the|# of|#|no\.|nr\.|number of|amount of|his|her|their|its) +|"
    r" +(?:total|count|amount|#)$"
)
_SMALL = frozenset("of the a an and in on to for at or by".split())
_WORD = later(r"[^\W_]+(?:['-][^\W_]+)*")
VOWELS = frozenset("aeiou")
_ENDS = " .:*†‡?!"


def fold(text: str) -> str:
    """Return the common form of two spellings of one name or label."""
    return " ".join(text.translate(_QUOTES).split()).casefold()


def label(text: str) -> str:
    """A header in lower case, with straight quotation marks, without punctuation at its ends.

    >>> label("Coal  Reserve:")
    'coal reserve'
    """
    return fold(text).strip(_ENDS)


def one_form(text: str) -> str:
    """A label with its last word in the singular.

    >>> one_form("brass keys")
    'brass key'
    """
    head, blank, last = text.rpartition(" ")
    return head + blank + singular(last)


def bare(text: str) -> str:
    """A label without remarks in brackets and words such as "current" or "number of".

    >>> bare("number of keys (max. 5)")
    'keys'
    """
    without = _HEADER_REMARK.sub(" ", text)
    return _AROUND.sub("", " ".join(without.split())).strip(_ENDS)


def parts(name: str) -> tuple[str, ...]:
    """The headers that a column's joined name was made of, as labels, top to bottom.

    >>> parts("Lamps / Oil:")
    ('lamps', 'oil')
    """
    return tuple(found for part in name.split(" / ") if (found := label(part)))


def initials(text: str) -> tuple[str, ...]:
    """The first letters of a label's words, with and without small words such as “of”; nothing for
    a single word.

    >>> initials("book of keys")
    ('bok', 'bk')
    """
    words = _WORD.findall(text)
    large = [word for word in words if word not in _SMALL]
    return tuple(
        dict.fromkeys("".join(word[0] for word in some) for some in (words, large) if len(some) > 1)
    )


def consonants(text: str) -> str:
    """A label without its vowels, except the first letter, and with doubled letters once.

    >>> consonants("level"), consonants("arrow")
    ('lvl', 'arw')
    """
    letters = text.replace(" ", "")
    kept = letters[:1] + "".join(letter for letter in letters[1:] if letter not in VOWELS)
    return "".join(letter for letter, _ in groupby(kept))


class DynastyWords:
    """The dynasty's word for Player, as headers use it."""

    def __init__(self, terms: Terms | None) -> None:
        themed = () if terms is None else (label(terms.player), label(terms.players))
        own = {"player", "players", *filter(None, themed)}
        self.player = frozenset(
            form
            for term in own
            for form in (term, f"{term} name", f"name of {term}", f"{term}'s name")
        )
        self.term = terms.player if terms is not None else "Player"


class Standing(StrEnum):
    """The standing of a name by the roster."""

    ACTIVE = "active"
    IDLE = "idle"
    STRANGER = "stranger"
    UNKNOWN = "unknown"


class Person(NamedTuple):
    """A name on the page, in the roster's spelling if it has it, and its standing."""

    name: str
    standing: Standing

    @property
    def known(self) -> bool:
        """Return whether the roster has this name."""
        return self.standing in (Standing.ACTIVE, Standing.IDLE)


class People:
    """The roster and its aliases. Without a roster (not ``complete``) every name has an unknown
    standing.
    """

    def __init__(
        self, roster: Roster | None, aliases: Mapping[str, str], roles: Iterable[str] = ()
    ) -> None:
        self._roles = frozenset(map(fold, roles))
        self.complete = roster is not None
        standings = (
            []
            if roster is None
            else [(roster.active, Standing.ACTIVE), (roster.idle, Standing.IDLE)]
        )
        people = [Person(name, standing) for names, standing in standings for name in names][::-1]
        self._exact = {name_key(person.name): person for person in people}
        self._folded = {fold(person.name): person for person in people}
        others = {**dict(() if roster is None else roster.also), **aliases}
        self._aliases = {fold(other): name for other, name in others.items()}
        self.find = cache(self._find)
        """Find the player that a cell's text means; the same text is looked up once."""

    def _find(self, text: str) -> Person:
        """Find the player by the whole text, else by the text without remarks and marks."""
        known, plain = self._known(text), text
        for _ in range(_MOST_REMARKS if known is None else 0):
            plain = _REMARK.sub("", plain).strip(_MARKS)
            known = known or self._known(plain)
        known = known or self._known(SIGNS.sub("", plain)) or self._several(plain)
        stranger = self.complete and not self.is_role(plain)
        return known or Person(
            " ".join(plain.split()), Standing.STRANGER if stranger else Standing.UNKNOWN
        )

    def _several(self, text: str) -> Person | None:
        """Find a player whose office follows the name (“Ana, Emperor”). For several players (“Ana
        and Bo”) return the text, with an unknown standing.
        """
        between = _BETWEEN.split(text) if len(text) <= _LONGEST_GROUP else []
        known = [self._known(part) for part in between]
        names = [person for person in known if person is not None]
        if len(between) > 1 and len(names) == len(between):
            return Person(" ".join(text.split()), Standing.UNKNOWN)
        offices = all(
            self.is_role(part)
            for part, person in zip(between, known, strict=True)
            if person is None
        )
        return names[0] if len(between) > 1 and len(names) == 1 and offices else None

    def _known(self, text: str) -> Person | None:
        found = self._exact.get(name_key(text)) or self._folded.get(fold(text))
        if found is None and (name := self._aliases.get(fold(text))) is not None:
            found = self._exact.get(name_key(name)) or self._folded.get(fold(name))
            if found is None and not self.complete:
                found = Person(name, Standing.UNKNOWN)
        return found

    def is_role(self, text: str) -> bool:
        """Return whether the text is the word for an office (Emperor), which may replace the name."""
        return fold(text).removeprefix("the ").strip(_MARKS) in self._roles

    def count(self, texts: Iterable[str]) -> int:
        """How many of the texts are names on the roster."""
        return sum(self.find(text).known for text in texts)
