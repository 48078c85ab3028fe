"""The blog's two formats of time: posts in words (11 May 2022 09:01:00 UTC), comments in numbers.

Whether 03-04-2022 is in March or in April depends on the template, so it is settled once for a page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import pairwise

from parsers.patterns import later

__all__ = ["Order", "SettledOrder", "Stamp", "find_date", "find_stamp", "settle"]

_SLACK = timedelta(days=1)
_SOON = timedelta(days=14)
_NAMES = "january february march april may june july august september october november december".split()
_MONTHS = {name[:length]: number for number, name in enumerate(_NAMES, 1) for length in range(3, len(name) + 1)}
_CLOCK = r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?: (?!GMT\b)((?-i:[AP]M|[ap]m|[A-Z]{2,4}T)\b|[+-]\d{2}))?"
_WORDS = later(rf"(?<!\d)(\d{{1,2}}) ([a-z]{{3,9}})\.?,? (\d{{4}}),? {_CLOCK}", re.IGNORECASE | re.ASCII)
_NUMBERS = later(rf"(?<![\d-])(\d{{1,2}})([-/])(\d{{1,2}})\2(\d{{4}}),? {_CLOCK}", re.IGNORECASE | re.ASCII)


class Order(Enum):
    """Which of a numeric date's first two parts is the day."""

    DAY_FIRST = "DD-MM-YYYY"
    MONTH_FIRST = "MM-DD-YYYY"


@dataclass(frozen=True, slots=True)
class Stamp:
    """A comment's time read in both orders: None where that order gives a date that does not exist."""

    day_first: datetime | None
    month_first: datetime | None

    def read(self, order: Order) -> datetime | None:
        """The time in one of the orders."""
        return self.day_first if order is Order.DAY_FIRST else self.month_first

    @property
    def certain(self) -> datetime | None:
        """The time, if every possible order gives the same."""
        if self.day_first is None or self.month_first is None:
            return self.day_first or self.month_first
        return self.day_first if self.day_first == self.month_first else None


@dataclass(frozen=True, slots=True)
class SettledOrder:
    """The order of a page's dates; None where the page contradicts itself. ``doubt`` states what is uncertain.

    ``by_limit`` says that both orders remained until the last of the limits was tried: another one may give another order.
    """

    order: Order | None
    doubt: str = ""
    by_limit: bool = False

    def read(self, stamp: Stamp) -> datetime | None:
        """A comment's time in that order."""
        return stamp.certain if self.order is None else stamp.read(self.order)


def find_date(text: str) -> tuple[int, datetime | None] | None:
    """The last date in words of a text of single blanks: where it starts and the time, None for a time that does not exist."""
    dates = list(_WORDS.finditer(text))
    if not dates:
        return None
    found = dates[-1]
    day, month, year, hour, minute, second, zone = found.groups()
    return found.start(), _time(year, _MONTHS.get(month.lower(), 0), day, (hour, minute, second, zone))


def find_stamp(text: str) -> Stamp | None:
    """A comment's time in a text of single blanks, in numbers or else in words."""
    found = _NUMBERS.search(text)
    if found is not None:
        one, _, other, year, *clock = found.groups()
        return Stamp(_time(year, other, one, clock), _time(year, one, other, clock))
    date = find_date(text)
    return Stamp(date[1], date[1]) if date else None


def settle(stamps: Sequence[Stamp], posted: datetime | None, *limits: datetime | None) -> SettledOrder:
    """The order in which a page writes the dates of its comments, ``stamps``, top to bottom.

    A date that exists in only one order decides. Otherwise no comment is earlier than its post or than the comment
    above it. If both orders remain, the ``limits`` are tried in turn (times by which all comments were made, give or
    take a day); then the order in which the first comment was made within a fortnight of the post.
    """
    day_first = any(stamp.day_first and not stamp.month_first for stamp in stamps)
    month_first = any(stamp.month_first and not stamp.day_first for stamp in stamps)
    if day_first and month_first:
        return SettledOrder(None, "some dates of comments can only be DD-MM-YYYY, others only MM-DD-YYYY")
    if day_first or month_first:
        return SettledOrder(Order.DAY_FIRST if day_first else Order.MONTH_FIRST)
    if all(stamp.day_first == stamp.month_first for stamp in stamps):
        return SettledOrder(Order.DAY_FIRST)
    fitting = [order for order in Order if _ascends(_times(stamps, order), posted)]
    by_limit = False
    for limit in limits:
        by_limit = len(fitting) == 2
        if by_limit and limit is not None:
            fitting = [order for order in fitting if max(_times(stamps, order)) - limit <= _SLACK] or fitting
    if len(fitting) == 2 and posted is not None:
        # Day and month exchanged lie four weeks apart at least, so only one of them can be soon after the post.
        fitting = [order for order in fitting if _times(stamps, order)[0] - posted <= _SOON] or fitting
    if len(fitting) == 1:
        return SettledOrder(fitting[0], by_limit=by_limit)
    doubt = "both DD-MM-YYYY and MM-DD-YYYY fit" if fitting else "neither DD-MM-YYYY nor MM-DD-YYYY fits"
    return SettledOrder(Order.DAY_FIRST, f"{doubt} the dates of the comments; they are read as DD-MM-YYYY", by_limit)


def _times(stamps: Sequence[Stamp], order: Order) -> list[datetime]:
    return [time for stamp in stamps if (time := stamp.read(order)) is not None]


def _ascends(times: Sequence[datetime], posted: datetime | None) -> bool:
    return (posted is None or times[0] >= posted) and all(one <= next_ for one, next_ in pairwise(times))


def _time(year: str, month: str | int, day: str, clock: Sequence[str | None]) -> datetime | None:
    hour, minute, second, zone = clock
    if zone is not None or int(month) > 12:  # the blog writes UTC; the meaning of another zone or of AM/PM is unknown
        return None
    try:
        return datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), tzinfo=UTC)
    except ValueError:
        return None
