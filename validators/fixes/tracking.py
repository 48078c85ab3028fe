"""Fixes on the tracking page: what would settle a finding about a value or a row."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from parsers.gamestate.change import AddRow, MoveRow, RemoveRow, SetValue
from parsers.gamestate.model import PLAYER, GameState, TrackedEntry
from parsers.gamestate.typed import TypedValue
from parsers.model import Roster
from parsers.ruleset.model import Variable
from validators.finding import Fix, FixKind, tracking_page

_ALIKE = 0.75


def _fix(state: GameState, kind: FixKind, summary: str, change: SetValue | AddRow | RemoveRow | MoveRow) -> Fix:
    return Fix(kind, tracking_page(state).id, summary, change)


def _setting(state: GameState, entry: TrackedEntry, new: TypedValue, why: str, kind: FixKind = FixKind.SET_VALUE, text: str = "") -> Fix:
    change = SetValue(entry.owner, entry.subject, entry.label, entry.text, new, entry.idle, text)
    return _fix(state, kind, _said(change, why), change)


def _said(change: SetValue, why: str) -> str:
    new, whose = change.new, f"{change.subject}'s {change.label}" if change.subject else change.label
    shown = "nothing" if new in (None, "", ()) else f"“{', '.join(new) if isinstance(new, tuple) else new}”"
    to = f"{shown}, {why}" if change.known else f"the right value, which is not known: {why}"
    return f"set {whose} from “{change.old[:80]}” to {to}"


def with_value(fix: Fix, change: SetValue, new: TypedValue, why: str, text: str = "") -> Fix:
    """The fix with another value in place of the one it proposed; ``why`` ends its summary, ``text`` is how the page wrote it before."""
    other = replace(change, new=new, text=text, known=True)
    return replace(fix, summary=_said(other, why), change=other)


def with_unknown_value(fix: Fix, change: SetValue, why: str) -> Fix:
    """The fix without a value, where the history of the page and of the rules does not tell it; ``why`` says what is in the way."""
    return replace(fix, summary=_said(replace(change, known=False), why), change=None)


def legal_value(state: GameState, entry: TrackedEntry, variable: Variable) -> Fix | None:
    """The choice that a value misspells, else a value that is not known; None for lists, which nothing tells.

    :func:`with_value` puts in the last legal value where the page's history has one.
    """
    if not isinstance(entry.typed.value, tuple) and (close := _alike(entry.text, variable.choices or ())) is not None:
        return _setting(state, entry, close, "which it resembles", FixKind.RESPELL)
    if variable.type in ("list", "set"):
        return None
    change = SetValue(entry.owner, entry.subject, entry.label, entry.text, None, entry.idle, known=False)
    return _fix(state, FixKind.SET_VALUE, _said(change, "the page's history has to tell it"), change)


def right_name(state: GameState, entry: TrackedEntry, roster: Roster) -> Fix | None:
    """The name on the roster that a value misspells."""
    close = _alike(entry.text, (*roster.active, *roster.idle))
    return None if close is None else _setting(state, entry, close, "the name on the roster", FixKind.RESPELL)


def set_back(state: GameState, entry: TrackedEntry, value: TypedValue, text: str) -> Fix:
    """The value that there was before, as the page wrote it."""
    return _setting(state, entry, value, "what it was before", text=text)


def _alike(text: str, known: tuple[str, ...]) -> str | None:
    """The only one of the known texts that is close to a text."""
    by_key = {each.casefold(): each for each in known}
    close = get_close_matches(text[:80].casefold(), by_key, n=2, cutoff=_ALIKE)
    return by_key[close[0]] if len(close) == 1 else None


def new_row(state: GameState, name: str) -> Fix:
    """A row with the values of a new player."""
    return _fix(state, FixKind.ADD_ROW, f"add a row for {name}, with the values that the rules give a new player", AddRow(name))


def to_the_active(state: GameState, name: str) -> Fix:
    """An idle player's row back among the active ones."""
    return _fix(state, FixKind.MOVE_ROW, f"move the row of {name} from the idle players to the active ones", MoveRow(name, idle=False))


def out_of_the_active(state: GameState, name: str) -> Fix:
    """A row moved to the idle players where the page has them, else removed."""
    if any(table.idle and table.of == PLAYER for table in state.tables):
        return _fix(state, FixKind.MOVE_ROW, f"move the row of {name} to the idle players", MoveRow(name, idle=True))
    return _fix(state, FixKind.REMOVE_ROW, f"remove the row of {name}, who is idle", RemoveRow(name))


def second_copy(state: GameState, name: str) -> Fix:
    """One of two equal rows removed."""
    return _fix(state, FixKind.REMOVE_ROW, f"remove the second of the equal rows of {name}", RemoveRow(name, copies=True))
