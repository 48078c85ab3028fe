"""Blocks of a post as wikitext, the way the Ruleset writes it; what was pasted as wikitext stays as it is.

Whether its markup may stand in a rule is tried when it is put there (:mod:`parsers.instructions.rule_wording`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parsers.instructions.post_blocks import (
    BOLD,
    ITALIC,
    LINK,
    LINKED,
    OTHER,
    PICTURE,
    STRUCK,
    PostBlock,
    PostList,
    PostParagraph,
    PostQuote,
    PostTable,
    plain,
)

_PASTED_LINE = re.compile(r"[*#:;=|!]|\{\||----")
_HEADING = re.compile(r"^(={1,6})[ \t]*([^\n]*?[^\n=\s][^\n]*?)[ \t]*\1[ \t]*$", re.MULTILINE)
_BOLD_LINE = re.compile(r"\s*'''([^'\n]{1,120})'''[ \t]*:?[ \t]*(?:\n|<br>|$)")
_LINKED = re.compile(rf"(?<!\[){LINK}([^{LINKED}]+){LINKED}([^{LINK}{LINKED}\[\]\n]+){LINKED}(?!\])")
_DEEPEST = 6


class UnsafeText(ValueError):
    """A text that cannot be written as plain wikitext, with the reason as a sentence."""


def wikitext(blocks: Iterable[PostBlock]) -> str:
    """The blocks' wikitext, without blanks at its ends. Raises UnsafeText for what has no plain wikitext."""
    written, above = "", None
    for block in blocks:
        # A list stands close to the paragraph that announces it.
        close = isinstance(block, PostList) and isinstance(above, PostParagraph)
        written += ("\n" if close else "\n\n") + _written(block)
        above = block
    return written.strip()


def visible_text(blocks: Iterable[PostBlock]) -> str:
    """What the blocks show, a paragraph, item or row a line; cells are joined by ``|``."""
    return "\n".join(line for block in blocks for line in _shown(block))


def _shown(block: PostBlock) -> Iterator[str]:
    match block:
        case PostParagraph(text):
            yield plain(text)
        case PostQuote(blocks):
            yield visible_text(blocks)
        case PostList(items):
            yield from map(visible_text, items)
        case PostTable(rows):
            yield from (" | ".join(plain(cell) for cell, _ in row) for row in rows)


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


def _written(block: PostBlock) -> str:
    match block:
        case PostParagraph(text, level):
            return f"{'=' * level} {inline(text)} {'=' * level}" if level else _paragraph(text)
        case PostQuote((PostParagraph(text),), raw=True):
            return text
        case PostList():
            return "\n".join(_items(block, ""))
        case PostTable():
            return _table(block)
        case _:
            raise UnsafeText("the text has a quotation within it, as a block of its own")


def _paragraph(text: str) -> str:
    """The lines of a paragraph; those that are pasted wikitext stay lines, others become line breaks in it."""
    written = ""
    for line in text.split("\n"):
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
    lines: list[str] = []
    for row in table.rows:
        lines.append("|-" if lines else '{| class="wikitable"')
        for cell, header in row:
            if "|" in cell or (header and "!!" in cell):
                raise UnsafeText("the text has a table with signs of a table in a cell")
            lines.append(f"{'!' if header else '|'} {inline(cell).replace(chr(10), '<br>')}".rstrip())
    return "\n".join([*lines, "|}"])


def inline(text: str) -> str:
    """One text with its emphasis and links. Raises UnsafeText for more than that, and for emphasis that begins or ends elsewhere."""
    text = _LINKED.sub(r"[\1 \2]", text)
    if any(sign in text for sign in (PICTURE, STRUCK, OTHER, LINK, LINKED)):
        raise UnsafeText("the text has a picture, a link, struck words or markup that a person has to look at")
    if any(text.count(sign) % 2 for sign in (BOLD, ITALIC)):
        raise UnsafeText("emphasis begins or ends within the text")
    # An apostrophe beside the signs of emphasis would be one of them.
    text = re.sub(f"(?<=[{BOLD}{ITALIC}])'(?!')|(?<!')'(?=[{BOLD}{ITALIC}])", "&#39;", text)
    return text.replace(BOLD, "'''").replace(ITALIC, "''").strip()
