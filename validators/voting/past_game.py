"""The rules and the roster of an earlier moment with the doubts about them, and resolved matters
with those of their resolution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.model import MatterKind, Roster, Status, VoteIcon, name_key
from parsers.ruleset.ruleset_model import Ruleset
from validators.reason_wording import HiatusCause, Uncounted
from validators.view import GameView
from validators.voting.conditions import Case, every, negated, some
from validators.voting.core_text import changes_core
from validators.voting.dated_posts import DatedPost
from validators.voting.doubts import asks_nothing
from validators.voting.legality import dormancy, known_hiatus, legality
from validators.voting.roster_events import Players
from validators.voting.rosters import RosterThen
from validators.voting.timeline import Timeline
from validators.voting.verdict import Hiatus
from validators.voting.vote_tally import VoteTally, tally
from validators.voting.voting_rules import unread_about
from validators.wording import Doubt, DoubtKind, doubt


@dataclass(frozen=True)
class GameAtResolution:
    """The rules and the roster as of a resolution, and the ``doubts`` about either, those about the
    roster first.
    """

    rules: Ruleset
    roster: RosterThen
    doubts: tuple[Doubt, ...] = ()


class PastGame:
    """The known rosters and rules of earlier times."""

    def __init__(self, view: GameView, timeline: Timeline) -> None:
        self._view, self._timeline, self.rosters = view, timeline, timeline.rosters
        self.stood, self.rules_at = timeline.rules_then.stood, timeline.rules_then.at

    def of(self, post: DatedPost, today: Ruleset) -> GameAtResolution:
        """Return the rules and roster of a resolution; ``today``'s rules replace unknown ones."""
        moment = resolved_at(post, self._view.as_of)
        roster, (rules, why) = self.rosters.at(moment), self.rules_at(moment)
        changed = (
            [doubt(DoubtKind.RULES_UNKNOWN, why=why)]
            if rules is None
            else self._changed(rules, post)
        )
        return GameAtResolution(
            rules or today, roster, (*roster.why, *self.rosters.author_doubts(post), *changed)
        )

    def _changed(self, rules: Ruleset, post: DatedPost) -> Iterator[Doubt]:
        """Yield a doubt if the rules at the posting of a matter are unknown, were not reviewed, or
        differ from the ``rules`` at its resolution.
        """
        before, why = self.rules_at(post.posted)
        if before is None:
            yield doubt(DoubtKind.RULES_UNKNOWN_WHEN_POSTED, why=why)
            return
        if before is rules:
            return
        if before.unread_rules:
            yield doubt(DoubtKind.RULES_NOT_REVIEWED_THEN, rules=before.unread_rules)
        if _bearing(before) != _bearing(rules):
            yield doubt(DoubtKind.RULES_CHANGED)

    def dormancy_at(
        self, moment: datetime, otherwise: Ruleset | None = None
    ) -> tuple[HiatusCause | None, Doubt | None]:
        """Return the cause if the game was dormant, else the doubt if that is unknown; neither if
        it certainly was not. ``otherwise`` are the rules to use if those of that time are unknown.
        """
        rules, why = self.rules_at(moment)
        rules = rules or otherwise
        if rules is None:
            return None, why
        if rules.voting.dormancy_in_sidebar.value:
            return None, doubt(DoubtKind.DORMANCY_IN_SIDEBAR)
        if rules.voting.dormancy_min_players.value is None:
            unread = unread_about(rules, rules.voting.dormancy_min_players)
            return None, None if unread is None else doubt(DoubtKind.DORMANCY_UNREAD)
        roster_then = self.rosters.at(moment)
        dormant, unsure = dormancy(rules, roster_then.sure, self._timeline, moment)
        # More active players than the certain ones cannot make the game dormant.
        if roster_then.known or (dormant is None and unsure is None and not roster_then.doubts):
            return dormant, unsure
        return None, doubt(DoubtKind.DORMANCY_UNSURE)

    def strangers(self, tally: VoteTally, moment: datetime) -> Iterator[Doubt]:
        """Yield a doubt for each person whose icons are not counted because they are on no later
        roster, although they may have been on the roster of that time.
        """
        sidebars = self.rosters.sidebars_around(moment)
        if any(sidebar.first_seen <= moment for sidebar in sidebars):
            return
        listed = {
            name_key(name)
            for sidebar in sidebars
            for name in (*sidebar.roster.active, *sidebar.roster.idle)
        }
        for name in dict.fromkeys(
            icon.voter for icon in tally.uncounted if icon.reason is Uncounted.NOT_A_PLAYER
        ):
            if name_key(name) not in listed:
                yield doubt(DoubtKind.STRANGER, name=name)


def resolved_at(post: DatedPost, now: datetime) -> datetime:
    """Return the moment as of which a matter is judged: now if it is pending, else its resolution,
    but no earlier than its posting.
    """
    return now if post.status is Status.PENDING else max(post.closed or now, post.posted)


def _bearing(rules: Ruleset) -> tuple[object, ...]:
    """Return the parts of the rules that a verdict depends on."""
    values = {each.name: each.value for each in rules.voting}
    unread = frozenset((unread.topic, unread.why) for unread in rules.unread)
    return values, unread, frozenset(caveat for caveat in rules.caveats if caveat.by)


# A resolved matter


def case_of(
    post: DatedPost,
    kind: MatterKind,
    rules: Ruleset,
    players: Players,
    timeline: Timeline,
    hiatus: Hiatus,
) -> Case:
    """Return everything that a verdict on one matter depends on."""
    asks_quorum = kind is MatterKind.PROPOSAL and rules.voting.popular_core_text_needs_quorum.value
    votes, legal = tally(post, rules, players, timeline), legality(rules, timeline, post)
    core = changes_core(post, rules) if asks_quorum else None
    return Case(
        post,
        kind,
        rules,
        timeline,
        votes,
        legal,
        hiatus,
        timeline.emperor_for(post),
        len(players),
        core,
    )


@dataclass(frozen=True)
class Resolution:
    """A resolved matter with the rules and the roster of its time (``then``). ``strangers`` are
    doubts about people who may have been Players. The first of ``cases`` is the most likely one;
    the others assume other Players, if the Players are uncertain.
    """

    post: DatedPost
    then: GameAtResolution
    cases: tuple[Case, ...]
    strangers: tuple[Doubt, ...] = ()

    @property
    def sure(self) -> bool:
        """True if the rules and the Players of that time are certain."""
        return not self.then.doubts and not self.strangers

    @property
    def open(self) -> bool:
        """True if the cases do not cover all possibilities: there may have been unknown Players,
        the Emperor's own DEFERENTIAL follows the other votes, or DEFERENTIALs follow an Emperor who
        may not have been a Player.
        """
        emperor = name_key(self.cases[0].emperor.name or "")
        unsettled = emperor in map(name_key, self.then.roster.unsettled)
        undecided_deferentials = (
            vote.icon is VoteIcon.DEFERENTIAL and (unsettled or name_key(vote.voter) == emperor)
            for case in self.cases
            for vote in case.tally.votes
        )
        return bool(self.strangers or self.then.roster.doubts) or (
            len(self.cases) > 1 and any(undecided_deferentials)
        )

    def allows(self) -> frozenset[bool | None]:
        """Return whether the votes allow the status in each case, and None if the cases do not
        cover all possibilities.
        """
        return frozenset((*map(allows, self.cases), *((None,) if self.open else ())))


def resolution(
    post: DatedPost, kind: MatterKind, past: PastGame, timeline: Timeline, today: Ruleset
) -> Resolution:
    """Return a resolved matter with the rules and the roster of that time."""
    game_then, moment = past.of(post, today), resolved_at(post, timeline.as_of)
    hiatus = known_hiatus(game_then.rules, timeline, moment)
    best = case_of(post, kind, game_then.rules, Players(game_then.roster.roster), timeline, hiatus)
    others = [] if game_then.roster.known else _others(game_then.roster, best)
    return Resolution(post, game_then, (best, *others), tuple(past.strangers(best.tally, moment)))


def _others(roster: RosterThen, best: Case) -> Iterator[Case]:
    """Yield the case with all uncertain Players, with none of them, and with only those who voted
    FOR, AGAINST, or neither.
    """
    known = roster.sure.active
    everybody = _with(best, (*known, *roster.unsettled))
    yield everybody
    if not roster.unsettled:
        return
    yield _with(best, known)
    voted = {name_key(vote.voter): vote.counts_as for vote in everybody.tally.votes}
    for side in (VoteIcon.FOR, VoteIcon.AGAINST, None):
        yield _with(
            best,
            (*known, *(name for name in roster.unsettled if voted.get(name_key(name)) is side)),
        )


def _with(case: Case, active: tuple[str, ...]) -> Case:
    players = Players(Roster(active))
    return replace(
        case, tally=tally(case.post, case.rules, players, case.timeline), players=len(players)
    )


def allows(case: Case) -> bool | None:
    """Return whether the votes allow the status of a matter; None if unknown. The times, the queue
    and a hiatus are checked elsewhere.
    """
    post, moment = case.post, resolved_at(case.post, case.timeline.as_of)
    if post.status is Status.ILLEGAL:
        return case.legality.illegal
    if not case.emperor.known and any(
        vote.icon is VoteIcon.DEFERENTIAL for vote in case.tally.votes
    ):
        return None
    if post.status is Status.ENACTED:
        return case.threshold(moment) if case.kind is MatterKind.DOV else case.popular(moment)
    if post.status is Status.VETOED:
        return every(case.kind is MatterKind.PROPOSAL, case.vetoed)
    if case.kind is MatterKind.PROPOSAL:
        return some(case.unpopular(moment), case.stopped, case.stale(moment))
    if case.kind is MatterKind.CFJ:
        judged_so = case.rules.voting.cfj_fail_if_no_change.value is not False and asks_nothing(
            post
        )
        return some(case.unpopular(moment), None if judged_so else False)
    return some(
        case.unpopular(moment),
        post.failed_with is not None,
        every(case.dov_too_old(moment), negated(case.threshold(moment))),
    )
