"""A post's body as blocks: paragraphs, quotes with blocks inside, lists and headings; struck text is kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

PICTURE = "\ufffc"
"""Stands for a picture in a text, or for what cannot stand there."""

STRUCK = "\ufff9"
"""Stands where struck text was."""

_MOST_DEPTH = 60
_MOST_CHARS = 1_000_000
_MARKS = {"strong": "b", "em": "i", "b": "b", "i": "i", "u": "u", "code": "code", "sup": "sup", "sub": "sub", "a": "a"}
_STRIKING = re.compile(r"<(/?)(?:s|strike)(?=[\s/>])", re.IGNORECASE)
"""Tags that the parser closes before a paragraph, where a browser strikes it through."""
_UNSHOWN = re.compile(r"line-through|display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_UNSEEN = frozenset({"script", "style", "head", "template"})
_BLOCKS = frozenset("p div section article center dt dd".split())
_BLANK = re.compile(r"[\s\u200b\ufeff]+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufff9\ue000-\uf8ff]")
"""What no text has, the signs of :mod:`parsers.instructions.post_sentences` among it."""


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
        end = start + len(piece.strip())
        inside = (replace(mark, start=max(mark.start, start) - start, end=min(mark.end, end) - start) for mark in self.marks)
        return StyledText(piece.strip(), tuple(mark for mark in inside if mark.start < mark.end))

    def lines(self) -> Iterator[StyledText]:
        """The text's lines, each with its own marks."""
        start = 0
        for line in self.plain.split("\n"):
            yield self.cut(start, start + len(line))
            start += len(line) + 1


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


PostBlock = PostParagraph | PostQuote | PostList


def read_blocks(html: str) -> tuple[tuple[PostBlock, ...], tuple[str, ...]]:
    """The blocks of a post's body, and its struck texts. Raises UnreadableText for what is too long or too deeply nested."""
    if len(html) > _MOST_CHARS:
        raise UnreadableText(f"the text is longer than {_MOST_CHARS:,} characters")
    clean = _STRIKING.sub(r"<\1del", _CONTROL.sub("", html).encode("utf-8", "replace").decode())
    struck: list[str] = []
    blocks = _Container(struck).read(BeautifulSoup(f"<html><body>{clean}</body></html>", "lxml", multi_valued_attributes=None), 0)
    return blocks, tuple(filter(None, (_BLANK.sub(" ", text).strip() for text in struck)))


class _Container:
    """Gathers the blocks of one element; one that holds blocks inside it has a container of its own."""

    def __init__(self, struck: list[str]) -> None:
        self._struck = struck
        self._blocks: list[PostBlock] = []
        self._plain: list[str] = []
        self._length = 0
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
                self._tag(child, child.name.lower(), depth + 1)

    def _tag(self, tag: Tag, name: str, depth: int) -> None:
        if name == "del" or "hidden" in tag.attrs or _UNSHOWN.search(str(tag.get("style") or "")):
            self._struck.append(tag.get_text())
            self._add(STRUCK)
        elif (block := self._block(tag, name, depth)) is not None:
            self._flush()
            self._blocks.append(block)
        elif name in _BLOCKS or name == "hr":
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
            return PostQuote(_Container(self._struck).read(tag, depth))
        if name == "pre":
            return PostQuote((PostParagraph(StyledText(tag.get_text().strip("\n"))),), raw=True)
        if name in {"ul", "ol"}:
            items = (child for child in tag.children if isinstance(child, Tag))
            return PostList(tuple(_Container(self._struck).read(item, depth) for item in items), ordered=name == "ol")
        if name == "table":
            # Of a table nothing is read: the picture's sign is refused wherever text is wanted.
            shown = " ".join(tag.get_text(" ").split())
            return PostQuote((PostParagraph(StyledText(f"{PICTURE} {shown}")),))
        if re.fullmatch("h[1-6]", name):
            return PostParagraph(self._text(tag, depth), level=int(name[1]))
        return None

    def _text(self, tag: Tag, depth: int) -> StyledText:
        """The text of a heading; of one that holds blocks, a picture's sign."""
        blocks = _Container(self._struck).read(tag, depth)
        first = blocks[0] if blocks else PostParagraph(StyledText(""))
        return first.text if len(blocks) <= 1 and isinstance(first, PostParagraph) else StyledText(PICTURE)

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
        if not self._plain or self._plain[-1][-1] in " \n":
            text = text.lstrip()
        if text:
            self._plain.append(text)
            self._length += len(text)

    def _break(self) -> None:
        """A line break; a second one in a row begins a paragraph."""
        if not self._plain or self._plain[-1] == "\n":
            self._flush()
        else:
            self._plain.append("\n")
            self._length += 1

    def _flush(self) -> None:
        if self._length:
            for opened in self._open:
                self._mark(0, opened)
            marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
            text = StyledText("".join(self._plain), tuple(marks)).cut(0, self._length)
            if text.plain.strip(f" \n{STRUCK}"):
                self._blocks.append(PostParagraph(text))
        self._plain, self._marks, self._length = [], [], 0
