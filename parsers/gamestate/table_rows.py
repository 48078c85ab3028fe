"""Read the rows of one table as entries: the owner, the subject and the value of each cell."""

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
    """The rows and entries of one table; ``owner`` as in
    :class:`parsers.gamestate.gamestate_model.TableRead`.
    """

    key_columns: Keys
    columns: tuple[Column, ...]
    owner: str
    idle: bool = False
    rows: list[PlayerRow] = field(default_factory=list)
    entries: list[TrackedEntry] = field(default_factory=list)
    problems: list[StateProblem] = field(default_factory=list)


def read_entries(
    sheet: TableSheet, caption: str | None, title: str, where: str, context: Context
) -> TableEntries:
    """The rows and entries of a sheet; ``title`` is the heading above it, ``where`` its name in
    reports.
    """
    key_columns = find_keys(sheet, context.variables, context.people, context.words)
    columns = read_columns(sheet, key_columns, context.variables, context.people, context.given)
    owner = (
        PLAYER if key_columns.player is not None and key_columns.thing is None else key_columns.noun
    )
    read = TableEntries(key_columns, columns, owner)
    if key_columns.doubt:
        # No value can be trusted if the rows belong to nobody, or if of several columns the wrong
        # one may be used for the player. One column without the usual header lowers confidence only.
        grave = (
            key_columns.player is None or key_columns.cause is ProblemCause.SEVERAL_PLAYER_COLUMNS
        )
        read.problems.append(StateProblem(where, key_columns.doubt, grave, cause=key_columns.cause))
    if key_columns.player is not None or key_columns.thing is not None:
        _Rows(sheet, read, where, context).read(says_idle(caption, title))
    elif any(column.match is not None for column in columns):
        read.owner = GAME
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
    return context.texts.typed(cell, variable, context.people, pieces)


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
            why = f"{match.variable.name} has one value, but “{column.name}” has {len(filled)} rows"
            read.problems.append(StateProblem(where, why))
            filled = []
        for record, cell in filled:
            read.entries.append(
                TrackedEntry(
                    GAME,
                    match.variable.name,
                    "",
                    cell.text,
                    _typed(cell, match, context),
                    sheet.place(record, column.index),
                    match,
                    match.confidence,
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
        self._last_thing_cell: Cell | None = None
        self._read_cells: set[tuple[int, int, int]] = set()

    def read(self, stated: bool | None) -> None:
        """Read all rows. ``stated`` is whether the caption or the heading says that the table is of
        the idle, None if they do not say. One cell that fills a whole row (“Idle players”) divides
        the rows above from those below.
        """
        below_idle_divider = False
        last_key: Cell | None = None
        for record in self._sheet.own_records():
            first = record.cells[0]
            is_divider = len(record.cells) > 1 and all(cell is first for cell in record.cells)
            if first is not None and is_divider:
                below_idle_divider = _DIVIDES_IDLE.search(first.text) is not None
            else:
                last_key = self._row(record, last_key, idle=below_idle_divider)
        standings = [row.standing for row in self._read.rows]
        idle = standings.count(Standing.IDLE)
        # A table of the idle may list some who have been unidled since: at most one in five rows.
        mostly_idle = idle > 0 and 4 * standings.count(Standing.ACTIVE) <= idle
        self._read.idle = mostly_idle if stated is None else stated
        self._mark()

    def _row(self, record: Record, last_key: Cell | None, *, idle: bool) -> Cell | None:
        """Read one row; return the key cell that it belongs to."""
        key_columns = self._read.key_columns
        key_cell = _cell(
            record, key_columns.player if key_columns.player is not None else key_columns.thing
        )
        player_cell = _cell(record, key_columns.player)
        person = (
            None if player_cell is None else self._context.people.find(self._named(player_cell))
        )
        if key_cell is None or is_blank(key_cell.text) or not self._may_name(key_cell, person):
            if any(cell is not None and not is_blank(cell.text) for cell in record.cells):
                row = f"{self._where}, row {record.number + 1}"
                self._read.problems.append(StateProblem(row, "the row names no player"))
            return last_key
        if (person is None or not person.known) and _is_summary(key_cell.text):
            return key_cell
        if person is not None and key_cell is not last_key and key_columns.player is not None:
            place = self._sheet.place(record, key_columns.player)
            idle = idle or (person.standing is Standing.IDLE and _row_says_idle(key_cell, record))
            own = key_columns.thing is None
            self._read.rows.append(
                PlayerRow(person.name, key_cell.text, person.standing, place, idle, own)
            )
        thing_name = self._thing_name(_cell(record, key_columns.thing), person)
        for column in self._read.columns:
            cell = record.cells[column.index]
            if (
                column.role is Role.VALUE
                and cell is not None
                and self._is_new(cell, column, key_cell)
            ):
                self._value(record, column, cell, person, thing_name, key_cell, idle=idle)
        return key_cell

    def _is_new(self, cell: Cell, column: Column, key_cell: Cell) -> bool:
        """Return whether a cell is new: a cell that spans rows is one value of the same owner."""
        read = (id(key_cell), column.index, id(cell))
        is_new = read not in self._read_cells
        self._read_cells.add(read)
        return is_new

    def _value(
        self,
        record: Record,
        column: Column,
        cell: Cell,
        person: Person | None,
        thing_name: str,
        key_cell: Cell,
        *,
        idle: bool,
    ) -> None:
        """Add the entry of one cell, unless nobody has it."""
        key_columns, match = self._read.key_columns, column.match
        is_of_thing = bool(key_columns.noun) and (
            key_columns.player is None or match is None or match.variable.owner == key_columns.noun
        )
        if person is None or is_of_thing:
            owner, subject = key_columns.noun, thing_name
        else:
            owner, subject = PLAYER, person.name
        if not subject:
            return
        value = _typed(cell, match, self._context)
        doubtful = cell.colspan > 1 or (value.failed and self._context.texts.unclear(cell))
        owner_confidence = Confidence.LOW if doubtful else key_columns.confidence
        variable_confidence = Confidence.HIGH if match is None else match.confidence
        # The lower confidence of the two: a rank rises as confidence falls.
        confidence = max(owner_confidence, variable_confidence, key=lambda level: level.rank)
        self._read.entries.append(
            TrackedEntry(
                owner,
                column_label(column),
                subject,
                cell.text,
                value,
                self._sheet.place(record, column.index),
                match,
                confidence,
                idle,
                id(key_cell),
            )
        )

    def _may_name(self, key_cell: Cell, person: Person | None) -> bool:
        """Return whether a key cell can be a name: short, with a letter or digit, without a table,
        and not “TBD”.
        """
        if person is not None and person.known:
            return True
        text = without_remark(key_cell.text)
        return (
            not key_cell.tables
            and len(key_cell.text) <= _LONGEST_NAME
            and any(map(str.isalnum, text))
            and label(text) not in _VACANT
        )

    def _named(self, cell: Cell) -> str:
        """Return the name in a key cell, without struck text unless all of it is struck."""
        return self._context.texts.in_force(cell) or cell.text

    def _thing_name(self, thing_cell: Cell | None, person: Person | None) -> str:
        """Return the name of a row's thing; if it is not the first of that name, with its player:
        “Boat (Ana)”.
        """
        if thing_cell is None or is_blank(thing_cell.text):
            return ""
        name = " ".join(self._named(thing_cell).split())
        if thing_cell is not self._last_thing_cell:
            self._last_thing_cell = thing_cell
            self._things[name] = self._things.get(name, 0) + 1
        count = self._things[name]
        if count == 1:
            return name
        return f"{name} ({person.name if person is not None else count})"

    def _mark(self) -> None:
        """Mark the rows and entries of the idle, and the rows that are not a player's only one."""
        read = self._read
        counts = Counter(row.name for row in read.rows)
        repeated = sum(count > 1 for count in counts.values())
        owners = {
            column.match.variable.owner for column in read.columns if column.match is not None
        }
        if read.key_columns.thing is not None and read.rows and PLAYER in owners and not repeated:
            # Each player has one thing, and variables besides: the rows are the players'.
            read.owner = PLAYER
            read.rows = [replace(row, own=True) for row in read.rows]
        # A table without a variable of players is about something else, and a player can have
        # several rows in it.
        tracks_no_player = PLAYER not in owners and bool(self._context.variables)
        # One repeated name may be a slip, but not more than a third of all names.
        has_several_each = repeated > 1 and 3 * repeated > len(counts)
        is_listing = has_several_each or tracks_no_player
        if is_listing or read.idle:
            read.rows = [
                replace(row, idle=row.idle or read.idle, own=row.own and not is_listing)
                for row in read.rows
            ]
        if read.idle:
            read.entries = [entry._replace(idle=True) for entry in read.entries]


def _cell(record: Record, column: int | None) -> Cell | None:
    return None if column is None else record.cells[column]


def _is_summary(text: str) -> bool:
    """Return whether a row holds totals or limits, by its text in place of a name: “Total coal”."""
    key_text = label(without_remark(text))
    words = key_text.split()
    return key_text in _SUMMARY or bool(words and {words[0], words[-1]} & _SUMMARY_WORDS)


def _row_says_idle(key_cell: Cell, record: Record) -> bool:
    """Return whether a row marks its player as idle, in a remark (“Ana (idle)”) or in a cell."""
    remark = key_cell.text.partition("(")[2] or key_cell.text.partition("[")[2]
    return _DIVIDES_IDLE.search(remark) is not None or any(
        cell is not None and fold(cell.text) in _IDLE_CELLS for cell in record.cells
    )
