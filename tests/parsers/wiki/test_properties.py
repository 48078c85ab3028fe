"""What holds for every page: it is read without an exception, without loss, and an edit changes
what it should.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from parsers.refusal import Refusal, Refused
from parsers.wiki.edit import add_row, remove_row, set_cell, set_value
from parsers.wiki.wiki_model import WikiPage
from parsers.wiki.wiki_page import read_page
from tests.parsers.wiki.hard import hard_page
from tests.support.paths import ROOT

numbers = st.integers(0, 2**32)
tables = st.builds(lambda seed: hard_page(Random(seed)), numbers)
marks = st.sampled_from(
    "{| |} |- | || ! !! |+ \n {{ }} {{{ [[ ]] ''' : = <!-- --> <nowiki> </nowiki> <table> <td>"
    " </table> rowspan=2| {{!}} -{ }-".split(" ")
)
pages = st.lists(st.one_of(marks, st.text(max_size=8)), max_size=60).map("".join)
CELL_REFUSALS = {
    Refusal.NOT_ON_PAGE,
    Refusal.TABLE_NOT_CLOSED,
    Refusal.CELL_SPANS,
    Refusal.PAGE_CHANGED_OTHERWISE,
}
FOLDERS = ("sync/demo", "tests", "../shared/rulesets", "../shared/samples")
PAGES = sorted(
    path for folder in FOLDERS for path in (ROOT / folder).rglob("*.wikitext") if path.is_file()
)
texts = st.text(max_size=12).filter(lambda text: text.isprintable())


def whole(page: WikiPage) -> None:
    """Every place lies in the source, in order, and every grid is a rectangle of cells that know
    where they cover.
    """
    size = len(page.source)
    for items in (page.sections, page.tables, page.values, page.templates, page.notes, page.unread):
        assert all(0 <= item.start <= item.end <= size for item in items)
    for each in page.tables:
        assert len({len(row) for row in each.grid}) <= 1
        assert len(each.rows) == len(each.grid)
        for row in each.rows:
            assert 0 <= row.start <= row.end <= size
        for cell in {id(cell): cell for row in each.grid for cell in row if cell}.values():
            assert 0 <= cell.start <= cell.end <= size
            assert cell.rowspan >= 1
            assert cell.colspan >= 1
            assert all(page.tables[inner].parent is not None for inner in cell.tables)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_page_at_hand(path: Path) -> None:
    written = path.read_bytes()
    page = read_page(written.decode())
    assert page.source.encode() == written
    whole(page)


@pytest.mark.slow
@given(st.one_of(pages, tables))
def test_any_page_is_read(text: str) -> None:
    page = read_page(text)
    assert page.source == text
    whole(page)


@given(tables, st.lists(st.tuples(numbers, st.one_of(st.just(""), marks)), min_size=1, max_size=5))
def test_a_page_with_accidents_is_read(text: str, accidents: list[tuple[int, str]]) -> None:
    for at, what in accidents:
        place = at % (len(text) + 1)
        text = text[:place] + what + text[place + (not what) :]
    whole(read_page(text))


def plain(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.split("\n") if line.split())


@given(tables, numbers, texts)
def test_an_edit_changes_one_cell(text: str, which: int, new: str) -> None:
    page = read_page(text)
    assume(not any("between the cells" in unread.why for unread in page.unread))
    places = [
        (t, r, c)
        for t, each in enumerate(page.tables)
        for r, row in enumerate(each.grid)
        for c, cell in enumerate(row)
        if cell
    ]
    if not places:
        return
    t, r, c = places[which % len(places)]
    old = page.tables[t].grid[r][c]
    assert old is not None
    heading = any(old.start <= section.start < old.end for section in page.sections)
    last = not page.tables[t].closed and old is page.tables[t].grid[-1][-1]
    if old.tables or old.fixed or heading or last or old.rowspan > 1 or old.colspan > 1:
        with pytest.raises(Refused) as refused:
            set_cell(page, t, r, c, new)
        assert refused.value.kind in CELL_REFUSALS
        return
    source = set_cell(page, t, r, c, new)
    assert source[: old.start] == text[: old.start]
    assert source.endswith(text[old.end :])
    wanted = [
        [[plain(new) if cell is old else cell and cell.text for cell in row] for row in each.grid]
        for each in page.tables
    ]
    assert [
        [[cell and cell.text for cell in row] for row in each.grid]
        for each in read_page(source).tables
    ] == wanted


@given(st.integers(1, 6), st.integers(1, 4), numbers, texts)
def test_a_row_added_and_removed_leaves_the_page_as_it_was(
    rows: int, columns: int, which: int, new: str
) -> None:
    random = Random(which)
    lines = ["{|"]
    for _ in range(rows):
        cells = [random.choice(("a", "b c", "7")) for _ in range(columns)]
        lines += [
            "|-",
            *random.choice(
                (
                    ["| " + " || ".join(cells)],
                    [f"| {cell}" for cell in cells],
                    ["! " + " !! ".join(cells)],
                )
            ),
        ]
    text = "\n".join([*lines, "|}", ""])
    after = which % rows
    added = read_page(add_row(read_page(text), 0, [new] * columns, after=after))
    assert [cell and cell.text for cell in added.tables[0].grid[after + 1]] == [
        plain(new)
    ] * columns
    assert remove_row(added, 0, after + 1) == text


@given(
    st.sampled_from(("'''a''': 1", "'''a:''' 1", "'''a: 1'''", "a: '''1'''", "{{pill|a|1|red}}")),
    texts,
)
def test_a_value_reads_as_it_was_set(line: str, new: str) -> None:
    page = read_page(f"x\n{line}\ny")
    (old,) = page.values
    if line.startswith("a") and not new.strip():
        return
    (value,) = read_page(set_value(page, old, new)).values
    assert (value.label, value.text) == ("a", plain(new))
