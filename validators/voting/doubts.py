"""The doubts about a verdict: unread clauses, pages not read in full, and questions that the rules
leave open.

A verdict with any doubt is not certified: an Admin should check it before acting on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from unicodedata import normalize

from parsers.model import (
    Category,
    MatterKind,
    Post,
    Problem,
    ProblemKind,
    Roster,
    Status,
    name_key,
    same_name,
)
from parsers.ruleset.ruleset_model import Ruleset
from validators.reason_wording import Uncounted
from validators.view import QUEUE_LOOKBACK
from validators.voting.conditions import Case, earliest
from validators.voting.core_text import changes_core
from validators.voting.dated_posts import DatedPost, misdated, unseen_comments
from validators.voting.roster_events import Players
from validators.voting.timeline import Timeline
from validators.voting.verdict import UncountedIcon
from validators.wording import Doubt, DoubtKind, doubt

_ASKS = re.compile(
    r"\b(?:change|replace|add|amend|remove|revert|undo|set|update|repeal|uphold|create|make|reword|give|delete|insert|rename|end|consider"
    r"|correct|enact)(?:s|d|ed|es|ing)?\b",
    re.IGNORECASE,
)
_LATEST = datetime.max.replace(tzinfo=UTC)


def problems_by_post(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """Return the problems of the pages of single posts, by key of the post. Problems of a sidebar
    on such a page belong to the roster.
    """
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.post is not None and problem.kind is ProblemKind.PAGE:
            found.setdefault(problem.post, []).append(problem)
    return found


def roster_doubts(
    roster: Roster, players: Players, problems: Iterable[Problem] = ()
) -> Iterator[Doubt]:
    """Yield the doubts about the list of Players. Doubts about names in the sidebar are settled if
    the number that it states matches.
    """
    confirmed = roster.stated_players == len(players)
    for problem in problems:
        unsure = problem.kind is ProblemKind.ROSTER and not confirmed
        if unsure or problem.kind is ProblemKind.OLDER_SIDEBAR:
            yield roster_doubt(problem)
    stated, quorum, shown = roster.stated_players, roster.stated_quorum, len(players)
    if stated is not None and stated != shown:
        yield doubt(DoubtKind.SIDEBAR_PLAYERS, stated=stated, shown=shown)
    elif stated is None and quorum not in (None, players.quorum):
        yield doubt(DoubtKind.SIDEBAR_QUORUM, stated=quorum, shown=shown)


def roster_doubt(problem: Problem) -> Doubt:
    """Return the doubt that a problem of the list of players causes."""
    return doubt(DoubtKind.ROSTER_PROBLEM, what=problem.what)


def post_doubts(
    post: DatedPost, timeline: Timeline, problems: Mapping[str, list[Problem]]
) -> Iterator[Doubt]:
    """Yield the doubts about a matter's page: problems in reading it, and impossible numbers and
    times on it. ``problems`` has the problems of posts by key.
    """
    for problem in problems.get(post.key, ()):
        yield doubt(DoubtKind.PAGE_PROBLEM, what=problem.what)
    stated, shown = post.comment_count, len(post.comments or ())
    if stated is not None and shown > stated:
        yield doubt(DoubtKind.COMMENTS_COUNTED, stated=stated, shown=shown, how="")
    times = [comment.at for comment in post.comments or () if comment.at is not None]
    if any(at < post.posted for at in times):
        yield doubt(DoubtKind.COMMENT_BEFORE_POST)
    if any(timeline.impossible(at, post.key) for at in times):
        yield doubt(DoubtKind.COMMENT_AFTER_PAGE)
    if post.status is Status.PENDING:
        return
    if post.closed is None:
        yield doubt(DoubtKind.RESOLUTION_UNREAD)
    elif misdated(post) and post.closed < post.posted:
        yield doubt(DoubtKind.RESOLVED_BEFORE_POSTED)
    elif misdated(post):
        yield doubt(DoubtKind.RESOLVED_LATE, late=post.closed - post.posted)
    yield from (each.why for each in timeline.unreliable if each.covers(post.posted))


def near_strangers(uncounted: Iterable[UncountedIcon], silent: Iterable[str]) -> Iterator[Doubt]:
    """Yield a doubt for each icon of somebody not on the roster whose name resembles that of a
    ``silent`` Player: they may be that Player.
    """
    names = {mark: name for name in silent for mark in _marks(name)}
    for icon in uncounted:
        twin = next((names[mark] for mark in _marks(icon.voter) if mark in names), None)
        if icon.reason is Uncounted.NOT_A_PLAYER and twin is not None:
            yield doubt(DoubtKind.NEAR_STRANGER, name=icon.voter, twin=twin, icon=icon.icon.upper())


def _marks(name: str) -> tuple[str, str]:
    """Return two keys of which similar names share one: the first three letters or digits, and the
    first one with the last two, without accents.
    """
    plain = "".join(filter(str.isalnum, normalize("NFKD", name_key(name))))
    return plain[:3], f"{plain[:1]}…{plain[-2:]}"


def unseen(case: Case, now: datetime, *, listed: bool) -> Iterator[Doubt]:
    """Yield a doubt, with advice, for the missing data on which the verdict as of ``now`` depends.
    ``listed``: it also depends on other posts.
    """
    seen, post = case.timeline.seen, case.post
    hidden = unseen_comments(post, seen.comments(post.key, len(post.comments or ())))
    if hidden is not None:
        yield hidden
    if not case.current:
        yield doubt(DoubtKind.PAGE_OUTDATED, what=seen.outdated(post.key))
    elif listed and not case.lists_current:
        yield doubt(DoubtKind.PAGE_OUTDATED, what=seen.outdated(None))
    need = post.posted - QUEUE_LOOKBACK
    if case.kind is MatterKind.PROPOSAL:
        need = min(
            need, case.queue_since(now), *map(case.timeline.hiatus_since, (post.posted, now))
        )
    if listed and not seen.reaches(need):
        yield doubt(DoubtKind.OLDER_POSTS, what=seen.older_posts(need, now))
    if case.legality.unordered:
        yield doubt(DoubtKind.UNORDERED_POSTS)
    queues = (
        case.kind is MatterKind.PROPOSAL and post.status is Status.PENDING and not case.stale(now)
    )
    other = case.unordered(now) if queues else None
    if other is not None:
        yield doubt(DoubtKind.UNORDERED_QUEUE, other=other.title)
    if case.tally.perhaps_vetoed:
        yield doubt(DoubtKind.VETO_UNSURE)
    if (
        case.kind is MatterKind.DOV
        and case.votes_seen
        and case.dov_early(now) is None is case.dov_passes(now)
    ):
        yield doubt(DoubtKind.EMPEROR_DECIDES)


def case_doubts(case: Case) -> Iterator[Doubt]:
    """Yield the doubts about this matter in particular."""
    yield from case.tally.doubts
    yield from case.legality.doubts
    cfj = None if case.legality.why is None else case.timeline.judged_in(case.post)
    if cfj is not None and case.rules.voting.post_legal_by_cfj.value is not False:
        yield doubt(DoubtKind.LEGAL_BY_CFJ, other=cfj.title)
    access = case.rules.voting.ruleset_needs_access
    if access.value is not None and _may_change(case.post, case.rules, access.rule):
        yield doubt(DoubtKind.NEEDS_ACCESS)
    end = _LATEST if case.post.status is Status.PENDING else (case.post.closed or _LATEST)
    if (
        case.legality.why is None
        and not case.has_quorum
        and case.by_time(end)
        and not case.by_time(end, implicit=False)
    ):
        yield doubt(DoubtKind.IMPLIED_VOTE_DECIDES)
    if case.core is not None and not case.core.sure and not case.has_quorum:
        yield doubt(DoubtKind.CORE_TEXT, evidence=case.core.evidence)
    if case.kind is MatterKind.CFJ:
        yield from _cfj(case)
        return
    proposal = case.kind is MatterKind.PROPOSAL
    yield from case.hiatus.doubts if proposal else _dov(case)
    yield from _unended(case)
    undated = DoubtKind.UNDATED_IN_QUEUE if proposal else DoubtKind.UNDATED_BEFORE_DOV
    concerned = {Category.DOV, Category.ASCENSION} | ({Category.PROPOSAL} if proposal else set())
    for other in case.timeline.undated:
        settled = other.category is Category.PROPOSAL and other.status is not Status.PENDING
        if other.category in concerned and not settled:
            yield doubt(undated, other=other.title)
            return


def _may_change(post: Post, rules: Ruleset, title: str) -> bool:
    """Return whether a matter may change the rule with a title, which is "Dice Roller": so "dice"
    counts as a mention.
    """
    change = changes_core(post, rules)
    numbers = (rule.number for rule in rules.rules if rule.title == title)
    text = f"{post.title} {post.body}".casefold()
    names = (name for name in (title.casefold(), "dice", *numbers) if name)
    return (change.changes or not change.sure) and any(name in text for name in names)


def asks_nothing(post: Post) -> bool:
    """Return whether the text of a CfJ names no change; True for an empty text."""
    return not _ASKS.search(post.body)


def _cfj(case: Case) -> Iterator[Doubt]:
    """Yield a doubt if a CfJ seems to ask for no change or its text could not be read."""
    if not case.rules.voting.cfj_fail_if_no_change.value:
        return
    if not case.post.body.strip():
        yield doubt(DoubtKind.CFJ_UNREADABLE)
    elif asks_nothing(case.post):
        yield doubt(DoubtKind.CFJ_ASKS_NOTHING)


def _dov(case: Case) -> Iterator[Doubt]:
    if case.rules.voting.dov_protected.value and earliest(case) != earliest(
        replace(case, downtime=False)
    ):
        yield doubt(DoubtKind.DOV_PROTECTED)
    if not case.emperor.known:
        yield doubt(DoubtKind.EMPEROR_UNKNOWN)
    perhaps = case.timeline.perhaps_interregnum(case.post.posted)
    if perhaps is not None and case.rules.voting.interregnum_no_dovs.value:
        yield doubt(DoubtKind.DOV_IN_INTERREGNUM, other=perhaps.title)
    other = case.timeline.perhaps_failed_with(case.post)
    if other is not None and case.rules.voting.dov_fails_others.value:
        yield doubt(DoubtKind.DOV_FAILED_WITH, other=other.title)


def _unended(case: Case) -> Iterator[Doubt]:
    """Yield a doubt if a DoV may have been pending when a Proposal was made, or another matter of
    the same author may have counted towards a limit, because the time of its resolution is
    uncertain.
    """
    for other in case.timeline.unended(case.post, case.post.posted - QUEUE_LOOKBACK):
        hiatus = (
            other.category is Category.DOV
            and other.status is not Status.ENACTED
            and case.kind is MatterKind.PROPOSAL
        )
        if hiatus or (
            other.category is case.post.category and same_name(other.author, case.post.author)
        ):
            yield doubt(DoubtKind.RESOLUTION_UNSURE, other=other.title)
            return
