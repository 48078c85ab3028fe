"""Hiatus and illegal posts.

Rules "Official Posts", "Proposals", "Victory and Ascension", "Dormancy", "Seasonal Downtime";
glossary "Hiatus". They share a module because each depends on the other: a Proposal submitted
during a hiatus is illegal, and an illegal DoV is a doubtful cause of a hiatus.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from parsers.model import MatterKind, Roster, Status, VoteIcon, same_name
from parsers.ruleset.parameters import Parameter
from parsers.ruleset.ruleset_model import Ruleset
from validators.reason_wording import HiatusCause, HiatusKind, Illegality, IllegalKind
from validators.voting.dated_posts import NEVER, DatedPost
from validators.voting.roster_events import Players
from validators.voting.timeline import MINUTE, Timeline
from validators.voting.verdict import Hiatus
from validators.voting.vote_tally import tally
from validators.voting.voting_rules import downtime_at, hours
from validators.wording import Doubt, DoubtKind, doubt, fact
from validators.words import PlayerCount, emperor

_ORDER = doubt(DoubtKind.ORDER_OF_MINUTE)


@dataclass(frozen=True, slots=True)
class Legality:
    """The reason why a post is illegal (None: none is known), and the doubts about it.

    ``unseen``: it may be illegal because of missing data: other posts of its author and their
    resolutions, or a hiatus. ``unordered``: it may be illegal if another post of the same minute
    came first, and no list of posts shows their order.
    """

    why: Illegality | None = None
    doubts: tuple[Doubt, ...] = ()
    unseen: bool = False
    unordered: bool = False

    @property
    def illegal(self) -> bool | None:
        """True if the post is illegal; None if that is unknown."""
        if self.why is not None:
            return True
        return None if self.unseen or self.unordered else False


def legality(rules: Ruleset, timeline: Timeline, post: DatedPost) -> Legality:
    """Return the most serious reason why a matter is illegal, and the doubts about that."""
    if rules.voting.post_empty_invalid.value and not post.subject.strip():
        return Legality(fact(IllegalKind.NO_SUBJECT), (doubt(DoubtKind.EMPTY_SUBJECT),))
    if post.category.matter is MatterKind.CFJ:
        return Legality()
    if timeline.unordered(post):
        return Legality(unordered=True)
    if post.category.matter is MatterKind.DOV:
        return _illegal_dov(rules, timeline, post)
    for limit, kind in (
        (rules.voting.proposal_pending_limit, IllegalKind.PENDING_LIMIT),
        (rules.voting.proposal_daily_limit, IllegalKind.DAILY_LIMIT),
    ):
        over = over_limit(rules, timeline, post, limit)
        if over is not None:
            why = fact(kind, limit=limit.value)
            return Legality(why, (_ORDER,) if over.tied else ())
    hiatus = known_hiatus(rules, timeline, post.posted, before=post)
    if hiatus.active:
        why = fact(IllegalKind.IN_HIATUS, cause=hiatus.causes[0])
        return Legality(why, (*hiatus.doubts, *((_ORDER,) if hiatus.tied else ())))
    return Legality(None, hiatus.doubts, hiatus.unseen or not timeline.shows_pending(post.posted))


# Limits on Proposals


@dataclass(frozen=True, slots=True)
class OverLimit:
    """The ``others`` that put an author at a limit. ``tied``: that may depend on the order within
    one minute.
    """

    others: tuple[DatedPost, ...]
    tied: bool


def over_limit(
    rules: Ruleset, timeline: Timeline, post: DatedPost, limit: Parameter[int]
) -> OverLimit | None:
    """Return the other Proposals of an author if they had reached a limit when a Proposal was
    submitted; else None. The others were pending then or, for the daily limit, made on that UTC
    day. If their order is unknown, those with the last keys are over the limit.
    """
    daily = limit == rules.voting.proposal_daily_limit
    others = timeline.of_author(
        post, start_of_day(post.posted) if daily else NEVER, pending=not daily
    )
    if limit.value is None or len(others) < limit.value:
        return None
    tied = (
        timeline.before(other, post) is None or (not daily and other.end < post.posted + MINUTE)
        for other in others
    )
    return OverLimit(tuple(others), any(tied))


def start_of_day(moment: datetime) -> datetime:
    """Return the beginning of a UTC day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


# Declarations of Victory


def by_emperor(rules: Ruleset, timeline: Timeline, dov: DatedPost) -> bool:
    """Return whether a DoV was made by the Emperor although the rules forbid that."""
    if not rules.voting.dov_not_by_emperor.value:
        return False
    holder = timeline.emperor_at(dov.posted).name
    return holder is not None and same_name(holder, dov.author)


def in_interregnum(rules: Ruleset, timeline: Timeline, dov: DatedPost) -> DatedPost | None:
    """Return the enacted DoV that began the Interregnum in which another was made, if the rules
    forbid that; else None.
    """
    if not rules.voting.interregnum_no_dovs.value:
        return None
    return timeline.interregnum_since(dov.posted, dov)


def had_against(
    rules: Ruleset, players: Players, timeline: Timeline, dov: DatedPost, *, known: bool
) -> bool | None:
    """Return whether a resolved DoV had an AGAINST vote; None if uncertain. Its votes decide if all
    were seen and the Players of that time are ``known``, else its votes and its note.
    """
    votes = tally(dov, rules, players, timeline)
    stated = None if dov.note is None else dov.note.against
    against = votes.counts.against
    if known and (
        dov.comment_count == 0
        if dov.comments is None
        else len(dov.comments) >= (dov.comment_count or 0)
    ):
        return bool(against)
    opposed = VoteIcon.AGAINST in votes.of_others.values()  # by somebody who may have been a Player
    if against or stated:
        return True
    return False if stated == 0 and not opposed else None


@dataclass(frozen=True, slots=True)
class Cooldown:
    """The cooldown after a ``failed`` DoV in which another DoV was made. ``unsure`` is why there
    may have been none: votes are missing, or the time of failing is impossible. ``tied``: it
    depends on the order within one minute.
    """

    failed: DatedPost
    unsure: DoubtKind | None
    tied: bool

    @property
    def sure(self) -> bool:
        """True if there certainly was a cooldown."""
        return self.unsure is None


def cooldown(rules: Ruleset, timeline: Timeline, dov: DatedPost) -> Cooldown | None:
    """Return the cooldown in which a DoV was made: the first certain one, else the last uncertain
    one; None if there is none.
    """
    limit = hours(rules.voting.dov_cooldown_hours)
    doubtful: Cooldown | None = None
    for other in timeline.of(MatterKind.DOV, dov.author):
        if (
            limit is None
            or (ended := other.failed_with or other.closed) is None
            or (other.status not in (Status.FAILED, Status.VETOED) and not other.failed_with)
            or ended < other.posted
        ):
            continue
        waited = dov.posted - ended
        if timedelta() <= waited < limit:
            roster_then = timeline.rosters.at(ended)
            against = had_against(
                rules, Players(roster_then.roster), timeline, other, known=roster_then.known
            )
            if against is False:
                continue
            unsure = None
            if against is None:
                unsure = DoubtKind.COOLDOWN_UNSEEN
            elif other.end is NEVER:
                unsure = DoubtKind.COOLDOWN_UNTIMED
            found = Cooldown(other, unsure, tied=waited + MINUTE > limit)
            if found.sure:
                return found
            doubtful = found
    return doubtful


def _illegal_dov(rules: Ruleset, timeline: Timeline, dov: DatedPost) -> Legality:
    """Return why a DoV is illegal, if it is: made by the Emperor, in an Interregnum, or within its
    author's cooldown. Also the doubts about that.
    """
    if by_emperor(rules, timeline, dov):
        return Legality(fact(IllegalKind.BY_EMPEROR, office=emperor(rules)))
    since = in_interregnum(rules, timeline, dov)
    if since is not None:
        return Legality(fact(IllegalKind.IN_INTERREGNUM, dov=since.title))
    doubts = []
    if downtime_at(rules, dov.posted) and rules.voting.downtime_suspends_dovs.value is not False:
        doubts.append(doubt(DoubtKind.DOV_IN_DOWNTIME, day=dov.posted.date()))
    waiting = cooldown(rules, timeline, dov)
    if waiting is None:
        return Legality(doubts=tuple(doubts), unseen=not timeline.shows_pending(dov.posted))
    title = waiting.failed.title
    if waiting.unsure is not None:
        return Legality(doubts=(*doubts, doubt(waiting.unsure, other=title)))
    if waiting.tied:
        doubts.append(doubt(DoubtKind.COOLDOWN_ENDED, other=title))
    limit = rules.voting.dov_cooldown_hours.value
    return Legality(fact(IllegalKind.IN_COOLDOWN, dov=title, hours=limit), tuple(doubts))


# Hiatus


def known_hiatus(
    rules: Ruleset, timeline: Timeline, moment: datetime, *, before: DatedPost | None = None
) -> Hiatus:
    """Return the causes of a hiatus that need no roster: DoVs, Interregnum and downtime, but not
    dormancy. ``before`` is a post of that moment; posts after it in the same minute are left out.
    """
    causes: list[HiatusCause] = []
    doubts: list[Doubt] = []
    stops = rules.voting.dov_hiatus.value
    pending = reversed([*timeline.pending(MatterKind.DOV, moment)]) if stops else ()
    dovs = [dov for dov in pending if before is None or timeline.before(dov, before) is not False]
    if dovs:
        causes.append(fact(HiatusKind.PENDING_DOV, dov=dovs[0].title))
        if all(_illegal_dov(rules, timeline, dov).why for dov in dovs):
            doubts.append(doubt(DoubtKind.DOV_ILLEGAL, dov=dovs[0].title))
        failed = next(filter(None, map(timeline.perhaps_failed_with, dovs)), None)
        if failed is not None and rules.voting.dov_fails_others.value:
            doubts.append(
                doubt(DoubtKind.PENDING_DOV_FAILED, dov=dovs[0].title, other=failed.title)
            )
    if rules.voting.interregnum.value:
        since = timeline.interregnum_since(moment, before)
        perhaps = timeline.perhaps_interregnum(moment)
        if since is not None:
            causes.append(fact(HiatusKind.INTERREGNUM, dov=since.title))
            if _illegal_dov(rules, timeline, since).why:
                doubts.append(doubt(DoubtKind.INTERREGNUM_BY_ILLEGAL_DOV, dov=since.title))
        elif perhaps is not None:
            doubts.append(doubt(DoubtKind.INTERREGNUM_UNSURE, dov=perhaps.title))
        elif rules.voting.interregnum_ends.value != "posted" and (
            address := timeline.unfinished_address(moment)
        ):
            doubts.append(doubt(DoubtKind.INTERREGNUM_UNFINISHED, address=address.title))
    possible = bool(stops or rules.voting.interregnum.value) and not causes
    if downtime_at(rules, moment):
        causes.append(fact(HiatusKind.DOWNTIME, day=moment.date()))
    minute = moment.replace(second=0, microsecond=0)
    began = (
        dov.posted == minute and (before is None or timeline.before(dov, before) is None)
        for dov in dovs
    )
    tied = [cause.kind for cause in causes] == [HiatusKind.PENDING_DOV] and all(
        new or dov.end < minute + MINUTE for new, dov in zip(began, dovs, strict=True)
    )
    unseen = possible and not timeline.seen.reaches(timeline.hiatus_since(moment), moment)
    return Hiatus(tuple(causes), tuple(doubts), tied, unseen)


def hiatus_at(rules: Ruleset, roster: Roster, timeline: Timeline, moment: datetime) -> Hiatus:
    """Return all causes of a hiatus at a moment, with dormancy by its roster."""
    known = known_hiatus(rules, timeline, moment)
    dormant, unsure = dormancy(rules, roster, timeline, moment)
    return Hiatus(
        (*known.causes, *filter(None, (dormant,))),
        (*known.doubts, *filter(None, (unsure,))),
        tied=known.tied and dormant is None,
        unseen=known.unseen and dormant is None,
    )


def dormancy(
    rules: Ruleset, roster: Roster, timeline: Timeline, moment: datetime
) -> tuple[HiatusCause | None, Doubt | None]:
    """Return the cause if the game is dormant with a roster, else a doubt if it may be."""
    least, count = rules.voting.dormancy_min_players.value, len(Players(roster))
    everybody = PlayerCount(count, rules.terms)
    if rules.voting.dormancy_in_sidebar.value:
        if roster.dormant is None and least is not None and count < least:
            return None, doubt(DoubtKind.DORMANCY_UNSTATED, players=everybody)
        return (fact(HiatusKind.DORMANCY_STATED) if roster.dormant else None), None
    if least is None:
        return None, None
    if rules.voting.dormancy_excludes_emperor.value:
        office, holder = emperor(rules), timeline.emperor_at(moment)
        if not holder.known and count == least:
            return None, doubt(DoubtKind.DORMANCY_BY_EMPEROR, office=office, players=everybody)
        if holder.name is not None and Players(roster).is_active(holder.name):
            others = PlayerCount(count - 1, rules.terms)
            few = fact(
                HiatusKind.DORMANCY_BESIDE_EMPEROR, players=others, office=office, least=least
            )
            return (few if others.number < least else None), None
    few = fact(HiatusKind.DORMANCY, players=everybody, least=least)
    return (few if count < least else None), None
