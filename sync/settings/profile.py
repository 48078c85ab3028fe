"""The dynasty profile, read from a TOML file. :mod:`sync.settings.draft` writes one to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from sync.errors import UsageError, nearest
from sync.files import shown_path
from sync.settings.tomlfile import read_toml
from sync.text import one_line, shorten
from validators.profile import Cadence, Constraint, ExpressionError, Profile, Range, compile_constraint

__all__ = ["load_profile", "read_profile"]


class RangeTable(msgspec.Struct, frozen=True):
    """``[ranges.<Variable>]``."""

    min: int | None = None
    max: int | None = None
    choices: list[str] | None = None


class ConstraintTable(msgspec.Struct, frozen=True):
    """``[[constraints]]``."""

    name: str
    check: str
    over: Literal["player", "game"] = "player"
    message: str = ""


class ProfileFile(msgspec.Struct, frozen=True):
    """The shape of the file. Ranges and constraints are taken one by one, so that an error can name which."""

    columns: dict[str, str] = {}
    aliases: dict[str, str] = {}
    ranges: dict[str, dict[str, object]] = {}
    constraints: list[dict[str, object]] = []
    cadence: dict[str, str] = {}


def load_profile(path: Path | None, aliases: Mapping[str, str]) -> Profile:
    """The configured profile, an empty one without a file; its aliases win over the site's own.

    Raises what :func:`read_profile` raises, and :class:`UsageError` if there is no such file.
    """
    if path is None:
        return Profile(aliases=aliases)
    if not path.is_file():
        name = shown_path(path)
        raise UsageError(f"no such file: {name} (the profile); blognomic rules --draft-profile {name} writes one to begin with")
    profile = read_profile(path)
    return replace(profile, aliases={**aliases, **profile.aliases})


def read_profile(path: Path) -> Profile:
    """The file as a profile.

    Raises :class:`sync.errors.NoVerdict` where it cannot be read, and :class:`UsageError` with file, key and
    reason where anything in it is not as it should be.
    """
    file = read_toml(path, ProfileFile)
    try:
        return Profile(
            MappingProxyType(file.columns),
            MappingProxyType(file.aliases),
            MappingProxyType({name: _range(f"ranges.{name}", table) for name, table in file.ranges.items()}),
            tuple(_constraints(file.constraints)),
            MappingProxyType({name: _cadence(name, text) for name, text in file.cadence.items()}),
        )
    except _WrongError as wrong:
        raise UsageError(f"{shown_path(path)}: key {one_line(wrong.key)!r}: {one_line(wrong.why)}") from None


class _WrongError(Exception):
    def __init__(self, key: str, why: str) -> None:
        super().__init__(key, why)
        self.key = key
        self.why = why


def _known(key: str, table: dict[str, object], kind: type[msgspec.Struct]) -> None:
    fields = kind.__struct_fields__
    for name in table:
        if name not in fields:
            raise _WrongError(f"{key}.{name}", f"it is unknown{nearest(name, fields) or '; known here: ' + ', '.join(fields)}")


def _range(key: str, table: dict[str, object]) -> Range:
    _known(key, table, RangeTable)
    try:
        found = msgspec.convert(table, RangeTable)
    except msgspec.ValidationError as error:
        raise _WrongError(key, str(error).replace("`", "")) from None
    if found.min is not None and found.max is not None and found.min > found.max:
        raise _WrongError(key, f"min {found.min} is above max {found.max}")
    if found.choices == []:
        raise _WrongError(key, "choices is empty, so no value would do; leave it out to allow any")
    return Range(found.min, found.max, None if found.choices is None else tuple(found.choices))


def _constraints(tables: list[dict[str, object]]) -> Iterator[Constraint]:
    seen: set[str] = set()
    for number, table in enumerate(tables, 1):
        key = f"constraints[{number}]"
        _known(key, table, ConstraintTable)
        try:
            found = msgspec.convert(table, ConstraintTable)
        except msgspec.ValidationError as error:
            raise _WrongError(key, str(error).replace("`", "").replace("Object", "Table")) from None
        if not found.name.strip() or found.name in seen:
            raise _WrongError(f"{key}.name", "two constraints have this name" if found.name in seen else "it is blank")
        seen.add(found.name)
        try:
            yield compile_constraint(found.name, found.check, found.over, found.message)
        except ExpressionError as error:
            raise _WrongError(f"{key}.check", f"{error.why}, at character {error.position} of {shorten(found.check, 80)!r}") from None


def _cadence(name: str, text: str) -> Cadence:
    if text == "daily":
        return "daily"
    if text == "weekly":
        return "weekly"
    raise _WrongError(f"cadence.{name}", f"{text[:40]!r} is neither 'daily' nor 'weekly'")
