"""The tables of wordings (``wordings.toml``), which are phrases with slots, as a rule would put
them.

    (default|defaults|defaulting) to {value}
    (cannot|never) [ever] exceed {n}

The notation is that of :mod:`parsers.patterns`, but a wording is looked for within a text, and its
slots may take as little as will do. It is compiled when a text has the words without which it does
not fit.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from importlib.resources import files

import msgspec

from parsers.patterns import later
from parsers.ruleset.wordings import Needed, WordingIndex, needed_words, stand_in_order

_WORD_NUMBERS = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
NUMBER = (
    r"(?:(?:minus |negative"
    rf" )?[$£€¥₤₩₽¢]?[-+]?\d[\d,]{{0,12}}(?<!,)(?:\.\d{{1,6}})?%?|(?:{_WORD_NUMBERS}))(?![\w-])"
)
NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}"
_TOKEN = later(r"\(\w[\w'-]*(?:\|\w[\w'-]*)+\)|[\[\]()|]|\{\w+\}|[^\s\[\](){}|]+")
_NUMBER_SLOTS = ("{n}", "{low}", "{high}")
_A_NUMBER = f"(0|1|2|3|4|5|6|7|8|9|{_WORD_NUMBERS})"
_WORDS = later(r"[\w-]+(?:'[\w-]+)?")
_SIGNS = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}


class VariableRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What some wordings set, with examples that they must and must not take."""

    sets: str
    wordings: list[str]
    takes: list[str] = []
    leaves: list[str] = []


class VariableTables(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The rows of each table, and the slots of each kind of table."""

    slots: dict[str, dict[str, str]]
    telling: list[str]
    words: dict[str, str]
    sets: dict[str, dict[str, bool | int | str | tuple[str, ...]]]
    patterns: dict[str, list[str]]
    said: list[VariableRow]
    kinds: list[VariableRow]
    forms: list[VariableRow]
    later: list[VariableRow]
    about: list[VariableRow]


@cache
def tables() -> VariableTables:
    """The tables as they stand in the file."""
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


class VariableWording:
    """One wording of a row, and its expression."""

    def __init__(self, sets: str, line: str, slots: Mapping[str, str]) -> None:
        self.sets = sets
        self.pieces: list[str] = _TOKEN.findall(line)
        self._slots = slots

    @cached_property
    def _needed(self) -> Needed:
        return needed_words(_A_NUMBER if piece in _NUMBER_SLOTS else piece for piece in self.pieces)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression. Between two words stands a blank, where the wording begins none, and
        beside slots and brackets perhaps one.
        """
        parts = []
        begun = self.pieces.index(")") if self.pieces[0] == "(" else 0
        for place, (before, piece, after) in enumerate(
            zip(("", *self.pieces), self.pieces, (*self.pieces[1:], ""), strict=False)
        ):
            if piece in _SIGNS:
                parts.append(_SIGNS[piece])
                continue
            joined = _is_word(before) and _is_word(piece)
            blank = (
                "" if not place or (place < begun and before in "(|") else " " if joined else " ?"
            )
            start = "" if joined or not _is_word(piece) else r"(?<![\w-])"
            end = r"(?![\w-])" if piece[-1].isalnum() or _is_word(piece) else ""
            inner = piece[1:-1]
            element = (
                self._slots[inner]
                if piece[0] == "{"
                else f"(?:{inner})"
                if inner and piece[0] == "("
                else re.escape(piece)
            )
            parts.append(
                f"{blank}{start}{element}{'' if _is_word(piece) and _is_word(after) else end}"
            )
        return re.compile("".join(parts), re.IGNORECASE | re.DOTALL)

    def search(self, text: str, low: str, start: int = 0) -> re.Match[str] | None:
        """Where the wording stands in a text, which ``low`` is in small letters."""
        return self.pattern.search(text, start) if stand_in_order(self._needed, low) else None

    def match(self, text: str, low: str) -> re.Match[str] | None:
        """The wording at the start of a text."""
        return self.pattern.match(text) if stand_in_order(self._needed, low) else None


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
        VariableWording(row.sets, line, {**slots, **dict(more)})
        for row in rows
        for line in row.wordings
    )
    return WordingIndex((wording.pieces, wording) for wording in lines)


def words_of(low: str) -> list[str]:
    """The words of a text in small letters, by which wordings are found."""
    words = _WORDS.findall(low)
    return [*words, *(word.partition("'")[0] for word in words if "'" in word)]


def _is_word(piece: str) -> bool:
    """Whether a piece is a word, or a choice of words, that nothing may be joined to."""
    return piece[:1].isalnum() or (piece[1:2].isalnum() and piece[0] == "(")
