"""A stretch of a page as its parts: what is its heading, its body, its footer, with their text, links and images."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parsers.blog import markup
from parsers.blog.markup import END, START, TEXT, Lines, Tokens
from parsers.blog.selectors import BLOCKS, CELLS, HEADINGS, QUOTING, SILENT, Attributes, Region

__all__ = ["Image", "Link", "Part", "read_parts"]


# What part an element is, by its tag and attributes, within the part around it; None if it is none of its own.
RegionOf = Callable[[str, Attributes, Region], Region | None]


class Image(NamedTuple):
    """An image; ``quoted`` if it stands in a quotation or is struck out."""

    attributes: Attributes
    quoted: bool


class Link(NamedTuple):
    """A link and its text in pieces."""

    href: str
    pieces: list[str]

    @property
    def text(self) -> str:
        """The link's text on one line."""
        return " ".join("".join(self.pieces).split())


class Part(Lines):
    """A part of a post or comment: the text, links and images that stand in it and in no part within it."""

    __slots__ = ("images", "links", "region")

    def __init__(self, region: Region) -> None:
        super().__init__()
        self.region: Region = region
        self.links: list[Link] = []
        self.images: list[Image] = []


def read_parts(tokens: Tokens, start: int, stop: int, region_of: RegionOf) -> list[Part]:
    """The parts of ``tokens[start:stop]`` in the order in which they begin; the first is what is in no named part."""
    reader = _Reader(region_of)
    text, open_, close = reader.text, reader.open, reader.close
    for kind, name, attributes in tokens[start:stop]:
        if kind == TEXT:
            text(name)
        elif kind == START:
            open_(name, attributes)
        elif kind == END:
            close(name)
    return reader.parts


class _Reader:
    def __init__(self, region_of: RegionOf) -> None:
        self._region_of = region_of
        self._part = Part("other")
        self.parts = [self._part]
        self._around: list[tuple[int, Part]] = []
        self._depth = 0
        self._quoting = 0
        self._struck = 0
        self._silent = 0
        self._link: Link | None = None

    def text(self, text: str) -> None:
        if self._silent:
            return
        self._part.add(text)
        if self._link is not None:
            self._link.pieces.append(text)

    def open(self, tag: str, attributes: Attributes) -> None:
        self._depth += 1
        if tag in BLOCKS:
            if self._part.open:
                self._part.cut()
            region = self._region_of(tag, attributes, self._part.region) if attributes or tag in HEADINGS else None
            if region is not None:
                self._around.append((self._depth, self._part))
                self._part = Part(region)
                self.parts.append(self._part)
            elif tag in QUOTING:
                self._quoting += 1
        elif tag == "img":
            self._image(attributes)
        elif tag == "a":
            self._link = Link(attributes.get("href", ""), [])
            self._part.links.append(self._link)
        elif tag in QUOTING:
            self._quoting += 1
        elif tag in SILENT:
            self._silent += 1
        elif tag in CELLS:
            self._part.add(" ")

    def _image(self, attributes: Attributes) -> None:
        strikes = markup.strikes(attributes)
        if strikes:
            self._struck = max(0, self._struck + strikes)
        else:
            self._part.images.append(Image(attributes, self._quoting > 0 or self._struck > 0))

    def close(self, tag: str) -> None:
        if tag in BLOCKS:
            if self._part.open:
                self._part.cut()
            if self._around and self._around[-1][0] == self._depth:
                self._part = self._around.pop()[1]
        elif tag == "a":
            self._link = None
        elif tag in SILENT:
            self._silent -= 1
        if tag in QUOTING:
            self._quoting -= 1
        self._depth -= 1
