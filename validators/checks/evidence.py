"""The subjects of findings, the evidence for them, and how sure they are."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from parsers.gamestate.model import GameState, Place, TrackedEntry
from parsers.model import Comment, Confidence, Post, Revision
from parsers.numbers import with_digits
from parsers.ruleset.model import Ruleset, Variable
from validators.checks.audit_context import AuditContext
from validators.checks.check import Input
from validators.finding import Evidence, NotEvaluated, RuleRef, Subject, line_at
from validators.fixes.legal import Fault
from validators.voting.tally import comment_address
from validators.words import counted

__all__ = [
    "PAGE",
    "TRACKING_RULES",
    "VARIABLE_RULES",
    "confidence_of",
    "digest",
    "edit_seen",
    "editor",
    "entry",
    "fault_in_words",
    "grouped",
    "histories",
    "in_rules",
    "limit_sentence",
    "matter",
    "no_edits",
    "older_unseen",
    "owned",
    "quoted",
    "resolution",
    "rule_of",
    "seen",
    "unread_comments",
    "value_name",
    "variable_subject",
]

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

PAGE: tuple[Input, ...] = ("rules", "gamestate")
"""What a check of the tracking page needs."""

TRACKING_RULES = ("Gamestate Tracking", "Dynastic Tracking", "Ruleset and Gamestate")
VARIABLE_RULES = ("Numbers and Variables", "Variables", *TRACKING_RULES)
"""Titles of the rules that checks of the tracking page rest on."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


def grouped(things: Iterable[T], key: Callable[[T], K]) -> Iterable[tuple[K, list[T]]]:
    """Things by their keys, in the order of the first of each: what is the same fault twice is one finding."""
    groups: dict[K, list[T]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups.items()


def digest(text: str) -> str:
    """A short hash that stands for a text in a fingerprint."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def confidence_of(*, tied: bool = False, doubts: Sequence[str] = ()) -> Confidence:
    """Low where the order within one minute decides, medium with a doubt, else high."""
    return Confidence.LOW if tied else Confidence.MEDIUM if doubts else Confidence.HIGH


# Posts and comments


def matter(post: Post) -> Subject:
    """A matter as the subject of a finding."""
    return Subject("matter", post.key, post.url)


def entry(post: Post) -> Evidence:
    """A post with its entry date."""
    return Evidence(post.url, post.title, post.posted)


def resolution(post: Post) -> Evidence:
    """The resolution of a post: its note, or the time stamp where there is none."""
    note = post.note.text if post.note is not None else f"Adminned at {post.closed:%Y-%m-%d %H:%M:%S} UTC"
    return Evidence(post.url, note[:200], post.closed)


def quoted(post: Post, comment: Comment) -> Evidence:
    """The beginning of a comment."""
    return Evidence(comment_address(post, comment), comment.text[:120], comment.at)


def unread_comments(code: str, posts: Sequence[Post], what: str) -> list[NotEvaluated]:
    """One entry for all the posts whose comments a check needs and no page shows."""
    hidden = [post for post in posts if post.comments is None and post.comment_count != 0]
    if not hidden:
        return []
    first = f"“{hidden[0].title}”" + (" and others" if len(hidden) > 1 else "")
    return [NotEvaluated(code, f"the comments of {counted(len(hidden), what)} were not read: {first}")]


def older_unseen(facts: AuditContext, code: str, needs: Iterable[tuple[datetime, datetime]]) -> list[NotEvaluated]:
    """One entry for what rests on posts that no list shows: since when they have to be seen, and when it was made."""
    lacking = [made for since, made in needs if not facts.view.coverage.reaches(since, made)]
    return [NotEvaluated(code, facts.older_posts, until=max(lacking))] if lacking else []


# The wiki


def histories(facts: AuditContext) -> list[str]:
    """The titles of the Ruleset, the tracking page and every other page with a history."""
    state = facts.view.gamestate
    tracking = facts.rules.tracking_page if state is None else state.page
    return sorted({*facts.view.histories, *filter(None, (facts.rules.page, tracking))})


def no_edits(code: str, title: str) -> NotEvaluated:
    """The entry for a page without a history."""
    return NotEvaluated(code, f"no consecutive revisions of “{title}” are available with their texts")


def editor(revision: Revision) -> str:
    """Who made a revision, in words."""
    return "an editor whose name is hidden" if revision.user is None else revision.user


def edit_seen(revision: Revision) -> Evidence:
    """A revision as evidence: its editor and the beginning of its summary."""
    summary = (revision.comment or "")[:120]
    return Evidence(None, f"revision {revision.revid} by {editor(revision)}: {summary}", revision.timestamp, revision.title)


# The tracking page


def seen(state: GameState, *places: Place) -> list[Evidence]:
    """Places of the page as evidence: their text and line."""
    source = state.wiki.source
    return [Evidence(None, source[at.start : at.end][:200], page=state.page, line=line_at(source, at.start)) for at in places]


def in_rules(rules: Ruleset, start: int, excerpt: str = "") -> Evidence:
    """A place of the Ruleset's source as evidence."""
    return Evidence(None, excerpt, page=rules.page, line=line_at(rules.source, start))


def owned(one: TrackedEntry) -> str:
    """A value in words: whose, and what."""
    return f"{one.subject}'s {one.label}" if one.subject else one.label


def variable_subject(variable: Variable) -> Subject:
    """A variable as the subject of a finding."""
    return Subject("variable", variable.name if variable.owner == "game" else f"{variable.owner}: {variable.name}")


def rule_of(variable: Variable) -> RuleRef:
    """The rule that defines a variable, with its sentence."""
    return RuleRef(variable.rule, variable.quote)


def value_name(one: TrackedEntry, variable: Variable) -> str:
    """The name of a value as the subject of a finding: whose it is, and the variable."""
    return f"{one.subject}: {variable.name}" if one.subject else variable.name


def fault_in_words(facts: AuditContext, variable: Variable, fault: Fault) -> str:
    """What is wrong with a value, with the sentence that says so, or that the dynasty's profile does."""
    by_profile = " (by the dynasty's profile)" if fault.code in ("BN401", "BN402") and variable.name in facts.view.profile.ranges else ""
    quote = variable.quote if fault.limit is None else limit_sentence(facts.rules, variable, fault.limit)
    return f"{fault.says}{by_profile}: “{quote[:300]}”"


def limit_sentence(rules: Ruleset, variable: Variable, limit: int) -> str:
    """The sentence that a limit was read from: the one that defines the variable, or another of its rule that names both."""
    texts = [rule.text for rule in rules.rules if rule.title == variable.rule and rule.effective]
    others = (sentence.strip() for text in texts for sentence in _SENTENCE.split(text))
    of_it = (sentence for sentence in others if variable.name.casefold() in sentence.casefold())
    number = re.compile(rf"(?<![\w.]){limit}(?![\w])")
    stated = (each for each in (variable.quote, *of_it) if number.search(with_digits(each.casefold()).replace("−", "-")))
    return next(stated, variable.quote)
