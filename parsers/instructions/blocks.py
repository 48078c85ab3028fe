"""A post's body as blocks: paragraphs, quotes with blocks inside, lists and headings; struck text is kept apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

PICTURE = "\ufffc"
"""Stands for a picture in a text, or for what cannot stand there."""

STRUCK = "\ufff9"
"""Stands where struck text was."""

_MOST_DEPTH = 60
_MOST_CHARS = 1_000_000
BOLD, ITALIC, OTHER = "\x0e", "\x0f", "\x10"
"""Stand in a text where such emphasis begins and where it ends; ``OTHER`` for links, and for tags that are not written anew."""

_EMPHASIS = {"strong": BOLD, "b": BOLD, "em": ITALIC, "i": ITALIC, **dict.fromkeys(("u", "code", "sup", "sub", "a"), OTHER)}
_PLAIN = str.maketrans("", "", BOLD + ITALIC + OTHER)
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


def plain(text: str) -> str:
    """A text without the signs of its emphasis."""
    return text.translate(_PLAIN)


@dataclass(frozen=True, slots=True)
class PostParagraph:
    """A paragraph, or a heading of ``level`` 1 to 6; a newline in it is a line break."""

    text: str
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
        self._parts: list[str] = []
        self._last = "\n"
        self._open: list[str] = []

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
        elif name in _EMPHASIS and tag.get("href") != tag.get_text():
            self._parts.append(_EMPHASIS[name])
            self._open.append(_EMPHASIS[name])
            self._children(tag, depth)
            self._parts.append(self._open.pop())
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
            return PostQuote((PostParagraph(tag.get_text().strip("\n")),), raw=True)
        if name in {"ul", "ol"}:
            items = (child for child in tag.children if isinstance(child, Tag))
            return PostList(tuple(_Container(self._struck).read(item, depth) for item in items), ordered=name == "ol")
        if name == "table":
            # Of a table nothing is read: the picture's sign is refused wherever text is wanted.
            shown = " ".join(tag.get_text(" ").split())
            return PostQuote((PostParagraph(f"{PICTURE} {shown}"),))
        if re.fullmatch("h[1-6]", name):
            return PostParagraph(self._text(tag, depth), level=int(name[1]))
        return None

    def _text(self, tag: Tag, depth: int) -> str:
        """The text of a heading; of one that holds blocks, a picture's sign."""
        blocks = _Container(self._struck).read(tag, depth)
        first = blocks[0] if blocks else PostParagraph("")
        return first.text if len(blocks) <= 1 and isinstance(first, PostParagraph) else PICTURE

    def _add(self, text: str) -> None:
        text = _BLANK.sub(" ", text)
        text = text.lstrip() if self._last in " \n" else text
        if text:
            self._parts.append(text)
            self._last = text[-1]

    def _break(self) -> None:
        """A line break; a second one in a row begins a paragraph."""
        if self._last == "\n":
            self._flush()
        else:
            self._parts += (*reversed(self._open), "\n", *self._open)
            self._last = "\n"

    def _flush(self) -> None:
        """The end of a paragraph. Emphasis around whole paragraphs is that of each."""
        text = "".join((*self._parts, *reversed(self._open)))
        for sign in (BOLD, ITALIC, OTHER):
            text = text.replace(2 * sign, "")
        if plain(text).strip(f" \n{STRUCK}"):
            self._blocks.append(PostParagraph(text.strip()))
        self._parts, self._last = [*self._open], "\n"
