"""TOML files read into typed values, with errors that name the file, the key and the nearest known
key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sync.errors import NoVerdict, UsageError, nearest
from sync.files import read_text, shown_path
from sync.text import one_line

T = TypeVar("T", bound=msgspec.Struct)

_AT = re.compile(r"(.*?)(?: - at `\$\.?([^`]*)`)?$", re.DOTALL)


def wrong_key(path: Path, key: str, why: str) -> UsageError:
    """The error for one key of a file."""
    return UsageError(f"{shown_path(path)}: key {one_line(key)!r}: {one_line(why)}")


def read_toml(path: Path, kind: type[T]) -> T:
    """The file as a value of ``kind``. Raises :class:`UsageError` where it cannot be read, is not
    TOML, or has a wrong key or value.
    """
    try:
        raw = tomllib.loads(read_text(path))
    except NoVerdict as error:
        raise UsageError(str(error)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{shown_path(path)} is not valid TOML: {one_line(str(error))}") from None
    return as_table(path, raw, kind)


def as_table(path: Path, raw: dict[str, Any], kind: type[T], key: str = "") -> T:
    """One table of a file, at ``key``, as a value of ``kind``. Raises :class:`UsageError` as
    :func:`read_toml` does.
    """
    _refuse_unknown(path, raw, kind, f"{key}." if key else "")
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        what, inner = _AT.fullmatch(str(error)).groups()  # type: ignore[union-attr]  # it matches any text
    known = ", ".join(_choices(kind, inner or "")) if what.startswith("Invalid enum") else ""
    raise wrong_key(
        path,
        ".".join(filter(None, (key, inner))),
        what.replace("`", "") + (known and f"; known here: {known}"),
    )


def _choices(kind: type[msgspec.Struct], key: str) -> Iterator[str]:
    """The words that may stand at a key."""
    tables = msgspec.json.schema(kind)["$defs"]
    name = key.partition("[...]")[0].rpartition(".")[2]
    for table in tables.values():
        value = table.get("properties", {}).get(name, {})
        for each in (value, value.get("additionalProperties") or {}, *value.get("anyOf", ())):
            words = each.get("enum") or tables.get(each.get("$ref", "").rpartition("/")[2], {}).get(
                "enum", ()
            )
            yield from filter(None, words)


def _refuse_unknown(
    path: Path, raw: dict[str, Any], kind: type[msgspec.Struct], prefix: str
) -> None:
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    for key, value in raw.items():
        if key not in fields:
            hint = nearest(key, fields) or f"; known here: {', '.join(fields)}"
            raise UsageError(f"{shown_path(path)}: unknown key {one_line(prefix + key)!r}{hint}")
        inner = fields[key]
        if (
            isinstance(value, dict)
            and isinstance(inner, type)
            and issubclass(inner, msgspec.Struct)
        ):
            _refuse_unknown(path, value, inner, f"{prefix}{key}.")
