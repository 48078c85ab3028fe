"""The reasons for a verdict: the state of every relevant condition, with its rule.

The reasons of a resolved matter are as of its resolution, so no sentence says "now".
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from parsers.model import MatterKind
from parsers.ruleset.parameters import PARAMETERS, AnyParameter, Parameter
from validators.reason_wording import ReasonKind, VotesKind
from validators.voting.conditions import Case, earliest, every, negated
from validators.voting.verdict import Reason
from validators.wording import Fact, fact
from validators.words import PlayerCount, emperor

_Row = tuple[Fact[ReasonKind], bool | None, AnyParameter]
"""The state of a condition, whether it is met, and the parameter that sets it."""

_UNPOPULAR_TIME = {
    True: ReasonKind.UNPOPULAR_TIME_POPULAR,
    False: ReasonKind.UNPOPULAR_TIME,
    None: ReasonKind.UNPOPULAR_TIME_UNKNOWN,
}
"""By whether the matter is Popular (None: unknown)."""
_DOV_OLD = {
    True: ReasonKind.DOV_OLD_PASSES,
    False: ReasonKind.DOV_OLD,
    None: ReasonKind.DOV_OLD_UNKNOWN,
}
"""By whether the DoV can be enacted."""


_IF_STATED = {
    PARAMETERS.popular_after_hours.name,
    PARAMETERS.unpopular_after_hours.name,
    PARAMETERS.cfj_fail_if_no_change.name,
    PARAMETERS.proposal_oldest_first.name,
    PARAMETERS.proposal_min_open_hours.name,
    PARAMETERS.dov_early_hours.name,
    PARAMETERS.dov_late_hours.name,
    PARAMETERS.dov_fail_unpopular_hours.name,
    PARAMETERS.dov_fail_after_hours.name,
}
"""Parameters whose conditions are relevant only if the rules set them."""


def reasons(case: Case, moment: datetime) -> tuple[Reason, ...]:
    """Return every relevant condition, in the order in which a person would check them."""
    of_kind = {MatterKind.PROPOSAL: _proposal, MatterKind.CFJ: _cfj, MatterKind.DOV: _dov}
    rows = (*_popularity(case, moment), *of_kind[case.kind](case, moment))
    return tuple(
        Reason(stands, met, None if parameter.value is None else parameter.rule)
        for stands, met, parameter in rows
        if parameter.name not in _IF_STATED
        or (parameter.value is not None and parameter.value is not False)
    )


def _popularity(case: Case, moment: datetime) -> Iterator[_Row]:
    """Yield the conditions by which a matter is Popular or Unpopular."""
    counts, quorum, voting = case.tally.counts, case.tally.quorum, case.rules.voting
    if case.legality.why is not None:
        yield fact(ReasonKind.ILLEGAL, why=case.legality.why), True, voting.post_illegal_unpopular
    enough = fact(ReasonKind.POPULAR_QUORUM, in_favour=counts.for_, quorum=quorum)
    yield enough, case.has_quorum, voting.popular_quorum
    of_core = case.core is not None and case.core.changes
    in_time = _open(
        case,
        moment,
        voting.popular_after_hours,
        ReasonKind.POPULAR_TIME_OF_CORE if of_core else ReasonKind.POPULAR_TIME,
        votes=_valid_votes(case),
        in_favour=counts.for_,
        against=counts.against,
    )
    yield in_time, case.by_time(moment), voting.popular_after_hours
    too_few = fact(
        ReasonKind.UNPOPULAR_QUORUM,
        not_against=counts.not_against,
        players=PlayerCount(case.players, case.rules.terms),
        quorum=quorum,
    )
    yield too_few, case.cannot_pass, voting.unpopular_quorum
    not_popular = _UNPOPULAR_TIME[case.popular(moment)]
    late = _open(case, moment, voting.unpopular_after_hours, not_popular)
    yield late, case.timed_out(moment), voting.unpopular_after_hours


def _valid_votes(case: Case) -> Fact[VotesKind]:
    count = case.tally.counts.for_ + case.tally.counts.against
    least = case.rules.voting.popular_min_valid_votes.value
    if least:
        return fact(VotesKind.VALID_OF_LEAST, count=count, least=least)
    return fact(VotesKind.VALID, count=count)


def _open(
    case: Case, moment: datetime, limit: Parameter[int], kind: ReasonKind, **about: object
) -> Fact[ReasonKind]:
    """Return a fact with the time that a matter has been open and a limit in hours."""
    return fact(kind, open=moment - case.post.posted, needed=limit.value, **about)


def _proposal(case: Case, moment: datetime) -> Iterator[_Row]:
    """Yield the other conditions of a Proposal: place in the queue, age, withdrawal, veto and
    hiatus.
    """
    voting = case.rules.voting
    yield _queue(case, moment), case.next_in_line(moment), voting.proposal_oldest_first
    age = _open(case, moment, voting.proposal_min_open_hours, ReasonKind.OPEN)
    yield age, case.old_enough(moment), voting.proposal_min_open_hours
    if case.tally.withdrawn:
        term = voting.proposal_withdrawn_term
        yield fact(ReasonKind.WITHDRAWN, term=term.value), True, term
    if case.tally.vetoed:
        yield fact(ReasonKind.VETOED, office=emperor(case.rules)), True, voting.veto
    yield from _age(case, moment)
    for cause in case.hiatus.causes:
        met = True if case.lists_current else None
        yield fact(ReasonKind.HIATUS, cause=cause), met, voting.hiatus_stops_proposals
    if case.hiatus.unseen:
        yield fact(ReasonKind.HIATUS_UNSEEN), None, voting.hiatus_stops_proposals


def _age(case: Case, moment: datetime) -> Iterator[_Row]:
    """Yield that a Proposal has been pending for too long, or from when on it will have been, if
    nothing else lets it be failed before.
    """
    limit = case.rules.voting.proposal_stale_days
    if case.stale(moment):
        yield fact(ReasonKind.STALE, limit=limit.value), True, limit
        return
    fails = earliest(case).fail
    if fails is not None and case.stale(fails):
        until = case.post.posted + timedelta(days=limit.value or 0)
        yield fact(ReasonKind.STALE_LATER, limit=limit.value, until=until), False, limit


def _queue(case: Case, moment: datetime) -> Fact[ReasonKind]:
    if case.stale(moment):
        return fact(ReasonKind.OLDEST_STALE)
    ahead = case.queued_before(moment)
    if len(ahead) == 1:
        return fact(ReasonKind.OLDEST_SECOND, oldest=ahead[0].title)
    if ahead:
        return fact(ReasonKind.OLDEST_QUEUED, ahead=len(ahead), oldest=ahead[0].title)
    unordered = case.unordered(moment)
    if unordered is not None:
        return fact(ReasonKind.OLDEST_UNORDERED, other=unordered.title)
    known = case.next_in_line(moment) is not None
    return fact(ReasonKind.OLDEST if known else ReasonKind.OLDEST_SEEN)


def _cfj(case: Case, _moment: datetime) -> Iterator[_Row]:
    yield fact(ReasonKind.NO_CHANGE), False, case.rules.voting.cfj_fail_if_no_change


def _dov(case: Case, moment: datetime) -> Iterator[_Row]:
    """Yield the other conditions of a DoV: the votes it needs, the times at which it can be enacted
    or failed, and the downtime.
    """
    rules, counts, voting = case.rules, case.tally.counts, case.rules.voting
    if case.post.failed_with is not None:
        yield fact(ReasonKind.DOV_FAILED_WITH), True, voting.dov_fails_others
    if voting.dov_threshold.value == "two-thirds":
        everybody = PlayerCount(case.players, rules.terms)
        stands = fact(ReasonKind.THRESHOLD, in_favour=counts.for_, players=everybody)
        yield stands, case.two_thirds, voting.dov_threshold
    early = _open(
        case,
        moment,
        voting.dov_early_hours,
        ReasonKind.DOV_EARLY,
        emperor=_emperor(case),
        against=counts.against,
        office=emperor(rules),
    )
    yield early, case.dov_early(moment), voting.dov_early_hours
    late = _open(case, moment, voting.dov_late_hours, ReasonKind.DOV_LATE)
    yield late, case.open_at_least(moment, voting.dov_late_hours), voting.dov_late_hours
    unpopular = case.unpopular(moment)
    if unpopular is not False:
        kind = ReasonKind.DOV_FAIL if unpopular else ReasonKind.DOV_FAIL_UNKNOWN
        met = every(unpopular, case.open_at_least(moment, voting.dov_fail_unpopular_hours))
        stands = _open(case, moment, voting.dov_fail_unpopular_hours, kind)
        yield stands, met, voting.dov_fail_unpopular_hours
    passes = case.dov_passes(moment)
    old = _open(case, moment, voting.dov_fail_after_hours, _DOV_OLD[passes])
    yield old, every(case.dov_too_old(moment), negated(passes)), voting.dov_fail_after_hours
    if case.suspended(moment):
        suspends = voting.downtime_suspends_dovs
        parameter = voting.downtime if suspends.value is None else suspends
        yield fact(ReasonKind.DOWNTIME, day=moment.date()), True, parameter


def _emperor(case: Case) -> Fact[VotesKind]:
    kind = VotesKind.EMPEROR_FOR if case.emperor_is_for else VotesKind.EMPEROR_NOT_FOR
    if case.emperor.name is None:
        kind = VotesKind.NO_EMPEROR if case.emperor.known else VotesKind.EMPEROR_UNKNOWN
    return fact(kind, office=emperor(case.rules))
