"""Findings about resolutions: what may be resolved now, and what was resolved wrongly (BN101 to BN108, BN118)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from parsers.model import MatterKind, Post, Status, VoteIcon, name_key
from validators.checks.facts import Facts
from validators.checks.pointing import entry, matter, resolution, said, sure, unread_comments
from validators.checks.registry import Found, check, found
from validators.finding import Confidence, Finding, NotEvaluated, RuleRef, Subject
from validators.voting.limits import days, hours, number
from validators.voting.timeline import DatedPost
from validators.voting.verdict import VerdictClause
from validators.words import counted, span

__all__: list[str] = []


@check("BN101", "rules", "roster", "posts")
def resolvable(facts: Facts) -> Iterator[Finding]:
    """A pending matter may be enacted or failed now."""
    for verdict in facts.pending.verdicts:
        if not (verdict.enactable or verdict.failable):
            continue
        outcome: Literal["enacted", "failed"] = "enacted" if verdict.enactable else "failed"
        why, counts = verdict.ground(outcome), verdict.counts
        text = f"“{verdict.post.title}” may be {outcome} now: {counts.for_} FOR, {counts.against} AGAINST, quorum {verdict.quorum}"
        if why is not None and why.clause is not VerdictClause.POPULAR_QUORUM:
            text += f"; {why.text}"
        if verdict.doubts:
            text += f"; not certified: {verdict.doubts[0]}"
        rule = None if why is None or why.rule is None else RuleRef(why.rule)
        evidence, confidence = [entry(verdict.post)], sure(doubts=verdict.doubts)
        yield found("BN101", matter(verdict.post), text, outcome, rule=rule, evidence=evidence, confidence=confidence)


@check(
    "BN104",
    *("rules", "posts"),
    parts=("proposal.min_open_hours", "dov.early_hours", "dov.late_hours", "dov.fail_unpopular_hours"),
)
def resolved_too_early(facts: Facts) -> Found:
    """Open for less than the time the rules demand for that outcome."""
    unseen: list[Post] = []
    uncounted: list[Post] = []
    for post, made, closed in facts.resolved:
        key = _missed(facts, post, made, closed)
        confidence = Confidence.HIGH
        if key == "dov.late_hours":
            if post.comments is None:
                unseen.append(post)
                continue
            if facts.view.roster is None:
                uncounted.append(post)
                continue
            if not _opposed(facts, post):
                continue
            confidence = Confidence.MEDIUM if facts.timeline.emperor_for(post).known else Confidence.LOW
        if key is not None:
            limit = counted(number(facts.rules, key) or 0, "hour")
            text = f"“{post.title}” was {post.status} after {span(closed - made)}; it has to be open for at least {limit}"
            where = [resolution(post)]
            yield found("BN104", matter(post), text, post.status, rule=facts.rule(key), evidence=where, confidence=confidence)
    yield from unread_comments("BN104", unseen, "enacted DoV")
    if uncounted:
        why = f"without a roster nobody knows whether anybody opposed “{uncounted[0].title}”, which was enacted within the longer limit"
        yield NotEvaluated("BN104", why, inconclusive=True)


def _missed(facts: Facts, post: Post, made: datetime, closed: datetime) -> str | None:
    """The limit a matter had not reached when it was resolved, the shortest first; None if there is none.

    A DoV that failed when another one was enacted needed no time of its own.
    """

    def short_of(key: str) -> bool:
        limit = hours(facts.rules, key)
        return limit is not None and closed - made < limit

    enacted = post.status is Status.ENACTED
    if post.category.matter is MatterKind.PROPOSAL:
        keys: tuple[str, ...] = ("proposal.min_open_hours",) if enacted else ()
    elif post.category.matter is not MatterKind.DOV or post.status is Status.ILLEGAL:
        keys = ()
    elif enacted:
        keys = ("dov.early_hours", "dov.late_hours")
    else:
        keys = () if facts.timeline.enacted_between(made, closed) else ("dov.fail_unpopular_hours",)
    return next((key for key in keys if short_of(key)), None)


def _opposed(facts: Facts, dov: DatedPost) -> bool:
    """Whether a DoV had an AGAINST vote and not the Emperor's FOR, whom the roster may have lost since."""
    tally, emperor = facts.tally(dov), facts.timeline.emperor_for(dov).name
    own = emperor is not None and (tally.is_for(emperor) or tally.of_others.get(name_key(emperor)) == VoteIcon.FOR)
    return bool(tally.counts.against) and not own


@check("BN105", "rules", "posts", keys=("proposal.oldest_first",))
def resolved_out_of_order(facts: Facts) -> Iterator[Finding]:
    """A Proposal was resolved while an older one was pending and still counted."""
    if not facts.rules.value("proposal.oldest_first"):
        return
    fresh = days(facts.rules, "proposal.stale_days")
    for post, made, closed in facts.resolved:
        if post.category.matter is not MatterKind.PROPOSAL:
            continue
        ahead = list(facts.timeline.older_pending(post, closed, fresh))
        if ahead:
            older = ahead[-1]
            text = f"“{post.title}” was {post.status} while the older “{older.title}” was pending"
            confidence = sure(tied=older.posted == made)
            evidence, rule = [resolution(post), entry(older)], facts.rule("proposal.oldest_first")
            yield found("BN105", matter(post), text, older.key, rule=rule, evidence=evidence, confidence=confidence)


@check(
    "BN106",
    *("rules", "roster", "posts"),
    keys=("hiatus.stops_proposals",),
    parts=("dov.hiatus", "interregnum", "downtime"),
)
def resolved_in_hiatus(facts: Facts) -> Iterator[Finding]:
    """A Proposal was resolved during a hiatus."""
    for post, _, closed in facts.resolved:
        hiatus = facts.hiatus(closed) if post.category.matter is MatterKind.PROPOSAL else None
        if hiatus is not None and hiatus.active:
            text = f"“{post.title}” was {post.status} during a hiatus: {hiatus.texts[0]}"
            confidence, rule = sure(tied=hiatus.tied, doubts=hiatus.doubts), facts.rule("hiatus.stops_proposals")
            where = [resolution(post)]
            yield found("BN106", matter(post), text, hiatus.causes[0], rule=rule, evidence=where, confidence=confidence)


@check("BN108", "rules", "posts", keys=("proposal.stale_days",))
def stale_proposal(facts: Facts) -> Iterator[Finding]:
    """Pending for longer than the queue counts it."""
    limit, amount = days(facts.rules, "proposal.stale_days"), number(facts.rules, "proposal.stale_days") or 0
    for post in facts.proposals:
        age = facts.view.as_of - post.posted
        if post.status is Status.PENDING and limit is not None and age > limit:
            text = f"“{post.title}” has been pending for {span(age)}, more than {counted(amount, 'day')}"
            text += ": it can be failed whatever its votes"
            yield found("BN108", matter(post), text, rule=facts.rule("proposal.stale_days"), evidence=[entry(post)])


@check("BN118", "posts")
def times_implausible(facts: Facts) -> Iterator[Finding]:
    """Resolved, or commented on, before it was posted."""
    for post in facts.timeline.posts:
        shown = f"“{post.title}” was posted at {post.posted:%Y-%m-%d %H:%M}"
        if post.closed is not None and post.closed < post.posted:
            text = f"{shown} and resolved at {post.closed:%Y-%m-%d %H:%M}, before it"
            yield found("BN118", Subject("post", post.key, post.url), text, evidence=[entry(post), resolution(post)])
        early = [comment for comment in post.comments or () if comment.at and comment.at < post.posted]
        if early:
            text = f"{shown} and bears {counted(len(early), 'comment')} from before that"
            evidence = [entry(post), said(post, early[0])]
            yield found("BN118", Subject("post", post.key, post.url), text, "comment", evidence=evidence, confidence=Confidence.MEDIUM)
