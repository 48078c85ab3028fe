"""Is a votable matter an illegal post, as far as the posts tell (rule "Official Posts")."""

from __future__ import annotations

from parsers.model import MatterKind, Post
from parsers.ruleset.model import Ruleset
from validators.voting.hiatus import known_hiatus
from validators.voting.legality import Legality, illegal_dov, over_daily_limit, over_pending_limit
from validators.voting.parameters import number
from validators.voting.players import Players
from validators.voting.timeline import Timeline
from validators.words import counted

__all__ = ["legality"]

_ORDER = "whether it was submitted too soon rests on the order within one minute"


def legality(rules: Ruleset, players: Players, timeline: Timeline, post: Post) -> Legality:
    """Why a dated matter is illegal, the gravest reason first, and what is doubtful about it."""
    if not post.subject.strip():
        return Legality("its subject is empty", ("an entry with an empty subject is not valid, and is taken for an illegal post",))
    if post.category.matter is MatterKind.DOV:
        return illegal_dov(rules, players, timeline, post)
    if post.category.matter is not MatterKind.PROPOSAL or post.posted is None:
        return Legality()
    pending = over_pending_limit(rules, timeline, post)
    if pending is not None:
        limit = counted(number(rules, "proposal.pending_limit") or 0, "Proposal")
        return Legality(f"its author had {limit} pending", (_ORDER,) if pending.tied else ())
    made = over_daily_limit(rules, timeline, post)
    if made is not None:
        limit = counted(number(rules, "proposal.daily_limit") or 0, "Proposal")
        return Legality(f"its author had made {limit} that day", (_ORDER,) if made.tied else ())
    hiatus = known_hiatus(rules, players, timeline, post.posted, before=post)
    why = f"it was submitted in a hiatus ({hiatus.texts[0]})" if hiatus.active else None
    return Legality(why, (*hiatus.doubts, *((_ORDER,) if hiatus.tied else ())))
