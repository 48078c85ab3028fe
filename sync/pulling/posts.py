"""Bringing the store up to date with the blog: what to ask it for, and nothing twice.

The front page tells what is new. A month's archive is asked for when it may hold a change that the front
page does not show, an entry when it is new or a list says that it changed. A page whose bytes are those of
the last time is not read again. Every version that was seen stays in the store.

A kill loses nothing: each list is kept together with the names of the entries that are still to be read.
"""

from __future__ import annotations

from datetime import datetime

from parsers.model import Post, Status
from sync.net.http import NotFetched
from sync.pulling.entries import keep_entry, look_for, read_entry
from sync.pulling.lists import end_of, month_of, pull_front, pull_months
from sync.pulling.pull import BLOG_RUN, Blog, lacking, unread, wanted, window_of

__all__ = ["BLOG_RUN", "Blog", "keep_entry", "lacking", "pull_blog", "unread", "window_of"]


def pull_blog(blog: Blog) -> None:
    """Ask the blog for what may have changed, and keep it. Problems are left in ``blog.problems`` and in the store."""
    try:
        front = pull_front(blog)
    except NotFetched as error:
        blog.missed(error)
        return
    if front is None:
        return  # what is no front page of the blog is no place to begin from
    vanished = [*front.vanished, *pull_months(blog, front)]
    since = window_of(blog.store, blog.now)
    posts = _entries_to_read(blog, since)
    for number, post in enumerate(posts, 1):
        blog.progress(f"entry {number} of {len(posts)}: {post.title}")
        read_entry(blog, post)
    for key in dict.fromkeys(vanished):
        look_for(blog, key)
    _forget_the_past(blog, since)
    blog.keep()


def _entries_to_read(blog: Blog, since: datetime) -> list[Post]:
    """The entries on the list of those to be read, pending matters first; what no audit looks at is taken off it."""
    posts: list[Post] = []
    for key in blog.todo:
        post = blog.store.post(key)
        if post is not None and wanted(post, since):
            posts.append(post)
        else:
            blog.todo.drop(key)
    return sorted(posts, key=lambda post: (post.status is not Status.PENDING, -(post.posted or blog.now).timestamp()))


def _forget_the_past(blog: Blog, since: datetime) -> None:
    """Drop what is remembered of pages that no audit looks at any more."""
    for name in blog.lacking:
        month = month_of(name)
        post = None if "/" in name else blog.store.post(name)
        if (month is not None and end_of(*month) < since) or (post is not None and not wanted(post, since)):
            blog.lacking.drop(name)
    for key in blog.read:
        post = blog.store.post(key)
        if post is None or not wanted(post, since):
            blog.read.drop(key)
