"""``blognomic/gamestate/1`` and ``blognomic/history/1``."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from parsers.gamestate.model import Role
from parsers.gamestate.names import Standing
from parsers.history.model import ChangeKind
from parsers.model import Confidence
from sync.schemas.common import Time

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


class AccountJson(TypedDict):
    """What accounts for an edit."""

    kind: Literal["matter", "address", "rule", "typo", "undo", "tool"]
    ref: Annotated[str, Meta(description="the title, address or revision")]
    confidence: Confidence
    why: str


class ChangeJson(TypedDict):
    """One change, in the terms of the game."""

    kind: ChangeKind
    subject: Annotated[str | None, Meta(description="the player, thing or rule")]
    variable: str | None
    old: Annotated[str | dict[str, str] | None, Meta(description="of a value the cell's text, of a row its cells by column")]
    new: str | dict[str, str] | None


class HistoryRevisionJson(TypedDict):
    """A revision, and what it changed since the one before it whose text is known; `known` is false where there is none."""

    revid: int
    parentid: int | None
    timestamp: Time
    user: str | None
    player: str | None
    comment: str | None
    text_hidden: bool
    known: bool
    by: Annotated[AccountJson | None, Meta(description="null where it is not known")]
    changes: list[ChangeJson]


class HistoryJson(TypedDict):
    """The revisions of a page, oldest first."""

    schema: Literal["blognomic/history/1"]
    page: str
    revisions: list[HistoryRevisionJson]
