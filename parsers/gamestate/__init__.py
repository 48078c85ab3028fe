"""The tracking page: tables and loose values matched to the variables that the rules define, and to players.

A cell goes this way, each module once: :mod:`parsers.wiki` (the page) -> :mod:`columns` (which way the table lies,
whose rows, and by :mod:`matching` which variable) -> :mod:`table_rows` (its entries) -> :mod:`texts`
(without what is struck out) -> :mod:`typed` (the value) -> here (readings by player, thing and variable).
:mod:`names` knows the forms of names, :mod:`model` the results; :mod:`change` writes values and rows back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from parsers.gamestate.columns import lay_sheet
from parsers.gamestate.matching import Given, match_names, read_legend
from parsers.gamestate.model import (
    GAME,
    PLAYER,
    Column,
    EntryColumn,
    GameState,
    Label,
    Match,
    Naming,
    PlayerRow,
    ProblemCause,
    Reading,
    StateProblem,
    TableRead,
    TrackedEntry,
)
from parsers.gamestate.names import DynastyWords, People, label
from parsers.gamestate.table_rows import Context, read_entries
from parsers.gamestate.texts import CellTexts
from parsers.gamestate.typed import TypedValue, ValueKind, typed_in_force
from parsers.model import Roster
from parsers.ruleset.model import Ruleset
from parsers.wiki import read_page
from parsers.wiki.model import Cell, Table, Value, WikiPage

__all__ = ["read_gamestate"]

_MOST_UNTYPED = 200
_MOST_TABLES = 2000
_CAUSES = {False: ProblemCause.MARKUP, True: ProblemCause.TEMPLATE}

Group = tuple[int, int]
"""A key cell: the index of its table, and its number there."""

_Held = TrackedEntry | list[TrackedEntry]


def read_gamestate(
    text: str | WikiPage,
    ruleset: Ruleset,
    roster: Roster | None,
    profile: Naming | None = None,
    *,
    page: str | None = None,
    revid: int | None = None,
) -> GameState:
    """Read a tracking page (its wikitext, or that as read) by the rules and the roster.

    Never raises on any text: what is not understood is listed in ``unread``. Without a roster, rows keep the page's
    spelling of names and nobody is idle or a stranger. ``page`` and ``revid`` identify the text; ``page`` defaults to
    the one that the rules name.
    """
    wiki = read_page(text) if isinstance(text, str) else text
    terms = ruleset.terms
    context = Context(
        People(roster, profile.aliases if profile else {}, ("emperor", *((terms.emperor,) if terms and terms.emperor else ()))),
        DynastyWords(terms),
        ruleset.variables,
        Given(profile.columns if profile else {}, read_legend(wiki.source, ruleset.variables)),
        CellTexts(wiki),
    )
    reader = _PageReader(wiki, context)
    reader.read()
    gathered = reader.gathered
    doubts = [StateProblem(_line(wiki, part.start), part.why, True, not part.doubtful, _CAUSES[part.template]) for part in wiki.unread]
    return GameState(
        page if page is not None else ruleset.tracking_page,
        revid,
        wiki,
        tuple(reader.tables),
        tuple(reader.labels),
        tuple(reader.rows),
        tuple(reader.entries),
        ruleset.variables,
        gathered.of(PLAYER),
        gathered.of(PLAYER, idle=True),
        gathered.things,
        gathered.of(GAME).get("", {}),
        (*doubts, *reader.unread, *gathered.unread, *_untyped(reader.entries)),
    )


def _line(wiki: WikiPage, place: int) -> str:
    return f"line {wiki.source.count(chr(10), 0, place) + 1}"


def _texts(rows: Sequence[Sequence[Cell | None]]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(tuple([None if cell is None else cell.text for cell in row]) for row in rows)


class _PageReader:
    """Reads a page's loose values and its tables in order, and gathers their entries."""

    def __init__(self, wiki: WikiPage, context: Context) -> None:
        self._wiki = wiki
        self._context = context
        self._bodies = [section.body for section in wiki.sections]
        self._of_game = frozenset(label(variable.name) for variable in context.variables if variable.owner == GAME)
        self.labels, entries = _read_labels(wiki.values, context)
        self.tables: list[TableRead] = []
        self.rows: list[PlayerRow] = []
        self.entries: list[TrackedEntry] = []
        self.unread: list[StateProblem] = []
        self.gathered = _Gathered()
        for number, entry in enumerate(entries):
            self._add(entry, (-1, number))

    def read(self) -> None:
        """Every table of the page."""
        tables = self._wiki.tables
        for index, table in enumerate(tables[:_MOST_TABLES]):
            self._table(index, table)
        if len(tables) > _MOST_TABLES:
            why = f"the page has more than {_MOST_TABLES} tables, and these are not read"
            self.unread.append(StateProblem(_line(self._wiki, tables[_MOST_TABLES].start), why, grave=True, lost=True))

    def _add(self, entry: TrackedEntry, group: tuple[int, int]) -> None:
        self.entries.append(entry)
        self.gathered.add(entry, group)

    def _title_above(self, table: Table) -> str:
        """The nearest heading above a table."""
        number = bisect_right(self._bodies, table.start) - 1
        return self._wiki.sections[number].title if number >= 0 else ""

    def _table(self, index: int, table: Table) -> None:
        caption = table.caption
        shown = (index, caption, _texts(table.header), _texts(table.body), table.columns)
        single = _single_cell(index, table, self._context)
        if single is not None:
            column, entry = single
            self.tables.append(TableRead(*shown, (column,), GAME))
            self._add(entry, (index, 0))
            return
        sheet = lay_sheet(index, table, self._context.people, self._context.words, self._of_game)
        title = self._title_above(table)
        where = f"table {index + 1}" + (f" “{caption or title}”" if caption or title else "")
        read = read_entries(sheet, caption, title, where, self._context)
        self.tables.append(TableRead(*shown, read.columns, read.of, read.idle, sheet.sideways))
        self.rows += read.rows
        self.unread += read.unread
        for entry, group in zip(read.entries, read.groups, strict=True):
            self._add(entry, (index, group))


def _of_game(names: Sequence[str], context: Context) -> list[tuple[Match | None, str]]:
    variables = [variable for variable in context.variables if variable.owner == GAME]
    found = match_names(names, variables, context.given)
    return list(zip(found.matches, found.whys, strict=True))


def _read_labels(values: Sequence[Value], context: Context) -> tuple[list[Label], list[TrackedEntry]]:
    """The labelled values outside tables, and the entries of those that are variables of the game."""
    labels: list[Label] = []
    entries: list[TrackedEntry] = []
    for value, (match, why) in zip(values, _of_game([value.label for value in values], context), strict=True):
        labels.append(Label(value, match, why))
        if match is not None and not match.part:
            read = typed_in_force(value.text, context.texts.in_force(value), match.variable, context.people)
            heading = EntryColumn(GAME, match.variable.name, match, match.confidence)
            entries.append(TrackedEntry(heading, "", value.text, read, value.start, value.end))
    return labels, entries


def _single_cell(index: int, table: Table, context: Context) -> tuple[Column, TrackedEntry] | None:
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
    heading = EntryColumn(GAME, match.variable.name, match, match.confidence, table=index, line=0)
    return Column(0, name, match=match, why=why), TrackedEntry(heading, "", text, read, cell.start, cell.end, 0)


def _divided(text: str, caption: str | None) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    return (name.strip(), value.strip()) if colon else (caption or "", text)


class _OwnerReadings(Mapping[str, Reading]):
    """The readings of one owner by variable, each made on access: a page has one for nearly every cell."""

    __slots__ = ("_held",)

    def __init__(self, held: Mapping[str, _Held]) -> None:
        self._held = held

    def __getitem__(self, label: str) -> Reading:
        held = self._held[label]
        if isinstance(held, TrackedEntry):
            return Reading(held.typed.value, held)
        first, *others = held
        return Reading(tuple(item for entry in held for item in _items(entry.typed.value)), first, tuple(others))

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __repr__(self) -> str:
        return f"Readings({dict(self)!r})"


class _Gathered:
    """Entries grouped into readings of players, idle players, things and the game."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, bool], dict[str, dict[str, _Held]]] = {}
        self._key: tuple[str, bool, str] | None = None
        self._of_key: dict[str, _Held] = {}
        self._group: Group | None = None
        self._first_of_group: set[int] = set()
        self.unread: list[StateProblem] = []

    def add(self, entry: TrackedEntry, group: Group) -> None:
        """Add an entry. Those of one key cell, which come in a row, are one reading; of several places the first holds."""
        if group != self._group:
            self._group = group
            self._first_of_group.clear()
        owner, label, _, _, idle, *_ = entry.heading
        key = (owner, idle, entry.subject)
        if key != self._key:
            self._key = key
            self._of_key = self._held.setdefault(key[:2], {}).setdefault(entry.subject, {})
        known = self._of_key.get(label)
        if known is None:
            self._of_key[label] = entry
            self._first_of_group.add(id(entry))
            return
        first = known if isinstance(known, TrackedEntry) else known[0]
        if id(first) in self._first_of_group:
            if isinstance(known, TrackedEntry):
                self._of_key[label] = known = [known]
            known.append(entry)
        elif entry.variable is not None and _OwnerReadings(self._of_key)[label].value != entry.typed.value:
            whose = f"{entry.subject}'s {label}" if entry.subject else label
            why = f"it is {first.text[:40]!r} in one place and {entry.text[:40]!r} in another; the first is taken"
            self.unread.append(StateProblem(whose, why))

    def of(self, owner: str, *, idle: bool = False) -> Mapping[str, Mapping[str, Reading]]:
        """The readings of an owner, by subject."""
        return _frozen(self._held.get((owner, idle), {}))

    @property
    def things(self) -> Mapping[str, Mapping[str, Mapping[str, Reading]]]:
        """The readings of every noun of the dynasty's, those among the idle behind the others."""
        found: dict[str, dict[str, dict[str, _Held]]] = {}
        for (owner, _), subjects in sorted(self._held.items(), key=lambda item: item[0][1]):
            if owner not in (PLAYER, GAME):
                merged = found.setdefault(owner, {})
                for subject, held in subjects.items():
                    merged.setdefault(subject, held)
        return MappingProxyType({owner: _frozen(subjects) for owner, subjects in found.items()})


def _frozen(subjects: Mapping[str, Mapping[str, _Held]]) -> Mapping[str, Mapping[str, Reading]]:
    return MappingProxyType({subject: _OwnerReadings(held) for subject, held in subjects.items()})


def _items(value: TypedValue) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return value
    return () if value is None else (str(value),)


def _untyped(entries: Iterable[TrackedEntry]) -> list[StateProblem]:
    """The cells that are not what their variable asks for, :data:`_MOST_UNTYPED` of them at most."""
    found: list[StateProblem] = []
    for entry in entries:
        if entry.typed.failed and entry.typed.kind is not ValueKind.NONE:
            if len(found) == _MOST_UNTYPED:
                found.append(StateProblem("the page", f"more than {_MOST_UNTYPED} values are not what their variables ask for"))
                break
            found.append(StateProblem(f"{entry.subject or 'the game'}, {entry.label}", entry.typed.why))
    return found
