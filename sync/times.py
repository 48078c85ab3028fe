"""Times in options, files and reports: always UTC, to the second."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_LATEST = datetime(2200, 1, 1, tzinfo=UTC)


def clock() -> datetime:
    """The current time. Nothing else reads the clock."""
    return datetime.now(UTC).replace(microsecond=0)


def parse_time(text: str) -> datetime:
    """An ISO 8601 time with ``Z`` or an offset, in UTC; a date is its beginning in UTC. Raises :class:`ValueError` with what is wrong."""
    try:
        time = datetime.fromisoformat(text.strip())
        if _DATE.fullmatch(text.strip()):
            time = time.replace(tzinfo=UTC)
    except ValueError:
        raise ValueError(f"{text!r} is not an ISO 8601 time such as 2024-01-20T12:00:00Z") from None
    if time.tzinfo is None:
        raise ValueError(f"{text!r} does not say which time zone it is in: add Z for UTC, as in 2024-01-20T12:00:00Z")
    return whole_utc(time)


def whole_utc(time: datetime) -> datetime:
    """An aware time in UTC, cut to the second. Raises :class:`ValueError` for a year before 2000 or after 2199."""
    try:
        utc = time.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        utc = _LATEST
    if not _EARLIEST <= utc < _LATEST:
        raise ValueError(f"the year {time.year} is out of range: use a time between 2000 and 2199")
    return utc


def iso(time: datetime | None) -> str | None:
    """ISO 8601 for programs: ``2024-01-20T12:00:00Z``, or None."""
    return None if time is None else time.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def shown(time: datetime | None, *, from_then: bool = False) -> str:
    """The form for people, to the minute: ``2024-01-20 12:00 UTC``. What is legal ``from_then`` on is told as the next full minute."""
    if time is None:
        return "at a time that could not be read"
    return f"{_to_minutes(time, from_then=from_then):%Y-%m-%d %H:%M} UTC"


def _to_minutes(time: datetime, *, from_then: bool) -> datetime:
    return (time + timedelta(seconds=59, microseconds=999_999) if from_then else time).astimezone(UTC)


def brief(time: datetime, now: datetime) -> str:
    """The form for a table, in UTC: ``23 May 02:01``, with the year where it is not that of ``now``.

    It is the next full minute, so that what is said to be legal from then on is.
    """
    utc = _to_minutes(time, from_then=True)
    year = "" if utc.year == now.astimezone(UTC).year else f" {utc.year}"
    return f"{utc.day} {utc:%b}{year} {utc:%H:%M}"
