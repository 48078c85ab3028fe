"""Popular, unpopular, enactable, failable, at any moment (rules "Votes", "Resolution of Proposals", "Calls for
Judgement", "Victory and Ascension").

Every condition is a function of the moment, so the same code says what is legal now and, by trying each
moment at which a limit falls, when it first will be.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from parsers.model import MatterKind, Post, Status, VoteIcon, same_name
from parsers.ruleset.model import Ruleset
from validators.hiatus import downtime_at, downtime_edges, hiatus_at
from validators.legality import Legality
from validators.tally import Tally
from validators.timeline import Timeline
from validators.view import GameView

__all__ = ["Case", "earliest"]

_SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class Case:
    """One pending or resolved matter with all that its verdict rests on.

    ``core_text`` says that it would change a protected rule where the rules then ask for Quorum;
    ``downtime`` False asks what would hold if the yearly downtime did not stop DoVs.
    """

    post: Post
    kind: MatterKind
    rules: Ruleset
    view: GameView
    timeline: Timeline
    tally: Tally
    legality: Legality
    players: int
    quorum: int
    core_text: bool
    downtime: bool = True

    def limit(self, key: str) -> int | None:
        """A numeric parameter; None where the rules have no such limit."""
        value = self.rules.value(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def open_for(self, moment: datetime) -> timedelta:
        """How long the matter has been open."""
        assert self.post.posted is not None  # noqa: S101 - only dated posts are judged
        return moment - self.post.posted

    def open_at_least(self, moment: datetime, key: str) -> bool:
        """Whether a limit of hours is reached; no limit is no hindrance."""
        hours = self.limit(key)
        return hours is None or self.open_for(moment) >= timedelta(hours=hours)

    # Popularity

    @property
    def has_quorum(self) -> bool:
        """FOR votes exceed or equal Quorum."""
        return bool(self.rules.value("popular.quorum")) and self.tally.counts.for_ >= self.quorum

    def by_time(self, moment: datetime, *, implicit: bool = True) -> bool:
        """Popular by having been open long enough with more FOR than AGAINST."""
        hours = self.limit("popular.after_hours")
        if hours is None or self.core_text or self.open_for(moment) < timedelta(hours=hours):
            return False
        counts = self.tally.counts
        unspoken = 0 if implicit else sum(vote.implicit for vote in self.tally.votes)
        least = self.limit("popular.min_valid_votes") or 0
        return counts.for_ + counts.against - unspoken >= least and counts.for_ > counts.against

    def popular(self, moment: datetime) -> bool:
        """Popular at a moment. An illegal post never is."""
        return self.legality.why is None and (self.has_quorum or self.by_time(moment))

    def unpopular(self, moment: datetime) -> bool:
        """Unpopular at a moment. An illegal post always is."""
        if self.legality.why is not None:
            return True
        if self.rules.value("unpopular.quorum") and self.tally.counts.not_against < self.quorum:
            return True
        hours = self.limit("unpopular.after_hours")
        return hours is not None and self.open_for(moment) >= timedelta(hours=hours) and not self.popular(moment)

    # The queue of Proposals

    def stale(self, post: Post, moment: datetime) -> bool:
        """Pending for more than the limit: no longer counted when the oldest is sought."""
        days = self.limit("proposal.stale_days")
        return days is not None and post.posted is not None and moment - post.posted > timedelta(days=days)

    def ahead(self, moment: datetime) -> list[Post]:
        """Older pending Proposals that have to be resolved first."""
        if not self.rules.value("proposal.oldest_first"):
            return []
        older = (p for p in self.timeline.of(MatterKind.PROPOSAL) if p.status is Status.PENDING and self.timeline.before(p, self.post))
        return [p for p in older if not self.stale(p, moment)]

    def next_in_line(self, moment: datetime) -> bool:
        """Whether this is the oldest pending Proposal at a moment."""
        return not self.stale(self.post, moment) and not self.ahead(moment)

    # What may be done

    def suspended(self, moment: datetime) -> bool:
        """Whether a hiatus or the downtime stops this matter's resolution."""
        if self.kind is MatterKind.PROPOSAL:
            return self.view.roster is not None and hiatus_at(self.rules, self.view.roster, self.timeline, moment).active
        if self.kind is MatterKind.DOV:
            return self.downtime and downtime_at(self.rules, moment) and self.rules.value("downtime.suspends_dovs") is not False
        return False

    def threshold(self, moment: datetime) -> bool:
        """Whether a DoV has the votes to be enacted."""
        if self.rules.value("dov.threshold") == "two-thirds":
            return self.legality.why is None and self.tally.counts.for_ * 3 > 2 * self.players
        return self.popular(moment)

    @property
    def blessed(self) -> bool:
        """The Emperor has voted FOR the DoV, or it has no AGAINST votes."""
        emperor = self.timeline.emperor_at(self.timeline.as_of).name
        own = any(emperor is not None and same_name(v.voter, emperor) and v.counts_as is VoteIcon.FOR for v in self.tally.votes)
        return own or not self.tally.counts.against

    def dov_early(self, moment: datetime) -> bool:
        """The way for a DoV that the Emperor supports or nobody opposes."""
        return self.limit("dov.early_hours") is not None and self.open_at_least(moment, "dov.early_hours") and self.blessed

    def dov_late(self, moment: datetime) -> bool:
        """The way for any DoV."""
        return self.limit("dov.late_hours") is not None and self.open_at_least(moment, "dov.late_hours")

    def dov_too_old(self, moment: datetime) -> bool:
        """Older than the limit after which a DoV that cannot be enacted may be failed."""
        hours = self.limit("dov.fail_after_hours")
        return hours is not None and self.open_for(moment) > timedelta(hours=hours)

    def _dov_passes(self, moment: datetime) -> bool:
        return self.threshold(moment) and (self.dov_early(moment) or self.dov_late(moment))

    def enactable(self, moment: datetime) -> bool:
        """Whether an Admin may enact the matter at a moment, nothing else having changed."""
        if self.post.status is not Status.PENDING or self.suspended(moment):
            return False
        if self.kind is MatterKind.CFJ:
            return self.popular(moment)
        if self.kind is MatterKind.DOV:
            return self._dov_passes(moment)
        free = not (self.tally.withdrawn or self.tally.vetoed)
        ripe = self.open_at_least(moment, "proposal.min_open_hours")
        return free and ripe and self.popular(moment) and self.next_in_line(moment)

    def failable(self, moment: datetime) -> bool:
        """Whether an Admin may fail the matter at a moment, nothing else having changed."""
        if self.post.status is not Status.PENDING or self.suspended(moment):
            return False
        if self.kind is MatterKind.CFJ:
            return self.unpopular(moment)
        if self.kind is MatterKind.DOV:
            hours = self.limit("dov.fail_unpopular_hours")
            by_votes = hours is not None and self.unpopular(moment) and self.open_for(moment) >= timedelta(hours=hours)
            return by_votes or (self.dov_too_old(moment) and not self._dov_passes(moment))
        lost = self.unpopular(moment) or self.tally.withdrawn or self.tally.vetoed
        return self.stale(self.post, moment) or (lost and self.next_in_line(moment))

    def moments(self) -> list[datetime]:
        """Every moment from now on at which the answer may change though nobody does anything, in order."""
        now = self.timeline.as_of
        posted = self.post.posted or now
        found = {now}
        for key in ("popular.after_hours", "unpopular.after_hours", "proposal.min_open_hours", "dov.early_hours", "dov.late_hours",
                    "dov.fail_unpopular_hours", "dov.fail_after_hours"):  # fmt: skip
            hours = self.limit(key)
            if hours is not None:
                found.update((posted + timedelta(hours=hours), posted + timedelta(hours=hours) + _SECOND))
        days = self.limit("proposal.stale_days")
        if days is not None and self.kind is MatterKind.PROPOSAL:
            found.update(p.posted + timedelta(days=days) + _SECOND for p in (*self.ahead(now), self.post) if p.posted is not None)
        found.update(downtime_edges(self.rules, now))
        return sorted(moment for moment in found if moment >= now)


def earliest(case: Case) -> tuple[datetime | None, datetime | None]:
    """The first moments at which a matter may be enacted and failed; None if never without a change."""
    moments = case.moments()
    enact = next((moment for moment in moments if case.enactable(moment)), None)
    fail = next((moment for moment in moments if case.failable(moment)), None)
    return enact, fail
