"""Observing posts: whatever is new or different becomes a version, whatever is not costs a mark.

A post's versions share what they have in common: its head (everything but the comments) is content, and its
comments are numbered in the order in which they were first seen; a version names its head and the numbers
that it shows. So a comment that is altered or gone is one that a version shows and the next does not.

An observation that is older than the last one, which happens when two runs overlap, tells about the past and
never takes the place of the latest version.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from parsers.model import Category, Comment, Post
from sync.store import content
from sync.store.database import Database
from sync.store.forms import CommentForm, CommentsForm, HeadForm, ShownForm, comment_form, head_form
from sync.store.packing import Damaged, decode, encode, to_bytes

__all__ = ["Change", "CommentRow", "comment_rows", "known_comments", "numbers_of", "observe_gone", "observe_post", "see_again"]


_KNOWN = "SELECT post.id, run, place, gone, seen.at, seen.read FROM post JOIN seen ON seen.post = post.id WHERE key = ?"


class Change(Enum):
    """What an observation was, by the number of :class:`sync.store.values.Kept` it counts for."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


class _Known(NamedTuple):
    id: int
    run: int
    place: int
    gone: int | None
    at: int
    read: int | None


class _Version(NamedTuple):
    """``last`` and ``read`` are None while it is the latest: when that, and its comments, were last seen stands with the post."""

    number: int
    first: int
    last: int | None
    read: int | None
    head: int
    shown: bytes


class _Observed(NamedTuple):
    """A post as observed: without comments, the number of them it states, and the numbers of those it shows, None where it shows none."""

    head: HeadForm
    stated: int | None
    numbers: Sequence[int] | None

    def on(self, head: HeadForm, shown: ShownForm) -> tuple[HeadForm, ShownForm]:
        """What it would be as the successor of a version: a list that does not show something says nothing about it."""
        if self.numbers is not None:
            return self.head, ShownForm(self.stated, _runs(self.numbers))
        return _completed(self.head, head), ShownForm(shown.stated if self.stated is None else self.stated, shown.runs)


def observe_post(db: Database, run: int, post: Post, at: int) -> Change:
    """Keep the post as it was seen at a time."""
    key = to_bytes(post.key)
    known = db.one(_Known, _KNOWN, key)
    if known is None:
        _add(db, run, key, post, at)
        return Change.NEW
    versions = db.all(_Version, "SELECT number, first, last, read, head, shown FROM version WHERE post = ? ORDER BY number", known.id)
    latest = next((version for version in versions if version.last is None), None)
    if latest is None:
        raise Damaged(f"post {known.id} has no latest version")
    if known.run == run and post.comments is None and post.position != known.place:
        # Places compare on one list only: of those that the first run saw, its last list has them all.
        db.run("UPDATE post SET place = ? WHERE id = ?", post.position, known.id)
    observed = _observed(db, known.id, post)
    if at < max(known.at, known.gone or known.at):
        return _observe_late(db, run, known, versions, observed, at)
    before = _forms(db, latest)
    now = observed.on(*before)
    read = known.read if observed.numbers is None else at
    change = Change.UNCHANGED
    if now != before or known.gone is not None:
        db.run("UPDATE version SET last = ?, read = ? WHERE post = ? AND number = ?", known.at, known.read, known.id, latest.number)
        head = latest.head if now[0] == before[0] else content.put(db, encode(now[0]), typical=True)
        _add_version(db, run, known.id, _Version(versions[-1].number + 1, at, None, None, head, encode(now[1])))
        made = at if now[0].posted is None else now[0].posted
        db.run("UPDATE post SET gone = NULL, made = ?, pending = ? WHERE id = ?", made, now[0].is_pending, known.id)
        change = Change.CHANGED
    db.run("UPDATE seen SET at = ?, read = ? WHERE post = ?", at, read, known.id)
    return change


def see_again(db: Database, keys: Iterable[str], at: int) -> None:
    """Mark posts as seen unchanged, without their comments having been looked at."""
    db.run_many(
        "UPDATE seen SET at = max(at, ?) WHERE post = (SELECT id FROM post WHERE key = ? AND gone IS NULL)",
        ((at, to_bytes(key)) for key in keys),
    )


def observe_gone(db: Database, key: str, at: int) -> None:
    """Keep that a post is not there any more. One that was never there is no loss, and one seen later is not gone."""
    db.run(
        "UPDATE post SET gone = ? WHERE key = ? AND gone IS NULL AND ? >= (SELECT seen.at FROM seen WHERE seen.post = post.id)",
        at,
        to_bytes(key),
        at,
    )


class CommentRow(NamedTuple):
    """Comments of a post that were first seen at the same time, the first of which has the number ``start``."""

    start: int
    data: bytes


def comment_rows(db: Database, post: int) -> list[CommentRow]:
    """All comments ever seen on a post, still packed."""
    return db.all(CommentRow, "SELECT start, data FROM comments WHERE post = ? ORDER BY start", post)


def known_comments(db: Database, rows: Iterable[CommentRow]) -> list[CommentForm | None]:
    """All comments ever seen on a post, by their numbers; None for one that was pruned. Raises :class:`Damaged`."""
    known: list[CommentForm | None] = []
    for start, data in rows:
        if start != len(known):
            raise Damaged(f"comments before number {start} of a post are missing")
        known += decode(db.unpack(data), CommentsForm)
    return known


def numbers_of(shown: ShownForm, known: Sequence[CommentForm | None]) -> list[int] | None:
    """The numbers of the comments that a version shows, in the page's order; None where it shows none at all.

    Raises :class:`Damaged` where they are no numbers of known comments.
    """
    if shown.runs is None:
        return None
    numbers: list[int] = []
    for first, count in zip(shown.runs[::2], shown.runs[1::2], strict=False):
        if not 0 <= first <= first + count <= len(known) or len(numbers) + count > len(known):
            raise Damaged(f"there is no comment {first} to {first + count}")
        numbers += range(first, first + count)
    return numbers


def _runs(numbers: Sequence[int]) -> tuple[int, ...]:
    """Numbers as pairs of a first one and a count of those that follow each other."""
    if not numbers:
        return ()
    breaks = [place for place, (one, other) in enumerate(pairwise(numbers), 1) if other != one + 1]
    return tuple(part for start, end in pairwise([0, *breaks, len(numbers)]) for part in (numbers[start], end - start))


def _add(db: Database, run: int, key: bytes, post: Post, at: int) -> None:
    head = head_form(post)
    made = at if head.posted is None else head.posted
    number = db.insert(
        "INSERT INTO post (key, run, place, made, pending) VALUES (?, ?, ?, ?, ?)", key, run, post.position, made, head.is_pending
    )
    runs = None
    if post.comments is not None:
        _add_comments(db, number, 0, [comment_form(comment, place) for place, comment in enumerate(post.comments)])
        runs = _runs(range(len(post.comments)))
    db.run("INSERT INTO seen VALUES (?, ?, ?)", number, at, None if runs is None else at)
    shown = encode(ShownForm(post.comment_count, runs))
    _add_version(db, run, number, _Version(1, at, None, None, content.put(db, encode(head), typical=True), shown))


def _add_version(db: Database, run: int, post: int, version: _Version) -> None:
    sql = "INSERT INTO version (post, number, run, first, last, read, head, shown) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    db.run(sql, post, version.number, run, version.first, version.last, version.read, version.head, version.shown)


def _add_comments(db: Database, post: int, start: int, comments: Sequence[CommentForm]) -> None:
    if comments:
        db.run("INSERT INTO comments (post, start, data) VALUES (?, ?, ?)", post, start, db.pack(encode(comments), typical=True))


def _forms(db: Database, version: _Version) -> tuple[HeadForm, ShownForm]:
    return decode(content.get(db, version.head), HeadForm), decode(version.shown, ShownForm)


def _observed(db: Database, post_id: int, post: Post) -> _Observed:
    """The observation, with the comments that were never seen before added to the known ones."""
    if post.comments is None:
        return _Observed(head_form(post), post.comment_count, None)
    known = known_comments(db, comment_rows(db, post_id))
    numbers, new = _numbered(post.comments, known)
    _add_comments(db, post_id, len(known), new)
    return _Observed(head_form(post), post.comment_count, numbers)


def _numbered(comments: Sequence[Comment], known: Sequence[CommentForm | None]) -> tuple[list[int], list[CommentForm]]:
    """The comments' numbers, and those among them that are new. Of equal ones, the first has the lowest number."""
    free: defaultdict[CommentForm | None, deque[int]] = defaultdict(deque)
    for number, form in enumerate(known):
        free[form].append(number)
    numbers: list[int] = []
    new: list[CommentForm] = []
    for place, comment in enumerate(comments):
        made = comment_form(comment, place)
        if free[made]:
            numbers.append(free[made].popleft())
        else:
            numbers.append(len(known) + len(new))
            new.append(made)
    return numbers, new


def _completed(listed: HeadForm, known: HeadForm) -> HeadForm:
    """The head that a list shows, with what lists may leave out taken from the head as known."""
    if not listed.body:
        listed = replace(listed, body=known.body, words=known.words)
    if listed.status is known.status:
        listed = replace(
            listed,
            note=known.note if listed.note is None else listed.note,
            closed=known.closed if listed.closed is None else listed.closed,
        )
    return replace(
        listed,
        author=listed.author or known.author,
        posted=known.posted if listed.posted is None else listed.posted,
        category=known.category if listed.category is Category.NONE else listed.category,
    )


def _observe_late(db: Database, run: int, known: _Known, versions: Sequence[_Version], observed: _Observed, at: int) -> Change:
    """Keep an observation that is older than the last one: it widens the nearest version that is the same, or is one of the past."""
    same: list[_Version] = []
    for version in versions:
        forms = _forms(db, version)
        if observed.on(*forms) == forms:
            same.append(version)
    read = None if observed.numbers is None else at
    if not same:
        head, shown = observed.on(observed.head, ShownForm(None, None))
        past = _Version(versions[-1].number + 1, at, at, read, content.put(db, encode(head), typical=True), encode(shown))
        _add_version(db, run, known.id, past)
        return Change.CHANGED
    nearest = min(same, key=lambda version: max(version.first - at, at - (known.at if version.last is None else version.last), 0))
    # The greater of nothing and a number is nothing: the latest version stays the one without an end.
    widen = "UPDATE version SET first = min(first, ?), last = max(last, ?) WHERE post = ? AND number = ?"
    db.run(widen, at, at, known.id, nearest.number)
    if nearest.last is None:
        db.run("UPDATE seen SET at = max(at, ?) WHERE post = ?", at, known.id)
    if read is not None:
        if nearest.last is None:
            db.run("UPDATE seen SET read = max(coalesce(read, ?), ?) WHERE post = ?", read, read, known.id)
        else:
            later = "UPDATE version SET read = max(coalesce(read, ?), ?) WHERE post = ? AND number = ?"
            db.run(later, read, read, known.id, nearest.number)
    return Change.UNCHANGED
