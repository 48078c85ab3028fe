"""The lines of a page as MediaWiki sees them, comments gone and templates resolved, and where in the source they stand."""

from __future__ import annotations

import re
from bisect import bisect_left

from parsers.wiki.model import WikiPage
from parsers.wiki.rendered import Expand, render

__all__ = ["SourceLines"]

_MARKS = re.compile(r"[*#:;]*+")
_OWN_BLOCK = ("=", "{|", "|", "!", "<")


class SourceLines:
    """The lines of a page, counted from 0."""

    def __init__(self, page: WikiPage, expand: Expand | None = None) -> None:
        self.page = page
        self.rendered = render(page.source, expand)
        self.ends = [match.start() for match in re.finditer(r"\n|\Z", self.rendered.text)]

    def number(self, place: int) -> int:
        """The line that a place in the source is on."""
        return bisect_left(self.ends, place, key=self.rendered.start_of)

    def text(self, number: int) -> str:
        """A line of the rendered text; ``""`` before the first and after the last."""
        if not 0 <= number < len(self.ends):
            return ""
        return self.rendered.text[self.ends[number - 1] + 1 if number else 0 : self.ends[number]]

    def begin(self, number: int) -> int:
        """Where a line begins in the source: at the beginning of a line there, unless that is part of something else."""
        first = self.ends[number - 1] + 1 if number else 0
        start = self.rendered.start_of(first)
        line = self.page.source.rfind("\n", 0, start) + 1
        inside = line < (self.rendered.end_of(first) if number else 0) or any(note.start < line < note.end for note in self.page.notes)
        return start if inside else line

    def stop(self, number: int) -> int:
        """Where a line ends in the source, before the end of its line there. Raises ValueError if that is inside a template."""
        place = self.rendered.start_of(self.ends[number])
        if self.page.source[place : place + 1] not in ("", "\n"):
            raise ValueError("the line ends in a template")
        return place

    def kind(self, number: int) -> str:
        """What neighbouring lines share that are one list or one paragraph; ``""`` for a line that is neither."""
        line = self.text(number)
        if not line.strip() or line.startswith(_OWN_BLOCK):
            return ""
        first = self.ends[number] - len(line)
        if self.rendered.template_at(first, first + 1):
            return "paragraph"
        return line[0].replace(";", ":") if line[0] in "*#:; " else "paragraph"

    def is_part(self, number: int, item: int) -> bool:
        """Whether a line belongs to the item of a list that begins on an earlier one."""
        above, marks = _marks(self.text(item)), _marks(self.text(number))
        if not above or not marks.replace(";", ":").startswith(above.replace(";", ":")):
            return False
        return len(marks) > len(above) or (above[-1], marks[-1]) == (";", ":")


def _marks(line: str) -> str:
    """The marks of lists that a line begins with."""
    match = _MARKS.match(line)
    assert match is not None  # noqa: S101 - it matches nothing, too
    return match.group()
