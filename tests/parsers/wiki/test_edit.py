"""Changing one cell, one row or one value, and nothing else."""

from __future__ import annotations

import pytest

from parsers.refusal import Refused
from parsers.wiki import edit
from parsers.wiki.edit import add_row, remove_row, set_cell, set_value
from parsers.wiki.wiki_page import read_page
from tests.parsers.wiki.shown_grids import grid
from tests.support.cases import cases

TABLE = "{| class=x\n|-\n! Name !! Gold\n|-\n| Ash || 3\n|-\n| Oak || 4 <!-- n -->\n|}\n"
SPANNED = "{|\n! A !! B\n|-\n| rowspan=2 | Ash\n| 1\n|-\n| 2\n|-\n| Oak\n| 3\n|}\n"
TEXTS = [
    "-1",
    "- none",
    "+3",
    "}",
    "|",
    "||",
    "a || b",
    "a | b",
    "\n|-\n| a",
    "a\n! b",
    "!! a",
    "a!!b",
    "a!",
    "!",
    "!!!",
    "|}",
    "{|",
    "{{!}}",
    "{{a|b}}",
    "{{{a}}}",
    "}}",
    "-{a|b}-",
    "[[a|b]]",
    "[[a]]",
    "[http://x.example a]",
    "[//x.example a]",
    "[mailto:a b]",
    "[a]",
    "''a''",
    "'a'",
    "it's",
    "<!-- a -->",
    "<nowiki>",
    "</td>",
    "<br>",
    "<td>a",
    "a < b > c",
    "a & b",
    "&amp;",
    "&#124;",
    "AT&T;",
    "~~~~",
    "__NOTOC__",
    "_ __ ___",
    "* a",
    "# a",
    ": a",
    "; a : b",
    "= a =",
    "----",
    "a\nb\n\nc",
    "a\n* b",
    "rowspan=2",
    "♥♥♥",
    "http://x.example/a|b",
    "a\tb",
    "a=b",
    "{",
    "[",
    "'",
    "''",
    "'''''",
]
"""Texts that would be markup if they were not written with care."""
ROWS = [
    "| a || b",
    "|a||b",
    "! a !! b",
    "!a!!b",
    "|\na\n| b",
    "|style=x|a||b",
    "|||b",
    "|a\n|b",
    "| x || [[a]]",
]


class TestCell:
    @cases("cell_styles")
    def test_in_the_style_of_what_is_there(self, row: str, old: str, new: str) -> None:
        page = read_page("{|\n" + row + "\n|}\n")
        ((r, c),) = [
            (r, c)
            for r, line in enumerate(page.tables[0].grid)
            for c, cell in enumerate(line)
            if cell and cell.text == old
        ]
        assert set_cell(page, 0, r, c, "x") == "{|\n" + new + "\n|}\n"

    @pytest.mark.parametrize(
        ("row", "emptied"),
        [
            ("|a||b", "| ||b"),
            ("!a!!b", "! !!b"),
            ("{{!}}a{{!}}{{!}}b", "{{!}} {{!}}{{!}}b"),
            ("|a\n|b", "|\n|b"),
            ("| a || b", "|  || b"),
            ("|style=x|a||b", "|style=x| ||b"),
        ],
    )
    def test_an_emptied_cell_keeps_its_marks_apart(self, row: str, emptied: str) -> None:
        page = read_page("{|\n" + row + "\n|}\n")
        assert set_cell(page, 0, 0, 0, "") == "{|\n" + emptied + "\n|}\n"

    @pytest.mark.parametrize(
        ("row", "text"),
        [(row, text) for i, text in enumerate(TEXTS) for row in (ROWS[i % 9], ROWS[(i + 4) % 9])],
    )
    def test_new_text_is_never_markup(self, row: str, text: str) -> None:
        page = read_page("{|\n" + row + "\n|-\n| c || d\n|}\n")
        source = set_cell(page, 0, 0, 0, text)
        new = read_page(source).tables[0]
        wanted = grid(page.tables[0])
        mark = "#" if row.startswith("!") else ""
        wanted[0][0] = mark + "\n".join(
            " ".join(line.split()) for line in text.split("\n") if line.strip()
        )
        assert grid(new) == wanted

    def test_a_page_that_would_be_read_differently_is_not_written(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = read_page(TABLE)
        monkeypatch.setattr(edit, "read_page", lambda _: page)
        with pytest.raises(Refused, match="without changing something else"):
            set_cell(page, 0, 1, 1, "9")

    def test_control_characters_are_refused(self) -> None:
        page = read_page(TABLE)
        for text in ("\x00", "a\rb", "\x7f", "\ud800", "\ufffe"):
            with pytest.raises(Refused, match="control characters"):
                set_cell(page, 0, 1, 1, text)

    @cases("unchanged_cells")
    def test_cells_that_are_not_changed(self, text: str, column: int, reason: str) -> None:
        with pytest.raises(Refused, match=reason):
            set_cell(read_page(text), 0, 0, column, "x")


class TestValue:
    @cases("values")
    def test_only_the_value_changes(self, old: str, text: str, new: str) -> None:
        page = read_page(f"= Top =\n{old}\n'''Other''': 1\n{TABLE}")
        assert set_value(page, page.values[0], text) == f"= Top =\n{new}\n'''Other''': 1\n{TABLE}"

    def test_values_that_are_not_changed(self) -> None:
        page = read_page("Phase: '''Full'''")
        fixed = read_page("{{x|'''a''': 1}}")
        with pytest.raises(Refused, match="nothing between them"):
            set_value(page, page.values[0], "")
        with pytest.raises(Refused, match="a template inserts it"):
            set_value(fixed, fixed.values[0], "2")

    def test_value_of_another_page_is_a_bad_argument(self) -> None:
        value = read_page("Phase: '''Full'''").values[0]
        with pytest.raises(ValueError, match="not one of the page's"):
            set_value(read_page("{{x|'''a''': 1}}"), value, "2")


class TestAddRow:
    @pytest.mark.parametrize(
        ("lines", "new"),
        [
            ("| a || b", "|-\n| x || y\n"),
            ("|a||b", "|-\n|x||y\n"),
            ("| a|| b", "|-\n| x|| y\n"),
            ("|a\n|b", "|-\n|x\n|y\n"),
            ("| a\n| b", "|-\n| x\n| y\n"),
            ("  | a || b", "  |-\n  | x || y\n"),
            ("! a\n| b", "|-\n! x\n| y\n"),
            ("! a !! b", "|-\n! x !! y\n"),
            ("! a || b", "|-\n! x !! y\n"),
            ("| colspan=2 | a", "|-\n| x\n| y\n"),
            ("|\n|", "|-\n| x\n| y\n"),
        ],
    )
    def test_in_the_style_of_the_row_above(self, lines: str, new: str) -> None:
        text = "{|\n" + lines + "\n"
        assert add_row(read_page(text + "|}\n"), 0, ["x", "y"], after=0) == text + new + "|}\n"

    def test_a_comment_between_the_rows_stays_with_the_row_below(self) -> None:
        text = "{|\n| a\n<!-- n -->\n|-\n| b\n|}"
        assert (
            add_row(read_page(text), 0, ["x"], after=0)
            == "{|\n| a\n|-\n| x\n<!-- n -->\n|-\n| b\n|}"
        )

    def test_no_row_into_a_span(self) -> None:
        with pytest.raises(Refused, match="spans several rows"):
            add_row(read_page(SPANNED), 0, ["9"], after=1)
        assert add_row(read_page(SPANNED), 0, ["Elm", "9"], after=2) == SPANNED.replace(
            "| 2\n", "| 2\n|-\n| Elm\n| 9\n"
        )

    @pytest.mark.parametrize(
        ("text", "texts", "after", "why"),
        [
            *((TABLE, ["x"], 1, "something else"), ("{|\n| a\n|-\n| b\n", ["x"], 1, "not closed")),
            *(
                ("{|\n|}", ["x"], 0, "not in the page's own text"),
                ("{|\n| {{x|a\n{{!}} b}}\n|}", ["x"], 0, "not in the page's own text"),
            ),
        ],
    )
    def test_rows_that_are_not_added(
        self, text: str, texts: list[str], after: int, why: str
    ) -> None:
        with pytest.raises(Refused, match=why):
            add_row(read_page(text), 0, texts, after=after)


class TestRemoveRow:
    def test_the_row_and_its_mark(self) -> None:
        assert remove_row(read_page(TABLE), 0, 1) == TABLE.replace("|-\n| Ash || 3\n", "")
        assert remove_row(read_page(TABLE), 0, 2) == TABLE.replace(
            "|-\n| Oak || 4 <!-- n -->\n", ""
        )
        assert remove_row(read_page("{|\n| a\n|-\n| b\n|}"), 0, 0) == "{|\n|-\n| b\n|}"

    @pytest.mark.parametrize("row", [1, 2], ids=["where it begins", "where it ends"])
    def test_no_row_out_of_a_span(self, row: int) -> None:
        with pytest.raises(Refused, match="spans several rows"):
            remove_row(read_page(SPANNED), 0, row)
        assert remove_row(read_page(SPANNED), 0, 3) == SPANNED.replace("|-\n| Oak\n| 3\n", "")

    @cases("kept_rows")
    def test_rows_that_are_not_removed(self, text: str, row: int, reason: str) -> None:
        with pytest.raises(Refused, match=reason):
            remove_row(read_page(text), 0, row)
