"""The tracking page as read, for people: who has what, and what is unsure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from rich.console import RenderableType
from rich.text import Text

from parsers.gamestate.model import GameState, Label, Reading, Role, TableRead
from parsers.gamestate.typed import TypedValue
from parsers.model import Confidence
from sync.reports.layout import bullet, columns, heading, words
from sync.text import shorten
from validators.words import counted

_MOST = 1000
_LONGEST = 400


def gamestate_as_read(state: GameState) -> Iterator[RenderableType]:
    """The game's values, those of players, idle and things, then which columns are not surely known, and what was not read."""
    revision = f", revision {state.revid}" if state.revid is not None else ""
    counts = f"{counted(len(state.tables), 'table')}, {counted(len(state.players), 'player')}, {counted(len(state.entries), 'value')}"
    yield words(f"{state.page or 'The tracking page'}{revision}: {counts}.", "dim")
    if state.game:
        yield heading("The game")
        yield columns(("Variable", "Value"), ((words(name), words(value_in_table(reading.value))) for name, reading in state.game.items()))
    for title, first, owners in (("Players", "Player", state.players), ("Idle", "Player", state.idle),
                                 *((noun, noun, things) for noun, things in state.things.items())):  # fmt: skip
        yield from _owners(title, first, owners)
    if others := [label for label in state.labels if label.match is None]:
        yield heading("Other labelled values")
        yield columns(("Label", "Value"), (_label(label) for label in others))
    untracked = (
        f"{each.name}{'' if each.owner == 'game' else f' of {each.owner}'} ({each.visibility}) [{each.rule}]" for each in state.untracked
    )
    for title, mark, told in (
        ("Columns that are not surely known", "?", [line for table in state.tables for line in _unsure(table)]),
        ("Variables of the rules that the page does not show", "·", list(untracked)),
        ("Not read, or unsure", "!", [f"{unread.where}: {unread.why}" for unread in state.unread]),
    ):
        if told:
            yield heading(title)
        yield from (bullet(mark, words(each), "" if mark == "·" else "yellow") for each in told[:_MOST])
        yield from _more(len(told) - _MOST, "line")


def _owners(title: str, first: str, owners: Mapping[str, Mapping[str, Reading]]) -> Iterator[RenderableType]:
    """A table of all owners' values, with a column for every variable that any of them has."""
    if not owners:
        return
    names = list(dict.fromkeys(name for readings in owners.values() for name in readings))
    yield heading(title)
    shown = names[: _MOST // 10]
    rows = ([words(shorten(owner, _LONGEST)), *(_cell(of.get(name)) for name in shown)] for owner, of in islice(owners.items(), _MOST))
    yield columns((shorten(name, _LONGEST) for name in (first, *shown)), rows)
    yield from _more(len(owners) - _MOST, "row")
    yield from _more(len(names) - len(shown), "column")


def _more(count: int, what: str) -> Iterator[RenderableType]:
    """How many are left out, if any; the JSON has them all."""
    if count > 0:
        yield words(f"and {counted(count, f'more {what}')}; --format json has them all", "dim")


def _cell(reading: Reading | None) -> Text:
    failed = reading is not None and any(entry.typed.failed for entry in reading.entries)
    return words("" if reading is None else value_in_table(reading.value), "yellow" if failed else "")


def value_in_table(value: TypedValue) -> str:
    """A value for people, on one line."""
    if value is None or value == ():
        return "-"
    return shorten(", ".join(value) if isinstance(value, tuple) else str(value), _LONGEST)


def _label(label: Label) -> tuple[RenderableType, RenderableType]:
    why = f" ({label.why})" if label.why else ""
    return words(label.value.label), words(shorten(label.value.text + why, _LONGEST))


def _unsure(table: TableRead) -> Iterator[str]:
    """What is not surely known of a table's columns."""
    where = f"table {table.index + 1}{f' “{shorten(table.caption, _LONGEST)}”' if table.caption else ''}"
    if not table.of:
        yield f"{where}: whose values it has"
    for column in table.columns:
        name, match = shorten(column.name, _LONGEST) or f"column {column.index + 1}", column.match
        if column.role is not Role.VALUE or (match is not None and match.confidence is Confidence.HIGH):
            continue
        if match is None:
            yield f"{where}, {name}: it matches no variable that was read{f': {column.why}' if column.why else ''}"
        else:
            why = f"{match.why}, confidence {match.confidence.value}"
            yield f"{where}, {name}: it is the variable {match.variable.name} of the rule “{match.variable.rule}” ({why})"
