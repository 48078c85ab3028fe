"""Posts whose dates could be read, as they stood at the time of a view, and which of them were pending at a moment.

Everything is looked up in sorted lists, so that a question about one moment costs about the same however
long the archive is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from operator import attrgetter

from parsers.model import Post, Status
from validators.voting.implausible_times import misdated

NEVER, ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
"""When a matter was resolved of which only that is known, and when one is that is pending."""

_BLOCK = 32
"""So many matters are passed over at once when all of them had been resolved."""
_FIELDS = tuple(field.name for field in fields(Post))

by_posting = attrgetter("posted")


@dataclass(frozen=True, slots=True)
class DatedPost(Post):
    """A post whose date could be read, as it stood at the time of the view."""

    posted: datetime

    @property
    def order(self) -> tuple[datetime, int, str]:
        """Sorts posts oldest first; those of one minute as far as :class:`MinuteOrder` knows, else by their keys."""
        return self.posted, -self.position, self.key

    @property
    def end(self) -> datetime:
        """When it was resolved: never while pending, and before everything where its time could not be read or cannot be right."""
        if self.status is Status.PENDING:
            return ALWAYS
        return NEVER if self.closed is None or misdated(self) else self.closed

    def pending_at(self, moment: datetime) -> bool:
        """Whether it was open at a moment."""
        return self.posted <= moment < self.end


by_order = attrgetter("order")


def dated(post: Post) -> DatedPost | None:
    """The post as one with a date; None where its date could not be read."""
    return None if post.posted is None else DatedPost(**{name: getattr(post, name) for name in _FIELDS})


class Matters:
    """Matters of one kind, or of one person, oldest first; places are counted from 0."""

    def __init__(self, posts: Iterable[DatedPost]) -> None:
        """Take posts in their order."""
        self.posts = tuple(posts)
        self._orders = [post.order for post in self.posts]
        self._made = [post.posted for post in self.posts]
        self._ends = [post.end for post in self.posts]
        self._over = [max(self._ends[start : start + _BLOCK]) for start in range(0, len(self.posts), _BLOCK)]

    def place(self, post: DatedPost) -> int:
        """How many are older than a post."""
        return bisect_left(self._orders, post.order)

    def since(self, moment: datetime) -> int:
        """How many were made before a moment."""
        return bisect_left(self._made, moment)

    def until(self, moment: datetime) -> int:
        """How many were made at a moment or before it."""
        return bisect_right(self._made, moment)

    def pending(self, moment: datetime, first: int = 0, last: int | None = None) -> Iterator[DatedPost]:
        """Those that were pending at a moment, the youngest first; only places from ``first`` to before ``last``."""
        made = self.until(moment)
        stop = made if last is None else min(made, last)
        for block in range((stop - 1) // _BLOCK, first // _BLOCK - 1, -1):
            if self._over[block] > moment:
                start = block * _BLOCK
                for place in range(min(stop, start + _BLOCK) - 1, max(first, start) - 1, -1):
                    if moment < self._ends[place]:  # all of them were made by then
                        yield self.posts[place]
