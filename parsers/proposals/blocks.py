"""A post's body as blocks: paragraphs, quotes with blocks inside, lists, tables and headings; struck text is kept apart."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from parsers.patterns import later

PICTURE = "\ufffc"
"""Stands for a picture in a text."""

STRUCK = "\ufff9"
"""Stands where struck text was."""

_MOST_DEPTH = 60
_MOST_CHARS = 1_000_000
_MARKS = {"strong": "b", "em": "i", "b": "b", "i": "i", "u": "u", "code": "code", "sub": "sub", "sup": "sup", "a": "a"}
_STRIKING = later(r"<(/?)(?:s|strike)(?=[\s/>])", re.IGNORECASE)
"""Tags that the parser closes before a paragraph, where a browser strikes it through."""
_UNSHOWN = later(r"line-through|display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_UNSEEN = frozenset({"script", "style", "head", "template"})
_BLOCKS = frozenset("p div section article center dt dd".split())
_BLANK = later(r"[\s\u200b\ufeff]+")
_AFTER_BLANKS = frozenset(" \n.,;:!?)")
_AROUND_STRUCK = later(f" ?{STRUCK} ?")
_CONTROL = later(r"[\x00-\x08\x0b-\x1f\x7f\ufff9]")


class UnreadableText(ValueError):
    """A matter's text that is not read, with the reason as a sentence."""


@dataclass(frozen=True, slots=True)
class TextMark:
    """How a stretch of a text is shown: ``kind`` is the tag (``a`` with its ``href``)."""

    start: int
    end: int
    kind: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class StyledText:
    """A text with its marks, which nest and are sorted by their start; a newline is a line break."""

    plain: str
    marks: tuple[TextMark, ...] = ()

    def cut(self, start: int, end: int) -> StyledText:
        """The stretch from ``start`` to ``end``, without blanks at its ends."""
        piece = self.plain[start:end]
        start += len(piece) - len(piece.lstrip())
        piece = piece.strip()
        end = start + len(piece)
        inside = (mark for mark in self.marks if mark.start < end and mark.end > start)
        return StyledText(piece, tuple(_clipped(mark, start, end) for mark in inside))

    def without_struck(self) -> StyledText:
        """The text without the signs of struck text in it, and without the blank that parts them from what stands around."""
        text: StyledText = self
        while (at := text.plain.find(STRUCK)) >= 0:
            start, end = at, at + 1
            behind = text.plain[end : end + 1]
            if text.plain[:start].endswith(" ") and (not behind or behind in _AFTER_BLANKS):
                start -= 1
            elif not start and behind == " ":
                end += 1
            moved = (replace(mark, start=_shifted(mark.start, start, end), end=_shifted(mark.end, start, end)) for mark in text.marks)
            text = StyledText(text.plain[:start] + text.plain[end:], tuple(mark for mark in moved if mark.start < mark.end))
        return text

    def lines(self) -> Iterator[StyledText]:
        """The text's lines, each with its own marks."""
        lines = self.plain.split("\n")
        starts = [0, *accumulate(len(line) + 1 for line in lines)]
        marks: list[list[TextMark]] = [[] for _ in lines]
        for mark in self.marks:
            number = bisect_right(starts, mark.start) - 1
            while number < len(lines) and starts[number] < mark.end:
                marks[number].append(_clipped(mark, starts[number], starts[number] + len(lines[number])))
                number += 1
        for line, own in zip(lines, marks, strict=True):
            yield StyledText(line, tuple(mark for mark in own if mark.start < mark.end))


def without_struck(text: str) -> str:
    """A text without the signs of struck text."""
    return _AROUND_STRUCK.sub(" ", text).strip() if STRUCK in text else text


def _shifted(place: int, start: int, end: int) -> int:
    """Where a place is once the stretch from ``start`` to ``end`` is gone."""
    return place - (end - start) if place >= end else min(place, start)


def _clipped(mark: TextMark, start: int, end: int) -> TextMark:
    return TextMark(max(mark.start, start) - start, min(mark.end, end) - start, mark.kind, mark.href)


@dataclass(frozen=True, slots=True)
class PostParagraph:
    """A paragraph, or a heading of ``level`` 1 to 6."""

    text: StyledText
    level: int = 0


@dataclass(frozen=True, slots=True)
class PostQuote:
    """A block quote, or preformatted text (``raw``: one paragraph whose lines are as typed)."""

    blocks: tuple[PostBlock, ...]
    raw: bool = False


@dataclass(frozen=True, slots=True)
class PostList:
    """A list, its items as the blocks in them."""

    items: tuple[tuple[PostBlock, ...], ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class PostTable:
    """A table: rows of cells, each with its text and whether it is a header."""

    rows: tuple[tuple[tuple[StyledText, bool], ...], ...]


@dataclass(frozen=True, slots=True)
class PostDivider:
    """A rule line across the post."""


PostBlock = PostParagraph | PostQuote | PostList | PostTable | PostDivider


def read_blocks(html: str) -> tuple[tuple[PostBlock, ...], tuple[str, ...]]:
    """The blocks of a post's body, and its struck texts. Raises UnreadableText for what is too long or too deeply nested."""
    if len(html) > _MOST_CHARS:
        raise UnreadableText(f"the text is longer than {_MOST_CHARS:,} characters")
    clean = _STRIKING.sub(r"<\1del", _CONTROL.sub("", html).encode("utf-8", "replace").decode())
    struck: list[str] = []
    blocks = _Reader(struck).read(BeautifulSoup(f"<html><body>{clean}</body></html>", "lxml", multi_valued_attributes=None), 0)
    return blocks, tuple(filter(None, (_BLANK.sub(" ", text).strip() for text in struck)))


class _Reader:
    """Gathers the blocks of one container; a container inside it has a reader of its own."""

    def __init__(self, struck: list[str]) -> None:
        self._struck = struck
        self._blocks: list[PostBlock] = []
        self._plain: list[str] = []
        self._length = 0
        self._last = "\n"
        self._marks: list[TextMark] = []
        self._open: list[tuple[str, str]] = []

    def read(self, element: Tag, depth: int) -> tuple[PostBlock, ...]:
        self._children(element, depth)
        self._flush()
        return tuple(self._blocks)

    def _children(self, element: Tag, depth: int) -> None:
        if depth > _MOST_DEPTH:
            raise UnreadableText("the text's markup is nested too deeply")
        for child in element.children:
            if type(child) is NavigableString:
                self._add(str(child))
            elif isinstance(child, Tag):
                self._tag(child, depth + 1)

    def _tag(self, tag: Tag, depth: int) -> None:
        name = tag.name.lower()
        if name == "del" or "hidden" in tag.attrs or _UNSHOWN.search(str(tag.get("style") or "")):
            self._struck.append(tag.get_text())
            self._add(STRUCK)
            return
        block = self._block(tag, name, depth)
        if block is not None:
            self._flush()
            self._blocks.append(block)
        elif name in _BLOCKS:
            self._flush()
            self._children(tag, depth)
            self._flush()
        elif name in _MARKS:
            self._marked(tag, _MARKS[name], depth)
        elif name == "br":
            self._break()
        elif name == "img":
            self._add(PICTURE)
        elif name not in _UNSEEN:
            self._children(tag, depth)

    def _block(self, tag: Tag, name: str, depth: int) -> PostBlock | None:
        if name == "blockquote":
            return PostQuote(_Reader(self._struck).read(tag, depth))
        if name == "pre":
            return PostQuote((PostParagraph(StyledText(tag.get_text().strip("\n"))),), raw=True)
        if name in {"ul", "ol"}:
            items = (child for child in tag.children if isinstance(child, Tag))
            return PostList(tuple(_Reader(self._struck).read(item, depth) for item in items), ordered=name == "ol")
        if name == "dl":
            return PostQuote((PostParagraph(self._defined(tag, depth)),))
        if name == "table":
            rows = (row for row in tag.find_all("tr") if row.find_parent("table") is tag)
            return PostTable(tuple(tuple(self._cells(row, depth)) for row in rows))
        if name == "hr":
            return PostDivider()
        if re.fullmatch("h[1-6]", name):
            return PostParagraph(self._text(tag, depth), level=int(name[1]))
        return None

    def _defined(self, tag: Tag, depth: int) -> StyledText:
        """A list of definitions, its terms and meanings marked as the wiki marks them."""
        plain, marks = "", []
        for child in tag.find_all(["dt", "dd"]):
            text = self._text(child, depth)
            plain += ("\n" if plain else "") + (";" if child.name == "dt" else ":")
            marks += [TextMark(mark.start + len(plain), mark.end + len(plain), mark.kind, mark.href) for mark in text.marks]
            plain += text.plain
        return StyledText(plain, tuple(marks))

    def _cells(self, row: Tag, depth: int) -> Iterator[tuple[StyledText, bool]]:
        for cell in row.find_all(["td", "th"], recursive=False):
            yield self._text(cell, depth), cell.name == "th"

    def _text(self, tag: Tag, depth: int) -> StyledText:
        """The text of an element that holds no blocks; of one that does, a picture's sign, which nothing reads."""
        blocks = _Reader(self._struck).read(tag, depth)
        if not blocks:
            return StyledText("")
        first = blocks[0]
        return first.text if len(blocks) == 1 and isinstance(first, PostParagraph) else StyledText(PICTURE)

    def _marked(self, tag: Tag, kind: str, depth: int) -> None:
        self._open.append((kind, str(tag.get("href") or "") if kind == "a" else ""))
        start, blocks = self._length, len(self._blocks)
        self._children(tag, depth)
        opened = self._open.pop()
        # A mark around whole paragraphs is one for each; those before the last got theirs when they ended.
        self._mark(start if len(self._blocks) == blocks else 0, opened)

    def _mark(self, start: int, opened: tuple[str, str]) -> None:
        if self._length > start:
            self._marks.append(TextMark(start, self._length, *opened))

    def _add(self, text: str) -> None:
        text = _BLANK.sub(" ", text)
        if self._last in " \n":
            text = text.lstrip()
        if text:
            self._put(text)

    def _put(self, text: str) -> None:
        self._plain.append(text)
        self._length += len(text)
        self._last = text[-1]

    def _break(self) -> None:
        """A line break; a second one in a row begins a paragraph."""
        if self._last == "\n":
            self._flush()
        else:
            self._put("\n")

    def _flush(self) -> None:
        if self._length:
            for opened in self._open:
                self._mark(0, opened)
            marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
            text = StyledText("".join(self._plain), tuple(marks)).cut(0, self._length)
            if text.plain.strip(f" \n{STRUCK}"):
                self._blocks.append(PostParagraph(text))
        self._plain, self._marks, self._length, self._last = [], [], 0, "\n"
