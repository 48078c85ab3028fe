"""A matter as it stood at its resolution, and whether its votes then allowed what was done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from parsers.model import MatterKind, Roster, Status, VoteIcon, name_key, same_name
from parsers.ruleset.model import Ruleset
from validators.voting.conditions import Case, every, negated, some
from validators.voting.core_text import CoreChange, changes_core
from validators.voting.dated import DatedPost
from validators.voting.doubts import asks_nothing
from validators.voting.legality import known_hiatus, legality
from validators.voting.past_game import GameAtResolution, PastGame, resolved_at
from validators.voting.rosters import Players, RosterThen
from validators.voting.tally import tally
from validators.voting.timeline import Timeline
from validators.voting.verdict import Hiatus


def case_of(
    post: DatedPost, kind: MatterKind, rules: Ruleset, players: Players, timeline: Timeline, hiatus: Hiatus
) -> tuple[Case, CoreChange | None]:
    """All that a verdict on one matter rests on, and, where the rules ask, whether it changes a protected rule."""
    asks_quorum = kind is MatterKind.PROPOSAL and rules.value("popular.core_text_needs_quorum")
    core = changes_core(post, rules) if asks_quorum else None
    votes, legal = tally(post, rules, players, timeline), legality(rules, timeline, post)
    changes = core is not None and core.changes
    return Case(post, kind, rules, timeline, votes, legal, hiatus, timeline.emperor_for(post), len(players), votes.quorum, changes), core


@dataclass(frozen=True)
class Resolution:
    """A resolved matter with the rules and the roster of ``then``: by the best reading and, where it is not certain who was a Player,
    with others of them. ``strangers`` are sentences on people who may have been Players.
    """

    post: DatedPost
    then: GameAtResolution
    cases: tuple[Case, ...]
    strangers: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether rules and Players of that time are certain."""
        return not self.then.doubts and not self.strangers

    @property
    def open(self) -> bool:
        """Whether no roster bounds the answer: there may have been Players of whom nothing is known, or the Emperor's own DEFERENTIAL
        follows the others.
        """
        emperor = self.cases[0].emperor.name or ""
        votes = (vote for case in self.cases for vote in case.tally.votes)
        own = (vote.icon is VoteIcon.DEFERENTIAL and same_name(vote.voter, emperor) for vote in votes)
        return bool(self.strangers or self.then.roster.doubts) or (len(self.cases) > 1 and any(own))

    def allows(self) -> frozenset[bool | None]:
        """Whether the status is one that the votes allow, in each case."""
        return frozenset((*map(allows, self.cases), *((None,) if self.open else ())))


def resolution(post: DatedPost, kind: MatterKind, past: PastGame, timeline: Timeline, today: Ruleset) -> Resolution:
    """A resolved matter as it stood then."""
    then, moment = past.of(post, today), resolved_at(post, timeline.as_of)
    hiatus = known_hiatus(then.rules, timeline, moment)
    best, _ = case_of(post, kind, then.rules, Players(then.roster.roster), timeline, hiatus)
    others = [] if then.roster.known else _others(then.roster, best)
    return Resolution(post, then, (best, *others), tuple(past.strangers(best.tally, moment)))


def _others(then: RosterThen, best: Case) -> Iterator[Case]:
    """The case with all of whom it is not certain that they were Players, with none, and with those who voted one way or not at all."""
    sure = then.sure.active
    everybody = _with(best, (*sure, *then.unsettled))
    yield everybody
    yield _with(best, sure)
    voted = {name_key(vote.voter): vote.counts_as for vote in everybody.tally.votes}
    for side in (VoteIcon.FOR, VoteIcon.AGAINST, None):
        yield _with(best, (*sure, *(name for name in then.unsettled if voted.get(name_key(name)) is side)))


def _with(case: Case, active: tuple[str, ...]) -> Case:
    players = Players(Roster(active))
    votes = tally(case.post, case.rules, players, case.timeline)
    return replace(case, tally=votes, players=len(players), quorum=votes.quorum)


def allows(case: Case) -> bool | None:
    """Whether the votes as they stood allow the status; times, the queue and a hiatus are asked elsewhere. None if unknown."""
    post, moment = case.post, resolved_at(case.post, case.timeline.as_of)
    if post.status is Status.ILLEGAL:
        return case.legality.illegal
    if not case.emperor.known and any(vote.icon is VoteIcon.DEFERENTIAL for vote in case.tally.votes):
        return None
    if post.status is Status.ENACTED:
        return case.threshold(moment) if case.kind is MatterKind.DOV else case.popular(moment)
    if post.status is Status.VETOED:
        return every(case.kind is MatterKind.PROPOSAL, case.vetoed)
    if case.kind is MatterKind.PROPOSAL:
        return some(case.unpopular(moment), case.stopped, case.stale(moment))
    if case.kind is MatterKind.CFJ:
        judged_so = case.rules.value("cfj.fail_if_no_change") is not False and asks_nothing(post)
        return some(case.unpopular(moment), None if judged_so else False)
    with_another = any(dov.key != post.key for dov in case.timeline.enacted_between(post.posted, moment))
    return some(case.unpopular(moment), with_another, every(case.dov_too_old(moment), negated(case.threshold(moment))))
