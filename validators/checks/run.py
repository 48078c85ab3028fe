"""Running the checks, each with what it needs, and reporting what could not be evaluated.

How sure a finding can be is told here, too: never surer than the tally sheet, by the rules of its
time and by times that can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from parsers.model import Category, Confidence, MatterKind, Status
from validators import checks as folder
from validators.checks.audit_context import AuditContext
from validators.checks.check import CHECKS, AuditCheck, Input, Results
from validators.checks.evidence import WHEN, and_others
from validators.finding import (
    Evidence,
    Finding,
    NotEvaluated,
    Severity,
    covers,
    window_start,
    with_past,
)
from validators.view import GameView
from validators.voting.dated_posts import DatedPost
from validators.voting.judge import CannotJudge
from validators.voting.past_game import resolved_at
from validators.voting.voting_rules import doubts_of_all, rule_doubts, unread_about

MOST_FINDINGS = 500
"""Findings of one check about the tracking page: a page of megabytes has them by the ten thousand.
"""

_DONE = ("matter", "post", "player", "revision")
"""Subjects of findings about what somebody did; the others are about the state of the game."""

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
        lambda view: view.pasts is not None,
        "needs what earlier pulls saw of the blog; a snapshot shows one moment",
        False,
    ),
}
"""Of each input whether a view has it, what is said without it, and whether that leaves the audit
without a verdict.
"""

_TIMED = frozenset(
    "BN102 BN103 BN104 BN105 BN106 BN109 BN116 BN117 BN201 BN202 BN204 BN211".split()
)
"""Checks that compare the times of posts, resolutions and comments."""
_OF_RESOLUTIONS = frozenset("BN102 BN103 BN104 BN105 BN106 BN107 BN109 BN112".split())
"""Checks that look at no matter without the time of its resolution."""
_OWN_RULES = ("BN102", "BN103")
"""Checks that take the Ruleset of that time."""
_WHEN_POSTED = ("BN116", "BN117", "BN2")
"""Checks that ask whether a post was right when it was made; the others are about its resolution.
"""
_ILLEGAL_BY = frozenset("BN116 BN117 BN201 BN202 BN204".split())
"""Checks on what makes a post illegal: that is settled, and information, once it is marked Illegal.
"""
_ON_MATTERS = frozenset(
    (
        "BN102 BN103 BN104 BN105 BN106 BN107 BN108 BN109 BN112 BN116 BN117 BN201 BN202 BN204 BN205"
        " BN206 BN207 BN208 BN209 BN210 BN214 BN215"
    ).split()
)
"""Checks on matters and posts, which are no surer than the sheet of their time."""
_MOVES = ("BN206", "BN207")
"""Checks on changes of a post, which may have been a matter before."""

_LONG_AGO = timedelta(days=90)
"""What the rules on votes and posts say changes a few times a year."""
_NOT_WHOLE = "needs the whole Ruleset, and sections of it were not found"


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What a baseline holds back: how many findings, the fingerprints of its stale and expired
    entries, and what those are.
    """

    count: int
    stale: tuple[str, ...] = ()
    expired: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Findings in the order of their codes, and what was not evaluated, of what was done since
    ``since``.

    ``held_back`` is None without a baseline, and ``new``, the fingerprints that no earlier audit
    has reported, where nobody asked.
    """

    findings: tuple[Finding, ...]
    not_evaluated: tuple[NotEvaluated, ...]
    held_back: HeldBack | None = None
    new: frozenset[str] | None = None
    since: datetime | None = None

    @property
    def inconclusive(self) -> bool:
        """Whether something that should have been seen was not, so that there is no verdict."""
        return any(item.inconclusive for item in self.not_evaluated)


@cache
def checks() -> tuple[AuditCheck, ...]:
    """Every check, by code: importing the modules of this folder registers them."""
    for module in iter_modules(folder.__path__, f"{folder.__name__}."):
        import_module(module.name)
    return tuple(CHECKS[code] for code in sorted(CHECKS))


def codes_needing(name: Input) -> tuple[str, ...]:
    """The codes of the checks that need an input."""
    return tuple(one.code for one in checks() if name in one.needs)


def all_codes() -> tuple[str, ...]:
    """Every code."""
    return tuple(one.code for one in checks())


def needed(*, select: Collection[str] = (), ignore: Collection[str] = ()) -> frozenset[Input]:
    """The inputs that the selected checks need or use."""
    return frozenset(
        name
        for one in checks()
        if is_chosen(one.code, select, ignore)
        for name in (*one.needs, *one.uses)
    )


def run_all(
    view: GameView,
    *,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    facts: AuditContext | None = None,
) -> AuditReport:
    """Run every check that is selected and not ignored (codes or prefixes of codes; without
    ``select`` all), with these ``facts``.
    """
    facts = facts or AuditContext(view)
    chosen = [one for one in checks() if is_chosen(one.code, select, ignore)]
    results = [each for one in chosen for each in _run(one, facts)]
    skipped = [
        NotEvaluated(problem.where, problem.what, source=True, inconclusive=True)
        for problem in view.problems
        if problem.fatal
    ]
    skipped += (each for each in results if isinstance(each, NotEvaluated))
    findings = tuple(dict.fromkeys(each for each in results if isinstance(each, Finding)))
    skipped += _not_known(chosen, findings, facts)
    marked = with_past(view, findings, {one.code for one in chosen if one.lasting})
    return AuditReport(tuple(marked), tuple(dict.fromkeys(skipped)))


def restricted(report: AuditReport, view: GameView, since: datetime | None = None) -> AuditReport:
    """The report without findings about what was done before ``since``, by default before the
    dynasty that is going on.

    A post counts as :func:`covers` says, anything else by its latest evidence. Inconclusive where
    posts since ``since`` were not seen.
    """
    start = window_start(view, since)
    if start is None:
        return report
    counts = {post.key: covers(start, post) for post in view.posts}

    def is_covered(finding: Finding) -> bool:
        latest = max((item.at for item in finding.evidence if item.at is not None), default=start)
        return finding.subject.kind not in _DONE or counts.get(finding.subject.id, latest >= start)

    lacking = [item for item in report.not_evaluated if item.until is None or item.until >= start]
    if since is not None and not view.coverage.reaches(since):
        lacking.append(
            NotEvaluated(
                "posts",
                view.coverage.older_posts(since, view.as_of),
                source=True,
                inconclusive=True,
            )
        )
    return replace(
        report,
        findings=tuple(filter(is_covered, report.findings)),
        not_evaluated=tuple(lacking),
        since=start,
    )


def is_chosen(code: str, select: Collection[str], ignore: Collection[str]) -> bool:
    """Whether a code is selected (by itself or a prefix; without ``select`` all are) and not
    ignored.
    """
    return (not select or code.startswith(tuple(select))) and not code.startswith(tuple(ignore))


def evaluated(
    report: AuditReport, code: str, *, select: Collection[str], ignore: Collection[str]
) -> bool:
    """Whether a check would have found what there is: it was chosen, and it and every source were
    seen. Without a code: every check.
    """
    unseen = {
        name for item in report.not_evaluated if not item.source for name in item.name.split(", ")
    }
    if report.inconclusive:
        return False
    return (
        is_chosen(code, select, ignore) and code not in unseen
        if code
        else not (select or ignore or unseen)
    )


def _run(one: AuditCheck, facts: AuditContext) -> Results:
    lacking = next(_missing(one, facts.view), None)
    if lacking is not None:
        yield lacking
        return
    yield from _missing_clauses(one.code, facts.view, one.parts, "a part of it")
    count = 0
    try:
        for each in one.run(facts):
            count += isinstance(each, Finding)
            if count > MOST_FINDINGS and "gamestate" in one.needs:
                why = f"only the first {MOST_FINDINGS} findings on the tracking page are reported"
                yield NotEvaluated(one.code, why, inconclusive=True)
                return
            yield _completed(one, each, facts) if isinstance(each, Finding) else each
    except CannotJudge as error:
        yield NotEvaluated(one.code, str(error), inconclusive=True)
    except Exception as error:  # noqa: BLE001 - one broken check must not take the others with it, and is reported
        yield NotEvaluated(
            one.code,
            f"the check itself failed ({type(error).__name__}: {error}); please report it",
            inconclusive=True,
        )


def _missing(one: AuditCheck, view: GameView) -> Iterator[NotEvaluated]:
    """The inputs and clauses that a check lacks; inconclusive where something that should have been
    seen was not.
    """
    if one.needs and view.rules is None and view.roster is None and not view.posts:
        yield NotEvaluated(one.code, "nothing of the game was read", inconclusive=True)
    if "rules" in one.needs and view.rules is not None and not view.rules.whole:
        yield NotEvaluated(one.code, _NOT_WHOLE, inconclusive=True)
    for name, (has, why, grave) in _INPUTS.items():
        if name in one.needs and not has(view):
            yield NotEvaluated(one.code, why, inconclusive=grave)
    yield from _missing_clauses(one.code, view, one.keys, "it")


def _missing_clauses(
    code: str, view: GameView, keys: Collection[str], what: str
) -> Iterator[NotEvaluated]:
    rules = view.rules
    if keys and rules is not None and not rules.whole:
        yield NotEvaluated(code, _NOT_WHOLE, inconclusive=True)
        return
    for key in keys:
        if rules is None:
            yield NotEvaluated(
                code, f"{what} needs the Ruleset ({key}), which was not read", inconclusive=True
            )
        elif rules.value(key) is None and (unread := unread_about(rules, key)) is not None:
            yield NotEvaluated(
                code,
                f"the clause that {what} rests on ({key}) was not understood: {unread.why}",
                inconclusive=True,
            )
        elif rules.value(key) is None:
            yield NotEvaluated(code, f"the Ruleset has no clause that {what} could rest on ({key})")


def _completed(one: AuditCheck, finding: Finding, facts: AuditContext) -> Finding:
    """The finding with the rule it rests on and the page of its subject, where the check itself
    named none.
    """
    rule = finding.rule or facts.rule(*one.keys) or facts.titled(one.rests_on)
    page, line, subject, state, view = (
        finding.page,
        finding.line,
        finding.subject,
        facts.view.gamestate,
        facts.view,
    )
    if (
        page is None
        and subject.kind == "page"
        and subject.id in {*view.histories, view.rules and view.rules.page, state and state.page}
    ):
        page = subject.id  # a page of the blog, or a whole site, may be a subject as well
    elif page is None and subject.kind == "rule":
        page, line = facts.rules.page, facts.line_of_rule(subject.id)
    elif (
        page is None
        and subject.kind in ("player", "variable")
        and state is not None
        and "gamestate" in one.needs
    ):
        page = state.page
    return _as_sure_as_the_sheet(one, replace(finding, rule=rule, page=page, line=line), facts)


def _as_sure_as_the_sheet(one: AuditCheck, finding: Finding, facts: AuditContext) -> Finding:
    """The finding, with low confidence where the rules of its time, or its times, leave in doubt
    what it rests on.
    """
    post = facts.by_key.get(finding.subject.id)
    if finding.code in _ILLEGAL_BY and post is not None and post.status is Status.ILLEGAL:
        finding = replace(finding, severity=Severity.INFO)
    times = facts.timeline.unreliable if finding.code in _TIMED else ()
    doubts = (
        []
        if post is None or finding.code not in _ON_MATTERS or facts.view.rules is None
        else list(_rule_doubts(one, post, facts))
    )
    doubts += _upheld(finding, post, facts)
    if not doubts and not any(
        stretch.covers(each.at) for stretch in times for each in finding.evidence
    ):
        return finding
    quoted = (Evidence(None, doubt[:300], page=facts.rules.page) for doubt in doubts)
    return replace(finding, confidence=Confidence.LOW, evidence=(*finding.evidence, *quoted))


_UPHELD = frozenset(
    "BN103 BN104 BN105 BN106 BN107 BN116 BN117 BN201 BN202 BN203 BN204 BN302 BN304 BN309 BN503 BN504"
    " BN505".split()
)
"""Checks on game actions, which a DoV upholds that is enacted later (rule "Victory and Ascension"),
and which a CfJ can make legal.
"""


def _upheld(finding: Finding, post: DatedPost | None, facts: AuditContext) -> Iterator[str]:
    """What may have made lawful, since, what a finding accuses."""
    rules = facts.view.rules
    at = max((each.at for each in finding.evidence if each.at is not None), default=None)
    if finding.code not in _UPHELD or rules is None or at is None:
        return
    dov, clause = facts.timeline.enacted_since(at), rules.voting.get("dov.upholds")
    if dov is not None and clause is not None:
        yield f"“{dov.title}” was enacted later: {clause.quote}"
    cfj = None if post is None else facts.timeline.judged_in(post)
    if cfj is not None and rules.value("post.legal_by_cfj") is not False:
        yield f"“{cfj.title}”, which was enacted, may have made it legal"


def _rule_doubts(one: AuditCheck, post: DatedPost, facts: AuditContext) -> Iterator[str]:
    """What the rules that stood when a matter was posted, or resolved, say or may say otherwise."""
    moment = (
        post.posted if one.code.startswith(_WHEN_POSTED) else resolved_at(post, facts.view.as_of)
    )
    then = facts.past.rules_at(moment)[0] or facts.rules
    kind = post.category.matter
    if kind is not None:
        yield from rule_doubts(then, kind)
    elif one.code in _MOVES:
        for each in MatterKind:  # of whatever kind it was before
            yield from rule_doubts(then, each)
    else:
        yield from doubts_of_all(then)
    others = {str(each) for each in MatterKind} - {str(kind)}
    for key in () if one.code in _OWN_RULES else (*one.keys, *one.parts):
        if then.value(key) != facts.rules.value(key) and (
            key == "dov.hiatus" or key.split(".")[0] not in others
        ):
            yield f"the rules of {moment:%Y-%m-%d} read otherwise than today's: {key}"


def _not_known(
    chosen: Collection[AuditCheck], findings: Sequence[Finding], facts: AuditContext
) -> Iterator[NotEvaluated]:
    """What the checks could not look at: posts and resolutions without a time, edits before those
    that the view has; times that cannot be compared; and which findings rest on today's Ruleset,
    where that of their time is not known.
    """
    codes, view = {one.code for one in chosen}, facts.view
    for post in facts.timeline.undated if any("posts" in one.needs for one in chosen) else ():
        why = (
            f"the date of “{post.title}” could not be read, so nothing that depends on it was"
            " checked"
        )
        yield NotEvaluated(
            post.url,
            why,
            inconclusive=post.category.matter is not None or post.category is Category.ASCENSION,
        )
    of_edits = ", ".join(one.code for one in chosen if "history" in one.needs)
    for title, (first, *_) in view.histories.items() if of_edits else ():
        if first.parentid and facts.since is not None and first.timestamp > facts.since:
            why = (
                f"the edits of “{title}” before {first.timestamp:{WHEN}} UTC (revision"
                f" {first.revid}) were not looked at"
            )
            yield NotEvaluated(of_edits, why, until=first.timestamp)
    for stretch in facts.timeline.unreliable if codes & _TIMED else ():
        why = f"{stretch.words}. What rests on comparing them is never more than a warning"
        yield NotEvaluated("times of posts", why, source=True, until=stretch.end)
    untimed = [
        post
        for post in facts.timeline.matters
        if post.status is not Status.PENDING and post.closed is None
    ]
    if untimed and codes & _OF_RESOLUTIONS:
        named = f"“{untimed[-1].title}”{and_others(len(untimed), 'matter')}"
        why = (
            f"when {named} was resolved could not be read, so whether that was legal was not"
            " checked"
        )
        yield NotEvaluated("times of resolutions", why, source=True, until=untimed[-1].posted)
    judged = {
        one.code
        for one in chosen
        if {"rules", "posts"} <= {*one.needs} and one.code not in _OWN_RULES
    }
    old: dict[str, datetime] = {}
    for finding in findings:
        at = max((each.at for each in finding.evidence if each.at is not None), default=None)
        if (
            finding.code in judged
            and at is not None
            and at < view.as_of - _LONG_AGO
            and not facts.past.stood(at)
        ):
            old[finding.code] = max(at, old.get(finding.code, at))
    if old:
        latest, found = max(old.values()), ", ".join(sorted(old))
        what = (
            f"what {found} found of {latest:%Y-%m-%d} and before rests on today's rules: those of"
            " that time are not known"
        )
        yield NotEvaluated(facts.rules.page, what, source=True, until=latest)
