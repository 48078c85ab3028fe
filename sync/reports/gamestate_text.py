"""The tracking page as read, for people: who has what, which column is which variable, and what is unsure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from rich.console import RenderableType
from rich.text import Text

from parsers.gamestate.model import Column, GameState, Label, Reading, Role, TableRead
from parsers.gamestate.typed import TypedValue
from parsers.model import Confidence
from sync.reports.layout import bullet, columns, heading, words
from sync.text import shorten
from validators.words import counted

__all__ = ["gamestate_as_read"]

_MOST_UNREAD = 40
_MOST_OWNERS = 1000
_MOST_COLUMNS = 100
_LONGEST = 400


def gamestate_as_read(state: GameState) -> Iterator[RenderableType]:
    """The game's values, those of players, idle and things, then how each table was read, and what was not."""
    revision = f", revision {state.revid}" if state.revid is not None else ""
    counts = f"{counted(len(state.tables), 'table')}, {counted(len(state.players), 'player')}, {counted(len(state.entries), 'value')}"
    yield words(f"{state.page or 'The tracking page'}{revision}: {counts}.", "dim")
    if state.game:
        yield heading("The game")
        yield columns(("Variable", "Value"), ((words(name), words(value_in_table(reading.value))) for name, reading in state.game.items()))
    yield from _owners("Players", "Player", state.players)
    yield from _owners("Idle", "Player", state.idle)
    for noun, things in state.things.items():
        yield from _owners(noun, noun, things)
    others = [label for label in state.labels if label.match is None]
    if others:
        yield heading("Other labelled values")
        yield columns(("Label", "Value"), (_label(label) for label in others))
    for table in state.tables:
        yield from _table(table)
    if state.untracked:
        yield heading("Variables of the rules that the page does not show")
        for variable in state.untracked:
            owner = "" if variable.owner == "game" else f" of {variable.owner}"
            yield bullet("·", words(f"{variable.name}{owner} ({variable.visibility}) [{variable.rule}]"))
    yield from _unread(state)


def _owners(title: str, first: str, owners: Mapping[str, Mapping[str, Reading]]) -> Iterator[RenderableType]:
    """A table of all owners' values, with a column for every variable that any of them has."""
    if not owners:
        return
    names = list(dict.fromkeys(name for readings in owners.values() for name in readings))
    yield heading(title)
    shown = names[:_MOST_COLUMNS]
    rows = (
        [words(shorten(owner, _LONGEST)), *(_cell(readings.get(name)) for name in shown)]
        for owner, readings in islice(owners.items(), _MOST_OWNERS)
    )
    yield columns((shorten(name, _LONGEST) for name in (first, *shown)), rows)
    yield from _more(len(owners) - _MOST_OWNERS, "row")
    yield from _more(len(names) - _MOST_COLUMNS, "column")


def _more(count: int, what: str) -> Iterator[RenderableType]:
    """How many are left out, if any; the JSON has them all."""
    if count > 0:
        yield words(f"and {counted(count, f'more {what}')}; --format json has them all", "dim")


def _cell(reading: Reading | None) -> Text:
    if reading is None:
        return Text("")
    failed = any(entry.typed.failed for entry in reading.entries)
    return words(value_in_table(reading.value), "yellow" if failed else "")


def value_in_table(value: TypedValue) -> str:
    """A value for people, on one line."""
    if value is None or value == ():
        return "-"
    return shorten(", ".join(value) if isinstance(value, tuple) else str(value), _LONGEST)


def _label(label: Label) -> tuple[RenderableType, RenderableType]:
    why = f" ({label.why})" if label.why else ""
    return words(label.value.label), words(shorten(label.value.text + why, _LONGEST))


def _table(table: TableRead) -> Iterator[RenderableType]:
    kinds = {"": "owner unknown", "player": "idle players'" if table.idle else "players'", "game": "the game's"}
    caption = f" “{table.caption}”" if table.caption else ""
    yield heading(f"Table {table.index + 1}{caption}: {kinds.get(table.of, table.of + 's')}")
    shown = [column for column in table.columns if column.role is not Role.EMPTY]
    for column in shown[:_MOST_COLUMNS]:
        yield bullet(_mark(column), _column(column), "yellow")
    yield from _more(len(shown) - _MOST_COLUMNS, "column")


def _mark(column: Column) -> str:
    sure = column.role is not Role.VALUE or (column.match is not None and column.match.confidence is Confidence.HIGH)
    return " " if sure else "?"


def _column(column: Column) -> Text:
    line = words(shorten(column.name, _LONGEST) or f"column {column.index + 1}")
    if column.role is not Role.VALUE:
        said = {Role.PLAYER: "the player", Role.THING: f"the {column.thing}", Role.OWNER: "the owner"}[column.role]
        return _also(line, f"is {said}")
    match = column.match
    if match is None:
        return _also(line, f"matches no variable that was read{f': {column.why}' if column.why else ''}")
    sure = "" if match.confidence is Confidence.HIGH else f", confidence {match.confidence.value}"
    rule = f"of the rule “{match.variable.rule}”"
    if match.why == "the same name" and not sure:
        return _also(line, f"is the variable of that name {rule}")
    return _also(line, f"is the variable {match.variable.name} {rule} ({match.why}{sure})")


def _also(line: Text, text: str) -> Text:
    return line.append("  ").append_text(words(text, "dim"))


def _unread(state: GameState) -> Iterator[RenderableType]:
    if state.unread:
        yield heading("Not read, or unsure")
        for unread in state.unread[:_MOST_UNREAD]:
            yield bullet("!", words(f"{unread.where}: {unread.why}"), "yellow")
        if len(state.unread) > _MOST_UNREAD:
            yield bullet(" ", words(f"and {len(state.unread) - _MOST_UNREAD} more", "dim"))
