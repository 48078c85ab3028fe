"""Text reports: outside text made safe, and laid out for a width with or without colour."""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parsers.ruleset.model import Ruleset
from sync.text import one_line, safe, shorten
from validators.words import reviewed_by, unread_rules

__all__ = ["WIDEST", "bullet", "columns", "fitted", "hanging", "heading", "indented", "linked", "padded", "print_to_text",
           "quoted", "reviews", "words"]  # fmt: skip

WIDEST = 120
"""Longer lines are hard to read, however wide the window is."""

_UNBOUNDED = 100_000
_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]"
_PILED = re.compile(f"({_MARK}{{2}}){_MARK}+")
_LINK = re.compile(r"\x1b\]8;[^\x1b]*\x1b\\")


def words(text: str, style: str = "", *, newlines: bool = False) -> Text:
    """Outside text, never read as markup; long words are folded rather than cut off."""
    return Text(safe(text, newlines=True) if newlines else one_line(text), style=style, overflow="fold")


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


class _Hanging:
    """Text whose second and further lines are indented."""

    def __init__(self, text: Text, by: int) -> None:
        self._text, self._by = text, by

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        first = self._text.wrap(console, options.max_width)[0]
        yield first
        rest = self._text[len(first) :]
        rest = rest[len(rest) - len(rest.plain.lstrip()) :]
        if rest.plain:
            yield indented(rest, min(self._by, options.max_width // 2))


def hanging(text: Text, by: int = 4) -> RenderableType:
    """The text, with its second and further lines indented, so that each item of a list is seen to begin."""
    return _Hanging(text, by)


class _Columns:
    """A table without lines whose words stay whole as far as the width allows."""

    def __init__(self, titles: Iterable[str], rows: Iterable[Iterable[RenderableType]]) -> None:
        self._titles, self._rows = list(titles), [list(row) for row in rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        cells = [[words(title), *(row[at] for row in self._rows)] for at, title in enumerate(self._titles)]
        asked = [[Measurement.get(console, options.update(width=_UNBOUNDED), cell) for cell in column] for column in cells]
        least = [max(each.minimum for each in column) for column in asked]
        most = [max(each.maximum for each in column) for column in asked]
        gaps = len(cells) - 1
        gap = 2 if sum(least) + 2 * gaps <= options.max_width else 1
        widths = _widths(least, most, options.max_width - gap * gaps)
        table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim", show_edge=False)
        for title, width in zip(self._titles, widths, strict=True):
            table.add_column(title, overflow="fold", width=width)
        for row in self._rows:
            table.add_row(*row)
        yield table


def _widths(least: Sequence[int], most: Sequence[int], room: int) -> list[int]:
    """A width for each column between its least and its most: the widest give way first, and words are cut last."""
    if sum(least) > room:
        least, most = [1] * len(least), least

    def below(bound: int) -> list[int]:
        return [max(low, min(high, bound)) for low, high in zip(least, most, strict=True)]

    bound = max(bisect_right(range(room + 1), room, key=lambda each: sum(below(each))) - 1, 0)
    widths, wider = below(bound), below(bound + 1)
    for at, width in enumerate(wider):
        if sum(widths) < room:
            widths[at] = width
    return widths


def columns(titles: Iterable[str], rows: Iterable[Iterable[RenderableType]]) -> RenderableType:
    """A table without lines. Where it is too wide its widest columns wrap, between words as long as that is possible."""
    return _Columns(titles, rows)


def unpiled(text: str) -> str:
    """The text with at most two marks on a letter."""
    return _PILED.sub(r"\1", text)


def fitted(text: str, width: int) -> str:
    """The text on one line of at most ``width`` columns of a terminal, with an ellipsis for what was cut off.

    Wide characters count as two columns; of marks that would pile up on one letter the first two are kept.
    """
    line = Text(unpiled(shorten(text, 4 * width)))
    line.truncate(width, overflow="ellipsis")
    return line.plain


def padded(text: str, width: int) -> str:
    """The text cut or filled to exactly ``width`` columns of a terminal."""
    line = fitted(text, width)
    return line + " " * (width - cell_len(line))


def linked(text: Text, url: str | None) -> Text:
    """The text as a link, where the address is one of the web."""
    if url is not None and url.startswith(("https://", "http://")):
        # Printable ASCII alone, as OSC 8 asks: nothing in an address can end the sequence.
        text.stylize(Style(link=quote(url, safe="!#$%&'()*+,/:=?@[]~")))
    return text


def print_to_text(items: Iterable[RenderableType], *, width: int, colour: bool, links: bool = False) -> str:
    """The items one below the other. Without ``colour`` the text holds no escape sequence at all; ``links`` keeps links."""
    file = io.StringIO()
    console = Console(
        file=file,
        width=max(40, width),
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
        soft = isinstance(item, Text) and bool(item.no_wrap)
        console.print(item, width=min(console.width, getattr(item, "widest", WIDEST)), soft_wrap=soft)
    printed = file.getvalue() if links else _LINK.sub("", file.getvalue())
    return "\n".join(line.rstrip() for line in printed.splitlines()) + "\n"


def reviews(rules: Ruleset | None) -> Iterator[RenderableType]:
    """How many sentences people have found to change no verdict, and who; which rules nobody has read. Nothing if there are none."""
    if rules is not None and rules.reviewed:
        yield words("")
        yield words(f"Reviewed, and found to change no verdict: {reviewed_by(rules.reviewed)}.", "dim")
    if rules is not None and rules.unread_rules:
        yield words("")
        yield words(f"{unread_rules(rules.unread_rules)}.", "dim")
