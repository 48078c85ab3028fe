"""Posts whose dates could be read, as they stood at the time of a view; times that cannot be right,
or be compared; order in a minute.

Up to November 2014 the blog gave its entries times of one zone and their resolutions those of
another. Where matters were resolved some hours before they were posted, again and again, that is so
too; the other matters of those years are off as far, and do not show it.

Entry dates show minutes only: of two posts of one minute the lists of posts decide which came
first, the newest first. A list tells the order of a minute where it shows all its posts together:
what stands apart from them was pinned (a sticky post) or has another date by now. Where another
list contradicts it, nothing is known of that minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from parsers.model import MatterKind, Post, Status
from validators.wording import Doubt, DoubtKind, doubt

NEVER, ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
"""When a matter was resolved of which only that is known, and when one is that is pending."""

LONGEST = timedelta(days=14)
"""Of 14,028 real Proposals three were resolved later by their dates, and others of their week long
before: they were entered again.
"""

YEAR = timedelta(days=365)
_ZONES = timedelta(hours=14)
"""No time zone is further from UTC; a contradiction that is wider is a mistake of its own."""
_MARGIN = timedelta(days=90)
_FEWEST = 5
_ONE_ZONE_SINCE = datetime(2014, 11, 23, tzinfo=UTC)
_FIELDS = tuple(field.name for field in fields(Post))
_UNKNOWN = -1

by_posting, by_order = attrgetter("posted"), attrgetter("order")

P = TypeVar("P", bound=Post)


@dataclass(frozen=True, slots=True)
class DatedPost(Post):
    """A post whose date could be read, as it stood at the time of the view. ``failed_with`` is the
    moment at which a DoV failed by law, whatever the blog shows: another one was enacted.
    """

    posted: datetime
    failed_with: datetime | None = None

    @property
    def order(self) -> tuple[datetime, int, str]:
        """Sorts posts oldest first; those of one minute as far as :class:`MinuteOrder` knows, else
        by their keys.
        """
        return self.posted, -self.position, self.key

    @property
    def end(self) -> datetime:
        """When it was resolved: never while pending, and before everything where its time could not
        be read or cannot be right.
        """
        if self.failed_with is not None:
            return self.failed_with
        if self.status is Status.PENDING:
            return ALWAYS
        return NEVER if self.closed is None or misdated(self) else self.closed

    def pending_at(self, moment: datetime) -> bool:
        """Whether it was open at a moment."""
        return self.posted <= moment < self.end


def dated(post: Post) -> DatedPost | None:
    """The post as one with a date; None where its date could not be read."""
    return (
        None
        if post.posted is None
        else DatedPost(**{name: getattr(post, name) for name in _FIELDS})
    )


def misdated(post: Post) -> bool:
    """Whether a post is dated as resolved before it was posted, or so long after it that it may
    have been resolved before. That is a year, of a Proposal or a DoV, which others wait for, 14
    days.
    """
    if post.posted is None or post.closed is None:
        return False
    longest = LONGEST if post.category.matter in (MatterKind.PROPOSAL, MatterKind.DOV) else YEAR
    return not post.posted <= post.closed <= post.posted + longest


def unseen_comments(post: Post, how: object = "") -> Doubt | None:
    """Why not all comments on a post were seen, and ``how`` to get them; None if they were."""
    stated, shown = post.comment_count, len(post.comments or ())
    if post.comments is None and stated != 0:
        return doubt(DoubtKind.COMMENTS_UNREAD, how=how)
    if stated is not None and shown < stated:
        return doubt(DoubtKind.COMMENTS_COUNTED, stated=stated, shown=shown, how=how)
    return None


@dataclass(frozen=True, slots=True)
class UnreliableTimes:
    """A stretch of time in which the times of posts and of resolutions cannot be compared, and
    why.
    """

    start: datetime
    end: datetime
    why: Doubt

    def covers(self, moment: datetime | None) -> bool:
        """Whether a moment is in it."""
        return moment is not None and self.start <= moment <= self.end


def unreliable_times(matters: Iterable[Post]) -> Iterator[UnreliableTimes]:
    """These stretches, oldest first: all up to November 2014, and where times contradict each other
    often since. Since then one begins 90 days before the first five contradictions of a year and
    ends 90 days after the last five.
    """
    made = sorted(
        (post.posted, post.posted - (post.closed or ALWAYS))
        for post in matters
        if post.posted is not None
    )
    if made and made[0][0] < _ONE_ZONE_SINCE:
        why = doubt(DoubtKind.TIMES_BEFORE_2014)
        yield UnreliableTimes(made[0][0] - _ZONES, _ONE_ZONE_SINCE, why)
    wrong = [
        posted
        for posted, ahead in made
        if posted >= _ONE_ZONE_SINCE and timedelta() < ahead <= _ZONES
    ]
    often = [
        pair for pair in zip(wrong, wrong[_FEWEST - 1 :], strict=False) if pair[1] - pair[0] <= YEAR
    ]
    if often:
        start, end = often[0][0] - _MARGIN, often[-1][1] + _MARGIN
        why = doubt(DoubtKind.TIMES_CONTRADICTORY, start=start, end=end)
        yield UnreliableTimes(start, end, why)


class MinuteOrder:
    """What the lists tell of the posts that share their minute. ``lists`` have the keys of posts,
    each with the newest first; without any (None) the positions of the posts order them, where no
    two of a minute are equal.
    """

    def __init__(self, posts: Sequence[Post], lists: Sequence[Sequence[str]] | None) -> None:
        made: dict[datetime | None, list[Post]] = {}
        for post in posts:
            made.setdefault(post.posted, []).append(post)
        dates = {post.key: post.posted for post in posts}
        runs: dict[datetime | None, list[list[str]]] = {}
        for keys in lists or ():
            for posted, together in groupby(
                (key for key in keys if key in dates), key=dates.__getitem__
            ):
                runs.setdefault(posted, []).append([*together])
        self._places: dict[str, int] = {}
        for posted, group in made.items():
            if posted is None or len(group) < 2:
                continue
            if lists is None and len({post.position for post in group}) == len(group):
                runs[posted] = [[post.key for post in sorted(group, key=attrgetter("position"))]]
            told = [run for run in runs.get(posted, ()) if len(run) > 1]
            longest = max(told, key=len, default=[])
            known = len(longest) == len(group) and all(_follows(run, longest) for run in told)
            self._places.update(
                (post.key, longest.index(post.key) if known else _UNKNOWN) for post in group
            )

    def placed(self, post: P) -> P:
        """The post with a position that sorts it among those of its minute: the older, the greater.
        What is unknown is sorted by keys.
        """
        return replace(post, position=self._places[post.key]) if post.key in self._places else post

    def known(self, post: Post) -> bool:
        """Whether the order of the posts of its minute is known."""
        return self._places.get(post.key) != _UNKNOWN


def _follows(run: Sequence[str], longest: Sequence[str]) -> bool:
    """Whether a list shows posts in the order of another that shows all of them."""
    rest = iter(longest)
    return len(set(run)) == len(run) and all(key in rest for key in run)
