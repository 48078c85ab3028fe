from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.net.response import read_retry_after
from tests.support.web import NOON


@given(st.one_of(st.text(max_size=80), st.from_regex(r"[A-Z][a-z]{2}, \d{1,5} [A-Z][a-z]{2} \d{1,6} \d\d:\d\d:\d\d [-+A-Z0-9]{1,9}")))
def test_whatever_a_server_asks_to_wait_is_some_time_or_none(text: str) -> None:
    wait = read_retry_after({"Retry-After": text}, NOON)
    assert wait is None or wait >= 0


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0.0),
        (" 12 ", 12.0),
        ("9" * 5000, 1e9),
        ("٣", None),
        ("-1", None),
        ("1.5", None),
        ("", None),
        ("Sat, 20 Jan 2024 13:00:00 +0100", 0.0),
        ("Sat, 20 Jan 2024 12:00:05 -0000", 5.0),
        ("Saturday, 20-Jan-24 12:01:00 GMT", 60.0),
        ("Sat Jan 20 12:00:30 2024", 30.0),
        ("Sat, 20 Jan 2024 12:00:05 GMT" + " " * 60 + "x", None),
    ],
)
def test_what_a_server_asks_to_wait_is_understood(text: str, seconds: float | None) -> None:
    wait = read_retry_after({"Retry-After": text}, NOON)
    assert wait == seconds
