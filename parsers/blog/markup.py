"""A post's own text as canonical HTML, which keeps what plain lines lose: quotations, lists, tables, links, line breaks.

Blocks are ``blockquote ul ol li table tr th td h1 … h6 pre hr p``, within lines there are ``b i u s code sub sup``,
``a[href]``, ``img[alt]`` and ``br``; any other element is left out and its text kept. Every tag is closed, lists hold
items and tables rows of cells, and inline elements never reach over a line, so reading the result again gives the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from parsers.blog import selectors
from parsers.blog.html import END, MARKER, MARKER_STEPS, START, TEXT, RegionOf, Tokens, close_of
from parsers.blog.selectors import BLOCKS, CELLS, HEADINGS, SILENT, Attributes

_MAX_DEPTH = 30
_MAX_OPEN = 120
_MAX_HREF = 2_000
_MAX_ALT = 200

_INLINE = {name: name for name in ("b", "i", "u", "s", "code", "sub", "sup")}
_INLINE |= {"strong": "b", "em": "i", "ins": "u", "del": "s", "strike": "s", "tt": "code"}
_LINES = HEADINGS | {"pre"}
_LISTS = frozenset({"ul", "ol", "li"})
_HOLDERS = _LINES | _LISTS | {"blockquote", "table"}
_LEAVES = frozenset({"br", "hr", "img"})
_KEPT = _HOLDERS | _LEAVES | {""}
"""What stands between items or rows and is no box around them."""


def read_markup(tokens: Tokens, start: int, stop: int, region_of: RegionOf, skipped: int = 0) -> str:
    """The markup of what ``tokens[start:stop]`` hold in no named part, without its first lines; blank for plain paragraphs."""
    writer = _Writer()
    root = _Flow(writer, "p", 0)
    root.walk(_tree(tokens, start, stop, region_of, skipped), ())
    html = "".join(root.done())
    return html if writer.rich else ""


class _Element:
    """An element with those in it, or a text, which has no tag; a ``ghost`` was opened in the lines that are skipped."""

    __slots__ = ("attributes", "children", "ghost", "tag", "text")

    def __init__(self, tag: str, attributes: Attributes, text: str = "", *, ghost: bool = False) -> None:
        self.tag, self.attributes, self.text, self.ghost = tag, attributes, text, ghost
        self.children: list[_Element] = []


def _tree(tokens: Tokens, start: int, stop: int, region_of: RegionOf, skipped: int) -> _Element:
    """The elements in no named part; what is nested too deeply is put beside its parent."""
    opened = [_Element("", {})]
    place, begun = start, False
    while place < stop:
        kind, name, attributes = tokens[place]
        if kind == TEXT:
            begun |= not name.isspace()
            if not skipped:
                opened[-1].children.append(_Element("", {}, name))
        elif kind in {START, END} and name in BLOCKS and begun:
            skipped, begun = max(0, skipped - 1), False
        if kind == END and len(opened) > 1:
            opened.pop()
        elif kind == START:
            is_part = name in BLOCKS and (attributes or name in HEADINGS) and region_of(name, attributes, "other") is not None
            if is_part or name in SILENT:
                place = close_of(tokens, place, stop)
                name, attributes = ("div", {}) if is_part else ("script", {})
            element = _Element(name, attributes, ghost=skipped > 0)
            if not (skipped and name in _LEAVES) or MARKER in attributes:
                opened[-1].children.append(element)
            if not (is_part or name in SILENT):
                opened.append(element if len(opened) < _MAX_OPEN else opened[-1])
        place += 1
    return opened[0]


class _Link:
    """A link; two of them are never one, even with the same address."""

    def __init__(self, href: str) -> None:
        self.start = f'<a href="{escape(href)}">'


_Styles = tuple["str | _Link", ...]


class _Writer:
    """What holds for the whole of a post: whether it has more than paragraphs, and how many strokes are open."""

    def __init__(self) -> None:
        self.rich = False
        self.struck = 0
        """Strokes do not nest as elements do."""


class _Line:
    """A line that is being written. Tags are written when there is something to put into them."""

    def __init__(self, writer: _Writer, *, preformatted: bool) -> None:
        self._writer, self._preformatted = writer, preformatted
        self.parts: list[str] = []
        self._open: list[str | _Link] = []
        self._blank = ""
        self._breaks = 0

    def text(self, text: str, styles: _Styles) -> None:
        if self._preformatted:
            text = self._blank + "".join(each if each in "\n\t" or not each.isspace() else " " for each in text)
            held = text.strip()
            lead = text[: text.index(held)] if held else text
            self._blank = lead if self.parts or not held else lead.lstrip("\n")
            if held:
                self.write(escape(held, quote=False), styles)
                self._blank = text[len(lead) + len(held) :]
        elif words := text.split():
            self._blank = self._blank or (" " if text[0].isspace() else "")
            self.write(escape(" ".join(words), quote=False), styles)
            self._blank = " " if text[-1].isspace() else ""
        else:
            self._blank = " "

    def space(self) -> None:
        """Words before and behind this are two."""
        self._blank = self._blank or " "

    def end_line(self, most: int) -> None:
        """Another line begins, ``most`` breaks behind the last."""
        if self.parts:
            self._breaks = max(self._breaks, min(self._breaks + 1, most))
        self._blank = ""

    def write(self, html: str, styles: _Styles) -> None:
        """Add what is not blank, after the blank, breaks and tags that are due."""
        wanted = list(dict.fromkeys(("s", *styles) if self._writer.struck or "s" in styles else styles))
        same = 0
        while same < min(len(wanted), len(self._open)) and wanted[same] == self._open[same]:
            same += 1
        self._close(same)
        self._writer.rich |= self._breaks > 0 or bool(wanted)
        self.parts.append("<br>" * self._breaks)
        if self._preformatted or (any(self.parts) and not self._breaks):
            self.parts.append(self._blank)
        for one in wanted[same:]:
            self.parts.append(one.start if isinstance(one, _Link) else f"<{one}>")
            self._open.append(one)
        self.parts.append(html)
        self._blank, self._breaks = "", 0

    def done(self) -> str:
        self._close(0)
        return "".join(self.parts)

    def _close(self, same: int) -> None:
        while len(self._open) > same:
            self.parts.append("</a>" if isinstance(one := self._open.pop(), _Link) else f"</{one}>")


class _Flow:
    """The lines of one block and the blocks between them; in an item or cell (``bare``) the first line is in no paragraph."""

    def __init__(self, writer: _Writer, wrap: str, depth: int, *, bare: bool = False) -> None:
        self._writer, self._wrap, self._depth, self._bare = writer, wrap, depth, bare
        self._pieces: list[str] = []
        self._line = _Line(writer, preformatted=wrap == "pre")

    def walk(self, element: _Element, styles: _Styles) -> None:
        for child in element.children:
            self.add(child, styles)

    def add(self, child: _Element, styles: _Styles) -> None:
        """What comes next."""
        if not child.tag:
            self._line.text(child.text, styles)
        elif child.tag == "img":
            self._image(child.attributes, styles)
        elif child.tag == "br":
            self._line.end_line(2)
        elif child.tag == "hr":
            self.end()
            self._block("<hr>")
        elif child.tag in _HOLDERS and self._depth < _MAX_DEPTH:
            self.end()
            for piece in _held(self._writer, child, styles, self._depth):
                self._block(piece)
        else:
            self._parted(child.tag)
            self.walk(child, _styled(styles, child))
            if child.tag in BLOCKS:
                self._parted(child.tag)

    def end(self) -> None:
        """The line ends."""
        if self._line.parts:
            html = self._line.done()
            is_bare = self._bare and not self._pieces
            self._pieces.append(html if is_bare else f"<{self._wrap}>{html}</{self._wrap}>")
            self._writer.rich |= self._wrap != "p"
        self._line = _Line(self._writer, preformatted=self._wrap == "pre")

    def done(self) -> list[str]:
        """The lines and blocks."""
        self.end()
        return self._pieces

    def _parted(self, tag: str) -> None:
        """An element that is left out begins or ends."""
        if tag in CELLS:
            self._line.space()
        elif tag in BLOCKS and self._wrap != "p":
            self._line.end_line(1)
        elif tag in BLOCKS:
            self.end()

    def _block(self, html: str) -> None:
        self._pieces.append(html)
        self._writer.rich = True

    def _image(self, attributes: Attributes, styles: _Styles) -> None:
        step = MARKER_STEPS.get(attributes.get(MARKER, ""), 0)
        if step:
            self._writer.struck = max(0, self._writer.struck + step)
        elif alt := selectors.image_text(attributes)[:_MAX_ALT].rstrip():
            self._line.write(f'<img alt="{escape(alt)}">', styles)
            self._writer.rich = True


def _styled(styles: _Styles, element: _Element) -> _Styles:
    """The inline elements around what an element holds."""
    if element.tag in _INLINE:
        return (*styles, _INLINE[element.tag])
    href = " ".join(element.attributes.get("href", "").split()) if element.tag == "a" else ""
    if not href or len(href) > _MAX_HREF:
        return styles
    return (*(one for one in styles if isinstance(one, str)), _Link(href))


def _held(writer: _Writer, element: _Element, styles: _Styles, depth: int) -> Iterator[str]:
    """The blocks that an element becomes which holds lines, items, rows or other blocks."""
    tag = element.tag
    if tag in _LINES:
        flow = _Flow(writer, tag, depth + 1)
        flow.walk(element, styles)
        yield from flow.done()
        return
    if tag == "table":
        html = _rows(writer, element, styles, depth)
    elif tag in _LISTS:
        html, tag = _items(writer, element, styles, depth), "ul" if tag == "li" else tag
    else:
        flow = _Flow(writer, "p", depth + 1)
        flow.walk(element, styles)
        html = "".join(flow.done())
    if html:
        yield f"<{tag}>{html}</{tag}>"


def _items(writer: _Writer, element: _Element, styles: _Styles, depth: int) -> str:
    """The items of a list; what stands between them belongs to the one before."""
    items: list[_Flow] = []

    def fill(children: Sequence[_Element], styles: _Styles) -> None:
        for child in children:
            if child.tag == "li":
                items.append(_Flow(writer, "p", depth + 2, bare=True))
                items[-1].walk(child, styles)
                items[-1].end()
            elif child.tag not in _KEPT | CELLS:
                _end(items[-1:], child)
                fill(child.children, _styled(styles, child))
                _end(items[-1:], child)
            elif items or child.tag or not child.text.isspace():
                if not items:
                    items.append(_Flow(writer, "p", depth + 2, bare=True))
                items[-1].add(child, styles)

    fill([element] if element.tag == "li" else element.children, styles)
    return "".join(f"<li>{html}</li>" for each in items if (html := "".join(each.done())))


def _end(flows: Sequence[_Flow], element: _Element) -> None:
    """An element that is left out begins or ends."""
    for flow in flows if element.tag in BLOCKS else ():
        flow.end()


def _rows(writer: _Writer, element: _Element, styles: _Styles, depth: int) -> str:
    """The rows of a table; what stands in no cell belongs to the one before."""
    rows: list[list[tuple[_Element, _Flow]]] = [[]]

    def cell(of: _Element) -> _Flow:
        rows[-1].append((of, _Flow(writer, "p", depth + 3, bare=True)))
        return rows[-1][-1][1]

    def fill(children: Sequence[_Element], styles: _Styles) -> None:
        for child in children:
            if child.tag in CELLS:
                cell(child).walk(child, styles)
            elif child.tag not in _KEPT:
                for part in (child.children, ()):
                    _end([flow for _, flow in rows[-1][-1:]], child)
                    if child.tag == "tr":
                        rows.append([])
                    fill(part, _styled(styles, child))
            elif rows[-1] or child.tag or not child.text.isspace():
                (rows[-1][-1][1] if rows[-1] else cell(_Element("td", {}, ghost=True))).add(child, styles)

    fill(element.children, styles)
    html = ""
    for row in rows:
        written = [(of, "".join(flow.done())) for of, flow in row]
        cells = [f"<{of.tag}>{text}</{of.tag}>" for of, text in written if text or not of.ghost]
        html += f"<tr>{''.join(cells)}</tr>" if cells else ""
    return html
