"""Files of the cache folder that carry a digest of themselves: what is damaged, or not such a file, is as if it was not there."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from sync.errors import SyncError
from sync.files import read_bounded, write_whole
from sync.sources.page_cache import digest_of

T = TypeVar("T")

LARGEST = 50_000_000
"""Bytes of a file."""


def read_sealed(place: Path, decoder: msgspec.json.Decoder[T]) -> T | None:
    """What a file holds; None if it is not there, or not whole."""
    try:
        seal, _, data = read_bounded(place, limit=LARGEST).partition(b"\n") if place.is_file() else (b"", b"", b"")
        return decoder.decode(data) if seal and seal == seal_of(data) else None
    except (SyncError, OSError, ValueError, RecursionError):
        return None


def write_sealed(place: Path, value: object, *, most: int) -> None:
    """Write a value, and keep only the latest files of its kind (the name up to the first hyphen); not one that cannot be written."""
    with suppress(OSError, SyncError, UnicodeEncodeError):
        data = msgspec.json.encode(value)
        if len(data) <= LARGEST:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(place, f"{seal_of(data).decode()}\n{data.decode()}")
            kind = place.name.partition("-")[0]
            for old in sorted(place.parent.glob(f"{kind}-*.json"), key=lambda path: path.stat().st_mtime_ns)[:-most]:
                old.unlink(missing_ok=True)


def seal_of(data: bytes) -> bytes:
    """By which a file is known to be as it was written."""
    return digest_of(data).hex().encode()
