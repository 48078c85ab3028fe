"""What a reader sees of a cell."""

from __future__ import annotations

import pytest

from parsers.wiki.scan import without_markup
from tests.parsers.wiki.shown_grids import one_cell
from tests.support.rows import rows


@pytest.mark.parametrize(("content", "wanted"), rows(__file__, "text"))
def test_text(content: str, wanted: str) -> None:
    assert one_cell(content) == wanted


@pytest.mark.parametrize(("source", "left"), rows(__file__, "only_text_is_left"))
def test_only_text_is_left(source: str, left: str) -> None:
    text = without_markup(source)
    assert text.replace("\x00", "") == left
    assert [len(line) for line in text.split("\n")] == [len(line) for line in source.split("\n")]
