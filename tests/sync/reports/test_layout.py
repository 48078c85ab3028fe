from __future__ import annotations

import re

import pytest
from rich.text import Text

from sync.reports.layout import linked, print_to_text

ADDRESS = "https://blog.example/archive/a_thing"


def printed(url: str | None, *, colour: bool = True, links: bool = True) -> str:
    return re.sub(r"id=\d+-?\d*;", ";", print_to_text([linked(Text("A Thing"), url)], width=80, colour=colour, links=links))


@pytest.mark.parametrize(
    ("url", "target"),
    [
        pytest.param(ADDRESS, ADDRESS, id="plain"),
        pytest.param("http://x.example/a%20b?c=d&e#f", "http://x.example/a%20b?c=d&e#f", id="kept as it is"),
        pytest.param(
            "https://x.example/\x1b\\\x07;é\n ", "https://x.example/%1B%5C%07%3B%C3%A9%0A%20", id="nothing that ends the sequence"
        ),
    ],
)
def test_an_address_of_the_web_becomes_a_link(url: str, target: str) -> None:
    assert printed(url) == f"\x1b]8;;{target}\x1b\\A Thing\x1b]8;;\x1b\\\n"


@pytest.mark.parametrize("url", [None, "", "javascript:alert(1)", "file:///etc/passwd", "//x.example", "httpsx://x"])
def test_nothing_else_is_a_link(url: str | None) -> None:
    assert printed(url) == "A Thing\n"


@pytest.mark.parametrize("colour", [True, False])
def test_no_link_unless_asked_for(colour: bool) -> None:
    assert printed(ADDRESS, colour=colour, links=False) == "A Thing\n"
