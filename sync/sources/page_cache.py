"""The pages of a snapshot as read, kept for the next time: each by the bytes it was read from.

A page is found again if its file still has these bytes, and what reads it is the same. That the bytes are the same follows from
the file's size and times of change (which nobody can set back unseen), and else is looked up in a digest of them, so that a copy
of a snapshot, or a file written anew with the same text, costs no reading. Of the time of the snapshot a page depends only where
:attr:`Page.by_time` says so.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from parsers.model import Page
from sync.errors import NoVerdict
from sync.settings.version import tool_version
from sync.sources.snapshot_folder import Snapshot

TICK = 50_000_000
"""Nanoseconds in which a file may change twice and have the same time of change."""

# The number of what is kept of a page: one with less would pass for a page on which there is less.
_FORMAT = 3
_SCHEMA = """CREATE TABLE IF NOT EXISTS pages
    (name BLOB PRIMARY KEY, stamp TEXT NOT NULL, digest BLOB NOT NULL, reader TEXT NOT NULL, page BLOB NOT NULL, seal BLOB NOT NULL)
    WITHOUT ROWID"""
_KEPT = 8
"""Snapshots whose pages are kept: those audited last."""
_LARGEST = 1_000_000_000
"""Bytes of such a file; twenty years of the game take a tenth."""


def cache_folder() -> Path:
    """The user's cache folder for this program."""
    from platformdirs import user_cache_path

    return user_cache_path("blognomic", appauthor=False)


def digest_of(*parts: bytes) -> bytes:
    """A digest of some bytes and where each part ends."""
    found = hashlib.blake2b(digest_size=20)
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.digest()


@cache
def decoder() -> msgspec.msgpack.Decoder[Page]:
    """Reads a page that was encoded as MessagePack."""
    return msgspec.msgpack.Decoder(Page)


@dataclass(frozen=True, slots=True)
class EncodedPage:
    """A page as MessagePack, the digest of the bytes it was read from, and :attr:`Page.by_time`."""

    page: bytes
    source: bytes
    by_time: bool


class PageCache:
    """What is kept of one snapshot folder, in one file of the user's cache folder."""

    def __init__(self, snapshot: Snapshot, blog_url: str) -> None:
        self._snapshot = snapshot
        self._timeless = f"{_reader()} {blog_url}"
        self._timed = f"{self._timeless} {snapshot.as_of}"
        self._stamps = dict(_stamps(snapshot))
        self._again: list[tuple[str, bytes]] = []
        name = hashlib.sha256(os.fsencode(snapshot.folder.resolve())).hexdigest()[:16]
        self.place = cache_folder() / f"pages-{name}.sqlite3"

    def find(self) -> dict[str, Page]:
        """The pages whose files are as they were, by their names; none from a file that is not such a cache."""
        found: dict[str, Page] = {}
        try:
            if not self.place.is_file() or self.place.stat().st_size > _LARGEST:
                return {}
            os.utime(self.place)
            with closing(sqlite3.connect(self.place)) as database:
                for row in database.execute("SELECT name, stamp, digest, reader, page, seal FROM pages"):
                    with suppress(msgspec.DecodeError, TypeError, ValueError, RecursionError):
                        self._take(found, *row)
        except (sqlite3.Error, OSError):
            return {}
        return found

    def _take(self, found: dict[str, Page], name: bytes, stamp: str, digest: bytes, reader: str, page: bytes, seal: bytes) -> None:
        """Take one row if it is whole and its file as it was. Raises TypeError, ValueError or DecodeError if it is none."""
        file = os.fsdecode(name)
        now = self._stamps.get(file)
        if now is None or reader not in (self._timeless, self._timed) or seal != digest_of(name, digest, reader.encode(), page):
            return
        if not stamp or stamp != now:
            if self._digest(file) != digest:
                return
            self._again.append((now, name))
        found[file] = decoder().decode(page)

    def _digest(self, file: str) -> bytes | None:
        try:
            return digest_of(self._snapshot.read(file))
        except NoVerdict:
            return None

    def save(self, fresh: Mapping[str, EncodedPage]) -> None:
        """Keep what was read, and drop what is no longer there. A cache that cannot be written is done without."""
        rows = [self._row(name, each) for name, each in fresh.items() if name in self._stamps]
        if not rows and not any(stamp for stamp, _ in self._again):
            return
        try:
            self.place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            for again in (False, True):
                if again:
                    self.place.unlink(missing_ok=True)
                try:
                    self._write(rows)
                    break
                except sqlite3.DatabaseError:
                    continue  # it is no database, or one of another shape: begin a new one
            for old in sorted(self.place.parent.glob("pages-*.sqlite3"), key=lambda path: path.stat().st_mtime_ns)[:-_KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            return

    def _write(self, rows: list[tuple[bytes, str, bytes, str, bytes, bytes]]) -> None:
        there = {os.fsencode(name) for name in self._stamps}
        with closing(sqlite3.connect(self.place)) as database, database:
            database.execute(_SCHEMA)
            database.executemany("INSERT OR REPLACE INTO pages (name, stamp, digest, reader, page, seal) VALUES (?, ?, ?, ?, ?, ?)", rows)
            database.executemany("UPDATE pages SET stamp = ? WHERE name = ?", self._again)
            gone = [(name,) for (name,) in database.execute("SELECT name FROM pages") if name not in there]
            database.executemany("DELETE FROM pages WHERE name = ?", gone)

    def _row(self, file: str, each: EncodedPage) -> tuple[bytes, str, bytes, str, bytes, bytes]:
        name, reader = os.fsencode(file), self._timed if each.by_time else self._timeless
        return name, self._stamps[file], each.source, reader, each.page, digest_of(name, each.source, reader.encode(), each.page)


def _stamps(snapshot: Snapshot) -> dict[str, str]:
    """What tells that a file is as it was, by its name: size and times of change; "" for one that was changed a moment ago.

    Without an entry where the file cannot be looked at.
    """
    found, recent = {}, time.time_ns() - TICK
    for file in snapshot.blog:
        with suppress(OSError):
            state = (snapshot.folder / file.name).stat()
            changed = state.st_mtime_ns, state.st_ctime_ns
            found[file.name] = f"{state.st_size} {changed[0]} {changed[1]}" if max(changed) < recent else ""
    return found


@cache
def _reader() -> str:
    """The version of what reads pages: the tool's, and its modules by size and time of change."""
    import parsers

    folder = Path(parsers.__file__).parent
    states = ((module.name, module.stat()) for module in sorted((*folder.glob("*.py"), *folder.glob("blog/*.py"))))
    modules = digest_of(repr([(name, state.st_size, state.st_mtime_ns) for name, state in states]).encode()).hex()
    return f"{tool_version()} {_FORMAT} {modules}"
