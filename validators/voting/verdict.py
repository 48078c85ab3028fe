"""The verdict on one matter: votes, counts, what can be done and why, and why it is not
certified.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, Self

from parsers.model import MatterKind, Status, VoteIcon, same_name
from validators.voting.dated_posts import DatedPost
from validators.wording import Doubt


class _Worded(StrEnum):
    """A value of the JSON reports together with its words for people."""

    words: str

    def __new__(cls, value: str, words: str) -> Self:
        """Keep the words beside the value; the value alone makes the member equal to its string."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.words = words
        return member


class Uncounted(_Worded):
    """Why an icon is not counted as a vote (rule "Votes")."""

    IDLE = "idle", "the voter is idle"
    NOT_A_PLAYER = "not-a-player", "the voter is not on the roster"
    SUPERSEDED = "superseded", "the voter used another icon later"
    NOT_VALID_HERE = "not-valid-here", "only the Emperor may VETO, and only a Proposal"
    UNKNOWN_ICON = "unknown-icon", "it is not a known voting icon"
    AFTER_RESOLUTION = "after-resolution", "it was posted after the resolution"
    QUOTED = "quoted", "it is quoted, struck out or hidden"


class VerdictClause(_Worded):
    """A condition of the rules that a verdict names."""

    ILLEGAL = "illegal", "illegal post"
    POPULAR_QUORUM = "popular.quorum", "Popular by quorum"
    POPULAR_TIME = "popular.time", "Popular by time"
    UNPOPULAR_QUORUM = "unpopular.quorum", "Unpopular by quorum"
    UNPOPULAR_TIME = "unpopular.time", "Unpopular by time"
    OLDEST = "proposal.oldest", "first in the queue"
    OPEN = "proposal.open", "open long enough"
    WITHDRAWN = "proposal.withdrawn", "Withdrawn"
    VETOED = "proposal.vetoed", "Vetoed"
    STALE = "proposal.stale", "pending too long"
    HIATUS = "hiatus", "hiatus"
    DOWNTIME = "downtime", "downtime"
    THRESHOLD = "dov.threshold", "enough FOR votes"
    DOV_EARLY = "dov.early", "open long enough, unopposed"
    DOV_LATE = "dov.late", "open long enough"
    DOV_OLD = "dov.old", "old enough to fail"
    DOV_FAIL = "dov.fail", "open long enough to fail"
    DOV_FAILED_WITH = "dov.failed-with", "failed with another"
    NO_CHANGE = "cfj.no-change", "asks for no change"


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
    """One condition of the rules, whether it is met (None: unknown), in words, and the title of the
    rule that sets it.
    """

    clause: VerdictClause
    met: bool | None
    text: str
    rule: str | None


@dataclass(frozen=True, slots=True)
class Hiatus:
    """The causes of a hiatus at one moment as keywords, each in words, and what is doubtful about
    them. ``tied``: the only cause is a DoV that began or ended in that very minute. ``unseen``:
    there may be one among posts that were not seen.
    """

    causes: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
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
    illegal: str | None = None
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
