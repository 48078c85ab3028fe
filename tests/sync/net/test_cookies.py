"""Cookies go where they came from, and nowhere else."""

from __future__ import annotations

from sync.net.addresses import parse_address
from sync.net.cookies import Cookies

HERE = parse_address("https://wiki.example/w/api.php")


def test_cookies_are_sent_back_to_where_they_came_from() -> None:
    cookies = Cookies()
    assert cookies.header(HERE) == {}
    cookies.take(
        HERE, ["a=1; path=/; secure; HttpOnly", "b=2; expires=Fri, 01 Jan 2100 00:00:00 GMT; path=/w/", "c=3; domain=elsewhere.example"]
    )
    assert cookies.header(HERE) == {"Cookie": "b=2; a=1"}
    assert cookies.header(parse_address("https://wiki.example/other")) == {"Cookie": "a=1"}
    assert cookies.header(parse_address("http://wiki.example/")) == {}
    assert cookies.header(parse_address("https://elsewhere.example/")) == {}


def test_a_cookie_that_is_over_is_gone() -> None:
    cookies = Cookies()
    cookies.take(HERE, ["a=1; path=/", "b=2; path=/"])
    cookies.take(HERE, ["a=deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0; path=/"])
    assert cookies.header(HERE) == {"Cookie": "b=2"}
    cookies.clear()
    assert cookies.header(HERE) == {}


def test_nonsense_is_no_cookie() -> None:
    cookies = Cookies()
    cookies.take(HERE, ["", ";;;", "\x00=\xff", "a" * 5000])
    cookies.take(HERE, [])
    assert repr(cookies) == "Cookies(…)"


def test_a_secret_is_not_shown() -> None:
    cookies = Cookies()
    cookies.take(HERE, ["session=secret"])
    assert "secret" not in repr(cookies)
