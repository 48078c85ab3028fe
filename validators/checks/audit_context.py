"""Facts about one view that several checks need, computed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from parsers.gamestate.gamestate_model import GameState
from parsers.model import Comment, MatterKind, Post, Roster, Status
from parsers.ruleset.parameters import PARAMETERS, AnyParameter
from parsers.ruleset.ruleset_model import Ruleset
from validators.checks.idlings import Idlings
from validators.edits.attributing import attributed
from validators.edits.described_edits import DescribedRevision, MadeEdit, describe
from validators.edits.edit_context import EditContext
from validators.finding import RuleRef, covers, line_at, stated_in
from validators.post_changes import steps
from validators.view import QUEUE_LOOKBACK, GameView
from validators.voting.dated_posts import DatedPost, dated, misdated
from validators.voting.doubts import post_doubts, problems_by_post
from validators.voting.judge import TallySheet, judge
from validators.voting.legality import known_hiatus
from validators.voting.past_game import PastGame, Resolution, resolution
from validators.voting.roster_events import Players
from validators.voting.timeline import Timeline
from validators.voting.verdict import Hiatus
from validators.wording import Doubt

T = TypeVar("T")

HIATUS = (PARAMETERS.dov_hiatus, PARAMETERS.interregnum, PARAMETERS.downtime)
"""The voting parameters that :meth:`AuditContext.hiatus` rests on."""


def _given(value: T | None) -> T:
    assert value is not None  # noqa: S101 - no check runs without what it needs
    return value


@dataclass(frozen=True)
class AuditContext:
    """A view with the facts derived from it. ``rules``, ``roster`` and ``gamestate`` are for checks
    that need them.

    ``posts``, ``matters``, ``proposals`` and ``resolved`` have only the posts that are judged:
    those that :func:`covers` with ``since``.
    """

    view: GameView
    since: datetime | None = None
    _resolutions: dict[str, Resolution] = field(default_factory=dict, init=False, repr=False)

    @property
    def rules(self) -> Ruleset:
        """The Ruleset."""
        return _given(self.view.rules)

    @property
    def roster(self) -> Roster:
        """The roster."""
        return _given(self.view.roster)

    @property
    def gamestate(self) -> GameState:
        """The tracking page as read."""
        return _given(self.view.gamestate)

    @cached_property
    def players(self) -> Players:
        """The roster by name."""
        return Players(self.roster)

    @cached_property
    def timeline(self) -> Timeline:
        """The posts in chronological order."""
        return Timeline(self.view)

    @cached_property
    def pending(self) -> TallySheet:
        """Verdicts on every pending matter."""
        return judge(
            self.view,
            (post.key for post in self.timeline.matters if post.status is Status.PENDING),
            self.timeline,
        )

    @cached_property
    def posts(self) -> tuple[DatedPost, ...]:
        """The posts that are judged, oldest first."""
        return tuple(post for post in self.timeline.posts if covers(self.since, post))

    @cached_property
    def by_key(self) -> Mapping[str, DatedPost]:
        """Every post whose date was read, by its key; deleted posts are included."""
        gone = (
            dated(seen.value)
            for past in (self.view.read.pasts or {}).values()
            for seen in past.versions
        )
        return {post.key: post for post in (*gone, *self.timeline.posts) if post is not None}

    @cached_property
    def has_alike_steps(self) -> bool:
        """True if the same version of this tool read a post both before and after a change."""
        return any(step.read_alike for step in steps(self.view))

    @cached_property
    def matters(self) -> tuple[DatedPost, ...]:
        """Every votable matter that is judged, oldest first."""
        return tuple(post for post in self.posts if post.category.matter is not None)

    @cached_property
    def proposals(self) -> tuple[DatedPost, ...]:
        """Every Proposal that is judged, oldest first."""
        return tuple(post for post in self.matters if post.category.matter is MatterKind.PROPOSAL)

    @property
    def resolved(self) -> tuple[tuple[DatedPost, datetime, datetime], ...]:
        """The matters of :attr:`ever_resolved` that are judged."""
        return tuple(each for each in self.ever_resolved if covers(self.since, each[0]))

    @cached_property
    def ever_resolved(self) -> tuple[tuple[DatedPost, datetime, datetime], ...]:
        """Resolved matters with their times of posting and resolution, oldest first. Matters with
        impossible times are left out.
        """
        return tuple(
            (post, post.posted, post.closed)
            for post in self.timeline.matters
            if post.closed is not None and not misdated(post)
        )

    def still_pending(self, posts: Iterable[DatedPost]) -> Iterator[DatedPost]:
        """Yield the pending posts whose page was seen recently enough to be current."""
        return (
            post
            for post in posts
            if post.status is Status.PENDING
            and self.view.coverage.current(self.view.as_of, post.key)
        )

    def comments(self, posts: Iterable[Post]) -> Iterator[tuple[Post, Comment]]:
        """Yield the comments on posts up to the time of the view. Comments without a readable time
        are included.
        """
        both = ((post, comment) for post in posts for comment in post.comments or ())
        return (
            (post, comment)
            for post, comment in both
            if comment.at is None or comment.at <= self.view.as_of
        )

    @cached_property
    def past(self) -> PastGame:
        """The rosters and rules of earlier times."""
        return PastGame(self.view, self.timeline)

    @cached_property
    def idlings(self) -> Idlings:
        """The idlings with their reasons, and everybody's posts and comments."""
        return Idlings(self.view, self.timeline, self.past.rosters)

    def resolution(self, post: DatedPost) -> Resolution:
        """Return a resolved matter with the rules and roster of its resolution."""
        if post.key not in self._resolutions:
            self._resolutions[post.key] = resolution(
                post, _given(post.category.matter), self.past, self.timeline, self.rules
            )
        return self._resolutions[post.key]

    def page_doubts(self, post: DatedPost) -> tuple[Doubt, ...]:
        """Return the problems of a matter's page that put its votes in doubt."""
        return tuple(post_doubts(post, self.timeline, problems_by_post(self.view.problems)))

    @cached_property
    def context(self) -> EditContext:
        """The context that attributing edits needs."""
        return EditContext(self.view, self.timeline)

    @cached_property
    def described(self) -> Mapping[str, tuple[DescribedRevision, ...]]:
        """The revisions of each page with a history, by title, oldest first, with their changes and
        the authority for each edit.
        """
        view = self.view
        return {
            title: tuple(attributed(describe(known, view, title), self.context))
            for title, known in view.histories.items()
        }

    @cached_property
    def ruleset_edits(self) -> tuple[MadeEdit, ...]:
        """The edits of the Ruleset whose changes are known, oldest first."""
        made = self.described.get(self.rules.page, ())
        return tuple(
            MadeEdit(made, place)
            for place, revision in enumerate(made)
            if revision.changes is not None and not revision.text_hidden
        )

    def hiatus(self, moment: datetime, before: DatedPost | None = None) -> Hiatus:
        """Return the hiatus at a past moment, without dormancy."""
        return known_hiatus(self.rules, self.timeline, moment, before=before)

    @cached_property
    def older_posts(self) -> str:
        """The sentence that states the earliest post seen, and how to get older ones."""
        coverage, now = self.view.coverage, self.view.as_of
        return str(coverage.older_posts((coverage.since or now) - QUEUE_LOOKBACK, now))

    def rule(self, *parameters: AnyParameter) -> RuleRef | None:
        """Return the clause of the first of these voting parameters that was read."""
        stated = (stated_in(self.rules.voting.read(each)) for each in parameters)
        return next(filter(None, stated), None)

    def titled(self, titles: Iterable[str]) -> RuleRef | None:
        """Return the first of these titles that the Ruleset has a rule for."""
        titles_as_written = {
            rule.title.casefold(): rule.title
            for rule in (() if self.view.rules is None else self.rules.rules)
        }
        return next(
            (
                RuleRef(titles_as_written[title.casefold()])
                for title in titles
                if title.casefold() in titles_as_written
            ),
            None,
        )

    def line_of_rule(self, title: str) -> int | None:
        """Return the line (from 1) of the rule's heading; None unless exactly one rule has this
        title.
        """
        starts = [
            rule.start for rule in self.rules.rules if rule.title.casefold() == title.casefold()
        ]
        return line_at(self.rules.source, starts[0]) if len(starts) == 1 else None
