"""A page of the wiki, read as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable

from parsers.wiki.builder import Builder, TooMuchError
from parsers.wiki.lines import read_lines
from parsers.wiki.markup import find_tags, mask
from parsers.wiki.model import UnreadMarkup, WikiPage
from parsers.wiki.rendered import OPAQUE, Rendered, render
from parsers.wiki.sections import read_sections
from parsers.wiki.split_markup import with_links_marked, with_quotes_marked
from parsers.wiki.tables import read_tables
from parsers.wiki.values import read_values

__all__ = ["read_page"]

_LONGEST = 16_000_000
_ORPHAN = re.compile(r"^[ \t]*+\|[-}][^\n]*", re.MULTILINE)


def read_page(text: str, expand: Callable[[str], str] | None = None) -> WikiPage:
    """A page's sections, tables, loose values, templates and comments, each with its place in ``text``.

    ``expand`` is given the wikitext of each template on the page and returns what the wiki makes of it, which
    then stands in its place; what it raises passes through. Without it templates stand for their visible
    arguments. Any text can be read: what could not be is named in ``WikiPage.unread``.
    """
    if len(text) > _LONGEST:
        return WikiPage(text, unread=(UnreadMarkup(0, len(text), f"the page is longer than {_LONGEST} characters"),))
    rendered = render(text, expand)
    tags = find_tags(rendered.text)
    builder = Builder(tags)
    unread = list(rendered.unread)
    whole = True
    try:
        read_lines(mask(rendered.text, tags, OPAQUE), rendered, builder)
    except TooMuchError as error:
        builder.stop(error.place)
        whole = False
        unread.append(UnreadMarkup(rendered.start_of(error.place), len(text), "the page holds more cells than are read"))
    rendered.text = with_quotes_marked(with_links_marked(rendered.text, tags, builder), tags, builder.divided)
    tables, unread_tables = read_tables(rendered, builder, whole=whole)
    sections = read_sections(rendered)
    return WikiPage(
        text,
        sections,
        tables,
        read_values(rendered, builder.outside, tables),
        tuple(rendered.templates),
        tuple(rendered.notes),
        (*unread, *unread_tables, *_doubts(rendered, builder)),
    )


def _doubts(rendered: Rendered, builder: Builder) -> list[UnreadMarkup]:
    """What may look otherwise on the wiki, where templates can bring rows and whole tables."""
    doubts = [
        UnreadMarkup(rendered.start_of(start), rendered.end_of(end), "a template between the rows of a table may bring cells", True)
        for start, end in builder.strays
        if rendered.template_at(start, end)
    ]
    for part in builder.outside:
        match = _ORPHAN.search(rendered.text, *part) if isinstance(part, tuple) else None
        if match is not None:
            why = "a line of a table whose start is not on the page: a template may bring it"
            doubts.append(UnreadMarkup(rendered.start_of(match.start()), rendered.end_of(match.end()), why, True))
    return doubts
