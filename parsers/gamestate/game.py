"""Values of the game outside of rows: labelled lines and pills, and tables of a single cell."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.gamestate.matching import match_names
from parsers.gamestate.model import GAME, Column, Entry, Heading, Label, Match
from parsers.gamestate.table_rows import Context
from parsers.gamestate.typed import typed_in_force
from parsers.wiki.model import Table, Value

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
            read = typed_in_force(value.text, context.texts.in_force(value), match.variable, context.people)
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
    name, text = _divided(cell.text, table.caption)
    match, why = _of_game([name], context)[0]
    if match is None or match.part:
        return None
    standing = context.texts.in_force(cell)
    if standing is not None:
        standing = _divided(standing, table.caption)[1]
    read = typed_in_force(text, standing, match.variable, context.people)
    heading = Heading(GAME, match.variable.name, match, match.confidence, table=index, line=0)
    return Column(0, name, match=match, why=why), Entry(heading, "", text, read, cell.start, cell.end, 0)


def _divided(text: str, caption: str | None) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    return (name.strip(), value.strip()) if colon else (caption or "", text)
