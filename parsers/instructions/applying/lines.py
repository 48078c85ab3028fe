"""Whole paragraphs, items and tables replaced, put in and taken away, with the blank lines that they need between them."""

from __future__ import annotations

from parsers.instructions.applying.expected_page import Shown, shown
from parsers.instructions.applying.places import EditedRuleset
from parsers.instructions.applying.wording import blank_below
from parsers.ruleset.model import Rule
from parsers.ruleset.tree import content_end
from parsers.wiki.visible import LIST_MARKS

_MARKS = tuple(LIST_MARKS)
Splice = tuple[int, int, str]


def with_lines(page: EditedRuleset, rule: Rule, first: int, last: int, text: str) -> tuple[list[Splice], Shown]:
    """The changes that write ``text`` in place of the blocks from ``first`` up to ``last`` of a rule, and what they show.

    With ``first`` and ``last`` the same it goes between that block and the one before. Raises ValueError where blocks share lines.
    """
    source = page.source
    start, end = _region(source, rule, first, last)
    stop = max(content_end(source, rule), end)
    left = start
    while left > rule.body and source[left - 1] in "\n \t":
        left -= 1
    right = end
    while right < stop and source[right] == "\n":
        right += 1
    before = source[max(source.rfind("\n", 0, left) + 1, rule.body) : left] if left > rule.body else None
    behind = source[right:stop].partition("\n")[0] if right < stop else None
    if not text:
        return [_cut(source, (left, start, end, right), first=before is None, last=behind is None)], ()
    lines = text.split("\n")
    old = (source[left:start], source[end:right])
    if first == last:
        # What stands between the two now separates the new text from the one that it is not like.
        gap, alike = source[left:right], behind is not None and _is_item(lines[-1]) == _is_item(behind)
        old = (gap, "") if alike else ("", gap)
    lead = _gap(before, lines[0], old[0]) if before is not None else old[0]
    if before is None and left and source[left - 1] != "\n":
        lead = "\n\n" if blank_below(source, page.rules) else "\n"
    tail = "" if behind is None else _gap(lines[-1], behind, old[1])
    shows = shown(text)
    if len(shows) != 1 or not shows[0].blocks:
        raise ValueError("the new text has headings, or shows nothing")
    return [(left, right if behind is not None else end, f"{lead}{text}{tail}")], shows[0].blocks


def _is_item(line: str) -> bool:
    return line.startswith(_MARKS)


def _gap(one: str, other: str, old: str) -> str:
    """What has to stand between two lines, ``old`` where that will do: items of one list follow each other at once."""
    if _is_item(one) and _is_item(other) and (one[0] == other[0] or {one[0], other[0]} <= {";", ":"}):
        return "\n"
    return old if old.count("\n") > (_is_item(one) == _is_item(other)) else "\n\n"


def _cut(source: str, places: tuple[int, int, int, int], *, first: bool, last: bool) -> Splice:
    """What goes with blocks that are taken away: one of the two gaps around them."""
    left, start, end, right = places
    if first and last:
        return left, end + source.startswith("\n", end), ""
    if first or last:
        return (start, right, "") if first else (left, end, "")
    return left, right, max(source[left:start], source[end:right], key=len)


def _region(source: str, rule: Rule, first: int, last: int) -> tuple[int, int]:
    """Where in the source blocks stand, or where between two of them new ones go."""
    if first < last:
        start, end = _lines_of(source, rule, first)[0], _lines_of(source, rule, last - 1)[1]
        around = [rule.blocks[i] for i in (first - 1, last) if 0 <= i < len(rule.blocks)]
        if any(block.start < end and start < block.end for block in around):
            raise ValueError("several paragraphs or items share a line there")
        return start, end
    if first == len(rule.blocks):
        place = content_end(source, rule)
    elif not first:
        place = rule.body + len(source[rule.body :]) - len(source[rule.body :].lstrip("\n"))
    elif _whole_lines(source, rule, first - 1):
        place = _lines_of(source, rule, first - 1)[1]
    else:
        place = _lines_of(source, rule, first)[0]
    return place, place


def _whole_lines(source: str, rule: Rule, index: int) -> bool:
    """Whether a block has lines of its own: no cell of a table has."""
    block = rule.blocks[index]
    return (block.start == rule.body or source[block.start - 1] == "\n") and source[block.end : block.end + 1] in ("\n", "")


def _lines_of(source: str, rule: Rule, index: int) -> tuple[int, int]:
    """Where the lines of a block begin and end, with that of the term that a definition explains."""
    if not _whole_lines(source, rule, index):
        raise ValueError("it stands in a table, or shares its line with something else")
    block = rule.blocks[index]
    start = block.start
    if block.term and not source.startswith(";", start):
        above = source.rfind("\n", 0, start - 1) + 1
        if source.startswith(";", above) and above >= rule.body:
            start = above
    return start, block.end
