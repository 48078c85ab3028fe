from __future__ import annotations

from rich.console import OverflowMethod, RenderableType
from rich.text import Text

from sync.reports.layout import columns, print_to_text, words


def lines_of(item: RenderableType, width: int) -> list[str]:
    return print_to_text([item], width=width, colour=False).splitlines()


def test_a_table_wraps_its_widest_column() -> None:
    rows = [
        map(words, row)
        for row in (("Tamarisk", "a lamp, a rope and a map"), ("Wick-and-Tallow", "tin"))
    ]
    lines = [
        "Player           Has",
        "Tamarisk         a lamp, a rope and a",
        "                 map",
        "Wick-and-Tallow  tin",
    ]
    assert lines_of(columns(("Player", "Has"), rows), 40) == lines


def test_nothing_is_left_out_where_it_does_not_fit() -> None:
    lines = lines_of(columns(("A", "B"), [[words("x" * 30), words("y" * 300)]]), 40)
    assert (sum(each.count("x") for each in lines), sum(each.count("y") for each in lines)) == (
        30,
        300,
    )
    assert max(map(len, lines)) <= 40
    assert lines_of(columns(["A"] * 60, [[words("b")] * 60]), 40)


def test_a_line_is_wrapped_cut_off_or_left_as_it_is() -> None:
    cases: tuple[tuple[OverflowMethod, int], ...] = (("fold", 2), ("ellipsis", 1), ("ignore", 1))
    for overflow, lines in cases:
        made = lines_of(
            Text("word " * 10 + "end", no_wrap=overflow != "fold", overflow=overflow), 40
        )
        assert (len(made), made[-1].endswith("end"), made[0].endswith("…")) == (
            lines,
            overflow != "ellipsis",
            overflow == "ellipsis",
        )


def test_words_are_cut_last() -> None:
    rows = [map(words, ("Wick-and-Tallow", "Salt and Timber", "Lighthouse"))]
    lines = [
        "Name             Hold         Ensign",
        "Wick-and-Tallow  Salt and     Lighthouse",
        "                 Timber",
    ]
    assert lines_of(columns(("Name", "Hold", "Ensign"), rows), 40) == lines


def test_no_line_that_wrapping_begins_is_a_command_to_a_runner() -> None:
    text = "a" * 38 + " ::stop-commands::x ##[error]y"
    shown = print_to_text([Text(text), Text("  ::error::z"), Text("a ::b")], width=40, colour=False)
    lines = shown.splitlines()
    assert "\\::stop-commands::x ##\\[error]y" in lines
    assert "\\  ::error::z" in lines
    assert "a ::b" in lines
    assert not any(line.lstrip().startswith(("::", "##[")) for line in lines)
