"""Findings about posts as they were made (BN2xx)."""

from __future__ import annotations

from collections.abc import Iterator

from parsers.model import MatterKind, Post, Status, same_name
from validators.facts import Facts
from validators.finding import Confidence, Evidence, Finding, Subject
from validators.legality import over_daily_limit, over_pending_limit
from validators.registry import check, found
from validators.resolution_checks import matter

__all__: list[str] = []


def _titles(posts: tuple[Post, ...]) -> str:
    return ", ".join(f"“{post.title}”" for post in posts)


@check("BN201", "rules", "posts", keys=("proposal.pending_limit",))
def too_many_pending(facts: Facts) -> Iterator[Finding]:
    """Submitted while its author was at the limit of pending Proposals."""
    for post in facts.proposals:
        pending = over_pending_limit(facts.rules, facts.timeline, post)
        if pending:
            text = f"{post.author} submitted “{post.title}” while {len(pending)} others of theirs were pending: {_titles(pending)}"
            evidence = [Evidence(p.url, p.title, p.posted) for p in pending]
            yield found("BN201", matter(post), text, rule=facts.rule("proposal.pending_limit"), evidence=evidence)


@check("BN202", "rules", "posts", keys=("proposal.daily_limit",))
def too_many_today(facts: Facts) -> Iterator[Finding]:
    """Over its author's limit of Proposals for one UTC day."""
    for post in facts.proposals:
        made = over_daily_limit(facts.rules, facts.timeline, post)
        if made:
            text = f"“{post.title}” is Proposal number {len(made) + 1} of {post.author} on {post.posted:%d %B %Y}"
            evidence = [Evidence(p.url, p.title, p.posted) for p in made]
            yield found("BN202", matter(post), text, rule=facts.rule("proposal.daily_limit"), evidence=evidence)


@check("BN203", "posts")
def empty_subject(facts: Facts) -> Iterator[Finding]:
    """An entry whose subject is empty."""
    for post in facts.timeline.posts:
        if not post.subject.strip():
            text = f"the entry {post.key!r} by {post.author} has no subject after “{post.title.strip()}”, so it is not valid"
            yield found("BN203", Subject("post", post.key, post.url), text)


@check("BN204", "rules", "roster", "posts", keys=("hiatus.stops_proposals",))
def proposal_in_hiatus(facts: Facts) -> Iterator[Finding]:
    """Submitted during a hiatus."""
    for post in facts.proposals:
        if post.posted is None:
            continue
        hiatus = facts.hiatus(post.posted, before=post)
        if hiatus.active:
            text = f"“{post.title}” was submitted during a hiatus: {hiatus.texts[0]}"
            sure = Confidence.MEDIUM if hiatus.doubts else Confidence.HIGH
            yield found("BN204", matter(post), text, hiatus.causes[0], rule=facts.rule("hiatus.stops_proposals"), confidence=sure)


@check("BN205", "roster", "posts")
def author_not_a_player(facts: Facts) -> Iterator[Finding]:
    """A pending official post by somebody idle or not on the roster, or a DoV by the Emperor."""
    for post in facts.timeline.matters:
        if post.status is not Status.PENDING or post.posted is None:
            continue
        emperor = facts.timeline.emperor_at(post.posted).name
        if post.category.matter is MatterKind.DOV and emperor is not None and same_name(emperor, post.author):
            yield found("BN205", matter(post), f"“{post.title}” is a DoV by {post.author}, who was the Emperor", "emperor")
        elif facts.players.is_idle(post.author):
            text = f"“{post.title}” is by {post.author}, who is idle now"
            yield found("BN205", matter(post), text, "idle", confidence=Confidence.LOW)
        elif not facts.players.is_active(post.author):
            text = f"“{post.title}” is by {post.author}, who is on no roster"
            yield found("BN205", matter(post), text, "not on the roster", confidence=Confidence.MEDIUM)
