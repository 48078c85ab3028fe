"""Edits of hard pages, looked at by a real MediaWiki before and after: nothing but what was asked
for may have changed.

``WIKI_TABLES`` and ``WIKI_SEED`` as for :mod:`tests.parsers.wiki.test_against_mediawiki`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from parsers.refusal import Refused
from parsers.wiki.edit import add_row, remove_row, set_cell
from parsers.wiki.visible import tidy
from parsers.wiki.wiki_model import Table, WikiPage
from parsers.wiki.wiki_page import read_page
from tests.parsers.wiki.browser_grids import Grid
from tests.parsers.wiki.hard import hard_page
from tests.parsers.wiki.test_against_mediawiki import _SEED, _TABLES, dense, rendered
from tests.support.mediawiki import MediaWiki

pytestmark = pytest.mark.mediawiki

Tables = list[tuple[Grid, list[str]]]
Edit = Callable[[Random, WikiPage, Tables], str]

_TEXTS = [
    "-1",
    "12",
    "a || b",
    "\n|-\n| x",
    "{{!}}",
    "<td>",
    "''i''",
    "",
    "!!",
    "[[a|b]]",
    "&lt;",
    "* a",
    "|}",
    "<nowiki>",
    "-{a",
    "'''",
    "{{x}}",
    "__TOC__",
    "<!-- n -->",
    "~~~~",
    "http://x.example",
    "a|b",
    "+",
    "}",
    "= h =",
    "'",
    "a\nb",
]


def shown(text: str, *, header: bool) -> str:
    return ("#" if header else "") + " ".join(tidy(text).split())


def one_cell(random: Random, page: WikiPage, wanted: Tables) -> str:
    places = [
        (t, r, c)
        for t, each in enumerate(page.tables)
        for r, row in enumerate(each.grid)
        for c, cell in enumerate(row)
        if cell
    ]
    if not places:
        raise ValueError("the page has no cell")
    t, r, c = random.choice(places)
    text = random.choice(_TEXTS)
    source = set_cell(page, t, r, c, text)
    old = page.tables[t].grid[r][c]
    assert old is not None
    for line, cells in zip(wanted[t][0], page.tables[t].grid, strict=True):
        line[:] = [
            shown(text, header=old.header) if cell is old else known
            for known, cell in zip(line, cells, strict=True)
        ]
    return source


def a_row(random: Random, page: WikiPage) -> tuple[int, Table, int]:
    filled = [number for number, table in enumerate(page.tables) if table.grid]
    if not filled:
        raise ValueError("the page has no row")
    t = random.choice(filled)
    return t, page.tables[t], random.randrange(len(page.tables[t].grid))


def one_row_more(random: Random, page: WikiPage, wanted: Tables) -> str:
    t, table, r = a_row(random, page)
    below = table.grid[r + 1] if r + 1 < len(table.grid) else ()
    texts = [
        f"new {number}"
        for number, cell in enumerate(table.grid[r])
        if cell is None or cell not in below
    ]
    source = add_row(page, t, texts, after=r)
    added = read_page(source).tables[t].grid[r + 1]
    wanted[t][0].insert(
        r + 1, [None if cell is None else shown(cell.text, header=cell.header) for cell in added]
    )
    return source


def one_row_less(random: Random, page: WikiPage, wanted: Tables) -> str:
    t, _, r = a_row(random, page)
    source = remove_row(page, t, r)
    del wanted[t][0][r]
    return source


@pytest.mark.parametrize("edit", [one_cell, one_row_more, one_row_less])
def test_an_edit_changes_what_it_should(mediawiki: MediaWiki, edit: Edit) -> None:
    random = Random(_SEED)
    done = 0
    for _ in range(_TABLES):
        text = hard_page(random)
        page = read_page(text)
        wanted = rendered(mediawiki, text)
        source = ""
        with suppress(Refused, ValueError):
            source = edit(random, page, wanted)
        if source:
            done += 1
            assert dense(rendered(mediawiki, source)) == dense(wanted), (text, source)
    assert done > _TABLES // 20
