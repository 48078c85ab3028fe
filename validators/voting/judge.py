"""The tally sheet of the whole game: every votable matter with its verdict, and what none of them can vouch for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from parsers.model import MatterKind, Post, Roster, Status
from parsers.ruleset.model import Caveat, Ruleset
from validators.view import GameView
from validators.voting.bans import Bans
from validators.voting.conditions import Case, earliest
from validators.voting.core_text import CoreChange, changes_core
from validators.voting.doubts import (
    ProblemIndex,
    case_doubts,
    concerns,
    index_problems,
    post_doubts,
    roster_doubts,
    rule_doubts,
    source_doubts,
    unseen,
)
from validators.voting.legality import hiatus_at, known_hiatus, legality
from validators.voting.players import Players
from validators.voting.reasons import reasons
from validators.voting.tally import tally
from validators.voting.timeline import DatedPost, Timeline
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
    """What all verdicts of one sheet share."""

    rules: Ruleset
    roster: Roster
    players: Players
    timeline: Timeline
    hiatus: Hiatus
    common: tuple[str, ...]
    problems: ProblemIndex
    bans: Bans

    def case(self, post: DatedPost, kind: MatterKind, moment: datetime, *, core_text: bool) -> Case:
        """All that the verdict on one matter rests on."""
        rules, players, timeline = self.rules, self.players, self.timeline
        pending = post.status is Status.PENDING
        return Case(
            post=post,
            kind=kind,
            rules=rules,
            timeline=timeline,
            tally=tally(post, rules, players, timeline),
            legality=legality(rules, players, timeline, post),
            hiatus=self.hiatus if pending else known_hiatus(rules, players, timeline, moment),
            emperor=timeline.emperor_for(post),
            players=len(players),
            quorum=players.quorum,
            core_text=core_text,
        )

    def verdict(self, post: DatedPost, kind: MatterKind) -> Verdict:
        """Judge one dated matter, as of now or as of its resolution."""
        now = self.timeline.as_of
        moment = now if post.status is Status.PENDING else max(post.closed or now, post.posted)
        asks_quorum = kind is MatterKind.PROPOSAL and self.rules.value("popular.core_text_needs_quorum")
        core = changes_core(post, self.rules) if asks_quorum else None
        case = self.case(post, kind, moment, core_text=core is not None and core.changes)
        spared = self.bans.spared(case, partial(tally, post, self.rules, self.players, self.timeline), partial(self._judged, core, moment))
        by_rules = rule_doubts(self.rules, kind, [each.caveat for each in spared])
        first, ahead = earliest(case), case.ahead
        if_first = earliest(replace(case, queue=False)) if ahead else first
        states = (case.popular(moment), case.unpopular(moment), case.enactable(now), case.failable(now))
        popular, unpopular, enactable, failable = states
        lacking = tuple(unseen(case, listed=kind is not MatterKind.CFJ and (None in states or not first.known)))
        doubts = (*lacking, *self.common, *by_rules, *post_doubts(post, self.problems), *case_doubts(case, self.players, core))
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
            without_effect=tuple(each.text for each in spared),
            unseen=lacking,
            ahead=ahead,
            enact_if_first=if_first.enact,
            fail_if_first=if_first.fail,
        )

    def _judged(self, core: CoreChange | None, moment: datetime, case: Case) -> tuple[object, ...]:
        """What has to be the same if a ban on an icon could not have changed a verdict, with all that is doubtful about it."""
        now, tallied = self.timeline.as_of, case.tally
        conditions = tuple((reason.clause, reason.met) for reason in reasons(case, moment))
        may = (case.popular(moment), case.unpopular(moment), case.enactable(now), case.failable(now))
        return tallied.withdrawn, tallied.vetoed, may, earliest(case), conditions, frozenset(case_doubts(case, self.players, core))


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


def judge(view: GameView, only: Iterable[str] | None = None) -> TallySheet:
    """Judge every votable matter of the view, or those whose :attr:`Post.key` is in ``only``.

    Raises CannotJudge where there is no Ruleset, no roster, or no readable definition of Quorum and popularity.
    """
    rules, roster = _usable(view)
    timeline = Timeline(view)
    players = Players(roster)
    hiatus = hiatus_at(rules, roster, players, timeline)
    doubts, problems = (*roster_doubts(roster, players), *source_doubts(view.aged)), index_problems(view.problems)
    judging = _Judge(rules, roster, players, timeline, hiatus, doubts, problems, Bans(view, rules))
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
        verdicts=tuple(judging.verdict(post, kind) for post, kind in matters if kind is not None),
        doubts=judging.common,
        skipped=tuple(post for post in timeline.undated if post.category.matter is not None),
        emperor_known=emperor.known,
    )
