"""The tables of clauses (``clauses.toml``)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from parsers.ruleset.wordings import Wording

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


@cache
def compiled(wording: str) -> Wording:
    """A wording of the tables, read once."""
    return Wording(wording, tables().slots, tables().shared)


def only_on(words: str) -> str:
    """The occasion on which alone a sentence says something, by its beginning and no word that may reach beyond; "" if there is none."""
    for occasion, beginnings in tables().occasion.items():
        for found in filter(None, (compiled(wording).search(words) for wording in beginnings)):
            rest = words[found.end() :].replace("in all other cases ", "").replace("any other ", "")
            if not found.start() and compiled(tables().beyond).search(rest) is None:
                return occasion
    return ""
