"""The dynasty profile, read from a TOML file. :mod:`sync.settings.draft` writes one to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from sync.errors import UsageError
from sync.files import shown_path
from sync.settings.tomlfile import as_table, read_toml, wrong_key
from sync.text import shorten
from validators.profile.dynasty_profile import Cadence, Constraint, Profile, Range, compile_constraint
from validators.profile.expression import ExpressionError


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
    return Profile(
        MappingProxyType(file.columns),
        MappingProxyType(file.aliases),
        MappingProxyType({name: _range(path, f"ranges.{name}", table) for name, table in file.ranges.items()}),
        tuple(_constraints(path, file.constraints)),
        MappingProxyType({name: _cadence(path, name, text) for name, text in file.cadence.items()}),
    )


def _range(path: Path, key: str, table: dict[str, object]) -> Range:
    found = as_table(path, table, RangeTable, key)
    if found.min is not None and found.max is not None and found.min > found.max:
        raise wrong_key(path, key, f"min {found.min} is above max {found.max}")
    if found.choices == []:
        raise wrong_key(path, key, "choices is empty, so no value would do; leave it out to allow any")
    return Range(found.min, found.max, None if found.choices is None else tuple(found.choices))


def _constraints(path: Path, tables: list[dict[str, object]]) -> Iterator[Constraint]:
    seen: set[str] = set()
    for number, table in enumerate(tables, 1):
        key = f"constraints[{number}]"
        found = as_table(path, table, ConstraintTable, key)
        if not found.name.strip() or found.name in seen:
            raise wrong_key(path, f"{key}.name", "two constraints have this name" if found.name in seen else "it is blank")
        seen.add(found.name)
        try:
            yield compile_constraint(found.name, found.check, found.over, found.message)
        except ExpressionError as error:
            why = f"{error.why}, at character {error.position} of {shorten(found.check, 80)!r}"
            raise wrong_key(path, f"{key}.check", why) from None


def _cadence(path: Path, name: str, text: str) -> Cadence:
    if text == "daily":
        return "daily"
    if text == "weekly":
        return "weekly"
    raise wrong_key(path, f"cadence.{name}", f"must be one of daily, weekly, not {text[:40]!r}")
