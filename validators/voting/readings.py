"""A resolved matter as it stood at its resolution, under every roster that it may have had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, product

from parsers.model import MatterKind, Roster, Status, VoteIcon, name_key
from parsers.ruleset.model import Ruleset
from validators.voting.conditions import Case
from validators.voting.core_text import changes_core
from validators.voting.dated import DatedPost
from validators.voting.doubts import asks_nothing
from validators.voting.legality import known_hiatus, legality
from validators.voting.past import PastGame, Then, resolved_at
from validators.voting.players import Players
from validators.voting.tally import tally
from validators.voting.ternary import every, negated, some
from validators.voting.timeline import Timeline
from validators.voting.verdict import Uncounted


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
        """Whether rules and Players of that time are certain."""
        return self.then.known and not self.strangers

    def allows(self) -> frozenset[bool | None]:
        """Whether the status is one that the votes allow, under each roster."""
        return frozenset(allows(case) for case in self.cases)


def resolution(post: DatedPost, kind: MatterKind, past: PastGame, timeline: Timeline, today: Ruleset) -> Resolution:
    """A resolved matter under each roster that it may have had."""
    then = past.of(post, today)
    best = _case(post, kind, then, timeline)
    moment = resolved_at(post, timeline.as_of)
    strangers = tuple(past.strangers(best.tally, moment))
    if then.roster.known and not strangers:
        return Resolution(post, then, (best,))
    cases = [_under(best, Players(roster)) for roster in _rosters(then, best)]
    return Resolution(post, then, (best, *cases) if cases else (), strangers)


def _under(best: Case, players: Players) -> Case:
    """A case with other Players."""
    counted = tally(best.post, best.rules, players, best.timeline)
    return replace(best, tally=counted, players=len(players), quorum=players.quorum)


def _case(post: DatedPost, kind: MatterKind, then: Then, timeline: Timeline) -> Case:
    players = then.players
    moment = resolved_at(post, timeline.as_of)
    asks_quorum = kind is MatterKind.PROPOSAL and then.rules.value("popular.core_text_needs_quorum")
    return Case(
        post=post,
        kind=kind,
        rules=then.rules,
        timeline=timeline,
        tally=tally(post, then.rules, players, timeline),
        legality=legality(then.rules, timeline, post),
        hiatus=known_hiatus(then.rules, timeline, moment),
        emperor=timeline.emperor_for(post),
        players=len(players),
        quorum=players.quorum,
        core_text=bool(asks_quorum) and changes_core(post, then.rules).changes,
    )


def _rosters(then: Then, best: Case) -> Iterator[Roster]:
    """The rosters of that time between which every answer lies: of the unsettled people all or none of those with the same last icon.

    Another vote FOR never makes a matter less Popular, another AGAINST or a Player more without a vote never makes it more so; only
    the Emperor's own DEFERENTIAL follows other laws. Then, or where announcements are missing, there is no roster.
    A stranger who voted may be a Player without a vote who has another name by now.
    """
    emperor = name_key(best.emperor.name or "")
    own = any(name_key(vote.voter) == emperor and vote.icon is VoteIcon.DEFERENTIAL for vote in best.tally.votes)
    if own or then.roster.doubts:
        return
    last = {name_key(icon.voter): icon.icon for icon in best.tally.uncounted if icon.reason in (Uncounted.IDLE, Uncounted.NOT_A_PLAYER)}
    last |= {name_key(vote.voter): vote.icon for vote in best.tally.votes}
    strangers = tuple(dict.fromkeys(icon.voter for icon in best.tally.uncounted if icon.reason is Uncounted.NOT_A_PLAYER))
    unsettled = {name_key(name): name for name in (*then.roster.unsettled, *strangers)}
    apart = {name_key(best.post.author): "author", emperor: "emperor"}
    groups: dict[str, list[str]] = {}
    for key, name in unsettled.items():
        groups.setdefault(apart.get(key) or last.get(key, ""), []).append(name)
    without_vote = groups.pop("", [])
    roster = then.roster.roster
    sure = tuple(name for name in roster.active if name_key(name) not in unsettled)
    silent = tuple(name for name in sure if name_key(name) not in last and name_key(name) not in apart)
    for chosen in product(*(((), tuple(names)) for names in groups.values())):
        people = tuple(chain(*chosen))
        for number in sorted({0, min(1, len(without_vote)), len(without_vote)}):
            for renamed in sorted({0, min(len(silent), sum(name in strangers for name in people))}):
                others = tuple(name for name in sure if name not in silent[:renamed])
                yield replace(roster, active=(*others, *people, *without_vote[:number]), idle=())


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
