"""TOML files read into typed values, with errors that name the file, the key and the nearest known key."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sync.errors import UsageError, nearest
from sync.files import read_text, shown_path
from sync.text import one_line

__all__ = ["read_toml"]

T = TypeVar("T", bound=msgspec.Struct)

_AT = re.compile(r" - at `\$\.?([^`]*)`$")


def read_toml(path: Path, kind: type[T]) -> T:
    """The file as a value of ``kind``.

    Raises :class:`sync.errors.NoVerdict` where the file cannot be read and :class:`UsageError` where it is
    no TOML, has an unknown key, or a value of another type than its key wants.
    """
    text = read_text(path)
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else one_line(str(error))
        raise UsageError(f"{shown_path(path)} is not valid TOML: {why}") from None
    _refuse_unknown(path, raw, kind)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise UsageError(f"{shown_path(path)}: {_reworded(str(error))}") from None


def _refuse_unknown(path: Path, raw: dict[str, Any], kind: type[msgspec.Struct], prefix: str = "") -> None:
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    for key, value in raw.items():
        if key not in fields:
            hint = nearest(key, fields) or f"; known here: {', '.join(fields)}"
            raise UsageError(f"{shown_path(path)}: unknown key {one_line(prefix + key)!r}{hint}")
        inner = fields[key]
        if isinstance(value, dict) and isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            _refuse_unknown(path, value, inner, f"{prefix}{key}.")


def _reworded(message: str) -> str:
    """msgspec's message with the key in front, in the words of a TOML file."""
    at = _AT.search(message)
    what = _AT.sub("", message).replace("`", "").replace("object", "table").replace("Object", "Table")
    if not at or not at[1]:
        return one_line(what)
    what = what.replace(" with a timezone component", " with its time zone, such as 2024-01-20T12:00:00Z")
    return one_line(f"key {at[1]!r}: {what}")
