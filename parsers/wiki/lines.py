"""The lines of wikitext that make tables, read as ``Parser::handleTables`` of MediaWiki 1.39 does.

A line that begins with ``{|``, ``|}``, ``|-``, ``|+``, ``|`` or ``!`` is markup, every other text. MediaWiki keeps a
state of its own of what is open and writes tags from it; here they go to the :class:`Builder`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.patterns import later
from parsers.wiki.builder import Builder, RawCell
from parsers.wiki.rendered import Rendered

__all__ = ["read_lines"]

_BLANK = " \t\r"
_OPENS = later(r"^[ \t\r]*+:*+[ \t\r]*+\{\|", re.MULTILINE)


@dataclass(slots=True)
class _State:
    """What MediaWiki takes to be open in a table: whether a cell, whether a row, and what the last cell was."""

    tag: str = ""
    cell: bool = False
    row: bool = False
    any_row: bool = False
    row_start: int = -1


def read_lines(mask: str, rendered: Rendered, builder: Builder) -> None:
    """Give the builder the tags that the lines stand for. ``mask`` is the rendered with everything covered that separates nothing."""
    place = 0
    states: list[_State] = []
    length = len(mask)
    if mask.strip(_BLANK) == "{|":
        # MediaWiki shows nothing of such a page; with any line below it is a table without content.
        builder.text(0, length)
        return
    while place <= length:
        if not states:
            mark = mask.find("{|", place)
            match = _OPENS.search(mask, max(place, mask.rfind("\n", 0, mark) + 1)) if mark >= 0 else None
            if match is None:
                builder.text(place, length)
                break
            builder.text(place, match.start())
            place = match.start()
        end = mask.find("\n", place)
        if end < 0:
            end = length
        _line(mask, rendered, builder, states, place, end)
        place = end + 1
    while states:
        _close(states.pop(), builder, length)
        builder.end_table(length, length, closed=False)
    builder.stop(length)


def _line(mask: str, rendered: Rendered, builder: Builder, states: list[_State], place: int, end: int) -> None:
    line = mask[place:end]
    stripped = line.strip(_BLANK)
    first, second = stripped[:1], stripped[1:2]
    opening = _OPENS.match(mask, place) if first in {"{", ":"} else None
    if opening is not None:
        builder.start_table(place, opening.end())
        states.append(_State())
        return
    state = states[-1] if states else _State()
    start = place + line.find(first)
    if first == "|" and second == "}":
        builder.row_stops(place)
        _close(states.pop(), builder, start)
        builder.end_table(start, start + 2)
        builder.text(start + 2, end)
    elif first == "|" and second == "-":
        builder.row_stops(place)
        _end_cell(state, builder, start)
        if state.row:
            builder.end_row(start)
        state.tag, state.cell, state.row, state.any_row, state.row_start = "", False, False, True, place
    elif first == "|" and second == "+":
        _cells(mask, rendered, builder, state, (place, start, end), "caption")
    elif first in {"|", "!"}:
        _cells(mask, rendered, builder, state, (place, start, end), "td" if first == "|" else "th")
    else:
        # The end of the line before belongs to this text, so that the text of a cell is in one piece.
        builder.text(max(place - 1, 0), end)


def _cells(mask: str, rendered: Rendered, builder: Builder, state: _State, line: tuple[int, int, int], tag: str) -> None:
    """The cells, or captions, of one line; ``line`` is its start, its mark and its end."""
    place, mark, end = line
    start = mark + (2 if tag == "caption" else 1)
    content = mask[start:end]
    if tag == "th":
        content = content.replace("!!", "||")
    for piece in content.split("||"):
        stop = start + len(piece)
        if tag != "caption" and not state.row:
            builder.start_row(place if state.row_start < 0 or builder.in_html else state.row_start)
            state.row = state.any_row = True
            state.row_start = -1
        bar = piece.find("|")
        attributes = ""
        if bar >= 0 and "[[" not in (head := piece[:bar]) and "-{" not in head:
            attributes = rendered.unmasked(start, start + bar)
            start += bar + 1
        cell = RawCell(mark, tag == "th", attributes, start, start)
        if tag == "caption":
            builder.start_caption(cell)
        else:
            builder.start_cell(cell)
        state.tag, state.cell = tag, True
        builder.text(start, stop)
        mark = stop
        start = stop + 2


def _end_cell(state: _State, builder: Builder, place: int) -> None:
    if state.cell:
        if state.tag == "caption":
            builder.end_caption(place)
        else:
            builder.end_cell(place, header=state.tag == "th")


def _close(state: _State, builder: Builder, place: int) -> None:
    """Close what is open in a table; one without any row gets an empty cell."""
    _end_cell(state, builder, place)
    if state.row:
        builder.end_row(place)
    if not state.any_row:
        builder.start_row(place)
        builder.start_cell(RawCell(-1, False, "", place, place))
