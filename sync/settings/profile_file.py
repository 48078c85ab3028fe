"""The dynasty profile: read from a TOML file, and drafted from a Ruleset for an admin to edit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from parsers.refusal import Refused
from parsers.ruleset.ruleset_model import Ruleset, Variable
from sync.errors import UsageError
from sync.files import shown_path, unreadable
from sync.settings.tomlfile import read_toml, wrong_key
from sync.text import safe, shorten
from validators.profile.dynasty_profile import (
    Cadence,
    Constraint,
    Profile,
    Range,
    compile_constraint,
)

_QUOTE = 160
_INT64 = range(-(2**63), 2**63)
_SURROGATES = re.compile("[\ud800-\udfff]")
_NUMBERS = ("integer", "number")
_HEAD = """\
## The dynasty profile: complete it where the rules are incomplete.
##
## A line with ## is an explanation.
## A line with #  is a proposal, without effect until you remove the #.
## Other lines were read from the rules and take precedence over later readings: remove all lines that
## you do not change, so that changes of the rules are not missed.

## Unrecognised columns and labels of the tracking page.
[columns]"""
_ALIASES = """
## Names that the wiki and the roster spell differently.
[aliases]
# "Name on the wiki" = "Name on the roster"
"""
_CADENCE = """
## Columns that count an action, or state when it was last taken.
[cadence]"""
_CONSTRAINTS = """
## Relations between values, with an example. Ranges are checked without an entry.

# [[constraints]]
# name = "an-example"
# over = "player"
# check = "size(['a']) <= 1"
# message = "the fault if it does not hold"
"""


class _RangeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    min: int | None = None
    max: int | None = None
    choices: list[str] | None = None


class _ConstraintTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    check: str
    over: Literal["player", "game"] = "player"
    message: str = ""


class _ProfileFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: dict[str, str] = {}
    aliases: dict[str, str] = {}
    ranges: dict[str, _RangeTable] = {}
    constraints: list[_ConstraintTable] = []
    cadence: dict[str, Cadence] = {}


def load_profile(path: Path | None, aliases: Mapping[str, str]) -> Profile:
    """Return the configured profile, an empty one without a file; its aliases take precedence over
    the site's. Raises the errors of :func:`read_profile`.
    """
    if path is None:
        return Profile(aliases=aliases)
    if why := unreadable(path):
        name = shown_path(path)
        raise UsageError(
            f"{why} (the profile); blognomic rules --draft-profile {name} writes one to begin with"
        )
    profile = read_profile(path)
    return replace(profile, aliases={**aliases, **profile.aliases})


def read_profile(path: Path) -> Profile:
    """Read a profile. Raises :class:`UsageError` with file, key and reason for any fault."""
    file = read_toml(path, _ProfileFile)
    for name, table in file.ranges.items():
        if table.min is not None and table.max is not None and table.min > table.max:
            raise wrong_key(path, f"ranges.{name}", f"min {table.min} is above max {table.max}")
        if table.choices == []:
            raise wrong_key(
                path,
                f"ranges.{name}",
                "choices is empty, so no value is allowed; omit it to allow any",
            )
    ranges = {
        name: Range(table.min, table.max, None if table.choices is None else tuple(table.choices))
        for name, table in file.ranges.items()
    }
    return Profile(
        MappingProxyType(file.columns),
        MappingProxyType(file.aliases),
        MappingProxyType(ranges),
        tuple(_constraints(path, file.constraints)),
        MappingProxyType(file.cadence),
    )


def _constraints(path: Path, tables: list[_ConstraintTable]) -> Iterator[Constraint]:
    seen: set[str] = set()
    for number, found in enumerate(tables):
        if not found.name.strip() or found.name in seen:
            raise wrong_key(
                path,
                f"constraints[{number}].name",
                "it is blank, or another constraint has this name",
            )
        seen.add(found.name)
        try:
            yield compile_constraint(found.name, found.check, found.over, found.message)
        except Refused as refused:
            raise wrong_key(
                path, f"constraints[{number}].check", f"{shorten(found.check, 80)!r}: {refused}"
            ) from None


def draft_profile(ruleset: Ruleset) -> str:
    """Return the draft as TOML, with all text of the Ruleset escaped. :func:`read_profile` reads
    the same ranges from it as from the rules, even after the ``#`` of every proposal is removed.
    """
    variables: dict[str, Variable] = {}
    for variable in ruleset.variables:  # of two with the same name in TOML the first counts
        variables.setdefault(_key(variable.name), variable)
    headers = (
        f"# {_toml(f'Header for {variable.name}')} = {_toml(variable.name)}"
        for variable in variables.values()
        if variable.visibility == "public"
    )
    ranges = (line for key, variable in variables.items() for line in _range(key, variable))
    return "\n".join(
        (_HEAD, *headers, _ALIASES, *ranges, _CADENCE, *_cadence(ruleset), _CONSTRAINTS)
    )


def _range(key: str, variable: Variable) -> Iterator[str]:
    yield f"## {shorten(variable.rule, 80)}: “{shorten(variable.quote, _QUOTE)}”"
    yield f"[ranges.{key}]"
    # TOML's integers have 64 bits, and no rule's limit needs more.
    low, high = (
        limit if limit is not None and limit in _INT64 else None
        for limit in (variable.min, variable.max)
    )
    if low is not None and high is not None and low > high:
        low = high = None
    if variable.type in _NUMBERS or low is not None or high is not None:
        yield f"# min = {min(0, high or 0)}" if low is None else f"min = {low}"
        yield f"# max = {max(100, low or 0)}" if high is None else f"max = {high}"
    if variable.choices:
        yield f"choices = {_toml([*variable.choices])}"
    elif variable.type not in _NUMBERS:
        yield '# choices = ["One", "Other"]'


def _cadence(ruleset: Ruleset) -> Iterator[str]:
    """Yield a proposal for each action: the header of its column is unknown, so an admin must add
    it.
    """
    cadences = {
        _toml(f"Header for {action.name}"): action.cadence.removesuffix("-communal")
        for action in ruleset.actions
    }
    yield from (
        f"# {key} = {_toml(cadence)}"
        for key, cadence in cadences.items()
        if cadence in ("daily", "weekly")
    )


def _toml(value: str | list[str]) -> str:
    """Return a string or an array as TOML, with characters that could upset a terminal escaped; a
    lone surrogate is replaced.
    """
    import tomlkit

    return _escaped(tomlkit.item(value).as_string())


def _key(text: str) -> str:
    import tomlkit

    return _escaped(tomlkit.key(text).as_string())


def _escaped(toml: str) -> str:
    return "".join(
        character if safe(character) == character else f"\\U{ord(character):08x}"
        for character in _SURROGATES.sub("\ufffd", toml)
    )
