"""What checks could not look at: inputs and clauses that are missing, and times, edits and Rulesets
of the past that are not known.
"""

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
        "needs what earlier pulls saw of the blog; a snapshot shows one moment",
        False,
    ),
}
"""Of each input whether a view has it, what is said without it, and whether that leaves the audit
without a verdict.
"""

_LONG_AGO = timedelta(days=90)
"""What the rules on votes and posts say changes a few times a year."""
_NOT_WHOLE = "needs the whole Ruleset, and sections of it were not found"


def missing_inputs(one: AuditCheck, view: GameView) -> Iterator[Gap]:
    """The inputs and clauses that a check lacks; inconclusive where something that should have been
    seen was not.
    """
    if one.needs and view.rules is None and view.roster is None and not view.posts:
        yield Gap("nothing of the game was read", inconclusive=True)
    if "rules" in one.needs and view.rules is not None and not view.rules.whole:
        yield Gap(_NOT_WHOLE, inconclusive=True)
    for name, (has, why, grave) in _INPUTS.items():
        if name in one.needs and not has(view):
            yield Gap(why, inconclusive=grave)
    yield from missing_clauses(view, one.keys, "it")


def missing_clauses(
    view: GameView, parameters: Collection[AnyParameter], what: str
) -> Iterator[Gap]:
    """The clauses that a check, or ``what`` is a part of it, lacks."""
    rules = view.rules
    if parameters and rules is not None and not rules.whole:
        yield Gap(_NOT_WHOLE, inconclusive=True)
        return
    for each in parameters:
        name = each.name
        if rules is None:
            yield Gap(f"{what} needs the Ruleset ({name}), which was not read", inconclusive=True)
        elif rules.voting.read(each).value is not None:
            continue
        elif (unread := unread_about(rules, each)) is not None:
            yield Gap(
                f"the clause that {what} rests on ({name}) was not understood: {unread.why}",
                inconclusive=True,
            )
        else:
            yield Gap(f"the Ruleset has no clause that {what} could rest on ({name})")


def not_known(
    chosen: Collection[AuditCheck], findings: Sequence[Finding], facts: AuditContext
) -> Iterator[NotEvaluated]:
    """What several checks could not look at, or rests on what is not known."""
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
    """The edits of the audited time before those that the view has."""
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
        why = f"{worded(stretch.why)}. What rests on comparing them is never more than a warning"
        yield NotEvaluated("times of posts", why, Lack.SOURCE, until=stretch.end, partly=True)


def _untimed_resolutions(facts: AuditContext) -> Iterator[NotEvaluated]:
    untimed = [
        post
        for post in facts.timeline.matters
        if post.status is not Status.PENDING and post.closed is None
    ]
    if untimed:
        named = f"“{untimed[-1].title}”{and_others(len(untimed), 'matter')}"
        why = (
            f"when {named} was resolved could not be read, so whether that was legal was not"
            " checked"
        )
        until = untimed[-1].posted
        yield NotEvaluated("times of resolutions", why, Lack.SOURCE, until=until, partly=True)


def _by_rules_of_today(
    chosen: Collection[AuditCheck], findings: Sequence[Finding], facts: AuditContext
) -> Iterator[NotEvaluated]:
    """Which findings rest on today's Ruleset, where that of their time is not known."""
    judged = {
        one.code
        for one in chosen
        if {"rules", "posts"} <= {*one.needs} and not one.reads_former_rules
    }
    old: dict[str, datetime] = {}
    for finding in findings:
        at = last_seen(finding) if finding.code in judged else None
        if at is not None and at < facts.view.as_of - _LONG_AGO and not facts.past.stood(at):
            old[finding.code] = max(at, old.get(finding.code, at))
    if old:
        latest = max(old.values())
        why = (
            f"what {', '.join(sorted(old))} found of {latest:%Y-%m-%d} and before rests on today's"
            " rules: those of that time are not known"
        )
        yield NotEvaluated(facts.rules.page, why, Lack.SOURCE, until=latest, partly=True)
