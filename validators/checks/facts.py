"""What several checks want to know of one view, worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from parsers.gamestate.model import GameState
from parsers.model import Comment, MatterKind, Post, Roster, Status
from parsers.ruleset.model import Ruleset
from validators.finding import RuleRef
from validators.view import GameView
from validators.voting.judge import TallySheet, judge
from validators.voting.legality import known_hiatus
from validators.voting.players import Players
from validators.voting.tally import VoteTally, tally
from validators.voting.timeline import DatedPost, Timeline
from validators.voting.verdict import Hiatus

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
    def gamestate(self) -> GameState:
        """The tracking page as read; only checks that need ``gamestate`` may ask."""
        assert self.view.gamestate is not None  # noqa: S101 - the registry runs no check without what it needs
        return self.view.gamestate

    @cached_property
    def players(self) -> Players:
        """The roster by name."""
        return Players(self.roster)

    @cached_property
    def timeline(self) -> Timeline:
        """What was when."""
        return Timeline(self.view)

    @cached_property
    def pending(self) -> TallySheet:
        """Verdicts on every pending matter."""
        return judge(self.view, (post.key for post in self.timeline.matters if post.status is Status.PENDING))

    @cached_property
    def proposals(self) -> tuple[DatedPost, ...]:
        """Every Proposal with a date, oldest first."""
        return self.timeline.of(MatterKind.PROPOSAL)

    @cached_property
    def resolved(self) -> tuple[tuple[DatedPost, datetime, datetime], ...]:
        """Matters with the times of their making and resolution, where these can be, in the order of the former."""
        timed = ((post, post.posted, post.closed) for post in self.timeline.matters)
        return tuple((post, made, closed) for post, made, closed in timed if closed is not None and closed >= made)

    def comments(self, posts: Iterable[Post]) -> Iterator[tuple[Post, Comment]]:
        """The comments on posts that had been made by the time of the view, or whose time nobody can read."""
        for post in posts:
            for comment in post.comments or ():
                if comment.at is None or comment.at <= self.view.as_of:
                    yield post, comment

    def tally(self, post: DatedPost) -> VoteTally:
        """The votes on one matter, under today's roster."""
        return tally(post, self.rules, self.players, self.timeline)

    def hiatus(self, moment: datetime, before: DatedPost | None = None) -> Hiatus:
        """The hiatus at a moment of the past, dormancy left out."""
        return known_hiatus(self.rules, self.players, self.timeline, moment, before=before)

    def rule(self, *keys: str) -> RuleRef | None:
        """The clause a finding rests on: the first of these keys that was read."""
        clause = next((clause for key in keys if (clause := self.rules.voting.get(key)) is not None), None)
        return None if clause is None else RuleRef(clause.rule, clause.quote)

    def titled(self, titles: Iterable[str]) -> RuleRef | None:
        """The first of these rules that the Ruleset at hand has, by its title alone."""
        there = {} if self.view.rules is None else self._titles
        title = next((there[title.casefold()] for title in titles if title.casefold() in there), None)
        return None if title is None else RuleRef(title)

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {rule.title.casefold(): rule.title for rule in self.rules.rules}
