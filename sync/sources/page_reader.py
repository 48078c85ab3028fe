"""The blog pages of a snapshot as read: by all processors where there are many, and again only where a file has changed."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from parsers.blog.merging import PageKind
from parsers.model import Page
from sync.errors import NoVerdict
from sync.sources.page_cache import EncodedPage, PageCache, decoder, digest_of
from sync.sources.snapshot_folder import BlogFile, Snapshot

MANY = 200
"""Fewer pages are read faster than processes start, and than a cache pays."""

_CHUNK = 32

Read = tuple[BlogFile, Page | NoVerdict]


def read_pages(snapshot: Snapshot, blog_url: str, *, cached: bool = True) -> Iterator[Read]:
    """Every page of the blog in the snapshot's order, or the error that says why it cannot be read.

    From :data:`MANY` pages on they are read in parallel, and what was read is kept in the user's cache folder: a page is read
    again only if what it is read from has changed (:mod:`sync.sources.page_cache`).
    """
    if len(snapshot.blog) < MANY:
        for file in snapshot.blog:
            yield file, _read_file(snapshot, blog_url, file)[1]
        return
    cache = PageCache(snapshot, blog_url) if cached else None
    known = {} if cache is None else cache.find()
    fresh: dict[str, EncodedPage] = {}
    unknown = (file for file in snapshot.blog if file.name not in known)
    results = _in_parallel(snapshot, blog_url, [*unknown])
    for file in snapshot.blog:
        page = known.pop(file.name, None)
        if page is not None:
            yield file, page
            continue
        read = next(results)
        if isinstance(read, EncodedPage):
            fresh[file.name] = read
        yield file, decoder().decode(read.page) if isinstance(read, EncodedPage) else read
    if cache is not None:
        cache.save(fresh)


def _read_file(snapshot: Snapshot, blog_url: str, file: BlogFile) -> tuple[bytes, Page | NoVerdict]:
    """The bytes of a file, and its page or why it cannot be read."""
    try:
        data = snapshot.read(file.name)
    except NoVerdict as error:
        return b"", error
    return data, _read_page(data, blog_url + file.address, file.kind, snapshot.as_of)


def _read_page(data: bytes, url: str, kind: PageKind, fetched: datetime | None) -> Page:
    from parsers.blog import read_page

    return read_page(data, url, expect=kind, fetched=fetched)


# Processes

_job: tuple[Snapshot, str] | None = None
_MANY_OBJECTS = 100_000


def _begin(snapshot: Snapshot, blog_url: str) -> None:
    """Tell a new process once what all its pages have in common."""
    global _job  # noqa: PLW0603 - a process of the pool has no other place for it
    _job = snapshot, blog_url


def _begin_process(folder: Path, as_of: datetime | None, blog_url: str) -> None:
    """Begin in a process of its own, which looks for cycles only when many objects were left over: hardly any are."""
    gc.freeze()
    gc.set_threshold(_MANY_OBJECTS)
    _begin(Snapshot(folder, as_of, None, (), {}, ()), blog_url)


def _read_encoded(file: BlogFile) -> EncodedPage | Page | NoVerdict:
    """A page as MessagePack, which is smaller and decoded faster than a pickle; itself where it cannot be encoded."""
    assert _job is not None  # noqa: S101 - see _begin
    data, page = _read_file(*_job, file)
    if isinstance(page, NoVerdict):
        return page
    try:
        return EncodedPage(msgspec.msgpack.encode(page), digest_of(data), page.by_time)
    except UnicodeEncodeError:  # a lone surrogate in a name
        return page


def _in_parallel(snapshot: Snapshot, blog_url: str, files: Sequence[BlogFile]) -> Iterator[EncodedPage | Page | NoVerdict]:
    """The pages of the files, in their order. Raises :class:`NoVerdict` if a process was killed."""
    workers = min(os.cpu_count() or 1, len(files) // MANY)
    if workers < 2:
        _begin(snapshot, blog_url)
        yield from map(_read_encoded, files)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # Spawned processes share nothing with this one, so threads and open files of its own cannot harm them.
    common = snapshot.folder, snapshot.as_of, blog_url
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin_process, initargs=common)
    try:
        with pool:
            yield from pool.map(_read_encoded, files, chunksize=_CHUNK)
    except BrokenProcessPool:
        raise NoVerdict(
            "a process that read pages of the snapshot was killed, perhaps for want of memory; run it again with fewer pages"
        ) from None
