"""Edits that undo others, and which later edit mended an earlier one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence
from parsers.patch import patched
from validators.edits.edit_context import EditContext, MadeEdit
from validators.edits.model import Account, AccountKind, DescribedRevision

_UNDOES = re.compile(r"\b(?:undo|undid|undone|revert\w*|rvv?|roll\w* ?back|restor\w*|(?:put|set|changed) back)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\brevisions? (\d{1,12})\b", re.IGNORECASE)
_FEW = 5
"""So many edits before are looked at for the one that a summary without a number undoes."""
_SETTING = (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.TOOL)


def says_undone(comment: str | None) -> bool:
    """Whether a summary says that the edit undoes another one."""
    return _UNDOES.search((comment or "")[:500]) is not None


def by_undo(edit: MadeEdit, _context: EditContext) -> Account | None:
    """The undoing of earlier edits of the page.

    High where the text shows it, and the summary says so or nothing accounts for what was undone; medium where only the text does, for
    moves of a game set values to and fro, too; low where only the summary does.
    """
    said, undone = says_undone(edit.revision.comment), undone_by(edit)
    if undone:
        first, count = str(undone[0].revision.revid), len(undone)
        why = "the page is as it was before that revision" + (f", and {count} revisions are undone" if count > 1 else "")
        why += ", and its summary says so" if said else ""
        sure = said or not any(map(accounted, undone))
        return Account(AccountKind.UNDO, first, Confidence.HIGH if sure else Confidence.MEDIUM, why)
    named = _named(edit)
    return None if named is None else Account(AccountKind.UNDO, str(named), Confidence.LOW, "only its summary says so")


def accounted(one: DescribedRevision) -> bool:
    """Whether anything accounts for an edit, surely enough."""
    return one.by is not None and one.by.confidence is not Confidence.LOW


def undone_by(edit: MadeEdit) -> Sequence[DescribedRevision]:
    """The revisions that an edit undoes, oldest first: all after the one whose text it brings back, or a single one.

    That is the one which its summary names, else, where the summary only says so, one of the last few.
    """
    edits, place = edit.earlier.edits, edit.earlier.by_text.get(hash(edit.new))
    if place is not None:
        return [one for one in edits[place + 1 :] if not one.text_hidden]
    if not says_undone(edit.revision.comment):
        return ()
    named, last = _named(edit), len(edits) - 1
    for each in range(last, max(last - _FEW, 0), -1) if named is None else filter(None, [edit.earlier.by_revid.get(named)]):
        before, after = edits[each - 1].revision.text, edits[each].revision.text
        if before is not None and after is not None and patched(after, before, edit.old) == edit.new:
            return [edits[each]]
    return ()


def _named(edit: MadeEdit) -> int | None:
    """The number of the revision that a summary says the edit undoes."""
    found = _NUMBER.search((edit.revision.comment or "")[:500])
    return int(found[1]) if found is not None and says_undone(edit.revision.comment) else None


def mended(edits: Sequence[DescribedRevision], place: int) -> DescribedRevision | None:
    """The revision since which nothing is left of what the one at a place changed; None where something is, or that is not known.

    ``edits`` are all that are known of the page, oldest first, with what accounts for them. It is one that has a text of the page from
    before that revision, the last of those that set its values back, or the first since which its lines are as they
    were. A value is mended, too, by a matter, an Address or this tool that sets it anew, and by a move of the game if it is no number,
    to which moves add.
    """
    one = edits[place]
    texts, open_ = {each.revision.text for each in edits[:place]}, list(one.changes or ())
    for later in edits[place + 1 :]:
        if later.text_hidden or later.changes is None:
            continue
        left = [change for change in open_ if not any(_sets_anew(change, each, later) for each in later.changes)]
        if later.revision.text in texts or (open_ and not left):
            return later
        open_ = left
    old, new = edits[place - 1].revision.text if place else None, one.revision.text
    if old is None or new is None or all(change.kind is ChangeKind.VALUE for change in one.changes or ()):
        return None  # that a value is as it was may be chance
    first = None
    for later in reversed([each for each in edits[place + 1 :] if each.revision.text is not None]):
        if patched(new, old, later.revision.text or "") != later.revision.text:
            break
        first = later
    return first


def _sets_anew(change: PageChange, later: PageChange, by: DescribedRevision) -> bool:
    """Whether a later change sets a value back, or anew."""
    value = (ChangeKind.VALUE, change.variable, change.subject)
    if (change.kind, change.variable, change.subject) != value or (later.kind, later.variable, later.subject) != value:
        return False
    if by.by is not None and by.by.kind is AccountKind.RULE:
        # A move adds to a number, right or wrong: that it comes back to what it was is chance.
        return accounted(by) and not str(later.old or "").strip("-−").replace(",", "").isdecimal()
    return later.new == change.old or (by.by is not None and accounted(by) and by.by.kind in _SETTING)
