"""The tables of clauses (``clauses.toml``) and their wordings, each compiled when a sentence has the words that it needs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.resources import files

import msgspec

from parsers.ruleset.wordings import expanded, expression, slots_of, words_needed

Sets = dict[str, str | bool | int]


class ClauseRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A sentence that is read whole, or (``part``) a piece of one whose other words have been reviewed."""

    topic: str
    wordings: list[str]
    sets: Sets = {}
    part: bool = False
    gives: str = ""
    needs: str = ""
    near: str = ""
    within: int = 1_000
    takes: list[str] = []
    leaves: list[str] = []


class ConditionCase(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Phrases that may stand together in one condition, and what they set."""

    has: str = ""
    may: str = ""
    sets: Sets = {}


class ConditionsRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The conditions of something, which combine as ``all`` or ``any``."""

    topic: str
    combine: str
    lead: str
    phrases: dict[str, list[str]]
    cases: list[ConditionCase]
    sets: Sets = {}
    needs: list[str] = []
    lacking: str = ""
    takes: list[str] = []
    leaves: list[str] = []


class ClauseTables(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """All of the file."""

    keys: str
    beyond: str
    special_case: list[str]
    homes: dict[str, str]
    special_case_words: str
    slots: dict[str, str]
    shared: dict[str, str]
    clause: list[ClauseRow]
    conditions: list[ConditionsRow]
    about: dict[str, list[str]]
    occasion: dict[str, list[str]]
    default: list[tuple[str, str | bool, str, str]]
    lacking: list[tuple[str, list[str], str]]


@cache
def tables() -> ClauseTables:
    """The tables as they stand in the file."""
    text = files("parsers.ruleset.clauses").joinpath("clauses.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), ClauseTables)


class ClauseWording:
    """One wording: its expression, the kinds of its slots by their names, and the words that every text has which it fits."""

    def __init__(self, wording: str) -> None:
        self._wording = expanded(wording, tables().shared)
        self.needed = words_needed(self._wording)
        self.slots = slots_of(self._wording)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\S)(?:{expression(self._wording, tables().slots)})")

    def fullmatch(self, words: str) -> re.Match[str] | None:
        """The wording as all of a text of words, each with a blank behind it."""
        return self._pattern.fullmatch(words) if all(map(words.__contains__, self.needed)) else None

    def finditer(self, words: str) -> Iterator[re.Match[str]]:
        """Every place of the wording within such a text."""
        return self._pattern.finditer(words) if all(map(words.__contains__, self.needed)) else iter(())

    def search(self, words: str) -> re.Match[str] | None:
        """The first of them."""
        return next(self.finditer(words), None)


@cache
def compiled(wording: str) -> ClauseWording:
    """A wording of the tables, read once."""
    return ClauseWording(wording)


def only_on(words: str) -> str:
    """The occasion on which alone a sentence says something, by its beginning and no word that may reach beyond; "" if there is none."""
    for occasion, beginnings in tables().occasion.items():
        for found in filter(None, (compiled(wording).search(words) for wording in beginnings)):
            rest = words[found.end() :].replace("in all other cases ", "").replace("any other ", "")
            if not found.start() and compiled(tables().beyond).search(rest) is None:
                return occasion
    return ""
