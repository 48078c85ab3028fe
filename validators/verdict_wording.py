"""The sentences on how a vote counts, and the note to leave when resolving a matter."""

from __future__ import annotations

from typing import Literal

from parsers.model import VoteIcon, same_name
from validators.reason_wording import VerdictClause
from validators.voting.verdict import Verdict, Vote


def why_counted(vote: Vote, who: str | None, office: str = "Emperor", *, known: bool = True) -> str:
    """Return the sentence that explains how a vote counts; ``office`` is the dynasty's word for
    Emperor. ``who`` is None without an Emperor or, if not ``known``, with an unknown one.
    """
    if vote.icon is VoteIcon.VETO:
        return "a VETO is neither FOR nor AGAINST"
    if vote.icon is not VoteIcon.DEFERENTIAL:
        return "the author's implied vote" if vote.implicit else "as it was cast"
    if who is None:
        return f"there is no {office} to follow" if known else f"the {office} is unknown"
    if same_name(vote.voter, who):
        return f"the {office}'s own; " + (
            "nothing decides it" if vote.counts_as is None else "the votes of the others decide it"
        )
    return (
        f"follows {who}, the {office}"
        if vote.counts_as is not None
        else f"{who}, the {office}, has no vote that it follows"
    )


# The note of an Admin who resolves a matter, in the words that Admins use

_GROUNDS = {
    VerdictClause.POPULAR_QUORUM: "Reached Quorum",
    VerdictClause.POPULAR_TIME: "Timed out",
    VerdictClause.THRESHOLD: "More than two thirds are FOR",
    VerdictClause.ILLEGAL: "Illegal",
    VerdictClause.VETOED: "Vetoed",
    VerdictClause.WITHDRAWN: "Withdrawn",
    VerdictClause.UNPOPULAR_QUORUM: "Cannot reach Quorum",
    VerdictClause.UNPOPULAR_TIME: "Timed out",
    VerdictClause.DOV_OLD: "Timed out",
    VerdictClause.DOV_FAILED_WITH: "Another DoV was enacted",
    VerdictClause.STALE: "Pending for too long",
}


def admin_note(
    verdict: Verdict, admin: str, outcome: Literal["enacted", "failed"] | None = None
) -> str | None:
    """Return the note for an outcome, ``Reached Quorum, 6-1. Enacted by Ana.``; by default for the
    outcome that is legal now, None if there is none.
    """
    if outcome is None:
        if not (verdict.enactable or verdict.failable):
            return None
        outcome = "enacted" if verdict.enactable else "failed"
    counts, ground = verdict.counts, verdict.ground(outcome)
    votes = f"{counts.for_}-{counts.against}" + (
        f" with {counts.deferential} DEF" if counts.deferential else ""
    )
    why = f"{_GROUNDS[ground.clause]}, {votes}" if ground is not None else votes
    return f"{why}. {outcome.capitalize()} by {admin}."
