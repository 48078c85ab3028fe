"""What accounts for an edit is looked for in: the edit with what was before it, and the game around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from parsers.history.model import PageChange
from parsers.model import Revision
from parsers.ruleset.model import Ruleset
from validators.edits.model import DescribedRevision
from validators.view import GameView
from validators.voting.timeline import Timeline


class EarlierEdits:
    """The revisions of a page before one, oldest first, found by their places (from 0), ids and texts."""

    def __init__(self) -> None:
        self.edits: list[DescribedRevision] = []
        self._by_revid: dict[int, int] = {}
        self._by_text: dict[str, int] = {}

    def add(self, one: DescribedRevision) -> None:
        """Add the next revision."""
        place, text = len(self.edits), one.revision.text
        self._by_revid[one.revision.revid] = place
        if text is not None:
            self._by_text[text] = place
        self.edits.append(one)

    def with_text(self, text: str) -> int | None:
        """The place of the latest revision with exactly this text."""
        return self._by_text.get(text)

    def with_revid(self, revid: int) -> int | None:
        """The place of the revision with this id."""
        return self._by_revid.get(revid)

    def text_before(self, place: int) -> str | None:
        """The text of the page just before a revision; None where it is not known."""
        return self.edits[place - 1].revision.text if place else None


@dataclass(frozen=True)
class MadeEdit:
    """An edit whose changes are known: its revision, and the one before it with a text.

    ``earlier`` are all revisions of the page before it, each with what accounts for it. Between ``before`` and the edit there may be
    revisions whose texts are hidden: then its changes are theirs, too, and ``alone`` is False. It is False as well where the ids say
    that a revision is missing between the two.
    """

    one: DescribedRevision
    before: Revision = field(repr=False)
    earlier: EarlierEdits = field(default_factory=EarlierEdits, repr=False, compare=False)

    @property
    def alone(self) -> bool:
        """Whether its changes are certainly those of this one revision."""
        return self.revision.parentid == self.before.revid != 0

    @property
    def revision(self) -> Revision:
        """The revision; its text is known."""
        return self.one.revision

    @property
    def changes(self) -> tuple[PageChange, ...]:
        """What it changed, with what revisions before it changed whose texts are not known."""
        return self.one.changes or ()

    @property
    def old(self) -> str:
        """The text of the page before it."""
        return self.before.text or ""

    @property
    def new(self) -> str:
        """The text of the page after it."""
        return self.revision.text or ""


@dataclass(frozen=True)
class Grounds:
    """The game that an edit belongs to; what several edits need of it is worked out once."""

    view: GameView
    timeline: Timeline

    @cached_property
    def rules(self) -> Ruleset:
        """The Ruleset."""
        assert self.view.rules is not None  # noqa: S101 - edits are described by rules
        return self.view.rules
