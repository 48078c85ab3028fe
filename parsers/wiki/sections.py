"""The headings of a page and what stands under them."""

from __future__ import annotations

import re

from parsers.wiki.model import Section
from parsers.wiki.rendered import Rendered
from parsers.wiki.visible import heading_level, visible_part

__all__ = ["read_sections"]

_HEADING = re.compile(r"^=[^\n]*", re.MULTILINE)


def read_sections(rendered: Rendered) -> tuple[Section, ...]:
    """The sections in order, those inside others after them."""
    found: list[tuple[str, int, int, int]] = []
    for match in _HEADING.finditer(rendered.text):
        line = match.group().rstrip()
        level = heading_level(line)
        if level:
            start = match.start()
            title = visible_part(rendered, start + level, start + len(line) - level)
            found.append((title, level, rendered.start_of(start), rendered.end_of(match.end())))
    ends = [len(rendered.source)] * len(found)
    open_sections: list[int] = []
    for i, (_, level, start, _) in enumerate(found):
        while open_sections and found[open_sections[-1]][1] >= level:
            ends[open_sections.pop()] = start
        open_sections.append(i)
    return tuple(
        Section(" ".join(title.split()), level, start, body, end) for (title, level, start, body), end in zip(found, ends, strict=True)
    )
