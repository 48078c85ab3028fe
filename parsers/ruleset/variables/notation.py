"""The tables of wordings (``wordings.toml``), which are phrases with slots, as a rule would put them.

    (default|defaults|defaulting) to {value}
    (cannot|never) [ever] exceed {n}

The notation is that of :mod:`parsers.phrases`, but a wording is looked for within a text, and its slots may take as little as will do.
It is compiled only when a word that it begins with stands in a text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate
from types import MappingProxyType

import msgspec

from parsers.patterns import later

_WORD_NUMBERS = (
    "zero|(?:one|two|three|four|five|six|seven|eight|nine)(?: hundred)?|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight"
    "|nine))?"
)
NUMBER = rf"(?:(?:minus |negative )?[$£€¥₤₩₽¢]?[-+]?\d[\d,]{{0,12}}(?<!,)(?:\.\d{{1,6}})?%?|(?:{_WORD_NUMBERS}))(?![\w-])"
NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}"
_TOKEN = later(r"\(\w[\w'-]*(?:\|\w[\w'-]*)+\)|[\[\]()|]|\{\w+\}|[^\s\[\](){}|]+")
_SIGNS = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}


class Row(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What some wordings set, with examples that they must and must not take."""

    sets: str
    wordings: list[str]
    takes: list[str] = []
    leaves: list[str] = []


class Tables(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The rows of each table, and the slots of each kind of table."""

    slots: dict[str, dict[str, str]]
    telling: list[str]
    words: dict[str, str]
    sets: dict[str, dict[str, bool | int | str | tuple[str, ...]]]
    patterns: dict[str, list[str]]
    facts: list[Row]
    kinds: list[Row]
    forms: list[Row]
    later: list[Row]
    about: list[Row]


@cache
def tables() -> Tables:
    """The tables as they stand in the file."""
    text = files("parsers.ruleset.variables").joinpath("wordings.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Tables)


@cache
def word_list(name: str) -> frozenset[str]:
    """A list of words of the file."""
    return frozenset(tables().words[name].split())


@cache
def pattern(name: str) -> re.Pattern[str]:
    """An expression of the file."""
    return re.compile("".join(tables().patterns[name]))


class Wording:
    """One wording of a row, and its expression."""

    def __init__(self, sets: str, line: str, slots: Mapping[str, str]) -> None:
        self.sets = sets
        tokens = _TOKEN.findall(line)
        self._needs = _needs(tokens)
        # Where a wording begins there is no blank before a word.
        begun = tokens.index(")") if tokens[0] == "(" else 0
        parts = [
            _SIGNS.get(token) or ("" if not place or (place < begun and tokens[place - 1] in "(|") else " ?") + _element(token, slots)
            for place, token in enumerate(tokens)
        ]
        self._pattern = later("".join(parts), re.IGNORECASE | re.DOTALL)

    def search(self, text: str, low: str, start: int = 0) -> re.Match[str] | None:
        """Where the wording stands in a text, which ``low`` is in small letters."""
        return self._pattern.search(text, start) if self._may_stand_in(low) else None

    def match(self, text: str, low: str) -> re.Match[str] | None:
        """The wording at the start of a text."""
        return self._pattern.match(text) if self._may_stand_in(low) else None

    def _may_stand_in(self, low: str) -> bool:
        return all(any(map(low.__contains__, words)) for words in self._needs)


def wordings(table: str, kind: str, more: Mapping[str, str] = MappingProxyType({})) -> list[Wording]:
    """All wordings of a table, in order, with the slots of its kind, and ``more`` that are not the same for all dynasties."""
    return _wordings(table, kind, tuple(more.items()))


@lru_cache(maxsize=32)
def _wordings(table: str, kind: str, more: tuple[tuple[str, str], ...]) -> list[Wording]:
    slots = {name: text.replace("<number>", NUMBER).replace("<capitals>", NAME) for name, text in tables().slots[kind].items()}
    rows: list[Row] = getattr(tables(), table)
    return [Wording(row.sets, line, {**slots, **dict(more)}) for row in rows for line in row.wordings]


def _element(token: str, slots: Mapping[str, str]) -> str:
    if token[0] == "{":
        return slots[token[1:-1]]
    if len(token) > 1 and token[0] == "(":
        return rf"(?<![\w-])(?:{token[1:-1]})(?![\w-])"
    before, after = (r"(?<![\w-])" if token[0].isalnum() else ""), (r"(?![\w-])" if token[-1].isalnum() else "")
    return f"{before}{re.escape(token)}{after}"


def _needs(tokens: list[str]) -> list[list[str]]:
    """Words of which one each stands in every text that a wording fits: those outside of all brackets but those of single words."""
    depths = accumulate({"(": 1, "[": 1, ")": -1, "]": -1}.get(token, 0) for token in tokens)
    needed = (token for token, depth in zip(tokens, depths, strict=True) if not depth and (token[0].isalpha() or token[1:2].isalpha()))
    return [token.strip("()").lower().split("|") for token in needed if token[0] != "{"]
