"""The data that pulls share through the store, and the state of one pull of the blog."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from parsers.blog.merging import PageKind
from parsers.model import Page, Post, Problem, Status
from sync import tool_version
from sync.net.fetched import FetchedPage, NotFetched
from sync.progress import Say, silent
from sync.pulling.blog_client import BlogClient
from sync.settings.config import Live
from sync.store import Run, Store
from sync.times import BEFORE

GONE = (404, 410)
_STICKY = 2
"""The maximum number of older posts pinned on top of the front page; they do not show how far back
it reaches.
"""

_UNKNOWN_DYNASTY = timedelta(days=62)
_PARTS = ("title", "status", "closed", "comment_count", "category", "author", "posted")
_CHANGING = ("title", "status", "closed", "comment_count")

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Listing:
    """A list page as last fetched: the keys of its posts, and the version of the tool that read it.
    ``more`` are the further pages of an archive; it is ``broken`` until all of these are read.
    """

    posts: tuple[str, ...]
    seen: datetime
    reader: str = ""
    more: tuple[str, ...] = ()
    broken: bool = False


class Book(dict[str, Value]):
    """A dictionary in the store; changes are saved at the run's next checkpoint."""

    def __init__(self, run: Run, store: Store, name: str, kind: type[Value]) -> None:
        super().__init__(store.book(name, kind))
        self._run, self._name = run, name

    def __setitem__(self, key: str, value: Value) -> None:
        super().__setitem__(key, value)
        self._run.note(self._name, key, value)

    def drop(self, key: str) -> None:
        """Remove a key if it exists."""
        if self.pop(key, None) is not None:
            self._run.note(self._name, key, None)


@dataclass
class BlogPull:
    """The state of one pull.

    ``todo`` maps the keys of queued entries to the digest of their row in a list, ``read`` maps the
    keys of read entries to the digest at that time. ``lacking`` maps pages (entries by key, lists
    by address) to their missing parts, ``listings`` has the lists by address. ``listed`` are the
    posts in the lists of this pull by key. ``since`` is an earlier time than the dynasty if older
    posts are wanted.
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

    def parsed(self, answer: FetchedPage, kind: PageKind) -> Page:
        """Read a page. One that is cut off only gets a problem: half a post is a different text, and
        half a list of players a different roster.
        """
        from parsers.blog.blog_page import CUT_OFF, has_end

        if not has_end(answer.text):
            return Page(answer.url, problems=(Problem(answer.url, CUT_OFF, fatal=True),))
        return self.client.read(answer, kind)

    def missed(self, error: NotFetched, *, fatal: bool = True, post: str | None = None) -> None:
        """Record that a page (with a key: of that post) could not be fetched; its stored data
        stays.
        """
        self.complete = False
        self.problems.append(Problem(error.url, f"{error}.", fatal=fatal, missing=True, post=post))

    def misread(self, name: str, page: Page) -> None:
        """Record the missing parts of a page until it is read again."""
        self.complete = self.complete and not is_fatal(page.problems)
        self.lacking.drop(name)
        if page.problems:
            self.lacking[name] = page.problems

    def see(self, post: Post, at: datetime) -> None:
        """Record a post on a list, and queue its own page if the list shows a change since that
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
    """Return whether a page with these problems is unreliable as a whole."""
    return any(problem.fatal for problem in problems)


def wanted(post: Post, since: datetime) -> bool:
    """Return whether an audit covers the post."""
    pending = post.status is Status.PENDING and post.category.matter is not None
    return pending or post.posted is None or post.posted >= since


def window_of(store: Store, now: datetime, since: datetime | None = None) -> datetime:
    """Return the start of the time covered by an audit: the dynasty's Ascension Address, else two
    months ago; or ``since``, if that is earlier.
    """
    began = store.ascended(now)
    window = now - _UNKNOWN_DYNASTY if began is None else began - BEFORE
    return window if since is None else min(window, since)


def reach_of(dates: Iterable[datetime]) -> datetime | None:
    """Return the time since which a front page with these post dates shows every post; None if
    unknown.
    """
    known = sorted(dates)
    return known[_STICKY] if len(known) > _STICKY else None
