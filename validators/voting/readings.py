"""A resolved matter as it stood at its resolution, under every roster that it may have had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from parsers.model import MatterKind, Roster, Status, VoteIcon, name_key
from parsers.ruleset.model import Ruleset
from validators.voting.conditions import Case
from validators.voting.core_text import changes_core
from validators.voting.doubts import asks_nothing
from validators.voting.legality import known_hiatus, legality
from validators.voting.past import PastGame, Then, resolved_at
from validators.voting.players import Players
from validators.voting.tally import tally
from validators.voting.ternary import every, negated, some
from validators.voting.timeline import DatedPost, Timeline
from validators.voting.verdict import Uncounted

_MOST_VOTERS = 6
"""A matter of more unsettled voters than this is not tried: every choice of them is another roster."""


@dataclass(frozen=True)
class Resolution:
    """A resolved matter with its cases: the first by the best reading, the others by every other roster it may have had.

    ``cases`` is empty where there are too many. ``then`` are the rules and the roster they rest on.
    """

    post: DatedPost
    then: Then
    cases: tuple[Case, ...]
    strangers: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether rules and Players of then are certain."""
        return self.then.known and not self.strangers

    def allows(self) -> frozenset[bool | None]:
        """Whether the status is one that the votes allow, under each roster."""
        return frozenset(allows(case) for case in self.cases)


def resolution(post: DatedPost, kind: MatterKind, past: PastGame, timeline: Timeline, today: Ruleset) -> Resolution:
    """A resolved matter under each roster that it may have had."""
    then = past.of(post, today)
    best = _case(post, kind, then, then.players, timeline)
    moment = resolved_at(post, timeline.as_of)
    strangers = tuple(past.strangers(best.tally, moment))
    if then.roster.known and not strangers:
        return Resolution(post, then, (best,))
    cases = [_case(post, kind, then, Players(roster), timeline) for roster in _rosters(then, best)]
    return Resolution(post, then, (best, *cases) if cases else (), strangers)


def _case(post: DatedPost, kind: MatterKind, then: Then, players: Players, timeline: Timeline) -> Case:
    moment = resolved_at(post, timeline.as_of)
    asks_quorum = kind is MatterKind.PROPOSAL and then.rules.value("popular.core_text_needs_quorum")
    return Case(
        post=post,
        kind=kind,
        rules=then.rules,
        timeline=timeline,
        tally=tally(post, then.rules, players, timeline),
        legality=legality(then.rules, players, timeline, post),
        hiatus=known_hiatus(then.rules, players, timeline, moment),
        emperor=timeline.emperor_for(post),
        players=len(players),
        quorum=players.quorum,
        core_text=bool(asks_quorum) and changes_core(post, then.rules).changes,
    )


def _rosters(then: Then, best: Case) -> Iterator[Roster]:
    """Every roster of then that may differ: each choice of the unsettled people who took part; none, one and all of the others.

    Between one and all of those who did not take part every limit moves in one direction. No roster, if there are too many.
    """
    took_part = {name_key(vote.voter) for vote in best.tally.votes} | {name_key(icon.voter) for icon in best.tally.uncounted}
    took_part |= {name_key(best.post.author), name_key(best.emperor.name or "")}
    strangers = {icon.voter: "" for icon in best.tally.uncounted if icon.reason is Uncounted.NOT_A_PLAYER}
    unsettled = {name_key(name): name for name in (*then.roster.unsettled, *strangers)}
    voters = [name for key, name in unsettled.items() if key in took_part]
    others = [name for key, name in unsettled.items() if key not in took_part]
    if len(voters) > _MOST_VOTERS or then.roster.doubts:
        return
    roster = then.roster.roster
    sure = tuple(name for name in roster.active if name_key(name) not in unsettled)
    idle = tuple(name for name in (*roster.idle, *unsettled.values()) if name_key(name) not in map(name_key, sure))
    for chosen in product((False, True), repeat=len(voters)):
        active = (*sure, *(name for name, plays in zip(voters, chosen, strict=True) if plays))
        for number in sorted({0, min(1, len(others)), len(others)}):
            yield replace(roster, active=(*active, *others[:number]), idle=idle)


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
