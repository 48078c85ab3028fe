"""The texts of the small editions (``editions.toml``): rules made of parts, each with the years in
which it stood.

Texts say Player and Emperor (``~Player`` stays as it is under any theme); ``{name}`` is a number,
or a word that an edition chooses.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import msgspec

__all__ = [
    "APPENDIX",
    "CORE",
    "DEFAULT_STATUS",
    "DYNASTIC",
    "ERAS",
    "PASSES",
    "TABLES",
    "THIRD",
    "Part",
    "Rule",
]

ERAS = (2018, 2020, 2022, 2023, 2024)


@dataclass(frozen=True)
class Part:
    """A paragraph. With ``items``, the sentence that introduces them: what is so if any or all
    (``how``) are true.

    With a ``term`` it is a definition of the glossary; a ``bullet`` stands alone in a list. A
    ``harmless`` one has sentences that no recogniser reads and that change no verdict: the editions
    are read with their fingerprints.
    """

    key: str
    text: str
    items: tuple[tuple[str, str], ...] = ()
    how: str = ""
    term: str = ""
    bullet: bool = False
    eras: tuple[int, ...] = ERAS
    harmless: bool = False


@dataclass(frozen=True)
class Rule:
    """A rule with its parts; ``marks`` is what an edition writes into a Special Case rule's
    title."""

    title: str
    level: int = 2
    parts: tuple[Part, ...] = ()
    eras: tuple[int, ...] = ERAS
    marks: str = ""


def _rules(name: str) -> tuple[Rule, ...]:
    return msgspec.convert(TABLES[name], tuple[Rule, ...])


TABLES = tomllib.loads(Path(__file__).with_name("editions.toml").read_text(encoding="utf-8"))
CORE, DYNASTIC, THIRD, APPENDIX = map(_rules, ("core", "dynastic", "third", "appendix"))
DEFAULT_STATUS: dict[str, str] = TABLES["default_status"]
PASSES: dict[str, str] = TABLES["passes"]
