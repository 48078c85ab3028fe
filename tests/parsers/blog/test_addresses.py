from __future__ import annotations

import pytest
from hypothesis import strategies as st

from parsers.blog.blog_page import Expectation, read_page
from tests.parsers.blog.raw import MONTH, URL, comment, page, post


def more(url: str, *hrefs: str, expect: Expectation = "entry") -> tuple[str, ...]:
    links = "".join(f'<a href="{href}">x</a>' for href in hrefs)
    return read_page(page(post(), "<h2>Comments</h2>", comment(), f'<div class="paginate">{links}</div>'), url, expect=expect).more


def test_further_pages_are_absolute_and_once_each() -> None:
    hrefs = ["/archive/a_thing/P100", f"{URL}/P100/", "/archive/a_thing/P200#c5", "P300"]
    assert more(f"{URL}/", *hrefs) == (f"{URL}/P100", f"{URL}/P200", f"{URL}/P300")


@pytest.mark.parametrize(
    "href",
    [
        *("/archive/other/P100", "https://elsewhere.example/archive/a_thing/P100", "https://blog.example:8080/archive/a_thing/P100"),
        *("/archive/a_thing/P", "/archive/a_thing/Part2", "/archive/a_thing/P1x", "/archive/a_thing/p100", "/archive/a_thing/P0"),
        *("/archive/a_thing", "ftp://blog.example/archive/a_thing/P100", "http://[/P100", ""),
    ],
)
def test_other_links_are_none(href: str) -> None:
    assert more(URL, href) == ()


def test_a_later_page_leads_to_the_others_and_not_to_itself() -> None:
    hrefs = ["/archive/a_thing", "/archive/a_thing/", "/archive/a_thing/P100", "/archive/a_thing/P200", "/archive/b", "/member/a_thing"]
    assert more(f"{URL}/P100", *hrefs) == (URL, f"{URL}/P200")


def test_comments_may_be_paged_in_another_folder() -> None:
    assert more(URL, "/paged/a_thing/P100") == ("https://blog.example/paged/a_thing/P100",)
    assert more("https://blog.example/archive/123", "/archive/a_thing/P100") == (f"{URL}/P100",)
    assert more(MONTH, "/paged/a_thing/P100", expect="archive") == ()


parts = st.lists(
    st.sampled_from(["/", "/", "//", "https://", "http:", "a", "b-c.d", "..", "P20", "?", "#", "[", " ", "\n", "\u00e9", "HTTP://"]),
    max_size=5,
)
