"""Findings about posts as they were made: limits, hiatus, authors, DoVs too soon (BN201 to BN205, BN116, BN117)."""

from __future__ import annotations

from collections.abc import Iterator

from parsers.model import MatterKind, Post, Status
from validators.checks.facts import Facts
from validators.checks.pointing import entry, matter, resolution, sure, titles
from validators.checks.registry import check, found
from validators.finding import Confidence, Finding, RuleRef, Subject
from validators.voting.legality import by_emperor, cooldown, in_interregnum, over_daily_limit, over_pending_limit
from validators.voting.timeline import DatedPost
from validators.words import day

__all__: list[str] = []

_RULES = {
    MatterKind.PROPOSAL: "Proposals",
    MatterKind.CFJ: "Calls for Judgement",
    MatterKind.DOV: "Victory and Ascension",
}


@check("BN116", "rules", "roster", "posts", keys=("dov.cooldown_hours",))
def dov_too_soon(facts: Facts) -> Iterator[Finding]:
    """Another DoV within the cooldown of a failed one."""
    hours = facts.rules.value("dov.cooldown_hours")
    for post in facts.timeline.of(MatterKind.DOV):
        waiting = cooldown(facts.rules, facts.players, facts.timeline, post)
        if waiting is not None and waiting.sure:
            text = f"“{post.title}” is illegal: its author's “{waiting.failed.title}” had failed less than {hours} hours before"
            evidence, rule = [entry(post), resolution(waiting.failed)], facts.rule("dov.cooldown_hours")
            yield found("BN116", matter(post), text, rule=rule, evidence=evidence, confidence=sure(tied=waiting.tied))


@check("BN117", "rules", "posts", keys=("interregnum.no_dovs",))
def dov_in_interregnum(facts: Facts) -> Iterator[Finding]:
    """A DoV during an Interregnum."""
    for post in facts.timeline.of(MatterKind.DOV):
        since = in_interregnum(facts.rules, facts.timeline, post)
        if since is not None:
            text = f"“{post.title}” is illegal: it was made in the Interregnum after “{since.title}”"
            evidence = [entry(post), resolution(since)]
            yield found("BN117", matter(post), text, rule=facts.rule("interregnum.no_dovs"), evidence=evidence)


@check("BN201", "rules", "posts", keys=("proposal.pending_limit",))
def too_many_pending(facts: Facts) -> Iterator[Finding]:
    """Submitted while its author was at the limit of pending Proposals."""
    for post in facts.proposals:
        over = over_pending_limit(facts.rules, facts.timeline, post)
        if over is not None:
            text = f"{post.author} submitted “{post.title}” while {len(over.others)} others of theirs were pending: {titles(over.others)}"
            rule, evidence = facts.rule("proposal.pending_limit"), [entry(post), *map(entry, over.others)]
            yield found("BN201", matter(post), text, rule=rule, evidence=evidence, confidence=sure(tied=over.tied))


@check("BN202", "rules", "posts", keys=("proposal.daily_limit",))
def too_many_today(facts: Facts) -> Iterator[Finding]:
    """Over its author's limit of Proposals for one UTC day."""
    for post in facts.proposals:
        over = over_daily_limit(facts.rules, facts.timeline, post)
        if over is not None:
            when = f"{day(post.posted)} {post.posted:%Y}"
            text = f"“{post.title}” is Proposal number {len(over.others) + 1} of {post.author} on {when}"
            rule, evidence = facts.rule("proposal.daily_limit"), [entry(post), *map(entry, over.others)]
            yield found("BN202", matter(post), text, rule=rule, evidence=evidence, confidence=sure(tied=over.tied))


@check("BN203", "posts")
def empty_subject(facts: Facts) -> Iterator[Finding]:
    """An entry whose subject is empty."""
    for post in facts.timeline.posts:
        if not post.subject.strip():
            text = f"the entry {post.key!r} by {post.author} has the title “{post.title.strip()}” and no subject, so it is not valid"
            yield found("BN203", Subject("post", post.key, post.url), text, evidence=[entry(post)])


@check(
    "BN204",
    *("rules", "roster", "posts"),
    keys=("hiatus.stops_proposals",),
    parts=("dov.hiatus", "interregnum", "downtime"),
)
def proposal_in_hiatus(facts: Facts) -> Iterator[Finding]:
    """Submitted during a hiatus."""
    for post in facts.proposals:
        hiatus = facts.hiatus(post.posted, before=post)
        if hiatus.active:
            text = f"“{post.title}” was submitted during a hiatus: {hiatus.texts[0]}"
            rule, confidence = facts.rule("hiatus.stops_proposals"), sure(tied=hiatus.tied, doubts=hiatus.doubts)
            yield found("BN204", matter(post), text, hiatus.causes[0], rule=rule, evidence=[entry(post)], confidence=confidence)


@check("BN205", "roster", "posts")
def author_not_a_player(facts: Facts) -> Iterator[Finding]:
    """A pending official post by somebody idle or not on the roster, or a DoV by the Emperor."""
    for post in facts.timeline.matters:
        if post.status is Status.PENDING:
            yield from _author(facts, post)


def _author(facts: Facts, post: DatedPost) -> Iterator[Finding]:
    kind = post.category.matter
    rule = None if kind is None else facts.titled((_RULES[kind],))
    if kind is MatterKind.DOV and by_emperor(facts.timeline, post):
        yield _wrong_author(post, rule, f"is a DoV by {post.author}, who was the Emperor", "emperor", Confidence.HIGH)
    elif facts.players.is_idle(post.author):
        yield _wrong_author(post, rule, f"is by {post.author}, who is idle now", "idle", Confidence.LOW)
    elif not facts.players.is_active(post.author):
        yield _wrong_author(post, rule, f"is by {post.author}, who is on no roster", "not on the roster", Confidence.MEDIUM)


def _wrong_author(post: Post, rule: RuleRef | None, why: str, what: str, confidence: Confidence) -> Finding:
    return found("BN205", matter(post), f"“{post.title}” {why}", what, rule=rule, evidence=[entry(post)], confidence=confidence)
