"""TOML files read into typed values, with errors that name the file, the key and the nearest known key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from sync.errors import NoVerdict, UsageError, nearest
from sync.files import read_text, shown_path
from sync.text import one_line

T = TypeVar("T", bound=msgspec.Struct)

_AT = re.compile(r"(.*?)(?: - at `\$\.?([^`]*)`)?$", re.DOTALL)
_TYPES = {"str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list", "object": "a table",
          "datetime": "a time", "date": "a date"}  # fmt: skip
_EXPECTED = re.compile(r"Expected `(\w+)[^`]*`( with a timezone component)?( [<>]=? [\d.]+)?(?:, got `(\w+)`)?")


def wrong_key(path: Path, key: str, why: str) -> UsageError:
    """The error for one key of a file."""
    return UsageError(f"{shown_path(path)}: key {one_line(key)!r}: {one_line(why)}")


def read_toml(path: Path, kind: type[T]) -> T:
    """The file as a value of ``kind``. Raises :class:`UsageError` where it cannot be read, is not TOML, or has a wrong key or value."""
    try:
        raw = tomllib.loads(read_text(path))
    except NoVerdict as error:
        raise UsageError(str(error)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else one_line(str(error))
        raise UsageError(f"{shown_path(path)} is not valid TOML: {why}") from None
    return as_table(path, raw, kind)


def as_table(path: Path, raw: dict[str, Any], kind: type[T], key: str = "") -> T:
    """One table of a file, at ``key``, as a value of ``kind``. Raises :class:`UsageError` as :func:`read_toml` does."""
    _refuse_unknown(path, raw, kind, f"{key}." if key else "")
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        what, inner = _AT.fullmatch(str(error)).groups()  # type: ignore[union-attr]  # it matches any text
        at = ".".join(filter(None, (key, inner)))
        why = _reworded(what, kind, (inner or "").split("."))
    raise wrong_key(path, at, why) if at else UsageError(f"{shown_path(path)}: {why}")


def _fields(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}


def _refuse_unknown(path: Path, raw: dict[str, Any], kind: type[msgspec.Struct], prefix: str) -> None:
    fields = _fields(kind)
    for key, value in raw.items():
        if key not in fields:
            hint = nearest(key, fields) or f"; known here: {', '.join(fields)}"
            raise UsageError(f"{shown_path(path)}: unknown key {one_line(prefix + key)!r}{hint}")
        inner = fields[key]
        if isinstance(value, dict) and isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            _refuse_unknown(path, value, inner, f"{prefix}{key}.")


def _reworded(what: str, kind: Any, path: list[str]) -> str:
    """msgspec's message in the words of a TOML file."""
    expected = _EXPECTED.match(what)
    if expected is not None:
        name, zone, bound, got = expected.groups()
        example = " with its time zone, such as 2024-01-20T12:00:00Z" if zone else ""
        if "matching regex" in what:
            return f"must match {what.rpartition('regex ')[2]}"
        return f"must be {_TYPES.get(name, name)}{bound or ''}{example}" + (f", not {_TYPES.get(got, got)}" if got else "")
    if what.startswith("Invalid enum value"):
        for key in path:
            kind = next((each for each in (kind, *get_args(kind)) if isinstance(each, type) and issubclass(each, msgspec.Struct)), kind)
            kind = _fields(kind)[key]
        return f"must be one of {', '.join(_choices(kind))}, not {what.rpartition(' ')[2]}"
    if what.startswith("Invalid RFC3339"):
        return "must be a time such as 2024-01-20T12:00:00Z" if what.endswith("datetime") else "must be a date such as 2026-12-31"
    return re.sub("^Object missing required field", "the table lacks the key", what).replace("`", "")


def _choices(kind: Any) -> Iterator[str]:
    """The values of an enumeration, or of a Literal, also within a union."""
    yield from kind if isinstance(kind, type) and issubclass(kind, StrEnum) else ()
    for part in get_args(kind):
        if isinstance(part, str):
            yield part
        else:
            yield from _choices(part)
