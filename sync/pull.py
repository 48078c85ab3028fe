"""Bringing the store up to date: what to ask the two sites for, and nothing twice.

The front page tells what is new. A month's archive is asked for when it may hold a change that the front
page does not show, an entry when it is new or its lists say that it changed. A page whose bytes are those of
the last time is not read again. Every version that was seen stays in the store.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from parsers.model import Category, Page, Post, Problem, Status
from sync.blog import BlogClient
from sync.config import Live
from sync.errors import NoVerdict, Unreachable
from sync.http import Answer, NotFetched
from sync.merge import ReadPage, merge_posts
from sync.store import Store
from sync.store.runs import Run
from sync.times import iso, parse_time

__all__ = ["BLOG_RUN", "Blog", "lacking", "pull_blog", "window_of"]

BLOG_RUN = "blog"
_WINDOW = "blog.window"
_TODO = "blog.todo"
_LACKING = "blog.lacking"
_GONE = (404, 410)
_BEFORE = timedelta(days=10)
"""What happened in the days before the Ascension Address belongs to it: the DoV, and matters still open."""
_MOST_PAGES = 40
"""Further pages of one entry's comments or one archive that are followed: four thousand comments."""

Progress = Callable[[str], None]


@dataclass
class Blog:
    """One pull of the blog: where it asks, where it keeps, and what it could not see."""

    client: BlogClient
    store: Store
    live: Live
    now: datetime
    run: Run
    progress: Progress
    problems: list[Problem] = field(default_factory=list)
    listed: dict[str, Post] = field(default_factory=dict)
    todo: set[str] = field(default_factory=set)
    complete: bool = True

    def __post_init__(self) -> None:
        self.todo = set((self.store.cursor(_TODO) or "").split())
        self._lacking = _lacking(self.store)

    def keep(self) -> None:
        """Keep what was seen so far, and which entries are still to be read: a kill must not lose those."""
        self.run.cursor(_TODO, " ".join(sorted(self.todo)))
        self.run.cursor(_LACKING, json.dumps(self._lacking))
        self.run.checkpoint()

    def missed(self, error: NoVerdict, *, fatal: bool = True) -> None:
        """Remember that something could not be had; what the store knows of it stays."""
        self.complete = False
        self.problems.append(Problem(self.live.blog_url, f"{error}.", fatal=fatal, missing=isinstance(error, Unreachable)))

    def misread(self, page: Page) -> None:
        """Remember what a page lacked, until it is read again."""
        self.complete = self.complete and not any(problem.fatal for problem in page.problems)
        self._lacking.pop(page.url, None)
        if page.problems:
            self._lacking[page.url] = [[problem.where, problem.what, problem.fatal] for problem in page.problems]


def _lacking(store: Store) -> dict[str, list[list[Any]]]:
    kept = store.cursor(_LACKING)
    return dict(json.loads(kept)) if kept else {}


def lacking(store: Store) -> tuple[Problem, ...]:
    """What the pages that were read lacked, each as it was read last."""
    return tuple(Problem(where, what, fatal=fatal) for problems in _lacking(store).values() for where, what, fatal in problems)


def window_of(store: Store, now: datetime) -> datetime:
    """From when on posts belong to what an audit looks at: the dynasty's Ascension Address, else two months."""
    began = _dynasty_began(store)
    return (began or now) - (_BEFORE if began else timedelta(days=62))


def _dynasty_began(store: Store) -> datetime | None:
    kept = store.cursor(_WINDOW)
    return parse_time(kept) if kept else None


def pull_blog(blog: Blog) -> None:
    """Ask the blog for what may have changed, and keep it. Problems are left in ``blog.problems``."""
    try:
        front = blog.client.front()
    except NotFetched as error:
        blog.missed(error)
        return
    fresh = _read_list(blog, front, "front")
    _pull_months(blog, fresh)
    _keep_window(blog)
    since = window_of(blog.store, blog.now)
    entries = [post for key in sorted(blog.todo) if (post := blog.store.post(key)) is not None and _wanted(post, since)]
    for number, post in enumerate(entries, 1):
        blog.progress(f"entry {number} of {len(entries)}: {post.title}")
        if _read_entry(blog, post):
            blog.todo.discard(post.key)
            blog.keep()


def _read_list(blog: Blog, answer: Answer, kind: str) -> bool:
    """Keep what a front page or archive shows. Whether it was read: it is not when its bytes are those of the last time."""
    digest = hashlib.sha256(answer.body).digest()
    before = blog.store.page(answer.asked)
    if before is not None and before.digest == digest:
        blog.run.page(answer.asked, digest, kind, at=answer.fetched_at)
        blog.keep()
        return False
    page = blog.client.read(answer, "front" if kind == "front" else "archive")
    blog.misread(page)
    if not page.posts:
        return True
    for post in page.posts:
        if _to_read(blog.store.post(post.key), post):
            blog.todo.add(post.key)
        blog.run.post(post, answer.fetched_at)
        blog.listed[post.key] = post
    if page.roster is not None:
        blog.run.roster(page.roster, answer.fetched_at)
    blog.run.page(answer.asked, digest, kind, [post.key for post in page.posts], answer.fetched_at)
    blog.keep()
    for key in _vanished(before.posts if before is not None and kind == "archive" else (), page.posts):
        _look_for(blog, key)
    for address in page.more[:_MOST_PAGES] if kind == "archive" else ():
        _more_of_list(blog, address)
    return True


def _more_of_list(blog: Blog, address: str) -> None:
    try:
        _read_list(blog, blog.client.entry(address), "further")
    except NotFetched as error:
        blog.missed(error)


def _vanished(before: Iterable[str], now: Iterable[Post]) -> list[str]:
    """Keys that an archive had and has no more."""
    there = {post.key for post in now}
    return [key for key in before if key not in there]


def _look_for(blog: Blog, key: str) -> None:
    """A post that its archive does not show any more: gone, or only moved to another month."""
    post = blog.store.post(key)
    if post is None:
        return
    try:
        answer = blog.client.entry(post.url)
    except NotFetched as error:
        if error.status in _GONE:
            blog.run.gone(key)
        else:
            blog.missed(error, fatal=False)
        return
    _keep_entry(blog, answer)


def _months(start: datetime, end: datetime) -> Iterator[tuple[int, int]]:
    """The months from ``end`` back to ``start``, both included."""
    year, month = end.year, end.month
    while (year, month) >= (start.year, start.month):
        yield year, month
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)


def _pull_months(blog: Blog, fresh: bool) -> None:
    """The archives that may hold what the front page does not show."""
    earliest = blog.now - timedelta(days=31 * blog.live.months)
    began = _dynasty_began(blog.store)
    pending = {(p.posted.year, p.posted.month) for p in blog.store.posts(blog.now, pending=True) if p.posted and p.key not in blog.listed}
    for year, month in _months(max(began - _BEFORE, earliest) if began else earliest, blog.now):
        address = f"{blog.client.base}{year:04}/{month:02}/"
        before = blog.store.page(address)
        settled = before is not None and before.seen >= _end_of(year, month)
        if settled and (year, month) not in pending:
            continue
        if _front_shows_all_of(blog, year, month, fresh=fresh):
            continue
        blog.progress(f"month {year}-{month:02}")
        try:
            _read_list(blog, blog.client.month(year, month), "archive")
        except NotFetched as error:
            blog.missed(error)
            return
        address_at = None if began else _latest_address(blog)
        if address_at is not None and address_at - _BEFORE >= datetime(year, month, 1, tzinfo=UTC):
            return  # the dynasty began here: what is older is another game's


def _end_of(year: int, month: int) -> datetime:
    following = (year + 1, 1) if month == 12 else (year, month + 1)
    return datetime(*following, 1, tzinfo=UTC)


def _front_shows_all_of(blog: Blog, year: int, month: int, *, fresh: bool) -> bool:
    """Whether the front page reaches back beyond the beginning of a month, so that its archive adds nothing."""
    posts: Iterable[Post] = blog.listed.values()
    if not fresh:
        front = blog.store.page(blog.client.base)
        posts = [post for key in (front.posts if front else ()) if (post := blog.store.post(key)) is not None]
    dates = sorted(post.posted for post in posts if post.posted is not None)
    # A sticky post stands on the front page whatever its age, so one older post proves nothing.
    return len(dates) > 2 and dates[2] < datetime(year, month, 1, tzinfo=UTC)


def _keep_window(blog: Blog) -> None:
    """Remember when the dynasty began, when a list shows a newer Ascension Address than was known."""
    newest, known = _latest_address(blog), _dynasty_began(blog.store)
    if newest is not None and (known is None or known < newest):
        blog.run.cursor(_WINDOW, iso(newest) or "")
        blog.keep()


def _latest_address(blog: Blog) -> datetime | None:
    """When the newest Ascension Address on the lists was posted."""
    posted = [p.posted for p in blog.listed.values() if p.category is Category.ASCENSION and p.posted and p.posted <= blog.now]
    return max(posted, default=None)


def _to_read(before: Post | None, listed: Post) -> bool:
    """Whether a post's own page has to be read: it never was, or a list shows another post than the last one did."""
    if before is None or before.comments is None:
        return bool(listed.comment_count) or listed.comment_count is None
    return any(getattr(before, part) != getattr(listed, part) for part in ("title", "status", "closed", "comment_count", "category"))


def _wanted(post: Post, since: datetime) -> bool:
    """Whether an audit looks at the post at all."""
    return post.status is Status.PENDING or post.posted is None or post.posted >= since


def _read_entry(blog: Blog, post: Post) -> bool:
    """Read a post's own page and keep it. Whether that is settled: it is, too, when the page is gone."""
    try:
        answer = blog.client.entry(post.url)
    except NotFetched as error:
        if error.status in _GONE:
            blog.run.gone(post.key)
            return True
        blog.missed(error, fatal=post.status is Status.PENDING)
        return False
    return _keep_entry(blog, answer)


def _keep_entry(blog: Blog, answer: Answer) -> bool:
    """Keep an entry with the comments of all its pages. Whether it could be read."""
    page = blog.client.read(answer, "entry")
    blog.misread(page)
    if not page.posts or any(problem.fatal for problem in page.problems):
        return False
    pages = [ReadPage(answer.url, "entry", answer.url, page)]
    for address in page.more[:_MOST_PAGES]:
        try:
            further = blog.client.entry(address)
        except NotFetched as error:
            blog.missed(error, fatal=False)
            break
        read = blog.client.read(further, "entry")
        own = tuple(replace(post, url=page.posts[0].url) for post in read.posts)
        pages.append(ReadPage(further.url, "entry", answer.url, replace(read, url=address, posts=own)))
    posts, problems = merge_posts(pages)
    blog.problems += problems
    for post in posts:
        blog.run.post(post, answer.fetched_at)
    return True
