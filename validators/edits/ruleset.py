"""The edits of the Ruleset: what matters account for in each, what else does, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from parsers.model import Revision
from validators.edits.grounds import EarlierEdits, MadeEdit
from validators.edits.held import HeldEdit
from validators.edits.holding import HeldEdits
from validators.edits.model import Account, DescribedRevision
from validators.edits.sentences import SentenceChange
from validators.edits.standing import Settled, settled, surplus
from validators.edits.undoing import undone_by


@dataclass(frozen=True)
class RulesetEdit:
    """An edit of the Ruleset with what matters account for, the revisions that it undoes, and those after it."""

    edit: MadeEdit
    held: HeldEdit
    by: Account | None
    undone: tuple[Revision, ...]
    later: Sequence[Revision]

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

    def settled(self, changes: Iterable[SentenceChange], due: Sequence[str]) -> Settled | None:
        """Which later revision settled some of its changes; ``due`` are the texts that the page might rightly have become."""
        lines = dict.fromkeys(line for change in changes for line in (*change.gone, *change.came))
        return settled(surplus(lines, self.edit.new, due), self.revision, self.later, before=self.edit.old)


def ruleset_edits(described: Sequence[DescribedRevision], held: HeldEdits) -> Iterator[RulesetEdit]:
    """The edits of the Ruleset whose changes are known, oldest first, of all its revisions."""
    earlier = EarlierEdits()
    before: Revision | None = None
    for place, one in enumerate(described):
        if before is not None and one.changes is not None and not one.text_hidden:
            edit = MadeEdit(one, before, earlier)
            later = [each.revision for each in described[place + 1 :]]
            undone = tuple(each.revision for each in undone_by(edit)) if edit.new != edit.old else ()
            yield RulesetEdit(edit, held.hold(edit.old, one.revision), one.by, undone, later)
        earlier.add(one)
        before = before if one.revision.text is None else one.revision
