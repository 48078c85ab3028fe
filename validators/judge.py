"""The tally sheet of the whole game: every votable matter with its verdict, and what none of them can vouch for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from parsers.model import MatterKind, Post, Roster, Status, same_name
from parsers.ruleset.model import Caveat, Ruleset
from validators.core_text import changes_core
from validators.hiatus import hiatus_at, known_hiatus
from validators.legality import Legality, illegal_dov, over_daily_limit, over_pending_limit
from validators.reasons import reasons
from validators.resolution import Case, earliest
from validators.roster import Players
from validators.tally import tally
from validators.timeline import Timeline
from validators.verdict import Hiatus, Verdict
from validators.view import GameView

__all__ = ["CannotJudge", "Sheet", "judge", "legality"]

_COMMON = ("sections", "terms", "quorum", "vote", "popular", "unpopular", "special_case", "deferential.players")
_TOPICS = {
    MatterKind.PROPOSAL: (*_COMMON, "proposal", "veto", "hiatus", "dormancy", "downtime", "interregnum", "dov.hiatus", "deferential"),
    MatterKind.CFJ: (*_COMMON, "cfj"),
    MatterKind.DOV: (*_COMMON, "dov", "interregnum", "downtime"),
}
_ASKS = re.compile(
    r"\b(?:change|replace|add|amend|remove|revert|undo|set|update|repeal|uphold|create|make|reword|give|delete|insert|rename|end|consider|correct|enact)",
    re.IGNORECASE,
)


class CannotJudge(Exception):
    """No verdict can be given at all; the message says what is missing."""


@dataclass(frozen=True)
class Sheet:
    """Everything a tally prints: players, hiatus, and a verdict for each matter, pending ones first.

    ``doubts`` hold for every verdict, ``caveats`` are the sentences that may change one. ``skipped`` are
    matters without a readable date.
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

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Sentences of the rules that speak of voting and were not applied."""
        return self.rules.caveats

    @property
    def certified(self) -> bool:
        """Whether nothing speaks against acting on the rules as read."""
        return not self.doubts and not any(caveat.bears for caveat in self.caveats) and not self._voting_unread

    @property
    def _voting_unread(self) -> bool:
        topics = {topic for known in _TOPICS.values() for topic in known}
        return any(
            unread.topic == t or unread.topic.startswith(t + ".") or unread.topic == t + "s" for unread in self.rules.unread for t in topics
        )


def _concerns(topic: str, kind: MatterKind) -> bool:
    return any(topic == known or topic.startswith(known + ".") or topic == known + "s" for known in _TOPICS[kind])


def legality(rules: Ruleset, players: Players, timeline: Timeline, post: Post) -> Legality:
    """Whether a votable matter is an illegal post, as far as the posts tell."""
    if post.posted is None:
        return Legality()
    if not post.subject.strip():
        return Legality("its subject is empty", "BN203", ("an entry with an empty subject is not valid, and is taken for an illegal post",))
    if post.category.matter is MatterKind.DOV:
        return illegal_dov(rules, players, timeline, post)
    if post.category.matter is not MatterKind.PROPOSAL:
        return Legality()
    if over_pending_limit(rules, timeline, post):
        return Legality(f"its author had {rules.value('proposal.pending_limit')} Proposals pending", "BN201")
    if over_daily_limit(rules, timeline, post):
        return Legality(f"its author had made {rules.value('proposal.daily_limit')} Proposals that day", "BN202")
    hiatus = known_hiatus(rules, players, timeline, post.posted, before=post)
    if hiatus.active:
        return Legality(f"it was submitted in a hiatus ({hiatus.texts[0]})", "BN204", hiatus.doubts)
    return Legality()


def _rule_doubts(view: GameView, rules: Ruleset, kind: MatterKind) -> Iterator[str]:
    for unread in rules.unread:
        if _concerns(unread.topic, kind):
            where = f" (rule “{unread.rule}”)" if unread.rule else ""
            yield f"not read in the Ruleset: {unread.topic}{where}: {unread.why}"
    for caveat in rules.caveats:
        if caveat.bears and kind in caveat.kinds:
            yield f"the rule “{caveat.rule}” says: “{caveat.quote}”"


def _roster_doubts(roster: Roster, players: Players) -> Iterator[str]:
    if roster.stated_players is not None and roster.stated_players != len(players):
        yield f"the sidebar states {roster.stated_players} players and lists {len(players)}"


def _post_doubts(view: GameView, post: Post) -> Iterator[str]:
    if post.comments is None and post.comment_count != 0:
        yield "its comments were not read"
    elif post.comment_count is not None and len(post.comments or ()) < post.comment_count:
        yield f"the page counts {post.comment_count} comments and shows {len(post.comments or ())}"
    for problem in view.problems:
        if post.key and post.key in problem.where:
            yield f"on its page: {problem.what}"


def _case_doubts(case: Case, now: datetime) -> Iterator[str]:
    """What the rules leave open about this matter in particular."""
    post = case.post
    if post.status is not Status.PENDING:
        yield "judged with the roster and the rules at hand, not with those of its resolution"
    if (
        case.by_time(datetime.max.replace(tzinfo=now.tzinfo))
        and not case.has_quorum
        and not case.by_time(datetime.max.replace(tzinfo=now.tzinfo), implicit=False)
    ):
        yield "it is Popular by time only if the author's implied FOR counts among the votes cast on it"
    if case.kind is MatterKind.PROPOSAL:
        tied = [p for p in case.timeline.of(MatterKind.PROPOSAL) if p.posted == post.posted and p.key != post.key]
        tied = [p for p in tied if same_name(p.author, post.author) or p.status is post.status is Status.PENDING]
        if tied:
            yield f"“{tied[0].title}” bears the same minute; which one is older rests on the order of the page"
        if case.view.roster is not None:
            yield from hiatus_at(case.rules, case.view.roster, case.timeline, now).doubts
    if case.kind is MatterKind.DOV and case.rules.value("dov.protected") and earliest(case) != earliest(replace(case, downtime=False)):
        yield "the rule on DoVs claims protection from other rules, so it is disputed whether the downtime suspends them"
    if case.kind is MatterKind.CFJ and case.rules.value("cfj.fail_if_no_change") and not _ASKS.search(post.body):
        yield "its text seems to ask for no change: an Admin may judge so and fail it"
    if case.kind is MatterKind.DOV and not case.timeline.emperor_at(now).known:
        yield "who the Emperor is is not known, and a DoV may pass earlier with the Emperor's FOR"


def _verdict(view: GameView, rules: Ruleset, roster: Roster, timeline: Timeline, post: Post, common: tuple[str, ...]) -> Verdict:
    now, kind = timeline.as_of, post.category.matter
    assert kind is not None  # noqa: S101 - only matters come here
    players = Players(roster)
    votes = tally(post, rules, players, timeline)
    legal = legality(rules, players, timeline, post)
    core = changes_core(post, rules) if kind is MatterKind.PROPOSAL and rules.value("popular.core_text_needs_quorum") else None
    case = Case(post, kind, rules, view, timeline, votes, legal, len(players), players.quorum, bool(core and core.changes))
    doubts = [*common, *_rule_doubts(view, rules, kind), *_post_doubts(view, post), *votes.doubts, *legal.doubts, *_case_doubts(case, now)]
    if core is not None and not core.sure:
        doubts.append(f"whether it changes a protected rule is not sure: {core.evidence}")
    first_enact, first_fail = earliest(case)
    moment = now if post.status is Status.PENDING else (post.closed or now)
    return Verdict(
        post, kind, post.status, votes.votes, votes.uncounted, votes.counts, players.quorum, votes.withdrawn, votes.vetoed,
        case.popular(moment), case.unpopular(moment), case.enactable(now), case.failable(now), first_enact, first_fail,
        reasons(case, moment), tuple(dict.fromkeys(doubts)), legal.why,
    )  # fmt: skip


def _usable(view: GameView) -> tuple[Ruleset, Roster]:
    if view.rules is None:
        raise CannotJudge("no Ruleset was read, and without it no vote can be counted")
    if view.roster is None:
        raise CannotJudge("no roster was read, and without it nobody knows whose votes count")
    if not view.roster.active:
        raise CannotJudge("the roster lists no active Player, so there is no Quorum to reach")
    lacking = [key for key in ("quorum", "popular.quorum", "unpopular.quorum") if view.rules.value(key) is None]
    if lacking:
        raise CannotJudge(f"the Ruleset was read, but not its clause on {', '.join(lacking)}: no verdict can rest on it")
    return view.rules, view.roster


def judge(view: GameView, only: Iterable[str] | None = None) -> Sheet:
    """Judge every votable matter of the view, or those whose :attr:`Post.key` is in ``only``.

    Raises CannotJudge where there is no Ruleset, no roster, or no readable definition of Quorum and popularity.
    """
    rules, roster = _usable(view)
    timeline = Timeline(view)
    players = Players(roster)
    common = tuple(_roster_doubts(roster, players))
    wanted = None if only is None else frozenset(only)
    matters = [post for post in timeline.matters if wanted is None or post.key in wanted]
    matters.sort(key=lambda post: post.status is not Status.PENDING)
    emperor = timeline.emperor_at(view.as_of).name
    return Sheet(
        as_of=view.as_of,
        roster=roster,
        rules=rules,
        emperor=players.spelt(emperor) if emperor else None,
        quorum=players.quorum,
        hiatus=hiatus_at(rules, roster, timeline, view.as_of),
        verdicts=tuple(_verdict(view, rules, roster, timeline, post, common) for post in matters),
        doubts=common,
        skipped=tuple(post for post in timeline.undated if post.category.matter is not None),
    )
