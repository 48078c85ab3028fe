"""Whether a matter was resolved before a limit of time (BN104, and BN103, which does not repeat it)."""

from __future__ import annotations

from datetime import datetime

from parsers.model import MatterKind, Post, Status, VoteIcon, name_key
from validators.checks.audit_context import AuditContext
from validators.voting.dated import DatedPost
from validators.voting.limits import hours


def missed_limit(facts: AuditContext, post: Post, made: datetime, closed: datetime) -> str | None:
    """The limit that a matter had not reached when it was resolved, the shortest first."""
    keys: tuple[str, ...] = ()
    enacted = post.status is Status.ENACTED
    if post.category.matter is MatterKind.PROPOSAL and enacted:
        keys = ("proposal.min_open_hours",)
    elif post.category.matter is MatterKind.DOV and enacted:
        keys = ("dov.early_hours", "dov.late_hours")
    elif post.category.matter is MatterKind.DOV and post.status is not Status.ILLEGAL:
        # A DoV that failed when another one was enacted needed no time of its own.
        keys = () if facts.timeline.enacted_between(made, closed) else ("dov.fail_unpopular_hours",)
    limits = ((key, hours(facts.rules, key)) for key in keys)
    return next((key for key, limit in limits if limit is not None and closed - made < limit), None)


def opposed(facts: AuditContext, dov: DatedPost) -> bool:
    """Whether a DoV had an AGAINST vote and not the FOR of the Emperor, whom the roster may have lost since."""
    tally, emperor = facts.tally(dov), facts.timeline.emperor_for(dov).name
    own = emperor is not None and (tally.is_for(emperor) or tally.of_others.get(name_key(emperor)) == VoteIcon.FOR)
    return bool(tally.counts.against) and not own
