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

_MOST_CHARACTERS = 5_000_000
_LONGEST_LINE = 500_000
_MOST_DOTS = 20
_TEXT = r'"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?'
_PART = rf"(?:[\w-]++|{_TEXT})"
# A comment, a text over several lines, a key of many parts ("a . b . c"), or one part.
_PIECE = re.compile(
    r'#[^\n]*+|"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)?|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'\'\'|\Z)?'
    rf"|(?P<deep>{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MOST_DOTS + 1}}})|{_PART}",
    re.DOTALL,
)

_AT = re.compile(r"(.*?)(?: - at `\$\.?([^`]*)`)?$", re.DOTALL)


def wrong_key(path: Path, key: str, why: str) -> UsageError:
    """The error for one key of a file."""
    return UsageError(f"{shown_path(path)}: key {one_line(key)!r}: {one_line(why)}")


def read_toml(path: Path, kind: type[T]) -> T:
    """The file as a value of ``kind``. Raises :class:`UsageError` where it cannot be read, is not
    TOML, or has a wrong key or value.
    """
    return as_table(path, read_tables(path), kind)


def read_tables(path: Path) -> dict[str, Any]:
    """The file's tables. Raises :class:`UsageError` where it cannot be read, is not TOML, or would
    take the parser long.
    """
    try:
        text = read_text(path)
    except NoVerdict as error:
        raise UsageError(str(error)) from None
    if why := _too_much(text):
        raise UsageError(f"{shown_path(path)}: {why}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        why = "nested too deeply"
    except ValueError as error:
        is_syntax = isinstance(error, tomllib.TOMLDecodeError)
        why = one_line(str(error)) if is_syntax else "a number or time out of range"
    raise UsageError(f"{shown_path(path)} is not valid TOML: {why}")


def _too_much(text: str) -> str:
    """Which bound of a file a text exceeds: the parser takes quadratic time for a key of many
    parts.
    """
    if len(text) > _MOST_CHARACTERS:
        return f"has more than {_MOST_CHARACTERS:,} characters; shorten the file"
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            return f"line {number} has more than {_LONGEST_LINE:,} characters; divide it"
    for piece in _PIECE.finditer(text):
        if piece["deep"] is not None:
            number = text.count("\n", 0, piece.start()) + 1
            return f"line {number} has a key with more than {_MOST_DOTS} dots; use fewer"
    return ""


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
