"""Runs of apostrophes: which are marks for bold and italics, and which apostrophes a reader sees."""

from __future__ import annotations

import re

__all__ = ["JOINED", "MARK", "SHIELDED", "TABLE", "marked_quotes", "without_quotes"]

_RUN = re.compile(r"(''+)")
MARK = "\x01"
"""What stands in the rendered text for a character of markup that is done with."""
JOINED = "\x08"
"""What stands at the end of a link's label: letters that follow at once belong to the link, and begin no address."""
TABLE = "\x0e"
"""What stands beside a table within a text."""
SHIELDED = {"'": "\x02", ":": "\x03", "*": "\x04", "#": "\x05", ";": "\x06", "[": "\x07"}
"""What stands in the rendered text for a character that might be markup, and is known to be none."""


def without_quotes(line: str, instead: str = "") -> str:
    """A line with ``instead`` in place of its marks for bold and italics.

    Of four apostrophes the first is text, of more than five all but the last five. Where both bold and italics
    are left open, one mark for bold was an apostrophe before italics.
    """
    parts, seen = _read(line)
    for i, count in seen.items():
        parts[i] = "'" * count + instead
    return "".join(parts) if seen else line


def marked_quotes(line: str) -> str:
    """A line of the same length with :data:`MARK` or a shielded apostrophe in place of its runs of apostrophes."""
    parts, seen = _read(line)
    for i, count in seen.items():
        parts[i] = SHIELDED["'"] * count + MARK * (len(parts[i]) - count)
    return "".join(parts)


def _read(line: str) -> tuple[list[str], dict[int, int]]:
    """The line divided at its runs of apostrophes, and how many of each run a reader sees."""
    parts = _RUN.split(line)
    seen: dict[int, int] = {}
    bold = italics = 0
    threes: list[int] = []
    for i in range(1, len(parts), 2):
        length = len(parts[i])
        seen[i] = 1 if length == 4 else max(length - 5, 0)
        length -= seen[i]
        italics += length in {2, 5}
        bold += length in {3, 5}
        if length == 3:
            threes.append(i)
    if bold % 2 and italics % 2 and threes:
        seen[_mistaken(parts, seen, threes)] += 1
    return parts, seen


def _mistaken(parts: list[str], seen: dict[int, int], threes: list[int]) -> int:
    """Which mark for bold is an apostrophe: one after a word of one letter, else after a longer word, else after a blank."""
    after_word = after_blank = 0
    for i in threes:
        before = parts[i - 1] + "'" * seen[i]
        if before[-1:] == " ":
            after_blank = after_blank or i
        elif before[-2:-1] == " ":
            return i
        else:
            after_word = after_word or i
    return after_word or after_blank
