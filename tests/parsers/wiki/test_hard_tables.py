"""Hard tables, each with the grid that MediaWiki gives it: ``#`` before a header, ``<T>`` for a table, null for no cell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parsers.wiki import read_page
from tests.parsers.wiki.rendered import Grid
from tests.parsers.wiki.test_against_mediawiki import read, rendered
from tests.support.mediawiki import MediaWiki

TABLES = Path(__file__).parent / "tables"
NAMES = tuple(sorted(path.stem for path in TABLES.glob("*.wikitext")))


def table_of(name: str) -> tuple[str, list[tuple[Grid, list[str]]]]:
    wanted = json.loads((TABLES / "grids.json").read_text(encoding="utf-8"))[name]
    return (TABLES / f"{name}.wikitext").read_text(encoding="utf-8"), [(each["grid"], each["captions"]) for each in wanted]


def test_every_table_has_its_grid() -> None:
    assert set(NAMES) == set(json.loads((TABLES / "grids.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", NAMES)
def test_as_it_is(name: str) -> None:
    text, wanted = table_of(name)
    page = read_page(text)
    assert read(page) == wanted
    assert page.source == text


@pytest.mark.mediawiki
@pytest.mark.parametrize("name", NAMES)
def test_as_mediawiki_shows_it(mediawiki: MediaWiki, name: str) -> None:
    text, wanted = table_of(name)
    assert rendered(mediawiki, text) == wanted
