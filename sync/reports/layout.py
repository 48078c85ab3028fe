"""Text reports: outside text made safe, and laid out for a width with or without colour. Rich wraps the lines."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parsers.ruleset.ruleset_model import Ruleset
from sync.text import one_line, safe, shorten
from validators.words import reviewed_by, unread_rules

WIDEST = 120
"""Longer lines are hard to read, however wide the window is."""

_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]"
_PILED = re.compile(f"({_MARK}{{2}}){_MARK}+")


def words(text: str, style: str = "", *, newlines: bool = False) -> Text:
    """Outside text, never read as markup; long words are folded rather than cut off."""
    return Text(safe(text, newlines=True) if newlines else one_line(text), style=style, overflow="fold")


def line(text: str, most: int, style: str = "") -> Text:
    """Outside text of at most ``most`` characters that stays on one line: what is too long for the window is cut off."""
    return Text(unpiled(shorten(text, most)), style=style, no_wrap=True, overflow="ellipsis")


def unpiled(text: str) -> str:
    """The text with at most two marks on a letter."""
    return _PILED.sub(r"\1", text)


def quoted(text: str, width: int = 400) -> str:
    """A sentence of a rule or a page, in quotation marks and not longer than ``width``."""
    return f"“{shorten(text, width)}”"


def heading(text: str) -> Text:
    """A heading with an empty line before it."""
    return Text("\n" + one_line(text), style="bold")


def indented(item: RenderableType, by: int = 2) -> Padding:
    """The item moved to the right, wrapped lines included."""
    return Padding(item, (0, 0, 0, by))


def bullet(mark: str, item: RenderableType, mark_style: str = "") -> Table:
    """A mark with text beside it that wraps in its own column."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text("  " + mark, style=mark_style), item)
    return grid


@dataclass(frozen=True, slots=True)
class _Sized:
    """What is laid out by the width there is."""

    make: Callable[[Console, int], Iterable[RenderableType]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield from self.make(console, options.max_width)


def columns(titles: Iterable[str], rows: Iterable[Iterable[RenderableType]], below: Sequence[Text] = ()) -> RenderableType:
    """A table without lines. Where it is too wide its widest columns give way, between words as long as that is possible.

    ``below`` each row stands a line of its own.
    """
    lines: list[list[RenderableType]] = [[words(title, "dim") for title in titles], *(list(row) for row in rows)]

    def made(console: Console, width: int) -> Iterator[RenderableType]:
        gap, widths = _widths(console, lines, width)
        for row, under in zip_longest(lines, [Text(""), *below]):
            grid = Table.grid(padding=(0, gap, 0, 0))
            for each in widths:
                grid.add_column(overflow="fold", width=each)
            grid.add_row(*row)
            yield grid
            if under:
                yield Text("   ", no_wrap=True, overflow="ellipsis").append_text(under)

    return _Sized(made)


def _widths(console: Console, lines: Sequence[Sequence[RenderableType]], width: int) -> tuple[int, list[int]]:
    """The space between columns and a width for each: the widest give way first, and words are cut last."""
    unbounded = console.options.update(width=10_000)
    asked = [[Measurement.get(console, unbounded, cell) for cell in column] for column in zip(*lines, strict=True)]
    least = [max(each.minimum for each in column) for column in asked]
    gaps = len(asked) - 1
    gap = 2 if sum(least) + 2 * gaps <= width else 1
    room = width - gap * gaps
    widths = [min(max(each.maximum for each in column), max(room, 1)) for column in asked]
    floor = least if sum(least) <= room else [1] * len(least)
    while sum(widths) > room and (wider := [at for at, each in enumerate(widths) if each > floor[at]]):
        widths[max(wider, key=widths.__getitem__)] -= 1
    return gap, widths


def entries(items: Sequence[tuple[Text, str, Sequence[Text]]]) -> RenderableType:
    """A mark, a date and texts beside them, each text in at most two lines of the width there is."""
    marks, dates = (
        max((len(text) for text in column), default=0) for column in zip(*((mark, date) for mark, date, _ in items), strict=True)
    )

    def made(console: Console, width: int) -> Iterator[RenderableType]:
        indent = 2 + marks + 2 + (dates + 2 if dates else 0)
        for mark, date, texts in items:
            first, *others = [each for text in texts for each in _two_lines(text, console, width - indent)]
            day = f"{date.rjust(dates)}  " if dates else ""
            yield Text.assemble("  ", mark, " " * (marks - len(mark) + 2), (day, "dim"), first)
            yield from (Text.assemble(" " * indent, each) for each in others)

    return _Sized(made)


def _two_lines(text: Text, console: Console, width: int) -> list[Text]:
    lines = [*text.wrap(console, width)] or [Text("")]
    if len(lines) > 2:
        lines[1].truncate(width - 1)
        lines[1].rstrip()
        lines[1].append("…")
    return lines[:2]


def print_to_text(items: Iterable[RenderableType], *, width: int, colour: bool) -> str:
    """The items one below the other. Without ``colour`` the text holds no escape sequence at all."""
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
        console.print(item, soft_wrap=isinstance(item, Text) and bool(item.no_wrap))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


def reviews(rules: Ruleset | None) -> Iterator[RenderableType]:
    """How many sentences people have found to change no verdict, and who; which rules nobody has read. Nothing if there are none."""
    if rules is not None and rules.reviewed:
        yield words(f"\nReviewed, and found to change no verdict: {reviewed_by(rules.reviewed)}.", "dim", newlines=True)
    if rules is not None and rules.unread_rules:
        yield words(f"\n{unread_rules(rules.unread_rules)}.", "dim", newlines=True)
