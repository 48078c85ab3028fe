"""Faults of values on the tracking page, the fixes for them, and the number of fixes above which
they are implausible.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from difflib import get_close_matches
from enum import StrEnum
from typing import NamedTuple

from parsers.gamestate.change import AddRow, MoveRow, RemoveRow, SetValue
from parsers.gamestate.gamestate_model import PLAYER, GameState, TrackedEntry
from parsers.gamestate.typed import TypedValue, ValueKind
from parsers.model import Confidence, Roster
from parsers.ruleset.ruleset_model import Variable
from validators.finding import Finding, Fix, FixKind, tracking_page

NUMBERS = ("integer", "number")
"""The types of variables that hold a number."""
_SHARE = 3
"""At most one in this many values or rows may be changed at once."""
_ALWAYS = 2
"""This many may always be changed."""
_ALLOWS_BLANK = re.compile(
    r"\b(?:blank|empty|none|nothing|no (?:one|value)|nobody|unset|may have (?:an?|one)|up to"
    r" one)\b",
    re.IGNORECASE,
)


FaultKind = StrEnum("FaultKind", "RANGE CHOICE NUMBER NAME")
"""The kinds of faults of a value: out of range, not one of the choices, not a number, not a
player's name.
"""


class Fault(NamedTuple):
    """The fault of a value: ``says`` is the end of a sentence, ``sure`` the confidence."""

    kind: FaultKind
    says: str
    sure: Confidence = Confidence.HIGH


def faults(entry: TrackedEntry, variable: Variable) -> Iterator[Fault]:
    """Yield the faults of a value."""
    is_number = variable.type in NUMBERS
    blank = (
        entry.typed.kind is ValueKind.NONE
        and variable.default != ""
        and not _ALLOWS_BLANK.search(variable.quote)
    )
    if is_number:
        yield from _out_of_range(entry, variable)
    yield from _not_among_choices(entry, variable, blank)
    if is_number and entry.typed.failed:
        yield Fault(FaultKind.NUMBER, f"should be a number: {entry.typed.why}")
    elif is_number and blank:
        yield Fault(FaultKind.NUMBER, "is blank and should be a number", Confidence.LOW)
    if variable.type == "name" and entry.typed.failed:
        yield Fault(FaultKind.NAME, f"should be a player's name, and {entry.typed.why}")


def _out_of_range(entry: TrackedEntry, variable: Variable) -> Iterator[Fault]:
    value = entry.typed.value
    if not isinstance(value, int | float):
        return
    if variable.min is not None and value < variable.min:
        yield Fault(
            FaultKind.RANGE,
            f"is “{entry.text[:80]}”,"
            f" {f'less than {variable.min}' if variable.min else 'and it may not be negative'}",
        )
    elif variable.max is not None and value > variable.max:
        yield Fault(FaultKind.RANGE, f"is “{entry.text[:80]}”, more than {variable.max}")


def _not_among_choices(entry: TrackedEntry, variable: Variable, blank: bool) -> Iterator[Fault]:
    if not variable.choices:
        return
    value = entry.typed.value
    wrong = f"“{entry.text[:80]}”" if entry.typed.failed else ""
    confidence = Confidence.HIGH
    if variable.type in ("list", "set") and isinstance(value, tuple):
        known = {choice.casefold() for choice in variable.choices}
        others = [item for item in value if item.casefold() not in known]
        wrong = ", ".join(f"“{item[:80]}”" for item in others[:5])
        confidence = Confidence.MEDIUM
    elif blank and not wrong:
        wrong = "blank"
        confidence = Confidence.LOW
    if wrong:
        yield Fault(
            FaultKind.CHOICE,
            f"is {wrong}, which is none of {', '.join(variable.choices[:20])}",
            confidence,
        )


def is_legal(entry: TrackedEntry) -> bool:
    """Return whether a value is legal; a value without a variable always is."""
    return entry.variable is None or not (entry.typed.failed or any(faults(entry, entry.variable)))


# Values


def with_value(
    fix: Fix, change: SetValue, new: TypedValue, why: str, text: str = "", *, known: bool = True
) -> Fix:
    """Return the fix with another value, or with none if that is not ``known``.

    ``why`` ends its summary, ``text`` is the earlier spelling of the value on the page.
    """
    other = replace(change, new=new, text=text, known=known)
    return replace(fix, summary=_said(other, why), change=other if known else None)


def legal_value(state: GameState, entry: TrackedEntry, variable: Variable) -> Fix | None:
    """Return a fix with the choice that a value misspells, else a fix with a value still to be
    found in the page's history; None for lists, which cannot be restored.
    """
    if (
        not isinstance(entry.typed.value, tuple)
        and (close := _alike(entry.text, variable.choices or ())) is not None
    ):
        return _setting(state, entry, close, "which it resembles", FixKind.RESPELL)
    if variable.type in ("list", "set"):
        return None
    return _setting(state, entry, None, "see the page's history", known=False)


def right_name(state: GameState, entry: TrackedEntry, roster: Roster) -> Fix | None:
    """Return a fix with the name on the roster that a value misspells; None if there is none."""
    close = _alike(entry.text, (*roster.active, *roster.idle))
    return (
        None
        if close is None
        else _setting(state, entry, close, "the name on the roster", FixKind.RESPELL)
    )


def set_back(state: GameState, entry: TrackedEntry, value: TypedValue, text: str) -> Fix:
    """Return a fix that restores the previous value, as the page wrote it."""
    return _setting(state, entry, value, "what it was before", text=text)


def _setting(
    state: GameState,
    entry: TrackedEntry,
    new: TypedValue,
    why: str,
    kind: FixKind = FixKind.SET_VALUE,
    text: str = "",
    known: bool = True,
) -> Fix:
    change = SetValue(
        entry.owner, entry.subject, entry.label, entry.text, new, entry.idle, text, known
    )
    return Fix(kind, tracking_page(state).id, _said(change, why), change)


def _said(change: SetValue, why: str) -> str:
    value_name = f"{change.subject}'s {change.label}" if change.subject else change.label
    new = ", ".join(change.new) if isinstance(change.new, tuple) else change.new
    shown = "nothing" if new in (None, "") else f"“{new}”"
    to = f"{shown}, {why}" if change.known else f"the right value, which is unknown: {why}"
    return f"set {value_name} from “{change.old[:80]}” to {to}"


def _alike(text: str, known: tuple[str, ...]) -> str | None:
    """Return the known text that is similar to a text; None unless there is exactly one."""
    by_key = {each.casefold(): each for each in known}
    close = get_close_matches(text[:80].casefold(), by_key, n=2, cutoff=0.75)
    return by_key[close[0]] if len(close) == 1 else None


# Rows


def new_row(state: GameState, name: str) -> Fix:
    """Return a fix that adds a row with the values of a new player."""
    return _row(
        state,
        FixKind.ADD_ROW,
        AddRow(name),
        f"add a row for {name}, with the values that the rules give a new player",
    )


def row_again(state: GameState, name: str, since: datetime) -> Fix:
    """Return a fix that adds a returning player's row with their last legal values since a moment,
    still to be found in the page's history.
    """
    return _row(
        state,
        FixKind.ADD_ROW,
        AddRow(name, since=since),
        f"add a row for {name}, with the last legal values that they had in this dynasty",
    )


def to_the_active(state: GameState, name: str) -> Fix:
    """Return a fix that moves an idle player's row back to the active ones."""
    return _row(
        state,
        FixKind.MOVE_ROW,
        MoveRow(name, idle=False),
        f"move the row of {name} from the idle players to the active ones",
    )


def out_of_the_active(state: GameState, name: str) -> Fix:
    """Return a fix that moves a row to the idle players if the page lists them, or else removes it."""
    if any(table.idle and table.owner == PLAYER for table in state.tables):
        return _row(
            state,
            FixKind.MOVE_ROW,
            MoveRow(name, idle=True),
            f"move the row of {name} to the idle players",
        )
    return _row(
        state, FixKind.REMOVE_ROW, RemoveRow(name), f"remove the row of {name}, who is idle"
    )


def second_copy(state: GameState, name: str) -> Fix:
    """Return a fix that removes one of two equal rows."""
    return _row(
        state,
        FixKind.REMOVE_ROW,
        RemoveRow(name, copies=True),
        f"remove the second of the equal rows of {name}",
    )


def _row(
    state: GameState, kind: FixKind, change: AddRow | MoveRow | RemoveRow, summary: str
) -> Fix:
    return Fix(kind, tracking_page(state).id, summary, change)


# Too many at once

_Group = tuple[str, str, str, bool]
"""What the changes of a fix are counted by: ``column`` with its owner and label, ``row`` with its
owner and player, or ``rows`` with a code; and whether it is about idle players.
"""


def implausible(state: GameState, findings: Iterable[Finding]) -> dict[str, str]:
    """Return why findings have implausibly many fixes, as a clause, by fingerprint of the finding:
    the page was probably misread.

    A misread limit makes every player's value illegal, a missing cell shifts a whole row, and many
    rows seem to be missing from a page or a roster that was cut short. Implausible are more than
    two changes, if they are more than a third of the values of a column or a row, or of the rows of
    active players.
    """
    groups = [(finding, group) for finding in dict.fromkeys(findings) for group in _groups(finding)]
    # The findings on a value and on the edit that set it have the same fix.
    changes_by_group = Counter(
        group
        for group, _ in {(group, finding.fix and finding.fix.change) for finding, group in groups}
    )
    values_by_group = Counter(
        group
        for entry in state.entries
        for group in _of_value(entry.owner, entry.subject, entry.label, idle=entry.idle)
    )
    rows = len({row.name for row in state.rows if row.own and not row.idle})
    why = dict[tuple[str, ...], str]()
    for group, count in changes_by_group.items():
        known = rows if group[0] == "rows" else values_by_group[group]
        if count > _ALWAYS and _SHARE * count > known:
            # A column that is misread for the active players is misread for idle players, too.
            why[group[:3]] = (
                f"{count} players' rows would be added, moved or removed, and the page has {rows}"
                if group[0] == "rows"
                else f"{count} of the {known} values of {group[2]} would be changed"
            )
    return {
        finding.fingerprint: why[group[:3]]
        for finding, group in reversed(groups)
        if group[:3] in why
    }


def _groups(finding: Finding) -> Iterator[_Group]:
    """Yield the groups that a fix is counted in: its column and row, or the rows changed by
    findings of its code.
    """
    change = finding.fix.change if finding.fix is not None else None
    if isinstance(change, SetValue):
        yield from _of_value(change.owner, change.subject, change.label, idle=change.idle)
    elif isinstance(change, AddRow | MoveRow | RemoveRow):
        yield ("rows", "", finding.code, False)


def _of_value(owner: str, subject: str, label: str, *, idle: bool) -> Iterator[_Group]:
    if subject:
        yield ("column", owner, label, idle)
        yield ("row", owner, f"the row of {subject}", idle)
