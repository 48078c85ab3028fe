"""The game around an edit: the players, rules and matters of that time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, lru_cache

from parsers.gamestate.page_names import fold
from parsers.history.page_change import PageChange, read_revision
from parsers.model import Revision, name_key, same_name
from parsers.ruleset import read_ruleset
from parsers.ruleset.reviews import Reviews
from parsers.ruleset.ruleset_model import Ruleset
from validators.edits.described_edits import DescribedRevision, MadeEdit, user_key
from validators.edits.enacted_matters import EnactedMatters
from validators.edits.matched_edits import MatchedEdit, match
from validators.edits.text_overlap import roles_of
from validators.view import GameView
from validators.voting.roster_events import RosterStatus
from validators.voting.timeline import Timeline

_SIGNS = re.compile(r"[\W_]+")
_SILENT = timedelta(days=7)
"""A player who wrote nothing for this long may be idled."""


@dataclass(frozen=True)
class EditContext:
    """The game around the edits of a view; facts that several edits need are computed once."""

    view: GameView
    timeline: Timeline
    _matched: dict[tuple[int, datetime], MatchedEdit] = field(
        default_factory=dict, repr=False, compare=False
    )

    @cached_property
    def rules(self) -> Ruleset:
        """The Ruleset."""
        assert self.view.rules is not None  # noqa: S101 - edits are described by rules
        return self.view.rules

    @cached_property
    def legal_words(self) -> frozenset[str]:
        """The words that can be values, in lower case: the choices of variables and the names of
        players.
        """
        roster = self.view.roster
        players = () if roster is None else (*roster.active, *roster.idle)
        choices = (choice for variable in self.rules.variables for choice in variable.choices or ())
        return frozenset(text.casefold() for text in (*players, *choices))

    def is_emperor(self, player: str, moment: datetime) -> bool | None:
        """Return whether a player was Emperor at a moment; None if unknown."""
        emperor = self.timeline.emperor_at(moment)
        return (
            (emperor.name is not None and same_name(emperor.name, player))
            if emperor.known
            else None
        )

    def was_player(self, described: DescribedRevision) -> bool | None:
        """Return whether an editor was an active player at the time of an edit; None if unknown."""
        name, moment = described.player or described.revision.user, described.revision.timestamp
        if not name:
            return None
        status = self.timeline.rosters.of(name, moment)
        if status.standing is RosterStatus.ACTIVE:
            return True
        known = (
            status.sure
            if described.player is not None
            else self.knew_everybody(moment) and self.like(name) is None
        )
        return False if known else None

    def like(self, name: str) -> str | None:
        """Return somebody who was ever a player or wrote on the blog, whose name has the same
        letters and digits; None if there is nobody.
        """
        key = _SIGNS.sub("", name_key(name))
        return next(
            (each for each in self.timeline.rosters.names if _SIGNS.sub("", name_key(each)) == key),
            None,
        )

    def knew_everybody(self, moment: datetime) -> bool:
        """Return whether the roster of a moment is known, from a sidebar or the posts of the days
        before.
        """
        before = any(
            sidebar.first_seen <= moment
            for sidebar in self.timeline.rosters.sidebars_around(moment)
        )
        return before or self.view.coverage.reaches(moment - _SILENT, moment)

    def is_own(self, revision: Revision) -> bool:
        """Return whether this tool made a revision with its own account, according to the
        configuration.
        """
        account, user = user_key(self.view.read.account), revision.user
        # The name of an imported revision's user contains ">".
        return bool(account) and user is not None and ">" not in user and user_key(user) == account

    def of_players(self, changes: Iterable[PageChange]) -> list[PageChange]:
        """Return the changes whose subject is a current or former player; others are about the game
        or things in it.
        """
        players = set(map(name_key, self.timeline.rosters.names))
        return [change for change in changes if name_key(change.subject or "") in players]

    def came_or_went(self, key: str, start: datetime, end: datetime) -> bool:
        """Return whether a player joined, left, went idle or came back between two moments, or may
        have.
        """
        rosters = self.timeline.rosters
        earlier, later = rosters.of(key, start), rosters.of(key, end)
        return earlier.standing is not later.standing or any(
            name_key(change.name) == key and change.earliest <= end and change.latest >= start
            for change in rosters.changes
        )

    @cached_property
    def matters(self) -> EnactedMatters:
        """The matters of the blog."""
        return EnactedMatters(self.timeline, roles_of(self.rules.terms))

    def matched(self, edit: MadeEdit) -> MatchedEdit:
        """Return an edit of the Ruleset, compared with the matters around it."""
        key = edit.revision.revid, edit.revision.timestamp
        if key not in self._matched:
            self._matched[key] = match(self.matters, edit)
        return self._matched[key]

    # The rules provably in force: the revisions of the Ruleset from the current one back to the
    # first gap.

    @cached_property
    def _known_rulesets(self) -> tuple[Revision, ...]:
        """The known revisions of the Ruleset without a gap, newest first."""
        view, rules, found = self.view, self.rules, list[Revision]()
        known = {
            each.revid: each
            for each in (
                *view.histories.get(rules.page, ()),
                *(in_force.revision for in_force in view.read.stood),
            )
        }
        revision = known.get(rules.revid or 0)
        while revision is not None and revision.text is not None:
            found.append(revision)
            # Imported revisions can have ids out of order, which must not cause an endless loop.
            is_older = 0 < revision.parentid < revision.revid
            revision = known.get(revision.parentid) if is_older else None
        return tuple(found)

    def rules_at(self, moment: datetime) -> Ruleset | None:
        """Return the rules provably in force at a moment; None if unknown."""
        found = next((each for each in self._known_rulesets if each.timestamp <= moment), None)
        if found is None:
            return None
        return (
            self.rules
            if found.revid == self.rules.revid
            else _read(found.text or "", self.rules.page, self.view.read.reviews)
        )

    def rule_said(self, moment: datetime, rule: str, quote: str) -> bool | None:
        """Return whether a rule had a sentence at a moment; None if the rules of that time are
        unknown.
        """
        found = next((each for each in self._known_rulesets if each.timestamp <= moment), None)
        rules = () if found is None else read_revision(found.text or "").rules
        return (
            None
            if found is None
            else any(fold(quote) in fold(each.text) for each in rules if each.title == rule)
        )


@lru_cache(maxsize=8)
def _read(text: str, page: str, reviews: Reviews) -> Ruleset:
    return read_ruleset(text, page=page, gamestate=True, reviews=reviews)
