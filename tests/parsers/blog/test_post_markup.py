"""The markup of posts: always well-formed, read back as itself, with the text that the lines have."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from parsers.model import Post
from tests.parsers.blog.raw import MONTH, only_post, page, post

INLINE = {"b", "i", "u", "s", "code", "sub", "sup", "a", "img", "br"}
BLOCKS = {"p", "blockquote", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr"}
MAY_HOLD = {
    "ul": {"li"},
    "ol": {"li"},
    "table": {"tr"},
    "tr": {"td", "th"},
    "body": BLOCKS,
    "blockquote": BLOCKS,
    "li": BLOCKS | INLINE,
    "td": BLOCKS | INLINE,
    "th": BLOCKS | INLINE,
}
"""What a block may hold; all others hold lines alone."""


def read(body: str) -> Post:
    return only_post(page(post(body=body)), MONTH)


def markup(body: str) -> str:
    return read(body).markup or ""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        *(("<p>One.</p><p>Two &amp; &lt;three&gt;.</p>", ""), ("<div><div>One.</div>Two <span class=x>words</span></div>", "")),
        *(("<p>a<!-- b --><script>c</script><style>d</style></p>", ""), ("<p>a<br />b</p>", "<p>a<br>b</p>")),
        *(("<p><br>a<br> <br>\n<br>b<br></p>", "<p>a<br><br>b</p>"), ("a<br>b<p>c</p>", "<p>a<br>b</p><p>c</p>")),
        ("<blockquote>a<div>b</div></blockquote>c", "<blockquote><p>a</p><p>b</p></blockquote><p>c</p>"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("<ul><li>a</li><ol><li>b</li></ol></ul>", "<ul><li>a<ol><li>b</li></ol></li></ul>"),
        *(("<ul><li><p>a</p><p>b</p></li></ul>", "<ul><li>a<p>b</p></li></ul>"), ("<li>a</li>", "<ul><li>a</li></ul>")),
        ("<ul>a<li>b</li>c</ul>", "<ul><li>a</li><li>b<p>c</p></li></ul>"),
        ("<ul><li></li></ul><blockquote> </blockquote><b></b><a href=x></a>", ""),
        (
            "<table><thead><tr><th>a<th></thead><tbody><tr><td>b<td> c</table>",
            "<table><tr><th>a</th><th></th></tr><tr><td>b</td><td>c</td></tr></table>",
        ),
        ("<table><caption>a</caption><td>b</td>c<td><br></table>", "<table><tr><td>a</td></tr><tr><td>bc</td><td></td></tr></table>"),
        (
            "<table><td><p>a</p>b<td>c<p>d</p><td>e<br><td><br>f<td>g<ul><li>h</ul>i</table>",
            "<table><tr><td>a<p>b</p></td><td>c<p>d</p></td><td>e</td><td>f</td><td>g<ul><li>h</li></ul><p>i</p></td></tr></table>",
        ),
        (
            "<table><tr><td><dl>a<td>b<tr><td>c</tr></dl>d<td>e</table>",
            "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td><td>e</td></tr></table>",
        ),
        ("<ul><li><span>a<li>b</li></span>c</ul>", "<ul><li>a</li><li>b<p>c</p></li></ul>"),
        *(("<h3>a<ul></ul>b<pre>\n c</pre>d", "<h3>a</h3><p>b</p><pre>\n c</pre><p>d</p>"), ("<td>a</td><td>b</td><tr>c", "")),
        *(("<h2>a <i>b</i></h2><hr>c", "<h2>a <i>b</i></h2><hr><p>c</p>"), ("<h2>a<div>b</div></h2>", "<h2>a<br>b</h2>")),
        *(("<h2>a<ul><li>b</ul>c</h2>", "<h2>a</h2><ul><li>b</li></ul><p>c</p>"), ("<h2>a<hr>b</h2>", "<h2>a<br>b</h2>")),
        *(("<pre>\n  a\n<b> c</b> \n</pre>", "<pre>\n  a\n<b> c</b> \n</pre>"), ("<pre>a<h3></h3>b</pre>", "<pre>a</pre><p>b</p>")),
        ("<pre> \r\n<br>a<br> b\xa0</pre>", "<pre>a<br> b\xa0</pre>"),
        ("<strong>a</strong><em>b</em><ins>c</ins><tt>d</tt>", "<p><b>a</b><i>b</i><u>c</u><code>d</code></p>"),
        *(("<p>a<b> b <i>c</b> d</i></p>", "<p>a <b>b <i>c</i></b> d</p>"), ("<b><p>a</p><p>b</p></b>", "")),
        *(("<b><div>a</div><div>b</div></b>", "<p><b>a</b></p><p><b>b</b></p>"), ("<b><b>a</b>b</b>", "<p><b>ab</b></p>")),
        ("<p>a <s>b</p><p>c</strike> <del>d</del></p>", "<p>a <s>b</s></p><p><s>c d</s></p>"),
        ("<s><del>a</del>b</s>", "<p><s>ab</s></p>"),
        ('<a href=" /x?a=1&amp;b=&quot;<2 ">y</a>', '<p><a href="/x?a=1&amp;b=&quot;&lt;2">y</a></p>'),
        ("<a href=x>a</a><a href=x>b</a>", '<p><a href="x">a</a><a href="x">b</a></p>'),
        ("<a href=x>a<b><a href=y>b</a>c</b></a>", '<p><a href="x">a</a><b><a href="y">b</a></b><a href="x"><b>c</b></a></p>'),
        *(("<a name=x>a</a> <a href=''>b</a>", ""), (f"<a href={'x' * 2000}>a</a>", f'<p><a href="{"x" * 2000}">a</a></p>')),
        *((f"<a href={'x' * 2001}>a</a>", ""), ('a <img src="smile.gif" alt=" ha\nha "> b', '<p>a <img alt="ha ha"> b</p>')),
        ('<img src="/images/vote/seal.gif"><img src="x.gif">', '<p><img alt="veto"></p>'),
    ],
)  # fmt: skip
def test_what_markup_becomes(body: str, expected: str) -> None:
    assert markup(body) == expected


def test_plain_posts_have_html_too() -> None:
    plain = read("<p>One &amp; &quot;two&quot;.</p>\n<p>&lt;three&gt;</p>")
    assert (plain.markup, plain.html) == ("", '<p>One &amp; "two".</p><p>&lt;three&gt;</p>')
    assert read("a <b>b</b>").html == "<p>a <b>b</b></p>"
    assert read("").html == ""


def test_an_unmarked_note_is_not_in_the_markup() -> None:
    body = "<p>Enacted <b>7-1</b>.</p><ul><li>Adminned at 12 May 2022 17:57:43 UTC</li><li>a</li></ul><p><b>b</b></p>"
    found = only_post(page(post(admin="", body=body, classes="post-title proposal Enacted")), MONTH)
    assert (found.body, found.markup) == ("a\nb", "<ul><li>a</li></ul><p><b>b</b></p>")
    body = "<p>Enacted<br>Adminned at 12 May 2022 17:57:43 UTC<br><b>a</b></p><table><tr><td>b<td></table><hr>"
    found = only_post(page(post(admin="", body=body, classes="post-title proposal Enacted")), MONTH)
    assert (found.body, found.markup) == ("a\nb", "<p><b>a</b></p><table><tr><td>b</td><td></td></tr></table><hr>")
    body = "<table><tr><td>a <img alt=x><td>b<hr></table>Adminned at 12 May 2022 17:57:43 UTC"
    found = only_post(page(post(admin="", body=body, classes="post-title proposal Enacted")), MONTH)
    assert (found.body, found.markup) == ("", "")


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


TAGS = "p div blockquote ul ol li table tbody tr td th h2 h4 pre center b strong i em u s strike del code a span dl font".split()
FRAGMENTS = [
    *(f"<{tag}>" for tag in TAGS),
    *(f"</{tag}>" for tag in TAGS),
    *("<br>", "<hr>", '<img alt="x &amp; &quot;y">', "<img src=/images/vote/for.gif>", '<a href="/x?a&amp;b">', "<a href='&quot;<s>'>"),
    *("a", "b ", " c", "d & e", "\n", " ", "&nbsp;", "&lt;s&gt;", "&amp;amp;", "\n f\n  g", "<!-- <b> -->", "<script><b></script>"),
]
NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
IN_TABLES = [f"<{tag}>" for tag in "table tr tr td td td td tbody dl span b li ul p br hr h4".split()] + ["a", " c", "</span>", "</table>"]
soup = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join) | st.lists(st.sampled_from(IN_TABLES), max_size=20).map("".join)


def check(body: str) -> None:
    found = read(body)
    again = read(found.html)
    assert (again.body.split(), again.markup, again.words) == (found.body.split(), found.markup, found.words)
    xml = re.sub(r"<(br|hr|img)([^<>]*)>", r"<\1\2/>", NOT_XML.sub("", found.html))
    tree = etree.fromstring(f"<body>{xml}</body>")
    for element in tree.iter():
        allowed = MAY_HOLD.get(str(element.tag), INLINE)
        assert {str(child.tag) for child in element} <= allowed, found.html
        texts = [element.text or "", *(child.tail or "" for child in element)]
        assert not "".join(texts) or "br" in allowed, found.html
        assert {str(name) for name in element.attrib} <= {"a": {"href"}, "img": {"alt"}}.get(str(element.tag), set())
    if found.markup:
        assert found.markup != "".join(f"<p>{line}</p>" for line in found.body.split("\n") if "&" not in line and "<" not in line)


@given(soup)
@example("<table><tr><td>a<p></td><td>b")
@example("<ul><li>a</li><h2>b</h2>c</ul>")
@example("<table><hr>0<tr><table>")
@example("<table><tr><a><hr>0<tr><tbody>")
def test_any_markup_is_read_back(body: str) -> None:
    check(body)
