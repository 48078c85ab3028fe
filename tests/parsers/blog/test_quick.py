"""Pages that need no HTML parser: what is read of them is what libxml2 reads, or nothing."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsers.blog import html, quick
from parsers.blog.html import MARKER, page_text, parsed_tokens, read_tokens
from parsers.blog.quick import quick_tokens
from tests.benchmarks.bench_entry import page_of_comments
from tests.parsers.blog.test_properties import ENTRY, FRAGMENTS, edits
from tests.support.paths import ROOT

DEMO = sorted((ROOT / "sync" / "demo" / "blog").rglob("*.html"))


def whole(body: str, head: str = "<title>A blog</title>") -> str:
    return f"<!DOCTYPE html>\n<html><head>{head}</head>\n<body>{body}</body></html>\n"


def is_quick(page: str) -> bool:
    """Whether a page is read quickly. Checks that it is read as libxml2 reads it."""
    tokens = quick_tokens(page)
    assert tokens is None or tokens == parsed_tokens(page)
    return tokens is not None


@pytest.mark.parametrize(
    "body",
    [
        pytest.param('<div id="a" class=\'b "c"\' hidden data-x2=y><P>d</P></div >', id="attributes"),
        pytest.param("<p>a &amp; b &#8220;c&#x201D; &hellip; & d &\n&apos;</p>", id="character-references"),
        pytest.param('<p><a href="/x?a=1&amp;b=2" title=" &quot;y\n&quot; ">z</a></p>', id="references-in-attributes"),
        pytest.param("<ul><li>a<ul><li>b</li></ul></li>\n</ul>", id="lists"),
        pytest.param("<table>\n<tbody><tr><td>a</td><th>b</th></tr></tbody></table>", id="a-table"),
        pytest.param("<p>a<br>b<br/>c<br /><img alt='d'> > e</p><hr>", id="empty-elements"),
        pytest.param(f"<p><img {MARKER}=on>a<img {MARKER}=off></p>", id="strokes"),
        pytest.param("<!-- a --><p><!--b-c <b>--></p>", id="comments"),
        pytest.param("<script>a && b;</script><p>c</p>", id="a-script"),
        pytest.param("<section><article><p>a</p></article></section>", id="newer-elements"),
    ],
)  # fmt: skip
def test_what_is_read_quickly(body: str) -> None:
    assert is_quick(whole(body))


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(whole("<p>a<p>b</p></p>"), id="a-paragraph-in-another"),
        pytest.param(whole("<b><p>a</p></b>"), id="a-block-within-a-line"),
        pytest.param(whole("<p>a"), id="not-closed"),
        pytest.param(whole("a</p>"), id="not-opened"),
        pytest.param(whole("<p><b>a</p></b>"), id="crossed"),
        pytest.param(whole("<div/>a"), id="closed-at-once"),
        pytest.param(whole("a</br>b"), id="end-of-an-empty-element"),
        pytest.param(whole("<div></div class=a>"), id="attributes-of-an-end"),
        pytest.param(whole("<p>&copy b</p>"), id="a-reference-without-an-end"),
        pytest.param(whole("<p>AT&T</p>"), id="an-ampersand"),
        pytest.param(whole("<p>&unknown;</p>"), id="an-unknown-reference"),
        pytest.param(whole("<p>&lang;</p>"), id="a-reference-that-changed"),
        pytest.param(whole("<p>&#150;</p>"), id="a-control-character-by-number"),
        pytest.param(whole("<p>\x07</p>"), id="a-control-character"),
        pytest.param(whole("<p class=a class=b>c</p>"), id="an-attribute-twice"),
        pytest.param(whole("<p a=b/>c</p>"), id="a-slash-in-a-value"),
        pytest.param(whole(f"<p {chr(97) * 42}=b>c</p>"), id="a-long-name"),
        pytest.param(whole("<p title='a>b'>c</p>"), id="a-bracket-in-a-value"),
        pytest.param(whole("<p>a < b</p>"), id="a-bracket-in-the-text"),
        pytest.param(whole("<p>a <b"), id="a-tag-without-an-end"),
        pytest.param(whole("<div><p>a</p><p>b</p</div>"), id="a-known-tag-without-an-end"),
        pytest.param(whole("<marquee>a</marquee>"), id="an-unknown-element"),
        pytest.param(whole("<script>a</b></script>"), id="a-tag-in-a-script"),
        pytest.param(whole("", "<title><!-- a --></title>"), id="a-comment-in-a-title"),
        pytest.param(whole("<!-- a -- b -->"), id="dashes-in-a-comment"),
        pytest.param(whole("<!-- ><!-- a -->"), id="half-a-comment"),
        pytest.param(whole("<!>"), id="a-declaration"),
        pytest.param(whole("", "a"), id="text-in-the-head"),
        pytest.param(whole("") + "a", id="text-after-the-end"),
        pytest.param(whole("") + "<!-- a -->", id="a-comment-after-the-end"),
        pytest.param(whole("<body>"), id="two-bodies"),
        pytest.param(whole("").replace("<!DOCTYPE html>", ""), id="no-doctype"),
        pytest.param(whole("").replace("</body>", ""), id="no-end-of-the-body"),
        pytest.param(whole("<div>" * 199 + "</div>" * 199), id="very-deep"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_left_to_a_parser(page: str) -> None:
    assert not is_quick(page)
    assert read_tokens(page) == parsed_tokens(html._STRIKE.sub(html._marker, page))


def test_the_deepest_page() -> None:
    assert is_quick(whole("<div>" * 196 + "</div>" * 196))


def test_known_tags_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "_known", {})
    monkeypatch.setattr(quick, "_MOST_KNOWN", 5)
    for number in range(20):
        assert is_quick(whole(f'<p class="{number}">a</p><p title="{"x" * 300}">b</p>'))
        assert len(quick._known) <= 5


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from(['a="1"', 'a="\'"', "a='\"2\"'", "a='b\" c=\"d'", "b=3", "c", 'd=""', 'A="&lt;"', 'id="4"', "/", 'e = "f"', "  "]),
        max_size=3,
    ),
    st.data(),
)
def test_tags_of_one_form_are_read_as_each_alone(written: list[str], data: st.DataObject) -> None:
    for _ in range(3):
        tag = " ".join([data.draw(st.sampled_from(["p", "img", "P"])), *written])
        is_quick(whole(f"<{tag}>a</p>" if tag[0] in "pP" else f"<{tag}>"))
        written = [each.replace("1", data.draw(st.sampled_from(["1", "5", "&", "&amp;", "'", "a>b"]))) for each in written]


def test_a_page_of_too_many_pieces_is_left_to_a_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    page = whole("<p>a</p>")
    monkeypatch.setattr(quick, "_MOST_PIECES", 11)
    assert is_quick(page)
    monkeypatch.setattr(quick, "_MOST_PIECES", 10)
    assert not is_quick(page)


@pytest.mark.parametrize("path", DEMO, ids=[str(path.relative_to(ROOT)) for path in DEMO])
def test_pages_of_the_sample_game(path: object) -> None:
    assert is_quick(html._STRIKE.sub(html._marker, page_text((ROOT / str(path)).read_bytes())))


def test_ordinary_pages_are_quick() -> None:
    assert is_quick(page_of_comments(10).decode())


ELEMENTS = sorted({*quick._PARENTS} - {"html", "head", "body"})


def element(names: tuple[str, ...]) -> str:
    """The elements within each other."""
    if not names:
        return "x"
    first, *others = names
    return f"<{first}>" if first in quick._VOID else f"<{first}>a {element(tuple(others))} b</{first}>"


@pytest.mark.parametrize("number", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_elements_within_each_other(number: int) -> None:
    around = [(), ("ul",), ("dl",), ("table",), ("table", "tr"), ("table", "tbody"), ("a",), ("p",)]
    found = [is_quick(whole(element((*outer, *names)))) for outer in around for names in itertools.product(ELEMENTS, repeat=number)]
    assert any(found)


@settings(max_examples=200)
@given(edits, st.booleans())
@example([], False)
def test_altered_pages_are_read_as_libxml2_reads_them(changes: list[tuple[int, int, str]], once: bool) -> None:
    page = ENTRY
    for place, length, fragment in changes[:1] if once else changes:
        page = page[:place] + fragment + page[place + length :]
    is_quick(html._STRIKE.sub(html._marker, page_text(page)))


PIECES = [
    *(f"<{name}>" for name in ELEMENTS),
    *(f"</{name}>" for name in ELEMENTS if name not in quick._VOID),
    *("a", " ", "\n", "&amp;", "& ", "&nbsp;", "<!-- a -->", "<p class=b>", '<a href=" x ">', '<img alt="&lt;" />', "<br/>"),
]
bodies = st.recursive(
    st.sampled_from(["a", " b\n", "&lt;&amp;", "<br>", "<img alt='c'>", "<!--d-->"]),
    lambda inner: st.builds(lambda name, parts: f"<{name}>{''.join(parts)}</{name}>", st.sampled_from(ELEMENTS), st.lists(inner)),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=20_000)
@given(bodies | st.lists(st.sampled_from(PIECES + FRAGMENTS), max_size=12).map("".join), st.text(max_size=5))
def test_any_page_is_read_as_libxml2_reads_it(body: str, more: str) -> None:
    is_quick(page_text(whole(body)))
    is_quick(page_text(whole(body + more)))
