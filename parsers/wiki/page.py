"""A page of the wiki, read as a whole."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from parsers.patterns import later
from parsers.wiki.blocks import Block, read_blocks
from parsers.wiki.builder import Builder, TooMuchError
from parsers.wiki.lines import read_lines
from parsers.wiki.markup import find_tags, mask
from parsers.wiki.model import Section, UnreadMarkup, WikiPage
from parsers.wiki.rendered import OPAQUE, Rendered, render
from parsers.wiki.split_markup import stretches, with_links_marked, with_quotes_marked
from parsers.wiki.tables import read_tables
from parsers.wiki.values import read_values
from parsers.wiki.visible import heading_level, visible_part

__all__ = ["Passages", "WikiPassage", "read_page", "read_passages"]

_LONGEST = 16_000_000
_HEADING = later(r"\n(=[^\n]*)")
_NOTES = later(r"(?:[ \t]|<!--(?:(?!-->).)*+-->)*+", re.DOTALL)
_ORPHAN = later(r"^[ \t]*+\|[-}][^\n]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WikiPassage:
    """What stands between one heading and the next; ``level`` is 0 above the first one.

    ``start`` is where the heading's line begins in the source, ``body`` where the text below it does. The passages
    of a page cover it whole.
    """

    title: str
    level: int
    start: int
    body: int
    end: int
    blocks: tuple[Block, ...]


class Passages(NamedTuple):
    """The passages of a page, and what on it was not read as the wiki reads it."""

    passages: tuple[WikiPassage, ...]
    unread: tuple[UnreadMarkup, ...]


class _Layout:
    """A page rendered, with the tables in it told apart from what stands outside."""

    def __init__(self, text: str, expand: Callable[[str], str] | None = None) -> None:
        self.rendered = render(text, expand)
        tags = find_tags(self.rendered.text)
        self.builder = Builder(tags)
        self.unread = list(self.rendered.unread)
        self.whole = True
        try:
            read_lines(mask(self.rendered.text, tags, OPAQUE), self.rendered, self.builder)
        except TooMuchError as error:
            self.builder.stop(error.place)
            self.whole = False
            why = "the page holds more cells than are read"
            self.unread.append(UnreadMarkup(self.rendered.start_of(error.place), len(text), why))
        marked = with_links_marked(self.rendered.text, tags, self.builder)
        self.rendered.text = with_quotes_marked(marked, tags, self.builder.divided)


def read_page(text: str, expand: Callable[[str], str] | None = None) -> WikiPage:
    """A page's sections, tables, loose values, templates and comments, each with its place in ``text``.

    ``expand`` gets the wikitext of each template on the page and returns the wikitext it expands to, which then
    stands in its place; its errors pass through. Without it templates stand for their visible arguments. Any text
    can be read: what could not be is named in ``WikiPage.unread``.
    """
    if len(text) > _LONGEST:
        return WikiPage(text, unread=(UnreadMarkup(0, len(text), f"the page is longer than {_LONGEST} characters"),))
    layout = _Layout(text, expand)
    rendered, builder = layout.rendered, layout.builder
    tables, unread_tables = read_tables(rendered, builder, whole=layout.whole)
    return WikiPage(
        text,
        _sections(rendered),
        tables,
        read_values(rendered, builder.outside, tables),
        tuple(rendered.templates),
        tuple(rendered.notes),
        (*layout.unread, *unread_tables, *_doubts(rendered, builder)),
    )


def read_passages(text: str) -> Passages:
    """The headings of a page with the paragraphs, list items and table cells below each, above all what has no heading."""
    layout = _Layout(text)
    rendered = layout.rendered
    headings = list(_headings(rendered))
    heads = [("", 0, 0, 0, 0)]
    for title, level, start, end in headings:
        first = max(_line_start(rendered, start), heads[-1][4])
        after = rendered.start_of(end) + (end < len(rendered.text))
        heads.append((title, level, first, min(end + 1, len(rendered.text)), max(first, after)))
    parts = stretches(layout.builder)
    stops = [*(start for _, _, start, _ in headings), len(rendered.text)]
    ends = [*(start for _, _, start, _, _ in heads[1:]), len(text)]
    passages = tuple(
        WikiPassage(title, level, start, body, end, read_blocks(rendered, _within(parts, first, stop)))
        for (title, level, start, first, body), stop, end in zip(heads, stops, ends, strict=True)
    )
    return Passages(passages, tuple(layout.unread))


def _within(parts: list[tuple[int, int]], start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between two places, cut off there."""
    first = bisect_left(parts, start, key=lambda part: part[1])
    for part_start, part_end in parts[first : bisect_left(parts, end, key=lambda part: part[0])]:
        yield max(part_start, start), min(part_end, end)


def _line_start(rendered: Rendered, place: int) -> int:
    """Where the line of a heading begins in the source: with the comments on it, unless they begin on an earlier line."""
    start = rendered.start_of(place)
    line = max(rendered.source.rfind("\n", 0, start) + 1, rendered.end_of(place) if place else 0)
    return line if _NOTES.fullmatch(rendered.source, line, start) else start


def _headings(rendered: Rendered) -> Iterator[tuple[str, int, int, int]]:
    """The title and the level of each heading, and where its line begins and ends in the rendered text."""
    for match in _HEADING.finditer(f"\n{rendered.text}"):
        line = match[1].rstrip()
        level = heading_level(line)
        if level:
            start = match.start()
            title = visible_part(rendered, start + level, start + len(line) - level)
            yield " ".join(title.split()), level, start, match.end() - 1


def _sections(rendered: Rendered) -> tuple[Section, ...]:
    """The sections in order, those inside others after them."""
    found = [(title, level, rendered.start_of(start), rendered.end_of(end)) for title, level, start, end in _headings(rendered)]
    ends = [len(rendered.source)] * len(found)
    open_sections: list[int] = []
    for i, (_, level, start, _) in enumerate(found):
        while open_sections and found[open_sections[-1]][1] >= level:
            ends[open_sections.pop()] = start
        open_sections.append(i)
    return tuple(Section(*head, end) for head, end in zip(found, ends, strict=True))


def _doubts(rendered: Rendered, builder: Builder) -> list[UnreadMarkup]:
    """What may look otherwise on the wiki, where templates can bring rows and whole tables."""
    doubts = [
        UnreadMarkup(rendered.start_of(start), rendered.end_of(end), "a template between the rows of a table may bring cells", True, True)
        for start, end in builder.strays
        if rendered.template_at(start, end)
    ]
    for part in builder.outside:
        match = _ORPHAN.search(rendered.text, *part) if isinstance(part, tuple) else None
        if match is not None:
            why = "a line of a table whose start is not on the page: a template may bring it"
            doubts.append(UnreadMarkup(rendered.start_of(match.start()), rendered.end_of(match.end()), why, True, True))
    return doubts
