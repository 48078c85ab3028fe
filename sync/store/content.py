"""Content that is stored once however often it occurs: heads of posts, rosters, pieces of wiki pages."""

from __future__ import annotations

from hashlib import blake2b

from sync.store.database import Database
from sync.store.packing import Damaged

__all__ = ["get", "put"]

_DIGEST_BYTES = 16


def put(db: Database, data: bytes, *, typical: bool = False) -> int:
    """The number of the content, which is stored unless it is there already; ``typical`` as in :meth:`Database.pack`."""
    digest = blake2b(data, digest_size=_DIGEST_BYTES).digest()
    known = db.one(int, "SELECT id FROM content WHERE digest = ?", digest)
    return known or db.insert("INSERT INTO content (digest, data) VALUES (?, ?)", digest, db.pack(data, typical=typical))


def get(db: Database, number: int) -> bytes:
    """The content of a number. Raises :class:`Damaged` where there is none."""
    data = db.one(bytes, "SELECT data FROM content WHERE id = ?", number)
    if data is None:
        raise Damaged(f"content {number} is missing")
    return db.unpack(data)
