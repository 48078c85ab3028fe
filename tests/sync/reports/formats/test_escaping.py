"""Whatever a title or name holds, each escaper shows it as it is, and as nothing but words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree
from markdown_it import MarkdownIt

from sync.reports.formats.document import LONGEST, log_line, said
from sync.reports.formats.github import escape_data, escape_property
from sync.reports.formats.markdown import escape, link
from sync.reports.formats.sarif import escape as escape_sarif
from tests.sync.notices.invented import HOSTILE
from tests.sync.reports.formats.reading import COMMAND, plain, shown_by_sarif, unescaped

TRAPS = (
    *HOSTILE,
    "::set-output name=x::1",
    "::add-mask::a",
    "##[error]x",
    "%0A::error::x",
    "%250A",
    "</script>",
    "{{",
    "{0}",
    "}}}",
    "[x](1)",
    "[x](javascript:alert(1))",
    "![x](https://evil.example/x.gif)",
    "]]>",
    "`a``b`",
    "\\",
    "|a|b|",
    "$x$ $$y$$",
    "- x",
    "1. x",
    "a  \nb",
    "<https://evil.example>",
    "ana@evil.example",
    "&amp;",
    "~~gone~~",
    "\u202eabc\u202c",
    "\u2028",
    "\ufffe",
)
TEXTS = st.lists(st.one_of(st.sampled_from(TRAPS), st.text(max_size=8)), max_size=6).map("".join)

T = TypeVar("T", bound=Callable[[str], None])


def with_each_trap(test: T) -> T:
    """The test with every trap by itself, too."""
    for trap in TRAPS:
        test = example(trap)(test)
    return test


@with_each_trap
@given(TEXTS)
def test_said_is_one_line_without_hidden_characters(text: str) -> None:
    line = said(text)
    assert not {unicodedata.category(each) for each in line} & {"Cc", "Cs", "Zl", "Zp"}
    assert not set(line) & set("\xad\u061c\u200b\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\ufffe\uffff\U000e0041")
    assert len(line) <= LONGEST
    assert said(line) == line


@pytest.mark.parametrize(("length", "whole"), [(LONGEST, True), (LONGEST + 1, False), (10_000, False)])
def test_of_a_long_text_both_ends_are_said(length: int, *, whole: bool) -> None:
    text = "a" + "x" * (length - 2) + "z"
    assert (said(text) == text) is whole
    assert said(text)[0] + said(text)[-1] == "az"
    assert ("[…]" in said(text)) is not whole


@with_each_trap
@given(TEXTS)
def test_a_workflow_command_holds_it_whole(text: str) -> None:
    assert unescaped(escape_data(text)) == text
    assert unescaped(escape_property(text), of_property=True) == text
    assert not set(escape_data(text)) & set("\r\n")
    assert not set(escape_property(text)) & set("\r\n:,")
    match = COMMAND.fullmatch(f"::error title={escape_property(said(text))}::{escape_data(said(text))}")
    assert match is not None
    assert unescaped(match[3]) == said(text)


@with_each_trap
@given(TEXTS)
def test_a_log_line_is_no_command(text: str) -> None:
    line = log_line(said(text))
    assert not line.lstrip().startswith("::")
    assert "##[" not in line


@with_each_trap
@given(TEXTS)
@example("a@@b @")
@example("https://evil.example www.evil.example WWW.evil.example a@b.example")
def test_markdown_shows_it_as_words(text: str) -> None:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = parser.parse(f"- **BN101** in x: {escape(said(text))}.")
    assert [token.type for token in tokens if token.type not in ("inline", "bullet_list_open", "bullet_list_close")] == [
        "list_item_open", "paragraph_open", "paragraph_close", "list_item_close",
    ]  # fmt: skip
    (inline,) = (token for token in tokens if token.type == "inline")
    assert not any(token.type == "link_open" for token in inline.children or ())
    assert plain(inline.children or []) == f"BN101 in x: {said(text)}."
    assert re.search(r"://|www\.|(?<![`@])@|@(?![`@])", escape(said(text)), re.IGNORECASE) is None


@with_each_trap
@given(TEXTS)
def test_a_link_leads_to_the_web_or_is_none(text: str) -> None:
    for url in (text, f"https://blog.example/{text}", f"javascript:{text}"):
        (inline,) = (token for token in MarkdownIt("commonmark").parse(f"x {link('words', url)}") if token.type == "inline")
        assert plain(inline.children or []) == "x words"
        assert sum(token.type == "link_open" for token in inline.children or ()) <= 1


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://blog.example/archive/a_thing#c7", "[x](<https://blog.example/archive/a_thing#c7>)"),
        ("http://blog.example/%C3%A9?a=1&b=2", "[x](<http://blog.example/%C3%A9?a=1&b=2>)"),
        ("https://blog.example/é(1)<b>\\", "[x](<https://blog.example/%C3%A9%281%29%3Cb%3E%5C>)"),
        ("https://blog.example/a b", "x"),
        ("javascript:alert(1)", "x"),
        ("/archive/a_thing", "x"),
        ("https://", "x"),
        (None, "x"),
    ],
)
def test_links(url: str | None, shown: str) -> None:
    assert link("x", url) == shown


@with_each_trap
@given(TEXTS)
def test_a_sarif_message_has_no_placeholder_and_no_link(text: str) -> None:
    assert shown_by_sarif(escape_sarif(said(text))) == said(text).replace("](", "] (")


@with_each_trap
@given(TEXTS)
def test_xml_holds_what_is_said(text: str) -> None:
    from xml.etree import ElementTree as ET

    element = ET.Element("failure", {"message": said(text)})
    element.text = said(text)
    read = etree.fromstring(ET.tostring(element, encoding="us-ascii"))
    assert (read.text or "", read.get("message")) == (said(text), said(text))
