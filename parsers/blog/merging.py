"""Merge the versions of a post on several pages: the entry page, the front page, the archives.

The entry page's version takes precedence, then that of the newest list. Fields that it does not
show come from the others, and a contradiction between them is a problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Literal

from parsers.blog.selectors import page_number
from parsers.model import Category, Comment, Page, Post, Problem, ProblemKind, Roster, key_of

PageKind = Literal["front", "archive", "entry"]


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as read, with its file name, its kind, the address of the ``first`` page that it
    continues (else its own), and the time when it was saved (``seen``).
    """

    name: str
    kind: PageKind
    first: str
    page: Page
    seen: datetime | None = None


def merge_roster(pages: Sequence[ReadPage]) -> tuple[Roster | None, list[Problem]]:
    """The roster of the front page, else of the first page that shows one. Pages come newest
    first.
    """
    kinds = ("front", "archive", "entry")
    shown = sorted(
        (read for read in pages if read.page.roster is not None),
        key=lambda read: kinds.index(read.kind),
    )
    if not shown:
        return None, []
    used = shown[0]
    if used.kind == "front":
        return used.page.roster, []
    older = (
        "no front page with the roster was seen, so the sidebar of this page was used; it may be"
        " older"
    )
    return used.page.roster, [Problem(used.name, older, kind=ProblemKind.OLDER_SIDEBAR)]


def merge_posts(pages: Sequence[ReadPage]) -> tuple[tuple[Post, ...], list[Problem]]:
    """Merge posts: each once, the newest first, and the contradictions. ``pages`` come newest
    first, an entry's further pages behind it.
    """
    problems: list[Problem] = []
    listed: dict[str, list[Post]] = {}
    for read in pages:
        shown = {post.key: post for post in read.page.posts} if read.kind != "entry" else {}
        for key, post in shown.items():
            listed.setdefault(key, []).append(post)
    entries = _entries(pages, problems)
    places = _places(pages)
    merged: list[Post] = []
    for key in dict.fromkeys([*places, *entries]):
        versions = ([entries[key]] if key in entries else []) + listed.get(key, [])
        post = versions[0]
        for other in versions[1:]:
            _compare(post, other, problems)
            post = _filled(post, other)
            if key in entries and (other.comment_count or 0) > (post.comment_count or 0):
                # The entry was saved before the list.
                post = replace(post, comment_count=other.comment_count)
        merged.append(replace(post, position=places.get(key, 0)))
    return tuple(merged), problems


def newest_first(page: Page) -> tuple[str, ...]:
    """The keys of the posts on a list, the newest first whatever its order."""
    return tuple(post.key for post in sorted(page.posts, key=attrgetter("position")))


def lists_of(pages: Iterable[tuple[str, Sequence[str]]]) -> tuple[tuple[str, ...], ...]:
    """The keys on each list of posts, by the addresses and keys of its pages. A post that is listed
    twice is at its last place.
    """
    found: dict[str, dict[int, Sequence[str]]] = {}
    for address, keys in pages:
        first, number = page_number(address)
        found.setdefault(first, {})[number] = keys
    joined = (
        [key for _, keys in sorted(numbered.items()) for key in keys] for numbered in found.values()
    )
    return tuple(tuple(dict.fromkeys(reversed(keys)))[::-1] for keys in joined)


def _places(pages: Iterable[ReadPage]) -> dict[str, int]:
    """The place of every listed post, growing from the newest to the oldest.

    A sticky post is at the top and again at its place: the last place on a page counts, and an
    archive takes precedence over the front page.
    """
    orders: dict[str, list[str]] = {"front": [], "archive": []}
    for read in pages:
        if read.kind != "entry":
            orders[read.kind] += list(dict.fromkeys(reversed(newest_first(read.page))))[::-1]
    archived = set(orders["archive"])
    # A post that only the front page has is newer than the archive.
    order = [key for key in orders["front"] if key not in archived] + orders["archive"]
    return {key: place for place, key in enumerate(dict.fromkeys(order))}


def _entries(pages: Iterable[ReadPage], problems: list[Problem]) -> dict[str, Post]:
    """The entry pages' posts, each with the comments of all its pages. Further pages that are
    linked but missing are problems.
    """
    parts: dict[str, list[ReadPage]] = {}
    for read in pages:
        if read.kind == "entry":
            parts.setdefault(read.first, []).append(read)
    found: dict[str, Post] = {}
    for reads in parts.values():
        own = [read.page.posts[0] for read in reads if len(read.page.posts) == 1]
        if not own:
            continue
        shown = [post.comments for post in own if post.comments is not None]
        found[own[0].key] = replace(own[0], comments=_joined(shown) if shown else None)
        have = {key_of(read.page.url) for read in reads}
        linked = {key_of(address): address for read in reads for address in read.page.more}
        problems += [
            Problem(
                reads[0].name,
                f"it continues at {address}, which was not saved: comments are missing",
                post=own[0].key,
            )
            for key, address in linked.items()
            if key not in have
        ]
    return found


def _joined(pages: Iterable[tuple[Comment, ...]]) -> tuple[Comment, ...]:
    ids: set[str] = set()
    joined: list[Comment] = []
    for comments in pages:
        known = frozenset(ids)
        for comment in comments:
            if comment.id and comment.id in known:
                continue
            ids.add(comment.id)
            joined.append(replace(comment, position=len(joined)))
    return tuple(joined)


def completed(post: Post, other: Post) -> Post:
    """The post, with the fields that its page does not show taken from another version; the time
    and the note of a resolution only if both have the same status.
    """
    return _filled(
        post, other if post.status is other.status else replace(other, closed=None, note=None)
    )


def _filled(post: Post, other: Post) -> Post:
    blank = {
        name: getattr(other, name)
        for name in ("posted", "closed", "note", "author", "member", "body", "words")
        if not getattr(post, name)
    }
    blank |= {
        name: getattr(other, name)
        for name in ("comment_count", "comments")
        if getattr(post, name) is None
    }
    category = other.category if post.category is Category.NONE else post.category
    return replace(
        post,
        **blank,
        category=category,
        markup=post.markup if post.body or not other.body else other.markup,
    )


def _compare(post: Post, other: Post, problems: list[Problem]) -> None:
    if post.status is not other.status:
        conflict = (
            f"one page shows the post as {post.status}, another as {other.status}; the first is"
            " used; save the older page again"
        )
        problems.append(Problem(post.url, conflict, post=post.key))
    if post.posted and other.posted and post.posted != other.posted:
        conflict = (
            f"one page dates the post {post.posted:%Y-%m-%d %H:%M:%S}, another"
            f" {other.posted:%Y-%m-%d %H:%M:%S}; the first is used"
        )
        problems.append(Problem(post.url, conflict, post=post.key))
