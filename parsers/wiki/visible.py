"""The text that a reader of the wiki sees.

It is made from :class:`Rendered`: wikitext whose templates are resolved, but whose markup is not
read yet. Markup is replaced by control characters first, so that no later step takes text for
markup:

- :data:`BREAK`, :data:`PARAGRAPH` and :data:`ITEM` stand for tags that begin a line;
- :data:`NOTHING` stands for markup that shows nothing;
- :data:`LINE_GONE` stands for a line end within markup;
- :data:`OPAQUE` with a number stands for a block that MediaWiki does not parse.

:func:`as_shown` resolves them, except for :data:`BREAK`.

Follows ``Parser::internalParse`` of MediaWiki 1.39 (tags, magic words, headings, links, quotes,
external links) and ``BlockLevelPass`` for the marks of lists.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.patterns import later
from parsers.wiki.inline import (
    FREE_LINK,
    LINE_GONE,
    MARK,
    SHIELDED,
    TABLE,
    Tag,
    decode,
    find_tags,
    without_external_links,
    without_links,
    without_quotes,
)
from parsers.wiki.rendered import NOTHING, OPAQUE, Rendered, render

NESTED = "<T>"
"""Is shown for a table within a cell."""
BREAK = "\x00"
"""Stands for a ``<br>``."""
PARAGRAPH = "\x10"
"""Stands for an HTML tag that ends a paragraph."""
ITEM = "\x11"
"""Stands for a ``<li>``."""
LIST_MARKS = "*#:;"

_MAY_HAVE_MARKUP = later(r"[<\[&|\x01-\x08\x0e\x7f]|''|__|\n[=*#:;-]")
"""Without a match, a text is shown as it is written."""
_BLOCK_TAGS = frozenset(
    "br blockquote caption center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul".split()
)
"""Tags that begin a line."""
_MARK_OF_TAG = {("br", False): BREAK, ("br", True): BREAK, ("li", False): ITEM}
"""The replacement of a block tag by (name, is an end tag); PARAGRAPH for the others."""
_SWITCH = later(
    r"__(?:NOTOC|FORCETOC|TOC|NOEDITSECTION|NEWSECTIONLINK|NONEWSECTIONLINK|HIDDENCAT|EXPECTUNUSEDCATEGORY|INDEX|NOINDEX|"
    r"STATICREDIRECT|NOGALLERY|NOTITLECONVERT|NOTC|NOCONTENTCONVERT|NOCC)__",
    re.IGNORECASE,
)
_REPLACED_BY = {PARAGRAPH: BREAK, ITEM: BREAK} | {
    shield: character for character, shield in SHIELDED.items()
}
"""The last replacement of marks that are shown: by a break, or by the shielded character."""
_REPLACEABLE = later(f"[{''.join(_REPLACED_BY)}]")
"""A key of ``_REPLACED_BY``."""
_ANY_CONTROL = later(r"[\x01-\x08\x0e-\x1f\x7f]")
"""Any private control character but BREAK."""
_INVISIBLE = later(f"[{MARK}{TABLE}{LINE_GONE}]|{NOTHING}")
"""Marks that show nothing."""
_OPAQUE_BLOCK = later(rf"{OPAQUE}(\d+);")
"""An opaque block with its index in ``blocks``."""
_ADDRESS_OR_COLON = later(rf"{FREE_LINK.pattern}(?<![,;.:!?])|(:)", re.IGNORECASE)
"""An address, which can contain colons (``https://x.example:80``, ``mailto:a@x.example``), or a
colon outside of addresses. MediaWiki takes no punctuation at the end into an address.
"""


def visible_text(source: str) -> str:
    """The visible text of some wikitext, joined to one line; list marks on the first line count as
    text.
    """
    rendered = render(source)
    return " ".join(visible_part(rendered, 0, len(rendered.text)).split())


def visible_part(rendered: Rendered, start: int, end: int) -> str:
    """The visible text between two offsets of rendered text.

    ``start`` must be inside a line: list marks and headings are read on the lines below it only.
    """
    text = rendered.text[start:end]
    return visible_parts(rendered, [(start, end)]) if _MAY_HAVE_MARKUP.search(text) else tidy(text)


def visible_parts(rendered: Rendered, parts: Sequence[tuple[int, int] | int]) -> str:
    """The visible text of the parts of a cell. A part is a stretch of rendered text (its start and
    end), or the number of a nested table, for which :data:`NESTED` is shown.
    """
    pieces: list[str] = []
    blocks: list[str] = []
    for part in parts:
        if isinstance(part, int):
            # The table is on lines of its own and ends the links around it.
            pieces.append(f"\n{OPAQUE}{len(blocks)};{TABLE}{BREAK}")
            blocks.append(NESTED)
            continue
        start, end = part
        # Text right behind another part does not begin a line.
        if pieces and not rendered.text.startswith("\n", start):
            pieces.append(NOTHING)
        pieces.append(_numbered(rendered, start, end, blocks))
    # The first line begins behind the mark of its cell, so it can be no list item.
    first, *others = _lines("".join(pieces).lstrip(" \t"), begins_line=False)
    text = "\n".join((first, *map(_without_list_marks, others)))
    return tidy(as_shown(text, blocks).replace(BREAK, "\n"))


def shown_lines(
    rendered: Rendered, start: int, end: int, *, begins_line: bool
) -> tuple[list[str], list[str]]:
    """The lines after reading links and tags, for :func:`as_shown`, and their opaque blocks; a
    line that disappears leaves :data:`LINE_GONE`.
    """
    blocks: list[str] = []
    return _lines(_numbered(rendered, start, end, blocks), begins_line=begins_line), blocks


def as_shown(text: str, blocks: Sequence[str]) -> str:
    """Text of :func:`shown_lines` as it is shown, except for each :data:`BREAK`."""
    if OPAQUE not in text:
        return _unmarked(text)
    parts = _OPAQUE_BLOCK.split(text)
    parts[::2] = map(_unmarked, parts[::2])
    parts[1::2] = [blocks[int(number)] for number in parts[1::2]]
    return "".join(parts)


def _unmarked(text: str) -> str:
    text = decode(text)
    if text.isprintable() or _ANY_CONTROL.search(text) is None:
        return text
    return _REPLACEABLE.sub(lambda match: _REPLACED_BY[match.group()], _INVISIBLE.sub("", text))


def split_definition(content: str) -> tuple[str, str | None]:
    """The term and the meaning of ``; term : meaning``, given without the ``;``; the meaning is
    None if it is on another line. A colon in an address does not count; those in labels of links
    are shielded.
    """
    for found in _ADDRESS_OR_COLON.finditer(content):
        if found[1]:
            return content[: found.start()], content[found.end() :]
    return content, None


def tidy(text: str) -> str:
    """The text without needless spaces and empty lines."""
    if "\n" not in text:
        return " ".join(text.split())
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def heading_level(line: str) -> int:
    """The level of a heading line without surrounding spaces, 0 for another line
    (``Parser::handleHeadings``).

    >>> heading_level("=== Doors ==")
    2
    """
    opening = len(line) - len(line.lstrip("="))
    if opening == len(line):
        # A title of at least one "=" is left.
        return min(max(opening - 1, 0) // 2, 6)
    return min(opening, len(line) - len(line.rstrip("=")), 6)


def _numbered(rendered: Rendered, start: int, end: int, blocks: list[str]) -> str:
    """The text between two places with a number behind each opaque block, which is added to
    ``blocks``.
    """
    if rendered.text.find(OPAQUE, start, end) < 0:
        return rendered.text[start:end]
    pieces: list[str] = []
    while (place := rendered.text.find(OPAQUE, start, end)) >= 0:
        block = decode(rendered.blocks.get(place, ""))
        around = PARAGRAPH if block.startswith("\n") else ""
        pieces += (rendered.text[start:place], f"{around}{OPAQUE}{len(blocks)};{around}")
        blocks.append(block)
        start = place + 1
    return "".join((*pieces, rendered.text[start:end]))


def _lines(text: str, *, begins_line: bool) -> list[str]:
    if "<" in text:
        text = _without_tags(text, find_tags(text))
    if "__" in text:
        # MediaWiki removes the others before it looks for apostrophes; of __TOC__ a mark stays.
        text = _SWITCH.sub(
            lambda match: NOTHING if match.group().lower() == "__toc__" else "", text
        )
    first, newline, others = ("", "", text) if begins_line else text.partition("\n")
    if others[:1] in {"=", "-"} or "\n=" in others or "\n----" in others:
        others = "\n".join(map(_without_heading, others.split("\n")))
    text = without_links(first + newline + others)
    return [without_external_links(without_quotes(line, NOTHING)) for line in text.split("\n")]


def _without_tags(text: str, tags: list[Tag]) -> str:
    parts: list[str] = []
    place = 0
    opened: dict[str, int] = {}
    for tag in tags:
        count = opened.get(tag.name, 0)
        # MediaWiki drops an end tag without a start tag, except for </p>, which becomes an empty
        # paragraph.
        breaks = tag.name in _BLOCK_TAGS and (not tag.closes or count > 0 or tag.name == "p")
        opened[tag.name] = max(count - 1, 0) if tag.closes else count + 1
        mark = _MARK_OF_TAG.get((tag.name, tag.closes), PARAGRAPH) if breaks else NOTHING
        parts += (text[place : tag.start], mark, LINE_GONE * text.count("\n", tag.start, tag.end))
        place = tag.end
    return "".join((*parts, text[place:]))


def _without_heading(line: str) -> str:
    if line.startswith("----"):
        return PARAGRAPH + line.lstrip("-")
    stripped = line.rstrip()
    if not (stripped.startswith("=") and stripped.endswith("=")):
        return line
    level = heading_level(stripped)
    return stripped[level : len(stripped) - level] if level else line


def _without_list_marks(line: str) -> str:
    content = line.lstrip(LIST_MARKS)
    if line[: len(line) - len(content)].endswith(";"):
        term, meaning = split_definition(content)
        return content if meaning is None else f"{term}{BREAK}{meaning}"
    return content
