"""The conditions of a verdict: whether a matter is Popular or Unpopular and can be enacted or
failed (rules "Votes", "Resolution of Proposals", "Calls for Judgement", "Victory and Ascension").

Every condition is a function of a moment. So the same code finds what is legal now and when
something becomes legal, by trying each moment at which a limit is reached. A condition is None if
it depends on missing posts or comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from parsers.model import MatterKind, Status
from parsers.ruleset.parameters import Parameter
from parsers.ruleset.ruleset_model import Ruleset
from validators.reason_wording import HiatusKind
from validators.voting.core_text import CoreChange
from validators.voting.dated_posts import DatedPost, unseen_comments
from validators.voting.legality import Legality
from validators.voting.timeline import Emperor, Timeline
from validators.voting.verdict import Hiatus
from validators.voting.vote_tally import VoteTally
from validators.voting.voting_rules import days, downtime_at, downtime_edges, hours

_SECOND = timedelta(seconds=1)
_UNLIMITED = timedelta(days=30)
"""If the rules have no limit, no Proposal is expected to be pending for longer."""


@dataclass(frozen=True)
class Case:
    """One pending or resolved matter with everything that its verdict depends on.

    ``hiatus`` is the one now or at its resolution; ``emperor`` is the Emperor whom its votes
    follow. ``core``: whether it would change a protected rule, if the rules require Quorum for
    that, else None. If ``downtime`` is False, the yearly downtime is ignored for DoVs. If ``queue``
    is False, the older Proposals seen count as resolved.
    """

    post: DatedPost
    kind: MatterKind
    rules: Ruleset
    timeline: Timeline
    tally: VoteTally
    legality: Legality
    hiatus: Hiatus
    emperor: Emperor
    players: int
    core: CoreChange | None
    downtime: bool = True
    queue: bool = True

    # Missing data

    @property
    def votes_seen(self) -> bool:
        """True if all comments up to now (or up to the resolution) were seen."""
        return unseen_comments(self.post) is None and self.current

    @property
    def current(self) -> bool:
        """True if a pending matter was seen recently enough to be current; always True for a
        resolved one.
        """
        resolved = self.post.status is not Status.PENDING
        return resolved or self.timeline.seen.current(self.timeline.as_of, self.post.key)

    @property
    def lists_current(self) -> bool:
        """True if the lists of posts were seen recently enough for a pending matter; always True
        for a resolved one.
        """
        return self.post.status is not Status.PENDING or self.timeline.seen.current(
            self.timeline.as_of
        )

    def _of_votes(self, holds: bool) -> bool | None:
        return holds if self.votes_seen else None

    def open_at_least(self, moment: datetime, limit: Parameter[int]) -> bool:
        """Return whether a limit in hours is reached; False if the rules have no such limit."""
        needed = hours(limit)
        return needed is not None and moment - self.post.posted >= needed

    # Popularity

    @property
    def illegal(self) -> bool | None:
        """True if this is an illegal post; None if unknown. Posts that are missing do not make a
        resolved matter illegal.
        """
        if self.post.status is Status.PENDING or self.legality.unordered:
            return self.legality.illegal
        return self.legality.why is not None

    @property
    def has_quorum(self) -> bool | None:
        """True if the FOR votes exceed or equal Quorum."""
        return bool(self.rules.voting.popular_quorum.value) and self._of_votes(
            self.tally.counts.for_ >= self.tally.quorum
        )

    def by_time(self, moment: datetime, *, implicit: bool = True) -> bool | None:
        """Return whether the matter is Popular because it has been open long enough and has more
        FOR than AGAINST. ``implicit``: the author's implied FOR counts towards the votes needed.
        """
        if (self.core is not None and self.core.changes) or not self.open_at_least(
            moment, self.rules.voting.popular_after_hours
        ):
            return False
        counts = self.tally.counts
        unspoken = 0 if implicit else sum(vote.implicit for vote in self.tally.votes)
        least = self.rules.voting.popular_min_valid_votes.value or 0
        return self._of_votes(
            counts.for_ + counts.against - unspoken >= least and counts.for_ > counts.against
        )

    def popular(self, moment: datetime) -> bool | None:
        """Return whether the matter is Popular at a moment; an illegal post never is."""
        return every(negated(self.illegal), some(self.has_quorum, self.by_time(moment)))

    @property
    def cannot_pass(self) -> bool | None:
        """True if fewer Players than a Quorum are not voting AGAINST it."""
        return bool(self.rules.voting.unpopular_quorum.value) and self._of_votes(
            self.tally.counts.not_against < self.tally.quorum
        )

    def unpopular(self, moment: datetime) -> bool | None:
        """Return whether the matter is Unpopular at a moment; an illegal post always is."""
        return some(self.illegal, self.cannot_pass, self.timed_out(moment))

    def timed_out(self, moment: datetime) -> bool | None:
        """Return whether the matter is Unpopular because it has been open long enough without being
        Popular.
        """
        late = self.open_at_least(moment, self.rules.voting.unpopular_after_hours)
        return late and negated(self.popular(moment))

    # The queue of Proposals

    def stale(self, moment: datetime) -> bool:
        """Return whether the matter has been pending for longer than the limit and so has left the
        queue.
        """
        limit = days(self.rules.voting.proposal_stale_days)
        return limit is not None and moment - self.post.posted > limit

    def _older(self, moment: datetime, *, before: bool | None = True) -> list[DatedPost]:
        """Return the older Proposals in the queue at a moment, latest first; none if the rules do
        not require the oldest to be resolved first.
        """
        if not self.rules.voting.proposal_oldest_first.value:
            return []
        return [
            *self.timeline.older_pending(
                self.post, moment, days(self.rules.voting.proposal_stale_days), before=before
            )
        ]

    def queued_before(self, moment: datetime) -> list[DatedPost]:
        """Return the older Proposals in the queue at a moment, oldest first."""
        return self._older(moment)[::-1]

    def unordered(self, moment: datetime) -> DatedPost | None:
        """Return a pending Proposal of the same minute that may be older, because no list shows
        their order; None if there is none.
        """
        return next(iter(self._older(moment, before=None)), None)

    def queue_since(self, moment: datetime) -> datetime:
        """Return the earliest time at which a Proposal in the queue of a moment can have been
        posted.
        """
        return moment - (days(self.rules.voting.proposal_stale_days) or _UNLIMITED)

    def next_in_line(self, moment: datetime) -> bool | None:
        """Return whether this is the oldest Proposal in the queue at a moment."""
        if self.stale(moment):
            return False
        if not self.rules.voting.proposal_oldest_first.value:
            return True
        if self.queue and self._older(moment):
            return False if self.lists_current else None
        known = self.unordered(moment) is None and self.timeline.seen.reaches(
            self.queue_since(moment), moment
        )
        return True if known else None

    @property
    def ahead(self) -> tuple[DatedPost, ...] | None:
        """The older Proposals that must be resolved first, oldest first; None if the matter is not
        in the queue or its place is unknown.
        """
        now = self.timeline.as_of
        queues = (
            self.kind is MatterKind.PROPOSAL
            and self.post.status is Status.PENDING
            and bool(self.rules.voting.proposal_oldest_first.value)
        )
        if (
            not queues
            or self.stale(now)
            or self.next_in_line(now) is None
            or self.unordered(now) is not None
        ):
            return None
        return tuple(self.queued_before(now))

    # What can be done

    def suspended(self, moment: datetime) -> bool | None:
        """Return whether a hiatus or the downtime forbids the resolution of this matter at a
        moment.
        """
        if self.kind is MatterKind.PROPOSAL:
            in_hiatus = any(cause.kind is not HiatusKind.DOWNTIME for cause in self.hiatus.causes)
            known = self.lists_current and not self.hiatus.unseen
            return some(downtime_at(self.rules, moment), in_hiatus if known else None)
        if self.kind is MatterKind.DOV:
            return (
                self.downtime
                and downtime_at(self.rules, moment)
                and self.rules.voting.downtime_suspends_dovs.value is not False
            )
        return False

    @property
    def two_thirds(self) -> bool | None:
        """True if more than two thirds of the Players are FOR."""
        return self._of_votes(self.tally.counts.for_ * 3 > 2 * self.players)

    def threshold(self, moment: datetime) -> bool | None:
        """Return whether a DoV has the votes to be enacted."""
        if self.rules.voting.dov_threshold.value == "two-thirds":
            return every(negated(self.illegal), self.two_thirds)
        return self.popular(moment)

    @property
    def emperor_is_for(self) -> bool | None:
        """True if the Emperor's vote counts as FOR; None if the Emperor is unknown and somebody is
        FOR.
        """
        if self.emperor.name is None:
            return None if not self.emperor.known and self.tally.counts.for_ else False
        return self.tally.is_for(self.emperor.name)

    def dov_early(self, moment: datetime) -> bool | None:
        """Return whether a DoV has been open for the shorter limit, and either the Emperor is FOR
        or nobody is AGAINST.
        """
        accepted = some(self.emperor_is_for, not self.tally.counts.against)
        return every(
            self.open_at_least(moment, self.rules.voting.dov_early_hours),
            accepted if self.votes_seen else None,
        )

    def dov_too_old(self, moment: datetime) -> bool:
        """Return whether a DoV is older than the limit after which it can be failed if it cannot be
        enacted.
        """
        limit = hours(self.rules.voting.dov_fail_after_hours)
        return limit is not None and moment - self.post.posted > limit

    def dov_passes(self, moment: datetime) -> bool | None:
        """Return whether a DoV has the votes to be enacted, has been open long enough for them, and
        did not fail with another one.
        """
        return every(
            self.post.failed_with is None,
            self.threshold(moment),
            some(
                self.dov_early(moment), self.open_at_least(moment, self.rules.voting.dov_late_hours)
            ),
        )

    def old_enough(self, moment: datetime) -> bool:
        """Return whether a Proposal has been open long enough to be enacted; True if the rules have
        no limit.
        """
        limit = self.rules.voting.proposal_min_open_hours
        return limit.value is None or self.open_at_least(moment, limit)

    @property
    def vetoed(self) -> bool | None:
        """True if a Proposal is Vetoed, whatever happens later; None if unknown."""
        return self.tally.vetoed or (
            False if self.votes_seen and not self.tally.perhaps_vetoed else None
        )

    @property
    def stopped(self) -> bool | None:
        """True if a Proposal is Withdrawn or Vetoed, whatever happens later; None if unknown."""
        return self.tally.withdrawn or self.vetoed

    def _resolvable(self, moment: datetime) -> bool | None:
        pending = self.post.status is Status.PENDING and (True if self.current else None)
        return every(pending, negated(self.suspended(moment)))

    def enactable(self, moment: datetime) -> bool | None:
        """Return whether an Admin can enact the matter at a moment if nothing else changes."""
        passes = self.dov_passes(moment) if self.kind is MatterKind.DOV else self.popular(moment)
        if self.kind is MatterKind.PROPOSAL:
            passes = every(
                passes, negated(self.stopped), self.old_enough(moment), self.next_in_line(moment)
            )
        return every(self._resolvable(moment), passes)

    def failable(self, moment: datetime) -> bool | None:
        """Return whether an Admin can fail the matter at a moment if nothing else changes."""
        fails = self.unpopular(moment)
        if self.kind is MatterKind.DOV:
            by_age = every(self.dov_too_old(moment), negated(self.dov_passes(moment)))
            unpopular = every(
                fails, self.open_at_least(moment, self.rules.voting.dov_fail_unpopular_hours)
            )
            fails = some(self.post.failed_with is not None, unpopular, by_age)
        elif self.kind is MatterKind.PROPOSAL:
            fails = some(
                self.stale(moment), every(some(fails, self.stopped), self.next_in_line(moment))
            )
        return every(self._resolvable(moment), fails)

    def moments(self) -> list[datetime]:
        """Return the moments from now on at which a limit is reached, and so the verdict can
        change, in chronological order.
        """
        now = self.timeline.as_of
        found = {now, *limits_of(self.post, self.rules)}
        if self.kind is MatterKind.PROPOSAL:
            # When the youngest of the older ones is stale, all are.
            found.update(*(limits_of(older, self.rules) for older in self._older(now)[:1]))
        found.update(downtime_edges(self.rules, now))
        return sorted(moment for moment in found if moment >= now)


def limits_of(post: DatedPost, rules: Ruleset) -> Iterator[datetime]:
    """Yield the moments at which a matter reaches a limit, so that its verdict or that of a younger
    one can change, and for each the second after it, for limits that must be exceeded.
    """
    voting = rules.voting
    by_hours = (
        voting.popular_after_hours,
        voting.unpopular_after_hours,
        voting.proposal_min_open_hours,
        voting.dov_early_hours,
        voting.dov_late_hours,
        voting.dov_fail_unpopular_hours,
        voting.dov_fail_after_hours,
    )
    for limit in (*map(hours, by_hours), days(voting.proposal_stale_days)):
        if limit is not None:
            yield from (post.posted + limit, post.posted + limit + _SECOND)


@dataclass(frozen=True, slots=True)
class Earliest:
    """The first moments at which a matter can be enacted and failed (None: never). If ``known`` is
    False, either may be possible earlier, or at some time instead of never.
    """

    enact: datetime | None = None
    fail: datetime | None = None
    known: bool = True


def earliest(case: Case) -> Earliest:
    """Return the first moments at which a pending matter can be enacted and failed; never for a
    resolved one.
    """
    if case.post.status is not Status.PENDING:
        return Earliest()
    found = []
    for condition in (case.enactable, case.failable):
        answers = ((moment, condition(moment)) for moment in case.moments())
        found.append(
            next(((moment, holds) for moment, holds in answers if holds is not False), (None, True))
        )
    (enact, enact_known), (fail, fail_known) = found
    return Earliest(
        enact if enact_known else None,
        fail if fail_known else None,
        bool(enact_known and fail_known),
    )


# Truth values that can be unknown (None): Kleene's strong logic


def every(*values: bool | None) -> bool | None:
    """Return whether all conditions hold; one False decides."""
    if False in values:
        return False
    return None if None in values else True


def some(*values: bool | None) -> bool | None:
    """Return whether at least one condition holds; one True decides."""
    if True in values:
        return True
    return None if None in values else False


def negated(value: bool | None) -> bool | None:
    """Return the opposite; None if unknown."""
    return None if value is None else not value
