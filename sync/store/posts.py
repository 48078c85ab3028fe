"""Stored posts: a new or different post is saved as a version, otherwise only the time of the
sighting changes.

A version consists of the post without its comments, as JSON that is shared by versions with other
comments, and of all its comments as JSON.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from parsers.blog.merging import completed
from parsers.model import Category, Comment, Post, PostPast, Seen, Status
from sync.store.database import Damaged, Database, from_json, to_json

_VERSIONS = """
    SELECT first_seen, last_seen, seen, reader, json, comments, comment_count, place
    FROM posts LEFT JOIN post_versions ON post = key LEFT JOIN post_contents ON id = content WHERE key = ?"""
"""LEFT: a post with a missing row fails to decode instead of vanishing."""


class _Version(NamedTuple):
    """A row; ``last_seen`` is None for the latest version, which was last seen when the post was."""

    first_seen: datetime
    last_seen: datetime | None
    seen: datetime
    reader: str
    json: str
    comments: str | None
    comment_count: int | None
    place: int

    @property
    def post(self) -> Post:
        """Raises :class:`Damaged`."""
        comments = None if self.comments is None else from_json(self.comments, tuple[Comment, ...])
        return replace(
            from_json(self.json, Post),
            comments=comments,
            comment_count=self.comment_count,
            position=self.place,
        )


def observe_post(db: Database, run: str, reader: str, post: Post, at: datetime) -> str:
    """Save a post as it was seen at a time by the run that began at ``run``. Return "new",
    "changed" or "unchanged".

    An older sighting than the last one, possible when runs overlap, only adds comments that had not
    been read yet.
    """
    sql = "SELECT run, place, seen, gone FROM posts WHERE key = ?"
    known = db.one(tuple[str, int, datetime, datetime | None], sql, post.key)
    comments_seen = None if post.comments is None else at
    if known is None:
        sql = (
            "INSERT INTO posts (key, run, place, made, pending, ascended, seen, comments_seen)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        db.run(
            sql, post.key, run, post.position, post.posted or at, *_kind(post), at, comments_seen
        )
        _add_version(db, reader, post, at)
        return "new"
    known_run, place, seen, gone = known
    if known_run == run and post.comments is None and post.position != place:
        # Places are comparable only within one list: the last list of the first run has all posts
        # that this run saw.
        db.run("UPDATE posts SET place = ? WHERE key = ?", post.position, post.key)
    latest = stored_post(db, post.key)
    if latest is None:
        raise Damaged(f"the post {post.key} has no latest version")
    if at < max(seen, gone or seen):
        if gone is not None or latest.comments is not None:
            return "unchanged"
        post, at = replace(latest, comments=post.comments), seen
    now = _completed(post, latest)
    changed = now != latest or _quotes(now) != _quotes(latest) or gone is not None
    if changed:
        db.run(
            "UPDATE post_versions SET last_seen = ? WHERE post = ? AND last_seen IS NULL",
            seen,
            post.key,
        )
        _add_version(db, reader, now, at)
    sql = """UPDATE posts SET gone = NULL, made = coalesce(?, made), pending = ?, ascended = ?, seen = ?,
        comments_seen = coalesce(?, comments_seen) WHERE key = ?"""
    db.run(sql, now.posted, *_kind(now), at, comments_seen, post.key)
    return "changed" if changed else "unchanged"


def observe_gone(db: Database, key: str, at: datetime) -> None:
    """Save that a post no longer exists, unless it was never seen, or was seen later."""
    db.run("UPDATE posts SET gone = ?1 WHERE key = ?2 AND gone IS NULL AND ?1 >= seen", at, key)


def _kind(post: Post) -> tuple[bool, datetime | None]:
    """Return whether the post is a pending matter, and its time if it is an Ascension Address."""
    pending = post.status is Status.PENDING and post.category.matter is not None
    return pending, post.posted if post.category is Category.ASCENSION else None


def _completed(seen: Post, known: Post) -> Post:
    """Return the post as seen, with data that lists may omit taken from the known version."""
    return replace(
        completed(seen, known) if seen.comments is None else seen, position=known.position
    )


def _add_version(db: Database, reader: str, post: Post, first_seen: datetime) -> None:
    """Save a version as the latest, after all others."""
    json = to_json(replace(post, comment_count=None, comments=None, position=0))
    same = db.one(
        int,
        "SELECT id FROM post_contents JOIN post_versions ON id = content WHERE post = ? AND"
        " json = ?",
        post.key,
        json,
    )
    db.add(
        "post_versions",
        post=post.key,
        number=db.all(int, "SELECT count(*) FROM post_versions WHERE post = ?", post.key)[0],
        reader=reader,
        first_seen=first_seen,
        content=same or db.add("post_contents", json=json),
        comment_count=post.comment_count,
        comments=None if post.comments is None else to_json(post.comments),
    )


def stored_post(db: Database, key: str) -> Post | None:
    """See :meth:`Store.post`."""
    found = db.one(_Version, f"{_VERSIONS} ORDER BY last_seen IS NOT NULL", key)
    if found is not None and found.last_seen is not None:
        raise Damaged(f"the post {key} has no latest version")
    return None if found is None else found.post


def versions_of(db: Database, key: str) -> list[Seen[Post]]:
    """See :meth:`Store.versions`."""
    rows = db.all(_Version, f"{_VERSIONS} ORDER BY last_seen IS NULL, first_seen, number", key)
    return [
        Seen(
            row.post,
            row.first_seen,
            row.last_seen or row.seen,
            row.reader,
            latest=row.last_seen is None,
        )
        for row in rows
    ]


def altered_posts(db: Database, since: datetime, until: datetime) -> dict[str, PostPast]:
    """See :meth:`Store.pasts`."""
    found = {}
    sql = """SELECT key, gone FROM posts WHERE (made >= ? OR pending)
        AND (gone IS NOT NULL OR (SELECT count(*) FROM post_versions WHERE post = key) > 1) ORDER BY rowid"""
    for key, vanished in db.all(tuple[str, datetime | None], sql, since):
        versions = tuple(version for version in versions_of(db, key) if version.first_seen <= until)
        gone = vanished if vanished is not None and vanished <= until else None
        if versions and (
            gone or any(_is_altered(version.value, versions[-1].value) for version in versions)
        ):
            found[key] = PostPast(versions, gone)
    return found


def _is_altered(old: Post, new: Post) -> bool:
    """Return whether a post changed by more than additional comments."""
    bare = (replace(post, comment_count=None, comments=None) for post in (old, new))
    added = (new.comments or ())[: len(old.comments or ())] == (old.comments or ())
    quotes = zip(_quotes(old), _quotes(new), strict=False)
    struck = any(before not in {None, after} for before, after in quotes)
    return len(set(bare)) > 1 or not added or struck


def _quotes(post: Post) -> list[bool | None]:
    """Return which comments quote or strike out text, which their comparison ignores."""
    return [comment.quotes for comment in post.comments or ()]
