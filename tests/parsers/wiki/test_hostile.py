"""Pages nobody should write: read in bounded time and memory, and never an exception."""

from __future__ import annotations

import re

import pytest

from parsers.wiki import wiki_page
from parsers.wiki.scan import without_markup
from parsers.wiki.wiki_page import read_page
from tests.support.steps import count_calls

_LONG = 8_000
"""Characters: enough that anything worse than linear shows."""


@pytest.mark.parametrize(
    "piece",
    [
        "{|\n",
        "{{",
        "{{{",
        "{{a|",
        "{{a|b}}",
        "[[",
        "[[a|",
        "[[File:a|b[[c",
        "<!--",
        "<!-- a -->",
        "\n<!-- a --> <!-- b -->",
        "<nowiki>",
        "<ref ",
        "<nowiki>a</nowiki>",
        "<table>",
        "<tr>",
        "<td>",
        "<table><tr><td>",
        "</table>",
        "<caption>",
        "<a",
        "<b ",
        "<b>",
        "<b\n|",
        "''",
        "'''a",
        "|",
        "||",
        "|\n",
        "\n|",
        "\n| a",
        "\n|-",
        "\n|-\n|a",
        "\n!!",
        "!!",
        "\n|+",
        "\n|}",
        ":",
        ": ",
        "\n:{|",
        " ",
        "\t",
        "\n",
        "=",
        "\n=",
        "\n= a",
        "\n== a ==",
        "[//a ",
        "[//a\t",
        "&",
        "&#",
        "&a",
        "__",
        "__TOC",
        "}",
        "}}",
        "]]",
        "]",
        "-{",
        "}-",
        "{{a|\n=",
        "{{a|[[",
        "\n'''a",
        "\n'''a:",
        "\na: '''",
        "'''a''': ",
        "\x00",
        "\x7f",
        "\u202e",
        "\n| rowspan=2 | a",
        "\n| rowspan=999999999 | a",
        "\n| colspan=1000 | a",
        "\n|-\n| rowspan=9 colspan=9 | a",
        " rowspan=",
        "rowspan = ",
        "{{pill|a|b}}",
        "{{!}}",
        "\n{{!}}",
        "[[Category:a]]",
        " [[Category:a]] ",
        "\n; a : b",
        "\n* ",
        "<br>",
        "</div>",
        "<includeonly>",
        "</ref",
        "</nowiki  ",
    ],
)
def test_one_thing_over_and_over(piece: str) -> None:
    for start in ("", "{|\n| "):
        text = start + piece * (_LONG // len(piece))
        page = read_page(text)
        assert page.source == text
        assert sum(len(row) for table in page.tables for row in table.grid) <= 1_000_000


@pytest.mark.parametrize(
    "piece",
    [
        "{{a|",
        "\n|-\n| rowspan=9 colspan=9 | a",
        "\n| a || b",
        "<nowiki>a</nowiki>",
        "[[a|",
        "<!-- a -->",
        "'''a",
    ],
)
def test_the_work_grows_with_the_text(piece: str) -> None:
    small, large = "{|\n| " + piece * 500, "{|\n| " + piece * 2_000
    assert count_calls(lambda: read_page(large)) < 5 * count_calls(lambda: read_page(small))


def test_more_cells_than_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "{|\n| a\n|}\n== A =="
    monkeypatch.setattr(wiki_page, "_MOST_MARKS", text.count("|"))
    assert len(read_page(text).tables) == 1
    page = read_page(text + "\n!")
    assert "the page has too many cells, so none of its tables is read" in {
        unread.why for unread in page.unread
    }
    assert (page.tables, [section.title for section in page.sections]) == ((), ["A"])


def test_spans_that_fill_more_than_is_held() -> None:
    page = read_page("{|\n" + "|-\n| rowspan=0 colspan=1000 | a\n" * 100 + "|}\n{|\n| b\n|}")
    assert [len(table.grid) for table in page.tables] == [3, 1]
    assert [unread.why for unread in page.unread] == [
        "spans make the table too large: only 3 of its rows are read"
    ]


def test_tables_may_have_twenty_thousand_places_and_ten_for_each_cell() -> None:
    source = "{|\n" + "|-\n| colspan=1000 | a\n" * 20 + "|}"
    assert [len(table.grid) for table in read_page(source).tables] == [20]
    cells = "|-\n|" + "||" * 99 + "\n"
    source = "{|\n" + cells + "|-\n| colspan=1000 | a\n" * 20 + "|}"
    assert [len(table.grid) for table in read_page(source).tables] == [21]
    source = "{|\n" + "|-\n| colspan=1000 | a\n" * 21 + "|}"
    assert [len(table.grid) for table in read_page(source).tables] == [20]


def test_a_row_below_wide_headers_is_looked_at_once() -> None:
    def calls(size: int) -> int:
        wide = "colspan=100 | a "
        above = "! " + f"{wide}!! " * size + "rowspan=2 | b"
        page = f"{{|\n{above}\n|-\n| " + f"{wide}|| " * size + "\n|}"
        return count_calls(lambda: read_page(page))

    assert calls(20) < 2.2 * calls(10)


def test_templates_nested_too_deeply() -> None:
    page = read_page("{{a|" * 2000)
    assert [(unread.start, unread.why) for unread in page.unread] == [
        (4000, "templates are nested too deeply to be read")
    ]


def test_a_page_too_long_to_be_read() -> None:
    page = read_page(" " * 16_000_001)
    assert (page.tables, [unread.why for unread in page.unread]) == (
        (),
        ["the page is longer than 16000000 characters"],
    )


def test_nested_templates_are_blanked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    blanked: list[int] = []
    original = re.sub

    def counting(pattern: str, new: str, text: str) -> str:
        blanked.append(len(text))
        return original(pattern, new, text)

    monkeypatch.setattr("parsers.wiki.scan.re.sub", counting)
    text = "a\n" + "{{a|" * 500 + "}}" * 500 + " b {{c}} <!-- {{d}} --> e"
    assert without_markup(text) == "a\n" + "\0" * 3000 + " b \0\0\0\0\0 " + "\0" * 14 + " e"
    assert sum(blanked) <= len(text)
