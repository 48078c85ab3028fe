"""The tables of wordings (``wordings.toml``), in the notation of :mod:`parsers.patterns`: phrases
with slots, as a rule would put them.

    (default|defaults|defaulting) to {value}
    (cannot|never) [ever] exceed {n}
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from parsers.patterns import Wording, WordingIndex, later

_WORD_NUMBERS = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
NUMBER = (
    r"(?:(?:minus |negative"
    rf" )?[$£€¥₤₩₽¢]?[-+]?\d[\d,]{{0,12}}(?<!,)(?:\.\d{{1,6}})?%?|(?:{_WORD_NUMBERS}))(?![\w-])"
)
NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}"
_WORDS = later(r"[\w-]+(?:'[\w-]+)?")


class VariableRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The traits of some wordings, with examples that match and examples that must not."""

    sets: str
    wordings: list[str]
    takes: list[str] = []
    leaves: list[str] = []


class VariableTables(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The rows of each table, and the slots of each kind of table."""

    slots: dict[str, dict[str, str]]
    words: dict[str, str]
    sets: dict[str, dict[str, bool | int | str | tuple[str, ...]]]
    patterns: dict[str, list[str]]
    said: list[VariableRow]
    kinds: list[VariableRow]
    forms: list[VariableRow]
    later: list[VariableRow]
    about: list[VariableRow]
    event_types: list[VariableRow]
    event_ends: list[VariableRow]


@cache
def tables() -> VariableTables:
    """The tables as in the file."""
    text = files("parsers.ruleset.variables").joinpath("wordings.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), VariableTables)


@cache
def word_list(name: str) -> frozenset[str]:
    """A list of words of the file."""
    return frozenset(tables().words[name].split())


@cache
def pattern(name: str) -> re.Pattern[str]:
    """An expression of the file."""
    return re.compile("".join(tables().patterns[name]))


class VariableWording(NamedTuple):
    """One wording of a row, and its traits."""

    sets: str
    wording: Wording

    @property
    def pattern(self) -> re.Pattern[str]:
        """Its expression."""
        return self.wording.pattern


@lru_cache(maxsize=32)
def wordings(
    table: str, kind: str, more: tuple[tuple[str, str], ...] = ()
) -> WordingIndex[VariableWording]:
    """The wordings of a table, with the slots of its kind, and ``more`` that are not the same for
    all dynasties.
    """
    slots = {
        name: text.replace("<number>", NUMBER).replace("<capitals>", NAME)
        for name, text in tables().slots[kind].items()
    }
    rows: list[VariableRow] = getattr(tables(), table)
    lines = (
        VariableWording(row.sets, Wording(line, {**slots, **dict(more)}))
        for row in rows
        for line in row.wordings
    )
    return WordingIndex((line.wording, line) for line in lines)


def words_of(low: str) -> list[str]:
    """The words of a text in small letters, by which wordings are found."""
    return [
        form
        for word in _WORDS.findall(low)
        for form in dict.fromkeys((word, word.partition("'")[0]))
    ]
