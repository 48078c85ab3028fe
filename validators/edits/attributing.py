"""What accounts for each edit of a page: each recogniser knows one kind of account, and the surest one counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from parsers.model import Confidence, Revision
from validators.edits.actions import by_rule
from validators.edits.address_changes import by_address
from validators.edits.edit_context import EarlierEdits, EditContext, MadeEdit
from validators.edits.matters import by_matter
from validators.edits.model import Account, AccountKind, DescribedRevision
from validators.edits.permissive_sentences import by_permission
from validators.edits.tool_edits import by_tool
from validators.edits.typos import by_typo
from validators.edits.undoing import by_undo

Recogniser = Callable[[MadeEdit, EditContext], Account | None]

RECOGNISERS: tuple[Recogniser, ...] = (by_tool, by_matter, by_typo, by_undo, by_address, by_permission, by_rule)
"""Asked in this order: of two accounts that are equally sure, the first counts."""


def attributed(described: Iterable[DescribedRevision], context: EditContext) -> Iterator[DescribedRevision]:
    """The revisions of one page, oldest first, with what accounts for each.

    Nothing is said of a revision whose changes are not known: the first one, and one whose text is hidden.
    """
    earlier = EarlierEdits()
    before: Revision | None = None
    for one in described:
        each = one
        if before is not None and one.changes is not None and not one.text_hidden:
            each = DescribedRevision(one.revision, one.player, one.changes, by=_account(MadeEdit(one, before, earlier), context))
        earlier.add(each)
        before = before if one.text_hidden else one.revision
        yield each


def _order(account: Account) -> tuple[int, bool]:
    return account.confidence.rank, account.kind is AccountKind.UNDO and account.confidence is Confidence.MEDIUM


def _account(edit: MadeEdit, context: EditContext) -> Account | None:
    best: Account | None = None
    for recognise in RECOGNISERS:
        found = recognise(edit, context)
        # A move may reverse the one before it, so a rule is the better account where only the text shows an undoing.
        if found is not None and (best is None or _order(found) < _order(best)):
            best = found
            if best.confidence is Confidence.HIGH:
                break
    return best
