"""Posts and their comments as they were kept: the latest version, and all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from parsers.model import Comment, Post
from sync.store.database import Database
from sync.store.forms import CommentForm, HeadForm, ShownForm, from_comment_form, headed_post
from sync.store.packing import Damaged, decode, seconds, text_of, time_of, to_bytes
from sync.store.posts import CommentRow, comment_rows, known_comments, numbers_of
from sync.store.values import Gone, Seen

__all__ = ["comment_versions", "gone_posts", "latest_post", "latest_posts", "post_versions"]

_LATEST = """
    SELECT post.id, post.place, content.data, version.shown
    FROM post JOIN version ON version.post = post.id AND version.last IS NULL JOIN content ON content.id = version.head"""

_VERSIONS = """
    SELECT post.id, post.place, content.data, version.shown, version.first, coalesce(version.last, seen.at),
        CASE WHEN version.last IS NULL THEN seen.read ELSE version.read END, version.last IS NULL, coalesce(run.reader, '')
    FROM post JOIN version ON version.post = post.id JOIN content ON content.id = version.head JOIN seen ON seen.post = post.id
        LEFT JOIN run ON run.id = version.run
    WHERE post.key = ? ORDER BY version.last IS NULL, version.first, version.number"""

_BEFORE_ALL = -(2**62)


class _Row(NamedTuple):
    id: int
    place: int
    head: bytes
    shown: bytes


class _VersionRow(NamedTuple):
    id: int
    place: int
    head: bytes
    shown: bytes
    first: int
    last: int
    read: int | None
    is_latest: int
    reader: str


class _GoneRow(NamedTuple):
    key: bytes
    at: int
    gone: int


def latest_posts(db: Database, since: datetime | None, *, pending: bool) -> Iterator[Post]:
    """What :meth:`Store.posts` says."""
    which = "post.gone IS NULL AND (post.made >= ? OR (post.pending AND ?))"
    sql = f"{_LATEST} WHERE {which} ORDER BY post.made DESC, post.run DESC, post.place, post.id"
    with db.reading():
        rows = db.all(_Row, sql, _BEFORE_ALL if since is None else seconds(since), pending)
        comments = [comment_rows(db, row.id) for row in rows]
    return _unpacked(db, rows, comments)


def _unpacked(db: Database, rows: Iterable[_Row], comments: Iterable[list[CommentRow]]) -> Iterator[Post]:
    """One after the other: nobody needs all posts of twenty years at once."""
    for position, (row, packed) in enumerate(zip(rows, comments, strict=True)):
        with db.translated():
            post = _post(db, row, known_comments(db, packed), position)
        yield post


def latest_post(db: Database, key: str) -> Post | None:
    """What :meth:`Store.post` says."""
    with db.reading():
        known = db.one(int, "SELECT id FROM post WHERE key = ?", to_bytes(key))
        return None if known is None else _latest(db, to_bytes(key))


def gone_posts(db: Database) -> list[Gone]:
    """What :meth:`Store.gone` says."""
    sql = "SELECT key, seen.at, gone FROM post JOIN seen ON seen.post = post.id WHERE gone IS NOT NULL ORDER BY gone DESC, key"
    with db.reading():
        rows = db.all(_GoneRow, sql)
        return [Gone(_latest(db, row.key), time_of(row.at), time_of(row.gone)) for row in rows]


def post_versions(db: Database, key: str) -> list[Seen[Post]]:
    """What :meth:`Store.versions` says."""
    with db.reading():
        rows, known = _versions(db, key)
        return [
            Seen(_post(db, row, known, row.place), time_of(row.first), time_of(row.last), row.reader, latest=bool(row.is_latest))
            for row in rows
        ]


def comment_versions(db: Database, key: str) -> list[Seen[Comment]]:
    """What :meth:`Store.comments` says."""
    found: dict[int, Seen[Comment]] = {}
    with db.reading():
        rows, known = _versions(db, key)
        for row in rows:
            for place, number in enumerate(numbers_of(decode(row.shown, ShownForm), known) or ()):
                # A version that only lists have shown has its comments from the one before it.
                read = time_of(row.first if row.read is None else row.read)
                comment = from_comment_form(_present(known, number), place)
                seen = found.get(number) or Seen(comment, time_of(row.first), read, row.reader, latest=False)
                found[number] = replace(seen, value=comment, last_seen=max(seen.last_seen, read), latest=bool(row.is_latest))
    return [found[number] for number in sorted(found)]


def _versions(db: Database, key: str) -> tuple[list[_VersionRow], list[CommentForm | None]]:
    rows = db.all(_VersionRow, _VERSIONS, to_bytes(key))
    return rows, known_comments(db, comment_rows(db, rows[0].id)) if rows else []


def _latest(db: Database, key: bytes) -> Post:
    row = db.one(_Row, f"{_LATEST} WHERE post.key = ?", key)
    if row is None:
        raise Damaged(f"the post {text_of(key)} has no latest version")
    return _post(db, row, known_comments(db, comment_rows(db, row.id)), row.place)


def _post(db: Database, row: _Row | _VersionRow, known: Sequence[CommentForm | None], position: int) -> Post:
    shown = decode(row.shown, ShownForm)
    numbers = numbers_of(shown, known)
    comments = None
    if numbers is not None:
        comments = tuple(from_comment_form(_present(known, number), place) for place, number in enumerate(numbers))
    return headed_post(decode(db.unpack(row.head), HeadForm), shown.stated, comments, position)


def _present(known: Sequence[CommentForm | None], number: int) -> CommentForm:
    form = known[number]
    if form is None:
        raise Damaged(f"comment {number} of a post was pruned, and is still shown")
    return form
