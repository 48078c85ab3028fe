"""Character sets and types of pages, and what ``Retry-After`` asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.net.fetched import FetchedPage, RawResponse, make_page
from tests.support.cases import cases
from tests.support.web import NOON

META = '<meta charset="iso-8859-1">'


def answer(body: bytes, content_type: str | None = "text/html") -> FetchedPage:
    headers = {} if content_type is None else {"Content-Type": content_type}
    return make_page(
        "https://blog.example", "https://blog.example/", RawResponse(200, headers, body), NOON
    )


@cases("character_sets")
def test_the_character_set_is_that_of_the_text_the_header_or_the_page(
    text: str, sent_as: str, content_type: str, encoding: str
) -> None:
    text = text.replace("META", META).replace("FAR", META.rjust(2_048))
    found = answer(text.encode(sent_as), content_type)
    assert (found.encoding, found.text, found.notes) == (encoding, text, ())


@cases("unusual")
def test_unusual_pages_are_noted_and_not_refused(
    text: str, content_type: str | None, shown: str, notes: list[str]
) -> None:
    text, shown = (each.replace("FURTHER", META.rjust(2_060)) for each in (text, shown))
    found = answer(text.encode("latin-1"), content_type)
    assert (found.text, list(found.notes)) == (shown, notes)


@given(st.binary(max_size=200), st.text(max_size=40), st.sampled_from(["", "text/html; charset="]))
def test_no_answer_is_without_text(body: bytes, name: str, before: str) -> None:
    found = answer(body + b'<meta charset="' + name.encode(errors="replace") + b'">', before + name)
    assert isinstance(found.text, str)
    assert "\x1b" not in "".join(found.notes)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [(" 12 ", 12.0), ("9" * 5000, 1e9), ("٣", None), ("-1", None), ("Sat, 20 Jan 2024", None)],
)
def test_retry_after_is_parsed(text: str, seconds: float | None) -> None:
    assert RawResponse(503, {"Retry-After": text}, b"").asked_wait == seconds
