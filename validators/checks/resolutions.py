"""Matters that can be resolved now, and matters resolved too early, out of order or during a hiatus
(BN101, BN104 to BN106, BN108, BN118).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Literal

from parsers.model import Confidence, MatterKind, Status, VoteIcon, name_key
from parsers.ruleset.parameters import PARAMETERS, Parameter
from validators.checks.audit_context import HIATUS, AuditContext
from validators.checks.check import (
    ERROR,
    GAME,
    INFO,
    PRESENT,
    QUEUE,
    RESOLUTION,
    WARNING,
    Act,
    Results,
    check,
)
from validators.checks.evidence import (
    WHEN,
    and_others,
    any_post,
    confidence_of,
    entry,
    grouped,
    judged,
    least,
    matter,
    older_unseen,
    quoted,
    resolution,
)
from validators.finding import (
    Found,
    Gap,
    RuleRef,
    stated_in,
)
from validators.reason_wording import VerdictClause
from validators.view import QUEUE_LOOKBACK
from validators.voting.dated_posts import YEAR, DatedPost, misdated
from validators.voting.voting_rules import days, hours
from validators.wording import worded
from validators.words import counted, span

NOT_CERTIFIED = "; not certified: "
"""The words before the first doubt in the message of BN101."""
_QUEUE = ("Resolution of Proposals",)
_DOV = "Victory and Ascension"
IN_HIATUS = ("Hiatus", _DOV, "Dormancy")
_LIMITS = (
    PARAMETERS.proposal_min_open_hours,
    PARAMETERS.dov_early_hours,
    PARAMETERS.dov_late_hours,
    PARAMETERS.dov_fail_unpopular_hours,
)


@check(
    "BN101",
    "resolvable",
    INFO,
    judged_by=PRESENT,
    needs=GAME,
    rests_on=(*_QUEUE, "Calls for Judgement", _DOV),
    act=Act.RESOLVE,
)
def resolvable(facts: AuditContext) -> Results:
    """A pending matter can be enacted or failed now.

    Evidence: Its comments, the current roster and Ruleset, every older pending Proposal, and
    possible causes of a hiatus.
    May be mistaken: When the roster or the rules changed since, or the verdict is not certified
    (medium confidence): `blognomic tally` lists all doubts.
    To settle it: An Admin resolves it, or waits for more votes.
    """
    unknown = [verdict for verdict in facts.pending.verdicts if verdict.unknown]
    if unknown:
        named = f"“{unknown[0].post.title}”{and_others(len(unknown), 'matter')}"
        yield Gap(
            f"unknown whether {named} can be resolved: {worded(unknown[0].unseen[0])}",
            part=len(unknown) < len(facts.pending.verdicts),
            inconclusive=True,
        )
    for verdict in facts.pending.verdicts:
        if not (verdict.enactable or verdict.failable):
            continue
        outcome: Literal["enacted", "failed"] = "enacted" if verdict.enactable else "failed"
        why, counts = verdict.ground(outcome), verdict.counts
        text = (
            f"“{verdict.post.title}” can be {outcome} now: {counts.for_} FOR, {counts.against}"
            f" AGAINST, quorum {verdict.quorum}"
        )
        text += (
            f"; {worded(why.stands)}"
            if why is not None and why.clause is not VerdictClause.POPULAR_QUORUM
            else ""
        )
        text += f"{NOT_CERTIFIED}{worded(verdict.doubts[0])}" if verdict.doubts else ""
        rule = None if why is None or why.rule is None else RuleRef(why.rule)
        yield Found(
            matter(verdict.post),
            text,
            outcome,
            rule=rule,
            evidence=[entry(verdict.post)],
            confidence=confidence_of(doubts=verdict.doubts),
        )


@check(
    "BN104",
    "resolved-too-early",
    ERROR,
    judged_by=RESOLUTION,
    needs=("rules", "posts"),
    parts=_LIMITS,
    rests_on=(*_QUEUE, _DOV),
)
def resolved_too_early(facts: AuditContext) -> Results:
    """A matter was resolved before it had been open for the time that this outcome requires.

    A Proposal that was failed, a CfJ, and a post marked Illegal need none. A DoV enacted between
    the two limits needed the Emperor's FOR, or no AGAINST (medium confidence, low if the Emperor is
    unknown).
    Evidence: The entry date and the time of “Adminned at”; for a DoV also its votes and who the
    Emperor was.
    May be mistaken: When one of the two times was edited; for a DoV also when a player who voted on
    it has left since.
    To settle it: Raise a Call for Judgement to uphold or undo the resolution.
    """
    unknown: list[Gap] = []
    for post, made, closed in facts.resolved:
        missed, confidence = missed_limit(facts, post, made, closed), _sure_of_time(post)
        if missed == facts.rules.voting.dov_late_hours:
            if post.comments is None or facts.view.roster is None:
                why = (
                    "without its comments and a roster it is unknown whether any player opposed"
                    f" “{post.title}”"
                )
                unknown.append(Gap(why, inconclusive=facts.view.roster is None))
                continue
            if not opposed(facts, post):
                continue
            known = facts.timeline.emperor_for(post).known
            confidence = Confidence.MEDIUM if known else Confidence.LOW
        if missed is not None:
            limit = counted(missed.value or 0, "hour")
            yield Found(
                matter(post),
                f"“{post.title}” was {post.status} after {span(closed - made)}; it must be open for"
                f" at least {limit}",
                post.status,
                rule=stated_in(missed),
                evidence=[resolution(post)],
                confidence=confidence,
            )
    yield from judged(unknown, len(unknown) < len(facts.resolved))


def _sure_of_time(post: DatedPost) -> Confidence:
    """Return the confidence in the time of a resolution: medium if a comment is later, because the
    time may be wrong, or the matter was opened again.
    """
    late = (
        comment.at is not None and post.closed is not None and comment.at > post.closed
        for comment in post.comments or ()
    )
    return Confidence.MEDIUM if any(late) else Confidence.HIGH


def missed_limit(
    facts: AuditContext, post: DatedPost, made: datetime, closed: datetime
) -> Parameter[int] | None:
    """Return the shortest limit that a matter had not reached when it was resolved; None if it had
    reached them all.
    """
    kind, voting, enacted = post.category.matter, facts.rules.voting, post.status is Status.ENACTED
    limits: tuple[Parameter[int], ...] = ()
    if enacted and kind is MatterKind.PROPOSAL:
        limits = (voting.proposal_min_open_hours,)
    elif enacted and kind is MatterKind.DOV:
        limits = (voting.dov_early_hours, voting.dov_late_hours)
    elif kind is MatterKind.DOV and post.status is not Status.ILLEGAL and post.failed_with is None:
        # A DoV that failed because another one was enacted has no minimum time.
        limits = (voting.dov_fail_unpopular_hours,)
    by_hours = ((clause, hours(clause)) for clause in limits)
    return next(
        (clause for clause, limit in by_hours if limit is not None and closed - made < limit), None
    )


def opposed(facts: AuditContext, dov: DatedPost) -> bool:
    """Return whether a DoV had an AGAINST vote and no FOR of the Emperor, who may no longer be on
    the roster.
    """
    tally, emperor = facts.resolution(dov).cases[0].tally, facts.timeline.emperor_for(dov).name
    by_emperor = emperor is not None and (
        tally.is_for(emperor) or tally.of_others.get(name_key(emperor)) == VoteIcon.FOR
    )
    return bool(tally.counts.against) and not by_emperor


@check(
    "BN105",
    "resolved-out-of-order",
    ERROR,
    judged_by=RESOLUTION,
    needs=("rules", "posts"),
    keys=(PARAMETERS.proposal_oldest_first,),
    rests_on=_QUEUE,
)
def resolved_out_of_order(facts: AuditContext) -> Results:
    """A Proposal was resolved while an older one was pending and not yet too old to count.

    Marking one Illegal is information. An older one that is dated as resolved over 14 days after it
    was posted is not counted.
    Evidence: The entry dates and the times of resolution of both Proposals; within one minute, the
    lists of posts that show both.
    May be mistaken: When no list shows which of two in one minute is older (low confidence), or the
    older one's resolution was entered late.
    To settle it: Raise a Call for Judgement to uphold or undo the resolution.
    """
    if not facts.rules.voting.proposal_oldest_first.value:
        return
    fresh = days(facts.rules.voting.proposal_stale_days)
    queued = [each for each in facts.resolved if each[0].category.matter is MatterKind.PROPOSAL]
    for post, _, closed in queued:
        known_older = list(facts.timeline.older_pending(post, closed, fresh))
        older = (
            known_older[-1]
            if known_older
            else next(facts.timeline.older_pending(post, closed, fresh, before=None), None)
        )
        if older is not None:
            illegal = post.status is Status.ILLEGAL
            outcome = "marked Illegal" if illegal else post.status
            severity = INFO if illegal else None
            yield Found(
                matter(post),
                f"“{post.title}” was {outcome} while the"
                f" {'older' if known_older else 'perhaps older'}"
                f" “{older.title}” was pending",
                older.key,
                evidence=[resolution(post), entry(older)],
                confidence=least(confidence_of(tied=not known_older), _sure_of_time(post)),
                severity=severity,
            )
    since = [
        (made - QUEUE_LOOKBACK if fresh is None else closed - fresh, made, closed)
        for _, made, closed in queued
    ]
    yield from older_unseen(
        facts, [(start, closed) for start, made, closed in since if start < made]
    )


@check(
    "BN106",
    "resolved-in-hiatus",
    ERROR,
    judged_by=RESOLUTION,
    needs=GAME,
    keys=(PARAMETERS.hiatus_stops_proposals,),
    parts=HIATUS,
    rests_on=IN_HIATUS,
)
def resolved_in_hiatus(facts: AuditContext) -> Results:
    """A Proposal was resolved during a hiatus: a pending DoV, the Interregnum, the yearly downtime,
    or dormancy.

    Evidence: The time of resolution, all DoVs and Ascension Addresses around it, and the roster of
    that time.
    May be mistaken: When it rests on dormancy or an illegal DoV (medium confidence), or on a DoV of
    the same minute (low).
    To settle it: Raise a Call for Judgement to uphold or undo the resolution.
    """
    closings = [
        (post, closed)
        for post, _, closed in facts.resolved
        if post.category.matter is MatterKind.PROPOSAL
    ]
    yield from done_in_hiatus(facts, closings, submitted=False)


def done_in_hiatus(
    facts: AuditContext, deeds: Collection[tuple[DatedPost, datetime]], *, submitted: bool
) -> Results:
    """Yield the Proposals that were ``submitted``, or else resolved, during a hiatus."""
    unknown: list[tuple[datetime, str]] = []
    for post, moment in deeds:
        hiatus = facts.hiatus(moment, before=post if submitted else None)
        dormant, why = (
            (None, None) if hiatus.active else facts.past.dormancy_at(moment, facts.rules)
        )
        if hiatus.active or dormant is not None:
            confidence_of_dormancy = (
                Confidence.MEDIUM if facts.past.stood(moment) else Confidence.LOW
            )
            confidence = (
                confidence_of(tied=hiatus.tied, doubts=hiatus.doubts)
                if dormant is None
                else confidence_of_dormancy
            )
            confidence = confidence if submitted else least(confidence, _sure_of_time(post))
            cause = dormant or hiatus.causes[0]
            yield Found(
                matter(post),
                f"“{post.title}” was {'submitted' if submitted else post.status} during a hiatus:"
                f" {worded(cause)}",
                cause.kind.keyword,
                evidence=[entry(post) if submitted else resolution(post)],
                confidence=confidence,
            )
        elif hiatus.unseen:
            unknown.append((moment, facts.older_posts))
        elif why is not None:
            dormancy = f"unknown whether the game was dormant: {worded(why)}"
            unknown.append((moment, dormancy))
    for unseen, pairs in grouped(unknown, lambda pair: pair[1]):
        until = max(moment for moment, _ in pairs)
        yield Gap(unseen, part=len(unknown) < len(deeds), until=until)


@check(
    "BN108",
    "stale-proposal",
    INFO,
    judged_by=QUEUE,
    needs=("rules", "posts"),
    keys=(PARAMETERS.proposal_stale_days,),
    rests_on=_QUEUE,
    act=Act.FAIL,
)
def stale_proposal(facts: AuditContext) -> Results:
    """A Proposal has been pending for too long to be counted in the queue.

    Evidence: Its entry date.
    May be mistaken: During a hiatus, when the Proposal has to wait for its end.
    To settle it: Any Admin may fail it.
    """
    limit = days(facts.rules.voting.proposal_stale_days)
    amount = facts.rules.voting.proposal_stale_days.value or 0
    for post in facts.still_pending(facts.proposals):
        age = facts.view.as_of - post.posted
        if limit is not None and age > limit:
            text = (
                f"“{post.title}” has been pending for {span(age)}, more than"
                f" {counted(amount, 'day')}"
            )
            yield Found(
                matter(post),
                f"{text}: it can be failed whatever its votes",
                evidence=[entry(post)],
            )


@check(
    "BN118", "times-implausible", WARNING, judged_by=PRESENT, needs=("posts",), rests_on=("Time",)
)
def times_implausible(facts: AuditContext) -> Results:
    """A post has impossible times: it was resolved, or commented on, before it was posted, or
    resolved long after.

    Other checks skip a resolution before the posting, or over a year after it (14 days for a
    Proposal or a DoV), because it may have been entered again. If many resolutions are before the
    posting, findings that compare times have low confidence for 90 days around. The tally of a
    matter with a comment from before the posting is not certified (medium confidence).
    Evidence: The entry date, the time of “Adminned at”, and the times of the comments.
    May be mistaken: Before about 2014, when the blog recorded its times in different zones.
    To settle it: An Admin checks the dates.
    """
    for post in facts.posts:
        if post.closed is not None and misdated(post):
            early = post.closed < post.posted
            when = (
                f"before it was posted ({post.posted:{WHEN}})"
                if early
                else f"long after it was posted ({post.posted:%Y-%m-%d})"
            )
            text = f"“{post.title}” was resolved at {post.closed:{WHEN}}, {when}"
            kind = "" if early else "years"
            severity = INFO if not early and post.closed <= post.posted + YEAR else None
            yield Found(
                any_post(post),
                text,
                kind,
                evidence=[entry(post), resolution(post)],
                severity=severity,
            )
        before = [
            comment for comment in post.comments or () if comment.at and comment.at < post.posted
        ]
        if before:
            text = (
                f"“{post.title}” has {counted(len(before), 'comment')} from before it was posted"
                f" ({post.posted:{WHEN}})"
            )
            yield Found(
                any_post(post),
                text,
                "comment",
                evidence=[entry(post), quoted(post, before[0])],
                confidence=Confidence.MEDIUM,
            )
