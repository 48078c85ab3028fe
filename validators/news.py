"""The news of a game, for a feed and a chat: pending matters that can be resolved now or within
hours, irregular resolutions, and other faults.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from parsers.model import Category, Confidence
from validators.checks.audit_context import AuditContext
from validators.checks.check import RESOLUTION
from validators.checks.run import AuditReport, codes_of
from validators.finding import Finding, Severity, causes, date_of
from validators.fixes.tracking_fixes import implausible
from validators.view import GameView
from validators.voting.conditions import limits_of
from validators.voting.dated_posts import DatedPost
from validators.voting.judge import CannotJudge
from validators.voting.legality import hiatus_at
from validators.voting.past_game import case_of
from validators.voting.roster_events import Players
from validators.voting.timeline import Timeline
from validators.voting.verdict import Verdict
from validators.voting.voting_rules import days, downtime_edges

SOON = timedelta(hours=6)
"""A timeout is reported this long before its outcome becomes possible."""

_MOST_MOMENTS = 400
"""The maximum number of earlier moments at which matters are judged, divided among the resolvable
matters. A matter usually has a few dozen.
"""
_FEWEST_MOMENTS = 5
"""The number of moments for each matter, however many matters there are."""
_SECOND = timedelta(seconds=1)
NEVER_REPORTED: Mapping[str, datetime] = MappingProxyType({})

Outcome = Literal["enacted", "failed"]


class NewsTopic(StrEnum):
    """The topics of news."""

    RESOLVABLE = "resolvable"
    """A pending matter that can be resolved now."""
    TIMEOUT = "timeout"
    """An outcome that becomes possible within :data:`SOON` if nothing changes."""
    IRREGULAR = "irregular"
    """A matter that was resolved against the rules."""
    FINDING = "finding"
    """Any other fault."""


@dataclass(frozen=True, slots=True)
class NewsItem:
    """An item of news; ``since`` is when it became true or was first reported.

    ``key`` identifies the item within its topic, the same in every run. The key of a RESOLVABLE
    item contains no time, because ``since`` moves when the roster changes; so the item stays the
    same if its outcome is impossible for a while. ``title`` is that of the matter, ``""`` if there
    is none. ``verdict`` and ``outcome`` belong to a pending matter; ``due`` is the time at which
    the outcome of a TIMEOUT becomes possible. ``findings`` belong to the other topics.
    """

    topic: NewsTopic
    key: str
    since: datetime
    title: str = ""
    url: str | None = None
    verdict: Verdict | None = None
    outcome: Outcome | None = None
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
    """Return the news of a view by an audit of it, newest first. ``first_reported`` has the times
    at which earlier audits first reported findings, by fingerprint.
    """
    certain = [
        finding
        for finding in report.findings
        if finding.confidence is Confidence.HIGH and finding.severity is not Severity.INFO
    ]
    resolutions = codes_of(lambda check: check.judged_by is RESOLUTION)
    irregular: dict[str, list[Finding]] = {}
    others: list[Finding] = []
    for finding in certain:
        post = facts.by_key.get(finding.subject.id)
        against_the_rules = finding.severity is Severity.ERROR and finding.code in resolutions
        if against_the_rules and post is not None and post.closed is not None:
            irregular.setdefault(post.key, []).append(finding)
        else:
            others.append(finding)
    found = (
        *_resolvable(facts),
        *_timeouts(facts),
        *_irregular(facts, irregular),
        *_faults(facts.view, others, _probably_misread(facts.view, report), first_reported),
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
    since = _possible_since(facts, possible)
    for key, (verdict, outcome) in possible.items():
        post = verdict.post
        yield NewsItem(
            NewsTopic.RESOLVABLE,
            f"{post.url} {outcome}",
            since[key],
            post.title,
            post.url,
            verdict,
            outcome,
        )


def _possible_since(
    facts: AuditContext, possible: Mapping[str, tuple[Verdict, Outcome]]
) -> dict[str, datetime]:
    """Return the time from which each outcome has been possible without interruption, by today's
    roster and rules, or may have been.

    Each matter is judged at its earlier moments, latest first, until its outcome was not possible.
    If the outcome was possible at all judged moments, and there are earlier ones, the time is that
    of the first limit that the matter reached.
    """
    moments = {key: _moments(facts, verdict.post) for key, (verdict, _) in possible.items()}
    most = max(_MOST_MOMENTS // max(len(possible), 1), _FEWEST_MOMENTS)
    tried = {key: frozenset(found[:most]) for key, found in moments.items()}
    since = {key: found[0] for key, found in moments.items()}
    still_possible: dict[str, Outcome] = {key: outcome for key, (_, outcome) in possible.items()}
    for moment in sorted(frozenset[datetime]().union(*tried.values()), reverse=True):
        to_judge: dict[str, Outcome] = {
            key: outcome for key, outcome in still_possible.items() if moment in tried[key]
        }
        allowed = frozenset(_allowed_at(facts, moment, to_judge) if to_judge else ())
        since.update(dict.fromkeys(allowed, moment))
        still_possible = {
            key: outcome
            for key, outcome in still_possible.items()
            if key in allowed or key not in to_judge
        }
    for key in still_possible:
        if len(moments[key]) > most:
            post = possible[key][0].post
            reached = (limit for limit in limits_of(post, facts.rules) if limit in moments[key])
            since[key] = min(reached, default=post.posted)
    return since


def _allowed_at(
    facts: AuditContext, moment: datetime, outcomes: Mapping[str, Outcome]
) -> Iterator[str]:
    """Yield the keys of the matters whose outcome was possible at a moment, or may have been."""
    view, rules, roster = facts.view, facts.rules, facts.roster
    earlier = GameView(replace(view.read, as_of=moment), view.derived, view.missing)
    timeline = Timeline(earlier)
    timeline.rosters = facts.timeline.rosters  # the announcements of all posts are read once
    hiatus = hiatus_at(rules, roster, timeline, moment)
    for post in timeline.matters:
        outcome, kind = outcomes.get(post.key), post.category.matter
        if outcome is not None and kind is not None:
            case = case_of(post, kind, rules, Players(roster), timeline, hiatus)
            allowed = case.enactable if outcome == "enacted" else case.failable
            if allowed(moment) is not False:
                yield post.key


def _moments(facts: AuditContext, post: DatedPost) -> list[datetime]:
    """Return the moments since a matter was posted at which its verdict may have changed, latest
    first: those of its comments and limits, of DoVs, Addresses and downtime, and of the older
    Proposals that it waited for.
    """
    rules = facts.rules
    stale_after = days(rules.voting.proposal_stale_days)
    found = {post.posted, *limits_of(post, rules), *downtime_edges(rules, post.posted)}
    found.update(comment.at for comment in post.comments or () if comment.at)
    for other in facts.timeline.posts:
        if other.category in (Category.DOV, Category.ASCENSION):
            found |= {other.posted, other.end}
        elif other.category is Category.PROPOSAL and other.posted <= post.posted < other.end:
            found.add(other.end)
            if stale_after is not None:
                found.add(other.posted + stale_after + _SECOND)
    return sorted(
        (moment for moment in found if post.posted <= moment <= facts.view.as_of), reverse=True
    )


def _timeouts(facts: AuditContext) -> Iterator[NewsItem]:
    """Yield the outcomes that are not possible now but will be soon if nothing changes."""
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


def _irregular(
    facts: AuditContext, findings: Mapping[str, Sequence[Finding]]
) -> Iterator[NewsItem]:
    """Yield the matters whose resolution was against the rules. ``findings`` has the findings on
    them by key of the post.
    """
    for key, group in findings.items():
        post = facts.by_key[key]
        if post.closed is not None:
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
    """Yield the causes of findings, dated by their evidence, else by the time at which they were
    first reported. Findings about the tool, past ones, probably ``misread`` ones and those without
    a time are left out.
    """
    about_the_tool = codes_of(lambda check: check.about_the_tool)
    listed = [
        finding
        for finding in findings
        if not (finding.past or finding.code in about_the_tool or finding.fingerprint in misread)
    ]
    for cause in causes(listed):
        found = (cause.lead, *cause.others)
        dates = (*map(date_of, found), first_reported.get(cause.lead.fingerprint))
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


def _probably_misread(view: GameView, report: AuditReport) -> Collection[str]:
    return () if view.gamestate is None else implausible(view.gamestate, report.findings)
