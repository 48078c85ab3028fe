from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.refusal import Refused
from sync.times import clock, iso, parse_time, shown, whole_utc

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-20T12:00:00Z",
        "2024-01-20T12:00Z",
        " 2024-01-20 12:00:00Z ",
        "2024-01-20T14:00:00+02:00",
        "20240120T120000Z",
        "2024-01-20T12:00:00.7Z",
    ],
)
def test_a_time_with_its_zone_is_read(text: str) -> None:
    assert parse_time(text) == NOON


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2024-01-20T12:00:00", "add Z for UTC"),
        ("2024-01", "not an ISO 8601 time"),
        ("2024-02-30T12:00:00Z", "not an ISO 8601 time"),
        ("yesterday", "not an ISO 8601 time"),
        ("", "not an ISO 8601 time"),
        ("0001-01-01T00:00:00+14:00", "out of range"),
        ("1999-12-31T23:59:59Z", "out of range"),
        ("2200-01-01T00:00:00Z", "out of range"),
    ],
)
def test_times_outside_the_game_are_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        parse_time(text)


@pytest.mark.parametrize("text", ["2000-01-01T00:00:00Z", "2199-12-31T23:59:59Z"])
def test_the_limits_of_the_range_are_inside_it(text: str) -> None:
    assert iso(parse_time(text)) == text


def test_times_are_written_in_utc() -> None:
    assert iso(None) is None
    assert iso(NOON.astimezone(timezone(timedelta(hours=-5)))) == "2024-01-20T12:00:00Z"
    assert shown(NOON) == "2024-01-20 12:00 UTC"
    assert shown(NOON + timedelta(seconds=1)) == "2024-01-20 12:00 UTC"
    assert shown(NOON + timedelta(seconds=1), from_then=True) == "2024-01-20 12:01 UTC"
    assert shown(None) == "at an unreadable time"


def test_the_clock_gives_whole_seconds_in_utc() -> None:
    now = clock()
    assert (now.tzinfo, now.microsecond) == (UTC, 0)


@given(st.datetimes(datetime(2000, 1, 2), datetime(2199, 12, 30), timezones=st.timezones()))  # noqa: DTZ001
def test_written_text_is_read_back(time: datetime) -> None:
    assert iso(parse_time(iso(time) or "")) == iso(whole_utc(time))


def test_a_date_is_its_beginning() -> None:
    assert parse_time(" 2024-01-20 ") == datetime(2024, 1, 20, tzinfo=UTC)
