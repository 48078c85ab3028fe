"""The tally sheet of the whole game: every votable matter with its verdict, and the doubts about
all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.model import MatterKind, Post, Roster, Status, name_key
from parsers.ruleset.ruleset_model import Caveat, Ruleset
from validators.post_changes import late_changes
from validators.view import GameView
from validators.voting.activity import Activity
from validators.voting.conditions import Case, earliest
from validators.voting.dated_posts import DatedPost
from validators.voting.doubts import (
    case_doubts,
    near_strangers,
    post_doubts,
    problems_by_post,
    roster_doubts,
    unseen,
)
from validators.voting.legality import dormancy, hiatus_at, known_hiatus
from validators.voting.past_game import PastGame, case_of, resolved_at
from validators.voting.reasons import reasons
from validators.voting.roster_events import Players
from validators.voting.rules_then import lacking_clauses
from validators.voting.timeline import Timeline
from validators.voting.verdict import Hiatus, Verdict
from validators.voting.voting_rules import doubts_of_all, rule_doubts
from validators.wording import Doubt, DoubtKind, doubt


class CannotJudge(Exception):
    """No verdict can be given on any matter; the message says what is missing."""


@dataclass(frozen=True)
class TallySheet:
    """Everything that a tally shows: players, hiatus, and a verdict for each matter, pending ones
    first.

    ``emperor`` is None without an Emperor or if the Emperor is unknown (then ``emperor_known`` is
    False). ``doubts`` apply to every verdict; ``caveats`` are the rules and sentences that can
    change one. ``skipped`` are the matters without a readable date.
    """

    as_of: datetime
    roster: Roster
    rules: Ruleset
    emperor: str | None
    quorum: int
    hiatus: Hiatus
    verdicts: tuple[Verdict, ...]
    doubts: tuple[Doubt, ...] = ()
    skipped: tuple[Post, ...] = ()
    emperor_known: bool = True

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """The rules and sentences that can change verdicts and were not applied."""
        return self.rules.caveats

    @property
    def certified(self) -> bool:
        """True if the rules as read are safe to act on."""
        return not self.doubts and not any(
            any(rule_doubts(self.rules, kind)) for kind in MatterKind
        )

    def own_doubts(self, verdict: Verdict) -> tuple[Doubt, ...]:
        """Return the doubts about one verdict that do not apply to every verdict."""
        return tuple(each for each in verdict.doubts if each not in self.doubts)


class _Judge:
    """The data shared by all verdicts of one sheet."""

    def __init__(self, view: GameView, rules: Ruleset, roster: Roster, timeline: Timeline) -> None:
        self.rules = rules
        self.roster = roster
        self.timeline = timeline
        self.past = PastGame(view, timeline)
        self.hiatus = hiatus_at(rules, roster, timeline, view.as_of)
        # The rules may have changed since an outdated source was read.
        aged = (doubt(DoubtKind.SOURCE_AGED, problem=problem) for problem in view.missing.aged)
        by_post = rules.voting.player_leaves_by_post.value
        leaving = Activity(view, timeline).departures(roster) if by_post else ()
        self.common = (*roster_doubts(roster, Players(roster), view.problems), *aged, *leaving)
        self.late = late_changes(view, rules)
        self.problems = problems_by_post(view.problems)

    def verdict(self, post: DatedPost, kind: MatterKind) -> Verdict:
        """Judge one matter: a pending one as of now, a resolved one with the rules and Players of
        its resolution.
        """
        now = self.timeline.as_of
        moment = resolved_at(post, now)
        if post.status is Status.PENDING:
            rules, roster, hiatus, past = self.rules, self.roster, self.hiatus, None
        else:
            past = self.past.of(post, self.rules)
            rules, roster, timeline = past.rules, past.roster.roster, self.timeline
            hiatus = (
                hiatus_at(rules, roster, timeline, moment)
                if past.roster.known
                else known_hiatus(rules, timeline, moment)
            )
        case = case_of(post, kind, rules, Players(roster), self.timeline, hiatus)
        first, ahead = earliest(case), case.ahead
        if_first = earliest(replace(case, queue=False)) if ahead else first
        states = (
            case.popular(moment),
            case.unpopular(moment),
            case.enactable(now),
            case.failable(now),
        )
        needs_other_posts = kind is not MatterKind.CFJ and (
            None in states
            or not first.known
            or (past is not None and (case.legality.unseen or hiatus.unseen))
        )
        lacking = tuple(unseen(case, moment, listed=needs_other_posts))
        doubts = (
            *lacking,
            *self.common,
            *rule_doubts(rules, kind),
            *post_doubts(post, self.timeline, self.problems),
            *filter(None, (self.late.get(post.key),)),
            *(
                self._of_now(case)
                if past is None
                else (*past.doubts, *self.past.strangers(case.tally, moment))
            ),
            *(self._dormant(case) if kind is MatterKind.PROPOSAL else ()),
            *case_doubts(case),
        )
        return Verdict(
            post=post,
            kind=kind,
            status=post.status,
            votes=case.tally.votes,
            uncounted=case.tally.uncounted,
            counts=case.tally.counts,
            quorum=case.tally.quorum,
            withdrawn=case.tally.withdrawn,
            vetoed=case.tally.vetoed,
            popular=states[0],
            unpopular=states[1],
            enactable=states[2],
            failable=states[3],
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

    def _of_now(self, case: Case) -> Iterator[Doubt]:
        """Yield the doubts about the Players that a pending matter depends on."""
        yield from self.past.rosters.contradicted
        used = {name_key(vote.voter) for vote in case.tally.votes if not vote.implicit}
        yield from near_strangers(
            case.tally.uncounted,
            [name for name in self.roster.active if name_key(name) not in used],
        )
        yield from self.past.rosters.author_doubts(case.post)

    def _dormant(self, case: Case) -> Iterator[Doubt]:
        """Yield a doubt if a Proposal may be illegal because the game was dormant when it was
        posted.
        """
        roster = self.past.rosters.at(case.post.posted).roster
        why, unsure = dormancy(case.rules, roster, self.timeline, case.post.posted)
        # A pending matter already has the same doubt about now.
        if why or (unsure and case.post.status is not Status.PENDING):
            yield doubt(DoubtKind.DORMANT_WHEN_POSTED, why=why or unsure)


def judge(
    view: GameView, only: Iterable[str] | None = None, timeline: Timeline | None = None
) -> TallySheet:
    """Judge every votable matter of a view, or those whose :attr:`Post.key` is in ``only``. By
    default, ``timeline`` is a new one of the view. Raises CannotJudge without a Ruleset, a roster,
    or a readable definition of Quorum and popularity.
    """
    rules, roster = view.rules, view.roster
    if rules is None:
        raise CannotJudge("no Ruleset is available, so no vote can be counted")
    if roster is None:
        raise CannotJudge("no roster is available, so it is unknown whose votes count")
    if not roster.active:
        raise CannotJudge("the roster lists no active Player, so there is no Quorum")
    lacking = lacking_clauses(rules)
    if lacking:
        raise CannotJudge(f"the Ruleset has no readable clause on {', '.join(lacking)}")
    timeline = timeline or Timeline(view)
    judging = _Judge(view, rules, roster, timeline)
    players = Players(roster)
    emperor = timeline.emperor_at(view.as_of)
    wanted = None if only is None else frozenset(only)
    matters = [
        (post, post.category.matter)
        for post in timeline.matters
        if wanted is None or post.key in wanted
    ]
    matters.sort(key=lambda matter: matter[0].status is not Status.PENDING)
    hiatus = judging.hiatus
    if hiatus.unseen:
        missing = timeline.seen.older_posts(timeline.hiatus_since(view.as_of), view.as_of)
        unseen_dov = doubt(DoubtKind.DOV_UNSEEN, what=missing)
        hiatus = replace(hiatus, doubts=(*hiatus.doubts, unseen_dov))
    return TallySheet(
        as_of=view.as_of,
        roster=roster,
        rules=rules,
        emperor=players.canonical_name(emperor.name) if emperor.name else None,
        quorum=players.quorum,
        hiatus=hiatus,
        verdicts=tuple(judging.verdict(post, kind) for post, kind in matters if kind is not None),
        doubts=(*judging.common, *doubts_of_all(rules)),
        skipped=tuple(post for post in timeline.undated if post.category.matter is not None),
        emperor_known=emperor.known,
    )
