"""Cells as the parts that templates divide them into: neighbouring boxes have nothing between them but each other."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Sequence

from parsers.wiki.model import Cell, Template, WikiPage
from parsers.wiki.surface import surface
from parsers.wiki.visible import visible_part

__all__ = ["Texts"]

_NOTHING_BETWEEN = re.compile(r"(?>\s+|<!--.*?-->|&nbsp;)*+", re.DOTALL)


class Texts:
    """The templates of a page by their places, and what each of them shows."""

    def __init__(self, page: WikiPage) -> None:
        self._source = page.source
        self._templates = page.templates
        self._starts = [template.start for template in page.templates]
        self._seen: dict[str, str] = {}

    def source(self, cell: Cell) -> str:
        """The wikitext of a cell."""
        return self._source[cell.start : cell.end]

    def pieces(self, cell: Cell) -> tuple[str, ...] | None:
        """What is seen of each part of a cell: single templates and the text around them; None without two neighbours."""
        first = bisect_left(self._starts, cell.start)
        last = bisect_left(self._starts, cell.end)
        inside = [template for template in self._templates[first:last] if template.end <= cell.end]
        if cell.fixed or not any(self._neighbours(one, other) for one, other in itertools.pairwise(inside)):
            return None
        return tuple(text for part in self._parts(cell, inside) if (text := self._shown(part)))

    def _neighbours(self, one: Template, other: Template) -> bool:
        return _NOTHING_BETWEEN.fullmatch(self._source, one.end, other.start) is not None

    def _parts(self, cell: Cell, inside: Sequence[Template]) -> list[str]:
        """The source of the cell, cut between neighbouring templates."""
        cuts = [one.end for one, other in itertools.pairwise(inside) if self._neighbours(one, other)]
        places = [cell.start, *cuts, cell.end]
        return [self._source[start:end] for start, end in itertools.pairwise(places)]

    def _shown(self, source: str) -> str:
        seen = self._seen.get(source)
        if seen is None:
            face = surface(source)
            seen = self._seen[source] = visible_part(face, 0, len(face.text))
        return seen
