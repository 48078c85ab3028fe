"""Edits that undo others: the page's text is one that it had before, or the lines of one edit are as they were before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.model import Confidence
from parsers.patch import patched
from parsers.patterns import later
from validators.edits.edit_context import EditContext, MadeEdit
from validators.edits.model import Account, AccountKind, DescribedRevision

_UNDOES = later(r"\b(?:undo|undid|undone|revert\w*|rvv?|roll\w* ?back|restor\w*|(?:put|set|changed) back)\b", re.IGNORECASE)
_NUMBER = later(r"\brevisions? (\d{1,12})\b", re.IGNORECASE)
_FEW = 5
"""So many edits before are looked at for the one that a summary without a number undoes."""


def says_undone(comment: str | None) -> bool:
    """Whether a summary says that the edit undoes another one."""
    return _UNDOES.search((comment or "")[:500]) is not None


def by_undo(edit: MadeEdit, _context: EditContext) -> Account | None:
    """The undoing of earlier edits of the page.

    High where the text shows it, and the summary says so or nothing accounts for what was undone; medium where only the text does, for
    moves of a game set values to and fro, too; low where only the summary does.
    """
    said = says_undone(edit.revision.comment)
    undone = undone_by(edit)
    if undone:
        first, count = str(undone[0].revision.revid), len(undone)
        why = "the page is as it was before that revision" + (f", and {count} revisions are undone" if count > 1 else "")
        why += ", and its summary says so" if said else ""
        sure = said or not any(map(accounted, undone))
        return Account(AccountKind.UNDO, first, Confidence.HIGH if sure else Confidence.MEDIUM, why)
    named = _named(edit) if said else None
    return None if named is None else Account(AccountKind.UNDO, named, Confidence.LOW, "only its summary says so")


def accounted(one: DescribedRevision) -> bool:
    """Whether anything accounts for an edit, surely enough."""
    return one.by is not None and one.by.confidence is not Confidence.LOW


def undone_by(edit: MadeEdit) -> Sequence[DescribedRevision]:
    """The revisions that an edit undoes, oldest first: all after the one whose text it brings back, or a single one."""
    earlier = edit.earlier
    place = earlier.with_text(edit.new)
    if place is not None:
        return [one for one in earlier.edits[place + 1 :] if not one.text_hidden]
    if not says_undone(edit.revision.comment):
        return ()
    return next(([earlier.edits[one]] for one in candidates(edit) if _takes_back(edit, one)), ())


def candidates(edit: MadeEdit) -> Sequence[int]:
    """The places of the earlier edits, one of which an edit may undo that says so: that which its summary names, else the last few."""
    named, last = _named(edit), len(edit.earlier.edits) - 1
    if named is None:
        return range(last, max(last - _FEW, 0), -1)
    known = edit.earlier.with_revid(int(named))
    return [known] if known else []


def _takes_back(edit: MadeEdit, place: int) -> bool:
    """Whether the page after the edit is the one before it without what an earlier revision did."""
    pair = edit.earlier.around(place)
    if pair is None:
        return False
    before, after = pair
    return patched(after, before, edit.old) == edit.new


def _named(edit: MadeEdit) -> str | None:
    """The number of the revision that a summary names."""
    found = _NUMBER.search((edit.revision.comment or "")[:500])
    return None if found is None else found[1]
