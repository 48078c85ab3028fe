"""Markup that reaches over cells: links, and marks for bold on lines that tags of tables divide."""

from __future__ import annotations

import pytest

from parsers.wiki import read_page
from tests.parsers.wiki.reading import grid
from tests.parsers.wiki.test_against_mediawiki import read, rendered
from tests.support.mediawiki import MediaWiki
from tests.support.steps import count_calls

_REACHING = (
    ("[[Ash|x || y]] z", [[["x", "y z"]]]),
    ("[[Ash|x\n|-\n| y]] z", [[["x"], ["y z"]]]),
    ("[[Ash|x\n! y!!q]]", [[["x", "#y", "#q"]]]),
    ("[[Ash|x || a=b | y]] z", [[["x", "y z"]]]),
    ("[[Ash|x\n|}\n\n{|\n| y]]", [[["x"]], [["y"]]]),
    ("[[Ash|''x || style=''c''|'''y]]", [[["x", "'y"]]]),
    ("[[Ash|x || http://y.example/a|b [http://z.example c] ]]", [[["x", "b [http://z.example c]"]]]),
    ("[[Ash|x || \n* y\n; d : e]]", [[["x", "* y\n; d : e"]]]),
    ("[[Ash|x<td title=\"''\">y]]", [[["x", "y"]]]),
    ("[http://x.example a<td>b]", [[["a", "b"]]]),
    ("x|http://x.example/&#124;[[Oak|y || z]]", [[["http://x.example/%7Cy", "z"]]]),
    ("[[Ash|x\n{|\n| y\n|}\nz]]", [[["x\n<T>\nz"]], [["y"]]]),
)
_STAYING = (
    ("[[Ash|x\n{|\n| [[Oak]]\n|}\nz]]", [[["[[Ash|x\n<T>\nz]]"]], [["Oak"]]]),
    ("a<td>[http://x.example e</td>\n|-\n| f]", [[["a", "[http://x.example e"], ["f]", None]]]),
    ("[[Ash || y]] z", [[["[[Ash", "y]] z"]]]),
    ("[[Ash|x || [[Oak]] y]] z", [[["[[Ash|x", "Oak y]] z"]]]),
    ("[http://x.example a || b]", [[["[http://x.example a", "b]"]]]),
    ("[[Ash|{{!}}{{!}}a || y]]", [[["[[Ash", "a", "y]]"]]]),
    ("[[Ash|x || y]] | z", [[["[[Ash|x", "z"]]]),
    ("[[Ash|x || y", [[["[[Ash|x", "y"]]]),
    ("[[ |x || y]] [[Ash|a b]]", [[["[[ |x", "y]] a b"]]]),
    ("a [[Ash|b\nc]]", [[["a b\nc"]]]),
)
_LINES = (
    ("''a<td>b '''c\n", [[["a", "b 'c"]]]),
    ("''a '''b<td>''c'''", [[["a b", "c"]]]),
    ("''a '''b<td>[[Ash|''c''']]", [[["a 'b", "c'"]]]),
    ("''a<b title=\"''\">b<td>'''c", [[["ab", "'c"]]]),
    (" '''b'''&nbsp;''c<td>x '''d", [[["'b c", "x d"]]]),
    ("'''a<td>b", [[["a", "b"]]]),
    ("a<td>b", [[["a", "b"]]]),
    ("x\n''a<td>'''b\n''c", [[["x\na", "'b\nc"]]]),
    ("''''a<td>''b", [[["''a", "b"]]]),
)


def grids(content: str) -> list[list[list[str | None]]]:
    return [grid(table) for table in read_page("{|\n| " + content + "\n|}").tables]


@pytest.mark.parametrize(("content", "wanted"), _REACHING)
def test_a_link_that_reaches_over_cells_is_text_of_none(content: str, wanted: object) -> None:
    assert grids(content) == wanted


@pytest.mark.parametrize(("content", "wanted"), _STAYING)
def test_other_links_stay_in_their_cells(content: str, wanted: object) -> None:
    assert grids(content) == wanted


def test_categories_and_pictures_that_reach_over_cells_are_text() -> None:
    """MediaWiki takes the cells away with the one, and puts them into the caption of the other."""
    assert grids("[[Category:Oak|x || y]]") == [[["[[Category:Oak|x", "y]]"]]]


@pytest.mark.parametrize(("content", "wanted"), _LINES)
def test_a_line_is_one_line_whatever_cells_it_holds(content: str, wanted: object) -> None:
    assert grids(content) == wanted


@pytest.mark.mediawiki
@pytest.mark.parametrize("content", [content for content, _ in (*_REACHING, *_STAYING, *_LINES)])
def test_as_mediawiki_shows_it(mediawiki: MediaWiki, content: str) -> None:
    text = "{|\n| " + content + "\n|}"
    assert read(read_page(text)) == rendered(mediawiki, text)


@pytest.mark.mediawiki
@pytest.mark.parametrize("text", ["{|", " {| ", "<!-- n -->{|", "{|\n", ":{|", "x\n{|", "{|\n|}"])
def test_a_page_that_only_opens_a_table(mediawiki: MediaWiki, text: str) -> None:
    assert read(read_page(text)) == rendered(mediawiki, text)


def test_a_page_of_an_opening_mark_alone_has_no_table() -> None:
    assert read_page(" {| <!-- n -->").tables == ()
    assert len(read_page("{|\n").tables) == 1


def test_a_link_in_the_attributes_of_a_table_is_none() -> None:
    assert [grid(table) for table in read_page("{| [[a|b\n| x || y]]\n|}").tables] == [[["x", "y]]"]]]
    assert [grid(table) for table in read_page("{| [[a|b\n|c]]\n|}").tables] == [[["c]]"]]]


def test_a_link_to_elsewhere_without_a_label_stays_as_it_is() -> None:
    assert grids("[http://x.example] [[Ash|x || y]]") == [[["http://x.example x", "y"]]]


def test_a_value_beside_a_table_in_html_is_read() -> None:
    (value,) = read_page("<table><tr><td>a</table>'''Moon''': Full").values
    assert (value.label, value.text) == ("Moon", "Full")


@pytest.mark.parametrize(
    ("start", "unit", "end"),
    [
        pytest.param("", "[[a|x || y ", "", id="links never closed"),
        pytest.param("[[a|", "x || ", "]]", id="one link over many cells"),
        pytest.param("[[a|", "x<td>", "]]", id="one link over many tags"),
        pytest.param("", "''a<td>'''", "", id="quotes over tags"),
        pytest.param("", "[[a|b || c]]", "", id="many links over cells"),
    ],
)
def test_the_work_grows_with_the_page(start: str, unit: str, end: str) -> None:
    small, large = (f"{{|\n| {start}{unit * count}{end}" for count in (1_000, 4_000))
    assert count_calls(lambda: read_page(large)) < 5 * count_calls(lambda: read_page(small))
