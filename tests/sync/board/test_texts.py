from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.board import texts
from tests.sync.samples import NOON

link = texts.linker("https://blog.example", "https://wiki.example/w/", "http://127.0.0.1:80")


@pytest.mark.parametrize(
    "url",
    [
        "https://blog.example",
        "https://wiki.example/w/index.php?title=%22A%22&diff=3#c7",
        "http://127.0.0.1:80/",
    ],
)
def test_links_to_the_game(url: str) -> None:
    assert link(url) == url


@pytest.mark.parametrize(
    "url",
    [
        None, "", "javascript:alert(1)", "data:text/html,x", "//blog.example/", "/archive", "ftp://blog.example/", "https://evil.example/",
        "https://blog.example.evil.example/", "https://blog.example@evil.example/", "https://evil.example/@blog.example", "https://blog.example:8/",
        "https://evil.example\\@blog.example/", "https://blog.example/\\evil", "https://blog.example/ x", "https://blog.example/\n", "https://blog.example/“",
        "https://blog.example/\"onclick='x'", "https://blog.example/" + "a" * 2000, "https://127.0.0.1/",
    ],
)  # fmt: skip
def test_no_others(url: str | None) -> None:
    assert link(url) is None


def test_cut_texts_are_marked() -> None:
    assert texts.cut("a" * 10, 10) == "a" * 10
    assert texts.cut("a" * 11, 10) == "a" * 9 + "…"
    assert texts.cut("a" * 41, 10) == "a" * 9 + "… (41 characters)"
    assert texts.cut("a b" + " " * 1000 + "c", 10) == "a b… (1,004 characters)"
    assert texts.cut("e" + "\u0301" * 9, 5) == "e\u0301\u0301"


@given(st.text(max_size=600), st.integers(2, 50))
def test_a_text_is_on_one_line_and_of_bounded_length(text: str, limit: int) -> None:
    made = texts.cut(text, limit)
    assert len(made) <= limit + len(f" ({len(text):,} characters)")
    assert not set(made) & set("\n\r\t\u2028\u202e\u2066\x00")


def test_times() -> None:
    assert texts.time(NOON) == '<time datetime="2024-01-20T12:00:00Z">2024-01-20 12:00 UTC</time>'
    assert texts.time(None) == texts.moment(2024, None) == "at an unreadable time"
    assert texts.moment(2024, NOON) == '<time datetime="2024-01-20T12:00:00Z">20 Jan 12:00</time>'
    late = NOON + timedelta(seconds=1)
    assert ">20 Jan 12:01<" in texts.moment(2024, late, from_then=True)
    assert (
        texts.moment(2025, datetime(2024, 5, 7, 1, 2, 3, tzinfo=UTC))
        == '<time datetime="2024-05-07T01:02:03Z">7 May 2024 01:02</time>'
    )


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (-5, "0 min"),
        (0, "0 min"),
        (59, "59 min"),
        (60, "1 h"),
        (4319, "71 h"),
        (4320, "3 d"),
        (12090, "8 d"),
    ],
)
def test_ages(minutes: int, said: str) -> None:
    assert texts.age(timedelta(minutes=minutes, seconds=59)) == said


def test_places() -> None:
    assert texts.anchor("a_thing-2") == "matter-a_thing-2"
    hostile = texts.anchor('" onclick=alert(1)')
    assert hostile == texts.anchor('" onclick=alert(1)') != texts.anchor("\ud800")
    assert hostile.removeprefix("matter-").isalnum()
