"""Pages nobody should write: read in bounded time and memory, and never an exception."""

from __future__ import annotations

import pytest

from parsers.wiki import wiki_page
from parsers.wiki.wiki_page import read_page
from tests.support.rows import rows
from tests.support.steps import count_calls

_LONG = 8_000
"""Characters: enough that anything worse than linear shows."""


@pytest.mark.parametrize("piece", rows(__file__, "one_thing_over_and_over"))
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
    assert "the page holds more cells than are read, so none of its tables is" in {
        unread.why for unread in page.unread
    }
    assert (page.tables, [section.title for section in page.sections]) == ((), ["A"])


def test_spans_that_fill_more_than_is_held() -> None:
    page = read_page("{|\n" + "|-\n| rowspan=0 colspan=1000 | a\n" * 100 + "|}\n{|\n| b\n|}")
    assert [len(table.grid) for table in page.tables] == [22, 1]
    assert [unread.why for unread in page.unread] == [
        "spans make the table too large: only 22 of its rows are read"
    ]


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
