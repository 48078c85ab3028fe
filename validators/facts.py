"""What several checks want to know of one view, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from parsers.model import MatterKind, Post, Roster, Status
from parsers.ruleset.model import Ruleset
from validators.finding import RuleRef
from validators.hiatus import known_hiatus
from validators.judge import Sheet, judge
from validators.roster import Players
from validators.tally import Tally, tally
from validators.timeline import Timeline
from validators.verdict import Hiatus
from validators.view import GameView

__all__ = ["Facts"]


@dataclass(frozen=True)
class Facts:
    """A view with rules and, where a check asked for it, a roster; the registry sees to that."""

    view: GameView

    @cached_property
    def rules(self) -> Ruleset:
        """The Ruleset; only checks that need ``rules`` may ask."""
        assert self.view.rules is not None  # noqa: S101 - the registry runs no check without what it needs
        return self.view.rules

    @cached_property
    def roster(self) -> Roster:
        """The roster; only checks that need ``roster`` may ask."""
        assert self.view.roster is not None  # noqa: S101 - the registry runs no check without what it needs
        return self.view.roster

    @cached_property
    def players(self) -> Players:
        """The roster by name."""
        return Players(self.roster)

    @cached_property
    def timeline(self) -> Timeline:
        """What was when."""
        return Timeline(self.view)

    @cached_property
    def pending(self) -> Sheet:
        """Verdicts on every pending matter."""
        return judge(self.view, (post.key for post in self.timeline.matters if post.status is Status.PENDING))

    @cached_property
    def proposals(self) -> tuple[Post, ...]:
        """Every Proposal with a date, oldest first."""
        return self.timeline.of(MatterKind.PROPOSAL)

    @cached_property
    def resolved(self) -> tuple[Post, ...]:
        """Matters resolved at a time that can be, in the order of their making."""
        return tuple(p for p in self.timeline.matters if p.closed is not None and p.posted is not None and p.closed >= p.posted)

    def tally(self, post: Post) -> Tally:
        """The votes on one matter, under today's roster."""
        return tally(post, self.rules, self.players, self.timeline)

    def hiatus(self, moment: datetime, before: Post | None = None) -> Hiatus:
        """The hiatus at a moment of the past, dormancy left out."""
        return known_hiatus(self.rules, self.players, self.timeline, moment, before=before)

    def rule(self, *keys: str) -> RuleRef | None:
        """The clause a finding rests on: the first of these keys that was read."""
        clause = next((clause for key in keys if (clause := self.rules.voting.get(key)) is not None), None)
        return None if clause is None else RuleRef(clause.rule, clause.quote)
