"""Sections, values outside tables, templates, comments, and what was not read."""

from __future__ import annotations

import pytest

from parsers.wiki.wiki_page import read_page
from tests.support.cases import cases


def values(text: str) -> list[tuple[str, str]]:
    return [(value.label, value.text) for value in read_page(text).values]


class TestSections:
    def test_titles_levels_and_places(self) -> None:
        text = (
            "top\n= One =\na\n==Two '''b'''== \nc\n=== Three ===\n== Four ==<!-- n -->\nd\n="
            " Five =\n"
        )
        sections = read_page(text).sections
        assert [(s.title, s.level) for s in sections] == [
            ("One", 1),
            ("Two b", 2),
            ("Three", 3),
            ("Four", 2),
            ("Five", 1),
        ]
        assert [text[s.start : s.end] for s in sections] == [
            *(
                "= One =\na\n==Two '''b'''== \nc\n=== Three ===\n== Four ==<!-- n -->\nd\n",
                "==Two '''b'''== \nc\n=== Three ===\n",
            ),
            *("=== Three ===\n", "== Four ==<!-- n -->\nd\n", "= Five =\n"),
        ]
        assert text[sections[0].body :].startswith("\na\n")

    def test_lines_that_are_no_heading(self) -> None:
        assert (
            read_page("= a\n b =\n=\n==\n <nowiki>\n= x =\n</nowiki><!--\n= y =\n-->").sections
            == ()
        )


class TestValues:
    @cases("labelled_values")
    def test_label_and_value_of_a_line(self, line: str, label: str, text: str, raw: str) -> None:
        source = f"before\n{line}\nafter"
        (value,) = read_page(source).values
        assert (value.label, value.text, source[value.start : value.end], value.fixed) == (
            label,
            text,
            raw,
            False,
        )

    @pytest.mark.parametrize(
        ("line", "filled"),
        [
            ("'''Toll''': <!-- now -->", "'''Toll''': 3<!-- now -->"),
            ("'''Toll:'''", "'''Toll:'''3"),
        ],
    )
    def test_an_empty_value_is_directly_behind_its_label(self, line: str, filled: str) -> None:
        (value,) = read_page(f"{line}\nafter").values
        assert value.text == ""
        assert f"{line[: value.start]}3{line[value.end :]}" == filled

    @pytest.mark.parametrize(
        "line",
        [
            "'''Phase''' Full",
            "Phase: Full",
            "Note: '''bold''' statement",
            "''':''': x",
            "'''" + "x" * 81 + "''': y",
            "'''x''': " + "y" * 4000,
            "== '''x''': y ==",
            "'''<b></b>''': y",
            "{{pill|Phase}}",
            "{{pill|a=b|c}}",
            "{{box|Phase|Full}}",
            "<nowiki>'''x''': y</nowiki>",
            "<!-- '''x''': y -->",
            "{|\n| '''x''': y\n'''z''': 2\n| {{pill|a|b}}\n|}",
        ],
    )
    def test_lines_without_a_labelled_value(self, line: str) -> None:
        assert values(line) == []

    def test_one_from_a_template_is_fixed(self) -> None:
        (value,) = read_page("{{x|'''a''': 1}}").values
        assert value.fixed


class TestTemplates:
    def test_name_arguments_and_places(self) -> None:
        text = "a {{ game state |now|b = c {{d}} |}} {{!}}"
        first, second = read_page(text).templates
        assert (first.name, text[first.start : first.end]) == ("game state", text[2:-6])
        assert [(a.name, text[a.start : a.end]) for a in first.arguments] == [
            (None, "now"),
            ("b", " c {{d}} "),
            (None, ""),
        ]
        assert second.name == "!"

    def test_comments_with_the_line_they_stand_alone_on(self) -> None:
        text = "a <!-- b --> c\n <!-- d --> <!-- e -->\n<!-- f"
        assert [text[note.start : note.end] for note in read_page(text).notes] == [
            "<!-- b -->",
            " <!-- d --> ",
            "<!-- e -->\n",
            "<!-- f",
        ]


def test_a_template_between_rows_is_named() -> None:
    page = read_page("{|\n! a\n|-\n{{x}}\n|-\n| b\n|}")
    assert [(page.source[u.start : u.end].strip(), u.why) for u in page.unread] == [
        ("{{x}}", "a template between the rows of a table may add cells")
    ]
