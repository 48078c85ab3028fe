"""Reading posts: a version is put together from its content and the comments that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from parsers.model import Comment, Post, PostPast, Seen
from sync.store.database import Database, StorePart
from sync.store.rows import Damaged, from_json, json_object
from sync.times import iso

__all__ = ["PostVersion", "StoredPosts", "latest_version", "versions_of"]

_COMMENT = json_object(
    Comment, "comments", icons="json(comments.icons)", position="shown.place + comments.number - shown.first + comments.shift"
)
# CROSS JOIN keeps SQLite from reordering the tables: the comments come in the page's order.
_COMMENTS = f"""
    (SELECT json_group_array({_COMMENT}) FROM shown_comments AS shown CROSS JOIN comments
        ON comments.post = shown.post AND comments.number BETWEEN shown.first AND shown.last
    WHERE shown.post = version.post AND shown.version = version.number)"""
_POST = json_object(
    Post,
    "content",
    tags="json(content.tags)",
    note="json(content.note)",
    comment_count="version.comment_count",
    comments=f"CASE WHEN version.shown IS NOT NULL THEN {_COMMENTS} END",
    position="posts.place",
)
# LEFT: a post of which a row is missing cannot be decoded, instead of vanishing.
_VERSIONS = f"""
    SELECT json_array(version.number, version.content, version.first_seen, version.last_seen, version.shown, coalesce(runs.reader, ''),
        {_POST})
    FROM posts LEFT JOIN post_versions AS version ON version.post = posts.id
        LEFT JOIN post_contents AS content ON content.id = version.content LEFT JOIN runs ON runs.id = version.run
    WHERE posts.id = ?"""
_WHICH = """
    SELECT posts.id, version.number
    FROM posts LEFT JOIN post_versions AS version ON version.post = posts.id AND version.last_seen IS NULL
    WHERE posts.gone IS NULL AND ((posts.made >= ?1 AND (?2 IS NULL OR posts.made < ?2)) OR (posts.pending AND ?3))
    ORDER BY posts.made DESC, posts.run DESC, posts.place, posts.id"""

# A comment that the latest version does not show was altered, or is gone.
_ALTERED = """
    SELECT posts.id, posts.key, posts.gone, post_sightings.seen FROM posts JOIN post_sightings ON post_sightings.post = posts.id
    WHERE (posts.made >= ?1 OR posts.pending) AND (posts.gone IS NOT NULL
        OR (SELECT count(DISTINCT content) FROM post_versions WHERE post = posts.id) > 1
        OR (SELECT count(*) FROM comments WHERE post = posts.id)
            > (SELECT shown FROM post_versions WHERE post = posts.id AND last_seen IS NULL))
    ORDER BY posts.id"""


class PostVersion(NamedTuple):
    """A version of a post, ``content`` the id of all but its comments, ``shown`` the number of its comments.

    ``last_seen`` is None for the latest: its last sighting is in ``post_sightings``.
    """

    number: int
    content: int
    first_seen: datetime
    last_seen: datetime | None
    shown: int | None
    reader: str
    post: Post


class _Which(NamedTuple):
    post: int
    version: int | None


class _Sighting(NamedTuple):
    post: int
    seen: datetime


class _Altered(NamedTuple):
    post: int
    key: str
    gone: datetime | None
    seen: datetime


class StoredPosts(StorePart):
    """The posts of a store."""

    def posts(self, since: datetime | None = None, *, before: datetime | None = None, pending: bool = True) -> Iterator[Post]:
        """The latest version of every post made within these times (of all posts without them) and of all pending matters, newest first.

        Posts that are gone are left out. A post whose date could not be read counts as made when it was first seen.
        ``position`` is the place in this order: places on pages of different days cannot be compared. A post that was
        since seen only on lists has the comments of its entry page. Each post is read when it is wanted.
        """
        with self._db.translated():
            found = self._db.all(_Which, _WHICH, iso(since) or "", iso(before), pending)
        return self._each_post(found)

    def _each_post(self, found: Iterable[_Which]) -> Iterator[Post]:
        for position, which in enumerate(found):
            with self._db.translated():
                post = _first(self._db, "version.number IS NOT ?, version.last_seen IS NOT NULL", *which).post
            yield replace(post, position=position)

    def post(self, key: str) -> Post | None:
        """The latest version of a post, even if it is gone, with the ``position`` at which it was first seen."""
        with self._db.reading():
            known = self._db.one(int, "SELECT id FROM posts WHERE key = ?", key)
            return None if known is None else latest_version(self._db, known).post

    def versions(self, key: str) -> list[Seen[Post]]:
        """All versions of a post, the latest last; one that came back after another, or after the post was gone, twice."""
        sql = "SELECT post, seen FROM post_sightings WHERE post = (SELECT id FROM posts WHERE key = ?)"
        with self._db.reading():
            sighting = self._db.one(_Sighting, sql, key)
            if sighting is None:
                return []
            versions = versions_of(self._db, sighting.post)
        return _sightings(versions, sighting.seen)

    def pending_read_before(self, moment: datetime) -> list[Post]:
        """Pending matters whose comments were last read before a moment."""
        sql = "SELECT posts.id FROM posts JOIN post_seen ON post = id WHERE pending AND gone IS NULL AND comments_at < ? ORDER BY id"
        with self._db.reading():
            return [latest_version(self._db, one).post for one in self._db.all(int, sql, int(moment.timestamp()))]

    def pasts(self, since: datetime, until: datetime) -> dict[str, PostPast]:
        """The versions up to a time of posts that changed, or are gone: those made since a time, and pending matters."""
        found = {}
        with self._db.reading():
            for one in self._db.all(_Altered, _ALTERED, iso(since)):
                versions = [each for each in _sightings(versions_of(self._db, one.post), one.seen) if each.first_seen <= until]
                gone = one.gone if one.gone is not None and one.gone <= until else None
                if len(versions) > 1 or (versions and gone):
                    found[one.key] = PostPast(tuple(versions), gone)
        return found


def _sightings(versions: Iterable[PostVersion], seen: datetime) -> list[Seen[Post]]:
    """Versions in the order of time; ``seen`` is when the latest was seen last."""
    ordered = sorted(versions, key=lambda one: (one.last_seen is None, one.first_seen))
    return [Seen(one.post, one.first_seen, one.last_seen or seen, one.reader, latest=one.last_seen is None) for one in ordered]


def latest_version(db: Database, post: int) -> PostVersion:
    """The latest version of a post. Raises :class:`Damaged` if there is none."""
    version = _first(db, "version.last_seen IS NOT NULL", post)
    if version.last_seen is not None:
        raise Damaged(f"the post {version.post.key} has no latest version")
    return version


def versions_of(db: Database, post: int) -> list[PostVersion]:
    """All versions of a post by their numbers. Raises :class:`Damaged` if parts are missing."""
    return [_whole(one) for one in db.objects(PostVersion, f"{_VERSIONS} ORDER BY version.number", post)]


def _first(db: Database, order: str, *parameters: int | None) -> PostVersion:
    """The first version of a post. One that was pruned since it was looked for is replaced by the next."""
    row = db.one(str, f"{_VERSIONS} ORDER BY {order}", *parameters)
    if row is None:
        raise Damaged("a post is missing")
    return _whole(from_json(row, PostVersion))


def _whole(version: PostVersion) -> PostVersion:
    if version.shown is not None and version.shown != len(version.post.comments or ()):
        raise Damaged(f"comments of the post {version.post.key} are missing")
    return version
