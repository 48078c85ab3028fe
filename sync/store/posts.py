"""Posts and their comments: a version is saved for whatever is new or different, otherwise only the time of the sighting.

A post's versions share what they have in common. Everything but the comments is a row of ``post_contents``. The
comments are numbered in the order in which they were first seen, and a version shows ranges of these numbers, so a
comment that was altered or removed is one that a version shows and the next does not.

An observation that is older than the last one, because two runs overlap, is about the past: it never replaces the
latest version.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal, NamedTuple

from parsers.blog.merging import completed
from parsers.model import Comment, Post, Status
from sync.store.database import Database
from sync.store.rows import columns, json_object, parameter, values_of
from sync.store.versions import PostVersion, latest_version, versions_of
from sync.times import iso

__all__ = ["Range", "add_comments", "add_content", "add_post", "add_version", "observe_gone", "observe_post", "see_again"]

Change = Literal["new", "changed", "unchanged"]
Range = tuple[int, int, int]
"""Comments that a version shows in a row: the first one's place on the page, and their first and last number."""

_COMMENT = columns(Comment, "position")
_KNOWN = """
    SELECT posts.id, run, place, gone, seen, comments_seen FROM posts JOIN post_sightings ON post_sightings.post = posts.id WHERE key = ?"""


class _Known(NamedTuple):
    id: int
    run: int
    place: int
    gone: datetime | None
    seen: datetime
    comments_seen: datetime | None


def observe_post(db: Database, run: int, post: Post, at: datetime) -> Change:
    """Save the post as it was seen at a time. Returns which number of :class:`Kept` the observation counts for."""
    post = _whole_seconds(post)
    known = db.one(_Known, _KNOWN, post.key)
    if known is None:
        comments_seen = None if post.comments is None else at
        post_id = add_post(db, post, at, at, comments_seen, key=post.key, run=run, place=post.position)
        _add_next_version(db, post_id, (), post, run=run, first_seen=at)
        return "new"
    if known.run == run and post.comments is None and post.position != known.place:
        # Places are comparable on one list only: the last list of the first run has all posts that this run saw.
        db.run("UPDATE posts SET place = ? WHERE id = ?", post.position, known.id)
    if at < max(known.seen, known.gone or known.seen):
        return _observe_late(db, run, known, post, at)
    latest = latest_version(db, known.id)
    now = _completed(post, latest.post)
    comments_seen = known.comments_seen if post.comments is None else at
    changed = now != latest.post or known.gone is not None
    if changed:
        # Most often only the comments changed.
        versions = [latest] if _bare(now) == _bare(latest.post) else versions_of(db, known.id)
        sql = "UPDATE post_versions SET last_seen = ?, comments_seen = ? WHERE post = ? AND number = ?"
        db.run(sql, iso(known.seen), iso(known.comments_seen), known.id, latest.number)
        _add_next_version(db, known.id, versions, now, run=run, first_seen=at)
        sql = "UPDATE posts SET gone = NULL, made = ?, pending = ? WHERE id = ?"
        db.run(sql, iso(now.posted or at), _is_pending(now), known.id)
    if now.markup is None and post.body == now.body:
        sql = "UPDATE post_contents SET markup = ? WHERE id = (SELECT content FROM post_versions WHERE post = ? AND last_seen IS NULL)"
        db.run(sql, post.markup, known.id)
    db.run("UPDATE post_seen SET at = ?, comments_at = ? WHERE post = ?", _seconds(at), _seconds(comments_seen), known.id)
    return "changed" if changed else "unchanged"


def see_again(db: Database, keys: Iterable[str], at: datetime) -> None:
    """Mark posts as seen unchanged, without their comments."""
    db.run_many(
        "UPDATE post_seen SET at = max(at, ?) WHERE post = (SELECT id FROM posts WHERE key = ? AND gone IS NULL)",
        ((_seconds(at), key) for key in keys),
    )


def observe_gone(db: Database, key: str, at: datetime) -> None:
    """Save that a post is not there any more, unless it was never seen, or was seen later."""
    sql = "UPDATE posts SET gone = ?1 WHERE key = ?2 AND gone IS NULL AND ?1 >= (SELECT seen FROM post_sightings WHERE post = posts.id)"
    db.run(sql, iso(at), key)


def add_post(db: Database, latest: Post, first_seen: datetime, seen: datetime, comments_seen: datetime | None, **values: object) -> int:
    """Save what does not depend on a post's versions; ``values`` are the other columns of its row. Returns its id."""
    post_id = db.add("posts", made=latest.posted or first_seen, pending=_is_pending(latest), **values)
    db.add("post_seen", post=post_id, at=_seconds(seen), comments_at=_seconds(comments_seen))
    return post_id


def add_content(db: Database, post: Post) -> int:
    """Save everything but the comments. Returns the content's id."""
    return db.add("post_contents", **values_of(post, "comment_count", "comments", "position"))


def add_comments(db: Database, post_id: int, comments: Iterable[tuple[int, Comment]]) -> None:
    """Save comments under their numbers; a comment's ``position`` is how far it is from its place in the sequence, nearly always 0."""
    sql = f"INSERT INTO comments (post, number, shift, {', '.join(_COMMENT)}) VALUES (?, ?, ?, {', '.join('?' * len(_COMMENT))})"
    db.run_many(
        sql,
        ((post_id, number, one.position, *(parameter(getattr(one, name)) for name in _COMMENT)) for number, one in comments),
    )


def add_version(db: Database, post_id: int, number: int, ranges: Sequence[Range] | None, **values: object) -> None:
    """Save a version; ``ranges`` are the comments that it shows, None if it was seen without; ``values`` are its other columns."""
    shown = None if ranges is None else sum(last - first + 1 for _, first, last in ranges)
    db.add("post_versions", post=post_id, number=number, shown=shown, **values)
    sql = "INSERT INTO shown_comments (post, version, place, first, last) VALUES (?, ?, ?, ?, ?)"
    db.run_many(sql, ((post_id, number, *one) for one in ranges or ()))


def _whole_seconds(post: Post) -> Post:
    """The post with its times cut to the second, as they are stored."""
    if post.comments is not None and any(one.at is not None and one.at.microsecond for one in post.comments):
        post = replace(post, comments=tuple(replace(one, at=one.at and one.at.replace(microsecond=0)) for one in post.comments))
    posted, closed = (time and time.replace(microsecond=0) for time in (post.posted, post.closed))
    return post if (posted, closed) == (post.posted, post.closed) else replace(post, posted=posted, closed=closed)


def _seconds(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp())


def _is_pending(post: Post) -> bool:
    return post.status is Status.PENDING and post.category.matter is not None


def _add_next_version(db: Database, post_id: int, known: Iterable[PostVersion], post: Post, **values: object) -> None:
    """Save a version after all others, with the content of a known one where that is the same."""
    bare = _bare(post)
    content = next((one.content for one in known if _bare(one.post) == bare), None) or add_content(db, post)
    number = db.all(int, "SELECT coalesce(max(number), 0) + 1 FROM post_versions WHERE post = ?", post_id)[0]
    ranges = None if post.comments is None else _add_new_comments(db, post_id, post.comments, known=number > 1)
    add_version(db, post_id, number, ranges, content=content, comment_count=post.comment_count, **values)


def _bare(post: Post) -> Post:
    return replace(post, comment_count=None, comments=None, position=0)


class _Numbered(NamedTuple):
    number: int
    comment: Comment


def _add_new_comments(db: Database, post_id: int, comments: Sequence[Comment], *, known: bool) -> list[Range]:
    """Save the comments that were never seen before. Returns the ranges of all. Of equal ones, the first has the lowest number."""
    free: defaultdict[Comment, deque[int]] = defaultdict(deque)
    following = 0
    if known:
        one = json_object(Comment, "comments", icons="json(icons)", position="shift")
        sql = f"SELECT json_array(number, {one}) FROM comments WHERE post = ? ORDER BY number"
        for number, comment in db.objects(_Numbered, sql, post_id):
            free[comment].append(number)
            following = number + 1
    new: list[tuple[int, Comment]] = []
    numbers: list[int] = []
    for place, comment in enumerate(comments):
        # A comment stays the same when one before it is removed: only the distance from its place counts.
        same = replace(comment, position=comment.position - place)
        if free[same]:
            numbers.append(free[same].popleft())
        else:
            numbers.append(following + len(new))
            new.append((following + len(new), same))
    add_comments(db, post_id, new)
    return _ranges(numbers)


def _ranges(numbers: Iterable[int]) -> list[Range]:
    ranges: list[Range] = []
    for place, number in enumerate(numbers):
        if ranges and ranges[-1][2] + 1 == number:
            start, first, _ = ranges[-1]
            ranges[-1] = (start, first, number)
        else:
            ranges.append((place, number, number))
    return ranges


def _completed(seen: Post, known: Post) -> Post:
    """The post as seen, with what lists may leave out taken from the known version. Markup that nobody kept is no difference."""
    whole = replace(completed(seen, known) if seen.comments is None else seen, position=known.position)
    return replace(whole, markup=None) if known.markup is None and whole.body == known.body else whole


def _observe_late(db: Database, run: int, known: _Known, post: Post, at: datetime) -> Change:
    """Save an observation that is older than the last one: it extends the nearest equal version, or is a new one of the past."""
    versions = versions_of(db, known.id)
    same = [version for version in versions if _completed(post, version.post) == version.post]
    comments_seen = None if post.comments is None else at
    if not same:
        _add_next_version(db, known.id, versions, post, run=run, first_seen=at, last_seen=at, comments_seen=comments_seen)
        return "changed"

    def distance(version: PostVersion) -> float:
        before, after = version.first_seen - at, at - (version.last_seen or known.seen)
        return max(before.total_seconds(), after.total_seconds(), 0)

    nearest = min(same, key=distance)
    # max() of NULL is NULL: the latest version stays the one without an end.
    sql = "UPDATE post_versions SET first_seen = min(first_seen, ?1), last_seen = max(last_seen, ?1) WHERE post = ?2 AND number = ?3"
    db.run(sql, iso(at), known.id, nearest.number)
    if nearest.last_seen is None:
        sql = (
            "UPDATE post_seen SET at = max(at, ?1), comments_at = iif(?2, max(coalesce(comments_at, ?1), ?1), comments_at) WHERE post = ?3"
        )
        db.run(sql, _seconds(at), comments_seen is not None, known.id)
    elif comments_seen is not None:
        sql = "UPDATE post_versions SET comments_seen = max(coalesce(comments_seen, ?1), ?1) WHERE post = ?2 AND number = ?3"
        db.run(sql, iso(at), known.id, nearest.number)
    return "unchanged"
