"""Posts with readable dates, as of the time of a view; impossible and incomparable times; the order
within a minute.

Up to November 2014 the blog used different time zones for entries and resolutions. In later
periods, several matters dated as resolved some hours before they were posted also show different
zones; the times of other matters of such a period are then wrong by the same amount without showing
it.

Entry dates have no seconds: the order of two posts of one minute follows from the lists of posts,
newest first. A list defines the order of a minute if it shows all posts of the minute together: a
post shown apart was pinned (a sticky post), or its date has changed since. If two lists contradict
each other, the order is unknown.
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
"""Stand-ins for the time of resolution: of a resolved matter with an unknown time, and of a pending
one.
"""

LONGEST = timedelta(days=14)
"""The longest plausible time to the resolution of a Proposal or a DoV. Of 14,028 real Proposals,
three have a later date of resolution although others of their week were resolved long before: their
resolution was entered again.
"""

YEAR = timedelta(days=365)
_ZONES = timedelta(hours=14)
"""No time zone is further from UTC; a larger contradiction is another mistake."""
_MARGIN = timedelta(days=90)
_FEWEST = 5
_ONE_ZONE_SINCE = datetime(2014, 11, 23, tzinfo=UTC)
_FIELDS = tuple(field.name for field in fields(Post))
_UNKNOWN = -1

by_posting, by_order = attrgetter("posted"), attrgetter("order")

P = TypeVar("P", bound=Post)


def earlier(moment: datetime, span: timedelta) -> datetime:
    """Return the moment so long before another one, or NEVER if no date is as early."""
    return moment - span if moment - NEVER > span else NEVER


@dataclass(frozen=True, slots=True)
class DatedPost(Post):
    """A post with a readable date, as of the time of the view. ``failed_with`` is the moment at
    which a DoV failed by rule because another one was enacted, whatever the blog shows.
    """

    posted: datetime
    failed_with: datetime | None = None

    @property
    def order(self) -> tuple[datetime, int, str]:
        """The sort key, oldest first; within one minute by the order that :class:`MinuteOrder`
        knows, else by key.
        """
        return self.posted, -self.position, self.key

    @property
    def end(self) -> datetime:
        """The time of resolution: ALWAYS while pending, NEVER if it is unreadable or impossible."""
        if self.failed_with is not None:
            return self.failed_with
        if self.status is Status.PENDING:
            return ALWAYS
        return NEVER if self.closed is None or misdated(self) else self.closed

    def pending_at(self, moment: datetime) -> bool:
        """Return whether it was pending at a moment."""
        return self.posted <= moment < self.end


def dated(post: Post) -> DatedPost | None:
    """Return the post with its date; None if the date could not be read."""
    return (
        None
        if post.posted is None
        else DatedPost(**{name: getattr(post, name) for name in _FIELDS})
    )


def misdated(post: Post) -> bool:
    """Return whether the date of a post's resolution is implausible: before it was posted, or so
    long after it that the resolution may have been entered again. That is a year, but 14 days for a
    Proposal or a DoV, because other matters wait for these.
    """
    if post.posted is None or post.closed is None:
        return False
    return not post.posted <= post.closed <= post.posted + longest_pending(post)


def longest_pending(post: Post) -> timedelta:
    """Return how long a resolved matter was pending at most (see :func:`misdated`)."""
    return LONGEST if post.category.matter in (MatterKind.PROPOSAL, MatterKind.DOV) else YEAR


def unseen_comments(post: Post, how: object = "") -> Doubt | None:
    """Return why comments on a post are missing and ``how`` to get them; None if all were seen."""
    stated, shown = post.comment_count, len(post.comments or ())
    if post.comments is None and stated != 0:
        return doubt(DoubtKind.COMMENTS_UNREAD, how=how)
    if stated is not None and shown < stated:
        return doubt(DoubtKind.COMMENTS_COUNTED, stated=stated, shown=shown, how=how)
    return None


@dataclass(frozen=True, slots=True)
class UnreliableTimes:
    """A period in which the times of posts and resolutions cannot be compared, and why."""

    start: datetime
    end: datetime
    why: Doubt

    def covers(self, moment: datetime | None) -> bool:
        """Return whether a moment is in it."""
        return moment is not None and self.start <= moment <= self.end


def unreliable_times(matters: Iterable[Post]) -> Iterator[UnreliableTimes]:
    """Yield the periods with unreliable times, oldest first: the time up to November 2014, and a
    later period with many contradictory times. The later one begins 90 days before the first five
    contradictions within a year and ends 90 days after the last five.
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
    """The order of posts within one minute. ``lists`` have the keys of posts, newest first. If they
    are None, the positions of the posts decide, provided that they differ within the minute.
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
            ordered_runs = [run for run in runs.get(posted, ()) if len(run) > 1]
            longest = max(ordered_runs, key=len, default=[])
            known = len(longest) == len(group) and all(
                _follows(run, longest) for run in ordered_runs
            )
            self._places.update(
                (post.key, longest.index(post.key) if known else _UNKNOWN) for post in group
            )

    def placed(self, post: P) -> P:
        """Return the post with a position that sorts it within its minute: older posts have greater
        positions. If the order is unknown, the key decides.
        """
        return replace(post, position=self._places[post.key]) if post.key in self._places else post

    def known(self, post: Post) -> bool:
        """Return whether the order of the posts of its minute is known."""
        return self._places.get(post.key) != _UNKNOWN


def _follows(run: Sequence[str], longest: Sequence[str]) -> bool:
    """Return whether a list shows posts in the order of the complete list."""
    remaining = iter(longest)
    return len(set(run)) == len(run) and all(key in remaining for key in run)
