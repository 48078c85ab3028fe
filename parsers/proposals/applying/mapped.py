"""Where in the source each character of a block stands that a reader sees, and inside which markup.

The markup is found anew here, and believed only if what is left of the source then shows what the block shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from parsers.patterns import later
from parsers.wiki.blocks import Block
from parsers.wiki.inline import MARK, marked_quotes
from parsers.wiki.markup import decode, find_tags
from parsers.wiki.rendered import OPAQUE, Rendered, render
from parsers.wiki.visible import LIST_MARKS

_LINK = later(r"\[\[:?([^\[\]{}|<>\n]+)(\|)?((?(2)[^\[\]|\n]+))\]\]")
_EXTERNAL = later(r"\[(?:https?:)?//[^\s\[\]<>\"]+ +([^\[\]\n]+)\]", re.IGNORECASE)
_ENTITY = later(r"&(?:#[0-9]{1,8}|#[xX][0-9A-Fa-f]{1,7}|[A-Za-z0-9]{1,40});")
_QUOTES = later(f"{MARK}+")
_SINGLE_TAGS = frozenset({"br", "hr", "wbr"})

Around = tuple[int, int, int, tuple[tuple[str, int], ...]]
"""The markup that a character stands inside, each told by where it began: bold, italics, its link, and its tags."""


NOTHING_AROUND: Around = (-1, -1, -1, ())


class Character(NamedTuple):
    """A character that is seen, the place of what it is written with, and the markup around it.

    ``fixed`` ones stand for something else: an entity, a link's target that is its label too, or with others for a template or
    a block that MediaWiki does not parse.
    """

    seen: str
    start: int
    end: int
    around: Around
    fixed: bool


@dataclass(slots=True)
class _Markup:
    """What is markup in some rendered text: ``hidden`` characters are not seen, and where a ``<br>`` begins a blank is."""

    hidden: bytearray
    breaks: dict[int, str]
    links: list[tuple[int, int, bool]]
    tags: list[tuple[int, int, str, bool]]


def characters(source: str, block: Block) -> list[Character] | None:
    """The characters of ``block.text`` with their places in ``source``; None where that cannot be told."""
    rendered = render(source[block.start : block.end])
    found = _tidied(list(_seen(rendered, block.start)))
    shown = "".join(character.seen for character in found)
    if shown == block.text:
        return found
    if block.term and shown.endswith(block.text):
        return found[len(found) - len(block.text) :]
    return None


def _seen(rendered: Rendered, offset: int) -> Iterator[Character]:
    """The visible characters of a block's lines, blanks as they are."""
    text = rendered.text
    markup = _markup(text)
    bold = italics = -1
    opened: list[tuple[str, int]] = []
    link = tag = 0
    place = 0
    quotes = _quotes(text, markup)
    while place < len(text):
        while link < len(markup.links) and markup.links[link][1] <= place:
            link += 1
        while tag < len(markup.tags) and markup.tags[tag][0] <= place:
            begins, _, name, closes = markup.tags[tag]
            tag += 1
            if not closes:
                opened.append((name, begins))
            elif opened and opened[-1][0] == name:
                opened.pop()
        if place in quotes:
            count = quotes[place]
            if count in {3, 5}:
                bold = place if bold < 0 else -1
            if count in {2, 5}:
                italics = place if italics < 0 else -1
            place += count
            continue
        if text[place] == "\n":
            bold = italics = -1
        if markup.hidden[place]:
            place += 1
            continue
        entity = _ENTITY.match(text, place)
        stop = entity.end() if entity is not None and len(decode(entity[0])) == 1 else place + 1
        stop = text.index(">", place) + 1 if place in markup.breaks else stop
        inside = link < len(markup.links) and markup.links[link][0] <= place
        start, end = rendered.start_of(place), rendered.end_of(stop)
        around = (bold, italics, link if inside else -1, tuple(opened))
        fixed = (inside and markup.links[link][2]) or stop > place + 1 or end - start != 1
        shown = markup.breaks.get(place) or (rendered.blocks.get(place, "") if text[place] == OPAQUE else text[place:stop])
        for character in decode(shown):
            yield Character(character, offset + start, offset + end, around, fixed)
        place = stop


def _markup(text: str) -> _Markup:
    hidden = bytearray(len(text))
    tags = [(tag.start, tag.end, tag.name, tag.closes) for tag in find_tags(text) if tag.name not in _SINGLE_TAGS]
    breaks: dict[int, str] = {}
    for tag in find_tags(text):
        if tag.name == "br":
            breaks[tag.start] = " "
        else:
            hidden[tag.start : tag.end] = b"\1" * (tag.end - tag.start)
    links: list[tuple[int, int, bool]] = []
    for pattern, group in ((_LINK, 3), (_EXTERNAL, 1)):
        for match in pattern.finditer(text):
            label = match.span(group) if match[group] else match.span(1)
            hidden[match.start() : label[0]] = b"\1" * (label[0] - match.start())
            hidden[label[1] : match.end()] = b"\1" * (match.end() - label[1])
            links.append((match.start(), match.end(), not match[group]))
    line = 0
    for content in text.split("\n"):
        marks = len(content) - len(content.lstrip(LIST_MARKS))
        hidden[line : line + marks] = b"\1" * marks
        line += len(content) + 1
    return _Markup(hidden, breaks, sorted(links), tags)


def _quotes(text: str, markup: _Markup) -> dict[int, int]:
    """Where marks for bold and italics stand, and how many apostrophes each has."""
    if "''" not in text:
        return {}
    marked = "\n".join(marked_quotes(line) for line in text.split("\n"))
    return {match.start(): len(match[0]) for match in _QUOTES.finditer(marked) if not markup.hidden[match.start()]}


def _tidied(found: list[Character]) -> list[Character]:
    """The characters with one blank for several, and none at the ends."""
    tidy: list[Character] = []
    for character in found:
        if not character.seen.isspace():
            tidy.append(character)
        elif tidy and tidy[-1].seen == " ":
            tidy[-1] = tidy[-1]._replace(end=character.end)
        elif tidy:
            tidy.append(character._replace(seen=" "))
    if tidy and tidy[-1].seen == " ":
        tidy.pop()
    return tidy


def nothing_between(found: Sequence[Character], start: int, end: int) -> bool:
    """Whether the characters from ``start`` to ``end`` stand in the source as they are seen, with no markup among them."""
    first, last = found[start], found[end - 1]
    return last.end - first.start == end - start and not any(character.fixed for character in found[start:end])
