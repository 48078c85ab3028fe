"""HTML as a flat list of what stands in it, in the page's order.

A tree would be as deep as the page nests its tags, and libxml2 cuts a tree at 2048 levels, later comments
and all. A list has no depth.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from lxml import etree

from parsers.blog.selectors import STRIKING, Attributes

__all__ = [
    "COMMENT",
    "END",
    "START",
    "TEXT",
    "Lines",
    "Token",
    "Tokens",
    "TooTangledError",
    "close_of",
    "page_text",
    "read_tokens",
    "strikes",
]

START, END, TEXT, COMMENT = range(4)

# What stands in a page: its kind, a tag's name or a text, and a start tag's attributes.
Token = tuple[int, str, Attributes]
Tokens = list[Token]

_NONE: Mapping[str, str] = {}

# An end tag is compared with every open element. A page may cost this many comparisons (some two seconds),
# which allows 10,000 open elements on a page of 100,000 end tags.
_MAX_COMPARISONS = 1_000_000_000
_PIECE = 65_536

# Some hundred times what a long archive holds; in memory they take a gigabyte at worst.
_MAX_TOKENS = 1_000_000


# libxml2 ends <s> and <strike> where a paragraph begins; browsers go on striking out to the end tag. An empty
# element in the place of either tag changes nothing else and keeps where they stood.
_STRIKE = re.compile(rf"<(/?)(?:{'|'.join(STRIKING)})(?:\s[^<>]*)?>", re.IGNORECASE)
_MARKER = "struck"


def strikes(attributes: Attributes) -> int:
    """1 for an image that stands for the start of struck text, -1 for its end, and 0 for a real image."""
    return {"on": 1, "off": -1}.get(attributes.get(_MARKER, ""), 0)


def _marker(tag: re.Match[str]) -> str:
    return f"<img {_MARKER}={'off' if tag[1] else 'on'}>"


class TooTangledError(ValueError):
    """A page has so many elements, or nests them so deeply, that reading it would take minutes."""


class _Bare(dict[str, Token]):
    """Tags without attributes. Most are, and then one token will do for all of a name."""

    def __init__(self, kind: int) -> None:
        self._kind = kind

    def __missing__(self, tag: str) -> Token:
        self[tag] = token = (self._kind, tag, _NONE)
        return token


class _Collector:
    """Receives what the parser finds; see lxml's "parser target interface"."""

    def __init__(self, end_tags: int) -> None:
        self.tokens: Tokens = []
        self._starts = _Bare(START)
        self._ends = _Bare(END)
        self._depth = 0
        self._max_depth = _MAX_COMPARISONS // (end_tags + 1)

    def start(self, tag: str, attributes: Attributes) -> None:
        self._depth += 1
        if self._depth > self._max_depth:
            raise TooTangledError
        self.tokens.append((START, tag, attributes) if attributes else self._starts[tag])

    def end(self, tag: str) -> None:
        self._depth -= 1
        self.tokens.append(self._ends[tag])

    def data(self, text: str) -> None:
        self.tokens.append((TEXT, text, _NONE))

    def comment(self, text: str) -> None:
        self.tokens.append((COMMENT, text, _NONE))

    def close(self) -> Tokens:
        return self.tokens


def page_text(page: bytes | str) -> str:
    """A page's text. Bytes are UTF-8 whatever they say of themselves; what is none becomes U+FFFD."""
    text = page.decode("utf-8", errors="replace") if isinstance(page, bytes) else page
    return text.lstrip("\ufeff").replace("\0", "\ufffd")


def read_tokens(text: str) -> Tokens:
    """What stands in a page. Raises TooTangledError if it has too many elements, or nests them too deeply."""
    source = _STRIKE.sub(_marker, text).encode("utf-8", errors="replace")
    target = _Collector(source.count(b"</"))
    parser = etree.HTMLParser(target=cast("Any", target), encoding="utf-8", recover=True, huge_tree=True)
    # An exception of the target is raised only when a piece has been read to its end.
    for start in range(0, len(source), _PIECE):
        parser.feed(source[start : start + _PIECE])
        if len(target.tokens) > _MAX_TOKENS:
            raise TooTangledError
    if source:
        parser.close()
    return target.tokens


def close_of(tokens: Tokens, start: int, stop: int) -> int:
    """The place of the end tag that closes the element opened at ``start``, or ``stop`` if it comes later."""
    depth = 0
    for place in range(start, stop):
        kind = tokens[place][0]
        if kind == START:
            depth += 1
        elif kind == END:
            depth -= 1
            if depth <= 0:
                return place
    return stop


class Lines:
    """Text gathered as a browser would show it: runs of blanks are one, and a block is a line of its own.

    ``open`` are the pieces of the line at hand; :meth:`cut` ends it. There is nothing to end where it is empty.
    """

    __slots__ = ("_done", "open")

    def __init__(self) -> None:
        self._done: list[str] = []
        self.open: list[str] = []

    def add(self, text: str) -> None:
        """Goes on with the line; blanks do not begin one."""
        if self.open or not text.isspace():
            self.open.append(text)

    def cut(self) -> None:
        """Ends the line."""
        if self.open:
            self._done.append(" ".join("".join(self.open).split()))
            self.open.clear()

    def done(self) -> list[str]:
        """Ends the last line and gives all."""
        self.cut()
        return self._done
