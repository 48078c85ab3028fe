"""The edits of the Ruleset: what matters account for in each, what else does, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from parsers.model import Revision
from validators.edits.edit_context import EarlierEdits, EditContext, MadeEdit
from validators.edits.matching import MatchedEdit
from validators.edits.model import Account, DescribedRevision
from validators.edits.sentences import SentenceChange, shown_sentences
from validators.edits.undoing import undone_by


@dataclass(frozen=True)
class RulesetEdit:
    """An edit of the Ruleset with what matters account for, the revisions that it undoes, and those after it."""

    edit: MadeEdit
    matched: MatchedEdit
    by: Account | None
    undone: tuple[Revision, ...]
    later: Sequence[Revision] = field(repr=False)

    @property
    def revision(self) -> Revision:
        """The revision."""
        return self.edit.revision

    def settled(self, changes: Iterable[SentenceChange]) -> Revision | None:
        """The later revision since which nothing that some of its changes brought stands, or else all that they took away does again."""
        brought, taken = Counter[str](), Counter[str]()
        for change in changes:
            brought.update(change.came)
            taken.update(change.gone)
        before, first = _counts(self.edit.old), None
        brought, taken = brought - taken, taken - brought
        for each in reversed([one for one in self.later if one.text is not None]):
            now = _counts(each.text or "")
            back = all(now[line] >= before[line] for line in taken) if taken else each.text == self.edit.old
            if any(now[line] > before[line] for line in brought) or not (brought or back):
                break
            first = each
        return first


@lru_cache(maxsize=64)
def _counts(text: str) -> Counter[str]:
    return Counter(shown_sentences(text).lines)


def ruleset_edits(described: Sequence[DescribedRevision], context: EditContext) -> Iterator[RulesetEdit]:
    """The edits of the Ruleset whose changes are known, oldest first, of all its revisions."""
    earlier = EarlierEdits()
    before: Revision | None = None
    for place, one in enumerate(described):
        if before is not None and one.changes is not None and not one.text_hidden:
            edit = MadeEdit(one, before, earlier)
            later = [each.revision for each in described[place + 1 :]]
            undone = tuple(each.revision for each in undone_by(edit)) if edit.new != edit.old else ()
            yield RulesetEdit(edit, context.matched(edit), one.by, undone, later)
        earlier.add(one)
        before = before if one.revision.text is None else one.revision
