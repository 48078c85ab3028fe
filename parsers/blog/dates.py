"""The blog's two formats of time: posts in words (11 May 2022 09:01:00 UTC), comments in numbers.

Whether 03-04-2022 is in March or in April depends on the template, so it is settled once for a page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from parsers.patterns import later

_SLACK = timedelta(days=1)
_SOON = timedelta(days=14)
_NAMES = "january february march april may june july august september october november december".split()
_MONTHS = {name[:length]: number for number, name in enumerate(_NAMES, 1) for length in range(3, len(name) + 1)}
_CLOCK = r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?: (?!GMT\b)((?-i:[AP]M|[ap]m|[A-Z]{2,4}T)\b|[+-]\d{2}))?"
_WORDS = later(rf"(?<!\d)(\d{{1,2}}) ([a-z]{{3,9}})\.?,? (\d{{4}}),? {_CLOCK}", re.IGNORECASE | re.ASCII)
_NUMBERS = later(rf"(?<![\d-])(\d{{1,2}})([-/])(\d{{1,2}})\2(\d{{4}}),? {_CLOCK}", re.IGNORECASE | re.ASCII)


class Stamp(NamedTuple):
    """A comment's time read in both orders, DD-MM-YYYY and MM-DD-YYYY: None where that order gives a date that does not exist."""

    day_first: datetime | None
    month_first: datetime | None


class SettledOrder(NamedTuple):
    """Whether a page's dates begin with the day; None where the page contradicts itself. ``doubt`` states what is uncertain."""

    day_first: bool | None
    doubt: str = ""

    def read(self, stamp: Stamp) -> datetime | None:
        """A comment's time in that order, or, where there is none, if every possible order gives the same."""
        if self.day_first is not None:
            return stamp.day_first if self.day_first else stamp.month_first
        times = {time for time in stamp if time is not None}
        return times.pop() if len(times) == 1 else None


def find_date(text: str) -> tuple[int, datetime | None] | None:
    """The last date in words of a text of single blanks: where it starts and the time, None for a time that does not exist."""
    dates = list(_WORDS.finditer(text))
    if not dates:
        return None
    found = dates[-1]
    day, month, year, *clock = found.groups()
    return found.start(), _time(year, _MONTHS.get(month.lower(), 0), day, clock)


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
    only = {stamp.day_first is not None for stamp in stamps if (stamp.day_first is None) is not (stamp.month_first is None)}
    if len(only) == 2:
        return SettledOrder(None, "some dates of comments can only be DD-MM-YYYY, others only MM-DD-YYYY")
    if only or all(stamp.day_first == stamp.month_first for stamp in stamps):
        return SettledOrder(only.pop() if only else True)
    times = {True: [time for time, _ in stamps if time is not None], False: [time for _, time in stamps if time is not None]}
    fitting = [order for order, found in times.items() if (posted is None or found[0] >= posted) and found == sorted(found)]
    for limit in limits:
        if len(fitting) == 2 and limit is not None:
            fitting = [order for order in fitting if max(times[order]) - limit <= _SLACK] or fitting
    if len(fitting) == 2 and posted is not None:
        # Day and month exchanged lie four weeks apart at least, so only one of them can be soon after the post.
        fitting = [order for order in fitting if times[order][0] - posted <= _SOON] or fitting
    if len(fitting) == 1:
        return SettledOrder(fitting[0])
    doubt = "both DD-MM-YYYY and MM-DD-YYYY fit" if fitting else "neither DD-MM-YYYY nor MM-DD-YYYY fits"
    return SettledOrder(True, f"{doubt} the dates of the comments; they are read as DD-MM-YYYY")


def _time(year: str, month: str | int, day: str, clock: Sequence[str | None]) -> datetime | None:
    hour, minute, second, zone = clock
    if zone is not None or int(month) > 12:  # the blog writes UTC; the meaning of another zone or of AM/PM is unknown
        return None
    try:
        return datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), tzinfo=UTC)
    except ValueError:
        return None
