"""Blocks of a post as wikitext, the way the Ruleset writes it; what was pasted as wikitext stays as it is.

Whether its markup may stand in a rule is tried when it is put there (:mod:`parsers.instructions.applying.wording`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import parse_qs, unquote, urlsplit

from parsers.instructions.blocks import PICTURE, PostBlock, PostList, PostParagraph, PostQuote, PostTable, StyledText

_PASTED_LINE = re.compile(r"[*#:;=|!]|\{\||----")
_HEADING = re.compile(r"^(={1,6})[ \t]*([^\n]*?[^\n=\s][^\n]*?)[ \t]*\1[ \t]*$", re.MULTILINE)
_BOLD_LINE = re.compile(r"\s*'''([^'\n]{1,120})'''[ \t]*:?[ \t]*(?:\n|<br>|$)")
_ADDRESS = re.compile(r"https?://[^\s\[\]<>\"{|}]+")
_WIKI_PATH = re.compile(r"/(?:wiki/|index\.php/)([^/?#][^?#]*)")
_SIGNS = {"b": "'''", "i": "''"}
_DEEPEST = 6


class UnsafeText(ValueError):
    """A text that cannot be written as plain wikitext, with the reason as a sentence."""


def wikitext(blocks: Iterable[PostBlock]) -> str:
    """The blocks' wikitext, without blanks at its ends. Raises UnsafeText for what has no plain wikitext."""
    return _joined(tuple(blocks)).strip()


def visible_text(blocks: Iterable[PostBlock]) -> str:
    """What the blocks show, a paragraph, item or row a line; cells are joined by ``|``."""
    return "\n".join(line for block in blocks for line in _shown(block))


def _shown(block: PostBlock) -> Iterator[str]:
    match block:
        case PostParagraph(text):
            yield text.shown
        case PostQuote(blocks):
            yield visible_text(blocks)
        case PostList(items):
            yield from map(visible_text, items)
        case PostTable(rows):
            yield from ("|".join(cell.shown for cell, _ in row) for row in rows)


def own_title(text: str, title: str) -> tuple[str, str]:
    """The title of a new rule and its text without it: the text may begin with the heading, or with the title in bold."""
    found = _HEADING.match(text) or _BOLD_LINE.match(text)
    if found is None:
        return title, text
    first = found[found.lastindex or 1].strip(" '")
    if title and first.casefold() != title.casefold():
        return title, text
    return first, text[found.end() :].strip()


def relevelled(text: str) -> str:
    """The text with the highest of its headings at level 3, as in a rule of level 2. Raises UnsafeText for too many levels."""
    levels = [len(found[1]) for found in _HEADING.finditer(text)]
    if not levels:
        return text
    shift = 3 - min(levels)
    if max(levels) + shift > _DEEPEST:
        raise UnsafeText("the text has headings on too many levels")
    return _HEADING.sub(lambda found: f"{'=' * (len(found[1]) + shift)} {found[2]} {'=' * (len(found[1]) + shift)}", text)


def _joined(blocks: Sequence[PostBlock]) -> str:
    parts: list[str] = []
    for number, block in enumerate(blocks):
        # A list stands close to the paragraph that announces it.
        close = isinstance(block, PostList) and number and isinstance(blocks[number - 1], PostParagraph)
        parts.extend(("\n" if close else "\n\n", _written(block)))
    return "".join(parts)


def _written(block: PostBlock) -> str:
    match block:
        case PostParagraph(text, level):
            return f"{'=' * level} {inline(text)} {'=' * level}" if level else _paragraph(text)
        case PostQuote((PostParagraph(text),), raw=True):
            return text.plain
        case PostList():
            return "\n".join(_items(block, ""))
        case PostTable():
            return _table(block)
        case _:
            raise UnsafeText("the text has a quotation within it, as a block of its own")


def _paragraph(text: StyledText) -> str:
    """The lines of a paragraph; those that are pasted wikitext stay lines, others become line breaks in it."""
    written = ""
    for line in text.lines():
        own = inline(line)
        if written:
            last = written.rsplit("\n", 1)[-1]
            written += "\n" if _PASTED_LINE.match(own) or _PASTED_LINE.match(last) else "<br>"
        written += own
    return written


def _items(listed: PostList, prefix: str) -> Iterator[str]:
    prefix += "#" if listed.ordered else "*"
    for item in listed.items:
        first, rest = (item[0], item[1:]) if item and isinstance(item[0], PostParagraph) else (None, item)
        nested = [block for block in rest if isinstance(block, PostList)]
        if first is None or len(nested) < len(rest):
            raise UnsafeText("the text has a list whose items are more than a line")
        yield f"{prefix} {inline(first.text).replace(chr(10), '<br>')}"
        for block in nested:
            yield from _items(block, prefix)


def _table(table: PostTable) -> str:
    lines = ['{| class="wikitable"']
    for number, row in enumerate(table.rows):
        lines.extend(["|-"] if number else [])
        for cell, header in row:
            if "|" in cell.plain:
                raise UnsafeText("the text has a table with a bar in a cell")
            lines.append(f"{'!' if header else '|'} {inline(cell).replace(chr(10), '<br>')}".rstrip())
    return "\n".join([*lines, "|}"])


def inline(text: StyledText) -> str:
    """One text with its emphasis and links, without what is struck in it."""
    text = text.without_struck()
    if PICTURE in text.plain:
        raise UnsafeText("the text has a picture, or blocks where only text can stand")
    written: list[str] = []
    place = 0
    closing: list[tuple[int, str]] = []
    for mark in [*text.marks, None]:
        start = len(text.plain) if mark is None else mark.start
        while closing and closing[-1][0] <= start:
            end, sign = closing.pop()
            written.extend((_plain(text.plain[place:end], text), sign))
            place = end
        written.append(_plain(text.plain[place:start], text))
        place = start
        if mark is not None:
            opening, sign = _signs(text.plain[mark.start : mark.end], mark.kind, mark.href)
            written.append(opening)
            closing.append((mark.end, sign))
    return "".join(written)


def _plain(piece: str, whole: StyledText) -> str:
    """A stretch without marks of its own; an apostrophe beside the signs of emphasis would be one of them."""
    if not whole.marks:
        return piece
    if piece.startswith("]") or piece.endswith("["):
        raise UnsafeText("the text has brackets beside a link")
    return re.sub(r"^'(?!')|(?<!')'$", "&#39;", piece)


def _signs(shown: str, kind: str, href: str) -> tuple[str, str]:
    if kind in _SIGNS:
        return _SIGNS[kind], _SIGNS[kind]
    if kind != "a":
        return f"<{kind}>", f"</{kind}>"
    if not _ADDRESS.fullmatch(href) or re.search(r"[\[\]|\n]", shown):
        raise UnsafeText("the text has a link that leads nowhere on the web, or has markup in it")
    page = _page(href)
    if page is not None:
        return ("[[" if page == shown else f"[[{page}|"), "]]"
    return ("", "") if shown == href else (f"[{href} ", "]")


def _page(href: str) -> str | None:
    """The page of the wiki that an address leads to."""
    parts = urlsplit(href)
    if not parts.netloc.startswith("wiki.") and not parts.path.startswith("/wiki/index.php"):
        return None
    query = parse_qs(parts.query)
    path = _WIKI_PATH.fullmatch(parts.path)
    if set(query) - {"title"} or (path is None and "title" not in query):
        return None
    page = (query["title"][0] if "title" in query else unquote(path[1] if path else "")).replace("_", " ")
    page += f"#{unquote(parts.fragment).replace('_', ' ')}" if parts.fragment else ""
    return None if not page.strip() or re.search(r"[\[\]{}|<>\n]|^[^#]*:", page) else page
