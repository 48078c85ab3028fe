"""Wikitext without its markup, each character in its place."""

from __future__ import annotations

import pytest

from parsers.wiki.scan import without_markup


@pytest.mark.parametrize(
    ("source", "left"),
    [
        *(("a<!-- b -->c<nowiki>d</nowiki>e<nowiki/>f<pre>g", "acef<pre>g"), ("a<!-- b\nc", "a\n")),
        *(("a<nowiki><!-- </nowiki> b -->", "a b -->"), ("a {{b|{{c}} d}} e {{o }} }} {{p", "a  e  }} {{p")),
        ("e [[f|g]] h https://i.j/k l [https://m n]", "e  h  l "),
    ],
)
def test_only_text_is_left(source: str, left: str) -> None:
    text = without_markup(source)
    assert text.replace("\x00", "") == left
    assert [len(line) for line in text.split("\n")] == [len(line) for line in source.split("\n")]
