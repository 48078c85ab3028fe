"""Character sets and types of pages, and what ``Retry-After`` asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.net.fetched import FetchedPage, RawResponse, make_page
from tests.support.web import NOON

META = '<meta charset="iso-8859-1">'


def answer(body: bytes, content_type: str | None = "text/html") -> FetchedPage:
    headers = {} if content_type is None else {"Content-Type": content_type}
    return make_page("https://blog.example", "https://blog.example/", RawResponse(200, headers, body), NOON)


@pytest.mark.parametrize(
    ("body", "content_type", "encoding", "text"),
    [
        ("naïve".encode(), "text/html", "utf-8", "naïve"),
        ("naïve".encode("latin-1"), 'text/html; charset = "iso_8859-1"', "cp1252", "naïve"),
        ("“x”".encode("cp1252"), "text/html; charset=us-ascii", "cp1252", "“x”"),
        (b"plain", "text/html; charset=iso-8859-1", "utf-8", "plain"),
        ("\ufeffnaïve".encode(), "text/html; charset=iso-8859-1", "utf-8", "naïve"),
        (f"{META}é".encode("latin-1"), "text/html", "cp1252", f"{META}é"),
        (f"{META.rjust(2_048)}é".encode("latin-1"), "text/html", "cp1252", f"{META.rjust(2_048)}é"),
    ],
)
def test_the_character_set_is_that_of_the_text_the_header_or_the_page(body: bytes, content_type: str, encoding: str, text: str) -> None:
    found = answer(body, content_type)
    assert (found.encoding, found.text, found.notes) == (encoding, text, ())


@pytest.mark.parametrize(
    ("body", "content_type", "text", "notes"),
    [
        (b"na\xefve", "text/html; charset=utf-8", "na\ufffdve", ["invalid UTF-8 in the page was replaced"]),
        (f"{META.rjust(2_060)}é".encode("latin-1"), "", f"{META.rjust(2_060)}\ufffd", ["invalid UTF-8 in the page was replaced"]),
        (b"plain", "text/html; charset=hex", "plain", []),
        (b"{}", None, "{}", []),
    ],
)
def test_what_is_unusual_is_noted_and_not_refused(body: bytes, content_type: str | None, text: str, notes: list[str]) -> None:
    found = answer(body, content_type)
    assert (found.text, list(found.notes)) == (text, notes)


@given(st.binary(max_size=200), st.text(max_size=40), st.sampled_from(["", "text/html; charset="]))
def test_no_answer_is_without_text(body: bytes, name: str, before: str) -> None:
    found = answer(body + b'<meta charset="' + name.encode(errors="replace") + b'">', before + name)
    assert isinstance(found.text, str)
    assert "\x1b" not in "".join(found.notes)


@pytest.mark.parametrize(("text", "seconds"), [(" 12 ", 12.0), ("9" * 5000, 1e9), ("٣", None), ("-1", None), ("Sat, 20 Jan 2024", None)])
def test_what_a_server_asks_to_wait_is_understood(text: str, seconds: float | None) -> None:
    assert RawResponse(503, {"Retry-After": text}, b"").asked_wait == seconds
