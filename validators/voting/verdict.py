"""The verdict on one matter: votes, counts, possible outcomes with reasons, and doubts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from parsers.model import MatterKind, Status, VoteIcon, same_name
from validators.reason_wording import (
    HiatusCause,
    Illegality,
    ReasonKind,
    Uncounted,
    VerdictClause,
)
from validators.voting.dated_posts import DatedPost
from validators.wording import Doubt, Fact

_SUFFICIENT = {
    "enacted": (VerdictClause.POPULAR_QUORUM, VerdictClause.POPULAR_TIME),
    "failed": (VerdictClause.DOV_FAILED_WITH, VerdictClause.ILLEGAL, VerdictClause.VETOED, VerdictClause.WITHDRAWN,
               VerdictClause.UNPOPULAR_QUORUM, VerdictClause.UNPOPULAR_TIME, VerdictClause.DOV_OLD, VerdictClause.STALE),
}  # fmt: skip
_OBSTACLES = {
    VerdictClause.DOV_FAILED_WITH,
    VerdictClause.ILLEGAL,
    VerdictClause.WITHDRAWN,
    VerdictClause.VETOED,
    VerdictClause.HIATUS,
    VerdictClause.DOWNTIME,
}
_NECESSARY = {VerdictClause.OLDEST, VerdictClause.OPEN, VerdictClause.THRESHOLD}


@dataclass(frozen=True, slots=True)
class Vote:
    """One Player's vote. ``counts_as`` is FOR, AGAINST, or None if the icon counts as neither.
    ``revivable``: an earlier FOR or AGAINST, or the implied FOR, would count instead of it.
    """

    voter: str
    icon: VoteIcon
    counts_as: VoteIcon | None
    implicit: bool
    at: datetime | None
    comment: str | None
    revivable: bool = False


@dataclass(frozen=True, slots=True)
class UncountedIcon:
    """An icon that is not counted as a vote, and why."""

    voter: str
    icon: str
    reason: Uncounted
    at: datetime | None
    comment: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of FOR and AGAINST votes, of DEFERENTIALs that count as neither, and of Players
    who are not voting AGAINST.
    """

    for_: int
    against: int
    deferential: int
    not_against: int


@dataclass(frozen=True, slots=True)
class Reason:
    """One condition of a verdict: how it ``stands``, whether it is ``met`` (None: unknown), and the
    title of the rule that sets it.
    """

    stands: Fact[ReasonKind]
    met: bool | None
    rule: str | None

    @property
    def clause(self) -> VerdictClause:
        """The condition."""
        return self.stands.kind.clause


@dataclass(frozen=True, slots=True)
class Hiatus:
    """The causes of a hiatus at one moment, and the doubts about them. ``tied``: the only cause is
    a DoV that began or ended in that minute. ``unseen``: missing posts may include a cause.
    """

    causes: tuple[HiatusCause, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    tied: bool = False
    unseen: bool = False

    @property
    def active(self) -> bool:
        """True if the game is known to be on hiatus."""
        return bool(self.causes)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Everything the tool reports about one matter at one moment.

    ``popular``, ``unpopular``, ``enactable`` and ``failable`` are None if they depend on missing
    data. ``doubts`` are the reasons why the verdict is not certified; those in ``unseen`` describe
    the missing data and how to get it. ``earliest_enact`` and ``earliest_fail`` are the first
    moments from that of the view on at which each is legal if nothing changes; None if never or
    unknown. ``illegal`` is the reason why the post is illegal (rule "Official Posts"), None if
    there is none.

    ``ahead`` are the older Proposals that must be resolved first, oldest first; None if the matter
    is not in the queue or its place is unknown. ``enact_if_first`` and ``fail_if_first`` are the
    earliest moments if the Proposals ahead were resolved now.
    """

    post: DatedPost
    kind: MatterKind
    status: Status
    votes: tuple[Vote, ...]
    uncounted: tuple[UncountedIcon, ...]
    counts: Counts
    quorum: int
    withdrawn: bool
    vetoed: bool
    popular: bool | None
    unpopular: bool | None
    enactable: bool | None
    failable: bool | None
    earliest_enact: datetime | None
    earliest_fail: datetime | None
    reasons: tuple[Reason, ...]
    doubts: tuple[Doubt, ...]
    illegal: Illegality | None = None
    unseen: tuple[Doubt, ...] = ()
    ahead: tuple[DatedPost, ...] | None = None
    enact_if_first: datetime | None = None
    fail_if_first: datetime | None = None

    @property
    def unknown(self) -> bool:
        """True if missing data leaves open whether the matter can be enacted or failed."""
        return None in (self.enactable, self.failable) and not (self.enactable or self.failable)

    @property
    def certified(self) -> bool:
        """True if an Admin can act on the verdict without checking the rules."""
        return not self.doubts

    @property
    def place(self) -> int | None:
        """The place in the queue of Proposals, from 1; None if it has none or it is unknown."""
        return None if self.ahead is None else len(self.ahead) + 1

    @property
    def blocking(self) -> tuple[Reason, ...]:
        """The reasons that block the enactment: obstacles that are met, and necessary conditions
        that are not. If two conditions are alternatives (by quorum or by time, the early or the
        late limit of a DoV), both block while neither is met.
        """
        met = {reason.clause: reason.met for reason in self.reasons}
        needed = set(_NECESSARY)
        if self.popular is False and VerdictClause.THRESHOLD not in met:
            needed |= {VerdictClause.POPULAR_QUORUM, VerdictClause.POPULAR_TIME}
        if not met.get(VerdictClause.DOV_EARLY) and not met.get(VerdictClause.DOV_LATE):
            needed |= {VerdictClause.DOV_EARLY, VerdictClause.DOV_LATE}
        known = (reason for reason in self.reasons if reason.met is not None)
        return tuple(
            reason for reason in known if reason.clause in (_OBSTACLES if reason.met else needed)
        )

    def not_voted(self, players: Iterable[str]) -> list[str]:
        """Return the players without a vote."""
        return [
            name for name in players if not any(same_name(name, vote.voter) for vote in self.votes)
        ]

    def ground(self, outcome: Literal["enacted", "failed"]) -> Reason | None:
        """Return the first condition that is met and sufficient for an outcome; None if there is
        none.
        """
        met = {reason.clause: reason for reason in self.reasons if reason.met}
        return next((met[clause] for clause in self.sufficient(outcome) if clause in met), None)

    def sufficient(self, outcome: Literal["enacted", "failed"]) -> tuple[VerdictClause, ...]:
        """Return the conditions for an outcome of which one suffices, besides those that are always
        necessary.
        """
        by_threshold = outcome == "enacted" and any(
            reason.clause is VerdictClause.THRESHOLD for reason in self.reasons
        )
        return (VerdictClause.THRESHOLD,) if by_threshold else _SUFFICIENT[outcome]
