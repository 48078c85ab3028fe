"""What is uncertain about findings from long ago: times that cannot be compared, and rules that are not known."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from parsers.model import Status
from validators.checks.check import ERROR, WARNING, AuditCheck
from validators.checks.facts import Facts
from validators.finding import Confidence, Finding, NotEvaluated
from validators.words import counted

_TIMED = frozenset("BN102 BN103 BN104 BN105 BN106 BN109 BN116 BN117 BN201 BN202 BN204 BN211".split())
"""Checks that compare the times of posts, resolutions and comments."""

_OF_RESOLUTIONS = frozenset("BN102 BN103 BN104 BN105 BN106 BN107 BN109 BN112".split())
"""Checks that look at no matter without the time of its resolution."""

_OWN_RULES = ("BN102", "BN103")
"""Checks that take the Ruleset of that time."""

_LONG_AGO = timedelta(days=90)
"""What the rules on votes and posts say changes a few times a year."""


def with_reliable_times(finding: Finding, facts: Facts) -> Finding:
    """The finding, with low confidence if it compares times from a stretch in which they contradict each other."""
    times = facts.timeline.unreliable if finding.code in _TIMED else ()
    if not any(stretch.covers(each.at) for stretch in times for each in finding.evidence):
        return finding
    return replace(finding, confidence=Confidence.LOW, severity=WARNING if finding.severity is ERROR else finding.severity)


def uncertain_past(chosen: Collection[AuditCheck], findings: Sequence[Finding], facts: Facts) -> Iterator[NotEvaluated]:
    """Which times cannot be compared, and which findings rest on today's Ruleset, where that of that time is not known."""
    codes = {one.code for one in chosen}
    for stretch in facts.timeline.unreliable if codes & _TIMED else ():
        why = f"{stretch.words}. What rests on comparing them is never more than a warning"
        yield NotEvaluated("times of posts", why, source=True, until=stretch.end)
    yield from _untimed(facts) if codes & _OF_RESOLUTIONS else ()
    codes = {one.code for one in chosen if {"rules", "posts"} <= {*one.needs} and one.code not in _OWN_RULES}
    old: dict[str, datetime] = {}
    for finding in findings:
        at = max((each.at for each in finding.evidence if each.at is not None), default=None)
        if finding.code in codes and at is not None and at < facts.view.as_of - _LONG_AGO and not facts.past.stood(at):
            old[finding.code] = max(at, old.get(finding.code, at))
    if old:
        latest = max(old.values())
        codes_found = ", ".join(sorted(old))
        what = f"what {codes_found} found of {latest:%Y-%m-%d} and before rests on today's rules: those of that time are not known"
        yield NotEvaluated(facts.rules.page, what, source=True, until=latest)


def _untimed(facts: Facts) -> Iterator[NotEvaluated]:
    """Matters that were resolved at a time that could not be read: whether that was legal is not known."""
    posts = [post for post in facts.timeline.matters if post.status is not Status.PENDING and post.closed is None]
    if posts:
        others = f" and {counted(len(posts) - 1, 'other matter')}" if len(posts) > 1 else ""
        why = f"when “{posts[-1].title}”{others} was resolved could not be read, so whether that was legal was not checked"
        yield NotEvaluated("times of resolutions", why, source=True, until=posts[-1].posted)
