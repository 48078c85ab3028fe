"""The news of a game: pending matters that can be resolved now or within hours, irregular
resolutions, and faults found; for a feed and for a chat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType
from typing import Literal

from parsers.model import Confidence
from validators.checks.audit_context import AuditContext
from validators.checks.check import RESOLUTION
from validators.checks.run import AuditReport, codes_of
from validators.finding import Finding, Severity, causes, date_of
from validators.fixes.tracking_fixes import implausible
from validators.view import GameView
from validators.voting.conditions import limits_of
from validators.voting.judge import CannotJudge
from validators.voting.legality import hiatus_at
from validators.voting.past_game import case_of
from validators.voting.roster_events import Players
from validators.voting.timeline import Timeline
from validators.voting.verdict import Verdict
from validators.voting.voting_rules import downtime_edges

SOON = timedelta(hours=6)
"""How long before an outcome becomes possible it is news."""

_MOST_MOMENTS = 200
"""How many earlier moments are tried: a game has a few dozen."""
NEVER_REPORTED: Mapping[str, datetime] = MappingProxyType({})

Outcome = Literal["enacted", "failed"]


class NewsTopic(StrEnum):
    """The topics of news: an outcome that is possible now, or within :data:`SOON`, a matter that
    was resolved against the rules, and any other fault.
    """

    RESOLVABLE = "resolvable"
    TIMEOUT = "timeout"
    IRREGULAR = "irregular"
    FINDING = "finding"


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One item of news, and ``since`` when it is: the moment at which it began to be true, or was
    first reported.

    ``key`` identifies it within its topic, in every run. ``title`` is that of the matter, ``""``
    without one. ``verdict`` and ``outcome`` are those of a pending matter, ``due`` is when the
    outcome of a timeout becomes possible. ``findings`` are those of the other topics.
    """

    topic: NewsTopic
    key: str
    since: datetime
    title: str = ""
    url: str | None = None
    verdict: Verdict | None = None
    outcome: Outcome = "enacted"
    due: datetime | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def fingerprint(self) -> str:
        """A stable identity, 16 hexadecimal digits."""
        parts = f"{self.topic}\x1f{self.key}"
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def news(
    facts: AuditContext,
    report: AuditReport,
    first_reported: Mapping[str, datetime] = NEVER_REPORTED,
) -> list[NewsItem]:
    """Return the news of a view, the newest first, by an audit of it. ``first_reported`` has the
    times at which earlier audits first reported findings, by fingerprint.
    """
    sure = [
        finding
        for finding in report.findings
        if finding.confidence is Confidence.HIGH and finding.severity is not Severity.INFO
    ]
    resolutions = codes_of(lambda check: check.judged_by is RESOLUTION)
    irregular = [
        finding
        for finding in sure
        if finding.code in resolutions and finding.severity is Severity.ERROR
    ]
    others = [finding for finding in sure if finding not in irregular]
    found = (
        *_resolvable(facts),
        *_timeouts(facts),
        *_irregular(facts, irregular),
        *_faults(facts.view, others, _misread(facts.view, report), first_reported),
    )
    return sorted(found, key=lambda item: (item.since, item.fingerprint), reverse=True)


# Pending matters


def _verdicts(facts: AuditContext) -> tuple[Verdict, ...]:
    try:
        return facts.pending.verdicts
    except CannotJudge:
        return ()


def _resolvable(facts: AuditContext) -> Iterator[NewsItem]:
    """Yield the matters that can be resolved now."""
    possible: dict[str, tuple[Verdict, Outcome]] = {
        verdict.post.key: (verdict, "enacted" if verdict.enactable else "failed")
        for verdict in _verdicts(facts)
        if verdict.enactable or verdict.failable
    }
    since = _possible_since(facts, possible) if possible else {}
    for key, (verdict, outcome) in possible.items():
        post = verdict.post
        yield NewsItem(
            NewsTopic.RESOLVABLE,
            f"{post.url} {outcome}",
            since.get(key, facts.view.as_of),
            post.title,
            post.url,
            verdict,
            outcome,
        )


def _possible_since(
    facts: AuditContext, possible: Mapping[str, tuple[Verdict, Outcome]]
) -> dict[str, datetime]:
    """Return since when each outcome has been possible, or may have been, by the roster and the
    rules of today: they are judged at earlier moments, the latest first.
    """
    since: dict[str, datetime] = {}
    left: dict[str, Outcome] = {key: outcome for key, (_, outcome) in possible.items()}
    for moment in _earlier_moments(facts, [verdict for verdict, _ in possible.values()]):
        still = set(_allowed_at(facts, moment, left))
        left = {key: outcome for key, outcome in left.items() if key in still}
        since.update(dict.fromkeys(left, moment))
        if not left:
            break
    return since


def _allowed_at(
    facts: AuditContext, moment: datetime, outcomes: Mapping[str, Outcome]
) -> Iterator[str]:
    """Yield the matters that could get their outcome at a moment, or may have."""
    view, rules, roster = facts.view, facts.rules, facts.roster
    earlier = GameView(replace(view.read, as_of=moment), view.derived, view.missing)
    timeline = Timeline(earlier)
    timeline.rosters = facts.timeline.rosters  # what all posts say of players is read once
    hiatus = hiatus_at(rules, roster, timeline, moment)
    for post in timeline.matters:
        outcome, kind = outcomes.get(post.key), post.category.matter
        if outcome is not None and kind is not None:
            case = case_of(post, kind, rules, Players(roster), timeline, hiatus)
            allowed = case.enactable if outcome == "enacted" else case.failable
            if allowed(moment) is not False:
                yield post.key


def _earlier_moments(facts: AuditContext, verdicts: Iterable[Verdict]) -> list[datetime]:
    """Return the moments since the first of some matters was posted at which a verdict can have
    changed, the latest first: of comments, posts and resolutions, and of limits.
    """
    posts = [verdict.post for verdict in verdicts]
    start = min((post.posted for post in posts), default=facts.view.as_of)
    found = {comment.at for post in posts for comment in post.comments or ()}
    for post in facts.timeline.posts:
        found |= {post.posted, post.closed}
    for post in facts.timeline.matters:
        found.update(limits_of(post, facts.rules))
    found.update(downtime_edges(facts.rules, start))
    moments = (moment for moment in found if moment and start <= moment <= facts.view.as_of)
    return sorted(moments, reverse=True)[:_MOST_MOMENTS]


def _timeouts(facts: AuditContext) -> Iterator[NewsItem]:
    """Yield the outcomes that are not possible now and will be soon if nothing changes."""
    now = facts.view.as_of
    for verdict in _verdicts(facts):
        post = verdict.post
        outcomes: tuple[tuple[Outcome, datetime | None], ...] = (
            ("enacted", verdict.earliest_enact),
            ("failed", verdict.earliest_fail),
        )
        for outcome, due in outcomes:
            if due is not None and now < due <= now + SOON:
                yield NewsItem(
                    NewsTopic.TIMEOUT,
                    f"{post.url} {outcome} {due.isoformat()}",
                    max(post.posted, due - SOON),
                    post.title,
                    post.url,
                    verdict,
                    outcome,
                    due,
                )


# Findings


def _irregular(facts: AuditContext, findings: Iterable[Finding]) -> Iterator[NewsItem]:
    """Yield the matters whose resolution was against the rules."""
    ordered = sorted(findings, key=lambda finding: finding.subject.id)
    for key, group in groupby(ordered, lambda finding: finding.subject.id):
        post = facts.by_key.get(key)
        if post is not None and post.closed is not None:
            yield NewsItem(
                NewsTopic.IRREGULAR,
                f"{post.url} {post.closed.isoformat()}",
                post.closed,
                post.title,
                post.url,
                findings=tuple(group),
            )


def _faults(
    view: GameView,
    findings: Iterable[Finding],
    misread: Collection[str],
    first_reported: Mapping[str, datetime],
) -> Iterator[NewsItem]:
    """Yield each cause of findings, since it was first reported, else since it came about; none
    that is about the tool, past, or probably ``misread``, and none without either time.
    """
    about_the_tool = codes_of(lambda check: check.about_the_tool)
    listed = [
        finding
        for finding in findings
        if not (finding.past or finding.code in about_the_tool or finding.fingerprint in misread)
    ]
    for cause in causes(listed):
        found = (cause.lead, *cause.others)
        dates = (first_reported.get(cause.lead.fingerprint), *map(date_of, found))
        since = next((at for at in dates if at is not None and at <= view.as_of), None)
        if since is not None:
            urls = (cause.lead.subject.url, *(item.url for item in cause.lead.evidence))
            yield NewsItem(
                NewsTopic.FINDING,
                cause.lead.fingerprint,
                since,
                url=next(filter(None, urls), None),
                findings=found,
            )


def _misread(view: GameView, report: AuditReport) -> Collection[str]:
    return () if view.gamestate is None else implausible(view.gamestate, report.findings)
