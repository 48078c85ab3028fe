"""The tracking page: tables and loose values matched to the variables that the rules define, and to players."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from parsers.gamestate.game import read_labels, single_cell
from parsers.gamestate.gather import Gathered, untyped
from parsers.gamestate.model import GAME, PLAYER, Entry, GameState, Naming, Row, TableRead, Unread
from parsers.gamestate.names import People
from parsers.gamestate.sheets import lay_sheet
from parsers.gamestate.table_rows import Context, read_entries
from parsers.gamestate.texts import Texts
from parsers.gamestate.words import Words, label
from parsers.model import Roster
from parsers.ruleset.model import Ruleset
from parsers.wiki import read_page
from parsers.wiki.model import Cell, Section, Table, WikiPage

__all__ = ["read_gamestate"]

_MOST_UNTYPED = 200
_MOST_TABLES = 2000


def read_gamestate(
    text: str, ruleset: Ruleset, roster: Roster | None, profile: Naming | None = None, *, page: str | None = None, revid: int | None = None
) -> GameState:
    """Read the wikitext of a tracking page in the light of the rules and the roster.

    Never raises on any text: what is not understood stands under ``unread``. Without a roster rows keep the
    page's spelling of names, and nobody is known to be idle or a stranger. ``page`` and ``revid`` say what the
    text is; without ``page`` it is the page that the rules name.
    """
    wiki = read_page(text)
    terms = ruleset.terms
    context = Context(
        People(roster, profile.aliases if profile else {}, ("emperor", *((terms.emperor,) if terms and terms.emperor else ()))),
        Words(terms),
        ruleset.variables,
        profile.columns if profile else {},
        Texts(wiki),
    )
    reader = _Reader(wiki, context)
    reader.read()
    gathered = reader.gathered
    doubts = [Unread(_line(wiki, part.start), part.why, grave=True, lost=not part.doubtful) for part in wiki.unread]
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
        (*doubts, *reader.unread, *gathered.unread, *untyped(reader.entries, _MOST_UNTYPED)),
    )


def _line(wiki: WikiPage, place: int) -> str:
    return f"line {wiki.source.count(chr(10), 0, place) + 1}"


def _texts(rows: Sequence[Sequence[Cell | None]]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(tuple([None if cell is None else cell.text for cell in row]) for row in rows)


class _Reader:
    """Reads a page's tables one after the other, and gathers what they give."""

    def __init__(self, wiki: WikiPage, context: Context) -> None:
        self._wiki = wiki
        self._context = context
        self._bodies = [section.body for section in wiki.sections]
        self._of_game = frozenset(label(variable.name) for variable in context.variables if variable.owner == GAME)
        self.labels, entries = read_labels(wiki.values, context)
        self.tables: list[TableRead] = []
        self.rows: list[Row] = []
        self.entries: list[Entry] = []
        self.unread: list[Unread] = []
        self.gathered = Gathered()
        for number, entry in enumerate(entries):
            self._add(entry, (-1, number))

    def read(self) -> None:
        """Every table of the page."""
        tables = self._wiki.tables
        for index, table in enumerate(tables[:_MOST_TABLES]):
            self._table(index, table)
        if len(tables) > _MOST_TABLES:
            where, why = (
                _line(self._wiki, tables[_MOST_TABLES].start),
                f"the page has more than {_MOST_TABLES} tables, and these are not read",
            )
            self.unread.append(Unread(where, why, grave=True, lost=True))

    def _add(self, entry: Entry, group: tuple[int, int]) -> None:
        self.entries.append(entry)
        self.gathered.add(entry, group)

    def _title_above(self, table: Table) -> str:
        """The nearest heading above a table."""
        number = bisect_right(self._bodies, table.start) - 1
        section: Section | None = self._wiki.sections[number] if number >= 0 else None
        return section.title if section is not None else ""

    def _table(self, index: int, table: Table) -> None:
        caption = table.caption
        shown = (index, caption, _texts(table.header), _texts(table.body), table.columns)
        single = single_cell(index, table, self._context)
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
