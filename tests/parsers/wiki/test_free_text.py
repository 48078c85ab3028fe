"""Adding a loose value and removing one, and nothing else."""

from __future__ import annotations

import pytest

from parsers.wiki import add_value, read_page, remove_value
from tests.parsers.wiki.reading import grid

TABLE = "{|\n| '''a''' || b\n|}\n"


def added(text: str, which: int = 0, label: str = "New", value: str = "x") -> str:
    page = read_page(text)
    return add_value(page, label, value, after=page.values[which])


def removed(text: str, which: int = 0) -> str:
    page = read_page(text)
    return remove_value(page, page.values[which])


class TestAddedLine:
    @pytest.mark.parametrize(
        ("line", "new"),
        [
            ("'''Phase''': Full", "'''New''': x"),
            ("'''Phase:''' Full", "'''New:''' x"),
            ("'''Phase''' :  Full ", "'''New''' :  x"),
            ("'''Phase''':", "'''New''': x"),
            ("'''Phase:'''", "'''New:''' x"),
            ("'''Phase: '''", "'''New: ''' x"),
            ("'''Phase''': ", "'''New''': x"),
            ("Phase: '''Full'''", "New: '''x'''"),
            ("Phase of the [[Moon]]:'''Full'''.", "New:'''x'''."),
            ("'''Phase: Full''',", "'''New: x''',"),
            ("* '''Phase''': Full", "* '''New''': x"),
            ("*'''Phase''': {{x|Full}} <!-- n -->", "*'''New''': x"),
            (":# Phase: '''{{x\n|Full}}'''", ":# New: '''x'''"),
            ("; '''Phase''': Full", "; '''New''': x"),
            (" '''Phase''': Full", " '''New''': x"),
            ("<!-- a\nb -->'''Phase''': Full", "'''New''': x"),
        ],
    )
    def test_in_the_style_of_the_one_above(self, line: str, new: str) -> None:
        gap = "" if line[0] in "*#:; " else "\n"
        assert added(f"= Top =\n{line}\n\nmore\n{TABLE}") == f"= Top =\n{line}\n{gap}{new}\n\nmore\n{TABLE}"
        assert added(line) == f"{line}\n{gap}{new}"

    @pytest.mark.parametrize(
        ("text", "which", "new"),
        [
            # A paragraph by itself is followed by one by itself.
            ("'''A''': 1\n\nB: '''2'''\n\nend", 0, "'''A''': 1\n\n'''New''': x\n\nB: '''2'''\n\nend"),
            ("'''A''': 1\n== H ==", 0, "'''A''': 1\n\n'''New''': x\n== H =="),
            ("'''A''': 1\n{|\n|}", 0, "'''A''': 1\n\n'''New''': x\n{|\n|}"),
            ("'''A''': 1\n* b", 0, "'''A''': 1\n\n'''New''': x\n* b"),
            # Lines of one paragraph stay lines of one.
            ("'''A''': 1\n'''B''': 2", 0, "'''A''': 1\n'''New''': x\n'''B''': 2"),
            ("'''A''': 1\n'''B''': 2\n", 1, "'''A''': 1\n'''B''': 2\n'''New''': x\n"),
            ("'''A''': 1\nend", 0, "'''A''': 1\n'''New''': x\nend"),
            # A break is kept between them.
            ("'''A''': 1<br>\n'''B''': 2<br />\nend", 1, "'''A''': 1<br>\n'''B''': 2<br />\n'''New''': x<br />\nend"),
            ("'''A''': 1<br/>\n'''B''': 2 <!-- n -->", 1, "'''A''': 1<br/>\n'''B''': 2 <!-- n --><br/>\n'''New''': x"),
            ("'''A''': 1<br>\n'''B: 2'''", 1, "'''A''': 1<br>\n'''B: 2'''\n'''New: x'''"),
            ("* '''A''': 1<br>\n'''B''': 2", 1, "* '''A''': 1<br>\n'''B''': 2\n\n'''New''': x"),
            # What belongs to an item of a list stays with it.
            ("* '''A''': 1\n** b\n*: c\n* d", 0, "* '''A''': 1\n** b\n*: c\n* '''New''': x\n* d"),
            ("; A: '''1'''\n: b\n; c", 0, "; A: '''1'''\n: b\n; New: '''x'''\n; c"),
            (": '''A''': 1\n; b", 0, ": '''A''': 1\n: '''New''': x\n; b"),
            ("* '''A''': 1\n# b", 0, "* '''A''': 1\n* '''New''': x\n# b"),
            # A comment on a line of its own is not on the line.
            ("* '''A''': 1\n<!-- n -->\n* b", 0, "* '''A''': 1\n* '''New''': x\n<!-- n -->\n* b"),
            ("* '''A''': 1 <!-- n\nm -->\n* b", 0, "* '''A''': 1 <!-- n\nm -->\n* '''New''': x\n* b"),
        ],
    )
    def test_where_it_stands(self, text: str, which: int, new: str) -> None:
        assert added(text, which) == new

    @pytest.mark.parametrize(
        ("text", "new"),
        [
            ("", "'''New''': x\n"),
            ("text", "text\n\n'''New''': x\n"),
            ("text\n", "text\n\n'''New''': x\n"),
            ("text\n\n\n", "text\n\n\n'''New''': x\n"),
            ("\n", "\n\n'''New''': x\n"),
            ("{{x|'''a''': 1}}\n\n", "{{x|'''a''': 1}}\n\n'''New''': x\n"),
            ("* '''A''': 1\n* '''B''': 2\nend", "* '''A''': 1\n* '''B''': 2\n* '''New''': x\nend"),
            ("'''A''': 1\n\n{{x|'''a''': 1}}\n", "'''A''': 1\n\n'''New''': x\n\n{{x|'''a''': 1}}\n"),
        ],
    )
    def test_below_the_last_where_nothing_else_is_said(self, text: str, new: str) -> None:
        assert add_value(read_page(text), "New", "x") == new

    def test_a_value_that_is_blank(self) -> None:
        assert added("* '''A''': 1", value=" ") == "* '''A''': 1\n* '''New''':"
        assert added("* '''A: 1'''", value="") == "* '''A: 1'''\n* '''New: '''"
        with pytest.raises(ValueError, match="nothing between them"):
            added("A: '''1'''", value="")

    @pytest.mark.parametrize("form", ["* '''A''': 1", "'''A: 1'''", "A: '''1'''", "A:'''1'''", "{{pill|A|1}}", "{{pill|A|1}} {{pill|B|2}}"])
    @pytest.mark.parametrize(
        "text", ["a:b", "=b=", "|", "{{x}}", "*", "# a", "-1", "a = b", "'''b'''", "it's", "'", "[[a|b]]", "<br>", "&amp;"]
    )
    def test_new_texts_are_never_markup(self, form: str, text: str) -> None:
        page = read_page(f"{form}\n\n{TABLE}")
        new = read_page(add_value(page, text, text, after=page.values[0]))
        assert [(value.label, value.text) for value in new.values[:2]] == [("A", "1"), (text, text)]
        assert grid(new.tables[0]) == grid(page.tables[0])


class TestAddedPill:
    @pytest.mark.parametrize(
        ("text", "which", "new"),
        [
            ("{{pill|A|1|red}}\n\nend", 0, "{{pill|A|1|red}}\n{{pill|New|x|red}}\n\nend"),
            ("{{Pill | A | 1 | c=red }}", 0, "{{Pill | A | 1 | c=red }}\n{{Pill | New | x | c=red }}"),
            ("{{pill\n|A\n|\n}}", 0, "{{pill\n|A\n|\n}}\n{{pill\n|New\n|\nx}}"),
            ("{{pill|[[A]] <!-- n -->|{{x|1}}}}", 0, "{{pill|[[A]] <!-- n -->|{{x|1}}}}\n{{pill|New|x}}"),
            ("* {{pill|A|1}} <!-- n -->\n** b\n* c", 0, "* {{pill|A|1}} <!-- n -->\n** b\n* {{pill|New|x}}\n* c"),
            ("<!-- m -->{{pill|A|1}}", 0, "<!-- m -->{{pill|A|1}}\n{{pill|New|x}}"),
            ("{{pill|A|1}} {{pill|B|2}}", 0, "{{pill|A|1}} {{pill|New|x}} {{pill|B|2}}"),
            ("{{pill|A|1}} · {{pill|B|2}}\nend", 1, "{{pill|A|1}} · {{pill|B|2}} · {{pill|New|x}}\nend"),
            ("{{pill|A|1}}{{pill|B|2}}", 1, "{{pill|A|1}}{{pill|B|2}}{{pill|New|x}}"),
            ("{{pill|A|1}}<br>{{pill|B|2}}", 0, "{{pill|A|1}}<br>{{pill|New|x}}<br>{{pill|B|2}}"),
            ("{{pill|A|1}} and {{pill|B|2}}", 1, "{{pill|A|1}} and {{pill|B|2}} {{pill|New|x}}"),
            ("{{pill|A|1}}\n{{pill|B|2}}", 0, "{{pill|A|1}}\n{{pill|New|x}}\n{{pill|B|2}}"),
            ("now {{pill|A|1}}, then", 0, "now {{pill|A|1}} {{pill|New|x}}, then"),
        ],
    )
    def test_in_the_style_of_the_one_before(self, text: str, which: int, new: str) -> None:
        assert added(text, which) == new


class TestNotAdded:
    @pytest.mark.parametrize("label", ["", " \n", "a\nb"])
    def test_a_label_that_is_no_line(self, label: str) -> None:
        with pytest.raises(ValueError, match="a label is one line, and not blank"):
            added("'''A''': 1", label=label)

    def test_a_label_that_is_long(self) -> None:
        assert read_page(added("'''A''': 1", label="l" * 80)).values[1].label == "l" * 80
        with pytest.raises(ValueError, match="at most 80 characters"):
            added("'''A''': 1", label="l" * 81)

    def test_after_what_is_not_on_the_page(self) -> None:
        other = read_page("'''a''': 1").values[0]
        with pytest.raises(ValueError, match="not one of the page's"):
            add_value(read_page("'''b''': 1"), "c", "2", after=other)
        page = read_page("{{x|'''a''': 1}}")
        with pytest.raises(ValueError, match="by a template"):
            add_value(page, "c", "2", after=page.values[0])

    def test_where_it_would_be_something_else(self) -> None:
        for text in ("{|\n| a", "<!-- a"):
            with pytest.raises(ValueError, match="changing something else"):
                add_value(read_page(text), "c", "2")
        with pytest.raises(ValueError, match="changing something else"):
            added("'''A''': {{pill|B|2}}", 1)

    def test_behind_a_line_that_ends_in_a_template(self) -> None:
        def expand(_text: str) -> str:
            return "\nmore"

        page = read_page("'''A''': 1{{x}}", expand)
        with pytest.raises(ValueError, match="the line ends in a template"):
            add_value(page, "c", "2", expand=expand)
        with pytest.raises(ValueError, match="the line ends in a template"):
            remove_value(page, page.values[0], expand=expand)


class TestRemoved:
    @pytest.mark.parametrize(
        ("text", "which", "new"),
        [
            ("'''A''': 1", 0, ""),
            ("a\n'''A''': 1\nb\n", 0, "a\nb\n"),
            ("a\n'''A''': 1", 0, "a"),
            ("a\n\n'''A''': 1\n\n", 0, "a\n"),
            ("\n'''A''': 1\n", 0, ""),
            ("* '''A''': 1 <!-- n -->\n* '''B''': 2", 0, "* '''B''': 2"),
            ("* '''A''': 1 <!-- n\nm -->\n* '''B''': 2", 0, "* '''B''': 2"),
            ("<!-- n\nm -->'''A''': 1\nb", 0, "<!-- n\nm -->b"),
            ("<!-- n -->\n'''A''': 1\n<!-- m -->\nb", 0, "<!-- n -->\n<!-- m -->\nb"),
            # No gap is left, and none is closed.
            ("'''A''': 1\n\nb", 0, "b"),
            ("\n'''A''': 1\n\nb", 0, "\nb"),
            ("a\n\n'''A''': 1\n\nb", 0, "a\n\nb"),
            ("a\n\n'''A''': 1\n<!-- n -->\n\nb", 0, "a\n<!-- n -->\n\nb"),
            ("\n'''A''': 1\n<!-- n -->\n\nb", 0, "<!-- n -->\n\nb"),
            ("a\n\n<!-- m -->\n'''A''': 1\n<!-- n -->\n\nb", 0, "a\n\n<!-- m -->\n<!-- n -->\n\nb"),
            # A break stays where it divides what stays.
            ("a\n'''A''': 1<br>\nb", 0, "a\n<br>\nb"),
            ("a<br>\n'''A''': 1<br>\nb", 0, "a<br>\nb"),
            ("a\n\n'''A''': 1<br>\nb", 0, "a\n\nb"),
            ("a\n\n'''A''': 1\nb", 0, "a\n\nb"),
            ("a\n'''A''': 1\n\nb", 0, "a\n\nb"),
            ("== H ==\n'''A''': 1\n\nb", 0, "== H ==\n\nb"),
            ("{|\n|}\n'''A''': 1\n{|\n|}", 0, "{|\n|}\n{|\n|}"),
            # Two lists, or two paragraphs, stay two.
            ("# a\n'''A''': 1\n# b", 0, "# a\n\n# b"),
            ("a\n* '''A''': 1\nb", 0, "a\n\nb"),
            (": a\n* '''A''': 1\n; b", 0, ": a\n\n; b"),
            ("* a\n'''A''': 1\nb", 0, "* a\nb"),
            ("* a\n* '''A''': 1\n* b", 0, "* a\n* b"),
            # What is closed where it was opened goes along.
            ("* '''A''': <small>1</small><br>[[b]]<br/>\n* b", 0, "* b"),
            ("* '''A''': {{x\n|1}}\n* b", 0, "* b"),
            # Of two empty lines above a paragraph one is a gap of its own above a list.
            ("a\n\n\n'''A''': 1\n* b", 0, "a\n\n* b"),
            ("a\n\n'''A''': 1\n* b", 0, "a\n\n* b"),
            ("a\n\n\n'''A''': 1\nb", 0, "a\n\n\nb"),
            # Pills.
            ("{{pill|A|1}}\n\n{|\n|}", 0, "{|\n|}"),
            ("a\n* {{pill\n|A\n|1}} <!-- n -->\nb", 0, "a\n\nb"),
            ("{{pill|A|1}} {{pill|B|2}} {{pill|C|3}}", 1, "{{pill|A|1}} {{pill|C|3}}"),
            ("{{pill|A|1}} · {{pill|B|2}}\nend", 0, "{{pill|B|2}}\nend"),
            ("{{pill|A|1}}<br>{{pill|B|2}}", 1, "{{pill|A|1}}"),
            ("{{pill|A|1}} and {{pill|B|2}}", 1, "{{pill|A|1}} and"),
            # A break goes along, unless it divides what stays.
            ("{{pill|A|1}}<br>{{pill|B|2}}<br>{{pill|C|3}}", 1, "{{pill|A|1}}<br>{{pill|C|3}}"),
            ("{{pill|A|1}}<br>{{pill|B|2}} · {{pill|C|3}}", 1, "{{pill|A|1}}<br>{{pill|C|3}}"),
            ("{{pill|A|1}} · {{pill|B|2}}<br>{{pill|C|3}}", 1, "{{pill|A|1}}<br>{{pill|C|3}}"),
            ("{{pill|A|1}}<br>{{pill|B|2}} end", 1, "{{pill|A|1}}<br> end"),
            ("{{pill|A|1}}<br>{{pill|B|2}}\nend", 1, "{{pill|A|1}}<br>\nend"),
            ("{{pill|A|1}}<br>{{pill|B|2}}", 0, "{{pill|B|2}}"),
            ("now {{pill|A|1}}<br>{{pill|B|2}}", 0, "now <br>{{pill|B|2}}"),
            ("now\n{{pill|A|1}}<br>{{pill|B|2}}", 0, "now\n<br>{{pill|B|2}}"),
            ("now\n* {{pill|A|1}}<br>{{pill|B|2}}", 0, "now\n* {{pill|B|2}}"),
            ("now {{pill|A|1}} then", 0, "now then"),
            ("now {{pill|A|1}}, then", 0, "now , then"),
            ("a\n{{pill| A | 1 }}\n{{y| b}}", 0, "a\n{{y| b}}"),
            ("* a\n{{pill| A | 1 }}\n* b", 0, "* a\n\n* b"),
            ("(<!-- n -->{{pill|A|1}})", 0, "(<!-- n -->)"),
        ],
    )
    def test_its_line_or_its_pill(self, text: str, which: int, new: str) -> None:
        assert removed(text, which) == new

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("* '''A''': 1\n** b", "lines below it in the list"),
            ("; '''A''': 1\n: b", "lines below it in the list"),
            ("* {{pill|A|1}}\n*# b", "lines below it in the list"),
            ("'''A''': <small>1\nb</small>", "one end of something"),
            ("'''A''': 1</small>", "one end of something"),
            ("'''A''': <b><i>1</b></i>", "one end of something"),
            ("'''A''': [[b|\nc]]", "one end of something"),
            ("'''A''': {{pill|B|2}}", "changing something else"),
            ("{{x|'''a''': 1}}", "by a template"),
        ],
    )
    def test_not_with_what_belongs_to_it(self, text: str, why: str) -> None:
        with pytest.raises(ValueError, match=why):
            removed(text)

    def test_a_value_of_another_page(self) -> None:
        with pytest.raises(ValueError, match="not one of the page's"):
            remove_value(read_page("'''b''': 1"), read_page("'''a''': 1").values[0])

    def test_what_a_template_brought_stays(self) -> None:
        def expand(_text: str) -> str:
            return "more\n"

        page = read_page("a\n{{x}}'''A''': 1\nb", expand)
        assert remove_value(page, page.values[0], expand=expand) == "a\n{{x}}b"
