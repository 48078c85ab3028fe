"""What findings point at: the subject of each kind, and the places where it can be seen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from parsers.model import Comment, Post
from validators.finding import Confidence, Evidence, NotEvaluated, Subject
from validators.voting.tally import comment_address
from validators.words import counted

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

__all__ = ["digest", "entry", "grouped", "matter", "resolution", "said", "sure", "titles", "unread_comments"]


def matter(post: Post) -> Subject:
    """The subject of a finding about a matter."""
    return Subject("matter", post.key, post.url)


def entry(post: Post) -> Evidence:
    """A post with the time it bears."""
    return Evidence(post.url, post.title, post.posted)


def resolution(post: Post) -> Evidence:
    """The resolution of a post: its note, or the stamp where there is none."""
    note = post.note.text if post.note is not None else f"Adminned at {post.closed:%Y-%m-%d %H:%M:%S} UTC"
    return Evidence(post.url, note[:200], post.closed)


def said(post: Post, comment: Comment) -> Evidence:
    """A comment with its beginning."""
    return Evidence(comment_address(post, comment), comment.text[:120], comment.at)


def titles(posts: Iterable[Post]) -> str:
    """The titles of posts, one after the other."""
    return ", ".join(f"“{post.title}”" for post in posts)


def sure(*, tied: bool = False, doubts: Sequence[str] = ()) -> Confidence:
    """Low where the order within one minute decides, medium with a doubt, else high."""
    return Confidence.LOW if tied else Confidence.MEDIUM if doubts else Confidence.HIGH


def digest(text: str) -> str:
    """A short mark that stands for a text in a fingerprint."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def grouped(things: Iterable[T], key: Callable[[T], K]) -> Iterable[tuple[K, list[T]]]:
    """Things of one key together, so that what is the same wrong thing twice is one finding."""
    groups: dict[K, list[T]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups.items()


def unread_comments(code: str, posts: Sequence[Post], what: str) -> list[NotEvaluated]:
    """One entry for all the posts whose comments a check would have needed and no page shows."""
    hidden = [post for post in posts if post.comments is None and post.comment_count != 0]
    if not hidden:
        return []
    first = f"“{hidden[0].title}”" + (" and others" if len(hidden) > 1 else "")
    return [NotEvaluated(code, f"the comments of {counted(len(hidden), what)} were not read: {first}")]
