"""How sure a finding can be: never surer than the tally sheet, by the rules of its time and by times that can be compared."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from parsers.model import Confidence, MatterKind, Status
from validators.checks.audit_context import AuditContext
from validators.checks.check import AuditCheck
from validators.checks.evidence import and_others
from validators.finding import Evidence, Finding, NotEvaluated, Severity
from validators.voting.doubts import may_occur
from validators.voting.past_game import resolved_at
from validators.voting.rule_doubts import Topic, rule_doubts

_TIMED = frozenset("BN102 BN103 BN104 BN105 BN106 BN109 BN116 BN117 BN201 BN202 BN204 BN211".split())
"""Checks that compare the times of posts, resolutions and comments."""

_OF_RESOLUTIONS = frozenset("BN102 BN103 BN104 BN105 BN106 BN107 BN109 BN112".split())
"""Checks that look at no matter without the time of its resolution."""

_OWN_RULES = ("BN102", "BN103")
"""Checks that take the Ruleset of that time."""

_WHEN_POSTED = ("BN116", "BN117", "BN2")
"""Checks that ask whether a post was right when it was made; the others are about its resolution."""

_ILLEGAL_BY = frozenset("BN116 BN117 BN201 BN202 BN204".split())
"""Checks on what makes a post illegal: that is settled, and information, once it is marked Illegal."""

_BY_TOPIC = {
    Topic.VOTES: "BN102 BN107",
    Topic.OUTCOME: "BN103",
    Topic.TIMES: "BN104 BN112 BN215",
    Topic.QUEUE: "BN105 BN108",
    Topic.HIATUS: "BN106 BN116 BN117 BN204",
    Topic.LIMITS: "BN201 BN202",
    Topic.PLAYERS: "BN205",
    Topic.POSTS: "BN109 BN206 BN207 BN208 BN209 BN210 BN214",
}
_ABOUT = {code: topic for topic, codes in _BY_TOPIC.items() for code in codes.split()}
"""What the checks on matters and posts rest on."""

_LONG_AGO = timedelta(days=90)
"""What the rules on votes and posts say changes a few times a year."""


def as_sure_as_the_sheet(one: AuditCheck, finding: Finding, facts: AuditContext) -> Finding:
    """The finding, with low confidence where the rules of its time, or its times, leave in doubt what it rests on."""
    post = facts.by_key.get(finding.subject.id)
    if finding.code in _ILLEGAL_BY and post is not None and post.status is Status.ILLEGAL:
        finding = replace(finding, severity=Severity.INFO)
    times = facts.timeline.unreliable if finding.code in _TIMED else ()
    doubts = list(_rule_doubts(one, finding, facts)) if finding.code in _ABOUT else []
    if not doubts and not any(stretch.covers(each.at) for stretch in times for each in finding.evidence):
        return finding
    quoted = (Evidence(None, doubt[:300], page=facts.rules.page) for doubt in doubts)
    return replace(finding, confidence=Confidence.LOW, evidence=(*finding.evidence, *quoted))


def _rule_doubts(one: AuditCheck, finding: Finding, facts: AuditContext) -> Iterator[str]:
    """What the rules that stood when a matter was posted, or resolved, say or may say otherwise."""
    post = facts.by_key.get(finding.subject.id)
    if post is None or facts.view.rules is None:
        return
    moment = post.posted if finding.code.startswith(_WHEN_POSTED) else resolved_at(post, facts.view.as_of)
    then = facts.past.rules_at(moment)[0] or facts.rules
    kind = post.category.matter
    occurs = partial(may_occur, facts.resolution(post).cases[0]) if kind is not None and post.status is not Status.PENDING else bool
    for each in MatterKind if kind is None else (kind,):
        yield from rule_doubts(then, each, _ABOUT[finding.code], may_occur=occurs)
    for key in () if finding.code in _OWN_RULES else (*one.keys, *one.parts):
        others = {str(each) for each in MatterKind} - {str(kind)}
        if then.value(key) != facts.rules.value(key) and (key == "dov.hiatus" or key.split(".")[0] not in others):
            yield f"the rules of {moment:%Y-%m-%d} read otherwise than today's: {key}"


def uncertain_past(chosen: Collection[AuditCheck], findings: Sequence[Finding], facts: AuditContext) -> Iterator[NotEvaluated]:
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


def _untimed(facts: AuditContext) -> Iterator[NotEvaluated]:
    """Matters that were resolved at a time that could not be read: whether that was legal is not known."""
    posts = [post for post in facts.timeline.matters if post.status is not Status.PENDING and post.closed is None]
    if posts:
        others = and_others(len(posts), "matter")
        why = f"when “{posts[-1].title}”{others} was resolved could not be read, so whether that was legal was not checked"
        yield NotEvaluated("times of resolutions", why, source=True, until=posts[-1].posted)
