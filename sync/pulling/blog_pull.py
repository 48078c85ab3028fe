"""The blog's part of a pull: the front page, the archives of months with possible changes, and
entries with all their comments.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from parsers.blog.merging import ReadPage, completed, merge_posts, newest_first
from parsers.model import Page, Post, Problem, Status, same_name
from sync.net.fetched import FetchedPage, NotFetched
from sync.pulling.blog_client import FurtherPages
from sync.pulling.pull_state import GONE, BlogPull, Listing, is_fatal, reach_of
from sync.times import BEFORE, end_of, month_address, month_of, months_back, start_of


def pull_lists(blog: BlogPull) -> list[str] | None:
    """Store the posts of the front page, and of the archives as far as needed. Return the keys of
    posts that they no longer show, or None if the front page cannot be read. Raises
    :class:`NotFetched`.
    """
    answer = blog.client.front()
    before = blog.listings.get(answer.requested)
    front = _read_list(blog, answer, "front")
    if front is None:
        return None
    reaches = reach_of(posted for key in front.posts if (posted := _posted(blog, key)) is not None)
    listed_before = {
        key: _posted(blog, key)
        for key in (before.posts if before else ())
        if key not in front.posts
    }
    gone = [
        key
        for key, posted in listed_before.items()
        if posted is not None and reaches is not None and posted > reaches
    ]
    return gone + _pull_months(blog, front, reaches)


def _pull_months(blog: BlogPull, front: Listing, reaches: datetime | None) -> list[str]:
    """Store the posts of the archives, as far as needed. Return the keys of posts that they no
    longer show.
    """
    pending = {
        post.key: post.posted
        for post in blog.store.posts(blog.now, pending=True)
        if post.posted and post.key not in front.posts
    }
    vanished: list[str] = []
    usual = blog.now - timedelta(days=31 * blog.live.months)
    months = [*months_back(blog.now, usual if blog.since is None else min(usual, blog.since))]
    for number, (year, month) in enumerate(months, 1):
        start, end = start_of(year, month), end_of(year, month)
        began = blog.store.ascended(blog.now)
        if (
            began is not None
            and end <= began - BEFORE
            and (blog.since is None or end <= blog.since)
        ):
            break  # before the dynasty: older posts belong to another game
        address = month_address(blog.client.base, year, month)
        before = blog.listings.get(address)
        open_here = [key for key, posted in pending.items() if start <= posted < end]
        settled = (
            before is not None
            and before.seen >= end
            and not before.broken
            and before.reader == blog.version
        )
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
    """Store the posts of an archive with all its pages. Return the keys of missing posts: posts
    that it had, or should have.
    """
    home = month_address(blog.client.base, year, month)
    try:
        first = blog.client.entry(home)
    except NotFetched as error:
        if error.status not in GONE or _has_posts(blog, year, month):
            raise
        blog.listings[home] = Listing(
            (), blog.now, reader=blog.version
        )  # a month without posts, before the game began
        blog.run.checkpoint()
        return []
    expected = set(open_here)
    shown: set[str] = set()
    whole = True
    addresses = FurtherPages((), [home])
    for address in addresses:
        before = blog.listings.get(address)
        try:
            read = _read_list(
                blog, first if address == home else blog.client.entry(address), "archive"
            )
        except NotFetched as error:
            blog.missed(error)
            read = None
        if read is None:
            whole = False
            continue
        shown.update(read.posts)
        expected.update(before.posts if before else ())
        addresses.add(read.more)
    listing = blog.listings.get(home)
    if listing is not None:
        blog.listings[home] = replace(listing, broken=not whole)
        blog.run.checkpoint()
    return sorted(expected - shown) if whole else []


def _read_list(
    blog: BlogPull, answer: FetchedPage, kind: Literal["front", "archive"]
) -> Listing | None:
    """Store the posts of a front page or archive; return None if the page cannot be read."""
    address, seen = answer.requested, answer.fetched_at
    page = blog.parsed(answer, kind)
    month = month_of(address)
    if (
        month is not None
        and not page.posts
        and page.roster is not None
        and not _has_posts(blog, *month)
    ):
        page = Page(page.url, roster=page.roster)  # an empty month shows no post
    blog.misread(address, page)
    if is_fatal(page.problems):
        blog.run.checkpoint()
        return None
    for post in page.posts:
        blog.see(post, seen)
    if page.roster is not None:
        blog.run.roster(page.roster, seen)
    more = tuple(page.more) if kind == "archive" else ()
    listing = blog.listings[address] = Listing(
        newest_first(page), seen, blog.version, more, broken=bool(more)
    )
    blog.run.checkpoint()
    return listing


def _has_posts(blog: BlogPull, year: int, month: int) -> bool:
    start, end = start_of(year, month), end_of(year, month)
    known = [*blog.listed.values(), *blog.store.posts(start, before=end, pending=False)]
    return any(post.posted is not None and start <= post.posted < end for post in known)


def _posted(blog: BlogPull, key: str) -> datetime | None:
    post = blog.listed.get(key) or blog.store.post(key)
    return post.posted if post is not None else None


def read_entry(blog: BlogPull, post: Post) -> None:
    """Read and store a post's own page. If it cannot be read, it stays queued."""
    try:
        answer = blog.client.entry(post.url)
    except NotFetched as error:
        if error.status in GONE and post.key not in blog.listed:
            blog.run.gone(post.key)
            for book in (blog.todo, blog.lacking, blog.read):
                book.drop(post.key)
            blog.run.checkpoint()
        else:
            # If a list still shows it, it is not gone: it has another address than in the list.
            blog.missed(error, fatal=post.status is Status.PENDING, post=post.key)
        return
    _keep_entry(blog, answer, post)


def _keep_entry(blog: BlogPull, answer: FetchedPage, known: Post) -> None:
    """Store an entry with the comments of all its pages, or nothing if one of them cannot be read."""
    page = blog.parsed(answer, "entry")
    if not is_fatal(page.problems) and not _is_entry_of(page, known):
        fault = f"the address of “{known.title}” led to another page"
        page = replace(page, problems=(*page.problems, Problem(answer.url, fault, fatal=True)))
    pages = [] if is_fatal(page.problems) else _all_pages(blog, answer, page, known)
    problems = tuple(
        replace(problem, post=known.key)
        for read in [further.page for further in pages] or [page]
        for problem in read.problems
    )
    if not pages or is_fatal(problems):
        blog.misread(known.key, replace(page, problems=problems))
        blog.run.checkpoint()
        return
    (post,), contradictions = merge_posts(pages)
    blog.misread(known.key, replace(page, problems=(*problems, *contradictions)))
    listed = replace(blog.listed.get(known.key, known), comments=None)
    blog.run.post(replace(completed(post, listed), position=listed.position), answer.fetched_at)
    shows = blog.todo.get(known.key)
    if shows is not None:
        blog.read[known.key] = shows
        blog.todo.drop(known.key)
    if blog.run.checkpoint()["changed"] and known.key not in blog.new:
        blog.changed.add(known.key)


def _is_entry_of(page: Page, known: Post) -> bool:
    """Return whether the page belongs to the post: the same name, or a new name with the same
    author and time.
    """
    if len(page.posts) != 1:
        return False
    post = page.posts[0]
    same_author = not post.author or not known.author or same_name(post.author, known.author)
    return post.key == known.key or (
        same_author and post.posted is not None and post.posted == known.posted
    )


def _all_pages(blog: BlogPull, first: FetchedPage, page: Page, post: Post) -> list[ReadPage]:
    """Return all pages of an entry's comments, as pages of the post; empty if one of them could not
    be fetched.
    """
    pages = [_of_post(page, post.url, post.url)]
    addresses = FurtherPages((first.url, first.requested, post.url), page.more)
    for address in addresses:
        try:
            further = blog.parsed(blog.client.entry(address), "entry")
        except NotFetched as error:
            blog.missed(error, post=post.key)
            return []
        if len(further.posts) != 1:
            fault = f"the page continues {post.url} without showing that post"
            problem = Problem(address, fault, fatal=True)
            further = replace(further, problems=(*further.problems, problem))
        pages.append(_of_post(further, address, post.url))
        addresses.add(further.more)
    return pages


def _of_post(page: Page, address: str, url: str) -> ReadPage:
    own = tuple(replace(post, url=url) for post in page.posts)
    return ReadPage(address, "entry", url, replace(page, url=address, posts=own))
