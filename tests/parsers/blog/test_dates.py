from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.blog_page import read_page
from parsers.blog.comments import Stamp, find_date, find_stamp
from tests.parsers.blog.raw import URL, comment, entry, post, problems

BOTH = "both DD-MM-YYYY and MM-DD-YYYY fit the dates of the comments; they are read as DD-MM-YYYY"
NEITHER = (
    "neither DD-MM-YYYY nor MM-DD-YYYY fits the dates of the comments; they are read as DD-MM-YYYY"
)
EITHER = "some dates of comments can only be DD-MM-YYYY, others only MM-DD-YYYY"


def at(month: int, day: int, hour: int = 10) -> datetime:
    return datetime(2022, month, day, hour, tzinfo=UTC)


def read(
    *stamps: str, posted: str = "04 May  2022 09:00:00  UTC"
) -> tuple[list[datetime | None], list[str]]:
    found = read_page(
        entry(*(comment(stamp=f"{stamp} UTC") for stamp in stamps), of=post(when=posted)),
        URL,
        expect="entry",
    )
    return [one.at for one in found.posts[0].comments or ()], problems(found)


def test_a_part_above_twelve_decides_for_the_whole_page() -> None:
    assert read("04-05-2022 10:00:00", "13-05-2022 10:00:00") == ([at(5, 4), at(5, 13)], [])
    assert read("05-04-2022 10:00:00", "05-13-2022 10:00:00") == ([at(5, 4), at(5, 13)], [])


def test_no_comment_is_before_its_post() -> None:
    assert read("04-05-2022 10:00:00", "05-05-2022 10:00:00") == ([at(5, 4), at(5, 5)], [])
    assert read("05-04-2022 10:00:00", "05-05-2022 10:00:00") == ([at(5, 4), at(5, 5)], [])
    assert read("04-05-2022 09:00:00", "05-05-2022 10:00:00") == ([at(5, 4, 9), at(5, 5)], []), (
        "the minute of the post is not before it"
    )


OLD = "04 Apr  2022 09:00:00  UTC"
"""So long before the comments that no order puts them soon after it."""


def test_ambiguous_orders_are_reported() -> None:
    assert read("05-06-2022 10:00:00", "06-07-2022 10:00:00", posted=OLD) == (
        [at(6, 5), at(7, 6)],
        [BOTH],
    )
    assert read("05-05-2022 10:00:00", "06-06-2022 10:00:00") == ([at(5, 5), at(6, 6)], []), (
        "there the order does not matter"
    )


def test_impossible_orders_are_reported() -> None:
    assert read("05-06-2022 10:00:00", "06-05-2022 10:00:00", "05-06-2022 10:00:00") == (
        [at(6, 5), at(5, 6), at(6, 5)],
        [NEITHER],
    )


def test_a_page_that_contradicts_itself_leaves_doubtful_dates_out() -> None:
    stamps = (
        "13-05-2022 10:00:00",
        "05-14-2022 10:00:00",
        "06-05-2022 10:00:00",
        "06-06-2022 10:00:00",
    )
    assert read(*stamps) == ([at(5, 13), at(5, 14), None, at(6, 6)], [EITHER])


@pytest.mark.parametrize(
    "stamp",
    [
        "31-02-2022 10:00:00",
        "99-99-2022 10:00:00",
        "13-13-2022 10:00:00",
        "05-05-2022 24:00:00",
        "05-05-0000 10:00:00",
        "00-05-2022 10:00:00",
    ],
)
def test_dates_that_do_not_exist_are_not_read(stamp: str) -> None:
    assert read(stamp, "20-05-2022 10:00:00") == (
        [None, at(5, 20)],
        ["the comment has a time that does not exist"],
    )


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("posted by Ana at 11 May 2022 09:01:00 UTC", datetime(2022, 5, 11, 9, 1, tzinfo=UTC)),
        ("1 Sept. 2022, 9:01", datetime(2022, 9, 1, 9, 1, tzinfo=UTC)),
        ("11 DECEMBER 2022 09:01:59", datetime(2022, 12, 11, 9, 1, 59, tzinfo=UTC)),
        ("11 May 2022 09:01 GMT", datetime(2022, 5, 11, 9, 1, tzinfo=UTC)),
        (
            "by 1 Jan 2022 00:00:00 UTC at 11 May 2022 09:01:00 UTC",
            datetime(2022, 5, 11, 9, 1, tzinfo=UTC),
        ),
        *(
            ("11 May 2022 09:01:00 that day", datetime(2022, 5, 11, 9, 1, tzinfo=UTC)),
            ("11 Ma 2022 09:01:00", None),
        ),
        *(("11 May 22 09:01:00", None), ("May 11 2022", None)),
        *(("2 Jan 0001 09:01", None), ("30 Dec 9999 09:01", None)),
    ],
)
def test_time_of_a_date_in_words(text: str, time: datetime | None) -> None:
    found = find_date(text)
    assert (found[1] if found else None) == time


@pytest.mark.parametrize("zone", ["PM", "am", "EST", "CEST", "+0200", "-08"])
def test_other_time_zones_are_not_read_as_utc(zone: str) -> None:
    found = find_date(f"11 May 2022 09:01:00 {zone}")
    assert found is not None
    assert found[1] is None
    assert find_stamp(f"11-05-2022 09:01:00 {zone}") == Stamp(None, None)


@given(st.datetimes(datetime(2003, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_whatever_time_is_written_is_read(time: datetime) -> None:
    time = time.replace(microsecond=0)
    assert find_stamp(f"{time:%d-%m-%Y %H:%M:%S} UTC") == Stamp(time, _swapped(time))
    found = find_date(f"{time:%d %b %Y %H:%M:%S} UTC")
    assert found == (0, time)


def _swapped(time: datetime) -> datetime | None:
    return time.replace(month=time.day, day=time.month) if time.day <= 12 else None
