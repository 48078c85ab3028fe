"""Write a post's own text as canonical HTML, with the quotations, lists, tables, links and line
breaks that plain lines lose.

Blocks are ``blockquote ul ol li table tr th td h1 … h6 pre hr p``; lines contain ``b i u s code sub
sup``, ``a[href]``, ``img[alt]`` and ``br``. Of any other element only the text is kept. Every tag is
closed, lists contain items and tables rows of cells, and no inline element spans two lines, so
reading the result again gives the same.
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
_LINES = HEADINGS | {"pre"}
"""Blocks that contain only lines."""
_WRITTEN = _LINES | {"ul", "ol", "blockquote", "table"}
_HOLDS = {"ul": "li", "ol": "li", "table": "tr", "tr": "td"}
"""The element that these blocks contain directly; it is put around anything else in them."""
_ENDS = {"li": {"li"}, "tr": {*CELLS, "tr"}, "td": CELLS, "th": CELLS}
"""The elements that an item, a row or a cell ends by its beginning. Text behind its end tag still
belongs to it.
"""


def read_markup(tokens: Tokens, start: int, stop: int, skipped: int) -> str:
    """Return the markup of the text in ``tokens[start:stop]`` that is in no named part of a post,
    without its first ``skipped`` lines; blank for plain paragraphs.
    """
    writer = _Writer(skipped)
    place = start
    while place < stop:
        kind, name, attributes = tokens[place]
        if kind == TEXT:
            writer.text(name)
        elif kind == START:
            is_part = (
                name in BLOCKS and selectors.post_region(name, attributes, "other") is not None
            )
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


class _Writer:
    """The markup so far, the open blocks (the first stands for the post), and the breaks and spaces
    that the next words need before them.
    """

    def __init__(self, skipped: int) -> None:
        self._parts: list[str] = []
        self._rich = False
        self._skipped, self._begun = skipped, False
        self._boxes = ["blockquote"]
        self._opened: list[tuple[int, list[str]]] = []
        """For each open element the number of boxes that stay when it ends, and the styles around
        it.
        """
        self._styles: list[str] = []
        self._open_styles: list[str] = []
        self._struck = 0
        """Strokes do not nest as elements do."""
        self._in_line = False
        self._breaks = 0
        self._blank = ""

    def start(self, tag: str, attributes: Attributes) -> None:
        self._count(tag)
        boxes, styles = len(self._boxes), self._styles
        if tag == "img":
            self._image(attributes)
        elif tag == "br":
            self._breaks = min(self._breaks + 1, 2) if self._in_line else 0
            self._blank = ""
        elif tag in BLOCKS or tag in CELLS:
            if tag in BLOCKS and tag != "tr":
                self.end_line()
            boxes = self._part(tag) if tag in _ENDS else self._block(tag)
        elif tag in _INLINE and _INLINE[tag] not in styles:
            self._styles = [*styles, _INLINE[tag]]
        elif (
            tag == "a"
            and 0 < len(href := " ".join(attributes.get("href", "").split())) <= _MAX_HREF
        ):
            without_links = [style for style in styles if not style.startswith("a ")]
            self._styles = [*without_links, f'a href="{escape(href)}"']
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
        if self._boxes[-1] == "pre":
            if self._in_line or not text.isspace():
                self._put(escape(text.replace("\r\n", "\n").replace("\r", "\n"), quote=False))
        elif words := text.split():
            self._blank = self._blank or (" " if text[0].isspace() else "")
            self._put(escape(" ".join(words), quote=False))
            self._blank = " " if text[-1].isspace() else ""
        else:
            self._blank = " "

    def end_line(self) -> None:
        """End the line; a block that contains only lines continues with another."""
        if self._in_line and self._boxes[-1] in _LINES:
            self._breaks, self._blank = max(self._breaks, 1), ""
        else:
            self._finish_line()

    def done(self) -> str:
        self._close(1)
        self._finish_line()
        return "".join(self._parts) if self._rich else ""

    def _count(self, tag: str) -> None:
        if tag in BLOCKS and self._begun:
            self._skipped, self._begun = max(0, self._skipped - 1), False

    def _block(self, tag: str) -> int:
        """Begin a block; return the number of boxes that stay when it ends."""
        in_lines = self._boxes[-1] in _LINES
        if tag == "hr" and not in_lines and not self._skipped:
            self._hold()
            self._parts.append("<hr>")
            self._rich = True
        elif tag in _WRITTEN and len(self._boxes) <= _MAX_DEPTH:
            self._close(len(self._boxes) - in_lines)
            self._hold()
            self._open(tag)
            return len(self._boxes) - 1
        return len(self._boxes)

    def _part(self, tag: str) -> int:
        """Begin an item, row or cell, which ends the one before; return the number of boxes that
        stay when it ends. Outside a table a row or cell only divides words.
        """
        stay = len(self._boxes)
        while self._boxes[stay - 1] in _ENDS[tag]:
            stay -= 1
        if tag == "li" and _HOLDS.get(self._boxes[stay - 1]) != "li":
            stay = self._block("ul")
            if len(self._boxes) == stay:
                return stay
            stay += 1
        elif tag != "li" and self._boxes[stay - 1] not in {"table", "tr"}:
            self._blank = " "
            return len(self._boxes)
        self._close(stay)
        if tag in CELLS and self._boxes[-1] == "table":
            self._open("tr")
        self._open(tag)
        return len(self._boxes)

    def _open(self, tag: str) -> None:
        self._finish_line()
        self._boxes.append(tag)
        self._parts.append(f"<{tag}>")
        self._rich = True

    def _close(self, boxes: int) -> None:
        while len(self._boxes) > boxes:
            self._finish_line()
            self._parts.append(f"</{self._boxes.pop()}>")

    def _hold(self) -> None:
        """Open the item or cell that a list, table or row must contain."""
        while (tag := _HOLDS.get(self._boxes[-1])) is not None:
            self._open(tag)

    def _put(self, html: str) -> None:
        if not self._in_line:
            self._hold()
            self._in_line = True
            self._breaks, self._blank = 0, ""
            self._parts.append("" if self._boxes[-1] in _LINES else "<p>")
        styles = list(
            dict.fromkeys(
                ("s", *self._styles) if self._struck or "s" in self._styles else self._styles
            )
        )
        same = shared_ends(styles, self._open_styles)[0]
        self._end_styles(same)
        self._open_styles = styles
        self._rich |= self._breaks > 0 or bool(styles)
        self._parts += [
            "<br>" * self._breaks or self._blank,
            *(f"<{style}>" for style in styles[same:]),
            html,
        ]
        self._breaks, self._blank = 0, ""

    def _end_styles(self, same: int) -> None:
        self._parts += (
            f"</{style.partition(' ')[0]}>" for style in reversed(self._open_styles[same:])
        )
        self._open_styles = []

    def _finish_line(self) -> None:
        self._end_styles(0)
        if self._in_line and self._boxes[-1] not in _LINES:
            self._parts.append("</p>")
        self._in_line = False
        self._breaks, self._blank = 0, ""

    def _image(self, attributes: Attributes) -> None:
        step = MARKER_STEPS.get(attributes.get(MARKER, ""), 0)
        if step:
            self._struck = max(0, self._struck + step)
        elif not self._skipped and (alt := selectors.image_text(attributes)[:_MAX_ALT].rstrip()):
            self._put(f'<img alt="{escape(alt)}">')
            self._rich = True
