"""How sure a finding can be: never surer than the tally sheet, by the rules of its time and by times that can be compared."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from parsers.model import Category, Confidence, MatterKind, Status
from validators.checks.audit_context import AuditContext
from validators.checks.check import AuditCheck
from validators.checks.evidence import WHEN, and_others
from validators.finding import Evidence, Finding, NotEvaluated, Severity
from validators.voting.dated_posts import DatedPost
from validators.voting.doubts import may_occur
from validators.voting.past_game import resolved_at
from validators.voting.voting_rules import Topic, rule_doubts

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
    Topic.TIMES: "BN104 BN105 BN108 BN112 BN215",
    Topic.HIATUS: "BN106 BN116 BN117 BN204",
    Topic.POSTS: "BN109 BN201 BN202 BN205 BN206 BN207 BN208 BN209 BN210 BN214",
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
    doubts = [] if post is None or finding.code not in _ABOUT or facts.view.rules is None else list(_rule_doubts(one, post, facts))
    if not doubts and not any(stretch.covers(each.at) for stretch in times for each in finding.evidence):
        return finding
    quoted = (Evidence(None, doubt[:300], page=facts.rules.page) for doubt in doubts)
    return replace(finding, confidence=Confidence.LOW, evidence=(*finding.evidence, *quoted))


def _rule_doubts(one: AuditCheck, post: DatedPost, facts: AuditContext) -> Iterator[str]:
    """What the rules that stood when a matter was posted, or resolved, say or may say otherwise."""
    moment = post.posted if one.code.startswith(_WHEN_POSTED) else resolved_at(post, facts.view.as_of)
    then = facts.past.rules_at(moment)[0] or facts.rules
    kind = post.category.matter
    occurs = partial(may_occur, facts.resolution(post).cases[0]) if kind is not None and post.status is not Status.PENDING else bool
    for each in MatterKind if kind is None else (kind,):
        yield from rule_doubts(then, each, _ABOUT[one.code], may_occur=occurs)
    others = {str(each) for each in MatterKind} - {str(kind)}
    for key in () if one.code in _OWN_RULES else (*one.keys, *one.parts):
        if then.value(key) != facts.rules.value(key) and (key == "dov.hiatus" or key.split(".")[0] not in others):
            yield f"the rules of {moment:%Y-%m-%d} read otherwise than today's: {key}"


def not_known(chosen: Collection[AuditCheck], findings: Sequence[Finding], facts: AuditContext) -> Iterator[NotEvaluated]:
    """What the checks could not look at: posts and resolutions without a time, edits before those that the view has; times that cannot
    be compared; and which findings rest on today's Ruleset, where that of their time is not known.
    """
    codes, view = {one.code for one in chosen}, facts.view
    for post in facts.timeline.undated if any("posts" in one.needs for one in chosen) else ():
        why = f"the date of “{post.title}” could not be read, so nothing that depends on it was checked"
        yield NotEvaluated(post.url, why, inconclusive=post.category.matter is not None or post.category is Category.ASCENSION)
    of_edits = ", ".join(one.code for one in chosen if "history" in one.needs)
    for title, (first, *_) in view.histories.items() if of_edits else ():
        if first.parentid and facts.since is not None and first.timestamp > facts.since:
            why = f"the edits of “{title}” before {first.timestamp:{WHEN}} UTC (revision {first.revid}) were not looked at"
            yield NotEvaluated(of_edits, why, until=first.timestamp)
    for stretch in facts.timeline.unreliable if codes & _TIMED else ():
        why = f"{stretch.words}. What rests on comparing them is never more than a warning"
        yield NotEvaluated("times of posts", why, source=True, until=stretch.end)
    untimed = [post for post in facts.timeline.matters if post.status is not Status.PENDING and post.closed is None]
    if untimed and codes & _OF_RESOLUTIONS:
        named = f"“{untimed[-1].title}”{and_others(len(untimed), 'matter')}"
        why = f"when {named} was resolved could not be read, so whether that was legal was not checked"
        yield NotEvaluated("times of resolutions", why, source=True, until=untimed[-1].posted)
    judged = {one.code for one in chosen if {"rules", "posts"} <= {*one.needs} and one.code not in _OWN_RULES}
    old: dict[str, datetime] = {}
    for finding in findings:
        at = max((each.at for each in finding.evidence if each.at is not None), default=None)
        if finding.code in judged and at is not None and at < view.as_of - _LONG_AGO and not facts.past.stood(at):
            old[finding.code] = max(at, old.get(finding.code, at))
    if old:
        latest, found = max(old.values()), ", ".join(sorted(old))
        what = f"what {found} found of {latest:%Y-%m-%d} and before rests on today's rules: those of that time are not known"
        yield NotEvaluated(facts.rules.page, what, source=True, until=latest)
