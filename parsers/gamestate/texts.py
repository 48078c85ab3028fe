"""What is seen of a cell without what is struck out in it, and in the parts that neighbouring templates divide it into.

A reader sees struck text too, but it no longer holds. Boxes side by side (``{{box|A}}{{box|B}}``) have nothing
between them that would divide their texts.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter

from parsers.patterns import later
from parsers.wiki.markup import find_tags
from parsers.wiki.model import Cell, Value, WikiPage
from parsers.wiki.rendered import Rendered, render
from parsers.wiki.visible import visible_parts

__all__ = ["CellTexts"]

_STRIKES = frozenset({"s", "del", "strike"})
_MAY_STRIKE = later(r"<(?:s|del|strike)\b", re.IGNORECASE)
_BLANK = later(r"(?>\s+|&nbsp;)*+")

Stretch = tuple[int, int]
"""From one place to another in the text of a surface."""


class CellTexts:
    """The cells and values of one page; a cell's source is rendered again only if it is struck or divided."""

    def __init__(self, page: WikiPage) -> None:
        self._source = page.source
        self._strikes = _MAY_STRIKE.search(page.source) is not None
        self._in_force: dict[str, str | None] = {}

    def source(self, part: Cell | Value) -> str:
        """The wikitext of a cell or value."""
        return self._source[part.start : part.end]

    def in_force(self, part: Cell | Value) -> str | None:
        """What is seen of a cell or value without its struck parts; None where nothing is struck out."""
        source = self.source(part) if self._strikes and not part.fixed else ""
        if _MAY_STRIKE.search(source) is None:
            return None
        if source not in self._in_force:
            rendered = render(source)
            kept = _not_struck(rendered)
            self._in_force[source] = None if kept == [(0, len(rendered.text))] else visible_parts(rendered, kept)
        return self._in_force[source]

    def pieces(self, cell: Cell) -> tuple[str, ...] | None:
        """What is seen of each part of a cell, which ends where one template follows another; None where none does."""
        source = self.source(cell)
        if cell.fixed or source.count("{{") < 2:
            return None
        rendered = render(source)
        kept = _not_struck(rendered)
        ends = [*rendered.places[1:], len(rendered.text)]
        calls = [
            call
            for call, stretch in zip(zip(rendered.places, ends, strict=True), rendered.stretches, strict=True)
            if stretch.called and _within(kept, *call)
        ]
        cuts = [end for (_, end), (start, _) in itertools.pairwise(calls) if _is_blank(rendered, _within(kept, end, start))]
        if not cuts:
            return None
        pieces = (_within(kept, *piece) for piece in itertools.pairwise([0, *cuts, len(rendered.text)]))
        return tuple(text for piece in pieces if (text := visible_parts(rendered, piece)))


def _not_struck(rendered: Rendered) -> list[Stretch]:
    """The stretches that are not struck out. A strike that nothing ends goes to the end."""
    kept: list[Stretch] = []
    begin = depth = 0
    for tag in find_tags(rendered.text):
        if tag.name not in _STRIKES or tag.attributes.endswith("/") or (tag.closes and not depth):
            continue
        if not depth:
            kept.append((begin, tag.start))
        depth += -1 if tag.closes else 1
        begin = tag.end
    return kept if depth else [*kept, (begin, len(rendered.text))]


def _within(stretches: Sequence[Stretch], start: int, end: int) -> list[Stretch]:
    """What lies between two places of stretches that are in order."""
    first = max(bisect_right(stretches, start, key=itemgetter(0)) - 1, 0)
    last = bisect_left(stretches, end, key=itemgetter(0))
    return [(max(begin, start), min(stop, end)) for begin, stop in stretches[first:last] if max(begin, start) < min(stop, end)]


def _is_blank(rendered: Rendered, stretches: Sequence[Stretch]) -> bool:
    return all(_BLANK.fullmatch(rendered.text, *stretch) for stretch in stretches)
