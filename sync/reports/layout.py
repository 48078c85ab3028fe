"""Text reports: makes outside text safe, and lays it out for a width with or without colour. Rich
wraps the lines.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parsers.ruleset.ruleset_model import Ruleset
from sync.text import encodable, log_line, one_line, safe, shorten
from validators.words import reviewed_by

WIDEST = 120
"""Longer lines are hard to read, however wide the window is."""

_MARK = (
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]"
)
_PILED = re.compile(f"({_MARK}{{2}}){_MARK}+")


def words(text: str, style: str = "", *, newlines: bool = False) -> Text:
    """Return outside text, never interpreted as markup; long words are folded, not cut off."""
    return Text(
        safe(text, newlines=True) if newlines else one_line(text), style=style, overflow="fold"
    )


def unpiled(text: str) -> str:
    """Return the text with at most two combining marks on a letter."""
    return _PILED.sub(r"\1", text)


def quoted(text: str, width: int = 400) -> str:
    """Return a sentence of a rule or a page in quotation marks, cut at ``width``."""
    return f"“{shorten(text, width)}”"


def heading(text: str) -> Text:
    """A heading with an empty line before it."""
    return Text("\n" + one_line(text), style="bold")


def listing(title: str, items: Iterable[RenderableType]) -> Iterator[RenderableType]:
    """Yield a heading and the items below it; nothing without items."""
    listed = list(items)
    if listed:
        yield heading(title)
        yield from listed


def indented(item: RenderableType, by: int = 2) -> Padding:
    """Return the item indented, including wrapped lines."""
    return Padding(item, (0, 0, 0, by))


@dataclass(frozen=True, slots=True)
class Shortened:
    """A text that begins with the words ``whole``, which wrap; the rest is cut off at the end of
    their last line.
    """

    whole: str
    text: Text

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        width = options.max_width
        last = max(len(Text(self.whole, overflow="fold").wrap(console, width)) - 1, 0)
        lines = self.text.wrap(console, width, overflow="fold")
        for line in lines:
            line.rstrip()
        yield from lines[:last]
        ending = Text(" ").join(lines[last:])
        ending.truncate(width, overflow="ellipsis")
        yield ending


def bullet(mark: str, item: RenderableType, mark_style: str = "") -> Table:
    """A mark with text beside it that wraps in its own column."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_row(Text(f"  {mark}", style=mark_style, no_wrap=True), item)
    return grid


class _Columns(Table):
    """A table that sets the width of each column: the widest shrink first, and words are cut last."""

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[RenderableType]:
        unbounded = options.update(width=10_000)
        asked = [
            [Measurement.get(console, unbounded, cell) for cell in (each.header, *each.cells)]
            for each in self.columns
        ]
        least = [max(each.minimum for each in column) for column in asked]
        gaps = len(asked) - 1
        gap = 2 if sum(least) + 2 * gaps <= options.max_width else 1
        room = options.max_width - gap * gaps
        widths = [min(max(each.maximum for each in column), max(room, 1)) for column in asked]
        floor = least if sum(least) <= room else [1] * len(least)
        while sum(widths) > room and (
            wider := [at for at, each in enumerate(widths) if each > floor[at]]
        ):
            widths[max(wider, key=widths.__getitem__)] -= 1
        self.padding = (0, gap, 0, 0)
        for column, width in zip(self.columns, widths, strict=True):
            column.width = width
        yield from super().__rich_console__(console, options)  # type: ignore[misc]  # the base class yields these


def columns(titles: Iterable[str], rows: Iterable[Iterable[RenderableType]]) -> Table:
    """Return a table without lines. If it is too wide, its widest columns shrink, breaking between
    words if possible.
    """
    table = _Columns(box=None, pad_edge=False, header_style="")
    for title in titles:
        table.add_column(words(title, "dim"), overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def print_to_text(
    items: Iterable[RenderableType], *, width: int, colour: bool, encoding: str | None = None
) -> str:
    """Return the items one below the other. Without ``colour`` the text has no escape sequences. A
    line that does not wrap, such as one of a diff, is exact: it has an escape for characters that
    the ``encoding`` lacks.
    """
    file = io.StringIO()
    console = Console(
        file=file,
        width=max(40, min(width, WIDEST)),
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        _environ={},
    )
    for item in items:
        if isinstance(item, Text):
            if item.no_wrap:
                item.plain = encodable(item.plain, encoding)
            console.print(
                item, no_wrap=item.no_wrap, overflow=item.overflow, crop=item.overflow != "ignore"
            )
        else:
            console.print(item)
    # A wrapped line could be interpreted as a command by the runner that logs it.
    lines = (log_line(line.rstrip()) for line in file.getvalue().splitlines())
    return "\n".join(lines) + "\n"


def reviews(rules: Ruleset | None) -> Iterator[RenderableType]:
    """Yield the number of reviewed sentences and the reviewers; nothing if there are none."""
    if rules is not None and rules.reviewed:
        yield words(
            f"\nReviewed: {reviewed_by(rules.reviewed)}.",
            "dim",
            newlines=True,
        )
