"""Where in a Ruleset's wikitext each rule stands, so that it can be changed and nothing else.

:mod:`parsers.ruleset.tree` reads rules from a text made plain; here the same rules are stretches of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsers.ruleset.markup import plain
from parsers.ruleset.tree import SectionKind, bare_title, section_kind, split_heading

__all__ = ["Region", "content_end", "literal", "read_regions", "unspoken"]

_OPENER = re.compile(r"<!--|<(nowiki|pre)\b[^<>]*>", re.IGNORECASE)
_CLOSERS = {name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in ("nowiki", "pre")}
_HEADING = re.compile(r"^\x00*=[^\n]*", re.MULTILINE)
_LINK = re.compile(r"\[\[[^\[\]\n]{0,300}\]\]|\[?https?://[^\s\[\]]{1,500}(?:[^\[\]\n]{0,200}\])?")
_BRACES = re.compile(r"\{\{|\}\}")
_LAYOUT = re.compile(r"\s*(?:</?div\b[^<>]{0,300}>\s*)?", re.IGNORECASE)
_HIDDEN = "\x00"


@dataclass(frozen=True, slots=True)
class Region:
    """A section's introduction or a rule without its subrules: ``start`` is that of its heading, ``body`` that of its text.

    ``path`` are the titles from the section down; it is empty above the first heading.
    """

    path: tuple[str, ...]
    kind: SectionKind
    level: int
    start: int
    body: int
    end: int


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text, as long as before, with nothing to be read in the spans, which are in order; lines stay lines."""
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], re.sub(r"[^\n]", _HIDDEN, text[start:end])]
        at = end
    return "".join((*parts, text[at:]))


def literal(source: str) -> str:
    """The source with comments, ``nowiki`` and ``pre`` hidden, each character in its place."""
    spans: list[tuple[int, int]] = []
    unclosed: set[str] = set()
    at = 0
    for found in _OPENER.finditer(source):
        name = (found[1] or "").lower()
        if found.start() < at or name in unclosed or found[0].endswith("/>"):
            continue
        if not name:
            close = source.find("-->", found.end())
            at = close + 3 if close >= 0 else len(source)
        elif (closing := _CLOSERS[name].search(source, found.end())) is not None:
            at = closing.end()
        else:
            unclosed.add(name)
            continue
        spans.append((found.start(), at))
    return _blanked(source, spans)


def unspoken(text: str) -> str:
    """A text from :func:`literal` in which links, addresses and templates are hidden too."""
    text = _blanked(text, [found.span() for found in _LINK.finditer(text)])
    opened: list[int] = []
    spans: list[tuple[int, int]] = []
    for found in _BRACES.finditer(text):
        if found[0] == "{{":
            opened.append(found.start())
        elif opened:
            start = opened.pop()
            while spans and spans[-1][0] > start:
                spans.pop()
            spans.append((start, found.end()))
    return _blanked(text, spans)


def read_regions(source: str) -> tuple[Region, ...]:
    """Everything that has text, in the order of the page, the preface first."""
    return tuple(_regions(source))


def _regions(source: str) -> Iterator[Region]:
    visible = literal(source)
    path: tuple[str, ...] = ()
    levels: list[int] = []
    level, start, body, kind = 0, 0, 0, SectionKind.OTHER
    for line in _HEADING.finditer(visible):
        heading = split_heading(line[0].replace(_HIDDEN, ""))
        if heading is None:
            continue
        yield Region(path, kind, level, start, body, line.start())
        title = bare_title(plain(heading[1]))
        level, start, body = heading[0], line.start(), min(line.end() + 1, len(source))
        while levels and levels[-1] >= level:
            levels.pop()
            path = path[:-1]
        levels.append(level)
        path = (*path, title)
        if level == 1:
            kind = section_kind(title)
    yield Region(path, kind, level, start, body, len(source))


def content_end(source: str, region: Region) -> int:
    """Where the last line of a region ends, its newline left out, in front of blank lines and of the layout of the sections."""
    end = region.end
    while end > region.body:
        start = max(source.rfind("\n", region.body, end - 1) + 1, region.body)
        if not _LAYOUT.fullmatch(source, start, end):
            break
        end = start
    return end - 1 if source.endswith("\n", region.start, end) else end
