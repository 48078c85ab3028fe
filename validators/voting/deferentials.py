"""What DEFERENTIALs become (rule "Votes"; "Imperial Deferentials" or the Appendix for the Emperor's own)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from parsers.model import VoteIcon, same_name
from parsers.ruleset.ruleset_model import Ruleset
from validators.voting.timeline import Emperor
from validators.voting.verdict import Vote
from validators.voting.voting_rules import number

_PLAIN = (VoteIcon.FOR, VoteIcon.AGAINST)
_OUT_OF_QUORUM = ("out-of-quorum", "all-out-of-quorum")


@dataclass(frozen=True, slots=True)
class Ballot:
    """One Player's last valid icon.

    ``implicit``: an author's FOR without an icon. ``revivable``: an earlier FOR or AGAINST, or the implied FOR, would stand in its place.
    """

    voter: str
    icon: VoteIcon
    at: datetime | None
    comment: str | None
    implicit: bool = False
    revivable: bool = False


_Outcome = tuple[VoteIcon | None, VoteIcon | None, list[str]]
"""What the Emperor's vote counts as, what the others' DEFERENTIALs count as, and what is doubtful."""


def resolve(
    ballots: Sequence[Ballot], rules: Ruleset, players: int, emperor: Emperor, *, proposal: bool
) -> tuple[tuple[Vote, ...], list[str]]:
    """Turn ballots into votes. ``players`` is the number of Players, the Emperor among them."""
    own = next((b for b in ballots if emperor.name is not None and same_name(b.voter, emperor.name)), None)
    others = [b for b in ballots if b is not own]
    emperors, following, doubts = _outcome(own, others, rules, players, proposal=proposal)
    if not emperor.known and any(b.icon is VoteIcon.DEFERENTIAL for b in others):
        doubts.append("there are DEFERENTIAL votes, and the Emperor is unknown")
    votes = []
    for ballot in ballots:
        counts_as = emperors if ballot is own else following if ballot.icon is VoteIcon.DEFERENTIAL else ballot.icon
        votes.append(Vote(ballot.voter, ballot.icon, counts_as, ballot.implicit, ballot.at, ballot.comment))
    return tuple(votes), doubts


def _outcome(own: Ballot | None, others: Sequence[Ballot], rules: Ruleset, players: int, *, proposal: bool) -> _Outcome:
    if own is None or own.icon is VoteIcon.VETO:
        return None, None, []
    follows = rules.value("deferential.players") == "follow-emperor"
    if own.icon in _PLAIN:
        return own.icon, own.icon if follows else None, []
    mode = rules.value("deferential.emperor")
    if not proposal or mode == "off":
        return None, None, []
    if mode in _OUT_OF_QUORUM:
        return None, None, _not_revived(others) if mode == "out-of-quorum" else []
    if mode not in ("all-follow", "others-void"):
        return None, None, ["no clause says what the Emperor's own DEFERENTIAL becomes; it is not counted"]
    return _own(others, rules, players, follows=follows and mode == "all-follow")


def _own(others: Sequence[Ballot], rules: Ruleset, players: int, *, follows: bool) -> _Outcome:
    """The Emperor's own DEFERENTIAL on a Proposal, decided by the icons of the others, DEFERENTIALs left out.

    Whether the votes that it makes count in the comparison that decides it is open: they matter where either answer would prove
    itself right.
    """
    doubts = []
    small = number(rules, "deferential.emperor_small_group")
    if small is not None and players <= small:
        if len(others) < players - 1:
            return None, None, []
        if any(b.implicit for b in others):
            doubts.append("the Emperor's DEFERENTIAL counts only if the author's implied FOR is a vote cast, as is assumed")
    in_favour = sum(b.icon is VoteIcon.FOR for b in others)
    against = sum(b.icon is VoteIcon.AGAINST for b in others)
    following = sum(b.icon is VoteIcon.DEFERENTIAL for b in others) if follows else 0
    if -following <= in_favour - against <= following + 1:
        votes = f"{in_favour} FOR to {against} AGAINST"
        doubts.append(f"the Emperor's DEFERENTIAL is decided by the others' {votes}, too close for one reading of the rule")
    if not follows:
        doubts += _not_revived(others)
    becomes = VoteIcon.FOR if in_favour > against else VoteIcon.AGAINST
    return becomes, becomes if follows else None, doubts


def _not_revived(others: Sequence[Ballot]) -> list[str]:
    void = [b for b in others if b.icon is VoteIcon.DEFERENTIAL and b.revivable]
    return [f"the DEFERENTIAL of {void[0].voter} is not counted, and is assumed not to revive an earlier vote"] if void else []


def out_of_quorum(votes: Sequence[Vote], rules: Ruleset, emperor: Emperor, *, proposal: bool) -> int:
    """How many Players the Emperor's DEFERENTIAL takes out of the Quorum of a matter."""
    mode = rules.value("deferential.emperor")
    deferring = [vote.voter for vote in votes if vote.icon is VoteIcon.DEFERENTIAL]
    if not proposal or mode not in _OUT_OF_QUORUM or not any(same_name(voter, emperor.name or "") for voter in deferring):
        return 0
    return len(deferring) if mode == "all-out-of-quorum" else 1
