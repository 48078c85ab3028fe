"""A text with some stretches of it replaced."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["spliced"]


def spliced(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """The text with other text from each start to each end; in order of their starts, and one within another is left out."""
    parts: list[str] = []
    done = 0
    for start, end, instead in changes:
        if start >= done:
            parts += (text[done:start], instead)
            done = end
    return "".join((*parts, text[done:]))
