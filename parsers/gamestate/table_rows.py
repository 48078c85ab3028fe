"""The rows of one table as entries: whose they are, and what each cell says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from parsers.gamestate.column_matching import Given
from parsers.gamestate.columns import Keys, Record, TableSheet, find_keys, read_columns, says_idle
from parsers.gamestate.gamestate_model import (
    GAME,
    PLAYER,
    Column,
    Match,
    PlayerRow,
    ProblemCause,
    Role,
    StateProblem,
    TrackedEntry,
)
from parsers.gamestate.page_names import DynastyWords, People, Person, Standing, fold, label
from parsers.gamestate.typed import (
    LISTS,
    CellTexts,
    Typed,
    is_blank,
    typed_in_force,
    without_remark,
)
from parsers.model import Confidence
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Variable
from parsers.wiki.wiki_model import Cell

_SUMMARY = frozenset(
    "total totals sum average mean median maximum minimum max min all everyone default defaults"
    " limit limits cap range".split()
)
_SUMMARY_WORDS = frozenset({"total", "totals", "subtotal", "average"})
_VACANT = frozenset({"tbd", "tba", "vacant", "unclaimed"})
_LONGEST_NAME = 200
_IDLE_CELLS = frozenset({"idle", "idled", "inactive"})
_DIVIDES_IDLE = later(r"\bidle|\binactive", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Context:
    """The rules, names and texts that tables are read with."""

    people: People
    words: DynastyWords
    variables: Sequence[Variable]
    given: Given
    texts: CellTexts


@dataclass(slots=True)
class TableEntries:
    """What one table gives."""

    keys: Keys
    columns: tuple[Column, ...]
    of: str
    idle: bool = False
    rows: list[PlayerRow] = field(default_factory=list)
    entries: list[TrackedEntry] = field(default_factory=list)
    unread: list[StateProblem] = field(default_factory=list)


def read_entries(
    sheet: TableSheet, caption: str | None, title: str, where: str, context: Context
) -> TableEntries:
    """The rows and entries of a sheet; ``title`` is the heading above it, ``where`` its name in
    reports.
    """
    keys = find_keys(sheet, context.variables, context.people, context.words)
    columns = read_columns(sheet, keys, context.variables, context.people, context.given)
    of = PLAYER if keys.player is not None and keys.thing is None else keys.noun
    read = TableEntries(keys, columns, of)
    if keys.doubt:
        # Of two columns for the player the other may be meant: then no value can be trusted.
        grave = keys.player is None or keys.cause is ProblemCause.SEVERAL_PLAYER_COLUMNS
        read.unread.append(StateProblem(where, keys.doubt, grave, cause=keys.cause))
    if keys.player is not None or keys.thing is not None:
        _Rows(sheet, read, where, context).read(says_idle(caption, title))
    elif any(column.match is not None for column in columns):
        read.of = GAME
        _read_game(sheet, read, where, context)
    return read


def column_label(column: Column) -> str:
    """The name of a column's values: their variable, else the header."""
    if column.match is not None and not column.match.part:
        return column.match.variable.name
    return column.name or f"column {column.index + 1}"


def _typed(cell: Cell, match: Match | None, context: Context) -> Typed:
    variable = None if match is None or match.part else match.variable
    pieces = context.texts.pieces(cell) if variable is not None and variable.type in LISTS else None
    return typed_in_force(cell.text, context.texts.in_force(cell), variable, context.people, pieces)


def _read_game(sheet: TableSheet, read: TableEntries, where: str, context: Context) -> None:
    """The values of the game in a table that names nobody: one row, or a list down a column."""
    for column in read.columns:
        match = column.match
        if match is None:
            continue
        filled = [
            (record, cell)
            for record in sheet.records
            if (cell := record.cells[column.index]) is not None
        ]
        if len(filled) > 1 and match.variable.type not in LISTS:
            why = (
                f"{match.variable.name} is one value, and {len(filled)} rows stand below"
                f" “{column.name}”"
            )
            read.unread.append(StateProblem(where, why))
            filled = []
        for record, cell in filled:
            place, value = sheet.place(record, column.index), _typed(cell, match, context)
            read.entries.append(
                TrackedEntry(
                    GAME, match.variable.name, "", cell.text, value, place, match, match.confidence
                )
            )


class _Rows:
    """Reads the rows of a table that has a column of players or of things."""

    def __init__(self, sheet: TableSheet, read: TableEntries, where: str, context: Context) -> None:
        self._sheet = sheet
        self._read = read
        self._where = where
        self._context = context
        self._things: dict[str, int] = {}
        self._last_thing: Cell | None = None
        self._read_cells: set[tuple[int, int, int]] = set()

    def read(self, stated: bool | None) -> None:
        """All rows; ``stated`` is whether the table is said to be of the idle. One cell that fills
        a whole row divides them.
        """
        divided = False
        last: Cell | None = None
        for record in self._sheet.own_records():
            first = record.cells[0]
            if (
                first is not None
                and len(record.cells) > 1
                and all(cell is first for cell in record.cells)
            ):
                divided = _DIVIDES_IDLE.search(first.text) is not None
            else:
                last = self._row(record, last, divided=divided)
        standings = [row.standing for row in self._read.rows]
        idle = standings.count(Standing.IDLE)
        mostly_idle = idle > 0 and 4 * standings.count(Standing.ACTIVE) <= idle
        self._read.idle = mostly_idle if stated is None else stated
        self._mark()

    def _row(self, record: Record, last: Cell | None, *, divided: bool) -> Cell | None:
        """One row; the key cell it belongs to."""
        keys = self._read.keys
        key = _cell(record, keys.player if keys.player is not None else keys.thing)
        named = _cell(record, keys.player)
        person = None if named is None else self._context.people.find(self._named(named))
        thing = _cell(record, keys.thing)
        if key is None or is_blank(key.text) or not self._may_name(key, person):
            if any(cell is not None and not is_blank(cell.text) for cell in record.cells):
                self._read.unread.append(
                    StateProblem(
                        f"{self._where}, row {record.number + 1}", "the row names no player"
                    )
                )
            return last
        if (person is None or not person.known) and _is_summary(key.text):
            return key
        if person is not None and key is not last and keys.player is not None:
            place = self._sheet.place(record, keys.player)
            divided = divided or (person.standing is Standing.IDLE and _says_so(key, record))
            self._read.rows.append(
                PlayerRow(
                    person.name, key.text, person.standing, place, divided, keys.thing is None
                )
            )
        subject = self._thing_subject(thing, person)
        group = id(key)
        for column in self._read.columns:
            cell, match = record.cells[column.index], column.match
            # A cell that spans rows is one value of the same owner.
            spanning = (
                (group, column.index, id(cell)) if cell is not None and cell.rowspan > 1 else None
            )
            if column.role is not Role.VALUE or cell is None or spanning in self._read_cells:
                continue
            if spanning is not None:
                self._read_cells.add(spanning)
            of_things = bool(keys.noun) and (
                keys.player is None or match is None or match.variable.owner == keys.noun
            )
            owner, whose = (
                (keys.noun, subject) if person is None or of_things else (PLAYER, person.name)
            )
            if whose:
                name, value, place = (
                    column_label(column),
                    _typed(cell, match, self._context),
                    self._sheet.place(record, column.index),
                )
                doubtful = cell.colspan > 1 or (cell.guessed and value.failed)
                sures = (
                    Confidence.LOW if doubtful else keys.confidence,
                    Confidence.HIGH if match is None else match.confidence,
                )
                sure = max(sures, key=lambda each: each.rank)
                self._read.entries.append(
                    TrackedEntry(
                        owner, name, whose, cell.text, value, place, match, sure, divided, group
                    )
                )
        return key

    def _may_name(self, key: Cell, person: Person | None) -> bool:
        """Whether a key cell can be a name: short, with a letter or digit, and without a table."""
        if person is not None and person.known:
            return True
        text = without_remark(key.text)
        return (
            not key.tables
            and len(key.text) <= _LONGEST_NAME
            and any(map(str.isalnum, text))
            and label(text) not in _VACANT
        )

    def _named(self, cell: Cell) -> str:
        """The name in a key cell: what is not struck out in it, if anything is left."""
        return self._context.texts.in_force(cell) or cell.text

    def _thing_subject(self, thing: Cell | None, person: Person | None) -> str:
        """The name of a row's thing, with its player if several have that name."""
        if thing is None or is_blank(thing.text):
            return ""
        name = " ".join(self._named(thing).split())
        if thing is not self._last_thing:
            self._last_thing = thing
            self._things[name] = self._things.get(name, 0) + 1
        count = self._things[name]
        if count == 1:
            return name
        return f"{name} ({person.name if person is not None else count})"

    def _mark(self) -> None:
        """Mark rows and entries among the idle, and rows of tables in which players have
        several.
        """
        read = self._read
        counts = Counter(row.name for row in read.rows)
        repeated = sum(count > 1 for count in counts.values())
        owners = {
            column.match.variable.owner for column in read.columns if column.match is not None
        }
        if read.keys.thing is not None and read.rows and PLAYER in owners and not repeated:
            # Each player has one thing, beside variables of their own: the rows are the players'.
            read.of, read.rows = PLAYER, [replace(row, own=True) for row in read.rows]
        # A table without a variable of players is about something else, of which one may have
        # several.
        listing = (repeated > 1 and 3 * repeated > len(counts)) or (
            PLAYER not in owners and bool(self._context.variables)
        )
        if listing or read.idle:
            read.rows = [
                replace(row, idle=row.idle or read.idle, own=row.own and not listing)
                for row in read.rows
            ]
        if read.idle:
            read.entries = [entry._replace(idle=True) for entry in read.entries]


def _cell(record: Record, column: int | None) -> Cell | None:
    return None if column is None else record.cells[column]


def _is_summary(text: str) -> bool:
    """Whether a row holds totals or limits, by the text in place of a name."""
    said = label(without_remark(text))
    words = said.split()
    return said in _SUMMARY or bool(words and {words[0], words[-1]} & _SUMMARY_WORDS)


def _says_so(key: Cell, record: Record) -> bool:
    """Whether a row says that its player is idle, in a remark beside the name or in a cell."""
    remark = key.text.partition("(")[2] or key.text.partition("[")[2]
    return _DIVIDES_IDLE.search(remark) is not None or any(
        cell is not None and fold(cell.text) in _IDLE_CELLS for cell in record.cells
    )
