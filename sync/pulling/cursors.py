"""What pulls remember between each other, and the state of one pull of the blog."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from parsers.model import Category, Page, Post, Problem, Status
from sync.net.errors import NotFetched
from sync.progress import Say, silent
from sync.pulling.client import BlogClient
from sync.settings.config import Live
from sync.settings.version import tool_version
from sync.store import Kept, Store
from sync.store.runs import Run
from sync.times import iso, parse_time

__all__ = ["BEFORE", "BLOG_RUN", "BROKEN", "GONE", "BlogPull", "StoredDict", "is_fatal", "lacking", "unread", "wanted", "window_of"]

BLOG_RUN = "blog"
BROKEN = "blog.broken"
"""The book of archives not all of whose pages could be read."""

GONE = (404, 410)
BEFORE = timedelta(days=10)
"""How long before the Ascension Address a dynasty's posts may begin: the DoV, and matters still open."""

_WINDOW = "blog.window"
_TODO = "blog.todo"
_LACKING = "blog.lacking"
_UNKNOWN_DYNASTY = timedelta(days=62)
_SHORT = 500
"""Entries of a book that is written after every page. Each is written whole, so a longer one is written less often."""


@dataclass
class BlogPull:
    """``todo`` maps the keys of entries still to be read to the digest of what a list shows of them, ``read`` those
    that were read to the digest of that time. ``lacking`` maps pages (entries by their keys, lists by their addresses) to
    what they lacked, ``further`` the pages of archives to those they continue on; ``broken`` are archives not all of
    whose pages could be read. ``shown`` are the keys on the lists of this pull, ``listed`` the posts as those lists show
    them that were read anew. ``since`` is the time before the dynasty since which posts are wanted, too.
    """

    client: BlogClient
    store: Store
    live: Live
    now: datetime
    run: Run
    progress: Say = silent
    problems: list[Problem] = field(default_factory=list)
    listed: dict[str, Post] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    new: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    complete: bool = True
    since: datetime | None = None

    def __post_init__(self) -> None:
        self.todo = StoredDict(self.store, _TODO)
        self.lacking = StoredDict(self.store, _LACKING)
        self.read = StoredDict(self.store, "blog.read")
        self.further = StoredDict(self.store, "blog.further")
        self.broken = StoredDict(self.store, BROKEN)
        self.version = tool_version()
        self._unsaved = 0

    def keep(self) -> Kept:
        """Save what was seen so far and what is left to do, so that a kill loses nothing."""
        for book in (self.todo, self.lacking, self.read, self.further, self.broken):
            book.keep(self.run)
        self._unsaved = 0
        return self.run.checkpoint()

    def keep_entry(self) -> Kept:
        """Save an entry that was read. That it was is saved a few entries later where there are many: a kill lets these be read again."""
        self._unsaved += 1
        if self._unsaved * _SHORT >= len(self.todo) + len(self.read):
            return self.keep()
        return self.run.checkpoint()

    def missed(self, error: NotFetched, *, fatal: bool = True) -> None:
        """Remember that a page could not be fetched; what the store has of it stays."""
        self.complete = False
        self.problems.append(Problem(error.url, f"{error}.", fatal=fatal, missing=True))

    def misread(self, name: str, page: Page) -> None:
        """Remember what a page lacked, until it is read again."""
        self.complete = self.complete and not is_fatal(page)
        self.lacking.drop(name)
        if page.problems:
            self.lacking.put(name, [[problem.where, problem.what, problem.fatal] for problem in page.problems])

    def see(self, post: Post, at: datetime) -> None:
        """Record a post on a list, and queue its own page if the list shows it changed since that page was read."""
        before = self.store.post(post.key)
        parts = "\0".join((self.version, *(str(getattr(post, part)) for part in _PARTS)))
        shows = hashlib.sha256(parts.encode("utf-8", errors="surrogatepass")).hexdigest()[:12]
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


def is_fatal(page: Page) -> bool:
    """Whether nothing on the page is reliable."""
    return any(problem.fatal for problem in page.problems)


def lacking(store: Store) -> tuple[Problem, ...]:
    """Problems of the pages as last read."""
    kept = entries_of(store, _LACKING)
    return tuple(Problem(where, what, fatal=fatal) for name in sorted(kept) for where, what, fatal in kept[name])


def unread(store: Store, now: datetime) -> tuple[Problem, ...]:
    """Entries that changed by the lists, but whose own pages were not read since, because a pull was interrupted."""
    since = window_of(store, now)
    posts = [post for key in sorted(entries_of(store, _TODO)) if (post := store.post(key)) is not None and wanted(post, since)]
    what = "A list shows that this post has changed, and its own page has not been read since: votes may be missing."
    return tuple(Problem(post.url, what, fatal=post.status is Status.PENDING, missing=True) for post in posts)


def wanted(post: Post, since: datetime) -> bool:
    """Whether the post is within what an audit covers."""
    pending = post.status is Status.PENDING and post.category.matter is not None
    return pending or post.posted is None or post.posted >= since


def window_of(store: Store, now: datetime) -> datetime:
    """The beginning of what an audit covers: the dynasty's Ascension Address, else two months ago."""
    began = dynasty_began(store)
    if began is not None and began > now:
        earlier = (post.posted for post in store.posts(None, pending=False) if post.category is Category.ASCENSION and post.posted)
        began = max((posted for posted in earlier if posted <= now), default=None)
    return now - _UNKNOWN_DYNASTY if began is None else began - BEFORE


def dynasty_began(store: Store) -> datetime | None:
    """When the newest Ascension Address was posted, None where none was seen."""
    kept = store.cursor(_WINDOW)
    return parse_time(kept) if kept else None


def entries_of(store: Store, name: str) -> dict[str, Any]:
    """A dictionary as last stored."""
    kept = store.cursor(name)
    return dict(json.loads(kept)) if kept else {}


class StoredDict:
    """A named dictionary in the store, loaded when it is made and saved by :meth:`keep`.

    Only the keys changed here are written: what another pull has kept of the others meanwhile stays.
    Values are what JSON can hold.
    """

    def __init__(self, store: Store, name: str) -> None:
        self._name = name
        self._entries = entries_of(store, name)
        self._changes: dict[str, Any] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        """The keys, sorted; entries may be put and dropped while iterating."""
        return iter(sorted(self._entries))

    def get(self, key: str) -> Any:
        """The value of a key, None where there is none."""
        return self._entries.get(key)

    def put(self, key: str, value: Any) -> None:
        """Set a value other than None."""
        if self._entries.get(key) != value:
            self._entries[key] = self._changes[key] = value

    def drop(self, key: str) -> None:
        """Forget a key, if it is there."""
        if self._entries.pop(key, None) is not None:
            self._changes[key] = None

    def keep(self, run: Run) -> None:
        """Store the changes at the run's next checkpoint."""
        if not self._changes:
            return
        changes = dict(self._changes)
        self._changes.clear()

        def merged(kept: str | None) -> str:
            entries = {**(json.loads(kept) if kept else {}), **changes}
            return json.dumps({key: value for key, value in entries.items() if value is not None}, sort_keys=True)

        run.update(self._name, merged)
