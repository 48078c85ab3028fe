"""``blognomic/gamestate/1``: the tracking page for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parsers.gamestate.model import Column, GameState, Match, Reading
from sync.schemas import shaped
from sync.schemas.gamestate import ColumnJson, GamestateJson, LabelJson, MatchJson, RowJson, TableJson, UntrackedJson

__all__ = ["gamestate"]

Json = dict[str, Any]


def gamestate(state: GameState) -> Json:
    """The page as read: tables, labelled values, values of players, things and the game, and what each was read from."""
    return shaped(
        GamestateJson,
        state,
        schema="blognomic/gamestate/1",
        tables=[
            shaped(TableJson, table, columns=list(table.names), of=table.of or None, matches=[_column(column) for column in table.columns])
            for table in state.tables
        ],
        values={label.value.label: label.value.text for label in reversed(state.labels)},
        players=_owners(state.players),
        idle=_owners(state.idle),
        things={noun: _owners(things) for noun, things in state.things.items()},
        game=_values(state.game),
        labels=[shaped(LabelJson, label, label=label.value.label, text=label.value.text, **_match(label.match)) for label in state.labels],
        rows=[shaped(RowJson, row, player=row.name, table=row.place.table, row=row.place.row) for row in state.rows],
        untracked=[shaped(UntrackedJson, variable, variable=variable.name) for variable in state.untracked],
    )


def _column(column: Column) -> Json:
    found = _match(column.match)
    return shaped(ColumnJson, column, column=column.index, **{**found, "why": found["why"] or column.why})


def _match(match: Match | None) -> Json:
    if match is None:
        return {"variable": None, "owner": None, "confidence": None, "part": False, "why": ""}
    return shaped(MatchJson, match, variable=match.variable.name, owner=match.variable.owner)


def _owners(owners: Mapping[str, Mapping[str, Reading]]) -> Json:
    return {name: _values(readings) for name, readings in owners.items()}


def _values(readings: Mapping[str, Reading]) -> Json:
    return {name: list(each.value) if isinstance(each.value, tuple) else each.value for name, each in readings.items()}
