"""A post's own text as canonical HTML, which keeps what plain lines lose: quotations, lists, tables, links, line breaks.

Blocks are ``blockquote ul ol li table tr th td h1 … h6 pre hr p``, within lines there are ``b i u s code sub sup``,
``a[href]``, ``img[alt]`` and ``br``; any other element is left out and its text kept. Every tag is closed, lists hold
items and tables rows of cells, and inline elements never reach over a line, so reading the result again gives the same.
"""

from __future__ import annotations

from html import escape

from parsers.blog import selectors
from parsers.blog.html import END, MARKER, MARKER_STEPS, START, TEXT, Tokens, close_of
from parsers.blog.selectors import BLOCKS, CELLS, HEADINGS, SILENT, Attributes
from parsers.patch import shared_ends

_MAX_DEPTH = 30
_MAX_HREF = 2_000
_MAX_ALT = 200

_INLINE = {name: name for name in ("b", "i", "u", "s", "code", "sub", "sup")}
_INLINE |= {"strong": "b", "em": "i", "ins": "u", "del": "s", "strike": "s", "tt": "code"}
_LISTS = frozenset({"ul", "ol"})
_LINES = HEADINGS | {"pre"}
"""Blocks that hold nothing but lines."""
_HOLDS = {"ul": "li", "ol": "li", "table": "tr", "tr": "td"}
"""What stands directly in these blocks, and is put around anything else."""


def read_markup(tokens: Tokens, start: int, stop: int, skipped: int) -> str:
    """The markup of what ``tokens[start:stop]`` hold in no part of a post, without its first lines; blank for plain paragraphs."""
    writer = _Writer(skipped)
    place = start
    while place < stop:
        kind, name, attributes = tokens[place]
        if kind == TEXT:
            writer.text(name)
        elif kind == START:
            is_part = name in BLOCKS and selectors.post_region(name, attributes, "other") is not None
            if is_part:
                writer.end_line()
            if is_part or name in SILENT:
                place = close_of(tokens, place, stop)
            else:
                writer.start(name, attributes)
        elif kind == END:
            writer.end(name)
        place += 1
    return writer.done()


class _Link:
    """A link; two of them are never one, even with the same address."""

    def __init__(self, href: str) -> None:
        self.start = f'<a href="{escape(href)}">'


_Style = str | _Link


class _Box:
    """A block that is open; its tag is written when there is something to put into it."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.written = self.filled = False


class _Writer:
    def __init__(self, skipped: int) -> None:
        self._parts: list[str] = []
        self._rich = False
        self._skipped, self._begun = skipped, False
        self._boxes: list[_Box] = [_Box("blockquote")]
        self._boxes[0].written = True
        """The first stands for the post itself."""
        self._opened: list[tuple[int, list[_Style]]] = []
        """For each open element how many boxes stay when it ends, and the styles around it."""
        self._styles: list[_Style] = []
        self._struck = 0
        """Strokes do not nest as elements do."""
        self._open_styles: list[_Style] = []
        self._in_line = self._in_paragraph = False
        self._breaks = 0
        self._blank = ""

    def start(self, tag: str, attributes: Attributes) -> None:
        self._count(tag)
        styles, boxes = self._styles, len(self._boxes)
        if tag == "img":
            self._image(attributes)
        elif tag == "br":
            self._breaks, self._blank = min(self._breaks + 1, 2) if self._in_line else 0, ""
        elif tag in CELLS or tag == "tr":
            boxes = self._table_part(tag)
        elif tag in BLOCKS:
            self.end_line()
            boxes = self._block(tag)
        elif tag in _INLINE:
            self._styles = [*self._styles, _INLINE[tag]]
        elif tag == "a" and (href := " ".join(attributes.get("href", "").split())) and len(href) <= _MAX_HREF:
            self._styles = [*(each for each in self._styles if isinstance(each, str)), _Link(href)]
        self._opened.append((boxes, styles))

    def end(self, tag: str) -> None:
        self._count(tag)
        if tag in BLOCKS and tag != "br":
            self.end_line()
        if self._opened:
            boxes, self._styles = self._opened.pop()
            self._close(boxes)

    def text(self, text: str) -> None:
        self._begun |= not text.isspace()
        if self._skipped:
            return
        if self._boxes[-1].tag == "pre":
            if self._in_line or not text.isspace():
                self._put(escape(text.replace("\r\n", "\n").replace("\r", "\n"), quote=False))
        elif words := text.split():
            self._blank = self._blank or (" " if text[0].isspace() else "")
            self._put(escape(" ".join(words), quote=False))
            self._blank = " " if text[-1].isspace() else ""
        else:
            self._blank = " "

    def end_line(self) -> None:
        """The line ends; a block that holds only lines goes on with another."""
        if self._in_line and self._boxes[-1].tag in _LINES:
            self._breaks, self._blank = max(self._breaks, 1), ""
        else:
            self._finish_line()

    def done(self) -> str:
        self._close(1)
        self._finish_line()
        return "".join(self._parts) if self._rich else ""

    def _count(self, tag: str) -> None:
        """Count the lines that are skipped."""
        if tag in BLOCKS and self._begun:
            self._skipped, self._begun = max(0, self._skipped - 1), False

    def _block(self, tag: str) -> int:
        """A block begins; how many boxes stay when it ends. What follows an item belongs to it until the next."""
        top = self._boxes[-1].tag
        if tag == "hr" and top not in _LINES and not self._skipped:
            self._hold()
            self._write_boxes()
            self._parts.append("<hr>")
            self._boxes[-1].filled = self._rich = True
        elif tag == "li" and top in _LISTS | {"li"}:
            self._close(len(self._boxes) - (top == "li"))
            self._open("li")
        elif tag in _LISTS | _LINES | {"blockquote", "table", "li"} and len(self._boxes) <= _MAX_DEPTH:
            self._close(len(self._boxes) - (top in _LINES))
            self._hold()
            boxes = len(self._boxes)
            for each in ("ul", "li") if tag == "li" else (tag,):
                self._open(each)
            return boxes
        return len(self._boxes)

    def _table_part(self, tag: str) -> int:
        """A row or cell, which ends the one before; outside of tables only words end."""
        tags = [box.tag for box in self._boxes]
        while tags[-1] in CELLS or (tag == tags[-1] == "tr"):
            tags.pop()
        if tags[-1] in {"table", "tr"}:
            self._close(len(tags))
            if tags[-1] == "table" and tag != "tr":
                self._open("tr")
            self._open(tag)
            if tag != "tr" and not self._skipped:
                self._write_boxes()
        else:
            self._blank = " "
        return len(self._boxes)

    def _open(self, tag: str) -> None:
        self._finish_line()
        self._boxes.append(_Box(tag))

    def _close(self, boxes: int) -> None:
        while len(self._boxes) > boxes:
            self._finish_line()
            box = self._boxes.pop()
            if box.written:
                self._parts.append(f"</{box.tag}>")

    def _hold(self) -> None:
        """Open an item or cell where nothing else can stand, or go on with the last."""
        while (tag := _HOLDS.get(self._boxes[-1].tag)) is not None:
            self._open(tag)

    def _write_boxes(self) -> None:
        for around, box in zip(self._boxes, self._boxes[1:], strict=False):
            if not box.written:
                self._parts.append(f"<{box.tag}>")
                around.filled = box.written = self._rich = True

    def _put(self, html: str) -> None:
        """Add what is not blank, after the blank, breaks and tags that are due."""
        if not self._in_line:
            self._hold()
            self._write_boxes()
            top = self._boxes[-1]
            self._in_line = True
            self._in_paragraph = top.tag == "blockquote" or (top.filled and top.tag not in _LINES)
            self._parts.append("<p>" if self._in_paragraph else "")
            self._breaks, self._blank, top.filled = 0, "", True
        wanted = list(dict.fromkeys(("s", *self._styles) if self._struck or "s" in self._styles else self._styles))
        same = shared_ends(wanted, self._open_styles)[0]
        self._end_styles(same)
        self._parts += ["<br>" * self._breaks, "" if self._breaks else self._blank]
        self._parts += [one.start if isinstance(one, _Link) else f"<{one}>" for one in wanted[same:]]
        self._open_styles = wanted
        self._rich |= self._breaks > 0 or bool(wanted)
        self._breaks, self._blank = 0, ""
        self._parts.append(html)

    def _end_styles(self, same: int) -> None:
        self._parts += ["</a>" if isinstance(one, _Link) else f"</{one}>" for one in reversed(self._open_styles[same:])]

    def _finish_line(self) -> None:
        if self._in_line:
            self._end_styles(0)
            self._parts.append("</p>" if self._in_paragraph else "")
        self._open_styles, self._in_line, self._breaks, self._blank = [], False, 0, ""

    def _image(self, attributes: Attributes) -> None:
        step = MARKER_STEPS.get(attributes.get(MARKER, ""), 0)
        if step:
            self._struck = max(0, self._struck + step)
        elif not self._skipped and (alt := selectors.image_text(attributes)[:_MAX_ALT].rstrip()):
            self._put(f'<img alt="{escape(alt)}">')
            self._rich = True
