"""Texts of revisions and of the journal, each kept once. A text is cut at its headings, and each section is kept once, too.

So the store grows with what an edit changes, not with the page that it changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec

from parsers.wiki.cutting import cut_after
from sync.store.database import Database, KeptSection
from sync.store.rows import MAX_BYTES, Damaged, compress, decompress, from_json

__all__ = ["CutText", "add_text", "keep_sections", "read_text"]

_MOST_SECTIONS = 2_000
"""A text with more headings is kept in one piece."""
_MOST_CACHED = 4_000
_LONGEST_CACHED = 20_000


class _Section(NamedTuple):
    id: int
    zlib: bytes
    size: int


class _Text(NamedTuple):
    bytes: int
    sections: str


class CutText(NamedTuple):
    """What is kept of a text itself: what it is known by, the bytes of its UTF-8, and the ids of its sections, as JSON."""

    digest: str
    bytes: int
    sections: str


def add_text(db: Database, text: str) -> int:
    """Within a transaction, keep a text. Returns its id."""
    kept = keep_sections(db, text)
    known = db.one(int, "SELECT id FROM texts WHERE digest = ?", kept.digest)
    return known or db.add("texts", **kept._asdict())


def keep_sections(db: Database, text: str) -> CutText:
    """Within a transaction, keep the sections of a text. As each is kept once, a text is known by their ids."""
    sections = _add_sections(db, text)
    numbers = _json([section.id for section in sections if section.id])
    return CutText(sha256(numbers.encode()).hexdigest(), sum(section.size for section in sections), numbers)


def _add_sections(db: Database, text: str) -> Sequence[KeptSection]:
    """Keep the sections of a text. Those that it shares with the text that was added before are not even looked at."""
    before = db.added
    head, tail, between = cut_after([section.text for section in before], text)
    if head + len(between) + tail > _MOST_SECTIONS:
        return list(_kept(db, [text]))
    db.added = (*before[:head], *_kept(db, between), *before[len(before) - tail :])
    return db.added


def _kept(db: Database, texts: Sequence[str]) -> Iterator[KeptSection]:
    written = [text.encode() for text in texts]
    digests = [sha256(one).hexdigest() for one in written]
    there = "SELECT sha256, id FROM sections WHERE sha256 IN (SELECT value FROM json_each(?))"
    known: dict[str, int] = dict(db.rows(there, _json(digests)))
    for text, digest, utf8 in zip(texts, digests, written, strict=True):
        if not text:  # what stands above a heading in the first line
            yield KeptSection("", 0, 0)
            continue
        if digest not in known:
            known[digest] = db.add("sections", sha256=digest, bytes=len(utf8), zlib=memoryview(compress(utf8)))
        yield KeptSection(text, known[digest], len(utf8))


def read_text(db: Database, number: int) -> str:
    """Within a transaction, the text of an id. Raises :class:`Damaged` where it, or a part of it, is not there."""
    kept = db.one(_Text, "SELECT bytes, sections FROM texts WHERE id = ?", number)
    if kept is None:
        raise Damaged("a text is missing")
    if kept.bytes > MAX_BYTES:
        raise Damaged("a text that is too long")
    wanted = from_json(kept.sections, list[int])
    there = _sections(db, set(wanted), kept.bytes)
    found = [there[number] for number in wanted if number in there]
    if len(found) < len(wanted) or sum(section.size for section in found) != kept.bytes:
        raise Damaged("a text that is not complete, or is longer than it was")
    return "".join([section.text for section in found])


def _sections(db: Database, wanted: set[int], most: int) -> Mapping[int, KeptSection]:
    """The sections of a text of ``most`` bytes. Short ones stay in memory: an id is never given to another section."""
    cached = db.sections
    missing = wanted - cached.keys()
    if not missing:
        return cached
    found = {number: cached[number] for number in wanted & cached.keys()}
    sql = "SELECT id, zlib, bytes FROM sections WHERE id IN (SELECT value FROM json_each(?)) AND bytes <= ?"
    for row in db.all(_Section, sql, _json(sorted(missing)), most):
        text = decompress(row.zlib)
        if len(text.encode()) != row.size:
            raise Damaged("a section that is not complete")
        found[row.id] = KeptSection(text, row.id, row.size)
    if len(cached) > _MOST_CACHED:
        cached.clear()
    cached.update({number: section for number, section in found.items() if section.size <= _LONGEST_CACHED})
    return found


def _json(values: Sequence[int | str]) -> str:
    return msgspec.json.encode(values).decode()
