"""Pages that list posts, as last fetched: one that has the same bytes again need not be read again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sync.store.database import Database
from sync.store.packing import decode, encode, text_of, time_of, to_bytes
from sync.store.posts import see_again
from sync.store.values import Listing

__all__ = ["known_listing", "observe_listing"]

_Keys = tuple[bytes, ...]


class _Row(NamedTuple):
    kind: str
    digest: bytes
    posts: bytes
    at: int


def observe_listing(db: Database, url: str, digest: bytes, kind: str, posts: Sequence[str] | None, at: int) -> None:
    """Keep what a page was when it was fetched. The same bytes without ``posts`` show the posts they showed before."""
    known = known_listing(db, url)
    if known is not None and time_of(at) < known.seen:
        return
    if posts is None:
        posts = known.posts if known is not None and known.digest == digest else ()
        see_again(db, posts, at)
    packed = db.pack(encode(tuple(map(to_bytes, posts))))
    db.run("INSERT OR REPLACE INTO listing (url, kind, digest, posts, at) VALUES (?, ?, ?, ?, ?)", to_bytes(url), kind, digest, packed, at)


def known_listing(db: Database, url: str) -> Listing | None:
    """What :meth:`Store.page` says, within a transaction."""
    row = db.one(_Row, "SELECT kind, digest, posts, at FROM listing WHERE url = ?", to_bytes(url))
    if row is None:
        return None
    posts = tuple(map(text_of, decode(db.unpack(row.posts), _Keys)))
    return Listing(url, row.kind, row.digest, posts, time_of(row.at))
