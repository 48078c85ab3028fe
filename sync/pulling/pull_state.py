"""What pulls remember between each other, and the state of one pull of the blog."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from parsers.model import Page, Post, Problem, Status
from sync import tool_version
from sync.net.fetched import NotFetched
from sync.progress import Say, silent
from sync.pulling.blog_client import BlogClient
from sync.settings.config import Live
from sync.store import Run, Store
from sync.times import BEFORE

GONE = (404, 410)
_STICKY = 2
"""How many older posts the front page may pin on top; they do not show how far back it reaches."""

_UNKNOWN_DYNASTY = timedelta(days=62)
_PARTS = ("title", "status", "closed", "comment_count", "category", "author", "posted")
_CHANGING = ("title", "status", "closed", "comment_count")

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Listing:
    """A page that lists posts, as fetched last: their keys, and the version of the tool that read
    it.

    ``more`` are the pages that an archive continues on; it is ``broken`` while not all of these
    were read.
    """

    posts: tuple[str, ...]
    seen: datetime
    reader: str = ""
    more: tuple[str, ...] = ()
    broken: bool = False


class Book(dict[str, Value]):
    """A dictionary of the store; what is changed in it is saved at the run's next checkpoint."""

    def __init__(self, run: Run, store: Store, name: str, kind: type[Value]) -> None:
        super().__init__(store.book(name, kind))
        self._run, self._name = run, name

    def __setitem__(self, key: str, value: Value) -> None:
        super().__setitem__(key, value)
        self._run.note(self._name, key, value)

    def drop(self, key: str) -> None:
        """Forget a key, if it is there."""
        if self.pop(key, None) is not None:
            self._run.note(self._name, key, None)


@dataclass
class BlogPull:
    """``todo`` maps the keys of entries still to be read to the digest of what a list shows of
    them, ``read`` those that were read to the digest of that time. ``lacking`` maps pages (entries
    by their keys, lists by their addresses) to what they lacked, ``listings`` has the lists by
    their addresses. ``listed`` are the posts as the lists of this pull show them, by their keys.
    ``since`` is the time before the dynasty since which posts are wanted, too.
    """

    client: BlogClient
    store: Store
    live: Live
    now: datetime
    run: Run
    progress: Say = silent
    problems: list[Problem] = field(default_factory=list)
    listed: dict[str, Post] = field(default_factory=dict)
    new: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    complete: bool = True
    since: datetime | None = None

    def __post_init__(self) -> None:
        self.todo = Book(self.run, self.store, "todo", str)
        self.read = Book(self.run, self.store, "read", str)
        self.lacking = Book(self.run, self.store, "lacking", tuple[Problem, ...])
        self.listings = Book(self.run, self.store, "listings", Listing)
        self.version = tool_version()

    def missed(self, error: NotFetched, *, fatal: bool = True, post: str | None = None) -> None:
        """Remember that a page, of a post the one with this key, could not be fetched; what the
        store has of it stays.
        """
        self.complete = False
        self.problems.append(Problem(error.url, f"{error}.", fatal=fatal, missing=True, post=post))

    def misread(self, name: str, page: Page) -> None:
        """Remember what a page lacked, until it is read again."""
        self.complete = self.complete and not is_fatal(page.problems)
        self.lacking.drop(name)
        if page.problems:
            self.lacking[name] = page.problems

    def see(self, post: Post, at: datetime) -> None:
        """Record a post on a list, and queue its own page if the list shows it changed since that
        page was read.
        """
        before = self.store.post(post.key)
        parts = "\0".join((self.version, *(str(getattr(post, part)) for part in _PARTS)))
        shows = hashlib.sha256(parts.encode("utf-8", errors="surrogatepass")).hexdigest()[:12]
        has_comments = post.comment_count != 0 or (before is not None and bool(before.comments))
        if self.read.get(post.key) != shows and has_comments:
            self.todo[post.key] = shows
        if before is None:
            self.new.add(post.key)
        elif any(getattr(before, part) != getattr(post, part) for part in _CHANGING):
            self.changed.add(post.key)
        self.run.post(post, at)
        self.listed[post.key] = post


def is_fatal(problems: Iterable[Problem]) -> bool:
    """Whether nothing on a page with these problems is reliable."""
    return any(problem.fatal for problem in problems)


def wanted(post: Post, since: datetime) -> bool:
    """Whether the post is within what an audit covers."""
    pending = post.status is Status.PENDING and post.category.matter is not None
    return pending or post.posted is None or post.posted >= since


def window_of(store: Store, now: datetime, since: datetime | None = None) -> datetime:
    """The beginning of what an audit covers: the dynasty's Ascension Address, else two months ago;
    or ``since``, if that is earlier.
    """
    began = store.ascended(now)
    window = now - _UNKNOWN_DYNASTY if began is None else began - BEFORE
    return window if since is None else min(window, since)


def reach_of(dates: Iterable[datetime]) -> datetime | None:
    """How far back a front page with posts of these dates shows every post; None if that is
    unknown.
    """
    known = sorted(dates)
    return known[_STICKY] if len(known) > _STICKY else None
