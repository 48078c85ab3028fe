"""The tables in the HTML of a wiki page, as a browser lays them out: what the reading of wikitext
is held against.
"""

from __future__ import annotations

import re
from typing import Any

from lxml import html as lxml_html

Grid = list[list[str | None]]
_BREAKS = frozenset(
    "br blockquote caption center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul".split()
)


def grids_of(html: str) -> list[tuple[Grid, list[str]]]:
    """The grid and the captions of every table: ``#`` before a header, ``<T>`` for a nested table,
    None for no cell.
    """
    tree = lxml_html.fromstring(f"<div>{html}</div>", parser=lxml_html.HTMLParser(huge_tree=True))
    return [_grid(table) for table in tree.iter("table")]


def _text(element: Any) -> str:
    def parts(of: Any) -> list[str]:
        found = [of.text or ""]
        for child in of:
            if child.tag == "table":
                found.append(" <T> ")
            elif isinstance(child.tag, str) and child.get("class") != "reference":
                space = " " if child.tag in _BREAKS else ""
                found += [space, *parts(child), space]
            found.append(child.tail or "")
        return found

    return " ".join("".join(parts(element)).split())


def _number(value: str | None, least: int, most: int) -> int:
    digits = re.match(r"\s*\+?([0-9]+)", value or "", re.ASCII)
    return max(least, min(most, int(digits[1]))) if digits else 1


def _grid(table: Any) -> tuple[Grid, list[str]]:
    lines: list[dict[int, str]] = []
    for group in table.xpath("./tbody|./thead|./tfoot"):
        rows = group.xpath("./tr")
        base = len(lines)
        lines += [{} for _ in rows]
        for r, row in enumerate(rows):
            column = 0
            for cell in row.xpath("./td|./th"):
                while column in lines[base + r]:
                    column += 1
                wide = _number(cell.get("colspan"), 1, 1000)
                high = _number(cell.get("rowspan"), 0, 65534) or len(rows)
                text = ("#" if cell.tag == "th" else "") + _text(cell)
                for line in lines[base + r : base + min(r + high, len(rows))]:
                    line.update(dict.fromkeys(range(column, column + wide), text))
                column += wide
    width = max((max(line, default=-1) + 1 for line in lines), default=0)
    return [[line.get(c) for c in range(width)] for line in lines], [
        _text(c) for c in table.xpath("./caption")
    ]
