"""What a verdict cannot vouch for: clauses not read, pages not read in full, and what the rules
leave open.

A verdict with any doubt is not certified: an Admin should look for themselves before acting on it.
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
from validators.view import QUEUE_LOOKBACK
from validators.voting.conditions import Case, earliest
from validators.voting.core_text import changes_core
from validators.voting.dated_posts import DatedPost, misdated, unseen_comments
from validators.voting.roster_events import Players
from validators.voting.timeline import Timeline
from validators.voting.verdict import Uncounted, UncountedIcon
from validators.voting.vote_tally import PERHAPS_VETOED
from validators.words import span

_ASKS = re.compile(
    r"\b(?:change|replace|add|amend|remove|revert|undo|set|update|repeal|uphold|create|make|reword|give|delete|insert|rename|end|consider"
    r"|correct|enact)(?:s|d|ed|es|ing)?\b",
    re.IGNORECASE,
)
_LATEST = datetime.max.replace(tzinfo=UTC)


def problems_by_post(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """The problems that are about one post, by its key; those of the sidebar beside it are said of
    the roster.
    """
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.post is not None and problem.kind is ProblemKind.PAGE:
            found.setdefault(problem.post, []).append(problem)
    return found


def roster_doubts(
    roster: Roster, players: Players, problems: Iterable[Problem] = ()
) -> Iterator[str]:
    """What speaks against the list of Players; the number that the sidebar states settles what is
    unsure about its names.
    """
    confirmed = roster.stated_players == len(players)
    for problem in problems:
        unsure = problem.kind is ProblemKind.ROSTER and not confirmed
        if unsure or problem.kind is ProblemKind.OLDER_SIDEBAR:
            yield problem.what
    if roster.stated_players is not None and roster.stated_players != len(players):
        yield f"the sidebar states {roster.stated_players} players and lists {len(players)}"
    elif roster.stated_players is None and roster.stated_quorum not in (None, players.quorum):
        yield f"the sidebar states quorum {roster.stated_quorum} and lists {len(players)} players"


def post_doubts(
    post: DatedPost, timeline: Timeline, problems: Mapping[str, list[Problem]]
) -> Iterator[str]:
    """What is wrong with the page of a matter, or cannot be so; ``problems`` are those of posts by
    their keys.
    """
    yield from (f"on its page: {problem.what}" for problem in problems.get(post.key, ()))
    if post.comment_count is not None and len(post.comments or ()) > post.comment_count:
        yield f"the page counts {post.comment_count} comments and shows {len(post.comments or ())}"
    if any(c.at is not None and c.at < post.posted for c in post.comments or ()):
        yield "a comment is dated before the post"
    if any(c.at is not None and timeline.impossible(c.at, post.key) for c in post.comments or ()):
        yield "a comment is dated after its page was seen"
    if post.status is Status.PENDING:
        return
    if post.closed is None:
        yield "its time of resolution could not be read"
    elif misdated(post):
        late = (
            f"{span(post.closed - post.posted)} after it was posted, and may have been resolved"
            " before"
        )
        yield (
            "it is dated as resolved"
            f" {'before it was posted' if post.closed < post.posted else late}"
        )
    yield from (times.words for times in timeline.unreliable if times.covers(post.posted))


def near_strangers(uncounted: Iterable[UncountedIcon], silent: Iterable[str]) -> Iterator[str]:
    """Icons of people who are on no roster and have a name like that of a Player who used none:
    they may be that Player.
    """
    names = {mark: name for name in silent for mark in _marks(name)}
    for icon in uncounted:
        twin = next((names[mark] for mark in _marks(icon.voter) if mark in names), None)
        if icon.reason is Uncounted.NOT_A_PLAYER and twin is not None:
            yield (
                f"{icon.voter} is not on the roster, and may be {twin}; their {icon.icon.upper()}"
                " is not counted"
            )


def _marks(name: str) -> tuple[str, str]:
    """The first three letters or digits of a name, without accents, and the first with the last
    two: alike names share one of them.
    """
    plain = "".join(filter(str.isalnum, normalize("NFKD", name_key(name))))
    return plain[:3], f"{plain[:1]}…{plain[-2:]}"


def unseen(case: Case, now: datetime, *, listed: bool) -> Iterator[str]:
    """What the verdict as of ``now`` rests on and was not seen, and how to get it; ``listed``: it
    rests on other posts, too.
    """
    seen, post = case.timeline.seen, case.post
    hidden = unseen_comments(post)
    if hidden is not None:
        yield hidden + seen.comments(post.key)
    if not case.current:
        yield seen.outdated(post.key)
    elif listed and not case.lists_current:
        yield seen.outdated(None)
    need = post.posted - QUEUE_LOOKBACK
    if case.kind is MatterKind.PROPOSAL:
        need = min(
            need, case.queue_since(now), *map(case.timeline.hiatus_since, (post.posted, now))
        )
    if listed and not seen.reaches(need):
        yield seen.older_posts(need, now)
    if case.legality.unordered:
        yield (
            "it may be an illegal post if another one of the same minute was posted first, and no"
            " list of posts tells"
        )
    queues = (
        case.kind is MatterKind.PROPOSAL and post.status is Status.PENDING and not case.stale(now)
    )
    other = case.unordered(now) if queues else None
    if other is not None:
        yield f"no list of posts tells which is older: this, or “{other.title}” of the same minute"
    if case.tally.perhaps_vetoed:
        yield PERHAPS_VETOED
    if (
        case.kind is MatterKind.DOV
        and case.votes_seen
        and case.dov_early(now) is None is case.dov_passes(now)
    ):
        yield "Emperor unknown, whose FOR would let it pass now; pass --emperor NAME"


def case_doubts(case: Case) -> Iterator[str]:
    """What is doubtful about this matter in particular."""
    yield from case.tally.doubts
    yield from case.legality.doubts
    cfj = None if case.legality.why is None else case.timeline.judged_in(case.post)
    if cfj is not None and case.rules.value("post.legal_by_cfj") is not False:
        yield f"it is an illegal post, and “{cfj.title}”, which was enacted, may make it legal"
    access = case.rules.voting.get("ruleset.needs_access")
    if access is not None and _may_change(case.post, case.rules, access.rule):
        yield (
            "it may change the Dice Roller: it is illegal unless it names a Player with access to"
            " the server, and only they may enact it"
        )
    end = _LATEST if case.post.status is Status.PENDING else (case.post.closed or _LATEST)
    if (
        case.legality.why is None
        and not case.has_quorum
        and case.by_time(end)
        and not case.by_time(end, implicit=False)
    ):
        yield (
            "it is Popular by time only if the author's implied FOR counts among the votes cast on"
            " it, as is assumed"
        )
    if case.core is not None and not case.core.sure and not case.has_quorum:
        yield f"it is not certain whether it changes a protected rule: {case.core.evidence}"
    if case.kind is MatterKind.CFJ:
        yield from _cfj(case)
        return
    proposal = case.kind is MatterKind.PROPOSAL
    yield from case.hiatus.doubts if proposal else _dov(case)
    yield from _unended(case)
    what = (
        "the queue, or whether there is a hiatus,"
        if proposal
        else "whether it was made in an Interregnum, or too soon,"
    )
    concerned = {Category.DOV, Category.ASCENSION} | ({Category.PROPOSAL} if proposal else set())
    for other in case.timeline.undated:
        settled = other.category is Category.PROPOSAL and other.status is not Status.PENDING
        if other.category in concerned and not settled:
            yield f"the date of “{other.title}” could not be read; {what} may be different"
            return


def _may_change(post: Post, rules: Ruleset, title: str) -> bool:
    """Whether a matter may change the rule on the Dice Roller, which has this title."""
    change = changes_core(post, rules)
    numbers = (rule.number for rule in rules.rules if rule.title == title)
    text = f"{post.title} {post.body}".casefold()
    names = (name for name in (title.casefold(), "dice", *numbers) if name)
    return (change.changes or not change.sure) and any(name in text for name in names)


def asks_nothing(post: Post) -> bool:
    """Whether a CfJ seems to ask for no change, or its text could not be read."""
    return not _ASKS.search(post.body)


def _cfj(case: Case) -> Iterator[str]:
    if not case.rules.value("cfj.fail_if_no_change"):
        return
    if not case.post.body.strip():
        yield (
            "its text could not be read: an Admin may judge that it asks for no change, and fail it"
        )
    elif asks_nothing(case.post):
        yield "its text seems to ask for no change: an Admin may judge so and fail it"


def _dov(case: Case) -> Iterator[str]:
    if case.rules.value("dov.protected") and earliest(case) != earliest(
        replace(case, downtime=False)
    ):
        yield (
            "the rule on DoVs claims protection from other rules, so it is disputed whether the"
            " downtime suspends them"
        )
    if not case.emperor.known:
        yield (
            "Emperor unknown: the Emperor may not make a DoV, and the Emperor's FOR lets one pass"
            " earlier"
        )
    perhaps = case.timeline.perhaps_interregnum(case.post.posted)
    if perhaps is not None and case.rules.value("interregnum.no_dovs"):
        yield (
            f"the time at which “{perhaps.title}” was enacted is not certain, so this may have been"
            " made in an Interregnum"
        )
    other = case.timeline.perhaps_failed_with(case.post)
    if other is not None and case.rules.value("dov.fails_others"):
        yield f"it may have failed when “{other.title}” was enacted"


def _unended(case: Case) -> Iterator[str]:
    """A DoV that may have been pending when a Proposal was made, or a matter of the same author
    that a limit may have counted.
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
            yield (
                f"the time at which “{other.title}” was resolved is not certain; it may have made"
                " this an illegal post"
            )
            return
