"""Posts whose dates could be read, as they stood at the time of a view; and times that cannot be right, or not be compared.

Up to November 2014 the blog gave its entries times of one zone and their resolutions those of another. Where matters were resolved some
hours before they were posted, again and again, that is so too; the other matters of those years are off as far, and do not show it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from operator import attrgetter

from parsers.model import Category, Post, Status
from validators.words import day, span

NEVER, ALWAYS = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
"""When a matter was resolved of which only that is known, and when one is that is pending."""

LONGEST = timedelta(days=14)
"""Of 14,028 real Proposals three were resolved later by their dates, and others of their week long before: they were entered again."""

YEAR = timedelta(days=365)
_ZONES = timedelta(hours=14)
"""No time zone is further from UTC; a contradiction that is wider is a mistake of its own."""
_MARGIN = timedelta(days=90)
_FEWEST, _ONE_IN = 5, 200
_ONE_ZONE_SINCE = datetime(2014, 11, 23, tzinfo=UTC)
_FIELDS = tuple(field.name for field in fields(Post))

by_posting, by_order = attrgetter("posted"), attrgetter("order")


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


def dated(post: Post) -> DatedPost | None:
    """The post as one with a date; None where its date could not be read."""
    return None if post.posted is None else DatedPost(**{name: getattr(post, name) for name in _FIELDS})


def misdated(post: Post) -> bool:
    """Whether a post is dated as resolved before it was posted, or over a year after it; of a DoV, which causes a hiatus, over 14 days."""
    if post.posted is None or post.closed is None:
        return False
    return not post.posted <= post.closed <= post.posted + (LONGEST if post.category is Category.DOV else YEAR)


def late(post: Post) -> bool:
    """Whether a post is dated as resolved so long after it that it is not known to have been pending in between."""
    return post.posted is not None and post.closed is not None and post.closed > post.posted + LONGEST


def late_words(post: DatedPost) -> str:
    """The sentence that says so."""
    after = span((post.closed or post.posted) - post.posted)
    return f"“{post.title}” is dated as resolved {after} after it was posted, and may have been resolved before"


@dataclass(frozen=True, slots=True)
class UnreliableTimes:
    """A stretch of time in which the times of posts and of resolutions cannot be compared, and how that shows."""

    start: datetime
    end: datetime
    words: str

    def covers(self, moment: datetime | None) -> bool:
        """Whether a moment is in it."""
        return moment is not None and self.start <= moment <= self.end


def unreliable_times(matters: Iterable[Post]) -> tuple[UnreliableTimes, ...]:
    """These stretches, oldest first: all up to November 2014, and where times contradict each other often.

    Such a one has at least five contradictions, one in 200 matters or more, each within a year of the next; what was posted up to
    90 days before the first or after the last belongs to it.
    """
    made = sorted((post.posted, post.posted - (post.closed or ALWAYS)) for post in matters if post.posted is not None)
    old = [posted for posted, _ in made if posted < _ONE_ZONE_SINCE]
    words = "times before 23 November 2014 are unreliable: until then the blog gave posts and resolutions the times of different zones"
    found = [UnreliableTimes(old[0] - _ZONES, _ONE_ZONE_SINCE, words)] if old else []
    made = made[len(old) :]
    groups: list[list[int]] = []
    for place, (posted, ahead) in enumerate(made):
        if timedelta() < ahead <= _ZONES:
            if not groups or posted - made[groups[-1][-1]][0] > YEAR:
                groups.append([])
            groups[-1].append(place)
    for places in groups:
        if len(places) >= _FEWEST and len(places) * _ONE_IN >= places[-1] - places[0] + 1:
            start, end = made[places[0]][0] - _MARGIN, made[places[-1]][0] + _MARGIN
            between = " and ".join(f"{day(moment)} {moment.year}" for moment in (start, end))
            words = f"times between {between} are unreliable: {len(places)} matters of that time are dated as resolved before they were"
            found.append(UnreliableTimes(start, end, f"{words} posted, by up to {span(max(made[place][1] for place in places))}"))
    return tuple(found)
