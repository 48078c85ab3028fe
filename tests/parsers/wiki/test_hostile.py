"""Pages nobody should write: read in bounded time and memory, and never an exception."""

from __future__ import annotations

import pytest

from parsers.wiki import read_page
from tests.support.steps import count_calls

_LONG = 24_000
"""Characters: enough that anything worse than linear shows."""


@pytest.mark.parametrize(
    "piece",
    [
        *(
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
        ),
        *(
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
        ),
        *(
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
        ),
        *(
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
        ),
        *(
            "\n| rowspan=2 | a",
            "\n| rowspan=999999999 | a",
            "\n| colspan=1000 | a",
            "\n|-\n| rowspan=0 | a",
            "\n|-\n| rowspan=9 colspan=9 | a",
            " rowspan=",
            "rowspan = ",
        ),
        *(
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
        ),
    ],
)
def test_one_thing_over_and_over(piece: str) -> None:
    for start in ("", "{|\n| "):
        text = start + piece * (_LONG // len(piece))
        page = read_page(text)
        assert page.source == text
        assert sum(len(row) for table in page.tables for row in table.grid) <= 1_000_000


@pytest.mark.parametrize(
    "piece", ["{{a|", "\n|-\n| rowspan=9 colspan=9 | a", "\n| a || b", "<nowiki>a</nowiki>", "[[a|", "<!-- a -->", "'''a"]
)
def test_the_work_grows_with_the_text(piece: str) -> None:
    small, large = "{|\n| " + piece * 500, "{|\n| " + piece * 2_000
    assert count_calls(lambda: read_page(large)) < 5 * count_calls(lambda: read_page(small))
