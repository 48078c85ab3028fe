"""Wiki pages and their revisions.

A text is cut into pieces, each of which is stored once. Where a cut comes is decided by the lines beside it
and by nothing else, so an edit changes the pieces it touches and leaves the others: a thousand revisions of
the Ruleset cost little more than what was written into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from zlib import crc32

from parsers.model import Revision, Withheld
from sync.store import content
from sync.store.database import Database
from sync.store.forms import RevisionForm, WithheldForm
from sync.store.packing import decode, encode, seconds, text_of, time_of, to_bytes

__all__ = ["Pieces", "cut", "known_revision", "known_revisions", "observe_revision", "packed_text", "unpacked_text"]

Pieces = tuple[int, ...]
"""The contents that a text is put together from."""

_LEAST = 400
_MOST = 16_000
_ONE_IN = 16

_COLUMNS = "SELECT revision.id, revid, parentid, at, data, text FROM revision JOIN page ON page.id = revision.page"
_NEWEST = (
    "NOT EXISTS (SELECT 1 FROM revision AS newer WHERE (newer.page, newer.revid) = (page.id, revision.revid) AND newer.id > revision.id)"
)
_BEFORE_ALL = -(2**62)


class _Row(NamedTuple):
    id: int
    revid: int
    parentid: int
    at: int
    data: bytes
    text: bytes | None


def cut(text: bytes) -> list[bytes]:
    """The text in pieces of whole lines, of about one to two kilobytes where there are lines to cut between.

    A piece ends before a heading, or after one line in sixteen that its checksum picks.
    """
    pieces: list[bytes] = []
    start = end = 0
    for line in text.splitlines(keepends=True):
        if line.startswith(b"=") and end - start >= _LEAST:
            pieces.append(text[start:end])
            start = end
        end += len(line)
        size = end - start
        if size >= _MOST or (size >= _LEAST and crc32(line) % _ONE_IN == 0):
            pieces.append(text[start:end])
            start = end
    if start < end:
        pieces.append(text[start:])
    return pieces


def observe_revision(db: Database, revision: Revision) -> bool:
    """Keep a revision. Returns whether that is new.

    What is None is not known: it agrees with everything, and is filled in once it is known. A wiki that was
    restored may use a number again; then both revisions are kept.
    """
    page = _page(db, revision.title)
    at = seconds(revision.timestamp)
    revision = replace(revision, timestamp=time_of(at))
    rows = db.all(_Row, f"{_COLUMNS} WHERE page.id = ? AND revid = ? ORDER BY revision.id DESC", page, revision.revid)
    for row in rows:
        known = _revision(db, revision.title, row, _pieces(db, [row]))
        whole = _united(known, revision)
        if whole is not None:
            if whole != known:
                db.run("UPDATE revision SET data = ?, text = ? WHERE id = ?", _data(db, whole), _text(db, whole), row.id)
            return False
    sql = "INSERT INTO revision (page, revid, parentid, at, data, text) VALUES (?, ?, ?, ?, ?, ?)"
    db.run(sql, page, revision.revid, revision.parentid, at, _data(db, revision), _text(db, revision))
    return True


def known_revision(db: Database, title: str, revid: int | None) -> Revision | None:
    """What :meth:`Store.revision` says."""
    sql = f"{_COLUMNS} WHERE page.title = ? AND (? IS NULL OR revid = ?) AND {_NEWEST} ORDER BY at DESC, revid DESC"
    with db.reading():
        row = db.one(_Row, sql, to_bytes(title), revid, revid)
        return None if row is None else _revision(db, title, row, _pieces(db, [row]))


def known_revisions(db: Database, title: str, since: datetime | None, *, texts: bool) -> Iterator[Revision]:
    """What :meth:`Store.revisions` says."""
    sql = f"{_COLUMNS} WHERE page.title = ? AND at >= ? AND {_NEWEST} ORDER BY at, revid"
    with db.reading():
        rows = db.all(_Row, sql, to_bytes(title), _BEFORE_ALL if since is None else seconds(since))
        rows = rows if texts else [row._replace(text=None) for row in rows]
        pieces = _pieces(db, rows)
    return _each(db, title, rows, pieces)


def packed_text(db: Database, text: str) -> bytes:
    """Within a transaction, keep a text in pieces. Returns what :func:`unpacked_text` needs."""
    return db.pack(encode(tuple(content.put(db, piece) for piece in cut(to_bytes(text)))))


def unpacked_text(db: Database, packed: bytes) -> str:
    """Within a transaction, the text that :func:`packed_text` was given. Raises :class:`Damaged`."""
    return text_of(b"".join(content.get(db, number) for number in decode(db.unpack(packed), Pieces)))


def _each(db: Database, title: str, rows: list[_Row], pieces: Mapping[int, bytes]) -> Iterator[Revision]:
    """One after the other: nobody needs the texts of a thousand revisions at once."""
    for row in rows:
        with db.translated():
            revision = _revision(db, title, row, pieces)
        yield revision


def _page(db: Database, title: str) -> int:
    known = db.one(int, "SELECT id FROM page WHERE title = ?", to_bytes(title))
    return known or db.insert("INSERT INTO page (title) VALUES (?)", to_bytes(title))


def _united(known: Revision, other: Revision) -> Revision | None:
    """What both say, or None where they contradict each other."""
    if (known.parentid, known.timestamp) != (other.parentid, other.timestamp):
        return None
    pairs = ((known.user, other.user), (known.comment, other.comment), (known.text, other.text))
    if any(None not in pair and pair[0] != pair[1] for pair in pairs):
        return None
    user, comment, text = (new if old is None else old for old, new in pairs)
    unknown = {part for part, value in (("user", user), ("comment", comment), ("text", text)) if value is None}
    withheld = tuple(one for one in other.withheld or known.withheld if one.part in unknown)
    return replace(known, user=user, comment=comment, text=text, withheld=withheld)


def _pieces(db: Database, rows: Iterable[_Row]) -> dict[int, bytes]:
    """The contents that the texts of the rows are put together from."""
    numbers = {number for row in rows if row.text is not None for number in decode(db.unpack(row.text), Pieces)}
    return {number: content.get(db, number) for number in numbers}


def _revision(db: Database, title: str, row: _Row, pieces: Mapping[int, bytes]) -> Revision:
    form = decode(db.unpack(row.data), RevisionForm)
    user, comment = (None if part is None else text_of(part) for part in (form.user, form.comment))
    text = None if row.text is None else text_of(b"".join(pieces[number] for number in decode(db.unpack(row.text), Pieces)))
    withheld = tuple(Withheld(one.part, text_of(one.why)) for one in form.withheld)
    return Revision(title, row.revid, row.parentid, time_of(row.at), user, comment, text, withheld)


def _data(db: Database, revision: Revision) -> bytes:
    user, comment = (None if part is None else to_bytes(part) for part in (revision.user, revision.comment))
    withheld = tuple(WithheldForm(one.part, to_bytes(one.why)) for one in revision.withheld)
    return db.pack(encode(RevisionForm(user, comment, withheld)))


def _text(db: Database, revision: Revision) -> bytes | None:
    return None if revision.text is None else packed_text(db, revision.text)
