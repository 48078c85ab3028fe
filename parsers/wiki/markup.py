"""HTML in wikitext: which tags are markup, what attributes they have, and how browsers read spans.

Follows ``Sanitizer::internalRemoveHtmlTags`` and ``Sanitizer::decodeCharReferences`` of MediaWiki 1.39, and for spans
the HTML standard (WHATWG, "Attributes common to td and th elements", "Rules for parsing integers").
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.patch import spliced
from parsers.patterns import later

_ALLOWED = frozenset(
    "abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i ins kbd li "
    "mark ol p pre q rb rp rt rtc ruby s samp small span strike strong sub sup table td th time tr tt u ul var wbr".split()
)
_TAG = later(r"<(/?)([A-Za-z][^\t\n\v />\x00<]*+)([^<>]*)>")
_SEPARATES = later(r"[|!\n\[{]")
_ATTRIBUTE = later(r"""([^\s/>][^\s/>=]*+)(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >]*)))?""", re.ASCII)
_ENTITY = later(r"&(?:#([0-9]{1,8})|#[xX]([0-9A-Fa-f]{1,7})|([A-Za-z0-9]{1,40}));")
_DIGITS = later(r"[\t\n\f\r ]*\+?([0-9]+)")
_WIDEST = 1000
_TALLEST = 65534
_MOST_DIGITS = 9


class Tag(NamedTuple):
    """A tag that MediaWiki takes as markup, and its place."""

    start: int
    end: int
    name: str
    closes: bool
    attributes: str


def find_tags(text: str) -> list[Tag]:
    """The tags in a text, in order."""
    if "<" not in text:
        return []
    found: list[Tag] = []
    for match in _TAG.finditer(text):
        name = match.group(2).lower()
        if name in _ALLOWED:
            found.append(Tag(match.start(), match.end(), name, bool(match.group(1)), match.group(3)))
    return found


def mask(text: str, tags: list[Tag], filler: str) -> str:
    """The text with the tags covered that hold what would separate cells outside of them; equally long."""
    return spliced(text, ((tag.start, tag.end, filler * (tag.end - tag.start)) for tag in tags if _SEPARATES.search(tag.attributes)))


def decode(text: str) -> str:
    """The text with entities decoded as MediaWiki knows them: only with their semicolon."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        from html.entities import html5  # noqa: PLC0415 - a table of two thousand names

        return html5.get(f"{name};", match.group())
    code = int(decimal) if decimal else int(hexadecimal, 16)
    allowed = code in {9, 10, 13} or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code <= 0x10FFFF
    return chr(code) if allowed else match.group()


def spans(attributes: str) -> tuple[int, int]:
    """``(rowspan, colspan)`` of a cell; a rowspan of 0 reaches to the end. Of an attribute given twice the last counts."""
    lower = attributes.lower()
    if "span" not in lower:
        return 1, 1
    rows = columns = "1"
    # An end of no tag is a letter like all to MediaWiki.
    attributes = spliced(attributes, ((tag.start, tag.end, " ") for tag in find_tags(attributes))).replace(">", "&gt;")
    for name, double, single, bare in _ATTRIBUTE.findall(attributes):
        if name.lower() == "rowspan":
            rows = double or single or bare
        elif name.lower() == "colspan":
            columns = double or single or bare
    return span(rows, 0, _TALLEST), span(columns, 1, _WIDEST)


def span(value: str, least: int, most: int) -> int:
    """A span's value as browsers read it: the digits it begins with, held between two limits; without any, 1."""
    match = _DIGITS.match(decode(value))
    if match is None:
        return 1
    digits = match.group(1).lstrip("0") or "0"
    return most if len(digits) > _MOST_DIGITS else min(max(int(digits), least), most)
