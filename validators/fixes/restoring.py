"""The value that should replace an illegal one, found in the history of the page and of the rules.

An edit that broke a rule can be undone, so the value before it is the right one. If a value was
legal when it was set, and became illegal because a rule changed, the players must decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import chain, pairwise

from parsers.gamestate.change import AddRow, SetValue, is_of
from parsers.gamestate.gamestate_model import PLAYER, GameState, TrackedEntry
from parsers.gamestate.typed import TypedValue
from parsers.model import Revision, name_key
from validators.finding import Finding, FixKind
from validators.fixes.tracking_fixes import NUMBERS, is_legal, with_value


@dataclass(frozen=True, slots=True)
class EarlierPage:
    """A revision of the tracking page, read under the rules of ``today``, and the time when it was
    saved (None if unknown).

    ``then`` reads it under the rules of its time and returns None if they are unknown. ``alone``:
    the next older revision in the list is its parent, so its changes are its own.
    """

    revid: int
    today: GameState
    then: Callable[[], GameState | None]
    at: datetime | None = None
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Restored:
    """The right value and its text on the page, the reason, and whether it is ``certain`` enough to
    be saved automatically.
    """

    value: TypedValue
    why: str
    certain: bool
    text: str = ""


def earlier_pages(
    revisions: Iterable[Revision],
    today: Callable[[Revision], GameState],
    then: Callable[[Revision], GameState | None] = lambda _: None,
) -> Iterator[EarlierPage]:
    """Yield the revisions of the tracking page that have a text, newest first, as ``revisions``
    must be.
    """
    for revision, older in pairwise(chain(revisions, (None,))):
        if revision is not None and revision.text is not None:
            alone = (
                older is not None and older.text is not None and older.revid == revision.parentid
            )
            yield EarlierPage(
                revision.revid, today(revision), partial(then, revision), revision.timestamp, alone
            )


def restored(change: SetValue, revisions: Iterable[EarlierPage]) -> Restored | str:
    """Return the value that should replace ``change.old``, or the reason why it is unknown.
    ``revisions`` are newest first, with or without the current one.
    """
    first: EarlierPage | None = None  # the earliest revision with the illegal value
    several = False
    for page in revisions:
        entry = _entry(page.today, change)
        if entry is None:
            break
        if is_legal(entry):
            return _judged(change, first, page, entry, several=several)
        several = several or entry.text != change.old
        if first is None or entry.text == change.old:
            first = page
    return "the known history has no legal value"


def with_restored(finding: Finding, revisions: Iterable[EarlierPage]) -> tuple[Finding, bool]:
    """Return the finding with the restored value in its fix, and whether the fix is certain enough
    to be saved automatically.

    Fixes of other kinds are not changed.
    """
    fix = finding.fix
    if fix is not None and isinstance(fix.change, AddRow) and fix.change.since is not None:
        last = last_row(fix.change.name, fix.change.since, revisions)
        row = None if last is None else AddRow(fix.change.name, last.texts)
        summary = fix.summary if row is not None else f"{fix.summary}, which are unknown"
        return replace(finding, fix=replace(fix, summary=summary, change=row)), False
    if fix is None or fix.kind is not FixKind.SET_VALUE or not isinstance(fix.change, SetValue):
        return finding, True
    found = restored(fix.change, revisions)
    if isinstance(found, str):
        return replace(finding, fix=with_value(fix, fix.change, None, found, known=False)), False
    return replace(
        finding, fix=with_value(fix, fix.change, found.value, found.why, found.text)
    ), found.certain


@dataclass(frozen=True, slots=True)
class LastRow:
    """The values of a player's last row, and its revision; empty for a new player."""

    entries: tuple[TrackedEntry, ...] = ()
    revid: int | None = None

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """The labels of the entries with their texts."""
        return tuple((entry.label, entry.text) for entry in self.entries)


def last_row(name: str, since: datetime, revisions: Iterable[EarlierPage]) -> LastRow | None:
    """Return a player's row in the latest revision since a moment that has one, or the empty row of
    a new player; None if it is unknown or a value in it is illegal. ``revisions`` are newest first.
    """
    for page in revisions:
        if page.at is None or page.at < since:
            return None if page.at is None else LastRow()
        key = name_key(name)
        if any(row.own and name_key(row.name) == key for row in page.today.rows):
            had = [entry for entry in page.today.entries if name_key(entry.subject) == key]
            row = LastRow(tuple(entry for entry in had if entry.owner == PLAYER), page.revid)
            legal = all(map(is_legal, had)) and len(dict(row.texts)) == len(row.texts)
            return row if legal else None
        if not page.alone:
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
    """Return the legal value, or the reason why the players must decide. ``first`` is the earliest
    revision with the illegal value, ``legal`` the one before it, unless there were ``several``
    illegal values.
    """
    state_then = first.then() if first is not None and first.alone else None
    set_then = None if state_then is None else _entry(state_then, change)
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
    """Return whether an edit changed nothing else than this value, and the illegal value is not a
    number that may have been misread.
    """
    entry_now = _entry(first.today, change)
    if (
        entry_now is not None
        and entry_now.typed.failed
        and entry_now.variable is not None
        and entry_now.variable.type in NUMBERS
    ):
        return False
    before, after = (
        {
            (entry.owner, entry.subject, entry.label, entry.idle): entry.text
            for entry in page.today.entries
            if not is_of(entry, change)
        }
        for page in (legal, first)
    )
    return before == after


def is_illegal(change: SetValue, state: GameState) -> bool:
    """Return whether the value to be replaced is illegal under the rules that the page was read
    with.
    """
    entry = _entry(state, change)
    return entry is not None and not is_legal(entry)


def stood_at(change: SetValue, revisions: Iterable[EarlierPage], moment: datetime) -> bool:
    """Return whether the page already had the value to be replaced at a moment. If not, a player
    may be about to correct their mistake.
    """
    stood = next((each for each in revisions if each.at is not None and each.at <= moment), None)
    entry = None if stood is None else _entry(stood.today, change)
    return entry is not None and entry.text == change.old


def came_back(change: SetValue, revisions: Iterable[EarlierPage]) -> bool:
    """Return whether the value to be replaced was replaced before and has come back: somebody may
    have meant it.
    """
    entries = (_entry(each.today, change) for each in revisions)
    present = [entry is not None and entry.text == change.old for entry in entries]
    return False in present and any(present[present.index(False) :])


def had_row(name: str, revisions: Iterable[EarlierPage]) -> str | None:
    """Return a sentence if a new row may be wrong, because an earlier revision has a row of that
    player and returning players keep their values; else None.
    """
    key = name_key(name)
    for page in revisions:
        if any(name_key(row.name) == key and row.own for row in page.today.rows):
            return (
                f"revision {page.revid} has a row of this player, whose values may still be right"
            )
    return None


def _entry(state: GameState, change: SetValue) -> TrackedEntry | None:
    """Return the entry that a change is about; None unless there is exactly one."""
    found = [entry for entry in state.entries if is_of(entry, change)]
    return found[0] if len(found) == 1 else None
