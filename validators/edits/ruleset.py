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


@dataclass(frozen=True, slots=True)
class Afterwards:
    """The revision since which a change no longer stands: ``mended`` says that all is as it was before, else other text took its place."""

    revision: Revision
    mended: bool


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

    @property
    def editor(self) -> str:
        """Who made it."""
        return self.revision.user or "an editor whose name is hidden"

    @property
    def named(self) -> str:
        """The revision in words."""
        return f"revision {self.revision.revid} by {self.editor}"

    def afterwards(self, changes: Iterable[SentenceChange]) -> Afterwards | None:
        """Since which later revision some of its changes no longer stand; one whose text is hidden settles nothing."""
        brought, taken = Counter[str](), Counter[str]()
        for change in changes:
            brought.update(change.came)
            taken.update(change.gone)
        first: Afterwards | None = None
        for each in reversed([one for one in self.later if one.text is not None]):
            mended = _mended(self.edit.old, each.text or "", brought - taken, taken - brought)
            if mended is None or (first is not None and mended is not first.mended):
                break
            first = Afterwards(each, mended)
        return first


def _mended(before: str, text: str, brought: Counter[str], taken: Counter[str]) -> bool | None:
    """True where a text is again as it was before, False where other text took the place, None where what was brought still stands."""
    then, now = _counts(before), _counts(text)
    if not (brought or taken):
        return True if text == before else None
    if any(now[line] > then[line] for line in brought):
        return None
    if all(now[line] >= then[line] for line in taken):
        return True
    return False if brought else None


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
