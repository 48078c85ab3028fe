"""The blog pages of a snapshot as read: by all processors where there are many, and again only where a file has changed."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import msgspec

from parsers.model import Page
from sync.errors import NoVerdict
from sync.settings.version import tool_version
from sync.sources.snapshot_folder import BlogFile, Snapshot

MANY = 200
"""Fewer pages are read faster than processes start, and than a cache pays."""

_CHUNK = 32
# The number of what is kept of a page: one with less would pass for a page on which there is less.
_FORMAT = 2
_SCHEMA = "CREATE TABLE IF NOT EXISTS pages (name TEXT PRIMARY KEY, stamp TEXT NOT NULL, page BLOB NOT NULL) WITHOUT ROWID"

Read = tuple[BlogFile, Page | NoVerdict]


def read_pages(snapshot: Snapshot, blog_url: str, *, cached: bool = True) -> Iterator[Read]:
    """Every page of the blog in the snapshot's order, or the error that says why it cannot be read.

    From :data:`MANY` pages on they are read in parallel, and what was read is kept in the user's cache folder: a page is read
    again only if its file (by size and time of change), ``snapshot.toml``, the blog's address or this tool's reader changed.
    """
    if len(snapshot.blog) < MANY:
        for file in snapshot.blog:
            yield file, _read_page(snapshot, blog_url, file)
        return
    place = _cache_place(snapshot) if cached else None
    stamps = _stamps(snapshot, blog_url)
    known = {} if place is None else _load(place, stamps)
    fresh: dict[str, bytes] = {}
    unknown = (file for file in snapshot.blog if file.name not in known)
    results = _in_parallel(snapshot, blog_url, [*unknown])
    for file in snapshot.blog:
        page = known.pop(file.name, None)
        if page is not None:
            yield file, page
            continue
        read = next(results)
        if isinstance(read, bytes):
            fresh[file.name] = read
        yield file, _decoder().decode(read) if isinstance(read, bytes) else read
    if place is not None:
        _save(place, stamps, fresh)


def _read_page(snapshot: Snapshot, blog_url: str, file: BlogFile) -> Page | NoVerdict:
    from parsers.blog import read_page

    try:
        data = snapshot.read(file.name)
    except NoVerdict as error:
        return error
    return read_page(data, blog_url + file.address, expect=file.kind, fetched=snapshot.as_of)


# Processes

_job: tuple[Snapshot, str] | None = None


def _begin(snapshot: Snapshot, blog_url: str) -> None:
    """Tell a new process once what all its pages have in common."""
    global _job  # noqa: PLW0603 - a process of the pool has no other place for it
    _job = snapshot, blog_url


def _read_encoded(file: BlogFile) -> bytes | Page | NoVerdict:
    """A page as MessagePack, which is smaller and decoded faster than a pickle; itself where it cannot be encoded."""
    assert _job is not None  # noqa: S101 - see _begin
    page = _read_page(*_job, file)
    if isinstance(page, NoVerdict):
        return page
    try:
        return msgspec.msgpack.encode(page)
    except UnicodeEncodeError:  # a lone surrogate in a name
        return page


def _in_parallel(snapshot: Snapshot, blog_url: str, files: Sequence[BlogFile]) -> Iterator[bytes | Page | NoVerdict]:
    """The pages of the files, in their order. Raises :class:`NoVerdict` if a process was killed."""
    workers = min(os.cpu_count() or 1, len(files) // MANY)
    if workers < 2:
        _begin(snapshot, blog_url)
        yield from map(_read_encoded, files)
        return
    # Spawned processes share nothing with this one, so threads and open files of its own cannot harm them.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin, initargs=(snapshot, blog_url))
    try:
        with pool:
            yield from pool.map(_read_encoded, files, chunksize=_CHUNK)
    except BrokenProcessPool:
        raise NoVerdict(
            "a process that read pages of the snapshot was killed, perhaps for want of memory; run it again with fewer pages"
        ) from None


# The cache


@cache
def _decoder() -> msgspec.msgpack.Decoder[Page]:
    return msgspec.msgpack.Decoder(Page)


def cache_folder() -> Path:
    """The user's cache folder for this program."""
    from platformdirs import user_cache_path

    return user_cache_path("blognomic", appauthor=False)


def _cache_place(snapshot: Snapshot) -> Path:
    """The file for a snapshot folder, in the user's cache folder."""
    name = hashlib.sha256(os.fsencode(snapshot.folder.resolve())).hexdigest()[:16]
    return cache_folder() / f"pages-{name}.sqlite3"


def _stamps(snapshot: Snapshot, blog_url: str) -> dict[str, str]:
    """What a page as read depends on, by the name of its file; without an entry where the file cannot be looked at."""
    found = {}
    common = f"{_reader()} {blog_url} {snapshot.as_of}"
    for file in snapshot.blog:
        with suppress(OSError):
            state = (snapshot.folder / file.name).stat()
            found[file.name] = f"{common} {state.st_size} {state.st_mtime_ns}"
    return found


@cache
def _reader() -> str:
    """The version of what reads pages: the tool's, and when its modules were last changed."""
    import parsers

    folder = Path(parsers.__file__).parent
    changed = max(module.stat().st_mtime_ns for module in (*folder.glob("*.py"), *folder.glob("blog/*.py")))
    return f"{tool_version()} {_FORMAT} {changed}"


def _load(place: Path, stamps: dict[str, str]) -> dict[str, Page]:
    """The pages that are as they were; none from a file that is not such a cache."""
    if not place.is_file():
        return {}
    try:
        with closing(sqlite3.connect(place)) as database:
            rows = database.execute("SELECT name, stamp, page FROM pages").fetchall()
    except sqlite3.Error:
        return {}
    found = {}
    for name, stamp, data in rows:
        if stamps.get(name) == stamp:
            with suppress(msgspec.DecodeError, TypeError):
                found[name] = _decoder().decode(data)
    return found


def _save(place: Path, stamps: dict[str, str], fresh: dict[str, bytes]) -> None:
    """Keep what was read, and drop what is no longer there. A cache that cannot be written is done without."""
    rows = [(name, stamps[name], page) for name, page in fresh.items() if name in stamps]
    if not rows:
        return
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for again in (False, True):
            if again:
                place.unlink(missing_ok=True)
            try:
                with closing(sqlite3.connect(place)) as database, database:
                    database.execute(_SCHEMA)
                    database.executemany("INSERT OR REPLACE INTO pages (name, stamp, page) VALUES (?, ?, ?)", rows)
                    gone = [(name,) for (name,) in database.execute("SELECT name FROM pages") if name not in stamps]
                    database.executemany("DELETE FROM pages WHERE name = ?", gone)
                return
            except sqlite3.DatabaseError:
                continue  # it is no database, or one of another shape: begin a new one
    except OSError:
        return
