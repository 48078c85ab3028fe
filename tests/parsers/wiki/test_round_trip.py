"""Pages written back unchanged are the same bytes, and every place lies where it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(st.sampled_from(PAGES), st.lists(st.tuples(st.floats(0, 1), st.sampled_from(BREAKS), st.integers(0, 9)), max_size=8))
def test_every_page_with_accidents(path: Path, accidents: list[tuple[float, str, int]]) -> None:
    text = path.read_bytes().decode()[:20_000]
    for at, what, gone in accidents:
        place = int(at * len(text))
        text = text[:place] + what + text[place + gone :]
    page = read_page(text)
    assert page.source == text
    whole(page)
