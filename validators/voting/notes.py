"""The note that an Admin leaves when resolving a matter, in the words that Admins use."""

from __future__ import annotations

from typing import Literal

from validators.voting.verdict import Verdict, VerdictClause

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
    VerdictClause.STALE: "Pending for too long",
}


def admin_note(verdict: Verdict, admin: str, outcome: Literal["enacted", "failed"] | None = None) -> str | None:
    """The note for an outcome, ``Reached Quorum, 6-1. Enacted by Ana.``; without one for that which is legal now, if any is."""
    if outcome is None:
        if not (verdict.enactable or verdict.failable):
            return None
        outcome = "enacted" if verdict.enactable else "failed"
    counts, ground = verdict.counts, verdict.ground(outcome)
    votes = f"{counts.for_}-{counts.against}" + (f" with {counts.deferential} DEF" if counts.deferential else "")
    why = f"{_GROUNDS[ground.clause]}, {votes}" if ground is not None else votes
    return f"{why}. {outcome.capitalize()} by {admin}."
