"""Read a whole tracking page: its tables and loose values, as readings by player, thing and
variable.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType

from parsers.gamestate.column_matching import match_names, read_legend
from parsers.gamestate.columns import lay_sheet
from parsers.gamestate.gamestate_model import (
    GAME,
    PLAYER,
    GameState,
    Label,
    Naming,
    Place,
    ProblemCause,
    Reading,
    StateProblem,
    TableRead,
    TrackedEntry,
)
from parsers.gamestate.page_names import DynastyWords, People, label
from parsers.gamestate.table_rows import Context, TableEntries, read_entries
from parsers.gamestate.typed import CellTexts, TypedValue, ValueKind
from parsers.model import Confidence, Roster
from parsers.ruleset.ruleset_model import Ruleset
from parsers.wiki.wiki_model import Cell, Value, WikiPage
from parsers.wiki.wiki_page import read_page

_MOST_UNTYPED = 200
_MOST_TABLES = 2000


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

    Never raises on any text: unread parts are listed in ``unread``. Without a roster, rows
    keep the page's spelling of names and nobody is idle or a stranger. ``page`` and ``revid``
    identify the text; ``page`` defaults to the one that the rules name.
    """
    wiki = read_page(text) if isinstance(text, str) else text
    terms = ruleset.terms
    roles = ("emperor", *((terms.emperor,) if terms and terms.emperor else ()))
    columns, aliases = (profile.columns, profile.aliases) if profile else ({}, {})
    given = (("the profile says so", columns), read_legend(wiki.source, ruleset.variables))
    context = Context(
        People(roster, aliases, roles),
        DynastyWords(terms),
        ruleset.variables,
        given,
        CellTexts(wiki),
    )
    labels, loose = _read_labels(wiki.values, context)
    tables = tuple(_read_tables(wiki, context))
    entries = (*loose, *(entry for _, read in tables for entry in read.entries))
    unread = [
        _problem(wiki, part.start, part.why, part.doubtful, part.template) for part in wiki.unread
    ]
    unread += [problem for _, read in tables for problem in read.problems]
    if len(wiki.tables) > _MOST_TABLES:
        why = f"the page has more than {_MOST_TABLES} tables; the others are not read"
        unread.append(_problem(wiki, wiki.tables[_MOST_TABLES].start, why))
    readings = _gathered(entries, unread)
    nouns = dict.fromkeys(
        owner
        for owner, _ in sorted(readings, key=lambda key: key[1])
        if owner not in (PLAYER, GAME)
    )
    return GameState(
        page if page is not None else ruleset.tracking_page,
        revid,
        wiki,
        tuple(table for table, _ in tables),
        tuple(labels),
        tuple(row for _, read in tables for row in read.rows),
        entries,
        ruleset.variables,
        MappingProxyType(readings.get((PLAYER, False), {})),
        MappingProxyType(readings.get((PLAYER, True), {})),
        MappingProxyType(
            {
                noun: {**readings.get((noun, True), {}), **readings.get((noun, False), {})}
                for noun in nouns
            }
        ),
        MappingProxyType(readings.get((GAME, False), {}).get("", {})),
        (*unread, *_untyped(entries)),
    )


def _read_tables(wiki: WikiPage, context: Context) -> Iterator[tuple[TableRead, TableEntries]]:
    """Yield each table, with its rows and entries."""
    bodies = [section.body for section in wiki.sections]
    of_game = frozenset(
        label(variable.name) for variable in context.variables if variable.owner == GAME
    )
    for index, table in enumerate(wiki.tables[:_MOST_TABLES]):
        caption, above = table.caption, bisect_right(bodies, table.start) - 1
        title = wiki.sections[above].title if above >= 0 else ""
        sheet = lay_sheet(index, table, context.people, context.words, of_game)
        where = f"table {index + 1}" + (f" “{caption or title}”" if caption or title else "")
        read = read_entries(sheet, caption, title, where, context)
        shown = (index, caption, _texts(table.header), _texts(table.body), table.columns)
        yield TableRead(*shown, read.columns, read.owner, read.idle, sheet.sideways), read


def _problem(
    wiki: WikiPage, place: int, why: str, doubtful: bool = False, template: bool = False
) -> StateProblem:
    """The problem of a part of the page that is missing, or may be misread (``doubtful``)."""
    line = wiki.source.count("\n", 0, place) + 1
    return StateProblem(
        f"line {line}",
        why,
        True,
        not doubtful,
        ProblemCause.TEMPLATE if template else ProblemCause.MARKUP,
    )


def _texts(rows: Sequence[Sequence[Cell | None]]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(tuple([None if cell is None else cell.text for cell in row]) for row in rows)


def _read_labels(
    values: Sequence[Value], context: Context
) -> tuple[list[Label], list[TrackedEntry]]:
    """The labelled values outside tables, and the entries of those that are variables of the
    game.
    """
    labels: list[Label] = []
    entries: list[TrackedEntry] = []
    variables = [variable for variable in context.variables if variable.owner == GAME]
    found = match_names([value.label for value in values], variables, context.given)
    for number, (value, match, why) in enumerate(
        zip(values, found.matches, found.whys, strict=True)
    ):
        labels.append(Label(value, match, why))
        if match is not None and not match.part:
            read = context.texts.typed(value, match.variable, context.people)
            doubtful = read.failed and context.texts.unclear(value)
            entries.append(
                TrackedEntry(
                    GAME,
                    match.variable.name,
                    "",
                    value.text,
                    read,
                    Place(value.start, value.end),
                    match,
                    Confidence.LOW if doubtful else match.confidence,
                    key=number,
                )
            )
    return labels, entries


def _gathered(
    entries: Iterable[TrackedEntry], unread: list[StateProblem]
) -> dict[tuple[str, bool], dict[str, dict[str, Reading]]]:
    """Gather readings by owner and whether idle, then by subject, then by label. Entries of one key
    cell are one reading; of several places the first is used.
    """
    held: dict[tuple[str, bool, str, str], list[TrackedEntry]] = {}
    for entry in entries:
        known = held.setdefault((entry.owner, entry.idle, entry.subject, entry.label), [])
        if not known or (known[0].place.table, known[0].key) == (entry.place.table, entry.key):
            known.append(entry)
        elif entry.variable is not None and _reading(known).value != entry.typed.value:
            whose = f"{entry.subject}'s {entry.label}" if entry.subject else entry.label
            why = (
                f"it is {known[0].text[:40]!r} in one place and {entry.text[:40]!r} in another; the"
                " first is used"
            )
            unread.append(StateProblem(whose, why))
    found: dict[tuple[str, bool], dict[str, dict[str, Reading]]] = {}
    for (owner, idle, subject, name), several in held.items():
        found.setdefault((owner, idle), {}).setdefault(subject, {})[name] = _reading(several)
    return found


def _reading(held: Sequence[TrackedEntry]) -> Reading:
    value = (
        held[0].typed.value
        if len(held) == 1
        else tuple(item for entry in held for item in _items(entry.typed.value))
    )
    return Reading(value, tuple(held))


def _items(value: TypedValue) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return value
    return () if value is None else (str(value),)


def _untyped(entries: Iterable[TrackedEntry]) -> list[StateProblem]:
    """The problems of cells that do not fit their variable, at most :data:`_MOST_UNTYPED`."""
    failed = [
        entry for entry in entries if entry.typed.failed and entry.typed.kind is not ValueKind.NONE
    ]
    found = [
        StateProblem(f"{entry.subject or 'the game'}, {entry.label}", entry.typed.why)
        for entry in failed[:_MOST_UNTYPED]
    ]
    if len(failed) > _MOST_UNTYPED:
        why = f"more than {_MOST_UNTYPED} values do not fit their variables"
        found.append(StateProblem("the page", why))
    return found
