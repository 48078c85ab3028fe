"""Read a whole page of the wiki: its sections, its tables, and the labelled values outside tables."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from parsers.patch import spliced
from parsers.patterns import later
from parsers.wiki.inline import find_tags
from parsers.wiki.rendered import OPAQUE, Rendered, only_displays, render
from parsers.wiki.table_grids import TABLE_TAGS, TableLines, read_tables
from parsers.wiki.text_blocks import Block, read_blocks
from parsers.wiki.visible import heading_level, visible_part, visible_text
from parsers.wiki.wiki_model import (
    HTML_TABLE,
    MISPLACED_TABLE,
    Section,
    Table,
    UnreadMarkup,
    Value,
    ValueForm,
    WikiPage,
)

_SHOWN = 40
_LONGEST = 16_000_000
_MOST_MARKS = 500_000
"""Of cells, on one page."""
_HEADING = later(r"\n(=[^\n]*)")
_NOTES = later(r"(?:[ \t]|<!--(?:(?!-->).)*+-->)*+", re.DOTALL)
_ORPHAN = later(r"^[ \t]*+\|[-}][^\n]*", re.MULTILINE)
_LONGEST_LINE = 4000
_LONGEST_LABEL = 80
_SEPARATES = later(r"[|!\n\[{]")
_LEAD = r"[ \t*#:;]*+"
_TAIL = r"[ \t.,;]*+$"
_LABEL = r"(?:(?!'''|:).)+"
_FORMS = (
    (
        ValueForm.BOLD_LABEL,
        later(rf"{_LEAD}'''(?P<label>{_LABEL})(?:'''[ \t]*+:|:[ \t]*+''')(?P<value>.*)$"),
    ),
    (
        ValueForm.BOLD_LINE,
        later(rf"{_LEAD}'''(?P<label>{_LABEL}):(?P<value>(?:(?!''').)*)'''{_TAIL}"),
    ),
    (
        ValueForm.BOLD_VALUE,
        later(rf"{_LEAD}(?P<label>{_LABEL}):[ \t]*+'''(?P<value>(?:(?!''').)*)'''{_TAIL}"),
    ),
)
"""``:`` inside the bold with the value behind it is read as a bold label: ``'''Label:''' value``.
"""


class WikiPassage(NamedTuple):
    """The text between two headings (``level`` 0: above the first), from the heading's line, or
    from its ``body``, on. The passages cover the whole page.
    """

    title: str
    level: int
    start: int
    body: int
    end: int
    blocks: tuple[Block, ...]


class Passages(NamedTuple):
    """The passages of a page, and the parts that may read differently on the wiki; ``made`` are the
    places of templates that may show anything.
    """

    passages: tuple[WikiPassage, ...]
    unread: tuple[UnreadMarkup, ...]
    made: tuple[tuple[int, int], ...] = ()


def _lines(rendered: Rendered) -> tuple[TableLines, list[UnreadMarkup]]:
    """Divide a rendered page into tables and the text outside; also return its unread parts."""
    text = rendered.text
    # A text of the same length, with the tags covered whose attributes contain marks of tables.
    covered = (
        (tag.start, tag.end, OPAQUE * (tag.end - tag.start))
        for tag in find_tags(text)
        if _SEPARATES.search(tag.attributes)
    )
    mask = spliced(text, covered)
    if mask.count("|") + mask.count("!") > _MOST_MARKS:
        why = "the page has too many cells, so none of its tables is read"
        return TableLines(OPAQUE * len(mask), rendered), [
            *rendered.unread,
            UnreadMarkup(0, len(rendered.source), why),
        ]
    return TableLines(mask, rendered), list(rendered.unread)


def read_page(text: str) -> WikiPage:
    """Read a page's sections, tables, loose values, templates and comments; unread parts are in
    ``WikiPage.unread``.
    """
    if len(text) > _LONGEST:
        return WikiPage(
            text,
            unread=(UnreadMarkup(0, len(text), f"the page is longer than {_LONGEST} characters"),),
        )
    rendered = render(text)
    lines, unread = _lines(rendered)
    tables, unread_tables = read_tables(rendered, lines)
    values = (
        value
        for part in lines.outside
        if isinstance(part, tuple)
        for value in _in_lines(rendered, *part)
    )
    return WikiPage(
        text,
        _sections(rendered),
        tables,
        tuple(sorted((*values, *_pills(rendered, tables)), key=lambda value: value.start)),
        tuple(rendered.templates),
        tuple(rendered.notes),
        (*unread, *unread_tables, *_doubts(rendered, lines)),
    )


@lru_cache(maxsize=8)
def read_passages(text: str) -> Passages:
    """Read the headings of a page with the paragraphs, list items and table cells below each, and
    first the text above all headings. Results are kept, because a revision of the Ruleset is read
    both for its rules and for its changes; few, because a page may have megabytes.
    """
    rendered = render(text)
    lines, unread = _lines(rendered)
    headings = list(_headings(rendered))
    heads = [("", 0, 0, 0, 0)]
    for title, level, start, end in headings:
        first = max(_line_start(rendered, start), heads[-1][4])
        after = rendered.start_of(end) + (end < len(rendered.text))
        heads.append((title, level, first, min(end + 1, len(rendered.text)), max(first, after)))
    cells = [
        cell
        for table in lines.tables
        for cell in (*table.captions, *(cell for row in table.rows for cell in row.cells))
    ]
    each_part = (*lines.outside, *(part for cell in cells for part in cell.parts))
    parts = sorted(part for part in each_part if isinstance(part, tuple) and part[0] < part[1])
    stops = [*(start for _, _, start, _ in headings), len(rendered.text)]
    ends = [*(start for _, _, start, _, _ in heads[1:]), len(text)]
    passages = tuple(
        WikiPassage(
            title, level, start, body, end, read_blocks(rendered, _within(parts, first, stop))
        )
        for (title, level, start, first, body), stop, end in zip(heads, stops, ends, strict=True)
    )
    made = tuple(
        (each.start, each.end) for each in rendered.templates if not only_displays(each, text)
    )
    return Passages(passages, tuple(unread), made)


def _within(parts: list[tuple[int, int]], start: int, end: int) -> Iterator[tuple[int, int]]:
    first = bisect_left(parts, start, key=lambda part: part[1])
    for part_start, part_end in parts[first : bisect_left(parts, end, key=lambda part: part[0])]:
        yield max(part_start, start), min(part_end, end)


def _line_start(rendered: Rendered, place: int) -> int:
    """The offset in the source where the line of a heading begins, with the comments on it, unless
    they begin on an earlier line.
    """
    start = rendered.start_of(place)
    line = rendered.source.rfind("\n", 0, start) + 1
    return line if _NOTES.fullmatch(rendered.source, line, start) else start


def _headings(rendered: Rendered) -> Iterator[tuple[str, int, int, int]]:
    """Yield the title and the level of each heading, and where its line begins and ends in the
    rendered text.
    """
    for match in _HEADING.finditer(f"\n{rendered.text}"):
        line = match[1].rstrip()
        level = heading_level(line)
        if level:
            start = match.start()
            title = visible_part(rendered, start + level, start + len(line) - level)
            yield " ".join(title.split()), level, start, match.end() - 1


def _sections(rendered: Rendered) -> tuple[Section, ...]:
    found = [
        (title, level, rendered.start_of(start), rendered.end_of(end))
        for title, level, start, end in _headings(rendered)
    ]
    ends = [len(rendered.source)] * len(found)
    open_sections: list[int] = []
    for i, (_, level, start, _) in enumerate(found):
        while open_sections and found[open_sections[-1]][1] >= level:
            ends[open_sections.pop()] = start
        open_sections.append(i)
    return tuple(Section(*head, end) for head, end in zip(found, ends, strict=True))


def _doubts(rendered: Rendered, lines: TableLines) -> Iterator[UnreadMarkup]:
    """Yield the parts that may look different on the wiki: tables where HTML has no place for them,
    and templates that can contain rows and whole tables.
    """
    tags = [tag for tag in find_tags(rendered.text) if tag.name in TABLE_TAGS]
    if tags:
        yield UnreadMarkup(
            rendered.start_of(tags[0].start), rendered.end_of(tags[-1].end), HTML_TABLE
        )
    for place in lines.misplaced:
        yield UnreadMarkup(rendered.start_of(place), rendered.end_of(place + 2), MISPLACED_TABLE)
    for start, end in lines.row_marks:
        if rendered.template_at(start, end):
            continue  # it adds attributes
        shown = rendered.text[start : min(end, start + _SHOWN)]
        why = f"“{shown}” begins a row and is not a cell; if it is a value, write “| {shown[1:]}”"
        yield UnreadMarkup(rendered.start_of(start), rendered.end_of(end), why, True)
    for start, end in lines.strays:
        if rendered.template_at(start, end):
            why = "a template between the rows of a table may add cells"
            yield UnreadMarkup(rendered.start_of(start), rendered.end_of(end), why, True, True)
    for part in lines.outside:
        match = _ORPHAN.search(rendered.text, *part) if isinstance(part, tuple) else None
        if match is not None:
            why = "a line of a table whose start is not on the page: a template may contain it"
            yield UnreadMarkup(
                rendered.start_of(match.start()), rendered.end_of(match.end()), why, True, True
            )


def _in_lines(rendered: Rendered, place: int, end: int) -> Iterator[Value]:
    for line in rendered.text[place:end].split("\n"):
        if (
            "'''" in line
            and ":" in line
            and len(line) <= _LONGEST_LINE
            and not heading_level(line.rstrip())
        ):
            for form, pattern in _FORMS:
                if (match := pattern.match(line)) is not None:
                    first, last = _bare(line, *match.span("label"))
                    label = visible_part(rendered, place + first, place + last)
                    if label and len(label) <= _LONGEST_LABEL:
                        first, last = _bare(line, *match.span("value"))
                        first, last = place + first, place + last
                        start = rendered.start_of(first) if first < last else rendered.end_of(first)
                        stop = rendered.end_of(last)
                        fixed = rendered.cuts(first) or rendered.cuts(last)
                        yield Value(
                            label, visible_part(rendered, first, last), form, start, stop, fixed
                        )
                    break
        place += len(line) + 1


def _bare(line: str, start: int, end: int) -> tuple[int, int]:
    """Return the ends of a stretch of a line without the spaces around its text."""
    content = line[start:end]
    start += len(content) - len(content.lstrip())
    return start, max(start, end - len(content) + len(content.rstrip()))


def _pills(rendered: Rendered, tables: Sequence[Table]) -> Iterator[Value]:
    source = rendered.source
    outer = [table for table in tables if table.parent is None]
    starts = [table.start for table in outer]
    for template in rendered.templates:
        if (
            template.name.lower() == "pill"
            and len(template.arguments) >= 2
            and all(a.name is None for a in template.arguments[:2])
        ):
            before = bisect_right(starts, template.start)
            if not before or outer[before - 1].end <= template.start:
                label, value = template.arguments[:2]
                start, end = _bare(source, value.start, value.end)
                yield Value(
                    visible_text(source[label.start : label.end]),
                    visible_text(source[start:end]),
                    ValueForm.PILL,
                    start,
                    end,
                )
