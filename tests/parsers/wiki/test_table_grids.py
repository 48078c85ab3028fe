"""Tables of all shapes, as MediaWiki reads them."""

from __future__ import annotations

import pytest

from parsers.wiki.wiki_page import read_page
from tests.parsers.wiki.shown_grids import grid, table_of


@pytest.mark.parametrize(
    ("lines", "cells"),
    [
        ("! a !! b || c", [["#a", "#b", "#c"]]),
        ("| a !! b || c", [["a !! b", "c"]]),
        ("! a ! b", [["#a ! b"]]),
        ("| a\nb || c", [["a\nb || c"]]),
        ("|\n* a || b", [["a || b"]]),
        ("| x | a", [["a"]]),
        ("| x | a | b", [["a | b"]]),
        ("| x | [[A|b]]", [["b"]]),
        ("| [[A|b]] | c", [["b | c"]]),
        ("| -{x | y", [["-{x | y"]]),
        ("| a ||| b", [["a", "b"]]),
        ("| <b title='||'>a</b>|| b", [["a", "b"]]),
        ("| <span\ntitle='|'>a</span>|| b", [["a", "b"]]),
        ("| <foo|bar>|| b", [["bar>", "b"]]),
        ("| a <nowiki>|| b</nowiki>", [["a || b"]]),
        ("| <pre>\n|-\n| x</pre>", [["|-\n| x"]]),
        ("| <math>a || b</math> || c", [["a || b", "c"]]),
        ("| <nowiki>|| b", [["<nowiki>", "b"]]),
        ("| a<ref>x || y</ref> || b", [["a", "b"]]),
        ("  | a\n\t|-\n  ! b", [["a"], ["#b"]]),
        ("| a\n|-\n|-\n|-\n| b", [["a"], ["b"]]),
        ("|-----x\n| a", [["a"]]),
        ("| a {{!}} b {{!}}{{!}} c", [["b", "c"]]),
        ("| a\n{{!-}}\n| b", [["a"], ["b"]]),
        ("| || a ||", [["", "a", ""]]),
        ("! \n| a", [["#", "a"]]),
        ("| a<!-- || --> || b", [["a", "b"]]),
        ("| a\n<!-- x -->\n|-\n<!-- y --> <!-- z -->\n| b", [["a"], ["b"]]),
        ("| a\n <!-- x -->|-\n| b", [["a"], ["b"]]),
        ("| a<!-- x\n|-\n| b", [["a"]]),
        ("| a<noinclude>b</noinclude><includeonly>c</includeonly>", [["ab"]]),
        ("| a <includeonly>b", [["a"]]),
        ("| a <includeonly/>b", [["a b"]]),
        ("|+ cap || tion", [[""]]),
        ("", [[""]]),
        ("|-", []),
        ("| rowspan=2 | a || b\n|-\n| c", [["a", "b"], ["a", "c"]]),
        ("| colspan=2 | a\n|-\n| c || d", [["a", "a"], ["c", "d"]]),
        ("| rowspan=9 | a\n|-\n| b", [["a", None], ["a", "b"]]),
        ("| rowspan=0 | a\n|-\n| b\n|-\n| c", [["a", None], ["a", "b"], ["a", "c"]]),
        ("| a || rowspan=2 | b\n|-\n| colspan=3 | c", [["a", "b", None], ["c", "c", "c"]]),
        ("| rowspan=2 | a\n|-\n| b\n|+ c\n|-\n| d", [["a", None], ["a", "b"], ["d", None]]),
        ("| rowspan=3 | a\n|+ c\n|-\n| b", [["a"], ["b"]]),
        ("stray\n| a", [["a"]]),
        ("| <td> x | a", [["a"]]),
        ("<caption>x</caption>\n| a", [["a"]]),
        ("<caption>x</tr></td>\n|-\n| a", [["a"]]),
        ("|+ x\n| a", [["a"]]),
        ("| a\n|+ x\n| b", [["a"], ["b"]]),
        ("</tr></td>\n| a", [["a"]]),
    ],
)
def test_cells_of_a_table(lines: str, cells: list[list[str | None]]) -> None:
    assert grid(table_of("{|\n" + lines + "\n|}")) == cells


@pytest.mark.parametrize(
    ("value", "covered"),
    [
        ("2", 2),
        ('"2"', 2),
        ("'2'", 2),
        ("2x", 2),
        ("+2", 2),
        ("1.9", 1),
        ("-1", 1),
        ("x", 1),
        ('""', 1),
        ("&#50;", 2),
        ("<nowiki>2</nowiki>", 2),
        ("2<!-- c -->", 2),
        ("3 rowspan=2", 2),
        ("2 rowspan", 1),
        ("0", 3),
        ("999999999", 3),
        (
            "9" * 5000,
            3,
        ),
        ("00002", 2),
        ("2 > 1", 2),
    ],
)
def test_rows_that_a_rowspan_covers(value: str, covered: int) -> None:
    table = table_of(f"{{|\n|rowspan={value}|a\n|-\n| b\n|-\n| c\n|}}")
    cell = table.grid[0][0]
    assert cell is not None
    assert cell.rowspan == covered
    assert [row[0] is cell for row in table.grid] == [i < covered for i in range(3)]


def test_tables_stand_where_lines_begin() -> None:
    page = read_page("a {| b |}\n:{|\n| c\n|} d\n :: {|\n| e\n|}\n{{(!}}\n{{!}} f\n{{!)}}")
    assert [grid(table) for table in page.tables] == [[["c"]], [["e"]], [["f"]]]


def test_a_nested_table_is_a_table_and_a_mark_in_its_cell() -> None:
    page = read_page("{|\n| a\n{|\n| b || c\n|}\nd || e\n| f\n|}\n")
    assert [grid(table) for table in page.tables] == [[["a\n<T>\nd || e", "f"]], [["b", "c"]]]
    outer, inner = page.tables
    assert outer.grid[0][0] is not None
    assert outer.grid[0][0].tables == (1,)
    assert (outer.parent, inner.parent) == (None, 0)


def test_a_table_where_no_cell_is_open_is_named() -> None:
    page = read_page("{|\n|-\n{|\n| a\n|}\n| b\n|}\n")
    assert [(unread.start, unread.why) for unread in page.unread] == [
        (6, "a table begins between the cells of another one")
    ]


@pytest.mark.parametrize(
    "text", ["<table><tr><td>a</table>", "{|\n| a</td><td>b\n|}", "{|\n<tr><td>a\n|}"]
)
def test_tables_in_html_are_named(text: str) -> None:
    (unread,) = read_page(text).unread
    assert (unread.why, unread.doubtful, text[unread.start]) == (
        "an HTML table and the text beside it are not read",
        False,
        "<",
    )


def test_a_table_that_is_not_closed_takes_the_rest() -> None:
    page = read_page("{|\n! a\n| b\n== Next ==\ntext")
    assert grid(page.tables[0]) == [["#a", "b\nNext\ntext"]]
    assert not page.tables[0].closed
    assert [unread.why for unread in page.unread] == [
        "the table is not closed: everything after it is in its last cell"
    ]


def test_the_first_caption_counts() -> None:
    table = table_of("{|\n|+ style=x | the ''caption''\nmore\n|+ second\n| a\n|}")
    assert table.captions == ("the caption\nmore", "second")
    assert table.caption == "the caption\nmore"


class TestPlaces:
    def test_an_empty_cell_is_behind_its_first_blank(self) -> None:
        text = "{|\n|  ||| x ||\n|}"
        cells = [cell for cell in table_of(text).grid[0] if cell]
        assert [(cell.start, cell.end) for cell in cells] == [(5, 5), (10, 11), (14, 14)]

    def test_a_template_counts_as_a_whole(self) -> None:
        text = "{|\n| {{x| a }} b || {{y}}\n|}"
        cells = [cell for cell in table_of(text).grid[0] if cell]
        assert [text[cell.start : cell.end] for cell in cells] == ["{{x| a }} b", "{{y}}"]
        assert [(cell.text, cell.fixed) for cell in cells] == [("a b", False), ("", False)]

    def test_cells_of_a_template_are_fixed(self) -> None:
        table = table_of("{|\n| a {{x|b {{!}}{{!}} c}}\n|-\n| d\n|}")
        assert grid(table) == [["a b", "c"], ["d", None]]
        assert [cell and cell.fixed for row in table.grid for cell in row] == [
            True,
            True,
            False,
            None,
        ]
        assert [row.fixed for row in table.rows] == [True, False]

    def test_source_and_marks_of_rows(self) -> None:
        text = "{|\n! a\n|-\n<!-- n -->\n| b || c\nd\n|- x\n| e\n|}\n"
        rows = table_of(text).rows
        assert [text[row.start : row.end] for row in rows] == [
            "! a\n",
            "|-\n<!-- n -->\n| b || c\nd\n",
            "|- x\n| e\n",
        ]
        assert [[text[mark : mark + 3] for mark in row.marks] for row in rows] == [
            ["! a"],
            ["| b", "|| "],
            ["| e"],
        ]


class TestHeaders:
    def test_one_header_row_names_the_columns(self) -> None:
        table = table_of(
            '{| class="wikitable sortable"\n|-\n! Name !! Gold<br/>coins !!\n|-\n| Ash || 3 ||'
            " -\n|}"
        )
        assert table.columns == ("Name", "Gold coins", "")
        assert (table.header_rows, len(table.body)) == (1, 1)

    def test_two_header_rows_are_joined(self) -> None:
        table = table_of(
            "{|\n|-\n!rowspan=2|Name\n!colspan=2|Domains\n!rowspan=2|\n|-\n|style='x'|R\n|style='x'|G\n|-\n|Ash\n|1\n|2\n|\n|}"
        )
        assert table.columns == ("Name", "Domains / R", "Domains / G", "")
        assert table.header_rows == 2

    def test_values_below_a_header_of_one_column_are_no_header(self) -> None:
        table = table_of("{|\n! rowspan=2 | Name\n! Gold\n|-\n| 3\n|-\n| Ash\n| 4\n|}")
        assert table.columns == ("Name", "Gold")
        assert table.header_rows == 1

    def test_a_vertical_table_has_no_header(self) -> None:
        table = table_of("{|\n! Phase\n| Full\n|-\n! Moon\n| 3\n|}")
        assert (table.header_rows, table.columns) == (0, ())
        assert grid(table) == [["#Phase", "Full"], ["#Moon", "3"]]


@pytest.mark.parametrize("mark", ["-7", "- 7", "-7 || 3", "-none", "---7", "- || 3", "-7%"])
def test_a_row_mark_that_looks_like_a_cell_is_reported(mark: str) -> None:
    text = f"{{|\n! A !! B\n|-\n| Ana\n|{mark}\n| Bo || 1\n|}}"
    (unread,) = read_page(text).unread
    assert text[unread.start : unread.end] == f"|{mark}"
    why = f"“|{mark}” begins a row and is not a cell; if it is a value, write “| {mark}”"
    assert (unread.why, unread.doubtful) == (why, True)


@pytest.mark.parametrize(
    "mark",
    [
        "-",
        "-----",
        "-  ",
        '- style="x"',
        "-style=7",
        "- nowrap",
        "- {{row|7}}",
        "- <!-- 7 -->",
        " -7",
    ],
)
def test_a_row_mark_with_attributes_is_one(mark: str) -> None:
    assert read_page(f"{{|\n! A !! B\n|-\n| Ana\n|{mark}\n| Bo || 1\n|}}").unread == ()
