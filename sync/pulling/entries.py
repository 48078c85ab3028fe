"""The entries of a pull: each with the comments of all its pages, or not at all."""

from __future__ import annotations

from dataclasses import replace

from parsers.blog.merging import ReadPage, completed, merge_posts
from parsers.model import Page, Post, Problem, Status, same_name
from sync.net.fetched import FetchedPage, NotFetched
from sync.pulling.books import GONE, BlogPull, is_fatal
from sync.pulling.client import FurtherPages


def read_entry(blog: BlogPull, post: Post) -> None:
    """Read and store a post's own page. If it cannot be read, it stays queued."""
    try:
        answer = blog.client.entry(post.url)
    except NotFetched as error:
        if error.status in GONE and post.key not in blog.shown:
            _mark_gone(blog, post.key)
        else:
            # If a list shows it at this moment it is not gone, but elsewhere than the list says.
            blog.missed(error, fatal=post.status is Status.PENDING)
        return
    _keep_entry(blog, answer, post)


def recheck_entry(blog: BlogPull, key: str) -> None:
    """Read a post that its lists no longer show: it is gone, or has moved to another list."""
    post = blog.store.post(key)
    if post is not None and key not in blog.shown:
        read_entry(blog, post)


def _mark_gone(blog: BlogPull, key: str) -> None:
    blog.run.gone(key)
    blog.todo.drop(key)
    blog.lacking.drop(key)
    blog.read.drop(key)
    blog.run.checkpoint()


def _keep_entry(blog: BlogPull, answer: FetchedPage, known: Post) -> None:
    """Store an entry with the comments of all its pages, or nothing if one of them cannot be read."""
    page = blog.client.read(answer, "entry")
    if not is_fatal(page) and not _is_entry_of(page, known):
        what = f"the address of “{known.title}” led to another page"
        page = replace(page, problems=(*page.problems, Problem(answer.url, what, fatal=True)))
    pages = [] if is_fatal(page) else _all_pages(blog, answer, page, known.url)
    problems = tuple(problem for read in pages for problem in read.page.problems) or page.problems
    if not pages or any(problem.fatal for problem in problems):
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
    """Whether the page is that of the post: of the same name, or under a new one of the same author and time."""
    if len(page.posts) != 1:
        return False
    post = page.posts[0]
    same_author = not post.author or not known.author or same_name(post.author, known.author)
    return post.key == known.key or (same_author and post.posted is not None and post.posted == known.posted)


def _all_pages(blog: BlogPull, first: FetchedPage, page: Page, url: str) -> list[ReadPage]:
    """All pages of an entry's comments, as pages of the post at ``url``; none if one of them could not be fetched."""
    pages = [_of_post(page, url, url)]
    addresses = FurtherPages((first.url, first.requested, url), page.more)
    for address in addresses:
        try:
            further = blog.client.read(blog.client.entry(address), "entry")
        except NotFetched as error:
            blog.missed(error)
            return []
        if len(further.posts) != 1:
            what = f"the page continues {url}, but does not show that post"
            further = replace(further, problems=(*further.problems, Problem(address, what, fatal=True)))
        pages.append(_of_post(further, address, url))
        addresses.add(further.more)
    return pages


def _of_post(page: Page, address: str, url: str) -> ReadPage:
    own = tuple(replace(post, url=url) for post in page.posts)
    return ReadPage(address, "entry", url, replace(page, url=address, posts=own))
