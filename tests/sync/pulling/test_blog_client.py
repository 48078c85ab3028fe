"""Which pages of the blog are asked for, which never are, and what is said of a page that is not
the one asked for.
"""

from __future__ import annotations

from typing import cast

import pytest

from parsers.model import Problem
from sync.errors import Unreachable, UsageError
from sync.net.fetched import FetchedPage, NotFetched, RawResponse, make_page
from sync.net.http import Http
from sync.pulling.blog_client import BlogClient
from tests.support.blog_pages import month_page
from tests.support.web import NOON
from tests.sync.samples import BLOG, post


def blog_client(http: object, base_url: str) -> BlogClient:
    return BlogClient(cast(Http, http), base_url)


class Asked:
    """In the place of the web: writes down what it is asked for."""

    def __init__(self, body: bytes = b"", content_type: str = "text/html") -> None:
        self.urls: list[str] = []
        self.within: set[str] = set()
        self.body = body
        self.headers = {"Content-Type": content_type}

    def get(self, url: str, *, within: str = "") -> FetchedPage:
        self.urls.append(url)
        self.within.add(within)
        return make_page(url, url, RawResponse(200, self.headers, self.body), NOON)


@pytest.mark.parametrize(
    "base",
    ["https://blog.example/game", "https://blog.example/game/", "HTTPS://Blog.Example:443/game//"],
)
def test_pages_have_their_addresses_below_the_configured_one(base: str) -> None:
    web = Asked()
    client = blog_client(web, base)
    client.front()
    for path in ("2024/01/", "archive/x"):
        client.entry(f"https://blog.example/game/{path}")
    assert client.base == "https://blog.example/game/"
    assert [url.removeprefix("https://blog.example/game/") for url in web.urls] == [
        "",
        "2024/01/",
        "archive/x",
    ]
    assert web.within == {client.base}


@pytest.mark.parametrize(
    ("base", "message"),
    [
        ("blog.example", "does not begin with https:// or http://"),
        ("https://me:hidden@blog.example", "contains a user name or a password"),
        ("https://blog.example/?page=hidden", "omit everything from ? or # on"),
        ("https://blog.example/#top", "omit everything from ? or # on"),
    ],
)
def test_a_base_that_is_no_address_of_a_blog_is_a_wrong_setting(base: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        blog_client(Asked(), base)
    assert message in str(raised.value)
    assert "hidden" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("https://blog.example/game/archive/x", "archive/x"),
        ("https://blog.example/game/archive/x#c12", "archive/x"),
        ("https://blog.example/game/archive/x/P100", "archive/x/P100"),
        ("http://blog.example/game/archive/x", "archive/x"),
        ("https://BLOG.example:443/game/archive/x", "archive/x"),
        ("/game/archive/x", "archive/x"),
        ("archive/x", "archive/x"),
        ("/game/archive/größe", "archive/gr%C3%B6%C3%9Fe"),
        ("https://blog.example/game", ""),
        ("", ""),
    ],
)
def test_an_entry_of_the_blog_is_asked_for_as_configured(url: str, path: str) -> None:
    web = Asked()
    client = blog_client(web, f"{BLOG}/game")
    client.entry(url)
    # The base itself has no closing slash in a link that leaves it out.
    assert [asked.removeprefix(f"{BLOG}/game").removeprefix("/") for asked in web.urls] == [path]


@pytest.mark.parametrize(
    "url",
    [
        "https://other.example/game/archive/x",
        "//other.example/game/archive/x",
        "https://blog.example@other.example/game/archive/x",
        "https://other.example\\@blog.example/game/archive/x",
        "/\\other.example/game/archive/x",
        "https://me:hidden@blog.example/game/archive/x",
        "https://blog.example:8443/game/archive/x",
        "file:///game/archive/x",
        "javascript:alert(1)",
        "https://blog.example/",
        "https://blog.example/games/archive/x",
        "https://blog.example/game/../admin",
        "https://blog.example/game/%252e%252e%252fadmin",
        "../admin",
        "https://blog.example/game/?ACT=10&hidden",
        "https://blog.example/game/archive/x\r\nHost: other.example",
        "x" * 2001,
    ],
)
def test_addresses_on_other_sites_are_never_requested(url: str) -> None:
    web = Asked()
    client = blog_client(web, f"{BLOG}/game")
    with pytest.raises(NotFetched) as raised:
        client.entry(url)
    assert raised.value.tries == 0
    assert isinstance(raised.value, Unreachable)
    assert "(not requested): it is not a page below https://blog.example/game/; " in str(
        raised.value
    )
    assert "hidden" not in str(raised.value)
    assert str(raised.value).isprintable()
    assert web.urls == []


# --- Reading


LOGIN = (
    '<html><form method="post"><input name="username"><input type="password"'
    ' name="password"></form></html>'
)


@pytest.mark.parametrize("expect", ["front", "archive", "entry"])
@pytest.mark.parametrize(
    ("html", "says"),
    [(LOGIN, "asks for a password"), ("", "the page is empty"), ("Too often.", "no post")],
)
def test_a_page_that_is_not_the_one_asked_for_has_fatal_problems(
    html: str, says: str, expect: str
) -> None:
    client = blog_client(Asked(html.encode()), BLOG)
    read = client.read(client.front(), expect)  # type: ignore[arg-type]
    assert read.posts == ()
    fatal = [problem for problem in read.problems if problem.fatal]
    assert len(fatal) == 1
    assert says in fatal[0].what


def test_what_is_unusual_about_an_answer_is_a_problem_of_the_page() -> None:
    client = blog_client(Asked(month_page([post()]).encode() + b"\xff"), BLOG)
    read = client.read(client.entry(f"{BLOG}/2024/01/"), "archive")
    assert [each.title for each in read.posts] == [post().title]
    assert Problem(f"{BLOG}/2024/01/", "invalid UTF-8 in the page was replaced") in read.problems
