"""``blognomic/gamestate/1``."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from parsers.gamestate.model import Role
from parsers.gamestate.names import Standing
from parsers.model import Confidence

PlainValue = str | int | float | list[str] | None
Values = dict[str, PlainValue]


class MatchJson(TypedDict):
    """Which variable of the rules it is, how surely and why; `part`: one of several columns below the variable's header."""

    variable: str | None
    owner: str | None
    confidence: Confidence | None
    part: bool
    why: str


class ColumnJson(MatchJson):
    """A column of a table."""

    column: int
    name: str
    role: Role


class TableJson(TypedDict):
    """A table as a full grid: every cell that a span covers repeats its text."""

    caption: str | None
    header: list[list[str | None]]
    rows: list[list[str | None]]
    columns: Annotated[list[str], Meta(description="each column's headers, joined with ' / '")]
    of: str | None
    idle: bool
    sideways: bool
    matches: list[ColumnJson]


class LabelJson(MatchJson):
    """A labelled value outside the tables."""

    label: str
    text: str


class RowJson(TypedDict):
    """A row that belongs to a player."""

    player: str
    text: str
    standing: Standing
    idle: bool
    table: int | None
    row: int | None


class UntrackedJson(TypedDict):
    """A variable that the page does not show."""

    variable: str
    owner: str
    visibility: Literal["public", "private"]


class UnreadPlaceJson(TypedDict):
    """Something on the page that was not understood."""

    where: str
    why: str


class GamestateJson(TypedDict):
    """The tracking page as read."""

    schema: Literal["blognomic/gamestate/1"]
    page: str | None
    revid: int | None
    tables: list[TableJson]
    values: dict[str, str]
    players: dict[str, Values]
    idle: dict[str, Values]
    things: dict[str, dict[str, Values]]
    game: Values
    labels: list[LabelJson]
    rows: list[RowJson]
    untracked: list[UntrackedJson]
    unread: list[UnreadPlaceJson]
