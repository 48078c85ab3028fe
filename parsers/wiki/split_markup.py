"""Markup that reaches over the cells of a table.

To MediaWiki a line is one line, whatever cells the tags of HTML on it divide it into, and a link is one link to its
end: marks for bold in one cell can make others in the next one apostrophes, and a link that begins in one cell and
ends in another is no text of either. One thing is not done: to MediaWiki the lines before and behind a link of
several lines are one line, here marks for bold are read line by line.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from parsers.patterns import later
from parsers.wiki.builder import Builder
from parsers.wiki.inline import JOINED, MARK, LabelledLink, as_label, external_links, marked_quotes, page_links
from parsers.wiki.markup import Tag
from parsers.wiki.rendered import OPAQUE
from parsers.wiki.splice import spliced

__all__ = ["stretches", "with_links_marked", "with_quotes_marked"]

_LINK = later(r"\[\[[^\[\]\n]*\]\]")
_LEAD = later(r"\A[ \t]+")
"""The blanks before the content of a cell, which MediaWiki takes away."""
_MAY_REACH = later(r"\[\[[^\[\]|\n<]*+\|(?:[^\[\]\n<|!]|\[(?!\[)|\](?!\]))*+[\n<|!]")
"""How a link begins that may reach over cells."""
_FILLERS = frozenset({OPAQUE, "\n"})


def with_links_marked(text: str, tags: Sequence[Tag], builder: Builder) -> str:
    """The rendered text, equally long, without what makes links of text of several cells."""
    if _MAY_REACH.search(text) is None and not (builder.divided and "[" in text):
        return text
    found = stretches(builder)
    alone = _alone(text, tags, found)
    starts = [start for start, _ in found]
    for find in (page_links, external_links):
        reaching = [link for link in find(alone) if bisect_right(starts, link.start) != bisect_right(starts, link.closes)]
        marks = [(link.start, link.end, _marks(alone, link, to_page=find is page_links)) for link in reaching]
        text = spliced(text, ((start, end, _laid_over(text[start:end], marked)) for start, end, marked in marks))
        # The others are links by themselves, and their brackets belong to no link to elsewhere.
        alone = _LINK.sub(_filler, spliced(alone, marks))
    return text


def _marks(alone: str, link: LabelledLink, *, to_page: bool) -> str:
    """What comes to stand in place of a link."""
    label = alone[link.opened : link.closes]
    opening = MARK * (link.opened - link.start)
    return opening + as_label(label) + MARK + JOINED if to_page else opening + label + MARK


def _alone(text: str, tags: Sequence[Tag], stretches: Sequence[tuple[int, int]]) -> str:
    """The rendered text, equally long, with nothing but the text of cells and outside: tags are opaque, other cells on other lines."""
    covered = _covered(text, tags, 0, len(text))
    parts: list[str] = []
    done = 0
    for start, end in stretches:
        tag = not covered[done:start].strip(OPAQUE)
        parts.append((OPAQUE if tag else "\n") * (start - done))
        stripped = covered[start:end] if tag else covered[start:end].lstrip(" \t")
        parts += ("\n" * (end - start - len(stripped)), stripped)
        done = end
    return "".join((*parts, covered[done:]))


def stretches(builder: Builder) -> list[tuple[int, int]]:
    """Each stretch of text that belongs to one cell, or to none."""
    cells = [cell for table in builder.tables for row in table.rows for cell in row.cells]
    cells += [caption for table in builder.tables for caption in table.captions]
    parts = [*builder.outside, *(part for cell in cells for part in cell.content)]
    return sorted(part for part in parts if isinstance(part, tuple) and part[0] < part[1])


def with_quotes_marked(text: str, tags: Sequence[Tag], divided: Sequence[tuple[int, ...]]) -> str:
    """The rendered text, equally long, with the apostrophes read, on lines where they read otherwise part by part.

    ``divided`` are the stretches with tags of tables in them: start, places of the tags, end.
    """
    changes: list[tuple[int, int, str]] = []
    for places in divided:
        start, *cuts, end = places
        if text.find("''", start, end) < 0:
            continue
        place = start
        for line in _LINK.sub(_filler, _LEAD.sub(_filler, _covered(text, tags, start, end))).split("\n"):
            stops = [cut - place for cut in cuts if place <= cut < place + len(line)]
            whole = marked_quotes(line)
            if whole != _piecewise(line, stops):
                changes.append((place, place + len(line), _laid_over(text[place : place + len(line)], whole)))
            place += len(line) + 1
    return spliced(text, changes)


def _covered(text: str, tags: Sequence[Tag], start: int, end: int) -> str:
    """A stretch without its tags: apostrophes in them are no marks."""
    inside = tags[bisect_left(tags, start, key=_start) : bisect_left(tags, end, key=_start)]
    return spliced(text[start:end], ((tag.start - start, tag.end - start, OPAQUE * (tag.end - tag.start)) for tag in inside))


def _start(tag: Tag) -> int:
    return tag.start


def _filler(match: re.Match[str]) -> str:
    return OPAQUE * len(match.group())


def _piecewise(line: str, stops: Sequence[int]) -> str:
    ends = [*stops, len(line)]
    return "".join(marked_quotes(line[start:end]) for start, end in zip([0, *stops], ends, strict=True))


def _laid_over(line: str, marked: str) -> str:
    return "".join(own if mark in _FILLERS else mark for own, mark in zip(line, marked, strict=True))
