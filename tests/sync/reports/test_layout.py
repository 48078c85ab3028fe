from __future__ import annotations

import re

import pytest
from rich.console import RenderableType
from rich.text import Text

from sync.reports.layout import _widths, columns, hanging, linked, print_to_text, words
from tests.support.steps import count_calls

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
    rows = [[words("x" * 30), words("y" * 30)]]
    assert "".join(lines_of(columns(("A", "B"), rows), 40)[1:]).count("x") == 30
    assert all(len(line) <= 40 for line in lines_of(columns(("A", "B"), rows), 40))


def test_more_columns_than_there_is_room_for_are_no_error() -> None:
    assert lines_of(columns(["A"] * 60, [[words("b")] * 60]), 40)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("short", ["short"]),
        ("one two " * 6, ["one two one two one two one two one two", "    one two"]),
        ("x" * 50, ["x" * 40, "    " + "x" * 10]),
    ],
)
def test_the_lines_of_an_item_hang_below_its_first(text: str, lines: list[str]) -> None:
    assert lines_of(hanging(words(text)), 40) == lines


@pytest.mark.parametrize(
    ("least", "most", "room", "widths"),
    [
        pytest.param([3, 3], [10, 20], 30, [10, 20], id="room for all"),
        pytest.param([3, 3], [10, 20], 29, [10, 19], id="a little less"),
        pytest.param([3, 3, 3], [9, 9, 9], 20, [7, 7, 6], id="what is left over goes to the first"),
        pytest.param([3, 12], [9, 12], 16, [4, 12], id="a long word stays whole"),
        pytest.param([5, 20], [5, 30], 15, [5, 10], id="no room for the words"),
        pytest.param([5, 5], [5, 5], 1, [1, 1], id="hardly any room"),
    ],
)
def test_the_widest_columns_give_way_first(least: list[int], most: list[int], room: int, widths: list[int]) -> None:
    assert _widths(least, most, room) == widths


def test_how_wide_a_cell_is_costs_nothing() -> None:
    assert count_calls(lambda: _widths([3] * 100, [100_000] * 100, 500)) < 20_000
