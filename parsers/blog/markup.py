"""A post's own text as canonical HTML, which keeps what plain lines lose: quotations, lists, tables, links, line breaks.

Blocks are ``blockquote ul ol li table tr th td h1 … h6 pre hr p``, within lines there are ``b i u s code sub sup``,
``a[href]``, ``img[alt]`` and ``br``; any other element is left out and its text kept. Every tag is closed, lists hold
items and tables rows of cells, and inline elements never reach over a line, so reading the result again gives the same.
"""

from __future__ import annotations

from html import escape

from parsers.blog import selectors
from parsers.blog.html import END, MARKER, MARKER_STEPS, START, TEXT, RegionOf, Tokens, close_of
from parsers.blog.selectors import BLOCKS, CELLS, HEADINGS, SILENT, Attributes

_MAX_DEPTH = 30
_MAX_HREF = 2_000
_MAX_ALT = 200

_INLINE = {name: name for name in ("b", "i", "u", "s", "code", "sub", "sup")}
_INLINE |= {"strong": "b", "em": "i", "ins": "u", "del": "s", "strike": "s", "tt": "code"}
_LINES = HEADINGS | {"pre"}
_LISTS = frozenset({"ul", "ol"})
# What a block ends with so far.
_NOTHING, _TEXT, _BLOCK = range(3)
_CHILD = {"ul": "li", "ol": "li", "table": "tr", "tr": "td"}
_ITEMS = frozenset({"li", "tr", "td", "th"})
_CONTAINERS = _LINES | _LISTS | {"blockquote", "table", "tr", "li"}


def read_markup(tokens: Tokens, start: int, stop: int, region_of: RegionOf, skipped: int = 0) -> str:
    """The markup of what ``tokens[start:stop]`` hold in no named part, without its first lines; blank for plain paragraphs."""
    writer = _Writer(skipped)
    place = start
    while place < stop:
        kind, name, attributes = tokens[place]
        if kind == TEXT:
            writer.text(name)
        elif kind == START:
            if name in BLOCKS and (attributes or name in HEADINGS) and region_of(name, attributes, "other") is not None:
                place = close_of(tokens, place, stop)
                if place < stop:
                    writer.end_line()
            else:
                writer.open(name, attributes)
        elif kind == END:
            writer.close(name)
        place += 1
    return writer.markup()


class _Node:
    """A block that holds others: where it stands, and whether its tags have been written."""

    __slots__ = ("broken", "closed", "depth", "last", "loose", "parent", "tag", "tail")

    def __init__(self, tag: str, parent: _Node | None) -> None:
        self.tag = tag
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 0
        self.last: _Node | None = None
        """The last item of a list, table or row."""
        self.closed = False
        self.tail = _NOTHING
        self.loose: int | None = None
        """Which piece of the markup is text that this cell ends with, behind a block."""
        self.broken = False
        """Whether a line ended in this cell since it got a line: the cells of a row share one unless a line ends in them."""

    @property
    def shares_line(self) -> bool:
        """Whether a cell has nothing that parts it from the one before."""
        return self.tail == _NOTHING and not self.broken


class _Link:
    """A link; two of them are never one, even with the same address."""

    def __init__(self, href: str) -> None:
        self.start = f'<a href="{escape(href)}">'


class _Writer:
    """Receives a post's tokens. Tags are written when there is something to put into them."""

    def __init__(self, skipped: int) -> None:
        self._skipped = skipped
        self._skipping_line = False
        self._out: list[str] = []
        self._rich = False
        self._root = self._node = _Node("", None)
        self._path: list[_Node] = [self._root]
        self._before: list[_Node | str | _Link | None] = []
        """For each open element what its end undoes: the node around it, or the inline element that it is."""
        self._silent = 0
        self._struck = 0
        self._wanted: list[str | _Link] = []
        # The line that is being written.
        self._line: list[str] = []
        self._inline: list[str | _Link] = []
        self._blank = ""
        self._breaks = 0

    def markup(self) -> str:
        """Close everything."""
        self._flush(at_end=True)
        self._close_to(0)
        return "".join(self._out) if self._rich else ""

    # Tokens

    def text(self, text: str) -> None:
        if self._silent:
            return
        if self._skipped:
            self._skipping_line |= not text.isspace()
        elif self._in_pre():
            self._preformatted(text)
        elif words := text.split():
            self._begin()
            self._blank = self._blank or (" " if text[0].isspace() else "")
            self._write(escape(" ".join(words), quote=False))
            self._blank = " " if text[-1].isspace() else ""
        else:
            self._blank = " "

    def open(self, tag: str, attributes: Attributes) -> None:
        undo: _Node | str | _Link | None = None
        if tag in _CONTAINERS:
            self.end_line(in_cell=tag != "tr")
            undo, self._node = self._node, self._inside(tag)
        elif tag in CELLS:
            undo = self._cell(tag)
        elif tag == "br":
            self._break()
        elif tag in BLOCKS:
            self.end_line()
            if tag == "hr":
                self._rule()
        elif tag == "img":
            self._image(attributes)
        elif tag in _INLINE or tag == "a":
            undo = self._begin_inline(tag, attributes)
        elif tag in SILENT:
            self._silent += 1
        self._before.append(undo)

    def close(self, tag: str) -> None:
        undo = self._before.pop() if self._before else None
        if tag in BLOCKS and tag != "br":
            self.end_line(in_cell=tag not in {"tr", "table"}, in_lines=self._node.tag not in _LINES or tag not in _LINES)
        elif tag in SILENT:
            self._silent -= 1
        if isinstance(undo, _Node):
            if self._node is not undo and self._node.tag not in {"li", "td", "th"} and self._node in self._path:
                self._close_to(self._path.index(self._node))
            self._node = undo
        elif undo is not None:
            self._end_wanted(undo)

    def end_line(self, *, in_cell: bool = True, in_lines: bool = True) -> None:
        """A block begins or ends, ``in_cell`` if a cell around it goes on, ``in_lines`` if a heading around it does."""
        home = self._path[-1]
        if self._skipped:
            self._skipped -= self._skipping_line
            self._skipping_line = False
        elif self._line and ((home.tag in _LINES and in_lines) or (home.tag in CELLS and in_cell and home.shares_line)):
            self._breaks, self._blank = max(self._breaks, 1), ""
        else:
            self._flush(at_end=not in_cell)
            home.broken |= in_cell

    # Blocks

    def _inside(self, tag: str) -> _Node:
        """The node of a block, or that around it if it cannot have one of its own."""
        around = self._node
        if tag == "tr":
            while around.tag in _ITEMS - {"li"}:
                around = around.parent or around
            if around.tag != "table":
                return self._node
        elif tag == "li":
            around = (around.parent or around) if around.tag == "li" else around
            if around.tag not in _LISTS:
                around = _Node("ul", self._room())
        else:
            around = self._room()
        return self._node if around.depth >= _MAX_DEPTH else self._child(around, tag)

    def _cell(self, tag: str) -> _Node | None:
        """Begin a cell. Where it stands in no table, it only parts words."""
        before = around = self._node
        while around.parent and (around.tag in CELLS or (around.tag == "tr" and around.closed)):
            around = around.parent
        if around.tag == "table" and around.depth < _MAX_DEPTH:
            around = self._last(around)
        if around.tag != "tr":
            self._blank = self._blank or " "
            return None
        if not self._skipped:
            self._flush(at_end=True)
        self._node = self._child(around, tag)
        if not self._skipped:
            self._enter(self._node)
        return before

    @staticmethod
    def _child(around: _Node, tag: str) -> _Node:
        node = _Node(tag, around)
        if tag in _ITEMS:
            around.last = node
        return node

    def _last(self, around: _Node) -> _Node:
        """The last item of a list, table or row if it is still open, else a new one."""
        last = around.last
        return self._child(around, _CHILD[around.tag]) if last is None or last.closed else last

    def _home(self) -> _Node:
        """The block into which text goes."""
        node = self._node
        while node.tag in _ITEMS and node.closed and node.parent:
            node = node.parent
        while node.tag in _CHILD:
            node = self._last(node)
        return node

    def _room(self) -> _Node:
        """The block into which another goes: none that holds lines alone."""
        home = self._home()
        return home.parent if home.tag in _LINES and home.parent else home

    def _enter(self, node: _Node) -> None:
        """Write the tags that lead to a node."""
        way: list[_Node] = []
        one: _Node | None = node
        while one is not None and one not in self._path:
            way.append(one)
            one = one.parent
        self._close_to(self._path.index(one or self._root) + 1)
        for each in reversed(way):
            self._path[-1].tail = _BLOCK
            each.closed, each.tail, each.broken = False, _NOTHING, False
            self._out.append(f"<{each.tag}>")
            self._path.append(each)
            self._rich = True

    def _close_to(self, depth: int) -> None:
        """Write the end tags of all blocks but the outermost ones."""
        while len(self._path) > max(depth, 1):
            node = self._path.pop()
            node.closed = True
            broken = node.tag in CELLS and node.broken and node.tail != _BLOCK
            if broken and node.loose is not None:
                self._out[node.loose] = f"<p>{self._out[node.loose]}</p>"
                broken = False
            self._out.append(f"<br></{node.tag}>" if broken else f"</{node.tag}>")

    def _rule(self) -> None:
        if self._skipped:
            return
        self._flush(at_end=False)
        node = self._room()
        self._enter(node)
        self._out.append("<hr>")
        node.tail = _BLOCK
        self._rich = True

    # Lines

    def _in_pre(self) -> bool:
        return self._node.tag == "pre"

    def _begin_inline(self, tag: str, attributes: Attributes) -> str | _Link | None:
        if tag != "a":
            self._wanted.append(_INLINE[tag])
            return _INLINE[tag]
        href = " ".join(attributes.get("href", "").split())
        if not href or len(href) > _MAX_HREF:
            return None
        self._wanted = [one for one in self._wanted if isinstance(one, str)]
        link = _Link(href)
        self._wanted.append(link)
        return link

    def _end_wanted(self, one: str | _Link) -> None:
        """The last of an inline element ends, if another link has not ended it."""
        if one in self._wanted:
            del self._wanted[len(self._wanted) - 1 - self._wanted[::-1].index(one)]

    def _image(self, attributes: Attributes) -> None:
        step = MARKER_STEPS.get(attributes.get(MARKER, ""), 0)
        if step:
            # Strokes do not nest as elements do, so they count as one that begins with the first.
            was, self._struck = self._struck, max(0, self._struck + step)
            if self._struck > was == 0:
                self._wanted.append("s")
            elif was > self._struck == 0:
                self._end_wanted("s")
        elif not self._skipped and (alt := selectors.image_text(attributes)[:_MAX_ALT].rstrip()):
            self._begin()
            self._write(f'<img alt="{escape(alt)}">')
            self._rich = True

    def _preformatted(self, text: str) -> None:
        text = self._blank + "".join(character if character in "\n\t" or not character.isspace() else " " for character in text)
        held = text.strip()
        self._blank = text
        if held:
            self._begin()
            place = text.index(held)
            self._blank = text[:place] if self._line else text[:place].lstrip("\n")
            self._write(escape(held, quote=False))
            self._blank = text[place + len(held) :]

    def _break(self) -> None:
        if self._skipped:
            self.end_line()
        elif self._line:
            self._breaks = min(self._breaks + 1, 2)
            self._blank = ""
        else:
            self.end_line()

    def _begin(self) -> None:
        """Begin a line unless there is one where the text belongs."""
        home = self._home()
        if self._line and home is not self._path[-1]:
            self._flush(at_end=False)
        if not self._line:
            if home.tag in _LINES and home in self._path and home.tail:
                self._close_to(self._path.index(home))
            self._enter(home)

    def _write(self, html: str) -> None:
        """Add to the line what is not blank, after the blank, breaks and tags that are due."""
        line = self._line
        wanted = list(dict.fromkeys(self._wanted))
        same = 0
        while same < min(len(wanted), len(self._inline)) and wanted[same] == self._inline[same]:
            same += 1
        self._end_inline(same)
        if line:
            line.append("<br>" * self._breaks)
            self._rich |= self._breaks > 0
        if self._in_pre() or (line and not self._breaks):
            line.append(self._blank)
        for one in wanted[same:]:
            line.append(one.start if isinstance(one, _Link) else f"<{one}>")
            self._inline.append(one)
            self._rich = True
        line.append(html)
        self._blank, self._breaks = "", 0

    def _end_inline(self, same: int) -> None:
        while len(self._inline) > same:
            one = self._inline.pop()
            self._line.append("</a>" if isinstance(one, _Link) else f"</{one}>")

    def _flush(self, *, at_end: bool) -> None:
        """Write the line, ``at_end`` if the cell around it ends with it."""
        if self._line:
            self._end_inline(0)
            home = self._path[-1]
            html = "".join(self._line)
            bare = home.tag in _LINES or (home.tag == "li" and not home.tail)
            if home.tag in CELLS:
                ended = not at_end or self._breaks > 0
                bare = home.shares_line or not ended
                html = f"<br>{html}" if bare and home.broken and home.tail == _NOTHING else html
                home.broken = ended
                home.loose = len(self._out) if bare and home.tail == _BLOCK else None
            self._out.append(html if bare else f"<p>{html}</p>")
            home.tail = _TEXT if bare else _BLOCK
            self._line = []
        self._blank, self._breaks = "", 0
