"""The entries of a pull: each with the comments of all its pages, or not at all."""

from __future__ import annotations

from dataclasses import replace

from parsers.model import Category, Page, Post, Problem, Status, same_name
from sync.net.http import FetchedPage, NotFetched
from sync.pulling.pull import GONE, MOST_PAGES, Blog, is_fatal
from sync.sources.merging import ReadPage, merge_posts

__all__ = ["keep_entry", "look_for", "read_entry"]


def read_entry(blog: Blog, post: Post) -> None:
    """Read a post's own page and keep it. What cannot be read stays on the list of those to be read."""
    try:
        answer = blog.client.entry(post.url)
    except NotFetched as error:
        if error.status in GONE and post.key not in blog.shown:
            _lose(blog, post.key)
        else:
            # A list shows it at this moment, so it is not gone: it is not where the list says.
            blog.missed(error, fatal=post.status is Status.PENDING)
        return
    keep_entry(blog, answer, post)


def look_for(blog: Blog, key: str) -> None:
    """A post that its lists do not show any more: gone, or only moved to another place."""
    post = blog.store.post(key)
    if post is None or key in blog.shown:
        return
    try:
        answer = blog.client.entry(post.url)
    except NotFetched as error:
        if error.status in GONE:
            _lose(blog, key)
        else:
            blog.missed(error, fatal=post.status is Status.PENDING)
        return
    keep_entry(blog, answer, post)


def _lose(blog: Blog, key: str) -> None:
    blog.run.gone(key)
    for book in (blog.todo, blog.lacking, blog.read):
        book.drop(key)
    blog.keep()


def keep_entry(blog: Blog, answer: FetchedPage, known: Post) -> None:
    """Keep an entry with the comments of all its pages; nothing of it where one of them cannot be read."""
    page = blog.client.read(answer, "entry")
    if not is_fatal(page) and not _is_entry_of(page, known):
        what = f"the address of “{known.title}” led to another page"
        page = replace(page, problems=(*page.problems, Problem(answer.url, what, fatal=True)))
    pages = [] if is_fatal(page) else _all_pages(blog, answer, page, known.url)
    problems = tuple(problem for read in pages for problem in read.page.problems) or page.problems
    if not pages or any(problem.fatal for problem in problems):
        blog.misread(known.key, replace(page, problems=problems))
        blog.keep()
        return
    (post,), contradictions = merge_posts(pages)
    blog.misread(known.key, replace(page, problems=(*problems, *contradictions)))
    listed = blog.listed.get(known.key, known)
    blog.run.post(_filled(post, listed), answer.fetched_at)
    shows = blog.todo.get(known.key)
    if shows is not None:
        blog.read.put(known.key, shows)
        blog.todo.drop(known.key)
    if blog.keep().changed and known.key not in blog.new:
        blog.changed.add(known.key)


def _is_entry_of(page: Page, known: Post) -> bool:
    """Whether the page is that of the post: of the same name, or under a new one of the same author and time."""
    if len(page.posts) != 1:
        return False
    post = page.posts[0]
    same_author = not post.author or not known.author or same_name(post.author, known.author)
    return post.key == known.key or (same_author and post.posted is not None and post.posted == known.posted)


def _all_pages(blog: Blog, first: FetchedPage, page: Page, url: str) -> list[ReadPage]:
    """All pages of an entry's comments, as pages of the post at ``url``; none where one of them could not be had."""
    pages = [_of_post(page, url, url)]
    waiting, visited = list(page.more), {first.url.rstrip("/"), first.asked.rstrip("/"), url.rstrip("/")}
    while waiting and len(pages) < MOST_PAGES:
        address = waiting.pop(0)
        if address.rstrip("/") in visited:
            continue
        visited.add(address.rstrip("/"))
        try:
            further = blog.client.read(blog.client.entry(address), "entry")
        except NotFetched as error:
            blog.missed(error)
            return []
        if len(further.posts) != 1:
            what = f"the page continues {url}, and does not show that post"
            further = replace(further, problems=(*further.problems, Problem(address, what, fatal=True)))
        pages.append(_of_post(further, address, url))
        waiting += further.more
    return pages


def _of_post(page: Page, address: str, url: str) -> ReadPage:
    own = tuple(replace(post, url=url) for post in page.posts)
    return ReadPage(address, "entry", url, replace(page, url=address, posts=own))


def _filled(post: Post, listed: Post) -> Post:
    """The post, with what its own page does not show taken from a list. Where they differ, the page is the newer."""
    unchanged = post.status is listed.status
    return replace(
        post,
        author=post.author or listed.author,
        posted=post.posted or listed.posted,
        category=listed.category if post.category is Category.NONE else post.category,
        closed=listed.closed if unchanged and post.closed is None else post.closed,
        note=listed.note if unchanged and post.note is None else post.note,
        body=post.body or listed.body,
        words=post.words or listed.words,
        comment_count=listed.comment_count if post.comment_count is None else post.comment_count,
        position=listed.position,
    )
