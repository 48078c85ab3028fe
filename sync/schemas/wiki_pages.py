"""``blognomic/gamestate/1`` and ``history/1``: the tracking page as read, and the revisions of a
page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from parsers.gamestate.gamestate_model import Column, GameState, Label, Reading, Role, TableRead
from parsers.gamestate.page_names import Standing
from parsers.history.page_change import ChangeKind
from parsers.model import Confidence
from sync.schemas.common import Time
from sync.schemas.rules import Visibility
from validators.edits.described_edits import Account, AccountKind, DescribedRevision

Value = str | int | float | Sequence[str] | None
Values = Mapping[str, Value]


class MatchJson(Struct):
    """The variable of a place on the page, the confidence, and the reason."""

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


class TableJson(Struct):
    """A table as a full grid: every cell that a span covers repeats its text."""

    caption: str | None
    header: Sequence[Sequence[str | None]]
    rows: Sequence[Sequence[str | None]]
    columns: Annotated[Sequence[str], Meta(description="each column's headers, joined with ' / '")]
    of: str | None
    idle: bool
    sideways: bool
    matches: Sequence[ColumnJson]


class LabelJson(MatchJson):
    """A labelled value outside the tables."""

    label: str
    text: str


class RowJson(Struct):
    """A row that belongs to a player."""

    player: str
    text: str
    standing: Standing
    idle: bool
    table: int | None
    row: int | None


class UntrackedJson(Struct):
    """A variable that is missing from the page."""

    variable: str
    owner: str
    visibility: Visibility


class UnreadPlaceJson(Struct):
    """A part of the page that was not understood."""

    where: str
    why: str


class GamestateJson(Struct, tag_field="schema", tag="blognomic/gamestate/1"):
    """The tracking page as read."""

    page: str | None
    revid: int | None
    tables: Sequence[TableJson]
    values: Mapping[str, str]
    players: Mapping[str, Values]
    idle: Mapping[str, Values]
    things: Mapping[str, Mapping[str, Values]]
    game: Values
    labels: Sequence[LabelJson]
    rows: Sequence[RowJson]
    untracked: Sequence[UntrackedJson]
    unread: Sequence[UnreadPlaceJson]


class AccountJson(Struct):
    """The authority for an edit."""

    kind: AccountKind
    ref: Annotated[str, Meta(description="the title, address or revision")]
    confidence: Confidence
    why: str


class ChangeJson(Struct):
    """One change, in the terms of the game."""

    kind: ChangeKind
    subject: Annotated[str | None, Meta(description="the player, thing or rule")]
    variable: str | None
    old: Annotated[
        str | Mapping[str, str] | None,
        Meta(description="of a value the cell's text, of a row its cells by column"),
    ]
    new: str | Mapping[str, str] | None


class HistoryRevisionJson(Struct):
    """A revision with its changes since the last earlier one with a known text; `known` is false if
    there is none.
    """

    revid: int
    parentid: int | None
    timestamp: Time
    user: str | None
    player: str | None
    comment: str | None
    text_hidden: bool
    known: bool
    by: Annotated[AccountJson | None, Meta(description="null if unknown")]
    changes: Sequence[ChangeJson]


class HistoryJson(Struct, tag_field="schema", tag="blognomic/history/1"):
    """The revisions of a page, oldest first."""

    page: str
    revisions: Sequence[HistoryRevisionJson]


def gamestate_json(state: GameState) -> GamestateJson:
    """Return the page as read: tables, labelled values, and values of players, things and the game
    with their sources.
    """
    return GamestateJson(
        page=state.page,
        revid=state.revid,
        tables=[_table(table) for table in state.tables],
        values={label.value.label: label.value.text for label in reversed(state.labels)},
        players=_owners(state.players),
        idle=_owners(state.idle),
        things={noun: _owners(things) for noun, things in state.things.items()},
        game=_values(state.game),
        labels=[_label(label) for label in state.labels],
        rows=[
            RowJson(
                player=row.name,
                text=row.text,
                standing=row.standing,
                idle=row.idle,
                table=row.place.table,
                row=row.place.row,
            )
            for row in state.rows
        ],
        untracked=[
            UntrackedJson(variable.name, variable.owner, variable.visibility)
            for variable in state.untracked
        ],
        unread=[UnreadPlaceJson(place.where, place.why) for place in state.unread],
    )


def _table(table: TableRead) -> TableJson:
    return TableJson(
        caption=table.caption,
        header=table.header,
        rows=table.rows,
        columns=table.names,
        of=table.owner or None,
        idle=table.idle,
        sideways=table.sideways,
        matches=[_column(column) for column in table.columns],
    )


def _column(column: Column) -> ColumnJson:
    match = column.match
    return ColumnJson(
        variable=match.variable.name if match else None,
        owner=match.variable.owner if match else None,
        confidence=match.confidence if match else None,
        part=match is not None and match.part,
        why=(match.why if match else "") or column.why,
        column=column.index,
        name=column.name,
        role=column.role,
    )


def _label(label: Label) -> LabelJson:
    match = label.match
    return LabelJson(
        variable=match.variable.name if match else None,
        owner=match.variable.owner if match else None,
        confidence=match.confidence if match else None,
        part=match is not None and match.part,
        why=match.why if match else "",
        label=label.value.label,
        text=label.value.text,
    )


def _owners(owners: Mapping[str, Mapping[str, Reading]]) -> dict[str, Values]:
    return {name: _values(readings) for name, readings in owners.items()}


def _values(readings: Mapping[str, Reading]) -> Values:
    return {name: reading.value for name, reading in readings.items()}


def history_json(title: str, described: Iterable[DescribedRevision]) -> HistoryJson:
    """Return the revisions of a page."""
    return HistoryJson(page=title, revisions=[_revision(revision) for revision in described])


def _revision(described: DescribedRevision) -> HistoryRevisionJson:
    revision = described.revision
    return HistoryRevisionJson(
        revid=revision.revid,
        parentid=revision.parentid,
        timestamp=revision.timestamp,
        user=revision.user,
        player=described.player,
        comment=revision.comment,
        text_hidden=described.text_hidden,
        known=described.changes is not None,
        by=_account(described.by),
        changes=[
            ChangeJson(
                kind=change.kind,
                subject=change.subject,
                variable=change.variable,
                old=change.old,
                new=change.new,
            )
            for change in described.changes or ()
        ],
    )


def _account(account: Account | None) -> AccountJson | None:
    if account is None:
        return None
    return AccountJson(account.kind, account.ref, account.confidence, account.why)
