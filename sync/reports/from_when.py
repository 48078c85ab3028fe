"""From when a matter may be resolved, in a sentence and in a few words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from parsers.model import Status
from sync.text import shorten
from sync.times import brief, shown
from validators.voting.verdict import Verdict, VerdictClause
from validators.words import span

OBSTACLES = {VerdictClause.HIATUS, VerdictClause.DOWNTIME}


class Opening(NamedTuple):
    """An outcome: whether it is allowed now, and if not from when it will be if nothing changes.

    ``if_first`` is that moment if those ahead in the queue were resolved now; None where it is no other one.
    """

    outcome: str
    now: bool | None
    earliest: datetime | None
    if_first: datetime | None

    @property
    def soonest(self) -> datetime | None:
        """The first moment at which it may be allowed."""
        return self.if_first or self.earliest


def openings(verdict: Verdict) -> Iterator[Opening]:
    """When a matter may be enacted, and when it may be failed."""
    for outcome, now, earliest, if_first in (
        ("enacted", verdict.enactable, verdict.earliest_enact, verdict.enact_if_first),
        ("failed", verdict.failable, verdict.earliest_fail, verdict.fail_if_first),
    ):
        yield Opening(outcome, now, earliest, if_first if verdict.ahead and not now and if_first != earliest else None)


def soonest(verdict: Verdict) -> Opening | None:
    """The outcome that may come first; None if neither will as things stand."""
    known = [(each.soonest, each) for each in openings(verdict) if each.soonest is not None]
    return min(known, key=lambda each: each[0])[1] if known else None


def outlook(verdict: Verdict, as_of: datetime) -> Iterator[str]:
    """When a pending matter may be resolved if nothing changes: a sentence for each outcome that is not allowed yet."""
    if verdict.status is not Status.PENDING:
        return
    for each in openings(verdict):
        obstacles = [one for one in verdict.blocking if each.outcome == "enacted" or one.clause in OBSTACLES]
        why, word = "; ".join(one.text for one in obstacles), each.outcome
        if each.now:
            continue
        if each.if_first:
            yield f"It may be {word} {once_first(verdict, each, as_of)}."
        elif each.earliest:
            not_yet = f" Not yet: {why}." if why else ""
            yield f"It may be {word} {_from(each.earliest, as_of)}, if no vote, post or roster changes.{not_yet}"
        elif verdict.unseen:
            yield f"It is unknown when it may be {word}{'; not yet: ' if why else ''}{why}."
        else:
            yield f"It cannot be {word} as things stand{': ' if why else ''}{why}."


def once_first(verdict: Verdict, opening: Opening, as_of: datetime) -> str:
    """When a matter may be resolved that waits for those ahead of it in the queue."""
    when = f"as soon as {ahead_in_words(verdict)} resolved"
    if opening.if_first is not None and opening.if_first > as_of:
        when = f"{when}, {_from(opening.if_first, as_of)} at the earliest"
    return f"{when}; else {_from(opening.earliest, as_of)}"


def ahead_in_words(verdict: Verdict, *, short: bool = False) -> str:
    """The older Proposals that have to be resolved first, with their verb."""
    ahead = verdict.ahead or ()
    if len(ahead) == 1:
        return f"“{shorten(ahead[0].subject or ahead[0].title, 24) if short else ahead[0].title}” is"
    if short:
        return f"1–{len(ahead)} are"
    titles = ", ".join(f"“{post.title}”" for post in ahead[:3]) + (f" and {len(ahead) - 3} more" if len(ahead) > 3 else "")
    return f"the {len(ahead)} older Proposals ({titles}) are"


def _from(moment: datetime | None, as_of: datetime) -> str:
    return "not as things stand" if moment is None else f"from {shown(moment, from_then=True)} (in {span(moment - as_of)})"


def opening(verdict: Verdict, as_of: datetime) -> str:
    """From when a matter may be resolved, in a few words."""
    first = soonest(verdict)
    if first is None or first.soonest is None:
        return "not as things stand"
    word = "enact" if first.outcome == "enacted" else "fail"
    when = f" from {brief(first.soonest, as_of)}" if first.soonest > as_of or not first.if_first else ""
    return f"{word}{when}{f' once {ahead_in_words(verdict, short=True)} resolved' if first.if_first else ''}"
