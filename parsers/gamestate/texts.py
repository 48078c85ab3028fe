"""What is seen of a cell without what is struck out in it, and in the parts that neighbouring templates divide it into.

A reader sees struck text too, but it no longer holds. Boxes side by side (``{{box|A}}{{box|B}}``) have nothing
between them that would divide their texts.
"""

from __future__ import annotations

import itertools
import re

from parsers.patterns import later
from parsers.wiki.model import Cell, Value, WikiPage
from parsers.wiki.rendered import render
from parsers.wiki.visible import visible_parts

_STRUCK = later(r"<(s|del|strike)\b(?![^>]*/>)[^>]*>(?:(?!<\1\b).)*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_OPEN = later(r"<(?:s|del|strike)\b(?![^>]*/>)[^>]*>.*", re.IGNORECASE | re.DOTALL)
_MOST_NESTED = 8
_BLANK = later(r"(?>\s+|&nbsp;)*+")


class CellTexts:
    """The cells and values of one page; a cell's source is rendered again only if it is struck or divided."""

    def __init__(self, page: WikiPage) -> None:
        self._source = page.source
        self._strikes = _OPEN.search(page.source) is not None

    def _holding(self, part: Cell | Value) -> str:
        """The wikitext of a cell or value without what is struck out. A strike that nothing ends goes to the end."""
        source = self._source[part.start : part.end]
        for _ in range(_MOST_NESTED if self._strikes else 0):
            source, count = _STRUCK.subn("", source)
            if not count:
                break
        return _OPEN.sub("", source) if self._strikes else source

    def in_force(self, part: Cell | Value) -> str | None:
        """What is seen of a cell or value without its struck parts; None where nothing is struck out."""
        if not self._strikes or part.fixed or (holding := self._holding(part)) == self._source[part.start : part.end]:
            return None
        rendered = render(holding)
        return visible_parts(rendered, [(0, len(rendered.text))])

    def pieces(self, cell: Cell) -> tuple[str, ...] | None:
        """What is seen of each part of a cell, which ends where one template follows another; None where none does."""
        if cell.fixed or self._source.count("{{", cell.start, cell.end) < 2:
            return None
        rendered = render(self._holding(cell))
        ends = [*rendered.places[1:], len(rendered.text)]
        spans = zip(zip(rendered.places, ends, strict=True), rendered.stretches, strict=True)
        calls = [call for call, stretch in spans if stretch.called and call[0] < call[1]]
        cuts = [end for (_, end), (start, _) in itertools.pairwise(calls) if _BLANK.fullmatch(rendered.text, end, start)]
        pieces = itertools.pairwise([0, *cuts, len(rendered.text)])
        return tuple(text for piece in pieces if (text := visible_parts(rendered, [piece]))) if cuts else None
