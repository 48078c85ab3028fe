"""Times in options, files and reports: always UTC, to the second; and the months of the blog's
archives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import MAXYEAR, UTC, datetime, timedelta

from parsers.refusal import Refusal, Refused

BEFORE = timedelta(days=10)
"""How long before the Ascension Address a dynasty's posts may begin: the DoV, and open matters."""

FIRST_YEAR = 2003
"""The first year of the blog's archives."""

_MONTH = re.compile(r"/(\d{4})/(\d{2})(?:/P\d{1,6})?/?$")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_LATEST = datetime(2200, 1, 1, tzinfo=UTC)


def clock() -> datetime:
    """Return the current time. Only this function reads the clock."""
    return datetime.now(UTC).replace(microsecond=0)


def parse_time(given: str) -> datetime:
    """Parse an ISO 8601 time with ``Z`` or an offset, into UTC; a date is its beginning in UTC.
    Raises :class:`Refused`.
    """
    text = given.strip()
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(Refusal.NO_ISO_TIME, text=given) from None
    if _DATE.fullmatch(text):
        time = time.replace(tzinfo=UTC)
    if time.tzinfo is None:
        raise Refused(Refusal.NO_TIME_ZONE, text=given)
    return whole_utc(time)


def whole_utc(time: datetime) -> datetime:
    """Convert an aware time to UTC, cut to the second. Raises Refused for a year before 2000 or
    after 2199.
    """
    try:
        utc = time.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        utc = _LATEST
    if not _EARLIEST <= utc < _LATEST:
        raise Refused(Refusal.YEAR_OUT_OF_RANGE, year=time.year)
    return utc


def iso(time: datetime | None) -> str | None:
    """ISO 8601 for programs: ``2024-01-20T12:00:00Z``, or None."""
    return (
        None
        if time is None
        else time.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
    )


def shown(time: datetime | None, *, from_then: bool = False) -> str:
    """A time for readers, to the minute: ``2024-01-20 12:00 UTC``. A deadline (``from_then``) is
    rounded up to the next full minute.
    """
    if time is None:
        return "at an unreadable time"
    return f"{full_minute(time) if from_then else time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def full_minute(time: datetime) -> datetime:
    """The time if it is a full minute, else the next full minute, in UTC."""
    return (
        (time + timedelta(seconds=59, microseconds=999_999))
        .astimezone(UTC)
        .replace(second=0, microsecond=0)
    )


def start_of(year: int, month: int) -> datetime:
    """The first moment of a month."""
    return datetime(year, month, 1, tzinfo=UTC)


def end_of(year: int, month: int) -> datetime:
    """The first moment after a month."""
    return start_of(year + month // 12, month % 12 + 1)


def months_back(end: datetime, start: datetime) -> Iterator[tuple[int, int]]:
    """Return the months from ``end`` back to ``start``, both included, but none before the game's
    first year.
    """
    year, month = end.year, end.month
    while (year, month) >= max((start.year, start.month), (FIRST_YEAR, 1)):
        yield year, month
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)


def month_of(address: str) -> tuple[int, int] | None:
    """Return the month named by an archive's address, if it begins and ends within the calendar."""
    found = _MONTH.search(address)
    return (
        (int(found[1]), int(found[2]))
        if found and 0 < int(found[1]) < MAXYEAR and 1 <= int(found[2]) <= 12
        else None
    )


def month_address(base: str, year: int, month: int) -> str:
    """Return the address of a month's archive below the front page's address, which ends in a
    slash.
    """
    return f"{base}{year:04}/{month:02}/"
