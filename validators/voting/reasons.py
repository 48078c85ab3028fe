"""A verdict in words: every condition that decides it with the rule that sets it, why a vote counts
so, and the note to leave.

For a resolved matter they say how it stood at its resolution, so no sentence says "now".
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from parsers.model import MatterKind, VoteIcon, same_name
from validators.voting.conditions import Case, every, negated
from validators.voting.verdict import Reason, Verdict, VerdictClause, Vote
from validators.voting.voting_rules import number
from validators.words import counted, day, emperor, players, span

_Row = tuple[VerdictClause, bool | None, str, str]
"""A condition, whether it is met, in words, and the parameter that sets it."""


def reasons(case: Case, moment: datetime) -> tuple[Reason, ...]:
    """Every condition that has a say, in the order in which a person would check them."""
    rows = [*_popularity(case, moment)]
    if case.kind is not MatterKind.CFJ:
        rows += _dov(case, moment) if case.kind is MatterKind.DOV else _proposal(case, moment)
    elif case.rules.value("cfj.fail_if_no_change"):
        text = (
            "an Admin may also judge that it asks for no change at all, which is enough to fail it"
        )
        rows.append((VerdictClause.NO_CHANGE, False, text, "cfj.fail_if_no_change"))
    rules = {key: found.rule for key, found in case.rules.voting.items() if found is not None}
    return tuple(Reason(clause, met, text, rules.get(key)) for clause, met, text, key in rows)


def _open(case: Case, moment: datetime, needed: str = "") -> str:
    return f"open for {span(moment - case.post.posted)}" + (
        f" ({needed} h needed)" if needed else ""
    )


def _popularity(case: Case, moment: datetime) -> Iterator[_Row]:
    """Why the matter is Popular or Unpopular, or neither."""
    counts, rules = case.tally.counts, case.rules
    if case.legality.why is not None:
        text = f"an illegal post is Unpopular whatever its votes: {case.legality.why}"
        yield VerdictClause.ILLEGAL, True, text, "post.illegal_unpopular"
    yield (
        VerdictClause.POPULAR_QUORUM,
        case.has_quorum,
        f"{counts.for_} FOR, quorum {case.tally.quorum}",
        "popular.quorum",
    )
    hours = number(rules, "popular.after_hours")
    if hours is not None:
        least = number(rules, "popular.min_valid_votes")
        votes = counted(counts.for_ + counts.against, "valid vote") + (
            f" ({least} needed)" if least else ""
        )
        text = (
            f"{_open(case, moment, str(hours))}, {votes}, {counts.for_} FOR to {counts.against}"
            " AGAINST"
        )
        text += (
            "; does not apply to a Proposal that changes a protected rule"
            if case.core is not None and case.core.changes
            else ""
        )
        yield VerdictClause.POPULAR_TIME, case.by_time(moment), text, "popular.after_hours"
    text = (
        f"{counts.not_against} of {players(case.players, case.rules)} not voting AGAINST, quorum"
        f" {case.tally.quorum}"
    )
    yield VerdictClause.UNPOPULAR_QUORUM, case.cannot_pass, text, "unpopular.quorum"
    hours = number(rules, "unpopular.after_hours")
    if hours is not None:
        popular = case.popular(moment)
        state = "not Popular" if popular is False else "unknown whether Popular"
        text = (
            "Popular"
            if popular
            else f"{state}; after {hours} h without being Popular it is Unpopular"
        )
        met = case.open_at_least(moment, "unpopular.after_hours") and negated(popular)
        yield (
            VerdictClause.UNPOPULAR_TIME,
            met,
            f"{_open(case, moment)}, {text}",
            "unpopular.after_hours",
        )


def _proposal(case: Case, moment: datetime) -> Iterator[_Row]:
    """Place in the queue, age, withdrawal and veto, hiatus."""
    rules = case.rules
    if rules.value("proposal.oldest_first"):
        yield (
            VerdictClause.OLDEST,
            case.next_in_line(moment),
            _queue(case, moment),
            "proposal.oldest_first",
        )
    hours = number(rules, "proposal.min_open_hours")
    if hours is not None:
        yield (
            VerdictClause.OPEN,
            case.old_enough(moment),
            _open(case, moment, str(hours)),
            "proposal.min_open_hours",
        )
    if case.tally.withdrawn:
        yield (
            VerdictClause.WITHDRAWN,
            True,
            f"{rules.value('proposal.withdrawn_term')} by its author",
            "proposal.withdrawn_term",
        )
    if case.tally.vetoed:
        yield VerdictClause.VETOED, True, f"Vetoed by the {emperor(rules)}", "veto"
    if case.stale(moment):
        limit = counted(number(rules, "proposal.stale_days") or 0, "day")
        yield (
            VerdictClause.STALE,
            True,
            f"pending for more than {limit}, which is enough to fail it",
            "proposal.stale_days",
        )
    for text in case.hiatus.texts:
        yield (
            VerdictClause.HIATUS,
            True if case.lists_current else None,
            f"on hiatus: {text}",
            "hiatus.stops_proposals",
        )
    if case.hiatus.unseen:
        yield (
            VerdictClause.HIATUS,
            None,
            "a DoV may be pending among the older posts, which were not seen",
            "hiatus.stops_proposals",
        )


def _queue(case: Case, moment: datetime) -> str:
    if case.stale(moment):
        return "pending for too long to be counted in the queue"
    ahead = case.queued_before(moment)
    if ahead:
        return (
            f"{counted(len(ahead), 'older Proposal')} pending, the oldest of them"
            f" “{ahead[0].title}”"
        )
    unordered = case.unordered(moment)
    if unordered is not None:
        return (
            f"“{unordered.title}” was posted in the same minute, and no list of posts tells which"
            " is older"
        )
    unseen = "" if case.next_in_line(moment) is not None else " that was seen; older posts were not"
    return f"the oldest pending Proposal{unseen}"


def _dov(case: Case, moment: datetime) -> Iterator[_Row]:
    """The votes a DoV needs, the times at which it passes or fails, downtime."""
    rules, counts = case.rules, case.tally.counts
    if case.post.failed_with is not None:
        text = "another DoV was enacted, and this one failed with it: set its status to Failed"
        yield VerdictClause.DOV_FAILED_WITH, True, text, "dov.fails_others"
    if rules.value("dov.threshold") == "two-thirds":
        text = f"{counts.for_} FOR, more than 2/3 of {players(case.players, case.rules)} needed"
        yield VerdictClause.THRESHOLD, case.two_thirds, text, "dov.threshold"
    early, late, unpopular, old = (
        number(rules, f"dov.{key}_hours")
        for key in ("early", "late", "fail_unpopular", "fail_after")
    )
    if early is not None:
        text = (
            f"{_emperor(case)}, {counts.against} AGAINST (needed: the {emperor(rules)} FOR, or none"
            " AGAINST)"
        )
        yield (
            VerdictClause.DOV_EARLY,
            case.dov_early(moment),
            f"{_open(case, moment, str(early))}; {text}",
            "dov.early_hours",
        )
    if late is not None:
        yield (
            VerdictClause.DOV_LATE,
            case.open_at_least(moment, "dov.late_hours"),
            _open(case, moment, str(late)),
            "dov.late_hours",
        )
    is_unpopular = case.unpopular(moment)
    if unpopular is not None and is_unpopular is not False:
        text = (
            f"{'Unpopular' if is_unpopular else 'unknown whether Unpopular'} and"
            f" {_open(case, moment, str(unpopular))}"
        )
        met = every(is_unpopular, case.open_at_least(moment, "dov.fail_unpopular_hours"))
        yield VerdictClause.DOV_FAIL, met, text, "dov.fail_unpopular_hours"
    if old is not None:
        passes = case.dov_passes(moment)
        can = {True: "it can", False: "it cannot", None: "unknown whether it can"}[passes]
        met = every(case.dov_too_old(moment), negated(passes))
        yield (
            VerdictClause.DOV_OLD,
            met,
            f"{_open(case, moment, f'more than {old}')}, {can} be enacted",
            "dov.fail_after_hours",
        )
    if case.suspended(moment):
        key = (
            "downtime"
            if rules.value("downtime.suspends_dovs") is None
            else "downtime.suspends_dovs"
        )
        yield VerdictClause.DOWNTIME, True, f"a DoV may not be resolved on {day(moment)}", key


def _emperor(case: Case) -> str:
    office = emperor(case.rules)
    if case.emperor.name is None:
        return f"there is no {office}" if case.emperor.known else f"{office} unknown"
    return f"the {office} is {'' if case.emperor_is_for else 'not '}FOR"


# Votes


def why_counted(vote: Vote, who: str | None, office: str = "Emperor", *, known: bool = True) -> str:
    """The reason for a vote in words; ``office`` is what the dynasty calls the Emperor. ``who`` is
    None where there is no Emperor or, if not ``known``, where nobody said who.
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


# The note that an Admin leaves when resolving a matter, in the words that Admins use

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
    """The note for an outcome, ``Reached Quorum, 6-1. Enacted by Ana.``; without one for that which
    is legal now, if any is.
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
