"""TOML files read into typed values; errors name the file, the key and the nearest known key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec

from sync.errors import NoVerdict, UsageError, nearest
from sync.files import read_text, shown_path
from sync.text import one_line, shorten

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

_NAMES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a table",
    "array": "a list",
    "date": "a date such as 2026-12-31",
    "date-time": "a time with its zone, such as 2024-01-20T12:00:00Z",
    "pattern": "a fingerprint: 16 digits from 0 to 9 and a to f",
}
"""Readable names for the types of JSON Schema, its formats, and the one pattern."""


def wrong_key(path: Path, key: str, why: str) -> UsageError:
    """The error for one key of a file."""
    return UsageError(f"{shown_path(path)}: key {one_line(key)!r}: {one_line(why)}")


def read_toml(path: Path, kind: type[T]) -> T:
    """Read a file as a value of ``kind``. Raises :class:`UsageError` if it cannot be read, is not
    TOML, or has a wrong key or value.
    """
    return as_table(path, read_tables(path), kind)


def read_tables(path: Path) -> dict[str, Any]:
    """Read the tables of a file. Raises :class:`UsageError` if it cannot be read, is not TOML, or
    would take the parser too long.
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
    """Return the limit of a file that a text exceeds: the parser takes quadratic time for a key of
    many parts.
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
    """Convert one table of a file, at ``key``, to a value of ``kind``. Raises :class:`UsageError`
    as :func:`read_toml` does.
    """
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        fault = next(_faults(raw, kind, key))
    raise UsageError(f"{shown_path(path)}: {one_line(fault)}")


def _faults(value: object, kind: Any, key: str) -> Iterator[str]:
    """Yield the faults of the value at a key, each as a sentence with the allowed values."""
    for type_ in _alternatives(kind):
        is_struct = isinstance(type_, type) and issubclass(type_, msgspec.Struct)
        if isinstance(value, dict) and is_struct:
            yield from _table_faults(value, type_, f"{key}." if key else "")
            return
        if isinstance(value, dict) and get_origin(type_) is dict:
            for name, item in value.items():
                yield from _faults(item, get_args(type_)[1], f"{key}.{name}")
            return
        if isinstance(value, list) and get_origin(type_) in (list, tuple):
            for place, item in enumerate(value):
                yield from _faults(item, get_args(type_)[0], f"{key}[{place}]")
            return
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        yield f"{key} must be {_allowed(kind)} (got {_shown(value)})"


def _table_faults(table: dict[str, Any], kind: type[msgspec.Struct], prefix: str) -> Iterator[str]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name, value in table.items():
        if name in fields:
            yield from _faults(value, fields[name].type, prefix + name)
        else:
            hint = nearest(name, fields) or f"; known here: {', '.join(fields)}"
            yield f"unknown key {prefix + name!r}{hint}"
    for name, field in fields.items():
        if field.required and name not in table:
            yield f"{prefix}{name} is missing; it must be {_allowed(field.type)}"


def _alternatives(kind: Any) -> tuple[Any, ...]:
    """Return the possible types of a value."""
    plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    return get_args(plain) if get_origin(plain) in (Union, UnionType) else (plain,)


def _allowed(kind: Any) -> str:
    """Describe the allowed values of a key: ``a whole number from 1 to 60``."""
    shape = msgspec.json.schema(kind)
    words = list(_words(shape, shape.get("$defs", {})))
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _words(shape: dict[str, Any], kinds: dict[str, Any]) -> Iterator[str]:
    shape = kinds.get(shape.get("$ref", "").rpartition("/")[2], shape)
    if "anyOf" in shape:
        for alternative in shape["anyOf"]:
            yield from _words(alternative, kinds)
    elif "enum" in shape:
        yield from (f'"{value}"' for value in shape["enum"] if value is not None)
    elif "minimum" in shape:
        yield f"{_NAMES[shape['type']]} from {shape['minimum']:g} to {shape['maximum']:g}"
    elif shape["type"] != "null":
        yield _NAMES[shape.get("format", "pattern" if "pattern" in shape else shape["type"])]


def _shown(value: object) -> str:
    """Return a value as written in the file, or its kind."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return f'"{shorten(value, 80)}"' if isinstance(value, str) else str(value).lower()
