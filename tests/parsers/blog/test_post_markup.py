"""The markup of posts: always well-formed, read back as itself, with the text that the lines
have."""

from __future__ import annotations

import re
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from parsers.model import Post
from tests.parsers.blog.raw import MONTH, only_post, page, post
from tests.support.cases import cases
from tests.support.steps import peak_memory

INLINE = {"b", "i", "u", "s", "code", "sub", "sup", "a", "img", "br"}
BLOCKS = {"p", "blockquote", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr"}
MAY_HOLD = {
    "ul": {"li"},
    "ol": {"li"},
    "table": {"tr"},
    "tr": {"td", "th"},
    "body": BLOCKS,
    "blockquote": BLOCKS,
    "li": BLOCKS,
    "td": BLOCKS,
    "th": BLOCKS,
}
"""What a block may hold; all others hold lines alone."""


def read(body: str) -> Post:
    return only_post(page(post(body=body)), MONTH)


def markup(body: str) -> str:
    return read(body).markup or ""


@cases("markup")
def test_html_of_a_post_becomes_canonical_markup(body: str, expected: str) -> None:
    assert markup(body) == expected


@pytest.mark.parametrize(("length", "kept"), [(2000, True), (2001, False)])
def test_a_very_long_address_is_no_link(length: int, *, kept: bool) -> None:
    address = "x" * length
    expected = f'<p><a href="{address}">a</a></p>' if kept else ""
    assert markup(f"<a href={address}>a</a>") == expected


def test_plain_posts_have_html_too() -> None:
    plain = read("<p>One &amp; &quot;two&quot;.</p>\n<p>&lt;three&gt;</p>")
    assert (plain.markup, plain.html) == ("", '<p>One &amp; "two".</p><p>&lt;three&gt;</p>')
    assert read("a <b>b</b>").html == "<p>a <b>b</b></p>"
    assert read("").html == ""


def test_an_unmarked_note_is_not_in_the_markup() -> None:
    body = (
        "<p>Enacted <b>7-1</b>.</p><ul><li>Adminned at 12 May 2022 17:57:43"
        " UTC</li><li>a</li></ul><p><b>b</b></p>"
    )
    found = only_post(page(post(admin="", body=body, classes="post-title proposal Enacted")), MONTH)
    assert (found.body, found.markup) == (
        "a\nb",
        "<ul><li></li><li><p>a</p></li></ul><p><b>b</b></p>",
    )
    body = (
        "<p>Enacted<br>Adminned at 12 May 2022 17:57:43"
        " UTC<br><b>a</b></p><table><tr><td>b<td></table><hr>"
    )
    found = only_post(page(post(admin="", body=body, classes="post-title proposal Enacted")), MONTH)
    assert (found.body, found.markup) == (
        "a\nb",
        "<p><b>a</b></p><table><tr><td><p>b</p></td><td></td></tr></table><hr>",
    )
    body = "<table><tr><td>a <img alt=x><td>b<hr></table>Adminned at 12 May 2022 17:57:43 UTC"
    found = only_post(page(post(admin="", body=body, classes="post-title proposal Enacted")), MONTH)
    assert (found.body, found.markup) == ("", "<table><tr><td></td><td></td></tr></table>")


@pytest.mark.parametrize("tag", ["blockquote", "ul><li", "table><tr><td", "b><div", "li"])
def test_deep_nesting_is_cut_and_its_text_kept(tag: str) -> None:
    found = read(f"<{tag}>a " * 200 + "b")
    depths, depth = [0], 0
    for closing in re.findall(r"<(/?)(?!br|hr|img)[a-z]", found.html):
        depth += -1 if closing else 1
        depths.append(depth)
    assert max(depths) <= 36
    assert found.html.count("a") - found.html.count("ta") >= 200
    assert read(found.html).markup == found.markup


TAGS = (
    "p div blockquote ul ol li table tbody tr td th h2 h4 pre center b strong i em u s strike del"
    " code a span dl font".split()
)
FRAGMENTS = [
    *(f"<{tag}>" for tag in TAGS),
    *(f"</{tag}>" for tag in TAGS),
    *(
        "<br>",
        "<hr>",
        '<img alt="x &amp; &quot;y">',
        "<img src=/images/vote/for.gif>",
        '<a href="/x?a&amp;b">',
        "<a href='&quot;<s>'>",
    ),
    *(
        "a",
        "b ",
        " c",
        "d & e",
        "\n",
        " ",
        "&nbsp;",
        "&lt;s&gt;",
        "&amp;amp;",
        "\n f\n  g",
        "<!-- <b> -->",
        "<script><b></script>",
    ),
]
NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
IN_TABLES = [
    f"<{tag}>" for tag in "table tr tr td td td td tbody dl span b li ul p br hr h4".split()
] + ["a", " c", "</span>", "</table>"]
soup = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join) | st.lists(
    st.sampled_from(IN_TABLES), max_size=20
).map("".join)


def check(body: str) -> None:
    found = read(body)
    again = read(found.html)
    assert (again.body.split(), again.markup, again.words) == (
        found.body.split(),
        found.markup,
        found.words,
    )
    xml = re.sub(r"<(br|hr|img)([^<>]*)>", r"<\1\2/>", NOT_XML.sub("", found.html))
    tree = etree.fromstring(f"<body>{xml}</body>")
    for element in tree.iter():
        allowed = MAY_HOLD.get(str(element.tag), INLINE)
        assert {str(child.tag) for child in element} <= allowed, found.html
        texts = [element.text or "", *(child.tail or "" for child in element)]
        assert not "".join(texts) or "br" in allowed, found.html
        assert {str(name) for name in element.attrib} <= {"a": {"href"}, "img": {"alt"}}.get(
            str(element.tag), set()
        )
    if found.markup:
        assert found.markup != "".join(
            f"<p>{line}</p>"
            for line in found.body.split("\n")
            if "&" not in line and "<" not in line
        )


@given(soup)
@example("<table><tr><td>a<p></td><td>b")
@example("<ul><li>a</li><h2>b</h2>c</ul>")
@example("<table><hr>0<tr><table>")
@example("<table><tr><a><hr>0<tr><tbody>")
def test_any_markup_is_read_back(body: str) -> None:
    check(body)


@pytest.mark.parametrize("tag", ["b", "del", "a href=x"])
def test_twice_as_many_nested_styles_are_twice_the_memory(tag: str) -> None:
    once, twice = (
        peak_memory(partial(markup, f"<{tag}>" * size + "words")) for size in (2_000, 4_000)
    )
    assert twice < 2.3 * once


def test_a_style_within_itself_is_written_once() -> None:
    assert markup("<b>a<i>b<b>c</b>d</i>e</b>f") == "<p><b>a<i>bcd</i>e</b>f</p>"
