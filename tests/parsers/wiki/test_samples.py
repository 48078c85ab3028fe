"""The sample tables, against the grids a real MediaWiki gave for them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parsers.wiki import read_page
from parsers.wiki.model import Cell, WikiPage
from tests.support.paths import SHARED

SAMPLES = SHARED / "samples/tables"
NAMES = tuple(sorted(path.stem for path in SAMPLES.glob("*.wikitext")))
FROM_TEMPLATES = ("11-template-cells", "13-start-end-templates", "21-bang-magicword")
IN_HTML = "25-html-table"

pytestmark = pytest.mark.skipif(not NAMES, reason="the sample tables are not beside the checkout")


def shown(cell: Cell | None) -> str | None:
    return None if cell is None else ("#" if cell.header else "") + " ".join(cell.text.split())


def grids(page: WikiPage) -> list[list[list[str | None]]]:
    return [[[shown(cell) for cell in row] for row in table.grid] for table in page.tables]


def captions(page: WikiPage) -> list[list[str]]:
    return [[" ".join(caption.split()) for caption in table.captions] for table in page.tables]


def sample(name: str) -> tuple[str, dict[str, Any]]:
    wanted = json.loads((SAMPLES / "grids.json").read_text(encoding="utf-8"))[name]
    return (SAMPLES / f"{name}.wikitext").read_text(encoding="utf-8"), wanted


def test_every_sample_is_known() -> None:
    assert set(NAMES) == set(json.loads((SAMPLES / "grids.json").read_text(encoding="utf-8")))
    assert len(NAMES) == 17


@pytest.mark.parametrize("name", [name for name in NAMES if name not in (*FROM_TEMPLATES, IN_HTML)])
def test_as_it_is(name: str) -> None:
    text, wanted = sample(name)
    page = read_page(text)
    assert grids(page) == wanted["grids"]
    assert captions(page) == wanted["captions"]


@pytest.mark.parametrize("name", FROM_TEMPLATES)
def test_already_expanded(name: str) -> None:
    _, wanted = sample(name)
    assert grids(read_page(wanted["expanded_wikitext"])) == wanted["grids"]


def test_offline_templates_are_their_visible_arguments() -> None:
    assert grids(read_page(sample("11-template-cells")[0])) == [[["", "arg one"], ["p", "x z y"], ["multi line arg", "after"]]]
    assert grids(read_page(sample("21-bang-magicword")[0])) == [[["b", "c", None], ["y", "d", "e"], ["f", "g", None]]]


def test_offline_a_table_without_its_start_is_named() -> None:
    page = read_page(sample("13-start-end-templates")[0])
    assert page.tables == ()
    assert ["template" in unread.why for unread in page.unread] == [True]
