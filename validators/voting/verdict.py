"""The verdict on one matter: votes, counts, what can be done and why, and why it is not
certified.
"""

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
    """One Player's vote. ``counts_as`` is FOR, AGAINST, or None where the icon counts as neither.
    ``revivable``: an earlier FOR or AGAINST, or the implied FOR, would stand in its place.
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
    """FOR and AGAINST votes, DEFERENTIALs that count as neither, and the Players not voting
    AGAINST.
    """

    for_: int
    against: int
    deferential: int
    not_against: int


@dataclass(frozen=True, slots=True)
class Reason:
    """One condition of the rules as it stands, whether it is met (None: unknown), and the title of
    the rule that sets it.
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
    """The causes of a hiatus at one moment, and what is doubtful about them. ``tied``: the only
    cause is a DoV that began or ended in that very minute. ``unseen``: there may be one among posts
    that were not seen.
    """

    causes: tuple[HiatusCause, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    tied: bool = False
    unseen: bool = False

    @property
    def active(self) -> bool:
        """Whether the game is known to be on hiatus."""
        return bool(self.causes)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Everything the tool says about one matter at one moment.

    ``popular``, ``unpopular``, ``enactable`` and ``failable`` are None where they rest on something
    that was not seen; ``unseen`` says what that is and how to get it, and is part of ``doubts``,
    the reasons why the verdict is not certified. ``earliest_enact`` and ``earliest_fail`` are the
    first moments, not before that of the view, at which each becomes legal if nothing changes; None
    if never or unknown. ``illegal`` says why the post is an illegal one (rule "Official Posts"),
    None if nothing says so.

    ``ahead`` are the older Proposals that have to be resolved first, the oldest first; None for a
    matter that does not queue, or whose place is not known. ``enact_if_first`` and
    ``fail_if_first`` are the earliest moments if these were resolved now.
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
        """Whether nobody can say what can be done, because something was not seen."""
        return None in (self.enactable, self.failable) and not (self.enactable or self.failable)

    @property
    def certified(self) -> bool:
        """Whether an admin may act on the verdict without a second reading of the rules."""
        return not self.doubts

    @property
    def place(self) -> int | None:
        """The place in the queue of Proposals, from 1."""
        return None if self.ahead is None else len(self.ahead) + 1

    @property
    def blocking(self) -> tuple[Reason, ...]:
        """The reasons that keep the matter from being enacted: obstacles that are met, needed
        conditions that are not. Of two ways to the same end (quorum or time, the early or the late
        limit of a DoV) both block while neither is met.
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
        """Those of the players that have no vote."""
        return [
            name for name in players if not any(same_name(name, vote.voter) for vote in self.votes)
        ]

    def ground(self, outcome: Literal["enacted", "failed"]) -> Reason | None:
        """The first met condition that is enough for an outcome by itself; None where none is."""
        met = {reason.clause: reason for reason in self.reasons if reason.met}
        return next((met[clause] for clause in self.sufficient(outcome) if clause in met), None)

    def sufficient(self, outcome: Literal["enacted", "failed"]) -> tuple[VerdictClause, ...]:
        """The conditions of which one is enough for an outcome, beside what is needed in any
        case.
        """
        by_threshold = outcome == "enacted" and any(
            reason.clause is VerdictClause.THRESHOLD for reason in self.reasons
        )
        return (VerdictClause.THRESHOLD,) if by_threshold else _SUFFICIENT[outcome]
