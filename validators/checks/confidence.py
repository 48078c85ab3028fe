"""How sure a finding can be: never surer than the tally sheet, by the rules of its time and by times
that can be compared.
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
    """The time of the latest evidence; None where none has one."""
    return max((each.at for each in finding.evidence if each.at is not None), default=None)


def as_sure_as_the_sheet(one: AuditCheck, finding: Finding, facts: AuditContext) -> Finding:
    """The finding, with low confidence where the rules of its time, or its times, leave in doubt
    what it rests on.
    """
    post = facts.by_key.get(finding.subject.id)
    if one.settled_by is not None and post is not None and post.status is one.settled_by:
        finding = replace(finding, severity=Severity.INFO)
    doubts = list[str]()
    if one.on_matters and post is not None and facts.view.rules is not None:
        doubts += _rule_doubts(one, post, facts)
    if one.is_upheld:
        doubts += _upheld(finding, post, facts)
    unreliable = facts.timeline.unreliable if one.is_timed else ()
    untimed = any(times.covers(each.at) for times in unreliable for each in finding.evidence)
    if not doubts and not untimed:
        return finding
    quoted = (Evidence(None, doubt[:300], page=facts.rules.page) for doubt in doubts)
    return replace(finding, confidence=Confidence.LOW, evidence=(*finding.evidence, *quoted))


def _upheld(finding: Finding, post: DatedPost | None, facts: AuditContext) -> Iterator[str]:
    """What may have made lawful, since, what a finding accuses."""
    rules, at = facts.view.rules, last_seen(finding)
    if rules is None or at is None:
        return
    dov, upholds = facts.timeline.enacted_since(at), rules.voting.dov_upholds
    if dov is not None and upholds.value is not None:
        yield f"“{dov.title}” was enacted later: {upholds.quote}"
    cfj = None if post is None else facts.timeline.judged_in(post)
    if cfj is not None and rules.voting.post_legal_by_cfj.value is not False:
        yield f"“{cfj.title}”, which was enacted, may have made it legal"


def _rule_doubts(one: AuditCheck, post: DatedPost, facts: AuditContext) -> Iterator[str]:
    """What the rules that stood when a matter was posted, or resolved, say or may say otherwise."""
    by_posting = one.judged_by in (POSTING, ALTERATION)
    moment = post.posted if by_posting else resolved_at(post, facts.view.as_of)
    then = facts.past.rules_at(moment)[0] or facts.rules
    kind = post.category.matter
    if kind is not None:
        yield from map(worded, rule_doubts(then, kind))
    elif one.of_any_kind:
        for each in MatterKind:  # of whatever kind it was before
            yield from map(worded, rule_doubts(then, each))
    else:
        yield from map(worded, doubts_of_all(then))
    if one.reads_former_rules:
        return
    others = {str(each) for each in MatterKind} - {str(kind)}
    for parameter in (*one.keys, *one.parts):
        before, now = then.voting.read(parameter), facts.rules.voting.read(parameter)
        concerned = parameter == PARAMETERS.dov_hiatus or parameter.topic not in others
        if concerned and before.value != now.value:
            yield f"the rules of {moment:%Y-%m-%d} read otherwise than today's: {parameter.name}"
