"""Names on the page: whose they are, whatever has been written around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from parsers.gamestate.model import Standing
from parsers.model import Roster, name_key

__all__ = ["People", "Person", "fold"]

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "_": " ", "\u00a0": " "})
_REMARK = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])$")
_MARKS = " \t\n*†‡§¶#★☆:,;•·"
_MOST_REMARKS = 4
_SIGNS = re.compile(r"^[\W_]+|[\W_]+$")
_BETWEEN = re.compile(r"\s*(?:[,;/&+\n]|\s[-–—]\s|\band\b)\s*")
_LONGEST_GROUP = 200


def fold(text: str) -> str:
    """The form in which two spellings of one name or label are the same."""
    return " ".join(text.translate(_QUOTES).split()).casefold()


class Person(NamedTuple):
    """Somebody on the page: the roster's spelling (else the page's), and whether the roster knows them."""

    name: str
    standing: Standing

    @property
    def known(self) -> bool:
        """Whether the roster has this name."""
        return self.standing in (Standing.ACTIVE, Standing.IDLE)


class People:
    """The roster and other names of those on it. Without a roster (not ``complete``) every name is of unknown standing."""

    def __init__(self, roster: Roster | None, aliases: Mapping[str, str], roles: Iterable[str] = ()) -> None:
        self._roles = frozenset(map(fold, roles))
        self.complete = roster is not None
        self._exact: dict[str, Person] = {}
        self._folded: dict[str, Person] = {}
        if roster is not None:
            self._add(roster.active, Standing.ACTIVE)
            self._add(roster.idle, Standing.IDLE)
        self._aliases = {fold(other): name for other, name in aliases.items()}

    def _add(self, names: Iterable[str], standing: Standing) -> None:
        for name in names:
            person = Person(name, standing)
            self._exact.setdefault(name_key(name), person)
            self._folded.setdefault(fold(name), person)

    def find(self, text: str) -> Person:
        """Who is meant by the text of a cell: by the text itself, else by what is left without remarks and marks."""
        known = self._known(text)
        bare = text
        for _ in range(_MOST_REMARKS):
            shorter = _REMARK.sub("", bare).strip(_MARKS)
            if known is not None or shorter == bare:
                break
            bare = shorter
            known = self._known(bare)
        known = known or self._known(_SIGNS.sub("", bare)) or self._several(bare)
        if known is not None:
            return known
        if self.is_role(bare):
            return Person(" ".join(bare.split()), Standing.UNKNOWN)
        return Person(" ".join(bare.split()), Standing.STRANGER if self.complete else Standing.UNKNOWN)

    def _several(self, text: str) -> Person | None:
        """Somebody with their office behind the name; of several people the text, since none of them alone is meant."""
        parts = _BETWEEN.split(text) if len(text) <= _LONGEST_GROUP else []
        if len(parts) < 2:
            return None
        names = [known for part in parts if (known := self._known(part)) is not None]
        if len(names) == 1 and all(self.is_role(part) for part in parts if self._known(part) is None):
            return names[0]
        return Person(" ".join(text.split()), Standing.UNKNOWN) if len(names) == len(parts) else None

    def _known(self, text: str) -> Person | None:
        found = self._exact.get(name_key(text)) or self._folded.get(fold(text))
        if found is None and (name := self._aliases.get(fold(text))) is not None:
            found = self._exact.get(name_key(name)) or self._folded.get(fold(name))
            if found is None and not self.complete:
                found = Person(name, Standing.UNKNOWN)
        return found

    def is_role(self, text: str) -> bool:
        """Whether the text is the word for somebody's office, which may stand in place of the name."""
        return fold(text).removeprefix("the ").strip(_MARKS) in self._roles

    def count(self, texts: Iterable[str]) -> int:
        """How many of the texts are names on the roster."""
        return sum(self.find(text).known for text in texts)
