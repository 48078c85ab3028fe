"""Values of the game outside of rows: labelled lines and pills, and tables of a single cell."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.gamestate.matching import match_names
from parsers.gamestate.model import GAME, Column, Entry, Heading, Label, Match
from parsers.gamestate.tables import Context
from parsers.gamestate.typed import typed
from parsers.wiki.model import Cell, Table, Value

__all__ = ["read_labels", "single_cell"]


def _of_game(names: Sequence[str], context: Context) -> list[tuple[Match | None, str]]:
    variables = [variable for variable in context.variables if variable.owner == GAME]
    found = match_names(names, variables, context.words, context.given)
    return list(zip(found.matches, found.whys, strict=True))


def read_labels(values: Sequence[Value], context: Context) -> tuple[list[Label], list[Entry]]:
    """The labelled values outside tables, and the entries of those that are variables of the game."""
    labels: list[Label] = []
    entries: list[Entry] = []
    for value, (match, why) in zip(values, _of_game([value.label for value in values], context), strict=True):
        labels.append(Label(value, match, why))
        if match is not None and not match.part:
            read = typed(value.text, match.variable, context.people)
            heading = Heading(GAME, match.variable.name, match, match.confidence)
            entries.append(Entry(heading, "", value.text, read, value.start, value.end))
    return labels, entries


def single_cell(index: int, table: Table, context: Context) -> tuple[Column, Entry] | None:
    """A table of one cell that holds one value of the game: "Label: value", or a value below a caption.

    None where the table is another one, or no variable is meant.
    """
    cells = [cell for row in table.grid for cell in row]
    cell = cells[0] if len(cells) == 1 else None
    if cell is None:
        return None
    return _labelled(index, cell, *_divided(cell, table.caption), context)


def _divided(cell: Cell, caption: str | None) -> tuple[str, str]:
    name, colon, text = cell.text.partition(":")
    return (name.strip(), text.strip()) if colon else (caption or "", cell.text)


def _labelled(index: int, cell: Cell, name: str, text: str, context: Context) -> tuple[Column, Entry] | None:
    match, why = _of_game([name], context)[0]
    if match is None or match.part:
        return None
    read = typed(text, match.variable, context.people)
    heading = Heading(GAME, match.variable.name, match, match.confidence, table=index, line=0)
    return Column(0, name, match=match, why=why), Entry(heading, "", text, read, cell.start, cell.end, 0)
