"""The subjects of findings, the evidence for them, and their confidence."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from parsers.gamestate.gamestate_model import GameState, Place
from parsers.model import Comment, Confidence, Post
from parsers.ruleset.ruleset_model import Rule, Ruleset, Variable
from parsers.ruleset.sentences import split_sentences
from validators.checks.audit_context import AuditContext
from validators.finding import (
    Evidence,
    Gap,
    RuleRef,
    Subject,
    line_at,
)
from validators.voting.vote_tally import comment_address
from validators.wording import Doubt
from validators.words import counted

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

WHEN = "%Y-%m-%d %H:%M"
TRACKING_RULES = ("Gamestate Tracking", "Dynastic Tracking", "Ruleset and Gamestate")
"""Titles of the rules that checks of the tracking page rest on."""


def grouped(things: Iterable[T], key: Callable[[T], K]) -> Iterable[tuple[K, list[T]]]:
    """Group things by key, in the order of first occurrence, so that repeated faults become one
    finding.
    """
    groups: dict[K, list[T]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups.items()


def digest(text: str) -> str:
    """Return a short hash that represents a text in a fingerprint."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def confidence_of(*, tied: bool = False, doubts: Sequence[Doubt] = ()) -> Confidence:
    """Return low if the order within one minute decides, medium with a doubt, else high."""
    if tied:
        return Confidence.LOW
    return Confidence.MEDIUM if doubts else Confidence.HIGH


def least(*confidences: Confidence) -> Confidence:
    """Return the lowest of these confidences."""
    return max(confidences, key=lambda each: each.rank)


def and_others(number: int, what: str) -> str:
    """Return the rest of a list after the first item: ``" and 2 other matters"``."""
    return f" and {counted(number - 1, f'other {what}')}" if number > 1 else ""


# Posts and comments


def matter(post: Post) -> Subject:
    """A matter as the subject of a finding."""
    return Subject("matter", post.key, post.url)


def any_post(post: Post) -> Subject:
    """Any entry of the blog as the subject of a finding."""
    return Subject("post", post.key, post.url)


def entry(post: Post) -> Evidence:
    """A post with its entry date."""
    return Evidence(post.url, post.title, post.posted)


def resolution(post: Post) -> Evidence:
    """The resolution of a post: its note, or else its time stamp."""
    note = (
        post.note.text
        if post.note is not None
        else f"Adminned at {post.closed:%Y-%m-%d %H:%M:%S} UTC"
    )
    return Evidence(post.url, note[:200], post.closed)


def quoted(post: Post, comment: Comment) -> Evidence:
    """The beginning of a comment."""
    return Evidence(comment_address(post, comment), comment.text[:120], comment.at)


def judged(gaps: Iterable[Gap], anything: object) -> Iterator[Gap]:
    """Yield the gaps of a check, marked as partial if it could evaluate ``anything``."""
    return (replace(gap, part=bool(anything)) for gap in gaps)


def unread_comments(posts: Sequence[Post], what: str) -> list[Gap]:
    """Return one gap for all posts with unread comments that a check needs."""
    hidden = [post for post in posts if post.comments is None and post.comment_count != 0]
    if not hidden:
        return []
    first = f"“{hidden[0].title}”" + (" and others" if len(hidden) > 1 else "")
    why = f"the comments of {counted(len(hidden), what)} were not read: {first}"
    return [Gap(why, part=len(hidden) < len(posts))]


def older_unseen(facts: AuditContext, needs: Collection[tuple[datetime, datetime]]) -> list[Gap]:
    """Return one gap for facts that need older posts than were seen. ``needs`` has pairs: the
    earliest post needed, and the time of the fact.
    """
    lacking = [made for since, made in needs if not facts.view.coverage.reaches(since, made)]
    if not lacking:
        return []
    return [Gap(facts.older_posts, part=len(lacking) < len(needs), until=max(lacking))]


# The wiki


def seen(state: GameState, *places: Place) -> list[Evidence]:
    """Places of the tracking page as evidence: their text and line."""
    source = state.wiki.source
    return [
        Evidence(
            None, source[at.start : at.end][:200], page=state.page, line=line_at(source, at.start)
        )
        for at in places
    ]


def in_rules(rules: Ruleset, start: int, excerpt: str = "") -> Evidence:
    """A place of the Ruleset's source as evidence."""
    return Evidence(None, excerpt, page=rules.page, line=line_at(rules.source, start))


def sentences_of(rule: Rule) -> Iterator[str]:
    """Yield the sentences of a rule, each with the text that introduces it."""
    for block in rule.blocks:
        for sentence in split_sentences(block.text):
            yield f"{block.lead} {sentence}".strip()


def rule_of(variable: Variable) -> RuleRef:
    """The rule that defines a variable, with its sentence."""
    return RuleRef(variable.rule, variable.quote)
