"""Python values as SQLite rows, and back.

A field of a dataclass is a column of the same name. SQLite returns rows as JSON (:func:`json_object`), which msgspec
decodes straight into the dataclass. A time is ISO 8601 text in UTC, to the second; what has parts, such as a tuple
or an :class:`AdminNote`, is JSON text in which ``null`` and ``false`` are left out.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable, Hashable
from dataclasses import fields
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, TypeVar, cast

import msgspec

from sync.times import iso

__all__ = ["MAX_BYTES", "Damaged", "Parameter", "columns", "compress", "decompress", "from_json", "json_object", "parameter", "values_of"]

MAX_BYTES = 64_000_000
"""The most bytes that a text may have: more than any wiki page."""

Parameter = int | str | bytes | memoryview | None
Value = TypeVar("Value")


class Damaged(Exception):
    """The file holds something that no version of this tool has written."""


def columns(kind: type, *without: str) -> tuple[str, ...]:
    """The names of a dataclass's fields, in order, except some."""
    return tuple(field.name for field in fields(kind) if field.name not in without)


def values_of(value: object, *without: str) -> dict[str, object]:
    """A dataclass's fields by their names, except some."""
    return {name: getattr(value, name) for name in columns(type(value), *without)}


def json_object(kind: type, table: str, **others: str) -> str:
    """The SQL expression for the JSON of a dataclass. Fields are columns of ``table`` unless ``others`` has an expression for them."""
    pairs = (f"'{name}', {others.get(name, f'{table}.{name}')}" for name in columns(kind))
    return f"json_object({', '.join(pairs)})"


def parameter(value: object) -> Parameter:
    """A field's value as it is stored; bytes become base64, unless they are a ``memoryview``."""
    if value is None or isinstance(value, int | str | memoryview):
        return value
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, bytes):
        return b64encode(value).decode()
    return _json(value)


def from_json(text: str, kind: type[Value]) -> Value:
    """The value that :func:`json_object` or :func:`parameter` encoded. Raises :class:`Damaged`."""
    try:
        value: Value = _decoder(cast(Hashable, kind))(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Damaged(str(error)) from error
    return value


def compress(text: bytes) -> bytes:
    """A text's UTF-8, compressed with zlib."""
    return zlib.compress(text, 9)


def decompress(data: bytes) -> str:
    """The text whose UTF-8 :func:`compress` was given. Raises :class:`Damaged`, also above :data:`MAX_BYTES`."""
    inflater = zlib.decompressobj()
    try:
        text = inflater.decompress(data, MAX_BYTES).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise Damaged(str(error)) from error
    if not inflater.eof or inflater.unused_data:
        raise Damaged("a text that is too long, or is not complete")
    return text


@cache
def _decoder(kind: Hashable) -> Callable[[str], Any]:
    return msgspec.json.Decoder(cast(Any, kind)).decode


@lru_cache(maxsize=4096)
def _json(value: object) -> str:
    """Cached because most comments have one of a few tuples of icons."""
    parts = sorted(value) if isinstance(value, frozenset) else value
    return msgspec.json.encode(_compact(msgspec.to_builtins(parts))).decode()


def _compact(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _compact(part) for name, part in value.items() if part is not None and part is not False}
    return [_compact(part) for part in value] if isinstance(value, list | tuple) else value
