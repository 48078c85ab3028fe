"""The value that should replace an illegal one, by the history of the page and of the rules.

An edit that followed no rule may be undone, so the value before it is the right one. What a value
becomes that was legal when it was set, and became illegal because a rule changed, is for the
players to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.gamestate.change import AddRow, SetValue, is_of
from parsers.gamestate.gamestate_model import PLAYER, GameState, TrackedEntry
from parsers.gamestate.typed import TypedValue
from parsers.model import name_key
from validators.finding import Finding, FixKind
from validators.fixes.tracking_fixes import NUMBERS, is_legal, with_value


@dataclass(frozen=True, slots=True)
class EarlierPage:
    """A revision of the tracking page, read under the rules of ``today``, and when it was saved,
    None where unknown.

    ``then`` reads it under those of its own time; None where these are unknown. It is ``alone``
    where it is known to follow the revision before it, so that what it changed is its own.
    """

    revid: int
    today: GameState
    then: Callable[[], GameState | None]
    at: datetime | None = None
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Restored:
    """The value that should stand there, as the page wrote it, why, and whether it may be saved
    automatically.
    """

    value: TypedValue
    why: str
    certain: bool
    text: str = ""


def restored(change: SetValue, revisions: Iterable[EarlierPage]) -> Restored | str:
    """The value that should replace ``change.old``, or why it is not known; ``revisions`` are
    newest first, with or without today's.
    """
    first: EarlierPage | None = None  # the earliest with the illegal value
    several = False
    for each in revisions:
        entry = _entry(each.today, change)
        if entry is None:
            break
        if is_legal(entry):
            return _judged(change, first, each, entry, several=several)
        several = several or entry.text != change.old
        if first is None or entry.text == change.old:
            first = each
    return "the known history has no legal one"


def with_restored(finding: Finding, revisions: Iterable[EarlierPage]) -> tuple[Finding, bool]:
    """The finding with the value that is to be restored in its fix, and whether that is certain
    enough to be saved automatically.

    Other fixes stay as they are.
    """
    fix = finding.fix
    if fix is not None and isinstance(fix.change, AddRow) and fix.change.since is not None:
        row = _row_again(fix.change, fix.change.since, revisions)
        known = fix.summary if row is not None else f"{fix.summary}, which are not known"
        return replace(finding, fix=replace(fix, summary=known, change=row)), False
    if fix is None or fix.kind is not FixKind.SET_VALUE or not isinstance(fix.change, SetValue):
        return finding, True
    found = restored(fix.change, revisions)
    if isinstance(found, str):
        return replace(finding, fix=with_value(fix, fix.change, None, found, known=False)), False
    return replace(
        finding, fix=with_value(fix, fix.change, found.value, found.why, found.text)
    ), found.certain


def _row_again(change: AddRow, since: datetime, revisions: Iterable[EarlierPage]) -> AddRow | None:
    """The row with the values of the last revision since then that has one, or those of a new
    player where none had; None where that is not known, or one of them is not legal.
    """
    for each in revisions:
        if each.at is None or each.at < since:
            return None if each.at is None else AddRow(change.name)
        key = name_key(change.name)
        if any(row.own and name_key(row.name) == key for row in each.today.rows):
            had = [entry for entry in each.today.entries if name_key(entry.subject) == key]
            texts = tuple((entry.label, entry.text) for entry in had if entry.owner == PLAYER)
            legal = all(map(is_legal, had)) and len(dict(texts)) == len(texts)
            return AddRow(change.name, texts) if legal else None
        if not each.alone:
            return None
    return None


def _judged(
    change: SetValue,
    first: EarlierPage | None,
    legal: EarlierPage,
    entry: TrackedEntry,
    *,
    several: bool,
) -> Restored | str:
    """``legal`` is the revision before ``first``, unless there were ``several`` illegal values."""
    then = first.then() if first is not None and first.alone else None
    set_then = None if then is None else _entry(then, change)
    certain = False
    if first is not None and set_then is not None and set_then.variable is not None:
        if is_legal(set_then):
            return (
                f"“{change.old[:80]}” was legal when it was set, and the rules have changed since"
            )
        certain = not several and _is_wrong_alone(change, first, legal)
    why = f"its last legal value (revision {legal.revid})"
    return Restored(
        entry.typed.value,
        why if certain else f"{why}; the history does not prove that it is right",
        certain,
        entry.text,
    )


def _is_wrong_alone(change: SetValue, first: EarlierPage, legal: EarlierPage) -> bool:
    """Whether an edit that set an illegal value set no number that may not have been understood,
    and nothing else.
    """
    now = _entry(first.today, change)
    if (
        now is not None
        and now.typed.failed
        and now.variable is not None
        and now.variable.type in NUMBERS
    ):
        return False
    before, after = (
        {
            (entry.owner, entry.subject, entry.label, entry.idle): entry.text
            for entry in each.today.entries
            if not is_of(entry, change)
        }
        for each in (legal, first)
    )
    return before == after


def is_illegal(change: SetValue, state: GameState) -> bool:
    """Whether the value that the change replaces is illegal under the rules that a page was read
    with.
    """
    entry = _entry(state, change)
    return entry is not None and not is_legal(entry)


def stood_at(change: SetValue, revisions: Iterable[EarlierPage], moment: datetime) -> bool:
    """Whether the page already had the value that the change replaces at a moment: a player may be
    about to correct a mistake.
    """
    stood = next((each for each in revisions if each.at is not None and each.at <= moment), None)
    entry = None if stood is None else _entry(stood.today, change)
    return entry is not None and entry.text == change.old


def came_back(change: SetValue, revisions: Iterable[EarlierPage]) -> bool:
    """Whether the value that the change replaces was replaced before, and is there again: somebody
    may have meant it.
    """
    entries = (_entry(each.today, change) for each in revisions)
    there = [entry is not None and entry.text == change.old for entry in entries]
    return False in there and any(there[there.index(False) :])


def had_row(name: str, revisions: Iterable[EarlierPage]) -> str | None:
    """Why a new row may be wrong: the latest revision with a row of that name, whose values a
    returning player has again.
    """
    key = name_key(name)
    for each in revisions:
        if any(name_key(row.name) == key and row.own for row in each.today.rows):
            return (
                f"revision {each.revid} has a row of this player, whose values may still be right"
            )
    return None


def _entry(state: GameState, change: SetValue) -> TrackedEntry | None:
    """The one entry that the change is about."""
    found = [entry for entry in state.entries if is_of(entry, change)]
    return found[0] if len(found) == 1 else None
