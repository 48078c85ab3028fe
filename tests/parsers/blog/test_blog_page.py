from __future__ import annotations

import pytest

from parsers.blog.blog_page import MAX_PAGE_BYTES, read_page
from parsers.blog.merging import PageKind
from parsers.model import Page
from tests.parsers.blog.raw import MONTH, URL, comment, entry, page, post, problems, read_comments
from tests.support.blog_pages import BLOG

EXPECTATIONS: list[PageKind | None] = ["front", "archive", "entry", None]
SIDE = '<div id="PlayerList"><a href="/member/12">Ana*</a><br /></div>'


def fatal(read: Page) -> bool:
    return any(problem.fatal for problem in read.problems)


@pytest.mark.parametrize(
    ("html", "what"),
    [
        *(
            ("", "the page is empty"),
            (" \n ", "the page is empty"),
            ("<html><body></body></html>", "the page is empty"),
        ),
        ("<!-- nothing -->", "the page is empty"),
        (
            "You have exceeded the allowed page load frequency.",
            "the page has no post; it reads 'You have exceeded the allowed page load frequency.'",
        ),
        (
            "<title>Error</title><body><h3>Error</h3><li>Gone.</li>",
            "the page has no post; it reads 'Error / Gone.'",
        ),
        ('<form><input type="Password"></form>', "the page has no post and asks for a password"),
        ('<form>Name<input type="text"></form>', "the page has no post; it reads 'Name'"),
        ("<p>" + "long " * 100, f"the page has no post; it reads {('long ' * 24)!r}"),
        (entry(comment()).partition("<h3")[0], "the page has no post; it reads 'A blog'"),
        (
            bytes(range(128, 256)).decode("utf-8", "replace"),
            "the page has no post, and is no page of text",
        ),
    ],
    ids=[
        "nothing",
        "blanks",
        "empty body",
        "remark",
        "throttled",
        "error",
        "password",
        "another form",
        "long text",
        "cut off before the post",
        "no text",
    ],
)
def test_a_page_without_posts_is_fatal_whatever_was_expected(html: str, what: str) -> None:
    for expect in EXPECTATIONS:
        read = read_page(html, URL, expect=expect)
        assert read.posts == ()
        assert [(problem.where, problem.what) for problem in read.problems if problem.fatal] == [
            (URL, what)
        ]


@pytest.mark.parametrize(
    "data",
    ["x" * (MAX_PAGE_BYTES + 1), b"x" * (MAX_PAGE_BYTES + 1), "é" * (MAX_PAGE_BYTES // 2 + 1)],
    ids=["text", "bytes", "accents"],
)
def test_a_longer_page_is_not_read(data: str | bytes) -> None:
    read = read_page(data, URL)
    assert problems(read) == ["the page is longer than 20 MB"]
    assert fatal(read)


@pytest.mark.parametrize(
    "below",
    [
        "<h2>Comments</h2>",
        "<h4>12 comments:</h4>",
        '<h2><a name="x"></a>Comments <span>(3)</span></h2>',
        '<p class="closed">Comments are disabled.</p>',
        '<form id="comment_form"></form>',
        '<form><textarea name="comment"></textarea></form>',
        '<div id="comments"></div>',
        '<ol id="commentlist"></ol>',
    ],
)
def test_a_place_for_comments_without_comments_means_none_were_made(below: str) -> None:
    for expect in ("entry", None):
        read = read_page(page(post(count="Comments (0)"), below), URL, expect=expect)
        assert read.problems == ()
        assert read.posts[0].comments == ()


@pytest.mark.parametrize(
    "below",
    [
        "",
        "<h2>Comment policy</h2>",
        '<div id="other"></div>',
        "<form></form>",
        "<textarea></textarea>",
    ],
)
def test_an_entry_without_a_place_for_comments_shows_none_rather_than_has_none(below: str) -> None:
    for expect in ("entry", None):
        read = read_page(page(post(), below), URL, expect=expect)
        assert problems(read) == ["the page has no comment section"]
        assert not fatal(read)
        assert read.posts[0].comments is None


def test_a_page_that_ends_early_says_so() -> None:
    whole = entry(comment(number=1), comment(number=2))
    assert read_page(whole, URL).problems == ()
    cut = read_page(whole.partition("</body>")[0], URL)
    assert problems(cut) == ["the page is cut off: it has no </html>, so its end may be missing"]
    assert read_page(whole.partition("</body>")[0].replace("<html>", ""), URL).problems == ()


def test_a_page_cut_within_a_comment_keeps_its_content_and_reports_the_rest() -> None:
    whole = entry(
        comment('<p><img src="/images/vote/for.gif" alt="for"></p>', number=1), comment(number=2)
    )
    read = read_page(
        whole[: whole.index('<p class="comment-footer">', whole.index("c2"))], URL, expect="entry"
    )
    assert read.posts[0].comments is not None
    assert [(found.id, found.at is None) for found in read.posts[0].comments] == [
        ("c1", False),
        ("c2", True),
    ]
    assert "the comment has no time" in problems(read)
    assert read.problems[-2].where == f"{URL}#c2"


def test_a_list_of_players_within_a_post_is_the_posts_text() -> None:
    body = (
        '<div id="PlayerList"><a href="/member/66">Mallory</a></div><p>There are 0 players. Quorum'
        " is 1.</p>"
    )
    read = read_page(page(post(body=body), side=SIDE), BLOG, expect="front")
    assert read.roster is not None
    assert read.roster.active == ("Ana",)
    assert read.roster.stated_players is None
    assert read.problems == ()


@pytest.mark.parametrize("tag", ["div", "blockquote", "b", "span", "ul", "table", "del"])
def test_depth_loses_nothing(tag: str) -> None:
    deep = comment(f"<p>Deep.</p>{f'<{tag}>' * 10_000}", number=1)
    vote = comment(
        '<p><img src="/images/vote/against.gif" alt="against"> No.</p>',
        name='<a href="/member/3">Cy</a>:',
        number=2,
    )
    first, last = read_comments(deep, vote)
    assert (first.author, first.at, first.text) == ("Bo", last.at, "Deep.")
    assert (last.author, last.text, [(icon.name, icon.quoted) for icon in last.icons]) == (
        "Cy",
        "No.",
        [("against", False)],
    )


@pytest.mark.slow
def test_a_page_that_would_take_minutes_is_refused() -> None:
    for html in ("<div>" * 200_000 + "</b>" * 200_000, "<b>" * 3_000_000):
        read = read_page(html, URL)
        assert problems(read) == [
            "the page has too many elements to be read, or nests them too deeply"
        ]
        assert fatal(read)


BLOGSPOT_POST = """<h3 class="post-title">Proposal: Lamps</h3><p>Let there be lamps.</p><p>Passed, 7-1.</p>
<p class="post-footer">posted by Ana at 10:12 PM <a href="javascript:HaloScan('1')">Comment</a></p>"""
OLD = "the page uses an old template of the blog (Blogspot) that cannot be read, so its content is unknown"


@pytest.mark.parametrize("expect", EXPECTATIONS)
@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f'<meta name="Generator" content="Blogger">{BLOGSPOT_POST}', id="generator"),
        pytest.param(
            f'<div class="date-header">Monday, May 12, 2003</div>{BLOGSPOT_POST}', id="date-header"
        ),
        pytest.param(
            '<div class="Date-Header">Monday, May 12, 2003</div><div class="posts">Lamps</div>',
            id="no-known-post",
        ),
    ],
)
def test_a_page_of_blogspot_is_refused(html: str, expect: PageKind | None) -> None:
    read = read_page(html, MONTH, expect=expect)
    assert [(problem.where, problem.what, problem.fatal) for problem in read.problems] == [
        (MONTH, OLD, True)
    ]
    assert read.posts == ()


def more(url: str, *hrefs: str, expect: PageKind = "entry") -> tuple[str, ...]:
    links = "".join(f'<a href="{href}">x</a>' for href in hrefs)
    return read_page(
        page(post(), "<h2>Comments</h2>", comment(), f'<div class="paginate">{links}</div>'),
        url,
        expect=expect,
    ).more


def test_further_pages_are_absolute_and_once_each() -> None:
    hrefs = ["/archive/a_thing/P100", f"{URL}/P100/", "/archive/a_thing/P200#c5", "P300"]
    assert more(f"{URL}/", *hrefs) == (f"{URL}/P100", f"{URL}/P200", f"{URL}/P300")


@pytest.mark.parametrize(
    "href",
    [
        "/archive/other/P100",
        "https://elsewhere.example/archive/a_thing/P100",
        "https://blog.example:8080/archive/a_thing/P100",
        "/archive/a_thing/P",
        "/archive/a_thing/Part2",
        "/archive/a_thing/P1x",
        "/archive/a_thing/p100",
        "/archive/a_thing/P0",
        "/archive/a_thing",
        "ftp://blog.example/archive/a_thing/P100",
        "http://[/P100",
        "",
    ],
)
def test_other_links_are_none(href: str) -> None:
    assert more(URL, href) == ()


def test_a_later_page_leads_to_the_others_and_not_to_itself() -> None:
    hrefs = [
        "/archive/a_thing",
        "/archive/a_thing/",
        "/archive/a_thing/P100",
        "/archive/a_thing/P200",
        "/archive/b",
        "/member/a_thing",
    ]
    assert more(f"{URL}/P100", *hrefs) == (URL, f"{URL}/P200")


def test_comments_may_be_paged_in_another_folder() -> None:
    assert more(URL, "/paged/a_thing/P100") == ("https://blog.example/paged/a_thing/P100",)
    assert more("https://blog.example/archive/123", "/archive/a_thing/P100") == (f"{URL}/P100",)
    assert more(MONTH, "/paged/a_thing/P100", expect="archive") == ()
