"""Which later edit mended an earlier one: it was undone, or what it changed was set back or set anew."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence
from parsers.patch import patched
from validators.edits.model import AccountKind, DescribedRevision

_REVERSED = {
    ChangeKind.ROW_ADDED: ChangeKind.ROW_REMOVED,
    ChangeKind.ROW_REMOVED: ChangeKind.ROW_ADDED,
    ChangeKind.COLUMN_ADDED: ChangeKind.COLUMN_REMOVED,
    ChangeKind.COLUMN_REMOVED: ChangeKind.COLUMN_ADDED,
    ChangeKind.RULE_ADDED: ChangeKind.RULE_REMOVED,
    ChangeKind.RULE_REMOVED: ChangeKind.RULE_ADDED,
}


def mended(edits: Sequence[DescribedRevision], place: int) -> DescribedRevision | None:
    """The revision after which nothing is left of what the one at a place changed; None where something is, or that is not known.

    ``edits`` are all that are known of the page, oldest first, with what accounts for them. It is one that has a text of the page from
    before that revision, one that undoes it, or the last of those that set its changes back. A value is mended, too, by a matter, an
    Address or this tool that sets it anew, and by a move of the game if it is no number, to which moves add.
    """
    one = edits[place]
    texts = {each.revision.text for each in edits[:place]}
    open_ = list(one.changes or ())
    for later in edits[place + 1 :]:
        if later.text_hidden or later.changes is None:
            continue
        undoes = later.by is not None and later.by.kind is AccountKind.UNDO and later.by.ref == str(one.revision.revid)
        if later.revision.text in texts or (undoes and later.by is not None and later.by.confidence is not Confidence.LOW):
            return later
        left = [change for change in open_ if not any(_mends(change, each, later) for each in later.changes)]
        if open_ and not left:
            return later
        open_ = left
    return _without(edits, place)


def _mends(change: PageChange, later: PageChange, by: DescribedRevision) -> bool:
    """Whether a later change sets another one back, or sets its value anew."""
    if later.kind is not _REVERSED.get(change.kind, change.kind) or later.variable != change.variable:
        return False
    if change.kind is ChangeKind.RULE_RENAMED:
        return (later.old, later.new) == (change.new, change.old)
    if later.subject != change.subject:
        return False
    if later.new == change.old and (change.kind is ChangeKind.VALUE or later.old == change.new):
        return True
    return change.kind is ChangeKind.VALUE and _sets_anew(later, by)


def _sets_anew(later: PageChange, one: DescribedRevision) -> bool:
    if one.by is None or one.by.confidence is Confidence.LOW:
        return False
    if one.by.kind in (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.TOOL):
        return True
    is_number = str(later.old or "").strip("-−").replace(",", "").isdecimal()
    return one.by.kind is AccountKind.RULE and not is_number


def _without(edits: Sequence[DescribedRevision], place: int) -> DescribedRevision | None:
    """The latest revision, if the lines that an edit changed are on it as they were before the edit."""
    old, new, last = edits[place - 1].revision.text, edits[place].revision.text, edits[-1]
    if place == len(edits) - 1 or old is None or new is None or last.revision.text is None or old == new:
        return None
    return last if patched(new, old, last.revision.text) == last.revision.text else None
