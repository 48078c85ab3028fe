"""HTML as a flat list of tokens in the page's order, and a stretch of them as parts with text,
links and images.

A tree would be as deep as the page nests its tags, and libxml2 cuts a tree at 2048 levels, losing
later comments. A list has no depth, and building it takes a third of the time that BeautifulSoup
needs for its tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from lxml import etree

from parsers.blog.selectors import (
    BLOCKS,
    CELLS,
    SILENT,
    STRIKING,
    Attributes,
    Region,
    is_no_statement,
)
from parsers.patterns import later

START, END, TEXT, COMMENT = range(4)

Token = tuple[int, str, Attributes]
"""A piece of a page: its kind, a tag's name or a text, and a start tag's attributes."""
Tokens = list[Token]

_NONE: Mapping[str, str] = {}
_MAX_COMPARISONS = 1_000_000_000
"""libxml2 compares an end tag with every open element. A page may cost this many comparisons (some
two seconds), which allows 10,000 open elements on a page of 100,000 end tags."""
_PIECE = 65_536
_MAX_TOKENS = 1_000_000
"""About a hundred times the tokens of a long archive; in memory they take a gigabyte at worst."""

# libxml2 ends <s> and <strike> where a paragraph begins; browsers strike out up to the end tag. An
# empty element in place of either tag keeps their places and changes nothing else.
_STRIKE = later(rf"<(/?)(?:{'|'.join(STRIKING)})(?:\s[^<>]*)?>", re.IGNORECASE)
MARKER = "struck"
MARKER_STEPS = {"on": 1, "off": -1}


class TooTangledError(Exception):
    """A page has so many elements, or nests them so deeply, that reading it would take minutes."""


class _Collector:
    """Collects the tokens of lxml's parser (its "parser target interface"). Neighbouring texts
    become one.
    """

    def __init__(self, end_tags: int) -> None:
        self.tokens: Tokens = []
        self._texts: list[str] = []
        self.data = self._texts.append
        self._depth = 0
        self._max_depth = _MAX_COMPARISONS // (end_tags + 1)

    def start(self, tag: str, attributes: Attributes) -> None:
        self._depth += 1
        if self._depth > self._max_depth:
            raise TooTangledError
        if self._texts:
            self._end_text()
        self.tokens.append((START, tag, attributes))

    def end(self, tag: str) -> None:
        self._depth -= 1
        if self._texts:
            self._end_text()
        self.tokens.append((END, tag, _NONE))

    def comment(self, text: str) -> None:
        self._end_text()
        self.tokens.append((COMMENT, text, _NONE))

    def close(self) -> Tokens:
        self._end_text()
        return self.tokens

    @property
    def size(self) -> int:
        return len(self.tokens) + len(self._texts)

    def _end_text(self) -> None:
        if self._texts:
            self.tokens.append((TEXT, "".join(self._texts), _NONE))
            self._texts.clear()


def page_text(page: bytes | str) -> str:
    """A page's text. Bytes are read as UTF-8, whatever they declare; invalid ones become U+FFFD."""
    text = page.decode("utf-8", errors="replace") if isinstance(page, bytes) else page
    return text.lstrip("\ufeff").replace("\0", "\ufffd")


def read_tokens(text: str) -> Tokens:
    """The tokens of a page. Raises TooTangledError if it has too many elements, or nests them too
    deeply.
    """
    text = _STRIKE.sub(lambda tag: f"<img {MARKER}={'off' if tag[1] else 'on'}>", text)
    source = text.encode("utf-8", errors="replace")
    target = _Collector(source.count(b"</"))
    parser = etree.HTMLParser(
        target=cast("Any", target), encoding="utf-8", recover=True, huge_tree=True
    )
    # The parser raises an exception of its target only at the end of a piece.
    for start in range(0, len(source), _PIECE):
        parser.feed(source[start : start + _PIECE])
        if target.size > _MAX_TOKENS:
            raise TooTangledError
    if source:
        parser.close()
    return target.tokens


def close_of(tokens: Tokens, start: int, stop: int) -> int:
    """The index of the end tag that closes the element opened at ``start``, or ``stop`` if that
    comes first.
    """
    return end_of_parent(tokens, start + 1, stop)


def end_of_parent(tokens: Tokens, start: int, stop: int) -> int:
    """The index of the end tag that closes the element around ``start``, or ``stop`` if that comes
    first.
    """
    depth = 0
    for place in range(start, stop):
        kind = tokens[place][0]
        depth += (kind == START) - (kind == END)
        if depth < 0:
            return place
    return stop


class Image(NamedTuple):
    """An image; ``quoted`` if it is in a quotation, struck out or hidden."""

    attributes: Attributes
    quoted: bool


class BlogLink(NamedTuple):
    """A link and its text in pieces."""

    href: str
    pieces: list[str]

    @property
    def text(self) -> str:
        """The link's text on one line."""
        return " ".join("".join(self.pieces).split())


class Part:
    """A part of a post or comment, without the parts within it: its lines as a browser would show
    them, its links and its images. ``quotes``: some of the text is in a quotation, struck out or
    hidden.
    """

    def __init__(self, region: Region) -> None:
        self.region: Region = region
        self.links: list[BlogLink] = []
        self.images: list[Image] = []
        self.quotes = False
        self._pieces: list[str] = []
        self._lines: list[str] = []

    def add(self, text: str) -> None:
        """Continue the current line; spaces do not begin one."""
        if self._pieces or not text.isspace():
            self._pieces.append(text)

    def end_line(self) -> None:
        """End the current line, if it has begun."""
        if self._pieces:
            self._lines.append(" ".join("".join(self._pieces).split()))
            self._pieces.clear()

    def lines(self) -> list[str]:
        """End the last line and return all."""
        self.end_line()
        return self._lines


def read_text(tokens: Tokens, start: int, stop: int) -> Part:
    """The whole of ``tokens[start:stop]`` as one part."""
    return read_parts(tokens, start, stop, lambda _tag, _attributes, _around: None)[0]


def read_parts(  # noqa: C901 - one pass over all tokens of a page, without a call for each
    tokens: Tokens,
    start: int,
    stop: int,
    region_of: Callable[[str, Attributes, Region], Region | None],
) -> list[Part]:
    """Return the parts of ``tokens[start:stop]``, the text in none of them first. ``region_of``
    returns the part that an element opens, by tag, attributes and the part around it.
    """
    part = Part("other")
    parts = [part]
    quoting = silent = False
    struck = 0
    link: BlogLink | None = None
    opened: list[tuple[Part, bool, bool, BlogLink | None]] = []
    for kind, name, attributes in tokens[start:stop]:
        if kind == TEXT and not silent:
            part.add(name)
            if (quoting or struck) and not name.isspace():
                part.quotes = True
            if link is not None:
                link.pieces.append(name)
        elif kind == START:
            opened.append((part, quoting, silent, link))
            quoting = quoting or is_no_statement(name, attributes)
            silent = silent or name in SILENT
            if name in BLOCKS:
                part.end_line()
                region = region_of(name, attributes, part.region)
                if region is not None:
                    part = Part(region)
                    parts.append(part)
            elif name in CELLS:
                part.add(" ")
            elif name == "a":
                link = BlogLink(attributes.get("href", ""), [])
                part.links.append(link)
            elif step := MARKER_STEPS.get(attributes.get(MARKER, ""), 0):
                struck = max(0, struck + step)
            elif name == "img":
                part.images.append(Image(attributes, quoting or struck > 0))
        elif kind == END:
            if name in BLOCKS:
                part.end_line()
            if opened:
                part, quoting, silent, link = opened.pop()
    return parts
