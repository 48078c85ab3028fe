"""``blognomic/gamestate/1``: the tracking page for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parsers.gamestate.model import Column, GameState, Match, PlayerRow, Reading, TableRead
from parsers.gamestate.typed import TypedValue

__all__ = ["gamestate"]

Json = dict[str, Any]


def gamestate(state: GameState) -> Json:
    """The page as read: tables, labelled values, values of players, things and the game, and what each was read from."""
    return {
        "schema": "blognomic/gamestate/1",
        "page": state.page,
        "revid": state.revid,
        "tables": [_table(table) for table in state.tables],
        "values": {label.value.label: label.value.text for label in reversed(state.labels)},
        "players": _owners(state.players),
        "idle": _owners(state.idle),
        "things": {noun: _owners(things) for noun, things in state.things.items()},
        "game": _values(state.game),
        "labels": [{"label": label.value.label, "text": label.value.text, **_match(label.match)} for label in state.labels],
        "rows": [_row(row) for row in state.rows],
        "untracked": [
            {"variable": variable.name, "owner": variable.owner, "visibility": variable.visibility} for variable in state.untracked
        ],
        "unread": [{"where": unread.where, "why": unread.why} for unread in state.unread],
    }


def _table(table: TableRead) -> Json:
    return {
        "caption": table.caption,
        "header": [list(row) for row in table.header],
        "rows": [list(row) for row in table.rows],
        "columns": list(table.names),
        "of": table.of or None,
        "idle": table.idle,
        "sideways": table.sideways,
        "matches": [_column(column) for column in table.columns],
    }


def _column(column: Column) -> Json:
    found = _match(column.match)
    return {"column": column.index, "name": column.name, "role": column.role.value, **found, "why": found["why"] or column.why}


def _match(match: Match | None) -> Json:
    if match is None:
        return {"variable": None, "owner": None, "confidence": None, "part": False, "why": ""}
    variable = match.variable
    return {
        "variable": variable.name,
        "owner": variable.owner,
        "confidence": match.confidence.value,
        "part": match.part,
        "why": match.why,
    }


def _row(row: PlayerRow) -> Json:
    return {
        "player": row.name,
        "text": row.text,
        "standing": row.standing.value,
        "idle": row.idle,
        "table": row.place.table,
        "row": row.place.row,
    }


def _owners(owners: Mapping[str, Mapping[str, Reading]]) -> Json:
    return {name: _values(readings) for name, readings in owners.items()}


def _values(readings: Mapping[str, Reading]) -> Json:
    return {name: _plain(reading.value) for name, reading in readings.items()}


def _plain(value: TypedValue) -> object:
    return list(value) if isinstance(value, tuple) else value
