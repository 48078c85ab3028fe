"""What makes a post an illegal one (rule "Official Posts"): over its author's limits, too soon, or by the wrong person.

:mod:`validators.voting.submission` puts these together, with the hiatus, for one post.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from parsers.model import MatterKind, Post, Status, VoteIcon, same_name
from parsers.ruleset.model import Ruleset
from validators.voting.downtime import downtime_at
from validators.voting.parameters import hours, number
from validators.voting.players import Players
from validators.voting.tally import tally
from validators.voting.timeline import MINUTE, Timeline
from validators.words import day

__all__ = ["Cooldown", "Legality", "OverLimit", "by_emperor", "cooldown", "had_against", "illegal_dov", "in_interregnum",
           "over_daily_limit", "over_pending_limit"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Legality:
    """Why a post is illegal (None: nothing says so), and what is doubtful about that."""

    why: str | None = None
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OverLimit:
    """The Proposals that had its author at a limit; ``tied`` if that rests on the order within one minute."""

    others: tuple[Post, ...]
    tied: bool


def over_pending_limit(rules: Ruleset, timeline: Timeline, post: Post) -> OverLimit | None:
    """The Proposals its author had pending when a Proposal was submitted, if they were at the limit."""
    limit = number(rules, "proposal.pending_limit")
    if limit is None or post.posted is None:
        return None
    pending = timeline.pending_of_author(post)
    if len(pending) < limit:
        return None
    surely = [p for p in pending if p.posted != post.posted and (p.closed is None or p.closed >= post.posted + MINUTE)]
    return OverLimit(pending, tied=len(surely) < limit)


def over_daily_limit(rules: Ruleset, timeline: Timeline, post: Post) -> OverLimit | None:
    """The Proposals its author had made that UTC day before a Proposal, if they were at the limit."""
    limit = number(rules, "proposal.daily_limit")
    if limit is None or post.posted is None:
        return None
    made = timeline.made_since(post, post.posted.replace(hour=0, minute=0, second=0, microsecond=0))
    if len(made) < limit:
        return None
    return OverLimit(made, tied=sum(p.posted != post.posted for p in made) < limit)


def by_emperor(timeline: Timeline, dov: Post) -> bool:
    """Whether a DoV was made by the Emperor."""
    emperor = None if dov.posted is None else timeline.emperor_at(dov.posted).name
    return emperor is not None and same_name(emperor, dov.author)


def in_interregnum(rules: Ruleset, timeline: Timeline, dov: Post) -> Post | None:
    """The enacted DoV in whose Interregnum another was made, where the rules forbid that; else None."""
    if dov.posted is None or rules.value("interregnum.no_dovs") is None:
        return None
    return timeline.interregnum_since(dov.posted)


def had_against(rules: Ruleset, players: Players, timeline: Timeline, dov: Post) -> bool | None:
    """Whether a resolved DoV had an AGAINST vote; None where nothing sure can be said.

    Votes are those of today's Players; an AGAINST by somebody who is none today leaves it open, unless the
    admin's note states one.
    """
    if dov.note is not None and dov.note.against:
        return True
    if dov.comments is None:
        unseen = dov.comment_count != 0 and (dov.note is None or dov.note.against is None)
        return None if unseen else False
    votes = tally(dov, rules, players, timeline)
    if votes.counts.against:
        return True
    hidden = dov.comment_count is not None and len(dov.comments) < dov.comment_count
    return None if hidden or VoteIcon.AGAINST in votes.of_others.values() else False


@dataclass(frozen=True, slots=True)
class Cooldown:
    """The failed DoV within whose cooldown another was made; ``sure`` False where its votes could not be seen.

    ``tied`` says that it rests on the order within one minute.
    """

    failed: Post
    sure: bool
    tied: bool


def cooldown(rules: Ruleset, players: Players, timeline: Timeline, dov: Post) -> Cooldown | None:
    """The cooldown a DoV was made in, the surest if there are several; None if there is none."""
    limit = hours(rules, "dov.cooldown_hours")
    if limit is None or dov.posted is None:
        return None
    unseen = None
    for other in timeline.by_author(MatterKind.DOV, dov.author):
        if other.key == dov.key or other.status not in (Status.FAILED, Status.VETOED) or other.closed is None:
            continue
        waited = dov.posted - other.closed
        if timedelta(0) <= waited < limit:
            against = had_against(rules, players, timeline, other)
            found = Cooldown(other, sure=bool(against), tied=waited + MINUTE > limit)
            if against:
                return found
            if against is None:
                unseen = found
    return unseen


def illegal_dov(rules: Ruleset, players: Players, timeline: Timeline, dov: Post) -> Legality:
    """Whether a DoV was made by the Emperor, in an Interregnum, or within its author's cooldown."""
    if dov.posted is None:
        return Legality()
    if by_emperor(timeline, dov):
        return Legality("its author was the Emperor")
    since = in_interregnum(rules, timeline, dov)
    if since is not None:
        return Legality(f"it was made in the Interregnum after “{since.title}”")
    doubts = []
    if downtime_at(rules, dov.posted) and rules.value("downtime.suspends_dovs") is not False:
        doubts.append(f"it was made on {day(dov.posted)}, when the downtime suspends what the rule on DoVs defines")
    waiting = cooldown(rules, players, timeline, dov)
    if waiting is None:
        return Legality(doubts=tuple(doubts))
    title = waiting.failed.title
    if not waiting.sure:
        doubts.append(f"whether its author's failed “{title}” had an AGAINST vote could not be seen")
        return Legality(doubts=tuple(doubts))
    if waiting.tied:
        doubts.append(f"it was made in the minute in which the cooldown after “{title}” ended")
    limit = number(rules, "dov.cooldown_hours")
    return Legality(f"its author's “{title}” had failed less than {limit} hours before", tuple(doubts))
