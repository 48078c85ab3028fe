"""The lists of a pull: the front page, and the months that may hold what it does not show."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from parsers.blog.merging import newest_first
from parsers.model import Page
from sync.net.errors import NotFetched
from sync.net.response import FetchedPage
from sync.pulling.client import FurtherPages
from sync.pulling.cursors import BEFORE, GONE, BlogPull, is_fatal

__all__ = ["Front", "end_of", "month_address", "month_of", "pull_front", "pull_months", "reach_of", "start_of"]

_MONTH = re.compile(r"/(\d{4})/(\d{2})(?:/P\d{1,6})?/?$")
_READER = "blog.reader"
_STICKY = 2
"""How many older posts the front page may pin on top; they do not show how far back it reaches."""


@dataclass(frozen=True, slots=True)
class Front:
    """The keys of the front page, the time since which it shows every post (None if unknown), and the keys of posts
    made since then that it no longer shows.
    """

    keys: frozenset[str]
    reaches: datetime | None
    vanished: tuple[str, ...]


class _List(NamedTuple):
    """The keys on a list, and whether the list has changed since the last pull."""

    keys: tuple[str, ...]
    fresh: bool


def pull_front(blog: BlogPull) -> Front | None:
    """Store what the front page shows; None if it cannot be read. Raises :class:`NotFetched`."""
    answer = blog.client.front()
    before = blog.store.page(answer.requested)
    read = _read_list(blog, answer, "front")
    if read is None:
        return None
    keys = read.keys
    reaches = reach_of(posted for key in keys if (posted := _posted(blog, key)) is not None)
    gone = [key for key in (before.posts if before else ()) if key not in keys and _is_since(_posted(blog, key), reaches)]
    return Front(frozenset(keys), reaches, tuple(gone))


def reach_of(dates: Iterable[datetime]) -> datetime | None:
    """How far back a front page with posts of these dates shows every post; None if that is unknown."""
    known = sorted(dates)
    return known[_STICKY] if len(known) > _STICKY else None


def pull_months(blog: BlogPull, front: Front) -> list[str]:
    """Store what the archives show, as far as they are needed. Returns the keys of posts that they no longer show."""
    pending = {post.key: post.posted for post in blog.store.posts(blog.now, pending=True) if post.posted and post.key not in front.keys}
    vanished: list[str] = []
    if not any(page.kind == "archive" for page in blog.store.pages()):
        # No other version has read a list: what is read from here on is not read again after an interruption.
        blog.run.cursor(_READER, blog.version)
    known_reader = blog.store.cursor(_READER) == blog.version
    usual = blog.now - timedelta(days=31 * blog.live.months)
    months = [*_months(usual if blog.since is None else min(usual, blog.since), blog.now)]
    for number, (year, month) in enumerate(months, 1):
        start, end = start_of(year, month), end_of(year, month)
        asked_for = blog.since is not None and end > blog.since
        if blog.began is not None and end <= blog.began - BEFORE and not asked_for:
            break  # the dynasty began later: what is older is another game's
        address = _address(blog, year, month)
        before = blog.store.page(address)
        open_here = [key for key, posted in pending.items() if start <= posted < end]
        read_then = before is not None and before.seen >= end and address not in blog.broken
        settled = read_then and known_reader and not open_here
        if settled or (front.reaches is not None and front.reaches < start and not open_here):
            continue
        blog.progress("month", number, len(months), f"{year}-{month:02}")
        try:
            vanished += _read_month(blog, year, month, open_here)
        except NotFetched as error:
            blog.missed(error)
            return vanished
    blog.run.cursor(_READER, blog.version)
    blog.keep()
    return vanished


def _read_month(blog: BlogPull, year: int, month: int, open_here: Iterable[str]) -> list[str]:
    """Store what an archive shows, on all its pages. Returns the keys that were there, or should be, and are not."""
    address = _address(blog, year, month)
    try:
        first = blog.client.month(year, month)
    except NotFetched as error:
        if error.status not in GONE or _has_posts(blog, year, month):
            raise
        blog.run.page(address, b"", "archive", ())  # a month without posts, before the game began
        blog.keep()
        return []
    expected, shown = set(open_here), set[str]()
    whole, changed = True, True
    addresses = FurtherPages((), [first.requested])
    for address in addresses:
        before = blog.store.page(address)
        if not changed and before is not None and expected.isdisjoint(before.posts):
            shown.update(before.posts)  # the first page is as it was, and this one has nothing that could change
            continue
        try:
            answer = first if address == first.requested else blog.client.entry(address)
        except NotFetched as error:
            blog.missed(error)
            whole = False
            continue
        read = _read_list(blog, answer, "archive")
        if read is None:
            whole = False
            continue
        if answer is first:
            changed = read.fresh
        shown.update(read.keys)
        expected.update(before.posts if before and read.fresh else ())
        addresses.add(blog.further.get(answer.requested) or ())
    if not whole:
        blog.broken.put(first.requested, 1)
        return []
    blog.broken.drop(first.requested)
    return sorted(expected - shown)


def _read_list(blog: BlogPull, answer: FetchedPage, kind: str) -> _List | None:
    """Store what a front page or archive shows; None if the page cannot be read.

    It is not parsed again while its bytes and this tool's version are unchanged.
    """
    digest = hashlib.sha256(blog.version.encode() + b"\0" + answer.body).digest()
    before = blog.store.page(answer.requested)
    was_unreadable = any(fatal for _, _, fatal in blog.lacking.get(answer.requested) or ())
    if before is not None and before.digest == digest and not was_unreadable:
        blog.run.page(answer.requested, digest, kind, at=answer.fetched_at)
        blog.shown.update(before.posts)
        blog.keep()
        return _List(before.posts, fresh=False)
    page = blog.client.read(answer, "front" if kind == "front" else "archive")
    if _is_empty_month(blog, answer, page):
        page = Page(page.url, roster=page.roster)
    blog.misread(answer.requested, page)
    if is_fatal(page):
        blog.keep()
        return None
    for post in page.posts:
        blog.see(post, answer.fetched_at)
    if page.roster is not None:
        blog.run.roster(page.roster, answer.fetched_at)
    keys = newest_first(page)
    blog.shown.update(keys)
    blog.run.page(answer.requested, digest, kind, keys, answer.fetched_at)
    blog.further.drop(answer.requested)
    if page.more and kind == "archive":
        blog.further.put(answer.requested, list(page.more))
    blog.keep()
    return _List(keys, fresh=True)


def _is_empty_month(blog: BlogPull, answer: FetchedPage, page: Page) -> bool:
    """Whether an archive shows no post because there is none: it has the blog's sidebar, and no post of that month is known."""
    month = month_of(answer.requested)
    return month is not None and not page.posts and page.roster is not None and not _has_posts(blog, *month)


def _has_posts(blog: BlogPull, year: int, month: int) -> bool:
    start, end = start_of(year, month), end_of(year, month)
    known = [*blog.listed.values(), *blog.store.posts(start, before=end, pending=False)]
    return any(post.posted is not None and start <= post.posted < end for post in known)


def _posted(blog: BlogPull, key: str) -> datetime | None:
    post = blog.listed.get(key) or blog.store.post(key)
    return post.posted if post is not None else None


def _is_since(posted: datetime | None, start: datetime | None) -> bool:
    return posted is not None and start is not None and posted > start


def _months(start: datetime, end: datetime) -> Iterator[tuple[int, int]]:
    """The months from ``end`` back to ``start``, both included."""
    year, month = end.year, end.month
    while (year, month) >= (start.year, start.month):
        yield year, month
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)


def _address(blog: BlogPull, year: int, month: int) -> str:
    return month_address(blog.client.base, year, month)


def start_of(year: int, month: int) -> datetime:
    """The first moment of a month."""
    return datetime(year, month, 1, tzinfo=UTC)


def end_of(year: int, month: int) -> datetime:
    """The first moment after a month."""
    return datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)


def month_of(address: str) -> tuple[int, int] | None:
    """The month that an archive's address names."""
    found = _MONTH.search(address)
    return (int(found[1]), int(found[2])) if found and 1 <= int(found[2]) <= 12 else None


def month_address(base: str, year: int, month: int) -> str:
    """The address of a month's archive below that of the front page, which ends in a slash."""
    return f"{base}{year:04}/{month:02}/"
