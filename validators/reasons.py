"""The reasons of a verdict: every condition that decides it, met or not, with the rule that sets it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from parsers.model import MatterKind
from validators.hiatus import hiatus_at
from validators.resolution import Case
from validators.verdict import Reason

__all__ = ["reasons"]


def _span(duration: timedelta) -> str:
    minutes = int(duration.total_seconds()) // 60
    days, rest = divmod(minutes, 1440)
    hours, left = divmod(rest, 60)
    if days >= 7:
        return f"{days} days {hours} h"
    return f"{days * 24 + hours} h {left:02d} min"


def _rule(case: Case, *keys: str) -> str | None:
    return next((clause.rule for key in keys if (clause := case.rules.voting.get(key)) is not None), None)


def _popularity(case: Case, now: datetime) -> Iterator[Reason]:
    counts = case.tally.counts
    if case.legality.why is not None:
        yield Reason(
            "illegal", True, f"an illegal post is Unpopular whatever its votes: {case.legality.why}", _rule(case, "post.illegal_unpopular")
        )
    yield Reason("popular.quorum", case.has_quorum, f"{counts.for_} FOR, quorum {case.quorum}", _rule(case, "popular.quorum"))
    hours = case.limit("popular.after_hours")
    if hours is not None:
        valid = counts.for_ + counts.against
        text = f"open {_span(case.open_for(now))} of {hours} h, {valid} valid votes, {counts.for_} FOR to {counts.against} AGAINST"
        if case.core_text:
            text += "; closed to a Proposal that would change the text of a protected rule"
        yield Reason("popular.time", case.by_time(now), text, _rule(case, "popular.after_hours"))
    met = bool(case.rules.value("unpopular.quorum")) and counts.not_against < case.quorum
    text = f"{counts.not_against} of {case.players} Players not voting AGAINST, quorum {case.quorum}"
    yield Reason("unpopular.quorum", met, text, _rule(case, "unpopular.quorum"))
    hours = case.limit("unpopular.after_hours")
    if hours is not None:
        met = case.open_at_least(now, "unpopular.after_hours") and not case.popular(now)
        popular = "Popular" if case.popular(now) else "not Popular"
        yield Reason(
            "unpopular.time", met, f"open {_span(case.open_for(now))} of {hours} h, {popular}", _rule(case, "unpopular.after_hours")
        )


def _proposal(case: Case, now: datetime) -> Iterator[Reason]:
    ahead = case.ahead(now)
    queue = f"{len(ahead)} older pending, first “{ahead[0].title}”" if ahead else "the oldest pending Proposal"
    stale = case.stale(case.post, now)
    if stale:
        queue = "no longer counted in the queue"
    if case.rules.value("proposal.oldest_first"):
        yield Reason("proposal.oldest", case.next_in_line(now), queue, _rule(case, "proposal.oldest_first"))
    hours = case.limit("proposal.min_open_hours")
    if hours is not None:
        met = case.open_at_least(now, "proposal.min_open_hours")
        yield Reason(
            "proposal.open", met, f"open {_span(case.open_for(now))} of at least {hours} h", _rule(case, "proposal.min_open_hours")
        )
    term = case.rules.value("proposal.withdrawn_term")
    if case.tally.withdrawn:
        yield Reason("proposal.withdrawn", True, f"{term} by its author", _rule(case, "proposal.withdrawn_term"))
    if case.tally.vetoed:
        yield Reason("proposal.vetoed", True, "Vetoed by the Emperor", _rule(case, "veto"))
    days = case.limit("proposal.stale_days")
    if days is not None and stale:
        yield Reason(
            "proposal.stale",
            True,
            f"pending for more than {days} days: may be failed whatever its votes",
            _rule(case, "proposal.stale_days"),
        )
    if case.view.roster is not None:
        hiatus = hiatus_at(case.rules, case.view.roster, case.timeline, now)
        for text in hiatus.texts:
            yield Reason("hiatus", True, f"on hiatus: {text}", _rule(case, "hiatus.stops_proposals"))


def _dov(case: Case, now: datetime) -> Iterator[Reason]:
    counts = case.tally.counts
    if case.rules.value("dov.threshold") == "two-thirds":
        text = f"{counts.for_} FOR, more than 2/3 of {case.players} Players needed"
        yield Reason("dov.threshold", case.threshold(now), text, _rule(case, "dov.threshold"))
    for key, met, also in (
        ("dov.early_hours", case.dov_early(now), ", and the Emperor FOR or no AGAINST votes"),
        ("dov.late_hours", case.dov_late(now), ""),
    ):
        hours = case.limit(key)
        if hours is not None:
            name = "dov.early" if also else "dov.late"
            yield Reason(name, met, f"open {_span(case.open_for(now))} of at least {hours} h{also}", _rule(case, key))
    hours = case.limit("dov.fail_after_hours")
    if hours is not None:
        yield Reason(
            "dov.old",
            case.dov_too_old(now),
            f"open {_span(case.open_for(now))}, failable after {hours} h",
            _rule(case, "dov.fail_after_hours"),
        )
    if case.suspended(now):
        yield Reason("downtime", True, f"nothing is done with a DoV on {now:%d %B}", _rule(case, "downtime.suspends_dovs", "downtime"))


def reasons(case: Case, now: datetime) -> tuple[Reason, ...]:
    """Every condition that has a say, in the order in which a person would check them."""
    found = list(_popularity(case, now))
    if case.kind is MatterKind.PROPOSAL:
        found += _proposal(case, now)
    elif case.kind is MatterKind.DOV:
        found += _dov(case, now)
    elif case.rules.value("cfj.fail_if_no_change"):
        text = "an Admin may also fail it on judging that it asks for no change at all"
        found.append(Reason("cfj.no-change", False, text, _rule(case, "cfj.fail_if_no_change")))
    return tuple(found)
