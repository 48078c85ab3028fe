"""Tables of all shapes, as MediaWiki reads them."""

from __future__ import annotations

import pytest

from parsers.wiki import read_page
from tests.parsers.wiki.reading import grid, table_of


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        pytest.param("! a !! b || c", [["#a", "#b", "#c"]], id="both separators on a header line"),
        pytest.param("| a !! b || c", [["a !! b", "c"]], id="one separator on a cell line"),
        pytest.param("! a ! b", [["#a ! b"]], id="a single bang is text"),
        pytest.param("| a\nb || c", [["a\nb || c"]], id="separators on a continuation line are text"),
        pytest.param("|\n* a || b", [["a || b"]], id="separators on a list line are text"),
        pytest.param("| x | a", [["a"]], id="attributes end at the first bar"),
        pytest.param("| x | a | b", [["a | b"]], id="only the first bar"),
        pytest.param("| x | [[A|b]]", [["b"]], id="a link after the attributes"),
        pytest.param("| [[A|b]] | c", [["b | c"]], id="a link before the bar makes it text"),
        pytest.param("| -{x | y", [["-{x | y"]], id="so does language markup"),
        pytest.param("| a ||| b", [["a", "b"]], id="three bars"),
        pytest.param("| <b title='||'>a</b>|| b", [["a", "b"]], id="bars in a tag"),
        pytest.param("| <span\ntitle='|'>a</span>|| b", [["a", "b"]], id="a tag over two lines"),
        pytest.param("| <foo|bar>|| b", [["bar>", "b"]], id="what is no tag hides nothing"),
        pytest.param("| a <nowiki>|| b</nowiki>", [["a || b"]], id="nowiki hides bars"),
        pytest.param("| <pre>\n|-\n| x</pre>", [["|-\n| x"]], id="pre hides lines"),
        pytest.param("| <math>a || b</math> || c", [["a || b", "c"]], id="math hides bars"),
        pytest.param("| <nowiki>|| b", [["<nowiki>", "b"]], id="an unclosed nowiki hides nothing"),
        pytest.param("| a<ref>x || y</ref> || b", [["a", "b"]], id="a footnote is not shown"),
        pytest.param("  | a\n\t|-\n  ! b", [["a"], ["#b"]], id="blanks before the marks"),
        pytest.param("| a\n|-\n|-\n|-\n| b", [["a"], ["b"]], id="rows without cells vanish"),
        pytest.param("|-----x\n| a", [["a"]], id="a long row mark with attributes"),
        pytest.param("| a {{!}} b {{!}}{{!}} c", [["b", "c"]], id="a bar by its template"),
        pytest.param("| a\n{{!-}}\n| b", [["a"], ["b"]], id="a row by its template"),
        pytest.param("| || a ||", [["", "a", ""]], id="empty cells"),
        pytest.param("! \n| a", [["#", "a"]], id="an empty header before a cell"),
        pytest.param("| a<!-- || --> || b", [["a", "b"]], id="a comment hides bars"),
        pytest.param("| a\n<!-- x -->\n|-\n<!-- y --> <!-- z -->\n| b", [["a"], ["b"]], id="comments on lines of their own"),
        pytest.param("| a\n <!-- x -->|-\n| b", [["a"], ["b"]], id="a comment before a row mark"),
        pytest.param("| a<!-- x\n|-\n| b", [["a"]], id="an unclosed comment hides the rest"),
        pytest.param("| a<noinclude>b</noinclude><includeonly>c</includeonly>", [["ab"]], id="inclusion tags"),
        pytest.param("| a <includeonly>b", [["a"]], id="an unclosed includeonly hides the rest"),
        pytest.param("| a <includeonly/>b", [["a b"]], id="an empty includeonly"),
        pytest.param("|+ cap || tion", [[""]], id="captions alone leave an empty cell"),
        pytest.param("", [[""]], id="no row at all"),
        pytest.param("|-", [], id="a row mark alone"),
        pytest.param("| rowspan=2 | a || b\n|-\n| c", [["a", "b"], ["a", "c"]], id="rowspan"),
        pytest.param("| colspan=2 | a\n|-\n| c || d", [["a", "a"], ["c", "d"]], id="colspan"),
        pytest.param("| rowspan=9 | a\n|-\n| b", [["a", None], ["a", "b"]], id="a rowspan beyond the table"),
        pytest.param("| rowspan=0 | a\n|-\n| b\n|-\n| c", [["a", None], ["a", "b"], ["a", "c"]], id="a rowspan to the end"),
        pytest.param("| a || rowspan=2 | b\n|-\n| colspan=3 | c", [["a", "b", None], ["c", "c", "c"]], id="the later of two cells"),
        pytest.param("| rowspan=2 | a\n|-\n| b\n|+ c\n|-\n| d", [["a", None], ["a", "b"], ["d", None]], id="a caption in between"),
        pytest.param("| rowspan=3 | a\n|+ c\n|-\n| b", [["a"], ["b"]], id="a caption ends the spans"),
        pytest.param("stray\n| a", [["a"]], id="text outside of cells"),
        pytest.param("| <td> x | a", [["a"]], id="a tag among attributes"),
        pytest.param("<caption>x</caption>\n| a", [["a"]], id="a caption in HTML"),
        pytest.param("<caption>x</tr></td>\n|-\n| a", [["a"]], id="ends of other things in a caption"),
        pytest.param("|+ x\n| a", [["a"]], id="a cell right after a caption"),
        pytest.param("| a\n|+ x\n| b", [["a"], ["b"]], id="a cell after a caption after a cell"),
        pytest.param("</tr></td>\n| a", [["a"]], id="ends of what is not open"),
    ],
)
def test_reading(lines: str, wanted: list[list[str | None]]) -> None:
    assert grid(table_of("{|\n" + lines + "\n|}")) == wanted


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
        ("9" * 5000, 3),
        ("00002", 2),
        ("2 > 1", 2),
    ],
)
def test_span_values(value: str, covered: int) -> None:
    table = table_of(f"{{|\n|rowspan={value}|a\n|-\n| b\n|-\n| c\n|}}")
    cell = table.grid[0][0]
    assert cell is not None
    assert cell.rowspan == covered
    assert [row[0] is cell for row in table.grid] == [i < covered for i in range(3)]


def test_a_colspan_is_never_nothing_and_never_above_a_thousand() -> None:
    assert [len(table_of(f"{{|\n| colspan={n} | a\n|}}").grid[0]) for n in (0, 1, 1000, 1001)] == [1, 1, 1000, 1000]


def test_tables_stand_where_lines_begin() -> None:
    page = read_page("a {| b |}\n:{|\n| c\n|} d\n :: {|\n| e\n|}\n{{(!}}\n{{!}} f\n{{!)}}")
    assert [grid(table) for table in page.tables] == [[["c"]], [["e"]], [["f"]]]


def test_nested_tables() -> None:
    page = read_page("{|\n| a\n{|\n| b || c\n|}\nd || e\n| f\n|}\n")
    assert [grid(table) for table in page.tables] == [[["a\n<T>\nd || e", "f"]], [["b", "c"]]]
    outer, inner = page.tables
    assert outer.grid[0][0] is not None
    assert outer.grid[0][0].tables == (1,)
    assert (outer.parent, inner.parent) == (None, 0)


def test_text_behind_the_end_of_a_nested_table() -> None:
    assert grid(read_page("{|\n| a\n{|\n| b\n|} c\nd\n|}").tables[0]) == [["a\n<T>\nc\nd"]]
    assert grid(read_page("{|\n| a\n{|\n== b ==\n|-\n").tables[0]) == [["a\nb\n<T>"]]


def test_a_table_where_no_cell_is_open_is_named() -> None:
    page = read_page("{|\n|-\n{|\n| a\n|}\n| b\n|}\n")
    assert [(unread.start, unread.why) for unread in page.unread] == [(6, "a table begins between the cells of another one")]


@pytest.mark.parametrize("text", ["<table><tr><td>a</table>", "{|\n| a</td><td>b\n|}", "{|\n<tr><td>a\n|}"])
def test_tables_in_html_are_named(text: str) -> None:
    (unread,) = read_page(text).unread
    assert (unread.why, unread.doubtful, text[unread.start]) == ("a table in HTML is not read, nor what stands beside it", False, "<")


def test_cells_outside_of_tables_are_none() -> None:
    assert read_page("<tr><td>a</td><th>b</th></tr><caption>c</caption></table>").tables == ()


def test_a_table_that_is_not_closed_takes_the_rest() -> None:
    page = read_page("{|\n! a\n| b\n== Next ==\ntext")
    assert grid(page.tables[0]) == [["#a", "b\nNext\ntext"]]
    assert not page.tables[0].closed
    assert [unread.why for unread in page.unread] == ["the table is not closed: everything after it is in its last cell"]


def test_captions() -> None:
    table = table_of("{|\n|+ style=x | the ''caption''\nmore\n|+ second\n| a\n|}")
    assert table.captions == ("the caption\nmore", "second")
    assert table.caption == "the caption\nmore"


class TestPlaces:
    def test_content_without_attributes_and_blanks(self) -> None:
        text = "{|\n| style=x |  a b  || c<!-- n -->\n|\nd\n\ne\n|}"
        cells = [cell for cell in table_of(text).grid[0] if cell]
        assert [text[cell.start : cell.end] for cell in cells] == ["a b", "c", "d\n\ne"]

    def test_an_empty_cell_is_behind_its_first_blank(self) -> None:
        text = "{|\n|  ||| x ||\n|}"
        cells = [cell for cell in table_of(text).grid[0] if cell]
        assert [(cell.start, cell.end) for cell in cells] == [(5, 5), (10, 11), (14, 14)]

    def test_a_template_counts_as_a_whole(self) -> None:
        text = "{|\n| {{x| a }} b || {{y}}\n|}"
        cells = [cell for cell in table_of(text).grid[0] if cell]
        assert [text[cell.start : cell.end] for cell in cells] == ["{{x| a }} b", "{{y}}"]
        assert [(cell.text, cell.guessed, cell.fixed) for cell in cells] == [("a b", True, False), ("", True, False)]

    def test_cells_of_a_template_are_fixed(self) -> None:
        table = table_of("{|\n| a {{x|b {{!}}{{!}} c}}\n|-\n| d\n|}")
        assert grid(table) == [["a b", "c"], ["d", None]]
        assert [cell and cell.fixed for row in table.grid for cell in row] == [True, True, False, None]
        assert [row.fixed for row in table.rows] == [True, False]

    def test_rows(self) -> None:
        text = "{|\n! a\n|-\n<!-- n -->\n| b || c\nd\n|- x\n| e\n|}\n"
        rows = table_of(text).rows
        assert [text[row.start : row.end] for row in rows] == ["! a\n", "|-\n<!-- n -->\n| b || c\nd\n", "|- x\n| e\n"]
        assert [[text[mark : mark + 3] for mark in row.marks] for row in rows] == [["! a"], ["| b", "|| "], ["| e"]]

    def test_an_empty_table_at_the_end_of_the_page(self) -> None:
        (row,) = table_of("{|\n{{x}}").rows
        assert (row.start, row.end, row.fixed) == (8, 8, True)

    def test_tables(self) -> None:
        text = "x\n{|\n| a\n{|\n| b\n|}\n|}\ny"
        assert [text[table.start : table.end] for table in read_page(text).tables] == [text[2:-2], "{|\n| b\n|}"]


class TestHeaders:
    def test_one_row(self) -> None:
        table = table_of('{| class="wikitable sortable"\n|-\n! Name !! Gold<br/>coins !!\n|-\n| Ash || 3 || -\n|}')
        assert table.columns == ("Name", "Gold coins", "")
        assert (table.header_rows, len(table.body)) == (1, 1)

    def test_two_rows(self) -> None:
        table = table_of(
            "{|\n|-\n!rowspan=2|Name\n!colspan=2|Domains\n!rowspan=2|\n|-\n|style='x'|R\n|style='x'|G\n|-\n|Ash\n|1\n|2\n|\n|}"
        )
        assert table.columns == ("Name", "Domains / R", "Domains / G", "")
        assert table.header_rows == 2

    def test_two_rows_of_marks(self) -> None:
        table = table_of("{|\n! rowspan=2 | Name !! colspan=2 | Domains\n|-\n! R !! \n|-\n| Ash || 1 || 2\n|}")
        assert table.columns == ("Name", "Domains / R", "Domains")

    def test_a_vertical_table_has_none(self) -> None:
        table = table_of("{|\n! Phase\n| Full\n|-\n! Moon\n| 3\n|}")
        assert (table.header_rows, table.columns) == (0, ())
        assert grid(table) == [["#Phase", "Full"], ["#Moon", "3"]]

    def test_values_below_a_wide_header_are_not_headers(self) -> None:
        table = table_of("{|\n! colspan=2 | Pair\n|-\n| a || b\n|}")
        assert table.header_rows == 1

    def test_headers_alone(self) -> None:
        assert table_of("{|\n! a\n|-\n! b\n|}").header_rows == 2


def test_shapes_of_tracking_pages() -> None:
    text = (
        "{|\n|-\n<!-- keep sorted -->\n! Name !! Items\n|-\n|rowspan='3'|Ash|| {{box|Net|red}}{{box|Rope|blue}}\n"
        "|-\n| ♥♥♥\n|-\n|- <!-- none -->\n|\n"
        "|-\n| Oak|| - <!-- nothing yet -->\n|}\n\n{|\n| 17\n|}\n{|\n|-\n| a\n|-\n| b\n|}\n"
    )
    assert [grid(table) for table in read_page(text).tables] == [
        [["#Name", "#Items"], ["Ash", "Net Rope"], ["Ash", "♥♥♥"], ["Ash", ""], ["Oak", "-"]],
        [["17"]],
        [["a"], ["b"]],
    ]
