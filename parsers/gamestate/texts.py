"""Cells as the parts that templates divide them into, and without what is struck out in them.

Neighbouring boxes have nothing between them but each other. A reader sees struck text too, but it holds no longer.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left

from parsers.wiki.markup import find_tags
from parsers.wiki.model import Cell, Value, WikiPage
from parsers.wiki.rendered import render
from parsers.wiki.visible import visible_part

__all__ = ["Texts"]

_STRIKES = frozenset({"s", "del", "strike"})
_MAY_STRIKE = re.compile(r"<(?:s|del|strike)\b", re.IGNORECASE)
_NOTHING_BETWEEN = re.compile(r"(?>\s+|<!--.*?-->|&nbsp;)*+", re.DOTALL)


class Texts:
    """The templates of a page by their places, and what each of them shows."""

    def __init__(self, page: WikiPage) -> None:
        self._source = page.source
        self._templates = page.templates
        self._starts = [template.start for template in page.templates]
        self._seen: dict[str, str] = {}
        self._strikes = _MAY_STRIKE.search(page.source) is not None

    def source(self, cell: Cell) -> str:
        """The wikitext of a cell."""
        return self._source[cell.start : cell.end]

    def in_force(self, part: Cell | Value) -> str | None:
        """What is seen of a cell or value without its struck parts; None where nothing is struck out."""
        if not self._strikes or part.fixed:
            return None
        source = self._source[part.start : part.end]
        standing = _standing(source)
        return None if standing == source else self._shown(standing)

    def pieces(self, cell: Cell) -> tuple[str, ...] | None:
        """What is seen of each part of a cell: single templates and the text around them; None without two neighbours."""
        first = bisect_left(self._starts, cell.start)
        last = bisect_left(self._starts, cell.end)
        inside = [template for template in self._templates[first:last] if template.end <= cell.end]
        if cell.fixed or len(inside) < 2:
            return None
        source = self.source(cell)
        if self._strikes:
            source = _standing(source)
            inside = [template for template in inside if source.startswith("{{", template.start - cell.start)]
        cuts = [
            one.end - cell.start
            for one, other in itertools.pairwise(inside)
            if _NOTHING_BETWEEN.fullmatch(source, one.end - cell.start, other.start - cell.start)
        ]
        if not cuts:
            return None
        places = [0, *cuts, len(source)]
        parts = (source[start:end] for start, end in itertools.pairwise(places))
        return tuple(text for part in parts if (text := self._shown(part)))

    def _shown(self, source: str) -> str:
        seen = self._seen.get(source)
        if seen is None:
            rendered = render(source)
            seen = self._seen[source] = visible_part(rendered, 0, len(rendered.text))
        return seen


def _standing(source: str) -> str:
    """Wikitext of the same length with comments in place of what is struck out. A strike that nothing ends goes to the end."""
    if _MAY_STRIKE.search(source) is None:
        return source
    rendered = render(source)
    parts: list[str] = []
    done = depth = begun = 0
    for tag in find_tags(rendered.text):
        if tag.name not in _STRIKES or tag.attributes.endswith("/") or (tag.closes and not depth):
            continue
        if not depth:
            begun = rendered.start_of(tag.start)
        depth += -1 if tag.closes else 1
        if not depth:
            end = rendered.end_of(tag.end)
            parts += (source[done:begun], _hidden(end - begun))
            done = end
    if depth:
        parts += (source[done:begun], _hidden(len(source) - begun))
        done = len(source)
    return "".join((*parts, source[done:]))


def _hidden(length: int) -> str:
    """A comment of that length, or blanks where it is too short for one."""
    return f"<!--{' ' * (length - 7)}-->" if length >= 7 else " " * length
