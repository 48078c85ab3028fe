from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from parsers.refusal import Refused
from sync.net.addresses import MAX_LENGTH, Address, join, parse_address, shown_address
from tests.support.rows import rows

HOSTILE = st.text(alphabet=st.sampled_from("abz./\\:@?#%[]-_~ \t\r\n\x00é。:25eEfF"), max_size=40)


def test_an_address_is_kept_in_parts() -> None:
    address = parse_address("HTTPS://Blog.Example:8443/archive/a%20b?page=2#c1")
    assert address == Address("https", "blog.example", 8443, "/archive/a%20b", "page=2")
    assert address.url == "https://blog.example:8443/archive/a%20b?page=2"
    assert address.site == "https://blog.example:8443"
    longest = "https://blog.example/".ljust(MAX_LENGTH, "a")
    assert join(address, longest).url == parse_address(longest).url == longest


@pytest.mark.parametrize(("text", "url"), rows(__file__, "what_is_asked_for_is_put_together_from"))
def test_what_is_asked_for_is_put_together_from_the_parts(text: str, url: str) -> None:
    assert parse_address(text).url == url


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *rows(__file__, "what_must_not_be_asked_for_is_refused"),
        ("https://blog.example/" + "a" * MAX_LENGTH, "longer than 2000 characters"),
    ],
)
def test_what_must_not_be_asked_for_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why) as raised:
        parse_address(text)
    assert "word" not in str(raised.value).replace("password", "")


@pytest.mark.parametrize(("link", "url"), rows(__file__, "a_link_is_understood_from_the_page_it"))
def test_a_link_is_understood_from_the_page_it_stands_on(link: str, url: str) -> None:
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
def test_what_was_accepted_is_what_requests_would_ask_for(text: str) -> None:
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
    ("other", "at_home"), rows(__file__, "the_same_host_by_the_same_scheme_or_a")
)
def test_the_same_host_by_the_same_scheme_or_a_safer_one_is_home(other: str, at_home: bool) -> None:
    assert HOME.is_at_home(parse_address(other)) is at_home
    assert not parse_address("https://blog.example/").is_at_home(HOME)  # there is no way back


@pytest.mark.parametrize(("url", "below"), rows(__file__, "what_is_below_an_address"))
def test_what_is_below_an_address(url: str, below: bool) -> None:
    for base in ("http://blog.example/blog", "http://blog.example/blog/"):
        assert parse_address(url).is_below(parse_address(base)) is below


LONG = ("https://blog.example/" + "y" * 300, "https://blog.example/" + "y" * 178 + "…")


@pytest.mark.parametrize(
    ("text", "shown"), [*rows(__file__, "an_address_is_shown_without_what_may"), LONG]
)
def test_an_address_is_shown_without_what_may_be_secret(text: str, shown: str) -> None:
    assert shown_address(text) == shown
