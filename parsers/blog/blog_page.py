"""A page of the blog as a whole: its posts, comments, sidebar, further pages, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from parsers.blog import selectors
from parsers.blog.comments import read_comments
from parsers.blog.html import START, Tokens, TooTangledError, page_text, read_text, read_tokens
from parsers.blog.merging import PageKind
from parsers.blog.outline import Outline, read_outline
from parsers.blog.page_posts import absolute, joined, read_post
from parsers.blog.roster import UNSURE, read_roster
from parsers.model import Page, Post, Problem, Roster

MAX_PAGE_BYTES = 20_000_000

_EXCERPT = 120


def read_page(data: bytes | str, url: str, *, expect: PageKind | None = None, fetched: datetime | None = None) -> Page:
    """What the page at ``url`` holds. Never raises: what is missing or unreadable is among its problems.

    ``expect`` says what the page has to hold: "front" posts and a sidebar, "archive" posts, "entry" one post and its comments. Without it
    the page is an entry if it holds one post or shows comments, else a list. Only an entry's post has comments; on a list, and where an
    entry shows no place for them, they are None. ``data`` is at most MAX_PAGE_BYTES long. ``fetched`` is the time (aware) of the download,
    if known: it decides that 12-05-2022 is not in December on a page of May.
    """
    if len(data) > MAX_PAGE_BYTES or (isinstance(data, str) and len(data.encode("utf-8", errors="replace")) > MAX_PAGE_BYTES):
        return _unreadable(url, f"the page is longer than {MAX_PAGE_BYTES // 1_000_000} MB")
    text = page_text(data)
    try:
        tokens = read_tokens(text)
    except TooTangledError:
        return _unreadable(url, "the page has too many elements to be read, or nests them too deeply")
    outline = read_outline(tokens)
    named = any(selectors.statuses(tokens[post.span.start][2].get("class", "")) for post in outline.posts)
    if not named and any(kind == START and selectors.is_blogspot(tag, attributes) for kind, tag, attributes in tokens):
        return _unreadable(url, "the page is of an old template of the blog (Blogspot) that cannot be read; what it holds is unknown")
    as_entry = expect == "entry" or (expect is None and (len(outline.posts) == 1 or any(post.comments for post in outline.posts)))
    problems = [] if outline.posts else [Problem(url, _instead_of_posts(tokens), fatal=True)]
    posts, post_problems = _entry(tokens, outline, url, fetched) if as_entry else _list(tokens, outline, url)
    roster, side_problems = _side(tokens, outline, url, expect)
    problems += [*post_problems, *side_problems]
    if "<html" in (lower := text.lower()) and "</html" not in lower:
        problems.append(Problem(url, "the page ends before its HTML does; something may be missing at its end"))
    hrefs = [attributes.get("href", "") for kind, tag, attributes in tokens if kind == START and tag == "a"]
    slug = posts[0].key if as_entry and len(posts) == 1 else None
    return Page(url, tuple(posts), roster, tuple(dict.fromkeys(problems)), _further_pages(url, hrefs, slug))


def _unreadable(url: str, what: str) -> Page:
    return Page(url, problems=(Problem(url, what, fatal=True),))


def _list(tokens: Tokens, outline: Outline, url: str) -> tuple[list[Post], list[Problem]]:
    """The posts of a list; one listed twice is sticky, and the second place is its own.

    Positions grow from the newest to the oldest, whichever is at the top.
    """
    read = [read_post(tokens, post, url, None) for post in outline.posts]
    last = {post.url: number for number, (post, _) in enumerate(read)}
    posts = [post for number, (post, _) in enumerate(read) if not post.url or last[post.url] == number]
    times = list(pairwise(post.posted for post in posts if post.posted))
    rises, falls = sum(one < other for one, other in times), sum(one > other for one, other in times)
    first = _first_number(url)
    # One rise may be the step from a sticky post to the list's real beginning.
    step = -1 if rises > falls + 1 else 1
    numbers = range(first, first + len(posts))[::step]
    placed = [replace(post, position=number) for post, number in zip(posts, numbers, strict=True)]
    return placed, [problem for _, problems in read for problem in problems]


def _entry(tokens: Tokens, outline: Outline, url: str, fetched: datetime | None) -> tuple[list[Post], list[Problem]]:
    if len(outline.posts) != 1:
        posts, problems = _list(tokens, outline, url)
        several = Problem(url, f"the page holds {len(posts)} posts instead of one, so the comments cannot be assigned")
        return posts, [*problems, several] if posts else problems
    (span,) = outline.posts
    post, problems = read_post(tokens, span, url, absolute(url, url))
    if not span.has_comments_section:
        return [post], [*problems, Problem(url, "the page has no comment section")]
    comments, more = read_comments(tokens, span.comments, url, _first_number(url), post.posted, (post.closed, fetched))
    return [replace(post, comments=comments)], [*problems, *more]


def _side(tokens: Tokens, outline: Outline, url: str, expect: PageKind | None) -> tuple[Roster | None, list[Problem]]:
    if outline.side is None:
        return None, [Problem(url, "the page has no sidebar with a list of players")] if expect == "front" else []
    roster, problems = read_roster(tokens, outline.side, url)
    if outline.has_several_sides:
        problems.append(Problem(url, f"{UNSURE}the page has several; the first was read"))
    return roster, problems


def _instead_of_posts(tokens: Tokens) -> str:
    """Describe a page without posts."""
    if any(kind == START and selectors.is_password_field(tag, attributes) for kind, tag, attributes in tokens):
        return "the page has no post and asks for a password"
    lines = dict.fromkeys(read_text(tokens, 0, len(tokens)).lines())
    text = " / ".join(lines)
    return f"the page has no post; it reads {text[:_EXCERPT]!r}" if text else "the page is empty"


def _first_number(url: str) -> int:
    """How many comments (or posts) precede this page's, by its address: 100 for ``…/P100``."""
    parts = joined(url, "")
    return selectors.page_number(parts.path)[1] if parts else 0


def _further_pages(url: str, hrefs: Iterable[str], slug: str | None) -> tuple[str, ...]:
    """The other pages of the list at ``url`` that its links lead to, each once, in the page's order.

    They have the same host and path but for their number; pages of one entry's comments may also be in another
    folder under the entry's ``slug``.
    """
    here = joined(url, "")
    if here is None:
        return ()
    path, first = selectors.page_number(here.path)
    found: dict[int, str] = {}
    for link in (joined(url, href) for href in hrefs):
        if link is not None and link.netloc.lower() == here.netloc.lower():
            link_path, number = selectors.page_number(link.path)
            if number != first and (link_path == path or (number and slug and link_path.rpartition("/")[2] == slug)):
                found.setdefault(number, link._replace(fragment="", path=link.path.rstrip("/")).geturl())
    return tuple(found.values())
