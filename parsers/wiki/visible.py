"""What a reader sees of a stretch of the rendered text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.wiki.links import without_external_links, without_links
from parsers.wiki.markup import Tag, decode, find_tags
from parsers.wiki.quotes import SHIELDED, TABLE, without_quotes
from parsers.wiki.rendered import NOTHING, OPAQUE, Rendered

__all__ = ["NESTED", "heading_level", "tidy", "visible_part", "visible_parts"]

_MARKED = re.compile(r"[<\[&|\x01-\x08\x0e\x7f]|''|__|\n[=*#:;-]")
_BREAKING = frozenset("br blockquote caption center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul".split())
_BREAK = "\x00"
_PLAIN = {shield: character for character, shield in SHIELDED.items()}
NESTED = "<T>"
_SWITCH = re.compile(
    r"__(?:NOTOC|FORCETOC|TOC|NOEDITSECTION|NEWSECTIONLINK|NONEWSECTIONLINK|HIDDENCAT|EXPECTUNUSEDCATEGORY|INDEX|NOINDEX|"
    r"STATICREDIRECT|NOGALLERY|NOTITLECONVERT|NOTC|NOCONTENTCONVERT|NOCC)__",
    re.IGNORECASE,
)
_STANDS_FOR = re.compile(r"\x7f(?:t|(\d+);)|[\x01-\x08\x0e]")


def visible_part(rendered: Rendered, start: int, end: int) -> str:
    """What a reader sees between two places of rendered text, where no line begins."""
    text = rendered.text[start:end]
    return visible_parts(rendered, [(start, end)]) if _MARKED.search(text) else tidy(text)


def visible_parts(rendered: Rendered, parts: Sequence[tuple[int, int] | int]) -> str:
    """What a reader sees of stretches of rendered text, and of the tables between them (:data:`NESTED`)."""
    pieces: list[str] = []
    blocks: list[str] = []
    for part in parts:
        if isinstance(part, int):
            pieces.append(f"\n{OPAQUE}{len(blocks)};{TABLE}{_BREAK}")
            blocks.append(NESTED)
            continue
        last, end = part
        if pieces and not rendered.text.startswith("\n", last):
            pieces.append(NOTHING)
        while (place := rendered.text.find(OPAQUE, last, end)) >= 0:
            pieces += (rendered.text[last:place], f"{OPAQUE}{len(blocks)};")
            blocks.append(decode(rendered.blocks.get(place, "")))
            last = place + 1
        pieces.append(rendered.text[last:end])
    text = "".join(pieces)
    return _shown(text.lstrip(" \t"), blocks)


def _shown(text: str, blocks: list[str]) -> str:
    text = _without_tags(text, find_tags(text))
    if "__" in text:
        # MediaWiki takes the others out before it looks for apostrophes; of this one a mark stays.
        text = _SWITCH.sub(lambda match: NOTHING if match.group().lower() == "__toc__" else "", text)
    first, *others = text.split("\n")
    text = without_links("\n".join((first, *map(_without_heading, others))))
    first, *others = (without_external_links(without_quotes(line, NOTHING)) for line in text.split("\n"))
    text = decode("\n".join((first, *map(_without_list_marks, others)))).replace(_BREAK, "\n")
    return tidy(_STANDS_FOR.sub(lambda match: blocks[int(match.group(1))] if match.group(1) else _PLAIN.get(match.group(), ""), text))


def tidy(text: str) -> str:
    """The text without needless blanks: one between words, none around lines, no empty lines."""
    if "\n" not in text:
        return " ".join(text.split())
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _without_tags(text: str, tags: list[Tag]) -> str:
    parts: list[str] = []
    place = 0
    opened: dict[str, int] = {}
    for tag in tags:
        count = opened.get(tag.name, 0)
        # What closes nothing is no tag to MediaWiki, but for the end of a paragraph, which then is an empty one.
        breaks = tag.name in _BREAKING and (not tag.closes or count > 0 or tag.name == "p")
        opened[tag.name] = max(count - 1, 0) if tag.closes else count + 1
        parts += (text[place : tag.start], _BREAK if breaks else NOTHING)
        place = tag.end
    return "".join((*parts, text[place:])) if parts else text


def _without_heading(line: str) -> str:
    if line.startswith("----"):
        return line.lstrip("-")
    stripped = line.rstrip()
    if not (stripped.startswith("=") and stripped.endswith("=")):
        return line
    level = heading_level(stripped)
    return stripped[level : len(stripped) - level] if level else line


def heading_level(line: str) -> int:
    """The level of the heading a line without surrounding blanks is, or 0."""
    opening = len(line) - len(line.lstrip("="))
    if opening == len(line):
        return min((opening - 1) // 2, 6)
    return min(opening, len(line) - len(line.rstrip("=")), 6)


def _without_list_marks(line: str) -> str:
    content = line.lstrip("*#:;")
    marks = line[: len(line) - len(content)]
    if marks.endswith(";"):
        term, colon, meaning = content.partition(":")
        if colon and not meaning.startswith("//"):
            return f"{term}{_BREAK}{meaning}"
    return content
