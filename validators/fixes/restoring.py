"""The value that should replace an illegal one, by the history of the page and of the rules.

An edit that followed no rule may be undone, so the value before it is the right one. What a value becomes that was legal when
it was set, and became illegal because a rule changed, is for the players to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.gamestate.change import SetValue, is_of
from parsers.gamestate.gamestate_model import GameState, TrackedEntry
from parsers.gamestate.typed import TypedValue
from parsers.model import name_key
from validators.finding import Finding, FixKind
from validators.fixes.tracking_fixes import NUMBERS, is_legal, with_unknown_value, with_value


@dataclass(frozen=True, slots=True)
class EarlierPage:
    """A revision of the tracking page and when it was saved, both None where unknown, read under the rules of ``today``.

    ``then`` reads it under those of its own time; None where these are unknown. It is ``alone`` where it is known to follow the
    revision before it, so that what it changed is its own.
    """

    revid: int | None
    today: GameState
    then: Callable[[], GameState | None]
    at: datetime | None = None
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Restored:
    """The value that should stand there as the page wrote it, why, and whether it may be saved automatically; or why it is not known."""

    value: TypedValue
    why: str
    certain: bool
    text: str = ""
    known: bool = True


def restored(change: SetValue, revisions: Iterable[EarlierPage]) -> Restored | None:
    """The value that should replace ``change.old``; ``revisions`` are newest first, with or without today's.

    None where no revision has a legal value.
    """
    first: EarlierPage | None = None  # the earliest with the illegal value
    several = False
    for each in revisions:
        entry = _entry(each.today, change)
        if entry is None:
            return None
        if is_legal(entry):
            return _judged(change, first, each, entry, several=several)
        several = several or entry.text != change.old
        if first is None or entry.text == change.old:
            first = each
    return None


def with_restored(finding: Finding, revisions: Iterable[EarlierPage]) -> tuple[Finding, bool]:
    """The finding with the value that is to be restored in its fix, and whether that is certain enough to be saved automatically.

    Other fixes stay as they are.
    """
    fix = finding.fix
    if fix is None or fix.kind is not FixKind.SET_VALUE or not isinstance(fix.change, SetValue):
        return finding, True
    found = restored(fix.change, revisions)
    if found is None or not found.known:
        why = "the known history has no legal one" if found is None else found.why
        return replace(finding, fix=with_unknown_value(fix, fix.change, why)), False
    return replace(finding, fix=with_value(fix, fix.change, found.value, found.why, found.text)), found.certain


def _judged(change: SetValue, first: EarlierPage | None, legal: EarlierPage, entry: TrackedEntry, *, several: bool) -> Restored:
    """``legal`` is the revision before ``first``, unless there were ``several`` illegal values."""
    then = first.then() if first is not None else None
    set_then = None if then is None else _entry(then, change)
    doubt: str | None = None
    if first is None or set_then is None or set_then.variable is None:
        doubt = f"whether “{change.old[:80]}” was legal when it was set is unknown"
    elif not first.alone:
        doubt = "a revision in between is not known"
    elif is_legal(set_then):
        why = f"“{change.old[:80]}” was legal when it was set, and the rules have changed since"
        return Restored(None, why, certain=False, known=False)
    elif several:
        doubt = "it was changed again since, perhaps legally"
    else:
        doubt = _beside(change, first, legal)
    why = "its last legal value" + ("" if legal.revid is None else f" (revision {legal.revid})")
    return Restored(entry.typed.value, f"{why}; {doubt}" if doubt else why, certain=doubt is None, text=entry.text)


def _beside(change: SetValue, first: EarlierPage, legal: EarlierPage) -> str | None:
    """Why an edit that set an illegal value may not have been wrong, or not wrong in that alone."""
    now = _entry(first.today, change)
    if now is not None and now.typed.failed and now.variable is not None and now.variable.type in NUMBERS:
        return f"“{change.old[:80]}” may be a number that was not understood"
    before, after = (
        {(entry.owner, entry.subject, entry.label, entry.idle): entry for entry in each.today.entries if not is_of(entry, change)}
        for each in (legal, first)
    )
    if before.keys() != after.keys() or any(before[key].text != entry.text and is_legal(entry) for key, entry in after.items()):
        return "the same edit changed something else, which may belong to it"
    return None


def is_illegal(change: SetValue, state: GameState) -> bool:
    """Whether the value that the change replaces is illegal under the rules that a page was read with."""
    entry = _entry(state, change)
    return entry is not None and not is_legal(entry)


def stood_at(change: SetValue, revisions: Iterable[EarlierPage], moment: datetime) -> bool:
    """Whether the page already had the value that the change replaces at a moment: a player may be about to correct a mistake."""
    stood = next((each for each in revisions if each.at is not None and each.at <= moment), None)
    entry = None if stood is None else _entry(stood.today, change)
    return entry is not None and entry.text == change.old


def came_back(change: SetValue, revisions: Iterable[EarlierPage]) -> bool:
    """Whether the value that the change replaces was replaced before, and is there again: somebody may have meant it."""
    entries = (_entry(each.today, change) for each in revisions)
    there = [entry is not None and entry.text == change.old for entry in entries]
    return any(there[there.index(False) :]) if False in there else False


def had_row(name: str, revisions: Iterable[EarlierPage]) -> str | None:
    """Why a new row may be wrong: the latest revision with a row of that name, whose values a returning player has again."""
    key = name_key(name)
    for each in revisions:
        if any(name_key(row.name) == key and row.own for row in each.today.rows):
            where = "an earlier revision" if each.revid is None else f"revision {each.revid}"
            return f"{where} has a row of this player, whose values may still be right"
    return None


def _entry(state: GameState, change: SetValue) -> TrackedEntry | None:
    """The one entry that the change is about."""
    found = [entry for entry in state.entries if is_of(entry, change)]
    return found[0] if len(found) == 1 else None
