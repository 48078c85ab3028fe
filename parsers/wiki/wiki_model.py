"""The parts of a wiki page, as values that know their place in its source.

Every ``start`` and ``end`` is an offset in ``WikiPage.source``, counted in characters:
``source[start:end]`` is the wikitext that the value was read from. Texts are the visible ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

HTML_TABLE = "an HTML table and the text beside it are not read"
MISPLACED_TABLE = "a table begins between the cells of another one"


class UnreadMarkup(NamedTuple):
    """A part of the page that was not read, or (``doubtful``, by ``template``) that may read
    differently on the wiki, and why.
    """

    start: int
    end: int
    why: str
    doubtful: bool = False
    template: bool = False


class Note(NamedTuple):
    """An HTML comment, with its marks."""

    start: int
    end: int


class Argument(NamedTuple):
    """An argument of a template; ``name`` is None for an unnamed one. The place is that of the
    value alone.
    """

    name: str | None
    start: int
    end: int


class Template(NamedTuple):
    """A template on the page itself, not one inside the arguments of another."""

    name: str
    arguments: tuple[Argument, ...]
    start: int
    end: int


class Section(NamedTuple):
    """A heading with the text under it, up to the next heading of its level or above; ``body`` is
    the end of the heading's line.
    """

    title: str
    level: int
    start: int
    body: int
    end: int


class ValueForm(StrEnum):
    """The form of a value outside tables."""

    BOLD_LABEL = "'''Label''': value"
    BOLD_VALUE = "Label: '''value'''"
    BOLD_LINE = "'''Label: value'''"
    PILL = "{{pill|Label|value}}"


@dataclass(frozen=True, slots=True)
class Value:
    """A labelled value outside tables; the place is that of the value without its label and marks.
    ``fixed`` ones come from a template.
    """

    label: str
    text: str
    form: ValueForm
    start: int
    end: int
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its visible text, and the place of its content without attributes and surrounding
    spaces.

    In ``text`` ``<br>`` and line ends are newlines, and a table inside the cell is ``<T>``;
    ``tables`` are the positions of such tables in ``WikiPage.tables``. ``rowspan`` and ``colspan``
    are the rows and columns that it covers in fact. ``fixed`` cells come from a template and cannot
    be changed on the page.
    """

    text: str
    header: bool
    start: int
    end: int
    rowspan: int
    colspan: int
    fixed: bool
    tables: tuple[int, ...]


class TableRow(NamedTuple):
    """The place of a row: from its ``|-`` (or its first cell, without one) to the next row.

    ``marks`` are the offsets of the marks that open its own cells (``|``, ``!``, ``||``), in order.
    ``fixed`` rows come from a template, and can be neither removed nor added to.
    """

    start: int
    end: int
    marks: tuple[int, ...]
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table as a browser shows it: ``grid`` has a cell in every place it covers, or None; the
    first ``header_rows`` are headers.
    """

    grid: tuple[tuple[Cell | None, ...], ...]
    rows: tuple[TableRow, ...]
    captions: tuple[str, ...]
    header_rows: int
    start: int
    end: int
    parent: int | None = None
    closed: bool = True

    @property
    def caption(self) -> str | None:
        """The caption that is shown, if there is one."""
        return self.captions[0] if self.captions else None

    @property
    def header(self) -> tuple[tuple[Cell | None, ...], ...]:
        """The rows of headers at the top."""
        return self.grid[: self.header_rows]

    @property
    def body(self) -> tuple[tuple[Cell | None, ...], ...]:
        """The rows below the headers."""
        return self.grid[self.header_rows :]

    @property
    def columns(self) -> tuple[str, ...]:
        """The name of each column: its headers from top to bottom, joined with `` / ``, each on one
        line.
        """
        columns = [
            [cell for cell, _ in groupby(column)] for column in zip(*self.header, strict=True)
        ]
        return tuple(
            " / ".join(
                " ".join(cell.text.split()) for cell in column if cell is not None and cell.text
            )
            for column in columns
        )


@dataclass(frozen=True, slots=True)
class WikiPage:
    """A page of the wiki with its parts. ``tables`` are in the order of their starts, nested ones
    after their outer one.
    """

    source: str = field(repr=False)
    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()
    values: tuple[Value, ...] = ()
    templates: tuple[Template, ...] = ()
    notes: tuple[Note, ...] = ()
    unread: tuple[UnreadMarkup, ...] = ()
