"""Matters in the order of their making, and which of them were pending at a moment."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from parsers.model import Post, Status

__all__ = ["Matters", "order", "pending_at", "posted"]

_BLOCK = 32
"""So many matters are passed over at once when all of them had been resolved."""

_NEVER, _ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def posted(post: Post) -> datetime:
    """When a post was made that is known to have a date."""
    assert post.posted is not None  # noqa: S101 - a Timeline keeps only dated posts
    return post.posted


def order(post: Post) -> tuple[datetime, int, str]:
    """Oldest first; of two posts of one minute the one further down its page is the older."""
    return posted(post), -post.position, post.key


def pending_at(post: Post, moment: datetime) -> bool:
    """Whether a dated matter was open at a moment. One resolved at a time nobody can read never was."""
    return posted(post) <= moment < _end(post)


def _end(post: Post) -> datetime:
    if post.status is Status.PENDING:
        return _ALWAYS
    return _NEVER if post.closed is None else post.closed


class Matters:
    """Matters of one kind, or of one person, oldest first; places are counted from 0."""

    def __init__(self, posts: Iterable[Post]) -> None:
        """Take dated posts in their order."""
        self.posts = tuple(posts)
        blocks = range(0, len(self.posts), _BLOCK)
        self._over = [max(map(_end, self.posts[start : start + _BLOCK])) for start in blocks]

    def place(self, post: Post) -> int:
        """How many are older than a post."""
        return bisect_left(self.posts, order(post), key=order)

    def since(self, moment: datetime) -> int:
        """How many were made before a moment."""
        return bisect_left(self.posts, moment, key=posted)

    def pending(self, moment: datetime, first: int = 0, last: int | None = None) -> Iterator[Post]:
        """Those that were pending at a moment, the youngest first; only places from ``first`` to before ``last``."""
        made = bisect_right(self.posts, moment, key=posted)
        end = made if last is None else min(made, last)
        for block in range((end - 1) // _BLOCK, first // _BLOCK - 1, -1):
            if self._over[block] > moment:
                start = block * _BLOCK
                for post in reversed(self.posts[max(first, start) : min(end, start + _BLOCK)]):
                    if pending_at(post, moment):
                        yield post
