"""Official posts that were altered or moved to another category too late (rule "Official Posts"),
found by comparing pulls.

The blog itself shows no history.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from html import unescape
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import urljoin

from parsers.blog.selectors import vote_by_alt
from parsers.model import Category, Comment, Confidence, Post, VoteIcon
from parsers.patch import shared_ends
from parsers.ruleset.ruleset_model import Ruleset
from validators.spelling import is_spelling
from validators.view import GameView
from validators.wording import Doubt, DoubtKind, doubt

_MINUTE = timedelta(minutes=1)
_WHEN = "%Y-%m-%d %H:%M"
_WORD = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r'<(?:a href="([^"]*)"|img alt="([^"]*)"|(/?)s)>|<[^<>]*>|([^<]+)')


class Step(NamedTuple):
    """Two consecutive versions of a post, which changed after ``since`` and no later than
    ``until``.

    If the ``readers`` differ, the versions may differ only because different versions of this tool
    read the page.
    """

    old: Post
    new: Post
    since: datetime
    until: datetime
    readers: tuple[str, ...]

    @property
    def when(self) -> str:
        """The interval, for a message."""
        return f"between {self.since:{_WHEN}} and {self.until:{_WHEN}} UTC"

    def after_limit(self, limit: datetime) -> Confidence | None:
        """Return the confidence that the change came at ``limit`` or later; None if it came before.
        Entry dates have no seconds.
        """
        if self.since >= limit + _MINUTE:
            return Confidence.HIGH
        return Confidence.LOW if self.until > limit else None

    @property
    def read_alike(self) -> bool:
        """True if the same version of this tool read both."""
        return len(set(self.readers)) == 1


def is_official(post: Post) -> bool:
    """Return whether a post is a votable matter or an Ascension Address."""
    return post.category.matter is not None or post.category is Category.ASCENSION


def steps(view: GameView) -> Iterator[Step]:
    """Yield the changes of all posts between pulls, in chronological order for each post."""
    for past in (view.read.pasts or {}).values():
        for old, new in pairwise(past.versions):
            yield Step(
                old.value, new.value, old.last_seen, new.first_seen, (old.reader, new.reader)
            )


class LateChange(NamedTuple):
    """A change of a post after a limit: the confidence, the message, both states, and ``what``
    identifies the change in a fingerprint.
    """

    step: Step
    confidence: Confidence
    text: str
    before: str
    after: str
    what: str


def altered_late(view: GameView, rules: Ruleset) -> Iterator[LateChange]:
    """Yield the late alterations of official posts, except corrections of spelling."""
    window = rules.voting.post_edit_hours.value
    if window is None:
        return
    roster = view.roster
    names = () if roster is None else (*roster.active, *roster.idle)
    known = frozenset(
        _WORD.findall(" ".join((*names, *(rule.text for rule in rules.rules))).casefold())
    )
    legal: dict[str, list[Shown]] = {}
    for step in steps(view):
        old, new = step.old, step.new
        before, after = shown(old), shown(new)
        states = legal.setdefault(old.key, [before])
        limit = (
            None
            if old.posted is None
            else min((old.posted + timedelta(hours=window), *_closing(old), *_closing(new)))
        )
        confidence = (
            None
            if limit is None or after in states or not is_official(old)
            else step.after_limit(limit)
        )
        altered = None if confidence is None else change(before, after, known)
        if confidence is None or altered is None or altered.spelling:
            states.append(after)
            continue
        text = (
            f"{altered.part} of “{new.title}” changed {step.when}; after {limit:{_WHEN}} UTC only"
            " its spelling may be corrected"
        )
        # A note without the time of a resolution cannot be told from the text.
        noted = old.status is not new.status and new.closed is None
        yield LateChange(
            step,
            confidence if altered.spelling is False and not noted else Confidence.LOW,
            text,
            altered.before,
            altered.after,
            f"{before.text}\n{after.text}"
            if altered.part is ChangedPart.TEXT
            else f"{before}\n{after}",
        )


def moved_late(view: GameView, rules: Ruleset) -> Iterator[LateChange]:
    """Yield the posts that became official, or got another category, too late. If the rules may
    allow a change to a Proposal for longer, the confidence in that time is low.
    """
    minutes, made = (
        rules.voting.post_category_minutes.value,
        rules.voting.post_made_proposal_hours.value,
    )
    if minutes is None:
        return
    for step in steps(view):
        old, new = step.old, step.new
        official = is_official(old) or is_official(new)
        if old.category is new.category or not official or old.posted is None:
            continue
        confidence = step.after_limit(old.posted + timedelta(minutes=minutes))
        if confidence is None:
            continue
        if made is not None and not is_official(old) and new.category is Category.PROPOSAL:
            within = step.after_limit(old.posted + timedelta(hours=made))
            confidence = confidence if within is Confidence.HIGH else Confidence.LOW
        text = (
            f"“{new.title}” changed from {old.category} to {new.category} {step.when}, over"
            f" {minutes} minutes after it was posted"
        )
        yield LateChange(
            step, confidence, text, old.category, new.category, f"{old.category} {new.category}"
        )


class ChangedComment(NamedTuple):
    """A comment before and after a change; ``now`` is None if it is gone."""

    step: Step
    was: Comment
    now: Comment | None

    @property
    def text(self) -> str:
        """The change, for a message."""
        was, title = self.was, self.step.new.title
        old = " ".join(icon.name.upper() for icon in was.icons)
        if self.now is None:
            icons = f" ({old})" if old else ""
            return (
                f"a comment by {was.author} on “{title}” is gone{icons}; it vanished"
                f" {self.step.when}"
            )
        new = " ".join(icon.name.upper() for icon in self.now.icons)
        text = f"a comment by {was.author} on “{title}” changed {self.step.when}"
        if old != new:
            return f"{text}: its icons were {old or 'none'}, and are {new or 'none'}"
        return f"{text} ({old})" if old else text


def changed_comments(view: GameView) -> Iterator[ChangedComment]:
    """Yield the comments that changed or vanished between pulls. While a page shows fewer comments
    than it counts, none is reported as gone.
    """
    for step in steps(view):
        old, new = step.old, step.new
        if old.comments is None or new.comments is None or old.comments == new.comments:
            continue
        whole = new.comment_count is None or len(new.comments) >= new.comment_count
        later = {_identity(comment): comment for comment in new.comments}
        for was in old.comments:
            now = later.get(_identity(was))
            is_gone = now is None and whole
            is_changed = now is not None and said(now) != said(was)
            if is_gone or is_changed:
                yield ChangedComment(step, was, now)


def _identity(comment: Comment) -> object:
    return comment.id or (comment.author, comment.at, said(comment))


def said(comment: Comment) -> tuple[object, ...]:
    """Return the visible parts of a comment; differences in white space are ignored."""
    return (*_vote(comment), " ".join(comment.text.split()))


def _vote(comment: Comment) -> tuple[object, ...]:
    return comment.author, comment.at, comment.icons


def late_changes(view: GameView, rules: Ruleset) -> Mapping[str, Doubt]:
    """Return the late changes of posts (BN206, BN207), and the changes of votes that were not taken
    back (BN209, BN210), as doubts by key of the post.
    """
    late: list[LateChange | ChangedComment] = [*altered_late(view, rules), *moved_late(view, rules)]
    late += _changed_votes(view)
    return {
        each.step.new.key: doubt(DoubtKind.CHANGED_LATE, what=each.text)
        for each in late
        if each.step.read_alike
    }


def _changed_votes(view: GameView) -> Iterator[ChangedComment]:
    """Yield the changes of votes after which neither the vote before the change nor the first vote
    of the comment stands.
    """
    standing = {
        key: {*map(_vote, past.versions[-1].value.comments or ())}
        for key, past in (view.read.pasts or {}).items()
    }
    first_votes = dict[object, object]()
    for changed in changed_comments(view):
        step, was, now = changed
        is_vote = was.icons or (now is not None and now.icons)
        if not is_vote or not step.read_alike:
            continue
        key, vote = step.new.key, _vote(was)
        first_vote = first_votes.setdefault((key, _identity(was)), vote)
        if standing[key].isdisjoint((vote, first_vote)):
            yield changed


def _closing(post: Post) -> Iterator[datetime]:
    for comment in post.comments or ():
        votes = any(icon.name in frozenset(VoteIcon) and not icon.quoted for icon in comment.icons)
        if comment.at is not None and (votes or post.category.matter is None):
            yield comment.at


class Shown(NamedTuple):
    """The visible parts of a post. ``marks`` are the addresses of links, the names of voting icons,
    and last the struck out text.

    White space, entities and other tags are ignored.
    """

    text: str
    marks: tuple[str, ...]


def shown(post: Post) -> Shown:
    """Return the visible parts of a post; title and tags are part of the text."""
    links, icons, struck, is_struck = list[str](), list[str](), list[str](), False
    for href, alt, closing, text in (found.groups() for found in _TAG.finditer(post.markup or "")):
        if href is not None:
            # Whether an address is encrypted, relative, or ends in a slash does not count.
            try:
                full = urljoin(post.url, unescape(href))
                address = re.sub(r"^https?:", "https:", full).rstrip("/")
            except ValueError:
                address = unescape(href)
            # A link that is struck out in part is written as two.
            links += [address] if links[-1:] != [address] else []
        elif alt is not None and (vote := vote_by_alt(unescape(alt))):
            icons.append(vote.value.upper())
        elif closing is not None:
            is_struck = not closing
        elif is_struck:
            struck.append(unescape(text or " "))
    return Shown(
        " ".join(f"{post.subject} {post.body}".split()),
        (*links, *icons, " ".join("".join(struck).split())),
    )


class ChangedPart(StrEnum):
    """The part of a post that changed."""

    TEXT = "the text"
    MARKS = "a link, a voting icon or struck text"


class Change(NamedTuple):
    """The changed part of a post, its states before and after, and whether the change only corrects
    the spelling (None: only a person can decide).
    """

    part: ChangedPart
    before: str
    after: str
    spelling: bool | None


def change(old: Shown, new: Shown, known: Collection[str]) -> Change | None:
    """Return the most serious difference between two versions of a post; None if there is none.
    ``known`` has correctly spelt words.
    """
    spelling = old.text == new.text or is_spelling(old.text, new.text, known)
    if spelling is not False and old.marks != new.marks:
        place, _ = shared_ends(old.marks, new.marks)
        before, after = (
            marks[place] if place < len(marks) else "" for marks in (old.marks, new.marks)
        )
        # If the text changed, too, the marks may only show its correction: corrected words can be
        # struck out.
        return Change(
            ChangedPart.MARKS,
            before or "none",
            after or "none",
            False if old.text == new.text else None,
        )
    if old.text == new.text:
        return None
    words = old.text.split(), new.text.split()
    start = max(0, (same := shared_ends(*words)[0]) - 6)
    before, after = (("… " if start else "") + " ".join(each[start : same + 20]) for each in words)
    return Change(ChangedPart.TEXT, before, after, spelling)
