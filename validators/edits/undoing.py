"""Edits that undo others, and which later edit mended an earlier one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Confidence
from parsers.patch import patched
from validators.edits.described_edits import Account, AccountKind, DescribedRevision, MadeEdit

_UNDOES = re.compile(r"\b(?:undo|undid|undone|revert\w*|rvv?|roll\w* ?back|restor\w*|(?:put|set|changed) back)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\brevisions? (\d{1,12})\b", re.IGNORECASE)
_FEW = 5
"""So many edits before are looked at for the one that a summary without a number undoes."""
_SETTING = (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.TOOL)


def says_undone(comment: str | None) -> bool:
    """Whether a summary says that the edit undoes another one."""
    return _UNDOES.search((comment or "")[:500]) is not None


def by_undo(edit: MadeEdit, _context: object) -> Account | None:
    """The undoing of earlier edits of the page.

    High where the text shows it, and the summary says so or nothing accounts for what was undone; medium where only the text does, for
    moves of a game set values to and fro, too; low where only the summary does.
    """
    said = says_undone(edit.revision.comment)
    number = _NUMBER.search((edit.revision.comment or "")[:500]) if said else None
    named = None if number is None else int(number[1])
    if edit.same is not None:
        gone = [one for one in edit.edits[edit.same + 1 : edit.place] if not one.text_hidden]
    else:
        gone = _taken_back(edit, named) if said else []
    if gone:
        why = "the page is as it was before that revision" + (f", and {len(gone)} revisions are undone" if len(gone) > 1 else "")
        why += ", and its summary says so" if said else ""
        sure = said or not any(one.accounted for one in gone)
        return Account(AccountKind.UNDO, str(gone[0].revision.revid), Confidence.HIGH if sure else Confidence.MEDIUM, why)
    return None if named is None else Account(AccountKind.UNDO, str(named), Confidence.LOW, "only its summary says so")


def _taken_back(edit: MadeEdit, named: int | None) -> list[DescribedRevision]:
    """The single revision whose changes an edit takes back: the one that its summary names, else one of the last few."""
    few = range(edit.place - 1, max(edit.place - 1 - _FEW, 0), -1)
    for place in few if named is None else (at for at in range(1, edit.place) if edit.edits[at].revision.revid == named):
        before, after = edit.edits[place - 1].revision.text, edit.edits[place].revision.text
        if before is not None and after is not None and patched(after, before, edit.old) == edit.new:
            return [edit.edits[place]]
    return []


def undone(edits: Sequence[DescribedRevision], place: int) -> Sequence[DescribedRevision]:
    """The revisions that one undoes by what accounts for it, oldest first: all since the text that it brings back, or a single one."""
    one = edits[place]
    if not one.accounted or one.by is None or one.by.kind is not AccountKind.UNDO:
        return ()
    first = next(at for at, each in enumerate(edits) if str(each.revision.revid) == one.by.ref)
    together = first and MadeEdit(edits, first).before.text == one.revision.text
    return [each for each in edits[first : place if together else first + 1] if not each.text_hidden]


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
    kind = by.by.kind if by.by is not None and by.accounted else None
    if by.by is not None and by.by.kind is AccountKind.RULE:
        # A move adds to a number, right or wrong: that it comes back to what it was is chance.
        return kind is not None and not str(later.old or "").strip("-−").replace(",", "").isdecimal()
    return later.new == change.old or kind in _SETTING
