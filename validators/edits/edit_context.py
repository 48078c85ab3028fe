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
"""Whoever wrote nothing for so long may be idled."""


@dataclass(frozen=True)
class EditContext:
    """The game that an edit belongs to; facts that several edits need are computed once."""

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
        """The words that values can be, in lower case: the choices of variables, and the names of
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
        """Somebody who was ever a player, or wrote on the blog, with the letters and digits of a
        name.
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
        """Return whether the account made a revision that this tool writes with, by the
        configuration.
        """
        account, user = user_key(self.view.read.account), revision.user
        return (
            bool(account) and user is not None and ">" not in user and user_key(user) == account
        )  # no imported one is its own

    def of_players(self, changes: Iterable[PageChange]) -> list[PageChange]:
        """Return the changes of values that belong to current or former players; the others belong
        to things.
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
        """An edit of the Ruleset held against the matters around it."""
        key = edit.revision.revid, edit.revision.timestamp
        if key not in self._matched:
            self._matched[key] = match(self.matters, edit)
        return self._matched[key]

    # The rules provably in force: the revisions of the Ruleset, back from the current one, as far
    # as there is no gap.

    @cached_property
    def _known_rulesets(self) -> tuple[Revision, ...]:
        """The newest first."""
        view, rules, found = self.view, self.rules, list[Revision]()
        known = {
            revision.revid: revision
            for revision in (
                *view.histories.get(rules.page, ()),
                *(in_force.revision for in_force in view.read.stood),
            )
        }
        at = known.get(rules.revid or 0)
        while at is not None and at.text is not None:
            found.append(at)
            # An id that an import gave out of order must not lead round in circles.
            at = known.get(at.parentid) if 0 < at.parentid < at.revid else None
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
