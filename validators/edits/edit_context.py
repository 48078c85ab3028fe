"""What accounts for an edit is looked for in: the edit with what was before it, and the game around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property

from parsers.history.model import PackedRevision, PageChange
from parsers.model import Revision, name_key, same_name
from parsers.ruleset.model import Ruleset
from validators.edits.describing import user_key
from validators.edits.enacted_matters import EnactedMatters
from validators.edits.matching import MatchedEdit, match
from validators.edits.model import DescribedRevision
from validators.edits.text_overlap import roles_of
from validators.view import GameView
from validators.voting.roster_events import RosterStatus
from validators.voting.timeline import Timeline

_SIGNS = re.compile(r"[\W_]+")
_SILENT = timedelta(days=7)
"""Whoever wrote nothing for so long may be idled."""


class EarlierEdits:
    """The revisions of a page before one, oldest first, and their places (from 0) by ids and by hashes of texts.

    Their texts are compressed: of thousands of revisions they would take much memory.
    """

    def __init__(self) -> None:
        self.edits: list[DescribedRevision] = []
        self.by_revid: dict[int, int] = {}
        self.by_text: dict[int, int] = {}

    def add(self, one: DescribedRevision) -> None:
        """Add the next revision."""
        self.by_revid[one.revision.revid] = len(self.edits)
        if one.revision.text is not None:
            self.by_text[hash(one.revision.text)] = len(self.edits)
        self.edits.append(replace(one, changes=None, revision=PackedRevision.of(one.revision)))


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
    def changes(self) -> Sequence[PageChange]:
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
class EditContext:
    """The game that an edit belongs to; what several edits need of it is worked out once."""

    view: GameView
    timeline: Timeline

    @cached_property
    def rules(self) -> Ruleset:
        """The Ruleset."""
        assert self.view.rules is not None  # noqa: S101 - edits are described by rules
        return self.view.rules

    @cached_property
    def legal_words(self) -> frozenset[str]:
        """What values may be that are words, in small letters: the choices of variables, and the names of players."""
        roster = self.view.roster
        players = () if roster is None else (*roster.active, *roster.idle)
        choices = (choice for variable in self.rules.variables for choice in variable.choices or ())
        return frozenset(text.casefold() for text in (*players, *choices))

    def is_emperor(self, player: str, moment: datetime) -> bool | None:
        """Whether a player was Emperor at a moment; None where that is not known."""
        emperor = self.timeline.emperor_at(moment)
        return (emperor.name is not None and same_name(emperor.name, player)) if emperor.known else None

    def was_player(self, one: DescribedRevision) -> bool | None:
        """Whether an editor was an active player when making an edit; None where that is not known."""
        name, moment = one.player or one.revision.user, one.revision.timestamp
        if not name:
            return None
        then = self.timeline.rosters.of(name, moment)
        if then.standing is RosterStatus.ACTIVE:
            return True
        known = then.sure if one.player is not None else self.knew_everybody(moment) and self.like(name) is None
        return False if known else None

    def like(self, name: str) -> str | None:
        """Somebody who was ever a player, or wrote on the blog, with the letters and digits of a name."""
        key = _SIGNS.sub("", name_key(name))
        return next((each for each in self.timeline.rosters.names if _SIGNS.sub("", name_key(each)) == key), None)

    def knew_everybody(self, moment: datetime) -> bool:
        """Whether somebody who was on the roster of a moment would be known: it was seen, or the posts of the days before were."""
        before = any(seen.first_seen <= moment for seen in self.timeline.rosters.sidebars_around(moment))
        return before or self.view.coverage.reaches(moment - _SILENT, moment)

    def is_own(self, revision: Revision) -> bool:
        """Whether the account made a revision that this tool writes with, by the configuration."""
        account, user = user_key(self.view.account), revision.user
        return bool(account) and user is not None and ">" not in user and user_key(user) == account  # no imported one is its own

    def of_players(self, changes: Iterable[PageChange]) -> list[PageChange]:
        """The changes of what somebody has who was ever a player; the others are about things."""
        players = set(map(name_key, self.timeline.rosters.names))
        return [change for change in changes if name_key(change.subject or "") in players]

    def came_or_went(self, key: str, start: datetime, end: datetime) -> bool:
        """Whether somebody joined, left, went idle or came back between two moments, or may have."""
        rosters = self.timeline.rosters
        then, later = rosters.of(key, start), rosters.of(key, end)
        return then.standing is not later.standing or any(
            name_key(change.name) == key and change.earliest <= end and change.latest >= start for change in rosters.changes
        )

    @cached_property
    def matters(self) -> EnactedMatters:
        """The matters of the blog."""
        return EnactedMatters(self.timeline, roles_of(self.rules.terms))

    def matched(self, edit: MadeEdit) -> MatchedEdit:
        """An edit of the Ruleset held against the matters around it."""
        key = edit.revision.revid, edit.revision.timestamp
        if key not in self._matched:
            self._matched[key] = match(self.matters, edit.old, edit.revision)
        return self._matched[key]

    @cached_property
    def _matched(self) -> dict[tuple[int, datetime], MatchedEdit]:
        return {}
