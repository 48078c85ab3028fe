"""The tally sheet of the whole game: every votable matter with its verdict, and what none of them can vouch for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from parsers.model import MatterKind, Post, Roster, Status, name_key
from parsers.ruleset.model import Caveat, Ruleset
from validators.view import GameView
from validators.voting.conditions import Case, earliest
from validators.voting.dated import DatedPost
from validators.voting.doubts import (
    ProblemIndex,
    case_doubts,
    index_problems,
    may_occur,
    near_strangers,
    post_doubts,
    roster_doubts,
    source_doubts,
    unseen,
)
from validators.voting.legality import dormancy, hiatus_at, known_hiatus
from validators.voting.reasons import reasons
from validators.voting.resolution import case_of
from validators.voting.rosters import Players
from validators.voting.rule_doubts import concerns, rule_doubts
from validators.voting.rules_and_roster_then import GameAtResolution, PastGame, resolved_at
from validators.voting.timeline import Timeline
from validators.voting.verdict import Hiatus, Verdict

__all__ = ["CannotJudge", "TallySheet", "judge"]


class CannotJudge(Exception):
    """No verdict can be given at all; the message says what is missing."""


@dataclass(frozen=True)
class TallySheet:
    """Everything a tally prints: players, hiatus, and a verdict for each matter, pending ones first.

    ``emperor`` is None where there is none, or, where the Emperor is unknown (then ``emperor_known`` is False). ``doubts``
    hold for every verdict, ``caveats`` are the sentences that may change one. ``skipped`` are matters
    without a readable date.
    """

    as_of: datetime
    roster: Roster
    rules: Ruleset
    emperor: str | None
    quorum: int
    hiatus: Hiatus
    verdicts: tuple[Verdict, ...]
    doubts: tuple[str, ...] = ()
    skipped: tuple[Post, ...] = field(default=())
    emperor_known: bool = True

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Sentences of the rules that speak of voting and were not applied."""
        return self.rules.caveats

    @property
    def certified(self) -> bool:
        """Whether nothing speaks against acting on the rules as read."""
        unread = any(concerns(unread.topic, MatterKind) for unread in self.rules.unread)
        return not self.doubts and not unread and not any(caveat.bears for caveat in self.caveats)


@dataclass(frozen=True)
class _Judge:
    """What all verdicts of one sheet share; of a resolved matter the rules and Players are those of ``then``."""

    rules: Ruleset
    players: Players
    timeline: Timeline
    hiatus: Hiatus
    common: tuple[str, ...]
    problems: ProblemIndex
    past: PastGame
    then: GameAtResolution | None = None

    def as_of(self, post: DatedPost) -> _Judge:
        """The judge of one matter: this one, or for a resolved matter one with what held then."""
        if post.status is Status.PENDING:
            return self
        then = self.past.of(post, self.rules)
        moment = resolved_at(post, self.timeline.as_of)
        if then.roster.known:
            hiatus = hiatus_at(then.rules, then.roster.roster, then.players, self.timeline, moment)
        else:
            hiatus = known_hiatus(then.rules, self.timeline, moment)
        return replace(self, rules=then.rules, players=then.players, hiatus=hiatus, then=then)

    def verdict(self, post: DatedPost, kind: MatterKind) -> Verdict:
        """Judge one dated matter, as of now or as of its resolution."""
        now = self.timeline.as_of
        moment = resolved_at(post, now)
        case, core = case_of(post, kind, self.rules, self.players, self.timeline, self.hiatus)
        first, ahead = earliest(case), case.ahead
        if_first = earliest(replace(case, queue=False)) if ahead else first
        states = (case.popular(moment), case.unpopular(moment), case.enactable(now), case.failable(now))
        popular, unpopular, enactable, failable = states
        listed = None in states or not first.known or (self.then is not None and (case.legality.unseen or case.hiatus.unseen))
        lacking = tuple(unseen(case, moment, listed=kind is not MatterKind.CFJ and listed))
        doubts = (
            *lacking,
            *self.common,
            *rule_doubts(self.rules, kind, may_occur=partial(may_occur, case)),
            *post_doubts(post, self.timeline, self.problems),
            *self._roster_doubts(case, moment),
            *case_doubts(case, self.authors, core),
        )
        return Verdict(
            post=post,
            kind=kind,
            status=post.status,
            votes=case.tally.votes,
            uncounted=case.tally.uncounted,
            counts=case.tally.counts,
            quorum=case.quorum,
            withdrawn=case.tally.withdrawn,
            vetoed=case.tally.vetoed,
            popular=popular,
            unpopular=unpopular,
            enactable=enactable,
            failable=failable,
            earliest_enact=first.enact,
            earliest_fail=first.fail,
            reasons=reasons(case, moment),
            doubts=tuple(dict.fromkeys(doubts)),
            illegal=case.legality.why,
            unseen=lacking,
            ahead=ahead,
            enact_if_first=if_first.enact,
            fail_if_first=if_first.fail,
        )

    def _roster_doubts(self, case: Case, moment: datetime) -> Iterator[str]:
        """What is not certain of the Players, and for a resolved matter of the rules, of its time."""
        if self.then is not None:
            yield from self.then.doubts
            yield from self.past.strangers(case.tally, moment)
            yield from self._dormant(case, self.then.posted.roster)
            return
        yield from self.past.rosters.contradicted
        used = {name_key(vote.voter) for vote in case.tally.votes if not vote.implicit}
        yield from near_strangers(case.tally.uncounted, [name for name in self.players.roster.active if name_key(name) not in used])
        yield from self._dormant(case, self.past.rosters.at(case.post.posted).roster)

    @property
    def authors(self) -> Players:
        """Those who were Players when the matter was posted, as far as known; of a pending one those of today."""
        return self.players if self.then is None else Players(self.then.posted.roster)

    def _dormant(self, case: Case, roster: Roster) -> Iterator[str]:
        """Whether a Proposal may be illegal because the game was dormant, with this roster, when it was posted."""
        why, doubt = dormancy(self.rules, roster, Players(roster), self.timeline, case.post.posted)
        why = why or (None if self.then is None else doubt)  # of a pending matter the same doubt about now says so
        if case.kind is MatterKind.PROPOSAL and why:
            yield f"the game may have been dormant when it was posted: {why}"


def _usable(view: GameView) -> tuple[Ruleset, Roster]:
    if view.rules is None:
        raise CannotJudge("no Ruleset is available, so no vote can be counted")
    if view.roster is None:
        raise CannotJudge("no roster is available, so it is unknown whose votes count")
    if not view.roster.active:
        raise CannotJudge("the roster lists no active Player, so there is no Quorum")
    lacking = [key for key in ("quorum", "popular.quorum", "unpopular.quorum") if view.rules.value(key) is None]
    if lacking:
        raise CannotJudge(f"the Ruleset has no readable clause on {', '.join(lacking)}")
    return view.rules, view.roster


def _unseen_hiatus(timeline: Timeline) -> str:
    now = timeline.as_of
    return f"a DoV may be pending: {timeline.seen.older_posts(timeline.hiatus_since(now), now)}"


def judge(view: GameView, only: Iterable[str] | None = None, timeline: Timeline | None = None) -> TallySheet:
    """Judge every votable matter of the view, or those whose :attr:`Post.key` is in ``only``; ``timeline`` is the view's if it is known.

    Raises CannotJudge where there is no Ruleset, no roster, or no readable definition of Quorum and popularity.
    """
    rules, roster = _usable(view)
    timeline = timeline or Timeline(view)
    players = Players(roster)
    hiatus = hiatus_at(rules, roster, players, timeline)
    doubts, problems = (*roster_doubts(roster, players, view.problems), *source_doubts(view.aged)), index_problems(view.problems)
    judging = _Judge(rules, players, timeline, hiatus, doubts, problems, PastGame(view, timeline))
    wanted = None if only is None else frozenset(only)
    matters = [(post, post.category.matter) for post in timeline.matters if wanted is None or post.key in wanted]
    matters.sort(key=lambda matter: matter[0].status is not Status.PENDING)
    emperor = timeline.emperor_at(view.as_of)
    return TallySheet(
        as_of=view.as_of,
        roster=roster,
        rules=rules,
        emperor=players.canonical_name(emperor.name) if emperor.name else None,
        quorum=players.quorum,
        hiatus=hiatus if not hiatus.unseen else replace(hiatus, doubts=(*hiatus.doubts, _unseen_hiatus(timeline))),
        verdicts=tuple(judging.as_of(post).verdict(post, kind) for post, kind in matters if kind is not None),
        doubts=judging.common,
        skipped=tuple(post for post in timeline.undated if post.category.matter is not None),
        emperor_known=emperor.known,
    )
