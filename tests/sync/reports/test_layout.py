from __future__ import annotations

import pytest
from rich.console import RenderableType
from rich.text import Text

from sync.reports.layout import columns, entries, line, print_to_text, words


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
