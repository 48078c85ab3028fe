"""The tracking page: tables and loose values matched to the variables that the rules define, and to players.

A cell goes this way, each module once: :mod:`parsers.wiki` (the page) -> :mod:`columns` (which way the table lies,
whose rows, and by :mod:`matching` which variable) -> :mod:`table_rows` (its entries) -> :mod:`texts`
(without what is struck out) -> :mod:`typed` (the value) -> here (readings by player, thing and variable).
:mod:`names` knows the forms of names, :mod:`model` the results; :mod:`change` writes values and rows back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from parsers.gamestate.columns import lay_sheet
from parsers.gamestate.matching import Given, match_names, read_legend
from parsers.gamestate.model import (
    GAME,
    PLAYER,
    GameState,
    Label,
    Match,
    Naming,
    Place,
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
        sheet = lay_sheet(index, table, self._context.people, self._context.words, self._of_game)
        title = self._title_above(table)
        where = f"table {index + 1}" + (f" “{caption or title}”" if caption or title else "")
        read = read_entries(sheet, caption, title, where, self._context)
        self.tables.append(TableRead(*shown, read.columns, read.of, read.idle, sheet.sideways))
        self.rows += read.rows
        self.unread += read.unread
        for entry in read.entries:
            self._add(entry, (index, entry.key))


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
            place = Place(value.start, value.end)
            entries.append(TrackedEntry(GAME, match.variable.name, "", value.text, read, place, match, match.confidence))
    return labels, entries


class _Gathered:
    """Entries grouped into readings of players, idle players, things and the game."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, bool], dict[str, dict[str, list[TrackedEntry]]]] = {}
        self._groups: dict[int, Group] = {}
        self.unread: list[StateProblem] = []

    def add(self, entry: TrackedEntry, group: Group) -> None:
        """Add an entry. Those of one key cell are one reading; of several places the first holds."""
        known = self._held.setdefault((entry.owner, entry.idle), {}).setdefault(entry.subject, {}).setdefault(entry.label, [])
        if not known or self._groups[id(known)] == group:
            known.append(entry)
            self._groups[id(known)] = group
        elif entry.variable is not None and _reading(known).value != entry.typed.value:
            whose = f"{entry.subject}'s {entry.label}" if entry.subject else entry.label
            why = f"it is {known[0].text[:40]!r} in one place and {entry.text[:40]!r} in another; the first is taken"
            self.unread.append(StateProblem(whose, why))

    def of(self, owner: str, *, idle: bool = False) -> Mapping[str, Mapping[str, Reading]]:
        """The readings of an owner, by subject."""
        held = self._held.get((owner, idle), {})
        return MappingProxyType({subject: {label: _reading(each) for label, each in labels.items()} for subject, labels in held.items()})

    @property
    def things(self) -> Mapping[str, Mapping[str, Mapping[str, Reading]]]:
        """The readings of every noun of the dynasty's, those among the idle behind the others."""
        nouns = dict.fromkeys(owner for owner, _ in sorted(self._held, key=lambda key: key[1]) if owner not in (PLAYER, GAME))
        return MappingProxyType({noun: MappingProxyType({**self.of(noun, idle=True), **self.of(noun)}) for noun in nouns})


def _reading(held: Sequence[TrackedEntry]) -> Reading:
    first, *others = held
    value = first.typed.value if not others else tuple(item for entry in held for item in _items(entry.typed.value))
    return Reading(value, first, tuple(others))


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
