"""The limits of a finding's confidence: doubts about the tally sheet or the rules of that time, and
unreliable times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from parsers.model import Confidence, MatterKind
from parsers.ruleset.parameters import PARAMETERS
from validators.checks.audit_context import AuditContext
from validators.checks.check import ALTERATION, POSTING, AuditCheck
from validators.finding import Evidence, Finding, Severity
from validators.voting.dated_posts import DatedPost
from validators.voting.past_game import resolved_at
from validators.voting.voting_rules import doubts_of_all, rule_doubts
from validators.wording import worded


def last_seen(finding: Finding) -> datetime | None:
    """Return the time of the latest evidence; None if no evidence has a time."""
    return max((each.at for each in finding.evidence if each.at is not None), default=None)


def as_sure_as_the_sheet(audit_check: AuditCheck, finding: Finding, facts: AuditContext) -> Finding:
    """Return the finding, with low confidence if the rules or times that it rests on are in doubt."""
    post = facts.by_key.get(finding.subject.id)
    if post is not None and post.status is audit_check.settled_by:
        finding = replace(finding, severity=Severity.INFO)
    doubts = list[str]()
    if audit_check.on_matters and post is not None and facts.view.rules is not None:
        doubts += _rule_doubts(audit_check, post, facts)
    if audit_check.is_upheld:
        doubts += _upheld(finding, post, facts)
    unreliable = facts.timeline.unreliable if audit_check.is_timed else ()
    untimed = any(times.covers(each.at) for times in unreliable for each in finding.evidence)
    if not doubts and not untimed:
        return finding
    quoted = (Evidence(None, doubt[:300], page=facts.rules.page) for doubt in doubts)
    return replace(finding, confidence=Confidence.LOW, evidence=(*finding.evidence, *quoted))


def _upheld(finding: Finding, post: DatedPost | None, facts: AuditContext) -> Iterator[str]:
    """Yield the later rulings that may have legalised what a finding reports."""
    rules, at = facts.view.rules, last_seen(finding)
    if rules is None or at is None:
        return
    dov, upholds = facts.timeline.enacted_since(at), rules.voting.dov_upholds
    if dov is not None and upholds.value is not None:
        yield f"“{dov.title}” was enacted later: {upholds.quote}"
    cfj = None if post is None else facts.timeline.judged_in(post)
    if cfj is not None and rules.voting.post_legal_by_cfj.value is not False:
        yield f"“{cfj.title}”, which was enacted, may have made it legal"


def _rule_doubts(audit_check: AuditCheck, post: DatedPost, facts: AuditContext) -> Iterator[str]:
    """Yield the doubts about the rules in force when a matter was posted or resolved."""
    by_posting = audit_check.judged_by in (POSTING, ALTERATION)
    moment = post.posted if by_posting else resolved_at(post, facts.view.as_of)
    rules = facts.past.rules_at(moment)[0] or facts.rules
    kind = post.category.matter
    if kind is not None:
        yield from map(worded, rule_doubts(rules, kind))
    elif audit_check.of_any_kind:
        for former_kind in MatterKind:
            yield from map(worded, rule_doubts(rules, former_kind))
    else:
        yield from map(worded, doubts_of_all(rules))
    if audit_check.reads_former_rules:
        return
    others = {str(each) for each in MatterKind} - {str(kind)}
    for parameter in (*audit_check.keys, *audit_check.parts):
        before, now = rules.voting.read(parameter), facts.rules.voting.read(parameter)
        concerned = parameter == PARAMETERS.dov_hiatus or parameter.topic not in others
        if concerned and before.value != now.value:
            yield f"the rules of {moment:%Y-%m-%d} differ from today's: {parameter.name}"
