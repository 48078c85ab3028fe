"""The paragraphs, list items, definitions and table cells of rendered text, in the order of the
page.

Follows ``BlockLevelPass::execute`` of MediaWiki 1.39 in its rules for paragraphs and items.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from parsers.patterns import later
from parsers.wiki.inline import LINE_GONE
from parsers.wiki.rendered import Rendered
from parsers.wiki.visible import (
    BREAK,
    ITEM,
    LIST_MARKS,
    PARAGRAPH,
    as_shown,
    shown_lines,
    split_definition,
)

_MARKS = tuple(LIST_MARKS)
_PART = later(rf"({PARAGRAPH}|{ITEM})")


@dataclass(slots=True, unsafe_hash=True)
class Block:
    """A paragraph or cell (``depth`` 0) or a list item, its ``text`` on one line. ``lead`` is the
    text that introduces an item, ``term`` the term that it defines.

    ``start`` and ``end`` are the offsets in the source of the lines that it was read from.
    """

    text: str
    depth: int = 0
    lead: str = ""
    term: str = ""
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


def read_blocks(rendered: Rendered, stretches: Iterable[tuple[int, int]]) -> tuple[Block, ...]:
    """Return the blocks with text in stretches of rendered text, each of which belongs to one cell
    or to none.
    """
    reader = _BlockReader(rendered)
    for start, end in stretches:
        reader.read(start, end)
    return tuple(reader.blocks)


class _BlockReader:
    def __init__(self, rendered: Rendered) -> None:
        self.blocks: list[Block] = []
        self._rendered = rendered
        self._opaque: list[str] = []
        self._leads = [""]
        self._term = ""
        self._paragraph: list[str] = []
        self._preformatted = False
        self._place = (0, 0)
        self._begun = self._ended = 0

    def read(self, start: int, end: int) -> None:
        """Read one stretch; a paragraph ends with it."""
        text = self._rendered.text
        begins_line = not start or text[start - 1] == "\n"
        lines, self._opaque = shown_lines(self._rendered, start, end, begins_line=begins_line)
        for line in lines:
            stop = start - 1
            for _ in range(1 + line.count(LINE_GONE)):
                found = text.find("\n", stop + 1, end)
                stop = end if found < 0 else found
            self._place = (start, stop)
            if not line:
                self._preformatted = False
                self._end_paragraph()
            else:
                self._divided(line, begins_line=begins_line)
            begins_line, start = True, stop + 1
        self._end_paragraph()

    def _divided(self, line: str, *, begins_line: bool) -> None:
        first, *parts = _PART.split(line)
        self._line(first, begins_line=begins_line)
        for mark, part in zip(parts[::2], parts[1::2], strict=True):
            self._end_paragraph()
            if mark == ITEM:
                self._item("*", self._shown(part))
            else:
                self._text(part)

    def _line(self, line: str, *, begins_line: bool) -> None:
        if begins_line and line.startswith(_MARKS):
            content = line.lstrip(LIST_MARKS)
            self._end_paragraph()
            self._item(line[: len(line) - len(content)], content)
            return
        preformatted = begins_line and line[:1] == " "
        if preformatted is not self._preformatted:
            self._end_paragraph()
        self._preformatted = preformatted
        self._text(line)
        if len(self._paragraph) == 1 and self._rendered.holds_only_calls(*self._place):
            # A box or a heading, not the beginning of the sentence below it.
            self._end_paragraph()

    def _text(self, line: str) -> None:
        shown = self._shown(line)
        if not shown:
            self._end_paragraph()
            return
        if not self._paragraph:
            self._begun = self._place[0]
        self._ended = self._place[1]
        self._paragraph.append(shown)
        self._term = ""

    def _end_paragraph(self) -> None:
        if self._paragraph:
            self._leads = [" ".join(self._paragraph)]
            self._paragraph = []
            self._add(self._leads[0])

    def _item(self, marks: str, content: str) -> None:
        if marks.endswith(";"):
            term, meaning = split_definition(content)
            self._term = self._shown(term)
            content = meaning or ""
        content = self._shown(content)
        if not content:
            return
        bullets = marks.lstrip(":;")
        depth = len(bullets) if bullets or self._term else len(marks)
        del self._leads[max(depth, 1) :]
        self._begun, self._ended = self._place
        self._add(content, depth, self._leads[-1] if depth else "", self._term)
        self._leads = [*self._leads, content] if depth else [content]

    def _add(self, text: str, depth: int = 0, lead: str = "", term: str = "") -> None:
        start = self._rendered.start_of(self._begun)
        self.blocks.append(
            Block(text, depth, lead, term, start, max(start, self._rendered.end_of(self._ended)))
        )

    def _shown(self, text: str) -> str:
        return " ".join(as_shown(text, self._opaque).replace(BREAK, " ").split())
