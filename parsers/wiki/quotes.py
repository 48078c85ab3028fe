"""Runs of apostrophes: which are marks for bold and italics, and which apostrophes a reader sees."""

from __future__ import annotations

import re

__all__ = ["without_quotes"]

_RUN = re.compile(r"(''+)")


def without_quotes(line: str, instead: str = "") -> str:
    """A line with ``instead`` in place of its marks for bold and italics.

    Of four apostrophes the first is text, of more than five all but the last five. Where both bold and italics
    are left open, one mark for bold was an apostrophe before italics.
    """
    parts = _RUN.split(line)
    if len(parts) == 1:
        return line
    bold = italics = 0
    threes: list[int] = []
    for i in range(1, len(parts), 2):
        length = len(parts[i])
        text = 1 if length == 4 else max(length - 5, 0)
        parts[i - 1] += "'" * text
        length -= text
        parts[i] = instead
        italics += length in {2, 5}
        bold += length in {3, 5}
        if length == 3:
            threes.append(i)
    if bold % 2 and italics % 2 and threes:
        parts[_mistaken(parts, threes) - 1] += "'"
    return "".join(parts)


def _mistaken(parts: list[str], threes: list[int]) -> int:
    """Which mark for bold is an apostrophe: one after a word of one letter, else after a longer word, else after a blank."""
    after_word = after_blank = 0
    for i in threes:
        before = parts[i - 1]
        if before[-1:] == " ":
            after_blank = after_blank or i
        elif before[-2:-1] == " ":
            return i
        else:
            after_word = after_word or i
    return after_word or after_blank
