"""The sentences on a verdict in all reports: possible outcomes with times, votes, and blocking
conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from parsers.model import MatterKind, Status
from sync.text import one_line, shorten
from sync.times import shown
from validators.reason_wording import VerdictClause
from validators.voting.verdict import Reason, Verdict
from validators.wording import worded
from validators.words import span

Outcome: TypeAlias = Literal["enacted", "failed"]

KINDS = {
    MatterKind.PROPOSAL: "Proposal",
    MatterKind.CFJ: "Call for Judgement",
    MatterKind.DOV: "Declaration of Victory",
}
MARKS = "✓ met, ✗ prevents it, · not met and not needed, ? unknown"
OBSTACLES = {VerdictClause.HIATUS, VerdictClause.DOWNTIME}
_CLAUSE = VerdictClause
_PREVENTING = {
    "enacted": OBSTACLES
    | {_CLAUSE.ILLEGAL, _CLAUSE.WITHDRAWN, _CLAUSE.VETOED, _CLAUSE.DOV_FAILED_WITH},
    "failed": OBSTACLES,
}
"""Conditions that prevent an outcome while they hold."""
_STYLES = {"ENACT": "bold green", "FAIL": "bold magenta", "EITHER": "bold green", "WAIT": "bold"}


def headline(verdict: Verdict) -> tuple[str, str, str]:
    """Return the verdict in capitals, the addition to it, and the style."""
    if verdict.status is not Status.PENDING:
        closed = f" on {shown(verdict.post.closed)}" if verdict.post.closed else ""
        return f"{verdict.status.value.upper()}{closed}", "", "bold"
    if verdict.unknown:
        return "UNKNOWN", one_line("; ".join(map(worded, verdict.unseen))), "bold yellow"
    outcomes = (("ENACTED", verdict.enactable), ("FAILED", verdict.failable))
    may = [outcome for outcome, holds in outcomes if holds]
    if not verdict.certified:
        probably = (
            f"it can probably be {' or '.join(may).lower()} now"
            if may
            else "probably nothing can be done yet"
        )
        return "NOT CERTIFIED", f"{probably}. Check first:", "bold yellow"
    if not may:
        return "NOT YET", "", "bold"
    style = "bold magenta" if may == ["FAILED"] else "bold green"
    return f"CAN BE {' OR '.join(may)} NOW", "", style


def verdict_word(verdict: Verdict) -> tuple[str, str]:
    """Return the possible outcome in one word, and its style: in capitals if it is certified, else
    in lower case with a question mark.
    """
    if verdict.status is not Status.PENDING:
        return verdict.status.value, "dim"
    if verdict.unknown:
        return "unknown?", "yellow"
    word = "FAIL" if verdict.failable else "WAIT"
    if verdict.enactable:
        word = "EITHER" if verdict.failable else "ENACT"
    return (word, _STYLES[word]) if verdict.certified else (f"{word.lower()}?", "yellow")


def checked(verdict: Verdict, outcome: Outcome, as_of: datetime) -> tuple[str, bool | None]:
    """Return whether a matter can get this outcome now, as a sentence and as an answer; None if
    that is unknown or not certified.
    """
    title = f"“{verdict.post.title}”"
    may = verdict.enactable if outcome == "enacted" else verdict.failable
    if verdict.status is not Status.PENDING:
        return f"no: {title} is no longer pending ({verdict.status.value})", False
    if may is None or not verdict.certified:
        seems = {
            None: "unknown",
            True: "probably yes, but not certified",
            False: "probably no, but not certified",
        }
        return f"{seems[may]}: {worded(verdict.doubts[0])}", None
    if may:
        ground = verdict.ground(outcome)
        return (
            f"yes: {title} can be {outcome} now{f': {worded(ground.stands)}' if ground is not None else ''}",
            True,
        )
    return (
        f"no: {title} cannot be {outcome} now. {' '.join(outlook(verdict, as_of, outcome))}",
        False,
    )


def counts_in_words(verdict: Verdict) -> str:
    """Return the votes, the quorum, and the resulting state of the matter; for a resolved one with
    the players of that time.
    """
    counts = verdict.counts
    uncounted = f", {counts.deferential} DEFERENTIAL not counted" if counts.deferential else ""
    states = (
        ("Popular", verdict.popular),
        ("Unpopular", verdict.unpopular),
        ("Withdrawn", verdict.withdrawn),
        ("Vetoed", verdict.vetoed),
    )
    state = ", ".join(word for word, holds in states if holds)
    verb = " were seen" if verdict.unknown and not (verdict.popular or verdict.unpopular) else ""
    players = f"{counts.not_against} of {counts.against + counts.not_against} not voting AGAINST"
    line = (
        f"{counts.for_} FOR, {counts.against} AGAINST{uncounted}{verb}. Quorum {verdict.quorum};"
        f" {players}."
    )
    return f"{line} {state}." if state else line


class Opening(NamedTuple):
    """An outcome: whether it is allowed now, else the time when it will be if nothing changes.

    ``if_first`` is that time if the matters ahead in the queue were resolved now; None if it is the
    same.
    """

    outcome: str
    now: bool | None
    earliest: datetime | None
    if_first: datetime | None


def openings(verdict: Verdict) -> Iterator[Opening]:
    """Yield when a matter can be enacted, and when it can be failed."""
    for outcome, now, earliest, if_first in (
        ("enacted", verdict.enactable, verdict.earliest_enact, verdict.enact_if_first),
        ("failed", verdict.failable, verdict.earliest_fail, verdict.fail_if_first),
    ):
        yield Opening(
            outcome,
            now,
            earliest,
            if_first if verdict.ahead and not now and if_first != earliest else None,
        )


def soonest(verdict: Verdict) -> tuple[datetime, Opening] | None:
    """Return the outcome that is possible first, and its time; None if neither is without a change."""
    known = [(at, each) for each in openings(verdict) if (at := each.if_first or each.earliest)]
    return min(known, key=lambda each: each[0], default=None)


def outlook(verdict: Verdict, as_of: datetime, only: str = "") -> Iterator[str]:
    """Yield when a pending matter can be resolved if nothing changes: a sentence for each outcome,
    or the ``only`` one, that is not allowed yet.
    """
    pending = verdict.status is Status.PENDING
    for outcome, now, earliest, if_first in openings(verdict) if pending else ():
        if now or only not in ("", outcome):
            continue
        why = "; ".join(
            worded(reason.stands)
            for reason in verdict.blocking
            if outcome == "enacted" or reason.clause in OBSTACLES
        )
        if if_first:
            start = f", {_from(if_first, as_of)} at the earliest" if if_first > as_of else ""
            yield (
                f"It can be {outcome} as soon as {ahead_in_words(verdict)} resolved{start}; else"
                f" {_from(earliest, as_of)}."
            )
        elif earliest:
            not_yet = f" Not yet: {why}." if why else ""
            condition = "if no vote, post or roster changes"
            if outcome == "failed" and _becomes_stale(verdict):
                condition = "whatever its votes"
            yield f"It can be {outcome} {_from(earliest, as_of)}, {condition}.{not_yet}"
        else:
            sentence = (
                f"It is unknown when it can be {outcome}"
                if verdict.unseen
                else f"It {cannot_be(verdict, outcome)}"
            )
            yield f"{sentence}{': ' if why else ''}{why}."


def cannot_be(verdict: Verdict, outcome: str) -> str:
    """State that no earliest moment of an outcome is known; an Admin's judgement may allow it."""
    by_judgement = outcome == "failed" and any(map(_is_judgement, verdict.reasons))
    return f"cannot be {outcome}{' by its votes' if by_judgement else ''} as things stand"


def _is_judgement(reason: Reason) -> bool:
    """Return whether an Admin judges the condition, so that the tool does not know it."""
    return reason.clause is _CLAUSE.NO_CHANGE


def _becomes_stale(verdict: Verdict) -> bool:
    """Return whether it can be failed only once it has been pending for too long."""
    return any(each.clause is _CLAUSE.STALE and not each.met for each in verdict.reasons)


def ahead_in_words(verdict: Verdict) -> str:
    """Return the older Proposals that must be resolved first, with a verb."""
    ahead = verdict.ahead or ()
    return (
        f"“{shorten(ahead[0].subject or ahead[0].title, 60)}” is"
        if len(ahead) == 1
        else f"the {len(ahead)} older Proposals are"
    )


def _from(moment: datetime | None, as_of: datetime) -> str:
    return (
        "not as things stand"
        if moment is None
        else f"from {shown(moment, from_then=True)} (in {span(moment - as_of)})"
    )


def opening(verdict: Verdict, as_of: datetime) -> str:
    """Return the time when a matter can be resolved, in a few words."""
    first = soonest(verdict)
    if first is None:
        return "not as things stand"
    at, possible = first
    start = f" from {shown(at, from_then=True)}" if at > as_of or not possible.if_first else ""
    return f"{possible.outcome.removesuffix('ed')}{start}{f' once {ahead_in_words(verdict)} resolved' if possible.if_first else ''}"


def graded(verdict: Verdict) -> Iterator[tuple[str, list[tuple[str, Reason]]]]:
    """Yield the conditions for enacting and for failing, each with a mark: ✓ met, ✗ prevents it, ?
    unknown, · not met, but another one is or may be enough.
    """
    remaining = list(verdict.reasons)
    outcomes: tuple[tuple[str, Outcome], ...] = (("To enact", "enacted"), ("To fail", "failed"))
    for title, outcome in outcomes:
        needed, obstacles = _needed(verdict, outcome), _PREVENTING[outcome]
        asked = obstacles.union(*needed)
        conditions = [
            (_mark(verdict, reason, needed, obstacles), reason)
            for reason in verdict.reasons
            if reason.clause in asked
        ]
        remaining = [reason for reason in remaining if reason.clause not in asked]
        if conditions:
            yield title, conditions
    if remaining:  # a DoV can need another majority
        yield "Popularity", [(_mark(verdict, reason, [], set()), reason) for reason in remaining]


def _needed(verdict: Verdict, outcome: Outcome) -> list[set[VerdictClause]]:
    """Return sets of conditions; of each set one condition must be met."""
    ways = set(verdict.sufficient(outcome))
    if outcome == "enacted":
        return [ways, {_CLAUSE.OLDEST}, {_CLAUSE.OPEN}, {_CLAUSE.DOV_EARLY, _CLAUSE.DOV_LATE}]
    ways.add(_CLAUSE.NO_CHANGE)
    if verdict.kind is MatterKind.DOV:
        return [ways, {_CLAUSE.DOV_FAIL, _CLAUSE.DOV_OLD, _CLAUSE.DOV_FAILED_WITH}]
    return [ways, {_CLAUSE.OLDEST, _CLAUSE.STALE}]


def _mark(
    verdict: Verdict,
    reason: Reason,
    needed: Sequence[set[VerdictClause]],
    obstacles: set[VerdictClause],
) -> str:
    if reason.met is None or _is_judgement(reason):
        return "?"
    if reason.met:
        return "✗" if reason.clause in obstacles else "✓"
    # No other condition of these sets is met or may be met.
    perhaps = {each.clause for each in verdict.reasons if each.met is not False}
    alone = [one for one in needed if reason.clause in one and one.isdisjoint(perhaps)]
    return "✗" if alone else "·"
