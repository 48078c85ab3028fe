"""``blognomic/gamestate/1`` and ``blognomic/history/1``."""

from __future__ import annotations

from typing import Literal

from parsers.gamestate.gamestate_model import Role
from parsers.gamestate.page_names import Standing
from parsers.history.page_change import ChangeKind
from parsers.model import Confidence
from sync.schemas.common_shapes import Time, by_name, filled, many, of, says, shape

Values = by_name(str | int | float | list[str] | None)
_MATCH = {"variable": str | None, "owner": str | None, "confidence": Confidence | None, "part": bool, "why": str}

# fmt: off
MatchJson = shape("MatchJson",
    "Which variable of the rules it is, how surely and why; `part`: one of several columns below the variable's header.", **_MATCH)

ColumnJson = shape("ColumnJson", "A column of a table.", **_MATCH, column=of("index", int), name=str, role=Role)

TableJson = shape("TableJson", "A table as a full grid: every cell that a span covers repeats its text.",
    caption=str | None, header=list[list[str | None]], rows=list[list[str | None]],
    columns=of("names", says(list[str], "each column's headers, joined with ' / '")), of=filled(str), idle=bool, sideways=bool,
    matches=of("columns", many(ColumnJson)))

LabelJson = shape("LabelJson", "A labelled value outside the tables.", **_MATCH, label=of("value.label", str), text=of("value.text", str))

RowJson = shape("RowJson", "A row that belongs to a player.",
    player=of("name", str), text=str, standing=Standing, idle=bool, table=of("place.table", int | None), row=of("place.row", int | None))

UntrackedJson = shape("UntrackedJson", "A variable that the page does not show.",
    variable=of("name", str), owner=str, visibility=Literal["public", "private"])

UnreadPlaceJson = shape("UnreadPlaceJson", "Something on the page that was not understood.", where=str, why=str)

GamestateJson = shape("GamestateJson", "The tracking page as read.",
    schema=Literal["blognomic/gamestate/1"], page=str | None, revid=int | None, tables=many(TableJson), values=dict[str, str],
    players=by_name(Values), idle=by_name(Values), things=by_name(by_name(Values)), game=Values, labels=many(LabelJson),
    rows=many(RowJson), untracked=many(UntrackedJson), unread=many(UnreadPlaceJson))

AccountJson = shape("AccountJson", "What accounts for an edit.",
    kind=Literal["matter", "address", "rule", "typo", "undo", "tool"], ref=says(str, "the title, address or revision"),
    confidence=Confidence, why=str)

ChangeJson = shape("ChangeJson", "One change, in the terms of the game.",
    kind=ChangeKind, subject=says(str | None, "the player, thing or rule"), variable=str | None,
    old=says(str | dict[str, str] | None, "of a value the cell's text, of a row its cells by column"),
    new=str | dict[str, str] | None)

HistoryRevisionJson = shape("HistoryRevisionJson",
    "A revision, and what it changed since the one before it whose text is known; `known` is false where there is none.",
    revid=int, parentid=int | None, timestamp=Time, user=str | None, player=str | None, comment=str | None, text_hidden=bool,
    known=bool, by=says(AccountJson | None, "null where it is not known"), changes=many(ChangeJson))

HistoryJson = shape("HistoryJson", "The revisions of a page, oldest first.",
    schema=Literal["blognomic/history/1"], page=str, revisions=many(HistoryRevisionJson))
