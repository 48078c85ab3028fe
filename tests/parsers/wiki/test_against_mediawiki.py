"""Generated tables and hard ones, read here and rendered by a real MediaWiki: the grids have to be
the same.

``WIKI_TABLES`` says how many tables are tried of each kind, ``WIKI_SEED`` which.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest

from parsers.wiki.wiki_model import WikiPage
from parsers.wiki.wiki_page import read_page
from tests.parsers.wiki.browser_grids import Grid, grids_of
from tests.parsers.wiki.hard import hard_page, soup
from tests.support.mediawiki import MediaWiki
from tests.support.paths import SHARED

_TABLES = int(os.environ.get("WIKI_TABLES", "120"))
_SEED = int(os.environ.get("WIKI_SEED", "1"))


def html_of(wiki: MediaWiki, text: str) -> str:
    options = {"disabletoc": "1", "disableeditsection": "1", "disablelimitreport": "1"}
    reply = wiki.api(
        action="parse", title="A page", contentmodel="wikitext", text=text, prop="text", **options
    )
    return str(reply["parse"]["text"])


def rendered(wiki: MediaWiki, text: str) -> list[tuple[Grid, list[str]]]:
    return grids_of(html_of(wiki, text))


def read(page: WikiPage) -> list[tuple[Grid, list[str]]]:
    found: list[tuple[Grid, list[str]]] = []
    for each in page.tables:
        grid: Grid = [
            [
                None if c is None else ("#" if c.header else "") + " ".join(c.text.split())
                for c in row
            ]
            for row in each.grid
        ]
        found.append((grid, [" ".join(caption.split()) for caption in each.captions]))
    return found


def shape(tables: list[tuple[Grid, list[str]]]) -> list[object]:
    """What no mark for bold and no list can change: which cells there are, headers, and tables
    within them.
    """
    return [
        (
            [
                [cell if cell is None else (cell[:1] == "#", cell.count("<T>")) for cell in row]
                for row in grid
            ],
            len(captions),
        )
        for grid, captions in tables
    ]


@pytest.mark.mediawiki
def test_marks_in_any_order(mediawiki: MediaWiki) -> None:
    """Each is a page of its own: most of them leave something open."""
    random = Random(_SEED)
    for _ in range(_TABLES):
        text = soup(random)
        page = read_page(text)
        if not any("between the cells" in unread.why for unread in page.unread):
            assert shape(read(page)) == shape(rendered(mediawiki, text)), text


def dense(tables: list[tuple[Grid, list[str]]]) -> list[tuple[Grid, list[str]]]:
    """The same without blanks in cells that hold a table: those in text between its rows come and
    go.
    """
    return [
        (
            [
                [cell.replace(" ", "") if cell and "<T>" in cell else cell for cell in row]
                for row in grid
            ],
            captions,
        )
        for grid, captions in tables
    ]


@pytest.mark.mediawiki
def test_hard_tables_are_read_as_mediawiki_shows_them(mediawiki: MediaWiki) -> None:
    random = Random(_SEED)
    for _ in range(_TABLES):
        text = hard_page(random)
        page = read_page(text)
        if not any("between the cells" in unread.why for unread in page.unread):
            assert dense(read(page)) == dense(rendered(mediawiki, text)), text


HARD = Path(__file__).parent / "tables"
NAMES = tuple(sorted(path.stem for path in HARD.glob("*.wikitext")))


def table_of(name: str) -> tuple[str, list[tuple[Grid, list[str]]]]:
    wanted = json.loads((HARD / "grids.json").read_text(encoding="utf-8"))[name]
    return (HARD / f"{name}.wikitext").read_text(encoding="utf-8"), [
        (each["grid"], each["captions"]) for each in wanted
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_read_as_its_file_says(name: str) -> None:
    text, wanted = table_of(name)
    page = read_page(text)
    assert read(page) == wanted
    assert page.source == text


@pytest.mark.mediawiki
@pytest.mark.parametrize("name", NAMES)
def test_as_mediawiki_shows_it(mediawiki: MediaWiki, name: str) -> None:
    text, wanted = table_of(name)
    assert rendered(mediawiki, text) == wanted


NOT_ALONE = ("11-template-cells", "13-start-end-templates", "21-bang-magicword", "25-html-table")
"""What only the wiki's own templates make, or is a table in HTML."""
SAMPLES = [
    path
    for path in sorted((SHARED / "samples/tables").glob("*.wikitext"))
    if path.stem not in NOT_ALONE
]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_that_a_mediawiki_rendered(path: Path) -> None:
    html = path.with_suffix(".html").read_text(encoding="utf-8")
    assert dense(read(read_page(path.read_text(encoding="utf-8")))) == dense(grids_of(html))
