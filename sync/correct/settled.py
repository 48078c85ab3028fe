"""Whether what a correction puts right has stood for a while: somebody may be in the middle of something."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from parsers.changes import UndoRevision
from parsers.gamestate.change import AddRow, MoveRow, RemoveRow, SetValue
from parsers.model import Roster, name_key
from validators.finding import Finding
from validators.fixes.restoring import stood_at

if TYPE_CHECKING:
    from sync.correct.past import Past
    from validators.view import GameView

__all__ = ["settled"]


def settled(finding: Finding, view: GameView, past: Past) -> bool:
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
