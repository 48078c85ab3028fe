"""Pages written back unchanged are the same bytes, and every place lies where it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.wiki import read_page
from tests.parsers.wiki.hard import CALLS
from tests.parsers.wiki.test_properties import whole
from tests.support.paths import ROOT

HERE = ROOT
PAGES = sorted(
    path
    for folder in ("sync/demo", "tests", "../shared/rulesets", "../shared/samples")
    for path in (HERE / folder).rglob("*.wikitext")
    if path.is_file()
)
BREAKS = ("{|", "|}", "|-\n", "||", "!!", "<!--", "-->", "{{", "}}", "[[", "]]", "<nowiki>", "'''", "\r\n", "\x00", "\u202e", *CALLS)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_page_at_hand(path: Path) -> None:
    written = path.read_bytes()
    page = read_page(written.decode())
    assert page.source.encode() == written
    whole(page)
