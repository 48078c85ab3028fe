"""A verdict in words: every condition that decides it with the rule that sets it, why a vote counts so, and the note to leave.

For a resolved matter they say how it stood at its resolution, so no sentence says "now".
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from parsers.model import MatterKind, VoteIcon, same_name
from validators.voting.conditions import Case, every, negated
from validators.voting.limits import number
from validators.voting.verdict import Reason, Verdict, VerdictClause, Vote
from validators.words import counted, day, span

__all__ = ["admin_note", "reasons", "why_counted"]


class _Writer:
    """Writes the reasons of one case at one moment. Counts are of the votes that were seen."""

    def __init__(self, case: Case, moment: datetime) -> None:
        self.case, self.moment = case, moment
        self.age = f"open for {span(case.open_for(moment))}"

    def _open(self, hours: int) -> str:
        return f"{self.age} ({hours} h needed)"

    def reason(self, clause: VerdictClause, met: bool | None, text: str, *keys: str) -> Reason:
        """A reason that rests on the first of these parameters that was read."""
        rule = next((found.rule for key in keys if (found := self.case.rules.voting.get(key)) is not None), None)
        return Reason(clause, met, text, rule)

    def popularity(self) -> Iterator[Reason]:
        """Why the matter is Popular or Unpopular, or neither."""
        case, counts = self.case, self.case.tally.counts
        if case.legality.why is not None:
            text = f"an illegal post is Unpopular whatever its votes: {case.legality.why}"
            yield self.reason(VerdictClause.ILLEGAL, True, text, "post.illegal_unpopular")
        yield self.reason(VerdictClause.POPULAR_QUORUM, case.has_quorum, f"{counts.for_} FOR, quorum {case.quorum}", "popular.quorum")
        hours = number(case.rules, "popular.after_hours")
        if hours is not None:
            valid, least = counts.for_ + counts.against, number(case.rules, "popular.min_valid_votes")
            votes = counted(valid, "valid vote") + (f" ({least} needed)" if least else "")
            text = f"{self._open(hours)}, {votes}, {counts.for_} FOR to {counts.against} AGAINST"
            if case.core_text:
                text += "; does not apply to a Proposal that changes a protected rule"
            yield self.reason(VerdictClause.POPULAR_TIME, case.by_time(self.moment), text, "popular.after_hours")
        text = f"{counts.not_against} of {counted(case.players, 'Player')} not voting AGAINST, quorum {case.quorum}"
        yield self.reason(VerdictClause.UNPOPULAR_QUORUM, case.cannot_pass, text, "unpopular.quorum")
        hours = number(case.rules, "unpopular.after_hours")
        if hours is not None:
            popular = case.popular(self.moment)
            state = "not Popular" if popular is False else "unknown whether Popular"
            text = f"{self.age}, " + ("Popular" if popular else f"{state}; after {hours} h without being Popular it is Unpopular")
            met = case.open_at_least(self.moment, "unpopular.after_hours") and negated(popular)
            yield self.reason(VerdictClause.UNPOPULAR_TIME, met, text, "unpopular.after_hours")

    def proposal(self) -> Iterator[Reason]:
        """Place in the queue, age, withdrawal and veto, hiatus."""
        case, moment = self.case, self.moment
        if case.rules.value("proposal.oldest_first"):
            yield self.reason(VerdictClause.OLDEST, case.next_in_line(moment), self._queue(), "proposal.oldest_first")
        hours = number(case.rules, "proposal.min_open_hours")
        if hours is not None:
            yield self.reason(VerdictClause.OPEN, case.old_enough(moment), self._open(hours), "proposal.min_open_hours")
        if case.tally.withdrawn:
            text = f"{case.rules.value('proposal.withdrawn_term')} by its author"
            yield self.reason(VerdictClause.WITHDRAWN, True, text, "proposal.withdrawn_term")
        if case.tally.vetoed:
            yield self.reason(VerdictClause.VETOED, True, "Vetoed by the Emperor", "veto")
        if case.stale(moment):
            limit = counted(number(case.rules, "proposal.stale_days") or 0, "day")
            text = f"pending for more than {limit}, which is enough to fail it"
            yield self.reason(VerdictClause.STALE, True, text, "proposal.stale_days")
        for text in case.hiatus.texts:
            yield self.reason(VerdictClause.HIATUS, True if case.lists_current else None, f"on hiatus: {text}", "hiatus.stops_proposals")
        if case.hiatus.unseen:
            text = "a DoV may be pending among the older posts, which were not seen"
            yield self.reason(VerdictClause.HIATUS, None, text, "hiatus.stops_proposals")

    def _queue(self) -> str:
        if self.case.stale(self.moment):
            return "pending for too long to be counted in the queue"
        ahead = self.case.queued_before(self.moment)
        unordered = None if ahead else self.case.unordered(self.moment)
        if unordered is not None:
            return f"“{unordered.title}” was posted in the same minute, and no list of posts tells which is older"
        if not ahead:
            known = self.case.next_in_line(self.moment) is not None
            return "the oldest pending Proposal" if known else "the oldest pending Proposal that was seen; older posts were not"
        return f"{counted(len(ahead), 'older Proposal')} pending, the oldest of them “{ahead[0].title}”"

    def dov(self) -> Iterator[Reason]:
        """The votes a DoV needs, the times at which it passes or fails, downtime."""
        case, moment, against = self.case, self.moment, self.case.tally.counts.against
        if case.rules.value("dov.threshold") == "two-thirds":
            text = f"{case.tally.counts.for_} FOR, more than 2/3 of {counted(case.players, 'Player')} needed"
            yield self.reason(VerdictClause.THRESHOLD, case.two_thirds, text, "dov.threshold")
        hours = number(case.rules, "dov.early_hours")
        if hours is not None:
            text = f"{self._open(hours)}; {self._emperor()}, {against} AGAINST (needed: the Emperor FOR, or none AGAINST)"
            yield self.reason(VerdictClause.DOV_EARLY, case.dov_early(moment), text, "dov.early_hours")
        hours = number(case.rules, "dov.late_hours")
        if hours is not None:
            yield self.reason(VerdictClause.DOV_LATE, case.open_at_least(moment, "dov.late_hours"), self._open(hours), "dov.late_hours")
        hours = number(case.rules, "dov.fail_unpopular_hours")
        unpopular = case.unpopular(moment)
        if hours is not None and unpopular is not False:
            text = f"{'Unpopular' if unpopular else 'unknown whether Unpopular'} and {self._open(hours)}"
            met = every(unpopular, case.open_at_least(moment, "dov.fail_unpopular_hours"))
            yield self.reason(VerdictClause.DOV_FAIL, met, text, "dov.fail_unpopular_hours")
        hours = number(case.rules, "dov.fail_after_hours")
        if hours is not None:
            passes = case.dov_passes(moment)
            can = {True: "it can", False: "it cannot", None: "unknown whether it can"}[passes]
            text = f"{self.age} (more than {hours} h needed), {can} be enacted"
            yield self.reason(VerdictClause.DOV_OLD, every(case.dov_too_old(moment), negated(passes)), text, "dov.fail_after_hours")
        if case.suspended(moment):
            text = f"a DoV may not be resolved on {day(moment)}"
            yield self.reason(VerdictClause.DOWNTIME, True, text, "downtime.suspends_dovs", "downtime")

    def _emperor(self) -> str:
        emperor = self.case.emperor
        if not emperor.known:
            return "Emperor unknown"
        if emperor.name is None:
            return "there is no Emperor"
        return "the Emperor is FOR" if self.case.emperor_is_for else "the Emperor is not FOR"

    def cfj(self) -> Iterator[Reason]:
        """What may be judged of a CfJ beside its votes."""
        if self.case.rules.value("cfj.fail_if_no_change"):
            text = "an Admin may also judge that it asks for no change at all, which is enough to fail it"
            yield self.reason(VerdictClause.NO_CHANGE, False, text, "cfj.fail_if_no_change")


def reasons(case: Case, moment: datetime) -> tuple[Reason, ...]:
    """Every condition that has a say, in the order in which a person would check them."""
    writer = _Writer(case, moment)
    special = {MatterKind.PROPOSAL: writer.proposal, MatterKind.DOV: writer.dov, MatterKind.CFJ: writer.cfj}[case.kind]
    return (*writer.popularity(), *special())


# Votes

_PLAIN = (VoteIcon.FOR, VoteIcon.AGAINST)


def why_counted(vote: Vote, verdict: Verdict, emperor: str | None, *, known: bool = True) -> str:
    """The reason for one of the verdict's votes; ``emperor`` is None where there is none or, if not ``known``, where nobody said who.

    It tells what :mod:`validators.voting.deferentials` decided, and decides nothing.
    """
    if vote.icon is VoteIcon.VETO:
        return "a VETO is neither FOR nor AGAINST"
    if vote.icon is not VoteIcon.DEFERENTIAL:
        return "the author's implied vote" if vote.implicit else "as it was cast"
    if emperor is None:
        return "there is no Emperor to follow" if known else "the Emperor is unknown"
    if same_name(vote.voter, emperor):
        return "the Emperor's own; " + ("nothing decides it" if vote.counts_as is None else "the votes of the others decide it")
    own = next((each for each in verdict.votes if same_name(each.voter, emperor)), None)
    if own is None:
        return f"{emperor}, the Emperor, has no vote to follow"
    if vote.counts_as is not None:
        return f"follows {emperor}, the Emperor"
    if own.icon in _PLAIN:
        return "by the rules it does not follow the Emperor"
    return f"{emperor}, the Emperor, voted {own.icon.value.upper()}"


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
