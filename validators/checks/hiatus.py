"""What the checks of Proposals that were submitted or resolved in a hiatus share (BN106, BN204)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from parsers.model import Confidence
from validators.checks.audit_context import AuditContext
from validators.checks.evidence import confidence_of, grouped
from validators.finding import NotEvaluated
from validators.voting.dated import DatedPost


@dataclass(frozen=True, slots=True)
class InHiatus:
    """A Proposal to which something was done in a hiatus, and the cause as a keyword and in words."""

    post: DatedPost
    cause: str
    text: str
    confidence: Confidence


def in_hiatus(
    facts: AuditContext, code: str, deeds: Iterable[tuple[DatedPost, datetime, DatedPost | None]]
) -> Iterator[InHiatus | NotEvaluated]:
    """The Proposals to which something was done in a hiatus; each ``deed`` is its Proposal, its time, and the post if it is the posting."""
    unknown: list[tuple[datetime, str]] = []
    for post, moment, posting in deeds:
        hiatus = facts.hiatus(moment, before=posting)
        if hiatus.active:
            yield InHiatus(post, hiatus.causes[0], hiatus.texts[0], confidence_of(tied=hiatus.tied, doubts=hiatus.doubts))
            continue
        dormant, why = facts.past.dormancy_at(moment, facts.rules)
        if dormant is not None:
            yield InHiatus(post, "dormancy", dormant, Confidence.MEDIUM if facts.past.stood(moment) else Confidence.LOW)
        elif hiatus.unseen:
            unknown.append((moment, facts.older_posts))
        elif why is not None:
            unknown.append((moment, f"whether the game was dormant is not known: {why}"))
    for why, some in grouped(unknown, lambda pair: pair[1]):
        yield NotEvaluated(code, why, until=max(moment for moment, _ in some))
