"""Lay out one table as a sheet of named columns, find the columns that name the owners of its rows,
and the variable of each other column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from parsers.gamestate.column_matching import MOST_COLUMNS, Given, match_names
from parsers.gamestate.gamestate_model import GAME, PLAYER, Column, Match, Place, ProblemCause, Role
from parsers.gamestate.page_names import DynastyWords, People, fold, label, one_form, parts
from parsers.gamestate.typed import is_blank, typed
from parsers.model import Confidence
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Variable
from parsers.wiki.wiki_model import Cell, Table

_NAMES = frozenset({"name", "names"})
_IDLE = later(
    r"\b(?:idle[ds]?|idlers?|idling|inactive|former|retired|departed|dormant)\b", re.IGNORECASE
)
_NOT_IDLE = later(r"\b(?:active|non-?idle|not idle|un-?idled?)\b", re.IGNORECASE)
_SAMPLE = 50
_OWNER = frozenset({"owner", "owners", "owned by", "controller", "holder"})
_MOST_TEXTS = 300


class Record(NamedTuple):
    """A row of a sheet; ``number`` counts from 0 in the grid (of a sideways table: its columns)."""

    number: int
    cells: Sequence[Cell | None]


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table for reading: ``names`` of its columns, and its records below them."""

    index: int
    names: tuple[str, ...]
    records: tuple[Record, ...]
    sideways: bool = False

    def place(self, record: Record, column: int) -> Place:
        """The place of a record's cell."""
        cell = record.cells[column]
        start, end = (0, 0) if cell is None else (cell.start, cell.end)
        row, column = (column, record.number) if self.sideways else (record.number, column)
        return Place(start, end, self.index, row, column)

    def own_records(self) -> Iterator[Record]:
        """The records without those that repeat the headers, as long tables do."""
        headers = [fold(_lowest(name)) for name in self.names]
        for record in self.records:
            if any(
                cell is not None and fold(cell.text) != header
                for cell, header in zip(record.cells, headers, strict=True)
            ):
                yield record

    def texts(self, column: int) -> list[str]:
        """The first texts of a column that are not blank."""
        cells = (record.cells[column] for record in self.records[:_MOST_TEXTS])
        return [cell.text for cell in cells if cell is not None and cell.text]


def lay_sheet(
    index: int, table: Table, people: People, words: DynastyWords, labels: frozenset[str]
) -> TableSheet:
    """The table as a sheet. ``labels`` are the names of the game's own variables, as :func:`label`
    gives them.

    A table lies sideways if its headers are in the first column, or its columns are players. A
    first row of plain cells is the header if it has the word for a player.
    """
    grid: Sequence[Sequence[Cell | None]] = table.grid
    sideways = _lies_sideways(table, people, labels)
    first = table.header_rows
    if sideways:
        grid, first = list(zip(*grid, strict=True)), 1
    top = tuple(map(_text, grid[0])) if grid else ()
    if first == 0:
        first = int(any(found and found[-1] in words.player for found in map(parts, top)))
        names = top if first else ("",) * len(top)
    else:
        names = top if sideways else table.columns
    return TableSheet(
        index, names, tuple(map(Record, range(first, len(grid)), grid[first:])), sideways
    )


def _text(cell: Cell | None) -> str:
    return "" if cell is None else " ".join(cell.text.split())


def _lies_sideways(table: Table, people: People, labels: frozenset[str]) -> bool:
    grid = table.grid
    if not grid or len(grid[0]) < 2:
        return False
    if table.header_rows == 0:
        firsts = [row[0] for row in grid]
        if all(cell is not None and cell.header for cell in firsts):
            return not any(cell is not None and cell.header for row in grid for cell in row[1:])
        return len(grid[0]) == 2 and any(label(_text(cell)) in labels for cell in firsts)
    across = [name for name in map(_lowest, table.columns[1:]) if name]
    return len(across) > 1 and 2 * people.count(across) > len(across)


def _lowest(name: str) -> str:
    return name.rpartition(" / ")[2]


class Keys(NamedTuple):
    """The columns of players and of things in a table, if it has them; ``doubt`` is the reason if
    they are uncertain, ``cause`` its kind.
    """

    player: int | None = None
    thing: int | None = None
    noun: str = ""
    confidence: Confidence = Confidence.HIGH
    doubt: str = ""
    cause: ProblemCause = ProblemCause.MARKUP


def find_keys(
    sheet: TableSheet, variables: Sequence[Variable], people: People, words: DynastyWords
) -> Keys:
    """Find the key columns of a sheet: by their headers, else the column in which most texts are
    names of players.
    """
    heads = [found[-1] if (found := parts(name)) else "" for name in sheet.names]
    forms = [one_form(head) for head in heads]
    nouns = {
        one_form(label(variable.owner)): variable.owner
        for variable in variables
        if variable.owner not in (PLAYER, GAME)
    }
    things = [i for i, form in enumerate(forms) if form in nouns]
    players = [i for i, head in enumerate(heads) if head in words.player]
    named = [i for i, head in enumerate(heads) if head in _NAMES]
    if players:
        thing, noun = (things[0], nouns[forms[things[0]]]) if things else (None, "")
        return _chosen(sheet, players, people)._replace(thing=thing, noun=noun)
    if things:
        also = next(
            (
                i
                for i in named
                if i != things[0] and 2 * people.count(sheet.texts(i)) > len(sheet.texts(i))
            ),
            None,
        )
        return Keys(also, things[0], nouns[forms[things[0]]])
    tracked = {
        one_form(label(variable.name)) for variable in variables if variable.owner == PLAYER
    }.intersection(filter(None, forms))
    if named:
        return _by_name(sheet, named, people, bool(tracked))
    mentions = {one_form(label(variable.name)) for variable in variables}
    for i, form in enumerate(forms):
        texts = (
            [text for text in sheet.texts(i) if not is_blank(text)]
            if form not in mentions or not form
            else []
        )
        known = people.count(texts)
        if known > 1 and 2 * known > len(texts):
            if sheet.sideways and i == 0 and not form:
                return Keys(player=0)
            header = f"“{sheet.names[i]}”" if form else "without a header"
            doubt = (
                f"no column is headed “{words.term}” or “Name”; column {i + 1}, {header}, names"
                " players"
            )
            return Keys(player=i, confidence=Confidence.MEDIUM, doubt=doubt)
    if tracked and sheet.records:
        doubt = (
            f"no column is headed “{words.term}” or “Name”, so the table's rows belong to nobody"
        )
        return Keys(doubt=doubt, cause=ProblemCause.NO_PLAYER_COLUMN)
    return Keys()


def _chosen(sheet: TableSheet, columns: list[int], people: People) -> Keys:
    """Choose the one of several columns with the most names of players, the leftmost of equals."""
    best = max(columns, key=lambda i: (people.count(sheet.texts(i)), -i))
    if len(columns) == 1:
        return Keys(player=best)
    both = " and ".join(f"“{sheet.names[i]}”" for i in columns[:4])
    doubt = (
        f"several columns name players ({both}); column {best + 1} is used because it names the"
        " most"
    )
    return Keys(
        player=best,
        confidence=Confidence.MEDIUM,
        doubt=doubt,
        cause=ProblemCause.SEVERAL_PLAYER_COLUMNS,
    )


def _by_name(sheet: TableSheet, named: list[int], people: People, tracked: bool) -> Keys:
    """A column "Name" holds players, unless hardly any of the names is a player's."""
    keys = _chosen(sheet, named, people)
    column = keys.player or 0
    texts = sheet.texts(column)
    known = people.count(texts)
    if people.complete and texts and (known == 0 or (not tracked and 3 * known <= len(texts))):
        doubt = (
            f"nobody in the column “{sheet.names[column]}” is a player, so the table's rows belong"
            " to nobody"
        )
        return Keys(doubt=doubt, cause=ProblemCause.NO_PLAYER_COLUMN) if tracked else Keys()
    return keys


def says_idle(caption: str | None, title: str) -> bool | None:
    """Return whether a caption, or else a heading, marks players as idle; None if it states nothing
    or marks them as active.
    """
    for text in (caption or "", title):
        idle, active = bool(_IDLE.search(text)), bool(_NOT_IDLE.search(text))
        if idle != active:
            return idle
    return None


def read_columns(
    sheet: TableSheet, keys: Keys, variables: Sequence[Variable], people: People, given: Given
) -> tuple[Column, ...]:
    """The columns of a sheet with these keys. Columns without header and content are EMPTY."""
    ranked = sorted(variables, key=lambda variable: _rank(variable, keys))
    if keys.player is None and keys.thing is None:
        ranked = [variable for variable in ranked if variable.owner == GAME]
    names = ["" if i in (keys.player, keys.thing) else name for i, name in enumerate(sheet.names)]
    found = match_names(names, ranked, given)
    columns: list[Column] = []
    for i, name in enumerate(sheet.names):
        match = found.matches[i]
        why = found.whys[i] or ("" if i < MOST_COLUMNS else "the table has too many columns")
        if match is not None:
            match, why = _believed(match, keys, sheet.texts(i)[:_SAMPLE], people)
        columns.append(
            Column(
                i,
                name,
                _role(sheet, keys, i, match),
                match,
                keys.noun if i == keys.thing else "",
                why,
            )
        )
    return tuple(columns)


def _rank(variable: Variable, keys: Keys) -> int:
    """Rank a variable's likelihood in a table: those of its things first, then of players, of other
    things, of the game.
    """
    if variable.owner == GAME:
        return 3
    if keys.thing is not None and variable.owner == keys.noun:
        return 0
    return 1 if variable.owner == PLAYER else 2


def _role(sheet: TableSheet, keys: Keys, column: int, match: Match | None) -> Role:
    found = parts(sheet.names[column])
    if column in (keys.player, keys.thing):
        return Role.PLAYER if column == keys.player else Role.THING
    if match is None and keys.thing is not None and found and found[-1] in _OWNER:
        return Role.OWNER
    return Role.EMPTY if match is None and not found and not sheet.texts(column) else Role.VALUE


def _believed(
    match: Match, keys: Keys, texts: Sequence[str], people: People
) -> tuple[Match | None, str]:
    """Weaken or drop a match that the table's owners or the column's values contradict; a dropped
    one has a reason.
    """
    if _rank(match.variable, keys) > 1 and (keys.player is not None or keys.thing is not None):
        confidence = match.confidence
        owner = f"the {match.variable.owner}"
        if match.variable.owner == GAME:
            confidence = Confidence.LOW
            owner = "the game"
        elif confidence is Confidence.HIGH:
            confidence = Confidence.MEDIUM
        match = replace(match, confidence=confidence, why=f"{match.why}, but it is {owner}'s")
    if match.confidence is not Confidence.HIGH and not match.part:
        failed = [
            typed(text, match.variable, people).failed for text in texts if not is_blank(text)
        ]
        if len(failed) > 1 and 2 * sum(failed) > len(failed):
            if match.confidence is Confidence.LOW:
                return None, f"most of its values do not fit {match.variable.name}"
            why = f"{match.why}, but most of its values do not fit"
            return replace(match, confidence=Confidence.LOW, why=why), ""
    return match, ""
