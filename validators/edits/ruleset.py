"""The edits of the Ruleset: what matters account for in each, what else does, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from parsers.model import Revision
from parsers.ruleset.model import SectionKind
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
        brought, taken, kinds = Counter[str](), Counter[str](), frozenset[SectionKind]()
        for change in changes:
            kinds |= change.kinds
            brought.update(change.came)
            taken.update(change.gone)
        before, first = _counts(self.edit.old, kinds), None
        brought, taken = brought - taken, taken - brought
        for each in reversed([one for one in self.later if one.text is not None]):
            now = _counts(each.text or "", kinds)
            back = all(now[line] >= before[line] for line in taken) if taken else each.text == self.edit.old
            if any(now[line] > before[line] for line in brought) or not (brought or back):
                break
            first = each
        return first


@lru_cache(maxsize=64)
def _counts(text: str, kinds: frozenset[SectionKind]) -> Counter[str]:
    """How often each line stands in some sections: what was cut from one and pasted into another is not back."""
    shown = shown_sentences(text)
    return Counter(line for line, (_, kind) in zip(shown.lines, shown.owners, strict=True) if kind in kinds)


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
