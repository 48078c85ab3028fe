"""Rules and pages of invented dynasties, and pictures of what was read that a test can compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from parsers.gamestate.gamestate_model import (
    Column,
    GameState,
    Naming,
    Reading,
    TableRead,
    TrackedEntry,
)
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Roster
from parsers.ruleset import read_ruleset
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.prose import read_prose
from parsers.ruleset.ruleset_model import Ruleset, Terms, Variable
from parsers.ruleset.tree import read_tree, with_statuses
from parsers.ruleset.variables import read_variables
from parsers.ruleset.variables.statements import Text
from tests.support.rules import reviews_of_pages

GAMES = Path(__file__).parent / "games"
ROSTER = Roster(("Ana", "Bo Bell", "Cy"), ("Eff",), frozenset({"Ana"}))
NO_RULES = Ruleset((), (), Terms("Clerk", "Clerks", "Secretary"), "The Page", PARAMETERS)


class Names:
    """A profile's names."""

    def __init__(
        self, columns: Mapping[str, str] | None = None, aliases: Mapping[str, str] | None = None
    ) -> None:
        self.columns: Mapping[str, str] = columns or {}
        self.aliases: Mapping[str, str] = aliases or {}


def game_of(name: str) -> tuple[Ruleset, str]:
    """The rules and the tracking page of one of the games."""
    text = (GAMES / f"{name}.rules.wikitext").read_text(encoding="utf-8")
    return with_variables(text), (GAMES / f"{name}.page.wikitext").read_text(encoding="utf-8")


def with_variables(text: str) -> Ruleset:
    """The Ruleset with its variables, wherever they are read."""
    rules = read_ruleset(text, reviews=reviews_of_pages(text))
    if rules.variables:
        return rules
    return replace(
        rules,
        variables=read_variables(
            Text(read_prose(with_statuses(read_tree(text), "active"), rules.terms)), rules.terms
        ),
    )


def variable(
    name: str,
    kind: str = "integer",
    *,
    of: str = "player",
    quote: str = "It is publicly tracked.",
    **changes: Any,
) -> Variable:
    return replace(Variable(name, of, kind, "A Rule", quote, whole=True), **changes)


def number(
    name: str, low: int | None = 0, high: int | None = None, *, of: str = "player"
) -> Variable:
    return variable(name, of=of, min=low, max=high, default=0)


def choice(name: str, *choices: str, of: str = "player") -> Variable:
    return variable(name, "choice", of=of, choices=choices, default=choices[0])


def rules_of(*variables: Variable, **changes: Any) -> Ruleset:
    return replace(NO_RULES, variables=variables, **changes)


def read(
    text: str, *variables: Variable, roster: Roster | None = ROSTER, profile: Naming | None = None
) -> GameState:
    return read_gamestate(text, rules_of(*variables), roster, profile)


def table(*lines: str, caption: str = "") -> str:
    """A table: the first line its headers, each line its cells, divided by ``|``; ``>`` begins a
    row of headers.
    """
    rows = []
    for number, line in enumerate(lines):
        mark = "!" if number == 0 or line.startswith(">") else "|"
        rows.append(
            "|-\n"
            + "\n".join(f"{mark} {cell.strip()}" for cell in line.removeprefix(">").split("|"))
        )
    return "{|\n" + (f"|+ {caption}\n" if caption else "") + "\n".join(rows) + "\n|}\n"


def column(state: GameState, name: str) -> Column:
    """The first column of that name."""
    return next(column for _, column in state.columns if column.name == name)


def entry(state: GameState, label: str, subject: str = "Ana") -> TrackedEntry:
    return next(
        entry for entry in state.entries if (entry.label, entry.subject) == (label, subject)
    )


def whys(state: GameState) -> list[str]:
    return [unread.why for unread in state.unread]


def picture(state: GameState) -> dict[str, Any]:
    """What was read, without places."""
    return {
        "players": _owners(state.players),
        "idle": _owners(state.idle),
        "things": {noun: _owners(things) for noun, things in state.things.items()},
        "game": _values(state.game),
        "columns": [_table(table) for table in state.tables],
        "rows": [
            f"{row.name}:"
            f" {row.standing.value}{', among the idle' if row.idle else ''}{'' if row.own else ', several'}"
            for row in state.rows
        ],
        "untracked": [variable.name for variable in state.untracked],
        "unread": [f"{unread.where}: {unread.why}" for unread in state.unread],
    }


def _owners(owners: Mapping[str, Mapping[str, Reading]]) -> dict[str, Any]:
    return {name: _values(readings) for name, readings in owners.items()}


def _values(readings: Mapping[str, Reading]) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value := reading.value, tuple) else value
        for name, reading in readings.items()
    }


def _table(table: TableRead) -> dict[str, str]:
    return {f"{column.index} {column.name}".strip(): _column(column) for column in table.columns}


def _column(column: Column) -> str:
    if column.match is not None:
        return (
            f"{column.match.variable.owner} {column.match.variable.name},"
            f" {column.match.confidence.value}: {column.match.why}"
        )
    return column.role.value + (f": {column.why}" if column.why else "")


COAL_AND_MORE = (
    number("Coal"),
    variable("Hold", "list"),
    choice("Lamp", "Dark", "Dim"),
    variable("Friend", "name"),
    number("Toll", of="game"),
    number("Power", of="Bot"),
)
