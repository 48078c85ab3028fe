"""The lists of a pull: the front page, and the months that may hold what it does not show."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from parsers.blog.merging import newest_first
from parsers.model import Page
from sync.net.fetched import FetchedPage, NotFetched
from sync.pulling.books import BEFORE, GONE, BlogPull, Listing, end_of, is_fatal, start_of
from sync.pulling.client import FurtherPages

_MONTH = re.compile(r"/(\d{4})/(\d{2})(?:/P\d{1,6})?/?$")
_STICKY = 2
"""How many older posts the front page may pin on top; they do not show how far back it reaches."""


def pull_lists(blog: BlogPull) -> list[str] | None:
    """Store what the front page shows, and the archives as far as they are needed.

    Returns the keys of posts that they no longer show; None if the front page cannot be read. Raises :class:`NotFetched`.
    """
    answer = blog.client.front()
    before = blog.listings.get(answer.requested)
    front = _read_list(blog, answer, "front")
    if front is None:
        return None
    reaches = reach_of(posted for key in front.posts if (posted := _posted(blog, key)) is not None)
    gone = [key for key in (before.posts if before else ()) if key not in front.posts and _is_since(_posted(blog, key), reaches)]
    return gone + _pull_months(blog, front, reaches)


def reach_of(dates: Iterable[datetime]) -> datetime | None:
    """How far back a front page with posts of these dates shows every post; None if that is unknown."""
    known = sorted(dates)
    return known[_STICKY] if len(known) > _STICKY else None


def _pull_months(blog: BlogPull, front: Listing, reaches: datetime | None) -> list[str]:
    """Store what the archives show, as far as they are needed. Returns the keys of posts that they no longer show."""
    pending = {post.key: post.posted for post in blog.store.posts(blog.now, pending=True) if post.posted and post.key not in front.posts}
    vanished: list[str] = []
    usual = blog.now - timedelta(days=31 * blog.live.months)
    months = [*months_back(blog.now, usual if blog.since is None else min(usual, blog.since))]
    for number, (year, month) in enumerate(months, 1):
        start, end = start_of(year, month), end_of(year, month)
        began = blog.store.ascended(blog.now)
        if began is not None and end <= began - BEFORE and (blog.since is None or end <= blog.since):
            break  # the dynasty began later: what is older is another game's
        address = month_address(blog.client.base, year, month)
        before = blog.listings.get(address)
        open_here = [key for key, posted in pending.items() if start <= posted < end]
        settled = before is not None and before.seen >= end and not before.broken and before.reader == blog.version
        if not open_here and (settled or (reaches is not None and reaches < start)):
            continue
        blog.progress("month", number, len(months), f"{year}-{month:02}")
        try:
            vanished += _read_month(blog, year, month, open_here)
        except NotFetched as error:
            blog.missed(error)
            break
    return vanished


def _read_month(blog: BlogPull, year: int, month: int, open_here: Iterable[str]) -> list[str]:
    """Store what an archive shows, on all its pages. Returns the keys that were there, or should be, and are not."""
    try:
        first = blog.client.month(year, month)
    except NotFetched as error:
        if error.status not in GONE or _has_posts(blog, year, month):
            raise
        # A month without posts, before the game began.
        blog.listings[month_address(blog.client.base, year, month)] = Listing((), blog.now, reader=blog.version)
        blog.run.checkpoint()
        return []
    expected, shown = set(open_here), set[str]()
    whole, changed = True, True
    addresses = FurtherPages((), [first.requested])
    for address in addresses:
        before = blog.listings.get(address)
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
        fresh = before is None or (read.digest, read.reader) != (before.digest, before.reader)
        if answer is first:
            changed = fresh or (before is not None and before.broken)
        shown.update(read.posts)
        expected.update(before.posts if before and fresh else ())
        addresses.add(read.more)
    listing = blog.listings.get(first.requested)
    if listing is not None and listing.broken == whole:
        blog.listings[first.requested] = replace(listing, broken=not whole)
        blog.run.checkpoint()
    return sorted(expected - shown) if whole else []


def _read_list(blog: BlogPull, answer: FetchedPage, kind: str) -> Listing | None:
    """Store what a front page or archive shows; None if the page cannot be read.

    It is not parsed again while its bytes and this tool's version are unchanged.
    """
    address, seen = answer.requested, answer.fetched_at
    digest = hashlib.sha256(answer.body).hexdigest()
    before = blog.listings.get(address)
    was_unreadable = any(problem.fatal for problem in blog.lacking.get(address, ()))
    if before is not None and (before.digest, before.reader) == (digest, blog.version) and not was_unreadable:
        blog.run.again(before.posts, seen)
        listing = replace(before, seen=seen)
    else:
        page = blog.client.read(answer, "front" if kind == "front" else "archive")
        if _is_empty_month(blog, answer, page):
            page = Page(page.url, roster=page.roster)
        blog.misread(address, page)
        if is_fatal(page):
            blog.run.checkpoint()
            return None
        for post in page.posts:
            blog.see(post, seen)
        if page.roster is not None:
            blog.run.roster(page.roster, seen)
        more = tuple(page.more) if kind == "archive" else ()
        listing = Listing(newest_first(page), seen, digest, blog.version, more, broken=bool(more))
    blog.shown.update(listing.posts)
    blog.listings[address] = listing
    blog.run.checkpoint()
    return listing


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


def months_back(end: datetime, start: datetime) -> Iterator[tuple[int, int]]:
    """The months from ``end`` back to ``start``, both included."""
    year, month = end.year, end.month
    while (year, month) >= (start.year, start.month):
        yield year, month
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)


def month_of(address: str) -> tuple[int, int] | None:
    """The month that an archive's address names."""
    found = _MONTH.search(address)
    return (int(found[1]), int(found[2])) if found and 1 <= int(found[2]) <= 12 else None


def month_address(base: str, year: int, month: int) -> str:
    """The address of a month's archive below that of the front page, which ends in a slash."""
    return f"{base}{year:04}/{month:02}/"
