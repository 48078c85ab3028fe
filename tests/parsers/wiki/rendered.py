"""The tables in the HTML of a wiki page, as a browser lays them out: what the reading of wikitext is held against."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Grid = list[list[str | None]]
_VOID = frozenset({"br", "hr", "wbr", "img", "meta", "link", "input", "col"})
_BREAKS = frozenset("br blockquote caption center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul".split())


@dataclass
class _Element:
    tag: str
    attributes: dict[str, str]
    children: list[_Element | str] = field(default_factory=list)


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Element("", {})
        self.open = [self.root]
        self.tables: list[_Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = _Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag == "table":
            self.tables.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, (self.open[-1].tag, tag)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def grids_of(html: str) -> list[tuple[Grid, list[str]]]:
    """The grid and the captions of every table: ``#`` before a header, ``<T>`` for a nested table, None for no cell."""
    tree = _Tree()
    tree.feed(html)
    tree.close()
    return [_grid(table) for table in tree.tables]


def _text(element: _Element) -> str:
    parts: list[str] = []
    work: list[_Element | str] = list(reversed(element.children))
    while work:
        item = work.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item.tag == "table":
            parts.append(" <T> ")
        elif item.attributes.get("class") != "reference":
            if item.tag in _BREAKS:
                work.append(" ")
                parts.append(" ")
            work.extend(reversed(item.children))
    return " ".join("".join(parts).split())


def _of(element: _Element, *tags: str) -> list[_Element]:
    return [child for child in element.children if isinstance(child, _Element) and child.tag in tags]


def _number(value: str | None, least: int, most: int) -> int:
    digits = ""
    for character in (value or "").strip().removeprefix("+"):
        if character not in "0123456789":
            break
        digits += character
    return max(least, min(most, int(digits))) if digits else 1


def _grid(table: _Element) -> tuple[Grid, list[str]]:
    lines: list[dict[int, str]] = []
    for group in _of(table, "tbody", "thead", "tfoot"):
        rows = _of(group, "tr")
        base = len(lines)
        lines += [{} for _ in rows]
        for r, row in enumerate(rows):
            column = 0
            for cell in _of(row, "td", "th"):
                while column in lines[base + r]:
                    column += 1
                wide = _number(cell.attributes.get("colspan"), 1, 1000)
                high = _number(cell.attributes.get("rowspan"), 0, 65534) or len(rows)
                text = ("#" if cell.tag == "th" else "") + _text(cell)
                for line in lines[base + r : base + min(r + high, len(rows))]:
                    line.update(dict.fromkeys(range(column, column + wide), text))
                column += wide
    width = max((max(line, default=-1) + 1 for line in lines), default=0)
    return [[line.get(c) for c in range(width)] for line in lines], [_text(c) for c in _of(table, "caption")]
