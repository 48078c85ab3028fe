"""Times that cannot be right: single ones, and years in which no two of them can be compared.

Up to November 2014 the blog gave its entries times of one zone and their resolutions those of another. Where matters were resolved some
hours before they were posted, again and again, that is so too; the other matters of those years are off as far, and do not show it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from parsers.model import Post
from validators.words import day, span

_ZONES = timedelta(hours=14)
"""No time zone is further from UTC; a contradiction that is wider is a mistake of its own."""
_TOO_LONG = timedelta(days=365)
_LATE = timedelta(days=14)
"""Of 14,028 real Proposals three were resolved later by their dates, and others of their week long before."""
_NEIGHBOURS = timedelta(days=365)
_MARGIN = timedelta(days=90)
_FEWEST, _ONE_IN = 5, 200
_ONE_ZONE_SINCE = datetime(2014, 11, 23, tzinfo=UTC)
_NEVER = datetime.max.replace(tzinfo=UTC)


def misdated(post: Post) -> bool:
    """Whether a post is dated as resolved before it was posted, or more than a year later."""
    if post.posted is None or post.closed is None:
        return False
    return not post.posted <= post.closed <= post.posted + _TOO_LONG


def late(post: Post) -> bool:
    """Whether a post is dated as resolved so long after it that it may have been resolved before, and its resolution entered again.

    It is not known to have been pending in between.
    """
    return post.posted is not None and post.closed is not None and post.closed > post.posted + _LATE


def late_words(post: Post) -> str:
    """The sentence that says of such a post why it may not have been pending."""
    after = "" if post.posted is None or post.closed is None else f" {span(post.closed - post.posted)} after it was posted"
    return f"“{post.title}” is dated as resolved{after}, and may have been resolved before"


def unknown_end(enacted: Post) -> str:
    """The sentence that says of an enacted matter that it is not known when that was."""
    return (
        late_words(enacted)
        if late(enacted) and not misdated(enacted)
        else f"the time at which “{enacted.title}” was enacted could not be read"
    )


@dataclass(frozen=True, slots=True)
class UnreliableTimes:
    """A stretch of time in which ``count`` matters were resolved before they were posted, by up to ``widest``.

    ``count`` is 0 where the zones of the blog are known to have differed.
    """

    start: datetime
    end: datetime
    count: int
    widest: timedelta

    @property
    def words(self) -> str:
        """When, and how it shows."""
        if not self.count:
            end = f"{day(self.end)} {self.end.year}"
            return f"times before {end} are unreliable: until then the blog gave posts and resolutions the times of different zones"
        days = " and ".join(f"{day(moment)} {moment.year}" for moment in (self.start, self.end))
        return (
            f"times between {days} are unreliable: {self.count} matters of that time are dated as resolved before they were posted,"
            f" by up to {span(self.widest)}"
        )

    def covers(self, moment: datetime | None) -> bool:
        """Whether a moment is in it."""
        return moment is not None and self.start <= moment <= self.end


def unreliable_times(matters: Iterable[Post]) -> tuple[UnreliableTimes, ...]:
    """The stretches in which no times can be compared, oldest first: all up to November 2014, and where they contradict each other often.

    Such a one has at least five contradictions, one in 200 matters or more, each within a year of the next; what was posted up to
    90 days before the first or after the last belongs to it.
    """
    dated = sorted((post.posted, post.posted - (post.closed or _NEVER)) for post in matters if post.posted is not None)
    old = [posted for posted, _ in dated if posted < _ONE_ZONE_SINCE]
    known = [UnreliableTimes(old[0] - _ZONES, _ONE_ZONE_SINCE, 0, _ZONES)] if old else []
    dated = dated[len(old) :]
    stretches: list[list[int]] = []
    for place, (posted, ahead) in enumerate(dated):
        if timedelta() < ahead <= _ZONES:
            if not stretches or posted - dated[stretches[-1][-1]][0] > _NEIGHBOURS:
                stretches.append([])
            stretches[-1].append(place)
    return *known, *(
        UnreliableTimes(
            start=dated[places[0]][0] - _MARGIN,
            end=dated[places[-1]][0] + _MARGIN,
            count=len(places),
            widest=max(dated[place][1] for place in places),
        )
        for places in stretches
        if len(places) >= _FEWEST and len(places) * _ONE_IN >= places[-1] - places[0] + 1
    )
