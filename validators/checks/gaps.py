"""Gaps of an audit: missing inputs and clauses, and unknown times, edits and earlier Rulesets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime, timedelta

from parsers.model import Category, Status
from parsers.ruleset.parameters import AnyParameter
from validators.checks.audit_context import AuditContext
from validators.checks.check import RESOLUTION, AuditCheck, Input
from validators.checks.confidence import last_seen
from validators.checks.evidence import WHEN, and_others
from validators.finding import Finding, Gap, Lack, NotEvaluated
from validators.view import GameView
from validators.voting.voting_rules import unread_about
from validators.wording import worded

_INPUTS: dict[Input, tuple[Callable[[GameView], bool], str, bool]] = {
    "rules": (lambda view: view.rules is not None, "needs the Ruleset, which was not read", True),
    "roster": (lambda view: view.roster is not None, "needs the roster, which was not read", True),
    "posts": (lambda view: bool(view.posts), "needs posts, and none were read", True),
    "gamestate": (
        lambda view: view.gamestate is not None,
        "needs the tracking page, which was not read",
        False,
    ),
    "history": (
        lambda view: bool(view.histories),
        "needs earlier revisions of the wiki pages, and none are available",
        False,
    ),
    "pulls": (
        lambda view: view.read.pasts is not None,
        "needs earlier pulls of the blog; a snapshot shows only one moment",
        False,
    ),
}
"""For each input: a test that a view has it, the message without it, and whether its absence leaves
the audit without a verdict.
"""

_LONG_AGO = timedelta(days=90)
"""The rules on votes and posts change a few times a year."""
_NOT_WHOLE = "needs the whole Ruleset, and sections of it were not found"


def missing_inputs(audit_check: AuditCheck, view: GameView) -> Iterator[Gap]:
    """Yield the inputs and clauses that a check lacks, as inconclusive if data that should be there
    is missing.
    """
    if audit_check.needs and view.rules is None and view.roster is None and not view.posts:
        yield Gap("no data of the game was read", inconclusive=True)
    if "rules" in audit_check.needs and view.rules is not None and not view.rules.whole:
        yield Gap(_NOT_WHOLE, inconclusive=True)
    for name, (has, why, grave) in _INPUTS.items():
        if name in audit_check.needs and not has(view):
            yield Gap(why, inconclusive=grave)
    yield from missing_clauses(view, audit_check.keys, "it")


def missing_clauses(
    view: GameView, parameters: Collection[AnyParameter], part: str
) -> Iterator[Gap]:
    """Yield the missing clauses of a check, or of a ``part`` of it."""
    rules = view.rules
    if parameters and rules is not None and not rules.whole:
        yield Gap(_NOT_WHOLE, inconclusive=True)
        return
    for parameter in parameters:
        name = parameter.name
        if rules is None:
            yield Gap(f"{part} needs the Ruleset ({name}), which was not read", inconclusive=True)
        elif rules.voting.read(parameter).value is not None:
            continue
        elif (unread := unread_about(rules, parameter)) is not None:
            yield Gap(
                f"the clause that {part} rests on ({name}) was not understood: {unread.why}",
                inconclusive=True,
            )
        else:
            yield Gap(f"the Ruleset has no clause that {part} could rest on ({name})")


def not_known(
    chosen: Collection[AuditCheck], findings: Sequence[Finding], facts: AuditContext
) -> Iterator[NotEvaluated]:
    """Yield the gaps of several checks, and findings that depend on unknown facts."""
    if any("posts" in one.needs for one in chosen):
        yield from _undated(facts)
    yield from _earlier_edits([one.code for one in chosen if "history" in one.needs], facts)
    if any(one.is_timed for one in chosen):
        yield from _unreliable_times(facts)
    if any(one.judged_by is RESOLUTION for one in chosen):
        yield from _untimed_resolutions(facts)
    yield from _by_rules_of_today(chosen, findings, facts)


def _undated(facts: AuditContext) -> Iterator[NotEvaluated]:
    for post in facts.timeline.undated:
        why = (
            f"the date of “{post.title}” could not be read, so nothing that depends on it was"
            " checked"
        )
        counts = post.category.matter is not None or post.category is Category.ASCENSION
        yield NotEvaluated(post.url, why, Lack.POST, inconclusive=counts)


def _earlier_edits(codes: Sequence[str], facts: AuditContext) -> Iterator[NotEvaluated]:
    """Yield the gaps in page histories at the start of the audited time."""
    for title, (first, *_) in facts.view.histories.items():
        if first.parentid and facts.since is not None and first.timestamp > facts.since:
            why = (
                f"edits of “{title}” between {facts.since:{WHEN}} and {first.timestamp:{WHEN}} UTC"
                f" may be missing: the revision before {first.revid} was not read"
            )
            yield from (
                NotEvaluated(code, why, Lack.EDITS, until=first.timestamp, partly=True)
                for code in codes
            )


def _unreliable_times(facts: AuditContext) -> Iterator[NotEvaluated]:
    for stretch in facts.timeline.unreliable:
        why = f"{worded(stretch.why)}. Findings that compare them are at most warnings"
        yield NotEvaluated("times of posts", why, Lack.SOURCE, until=stretch.end, partly=True)


def _untimed_resolutions(facts: AuditContext) -> Iterator[NotEvaluated]:
    untimed = [
        post
        for post in facts.timeline.matters
        if post.status is not Status.PENDING and post.closed is None
    ]
    if untimed:
        named = f"“{untimed[-1].title}”{and_others(len(untimed), 'matter')}"
        why = f"when {named} was resolved is unknown, so its legality was not checked"
        until = untimed[-1].posted
        yield NotEvaluated("times of resolutions", why, Lack.SOURCE, until=until, partly=True)


def _by_rules_of_today(
    chosen: Collection[AuditCheck], findings: Sequence[Finding], facts: AuditContext
) -> Iterator[NotEvaluated]:
    """Yield a gap for the findings that rest on today's Ruleset because the Ruleset of their time
    is unknown.
    """
    judged = {
        audit_check.code
        for audit_check in chosen
        if {"rules", "posts"} <= {*audit_check.needs} and not audit_check.reads_former_rules
    }
    old: dict[str, datetime] = {}
    for finding in findings:
        at = last_seen(finding) if finding.code in judged else None
        if at is not None and at < facts.view.as_of - _LONG_AGO and not facts.past.stood(at):
            old[finding.code] = max(at, old.get(finding.code, at))
    if old:
        latest = max(old.values())
        why = (
            f"findings of {', '.join(sorted(old))} from {latest:%Y-%m-%d} and before rest on today's"
            " rules: the rules of that time are unknown"
        )
        yield NotEvaluated(facts.rules.page, why, Lack.SOURCE, until=latest, partly=True)
