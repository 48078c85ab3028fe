"""HTML in wikitext: which tags are markup, what they hide, what attributes they have, and how browsers read spans.

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
_ATTRIBUTE = later(r"""([^\s/>][^\s/>=]*+)(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >]*)))?""", re.ASCII)
_ENTITY = later(r"&(?:#([0-9]{1,8})|#[xX]([0-9A-Fa-f]{1,7})|([A-Za-z0-9]{1,40}));")
_DIGITS = later(r"[\t\n\f\r ]*\+?(?=[0-9])0*([0-9]{0,6})")
_WRITTEN_TAG = later(r"<(?P<close>/?)(?P<name>[a-z][a-z0-9]{0,15})\b(?P<attributes>[^<>]{0,2000})>", re.IGNORECASE)
_HIDES = later(r"display\s*:\s*none|visibility\s*:\s*hidden|line-through|opacity\s*:\s*0|font-size\s*:\s*0", re.IGNORECASE)
_HIDING = frozenset({"s", "del", "strike", "sup", "sub", "ref"})
_EMPTY = frozenset({"br", "hr", "img", "wbr"})
_MOST_OPEN = 200


class Tag(NamedTuple):
    """A tag that MediaWiki takes as markup, and its place."""

    start: int
    end: int
    name: str
    closes: bool
    attributes: str


def find_tags(text: str) -> list[Tag]:
    """The tags in a text, in order."""
    found = _TAG.finditer(text) if "<" in text else ()
    return [Tag(*each.span(), name, bool(each[1]), each[3]) for each in found if (name := each[2].lower()) in _ALLOWED]


def hidden_spans(source: str) -> list[tuple[int, int]]:
    """The stretches between tags that strike out, hide or raise their text or make a footnote of it; to the end if nothing ends one.

    The elements are ``s``, ``del``, ``strike``, ``sup``, ``sub``, ``ref``, and those with a style that hides (as
    ``Sanitizer::checkCss`` lets through). Stretches may hold others. Tags are found in the source as written, before comments and
    templates are dealt with: too much may be found that way, in ``<nowiki>`` for one, and never too little.
    """
    opened: list[tuple[str, int | None]] = []
    spans: list[tuple[int, int]] = []
    for tag in _WRITTEN_TAG.finditer(source):
        name = tag["name"].lower()
        if tag["close"]:
            place = next((at for at in range(len(opened) - 1, -1, -1) if opened[at][0] == name), None)
            if place is not None:
                start = opened[place][1]
                del opened[place]
                if start is not None:
                    spans.append((start, tag.end()))
        elif not tag["attributes"].endswith("/") and name not in _EMPTY:
            hides = name in _HIDING or _HIDES.search(tag["attributes"])
            opened.append((name, tag.start() if hides else None))
            del opened[:-_MOST_OPEN]
    spans += [(start, len(source)) for _, start in opened if start is not None]
    return sorted(spans)


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


def read_spans(attributes: str) -> tuple[int, int]:
    """``(rowspan, colspan)`` of a cell; a rowspan of 0 reaches to the end. Of an attribute given twice the last counts."""
    if "span" not in attributes.lower():
        return 1, 1
    # An end of no tag is a letter like all to MediaWiki.
    attributes = spliced(attributes, ((tag.start, tag.end, " ") for tag in find_tags(attributes))).replace(">", "&gt;")
    given = {name.lower(): double or single or bare for name, double, single, bare in _ATTRIBUTE.findall(attributes)}
    return _span(given.get("rowspan", "1"), 0, 65534), _span(given.get("colspan", "1"), 1, 1000)


def _span(value: str, least: int, most: int) -> int:
    """A span's value as browsers read it: the digits it begins with, held between two limits; without any, 1."""
    match = _DIGITS.match(decode(value))
    return 1 if match is None else min(max(int(match[1] or 0), least), most)
