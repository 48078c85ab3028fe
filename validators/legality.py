"""Is a post an illegal one (rule "Official Posts"): made over its author's limits, in a hiatus, too soon."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from parsers.model import MatterKind, Post, Status, VoteIcon, same_name
from parsers.ruleset.model import Ruleset
from validators.roster import Players
from validators.tally import tally
from validators.timeline import Timeline

__all__ = ["Legality", "had_against", "illegal_dov", "over_daily_limit", "over_pending_limit"]


@dataclass(frozen=True, slots=True)
class Legality:
    """Why a post is illegal (None: nothing says so), which check says it, and what is doubtful about that."""

    why: str | None = None
    check: str | None = None
    doubts: tuple[str, ...] = ()


def over_pending_limit(rules: Ruleset, timeline: Timeline, post: Post) -> tuple[Post, ...]:
    """The Proposals its author had pending when a Proposal was submitted, if they were at the limit; else ()."""
    limit = rules.value("proposal.pending_limit")
    if not isinstance(limit, int) or post.posted is None:
        return ()
    pending = tuple(p for p in timeline.by_author(post.author) if timeline.before(p, post) and timeline.pending_at(p, post.posted))
    return pending if len(pending) >= limit else ()


def over_daily_limit(rules: Ruleset, timeline: Timeline, post: Post) -> tuple[Post, ...]:
    """The Proposals its author had made that UTC day before a Proposal, if they were at the limit; else ()."""
    limit = rules.value("proposal.daily_limit")
    if not isinstance(limit, int) or post.posted is None:
        return ()
    day = post.posted.date()
    made = tuple(p for p in timeline.by_author(post.author) if p.posted is not None and p.posted.date() == day and timeline.before(p, post))
    return made if len(made) >= limit else ()


def had_against(rules: Ruleset, players: Players, timeline: Timeline, dov: Post) -> bool | None:
    """Whether a resolved DoV had an AGAINST vote; None where nothing sure can be said.

    Votes are those of today's Players; an AGAINST by somebody who is none today leaves it open.
    """
    if dov.comments is None:
        stated = dov.note.against if dov.note is not None else None
        return None if stated is None and dov.comment_count != 0 else bool(stated)
    votes = tally(dov, rules, players, timeline)
    if votes.counts.against:
        return True
    by_others = any(u.icon == VoteIcon.AGAINST and u.reason in ("idle", "not-a-player") for u in votes.uncounted)
    return None if by_others else False


def illegal_dov(rules: Ruleset, players: Players, timeline: Timeline, dov: Post) -> Legality:
    """Whether a DoV was made by the Emperor, in an Interregnum, or within its author's cooldown."""
    if dov.posted is None:
        return Legality()
    emperor = timeline.emperor_at(dov.posted)
    if emperor.name is not None and same_name(emperor.name, dov.author):
        return Legality("its author was the Emperor", "BN205")
    since = timeline.interregnum_since(dov.posted)
    if since is not None and rules.value("interregnum.no_dovs") is not None:
        return Legality(f"it was made in the Interregnum after “{since.title}”", "BN117")
    cooldown = rules.value("dov.cooldown_hours")
    doubts: list[str] = []
    for other in timeline.of(MatterKind.DOV) if isinstance(cooldown, int) else ():
        if (
            other.status not in (Status.FAILED, Status.VETOED)
            or other.closed is None
            or other.key == dov.key
            or not same_name(other.author, dov.author)
        ):
            continue
        waited = dov.posted - other.closed
        if timedelta(0) <= waited < timedelta(hours=int(str(cooldown))):
            against = had_against(rules, players, timeline, other)
            if against:
                return Legality(f"its author's “{other.title}” had failed less than {cooldown} hours before", "BN116")
            if against is None:
                doubts.append(f"whether its author's failed “{other.title}” had an AGAINST vote could not be seen")
    return Legality(doubts=tuple(doubts))
