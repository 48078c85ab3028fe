from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from parsers.refusal import Refused
from sync.net.addresses import MAX_LENGTH, Address, join, parse_address, place_of, shown_address

HOSTILE = st.text(alphabet=st.sampled_from("abz./\\:@?#%[]-_~ \t\r\n\x00é。:25eEfF"), max_size=40)


def test_an_address_is_kept_in_parts() -> None:
    address = parse_address("HTTPS://Blog.Example:8443/archive/a%20b?page=2#c1")
    assert address == Address("https", "blog.example", 8443, "/archive/a%20b", "page=2")
    assert address.url == "https://blog.example:8443/archive/a%20b?page=2"
    assert address.site == "https://blog.example:8443"
    longest = "https://blog.example/".ljust(MAX_LENGTH, "a")
    assert join(address, longest).url == parse_address(longest).url == longest


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://blog.example", "blog.example"),
        ("http://www.Blog.example:80/", "blog.example"),
        ("https://blog.example:8443/other/", "blog.example:8443/other"),
        ("https://wiki.example/w/", "wiki.example/w"),
        ("https://me:secret@wiki.example/w/", "…@wiki.example/w/"),
    ],
)
def test_a_site_has_one_place(url: str, place: str) -> None:
    assert place_of(url) == place


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://blog.example", "http://blog.example/"),
        ("https://blog.example:443/", "https://blog.example/"),
        ("http://blog.example:443/", "http://blog.example:443/"),
        ("http://[::1]:8000/x", "http://[::1]:8000/x"),
        ("https://blog.example/a..b/...", "https://blog.example/a..b/..."),
    ],
)
def test_requests_are_built_from_the_parts_of_the_address(text: str, url: str) -> None:
    assert parse_address(text).url == url


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("file:///etc/passwd", "https:// or http://"),
        ("blog.example", "https:// or http://"),
        ("https://name:word@blog.example/", "a user name or a password"),
        ("https:///path", "host or port"),
        ("https://blog.example:port/", "host or port"),
        ("https://blog.example:70000/", "host or port"),
        ("https://blog.example\\@other.example/", "not allowed in an address"),
        ("https://blog.example/a b", "not allowed in an address"),
        ("https://blög.example/", "not allowed in an address"),
        ("https://blog.example/100%", "not allowed in an address"),
        ("https://blog.example/%2e%2E/b", "control characters"),
        ("https://blog.example/a%2F..%2fb", "control characters"),
        ("https://blog.example/%252e%252e/b", "control characters"),
        ("https://blog.example/a%5C..", "control characters"),
        ("https://blog.example/a%0d%0ab", "control characters"),
        ("https://blog.example/" + "a" * MAX_LENGTH, "longer than 2000 characters"),
    ],
)
def test_forbidden_addresses_are_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why) as raised:
        parse_address(text)
    assert "word" not in str(raised.value).replace("password", "")


@pytest.mark.parametrize(
    ("link", "url"),
    [
        ("/archive/x", "https://blog.example/archive/x"),
        (" \n/archive/x\t", "https://blog.example/archive/x"),
        ("x", "https://blog.example/2024/x"),
        ("../x", "https://blog.example/x"),
        ("//other.example/x", "https://other.example/x"),
        ("/größe", "https://blog.example/gr%C3%B6%C3%9Fe"),
        ("/\udc80", "https://blog.example/%3F"),
        ("#c1", "https://blog.example/2024/"),
    ],
)
def test_links_are_relative_to_their_page(link: str, url: str) -> None:
    assert join(parse_address("https://blog.example/2024/"), link).url == url


@pytest.mark.parametrize(
    "link",
    [
        "/a\nb",
        "/\\other",
        "http://[",
        "http://[zz]/",
        "x" * (MAX_LENGTH + 1),
        "a/../" * MAX_LENGTH,
        "data:,x",
    ],
)
def test_a_link_that_leads_nowhere_is_refused_in_the_tool_s_own_words(link: str) -> None:
    with pytest.raises(Refused, match=r"^its? "):
        join(parse_address("https://blog.example/2024/"), link)


@given(HOSTILE)
def test_accepted_addresses_are_those_that_requests_would_fetch(text: str) -> None:
    base = parse_address("https://blog.example/2024/")
    for made in (text, f"https://blog.example/{text}", f"//{text}"):
        try:
            address = join(base, made)
        except Refused:
            continue
        try:
            prepared = requests.Request("GET", address.url).prepare().url
        except requests.RequestException:
            continue
        parts = urlsplit(str(prepared))
        port = {"http": 80, "https": 443}[parts.scheme] if parts.port is None else parts.port
        assert (parts.hostname, port) == (address.host, address.port)
        assert "@" not in parts.netloc
        assert unquote(parts.path) == unquote(address.path)
        assert parse_address(address.url) == address


HOME = parse_address("http://blog.example/")


@pytest.mark.parametrize(
    ("other", "at_home"),
    [
        ("http://blog.example/x", True),
        ("https://blog.example/x", True),
        ("https://blog.example:80/x", False),
        ("http://blog.example:8080/x", False),
        ("http://www.blog.example/x", False),
        ("http://blog.example./x", False),
    ],
)
def test_the_same_host_by_the_same_scheme_or_a_safer_one_is_home(other: str, at_home: bool) -> None:
    assert HOME.is_at_home(parse_address(other)) is at_home
    assert not parse_address("https://blog.example/").is_at_home(HOME)  # there is no way back


@pytest.mark.parametrize(
    ("url", "below"),
    [
        ("http://blog.example/blog", True),
        ("http://blog.example/blog/", True),
        ("https://blog.example/blog/x", True),
        ("http://blog.example/blogs", False),
        ("http://blog.example/", False),
        ("http://other.example/blog/x", False),
    ],
)
def test_addresses_below_another(url: str, below: bool) -> None:
    for base in ("http://blog.example/blog", "http://blog.example/blog/"):
        assert parse_address(url).is_below(parse_address(base)) is below


LONG = ("https://blog.example/" + "y" * 300, "https://blog.example/" + "y" * 178 + "…")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://blog.example/x?token=hidden", "https://blog.example/x?…"),
        ("https://name:hidden@blog.example/x", "…@blog.example/x"),
        ("https://name:hid?den@blog.example/x?token=hidden", "…@blog.example/x?…"),
        ("file:///a\x1b[2J", "file:///a\\e[2J"),
        ("@x", "x"),
        LONG,
    ],
)
def test_an_address_is_shown_without_what_may_be_secret(text: str, shown: str) -> None:
    assert shown_address(text) == shown
