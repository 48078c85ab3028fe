"""Which later edit mended an earlier one: it was undone, or what it changed was set back or set anew."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence
from parsers.patch import patched
from validators.edits.model import AccountKind, DescribedRevision
from validators.edits.undoing import accounted

_SETTING = (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.TOOL)
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
    if change.kind is not ChangeKind.VALUE:
        return later.new == change.old and later.old == change.new
    if by.by is not None and by.by.kind is AccountKind.RULE:
        # A move adds to a number, right or wrong: that it comes back to what it was is chance.
        return by.by.confidence is not Confidence.LOW and not str(later.old or "").strip("-−").replace(",", "").isdecimal()
    return later.new == change.old or (accounted(by) and by.by is not None and by.by.kind in _SETTING)


def _without(edits: Sequence[DescribedRevision], place: int) -> DescribedRevision | None:
    """The latest revision, if the lines that an edit changed are on it as they were before; of values that may be chance."""
    old, new, last = edits[place - 1].revision.text, edits[place].revision.text, edits[-1]
    only_values = all(change.kind is ChangeKind.VALUE for change in edits[place].changes or ())
    if only_values or place == len(edits) - 1 or old is None or new is None or last.revision.text is None:
        return None
    return last if patched(new, old, last.revision.text) == last.revision.text else None
