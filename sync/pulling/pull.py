"""One pull of the blog: where it asks, where it keeps, what it could not see, and what it leaves to the next one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from parsers.model import Category, Page, Post, Problem, Status
from sync.net.http import NotFetched
from sync.pulling.client import BlogClient
from sync.pulling.cursors import Book, entries_of
from sync.settings.config import Live
from sync.settings.version import tool_version
from sync.store import Kept, Store
from sync.store.runs import Run
from sync.times import iso, parse_time

__all__ = ["BEFORE", "BLOG_RUN", "GONE", "MOST_PAGES", "Blog", "lacking", "unread", "wanted", "window_of"]

BLOG_RUN = "blog"
GONE = (404, 410)
BEFORE = timedelta(days=10)
"""What happened in the days before the Ascension Address belongs to it: the DoV, and matters still open."""
MOST_PAGES = 40
"""Further pages of one entry's comments or one archive that are followed: four thousand comments."""

_WINDOW = "blog.window"
_TODO = "blog.todo"
_LACKING = "blog.lacking"
_UNKNOWN_DYNASTY = timedelta(days=62)

Progress = Callable[[str], None]


@dataclass
class Blog:
    """``todo`` maps the keys of entries still to be read to the digest of what a list shows of them, ``read`` those
    that were read to the digest of then. ``lacking`` maps pages (entries by their keys, lists by their addresses) to
    what they lacked, ``further`` the pages of archives to those they continue on; ``broken`` are archives not all of
    whose pages could be read. ``shown`` are the keys on the lists that were asked for, ``listed`` what those lists show
    that were read.
    """

    client: BlogClient
    store: Store
    live: Live
    now: datetime
    run: Run
    progress: Progress = lambda _: None
    problems: list[Problem] = field(default_factory=list)
    listed: dict[str, Post] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    new: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    complete: bool = True

    def __post_init__(self) -> None:
        self.todo = Book(self.store, _TODO)
        self.lacking = Book(self.store, _LACKING)
        self.read = Book(self.store, "blog.read")
        self.further = Book(self.store, "blog.further")
        self.broken = Book(self.store, "blog.broken")
        self.version = tool_version()

    def keep(self) -> Kept:
        """Keep what was seen so far, and what is still to be done: a kill must not lose that."""
        for book in (self.todo, self.lacking, self.read, self.further, self.broken):
            book.keep(self.run)
        return self.run.checkpoint()

    def missed(self, error: NotFetched, *, fatal: bool = True) -> None:
        """Remember that a page could not be had; what the store knows of it stays."""
        self.complete = False
        self.problems.append(Problem(error.url, f"{error}.", fatal=fatal, missing=True))

    def misread(self, name: str, page: Page) -> None:
        """Remember what a page lacked, until it is read again."""
        self.complete = self.complete and not is_fatal(page)
        self.lacking.drop(name)
        if page.problems:
            self.lacking.put(name, [[problem.where, problem.what, problem.fatal] for problem in page.problems])

    def see(self, post: Post, at: datetime) -> None:
        """A post on a list. Its own page is to be read where the list does not show it as when that was read last."""
        before = self.store.post(post.key)
        shows = digest_of(self.version, *(str(getattr(post, part)) for part in _PARTS))[:12]
        has_comments = post.comment_count != 0 or (before is not None and bool(before.comments))
        if self.read.get(post.key) != shows and has_comments:
            self.todo.put(post.key, shows)
        if before is None:
            self.new.add(post.key)
        elif any(getattr(before, part) != getattr(post, part) for part in _CHANGING):
            self.changed.add(post.key)
        self.run.post(post, at)
        self.listed[post.key] = post
        if post.category is Category.ASCENSION and post.posted is not None and post.posted <= self.now:
            self._see_address(post.posted)

    def _see_address(self, posted: datetime) -> None:
        """Remember when the dynasty began, in the same transaction as the list that shows it."""
        known = self.began
        if known is None or known < posted:
            self._began = posted
            self.run.cursor(_WINDOW, iso(posted) or "")

    @property
    def began(self) -> datetime | None:
        """When the newest Ascension Address that is known was posted."""
        return self._began or dynasty_began(self.store)

    _began: datetime | None = None


_PARTS = ("title", "status", "closed", "comment_count", "category", "author", "posted")
_CHANGING = ("title", "status", "closed", "comment_count")


def digest_of(*parts: str) -> str:
    """A fingerprint of texts."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", errors="surrogatepass")).hexdigest()


def is_fatal(page: Page) -> bool:
    """Whether nothing on the page can be relied upon."""
    return any(problem.fatal for problem in page.problems)


def lacking(store: Store) -> tuple[Problem, ...]:
    """What the pages that were read lacked, each as it was read last."""
    kept = entries_of(store, _LACKING)
    return tuple(Problem(where, what, fatal=fatal) for name in sorted(kept) for where, what, fatal in kept[name])


def unread(store: Store, now: datetime) -> tuple[Problem, ...]:
    """Entries that lists show to have changed, and whose own pages were not read since: a pull was broken off."""
    since = window_of(store, now)
    posts = [post for key in sorted(entries_of(store, _TODO)) if (post := store.post(key)) is not None and wanted(post, since)]
    what = "A list shows that this post has changed, and its own page has not been read since: votes may be missing."
    return tuple(Problem(post.url, what, fatal=post.status is Status.PENDING, missing=True) for post in posts)


def wanted(post: Post, since: datetime) -> bool:
    """Whether an audit looks at the post at all."""
    pending = post.status is Status.PENDING and post.category.matter is not None
    return pending or post.posted is None or post.posted >= since


def window_of(store: Store, now: datetime) -> datetime:
    """From when on posts belong to what an audit looks at: the dynasty's Ascension Address, else two months."""
    began = dynasty_began(store)
    if began is not None and began > now:
        earlier = (post.posted for post in store.posts(None, pending=False) if post.category is Category.ASCENSION and post.posted)
        began = max((posted for posted in earlier if posted <= now), default=None)
    return now - _UNKNOWN_DYNASTY if began is None else began - BEFORE


def dynasty_began(store: Store) -> datetime | None:
    """When the newest Ascension Address was posted, None where none was seen."""
    kept = store.cursor(_WINDOW)
    return parse_time(kept) if kept else None
