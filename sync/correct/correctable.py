"""Which findings are corrected, with which value, and which corrections need confirmation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from parsers.changes import ReplaceTerm, UndoRevision
from parsers.gamestate.change import AddRow, MoveRow, RemoveRow, SetValue
from parsers.model import Confidence, Roster, name_key
from sync.correct.past import MOST
from validators.finding import Finding, FixKind
from validators.fixes.restoring import came_back, had_row, is_illegal, stood_at, with_restored
from validators.fixes.tracking_fixes import implausible

if TYPE_CHECKING:
    from sync.correct.past import Past
    from validators.view import GameView


@dataclass(frozen=True, slots=True)
class Left:
    """A finding that has a fix, and why it is not corrected."""

    finding: Finding
    why: str


@dataclass(frozen=True, slots=True)
class Eligible:
    """The findings that can be corrected, with the fix as it would be made.

    ``doubts`` give, by fingerprint, the reason why one needs confirmation, in a clause; those without one are automatic.
    ``left`` are too doubtful to be proposed, unless their codes are asked for; ``doubtful`` are the fingerprints of those that
    were.
    """

    findings: tuple[Finding, ...]
    doubts: Mapping[str, str]
    left: tuple[Left, ...]
    doubtful: frozenset[str] = frozenset()


def eligible(view: GameView, findings: Sequence[Finding], codes: Sequence[str], allowed: Sequence[str], past: Past) -> Eligible:
    """Choose among the findings of a view: those whose code begins with one of ``codes``, or all without any.

    ``allowed`` are the beginnings of codes that may be corrected without confirmation.
    """
    found, doubts, left, doubtful = list[Finding](), dict[str, str](), list[Left](), set[str]()
    too_many = implausible(view.gamestate, findings) if view.gamestate is not None else {}
    sure = {each.fix.change for each in findings if each.fix is not None and each.confidence is not Confidence.LOW}
    for finding in findings:
        if finding.fix is None or finding.fix.change is None or (codes and not finding.code.startswith(tuple(codes))):
            continue
        doubt = too_many.get(finding.fingerprint) or _doubt(finding, past)
        if doubt is not None and not codes:
            if finding.confidence is Confidence.LOW and finding.fix.change in sure:
                # The same is done for a surer finding.
                continue
            left.append(Left(finding, f"{doubt}: --only {finding.code} shows what would be done"))
            continue
        better, certain = with_restored(finding, past.tracking_pages())
        if better.fix is None or better.fix.change is None:
            left.append(Left(better, "the right value is not known"))
            continue
        found.append(better)
        why = doubt or _unlisted(finding, allowed) or _unsure(finding, view, past, certain=certain)
        if why is not None:
            doubts[better.fingerprint] = why
        if doubt is not None:
            doubtful.add(better.fingerprint)
    return Eligible(tuple(found), doubts, tuple(left), frozenset(doubtful))


def _unlisted(finding: Finding, allowed: Sequence[str]) -> str | None:
    return None if allowed and finding.code.startswith(tuple(allowed)) else "not listed under [correct] allow"


def _doubt(finding: Finding, past: Past) -> str | None:
    """Why a fix is not even proposed unless its code is asked for."""
    if finding.confidence is Confidence.LOW:
        return "of low confidence"
    if finding.fix is not None and isinstance(finding.fix.change, AddRow):
        return had_row(finding.fix.change.name, past.tracking_pages())
    return None


def _unsure(finding: Finding, view: GameView, past: Past, *, certain: bool) -> str | None:
    """Why the history does not support a fix well enough, in a clause."""
    kind, change = (None, None) if finding.fix is None else (finding.fix.kind, finding.fix.change)
    if finding.confidence is not Confidence.HIGH:
        return f"of {finding.confidence.value} confidence"
    if not certain:
        return "the history does not prove which value is right"
    if not stable_since(finding, view, past):
        return "not known to have stood for [correct] wait_minutes"
    if isinstance(change, AddRow):
        known = next(past.tracking_pages(), None)
        return None if known is not None else "the page's history is not available, and the player may have had a row before"
    if kind is FixKind.RESPELL and isinstance(change, SetValue) and had_row(change.old, past.tracking_pages()) is not None:
        return f"“{change.old[:80]}” had a row before, so it may be a player who left, and no typo"
    if isinstance(change, SetValue) and came_back(change, islice(past.tracking_pages(), MOST)):
        return f"“{change.old[:80]}” was replaced before and is there again, so somebody may have meant it"
    if isinstance(change, SetValue | ReplaceTerm) and not _held_yesterday(change, past.yesterday):
        return "not known to follow from the rules of a day ago"
    return None


def _held_yesterday(change: SetValue | ReplaceTerm, yesterday: GameView | None) -> bool:
    """Whether a correction followed from the rules of a day ago, too: an edit of the Ruleset may be a mistake, or vandalism."""
    if yesterday is None or yesterday.rules is None:
        return False
    if isinstance(change, ReplaceTerm):
        return yesterday.rules.terms == change.today
    return yesterday.gamestate is not None and is_illegal(change, yesterday.gamestate)


def stable_since(finding: Finding, view: GameView, past: Past) -> bool:
    """Whether the page, and the blog as far as the finding rests on it, were like that before ``past.settled_before``.

    An Admin who enacts a matter edits the wiki, and then the blog, or the other way round; one who unidles a player edits the
    sidebar, and then the page.
    """
    moment, fix = past.settled_before, finding.fix
    if moment is None or fix is None:
        return True
    change = fix.change
    if isinstance(change, SetValue):
        return stood_at(change, past.tracking_pages(), moment)
    history = view.histories.get(fix.page, ())
    if isinstance(change, UndoRevision):
        return any(each.revid == change.revid and each.timestamp <= moment for each in history)
    if not history or history[-1].timestamp > moment:
        return False
    if finding.subject.kind == "matter":
        post = next((each for each in view.posts if each.key == finding.subject.id), None)
        return post is not None and post.closed is not None and post.closed <= moment
    return not isinstance(change, AddRow | MoveRow | RemoveRow) or _stood_on_roster(change.name, view, moment)


def _stood_on_roster(name: str, view: GameView, moment: datetime) -> bool:
    """Whether a player was as active, or idle, as now on the roster that was seen last before a moment."""
    seen = max((each for each in view.rosters if each.first_seen <= moment), key=lambda each: each.first_seen, default=None)
    return seen is not None and view.roster is not None and _active(name, seen.roster) == _active(name, view.roster)


def _active(name: str, roster: Roster) -> bool | None:
    """None for somebody who is not on the roster."""
    key = name_key(name)
    if key in map(name_key, roster.active):
        return True
    return False if key in map(name_key, roster.idle) else None
