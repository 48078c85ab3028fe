from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.net.response import FetchedPage, RawResponse, make_page
from tests.support.web import NOON


def answer(body: bytes, content_type: str | None = "text/html") -> FetchedPage:
    headers = {} if content_type is None else {"Content-Type": content_type}
    return make_page("https://blog.example", "https://blog.example/", RawResponse(200, headers, body, len(body)), NOON)


@pytest.mark.parametrize(
    ("body", "content_type", "encoding", "text"),
    [
        (b"plain", "text/html", "utf-8", "plain"),
        ("naïve".encode(), "text/html", "utf-8", "naïve"),
        ("naïve".encode(), "text/html; charset=UTF-8", "utf-8", "naïve"),
        ("naïve".encode("latin-1"), "text/html; charset=ISO-8859-1", "cp1252", "naïve"),
        ("naïve".encode("latin-1"), 'text/html; charset = "iso_8859-1"', "cp1252", "naïve"),
        ("“x”".encode("cp1252"), "text/html; charset=us-ascii", "cp1252", "“x”"),
        ("5 €".encode("iso8859-15"), "text/html;charset=iso-8859-15", "iso8859-15", "5 €"),
        (b"plain", "text/html; charset=iso-8859-1", "cp1252", "plain"),
        ("x".encode("utf-16-be"), "text/html; charset=utf-16be", "utf-16-be", "x"),
        ("\ufeffnaïve".encode(), "text/html; charset=iso-8859-1", "utf-8", "naïve"),
        ("\ufeffnaïve".encode("utf-16-le"), "text/html", "utf-16-le", "naïve"),
        ("\ufeffnaïve".encode("utf-16-be"), "text/html; charset=utf-8", "utf-16-be", "naïve"),
        ('<meta charset="iso-8859-1">é'.encode("latin-1"), "text/html", "cp1252", '<meta charset="iso-8859-1">é'),
        ("<META http-equiv=x content='text/html; charset=latin1'>é".encode("latin-1"), None, "cp1252", None),
        ('<meta charset="iso-8859-1">é'.encode("latin-1"), "text/html; charset=windows-1252", "cp1252", None),
        (b'<meta charset="utf-16">x', "text/html", "utf-8", '<meta charset="utf-16">x'),
    ],
    ids=[
        "ASCII",
        "UTF-8 undeclared",
        "UTF-8 declared",
        "Latin-1",
        "Latin-1 quoted",
        "US-ASCII",
        "Latin-9",
        "ASCII as Latin-1",
        "UTF-16",
        "UTF-8 mark",
        "UTF-16LE mark",
        "UTF-16BE mark",
        "meta",
        "meta http-equiv",
        "header before meta",
        "meta says UTF-16",
    ],
)
def test_the_character_set_is_that_of_the_mark_the_header_the_page_or_utf_8(
    body: bytes, content_type: str | None, encoding: str, text: str | None
) -> None:
    found = answer(body, content_type)
    assert found.encoding == encoding
    assert found.text == (body.decode(encoding) if text is None else text)
    assert not [note for note in found.notes if "character set" in note or "UTF-8" in note]


def test_a_character_set_is_looked_for_at_the_beginning_only() -> None:
    meta = b'<meta charset="iso-8859-1">'
    assert answer(meta.rjust(2_048)).encoding == "cp1252"
    assert answer(b" " * 2_048 + meta).encoding == "utf-8"


@pytest.mark.parametrize(
    ("body", "content_type", "text", "note"),
    [
        (b"na\xefve", "text/html; charset=utf-8", "na\ufffdve", "invalid UTF-8 in the page was replaced"),
        (b"plain", "text/html; charset=punycode", "plain", "the character set 'punycode' is unknown; the page was read as UTF-8"),
        (b"plain", "text/html; charset=\x1b]0;", "plain", r"the character set '\\e]0' is unknown; the page was read as UTF-8"),
        ("naïve".encode(), "text/html; charset=latin1", "naïve", "the page declares the character set 'latin1', but is UTF-8"),
        (b"{}", "application/json", "{}", "the server sends this as application/json, not as a web page"),
        (b"", None, "", "the server sends this without a media type, not as a web page"),
    ],
)
def test_what_is_unusual_is_noted_and_not_refused(body: bytes, content_type: str | None, text: str, note: str) -> None:
    found = answer(body, content_type)
    assert found.text == text
    assert found.notes == (note,)


def test_an_unknown_character_set_and_bytes_that_are_not_utf_8_are_two_notes() -> None:
    assert len(answer(b"\xef", "text/html; charset=x").notes) == 2


def test_the_type_is_judged_without_its_parameters_and_shown_in_part() -> None:
    assert answer(b"", "Text/HTML ; charset=utf-8").notes == ()
    assert answer(b"", "application/xhtml+xml").notes == ()
    assert answer(b"", "x" * 1_000).notes == (f"the server sends this as {'x' * 59}…, not as a web page",)


@pytest.mark.parametrize("encoding", ["no such", "undefined", "hex", "idna", ""])
def test_the_text_is_there_whatever_the_encoding_is_called(encoding: str) -> None:
    assert FetchedPage("a", "b", 200, b"na\xefve.", encoding, NOON).text in {"na\ufffdve.", "na?ve."}


@given(st.binary(max_size=200), st.text(max_size=40), st.sampled_from(["", "text/html; charset="]))
def test_no_answer_is_without_text(body: bytes, name: str, before: str) -> None:
    found = answer(body + b'<meta charset="' + name.encode(errors="replace") + b'">', before + name)
    assert isinstance(found.text, str)
    assert "\x1b" not in "".join(found.notes)
