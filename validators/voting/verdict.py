"""The tally sheet of one matter: votes, counts, verdict, reasons, and what it cannot vouch for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from parsers.model import MatterKind, Post, Status, VoteIcon

__all__ = ["Counts", "Hiatus", "Reason", "Uncounted", "Verdict", "Vote"]


@dataclass(frozen=True, slots=True)
class Vote:
    """One Player's vote. ``counts_as`` is FOR, AGAINST, or None where the icon counts as neither."""

    voter: str
    icon: VoteIcon
    counts_as: VoteIcon | None
    implicit: bool
    at: datetime | None
    comment: str | None


@dataclass(frozen=True, slots=True)
class Uncounted:
    """An icon that is nobody's vote, and why.

    ``reason`` is idle, not-a-player, superseded, not-valid-here, unknown-icon, after-resolution or quoted.
    """

    voter: str
    icon: str
    reason: str
    at: datetime | None
    comment: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """FOR and AGAINST votes, DEFERENTIALs that count as nothing, and the Players not voting AGAINST."""

    for_: int
    against: int
    deferential: int
    not_against: int


@dataclass(frozen=True, slots=True)
class Reason:
    """One condition of the rules, whether it is met, in words, and the title of the rule that sets it."""

    clause: str
    met: bool
    text: str
    rule: str | None


@dataclass(frozen=True, slots=True)
class Hiatus:
    """The causes of a hiatus at one moment: machine words, each in words, and doubts about either.

    ``tied`` says that the only cause is a DoV that began or failed within the very minute asked about.
    """

    causes: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    tied: bool = False

    @property
    def active(self) -> bool:
        """Whether the game is on hiatus."""
        return bool(self.causes)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Everything the tool says about one matter at one moment.

    ``earliest_enact`` and ``earliest_fail`` are the first moments, not before the time of the view and to
    the second, at which each becomes legal if no vote, post or roster changes; None if never.
    ``doubts`` are the reasons why the verdict is not certified; it is certified when there are none.
    ``illegal`` says why the post is an illegal one (rule "Official Posts"), None if nothing says so.
    """

    post: Post
    kind: MatterKind
    status: Status
    votes: tuple[Vote, ...]
    uncounted: tuple[Uncounted, ...]
    counts: Counts
    quorum: int
    withdrawn: bool
    vetoed: bool
    popular: bool
    unpopular: bool
    enactable: bool
    failable: bool
    earliest_enact: datetime | None
    earliest_fail: datetime | None
    reasons: tuple[Reason, ...]
    doubts: tuple[str, ...]
    illegal: str | None = None

    @property
    def certified(self) -> bool:
        """Whether an admin may act on the verdict without a second reading of the rules."""
        return not self.doubts
