from __future__ import annotations

import re

import pytest
from rich.console import RenderableType
from rich.text import Text

from sync.reports.layout import columns, entries, line, linked, print_to_text, words

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


def lines_of(item: RenderableType, width: int) -> list[str]:
    return print_to_text([item], width=width, colour=False).splitlines()


ROWS = [("Tamarisk", "a lamp, a rope and a map"), ("Wick-and-Tallow", "tin")]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (60, ["Player           Has", "Tamarisk         a lamp, a rope and a map", "Wick-and-Tallow  tin"]),
        (40, ["Player           Has", "Tamarisk         a lamp, a rope and a", "                 map", "Wick-and-Tallow  tin"]),
    ],
)
def test_a_table_wraps_its_widest_column(width: int, lines: list[str]) -> None:
    assert lines_of(columns(("Player", "Has"), [map(words, row) for row in ROWS]), width) == lines


def test_columns_stand_closer_where_words_would_be_cut() -> None:
    rows = [[words("Quillfeather"), words("Lighthouses"), words("Brisket.Fordham")]]
    assert lines_of(columns(("A", "B", "C"), rows), 41)[1:] == ["Quillfeather Lighthouses Brisket.Fordham"]
    assert lines_of(columns(("A", "B", "C"), rows), 42)[1:] == ["Quillfeather  Lighthouses  Brisket.Fordham"]


def test_words_are_cut_where_they_do_not_fit_at_all() -> None:
    lines = lines_of(columns(("A", "B"), [[words("x" * 30), words("y" * 300)]]), 40)
    assert (sum(each.count("x") for each in lines), sum(each.count("y") for each in lines)) == (30, 300)
    assert max(map(len, lines)) <= 40
    assert lines_of(columns(["A"] * 60, [[words("b")] * 60]), 40)


def test_a_line_below_a_row_and_lines_that_are_cut_off() -> None:
    rows = [[line("a long title of a matter", 40), words("Brisket.Fordham")], [line("e" + "\u0301" * 9, 40), words("B")]]
    lines = lines_of(columns(("A", "B"), rows, [Text("why " * 20), Text("")]), 40)
    assert lines[1:] == ["a long title of a matt…  Brisket.Fordham", "   " + "why " * 9 + "…", "e\u0301\u0301                        B"]


def test_an_entry_has_two_lines_at_most() -> None:
    lines = lines_of(entries([(Text("BN1"), "3 May", [words("word " * 40), words("→ short")]), (Text("?"), "", [words("one")])]), 40)
    assert lines == [
        "  BN1  3 May  word word word word word",
        "              word word word word word…",
        "              → short",
        "  ?           one",
    ]
