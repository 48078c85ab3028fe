"""The posts of a page, without their comments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from parsers.blog import selectors
from parsers.blog.addresses import absolute
from parsers.blog.dates import find_date
from parsers.blog.markup import Tokens
from parsers.blog.notes.note import read_note
from parsers.blog.outline import PostSpan
from parsers.blog.regions import Part, read_parts
from parsers.blog.titles import Heading, read_heading
from parsers.model import AdminNote, Outcome, Post, Problem, Status

__all__ = ["in_place", "positions", "read_post"]

_ADMINNED = re.compile(r"\badminned at\b(.{0,40})", re.IGNORECASE)
_ADMINNED_LINE = re.compile(r"adminned at\b.{0,40}", re.IGNORECASE)
_POSTED_BY = re.compile(r".*?\bposted by(?: (.+?))??(?: (?:at|on))?", re.IGNORECASE)
_COMMENT_COUNT = re.compile(r"\bcomments? ?\((\d{1,6})\)", re.IGNORECASE | re.ASCII)
_EXCERPT = 80
_STATUS_OF = {
    Outcome.ENACTED: Status.ENACTED,
    Outcome.FAILED: Status.FAILED,
    Outcome.WITHDRAWN: Status.FAILED,
    Outcome.VETOED: Status.VETOED,
    Outcome.ILLEGAL: Status.ILLEGAL,
}


class _Resolution(NamedTuple):
    """What an admin left on a post, and the post's own lines."""

    adminned: bool
    closed: datetime | None
    note: AdminNote | None
    body: list[str]


def read_post(tokens: Tokens, post: PostSpan, page_url: str, fallback_url: str | None) -> tuple[Post, list[Problem]]:
    """The post at a place of the page at ``page_url``, and what is missing or contradicts itself in it.

    ``fallback_url`` is its address if no link states one: that of an entry's page, and None on a list.
    """
    parts = read_parts(tokens, *post.span, selectors.post_region)
    title_part = next(part for part in parts if part.region == "title")
    footer = next((part for part in reversed(parts) if part.region == "footer"), Part("footer"))
    title = next(iter(title_part.done()), "")
    heading = read_heading(title, tokens[post.span.start][2].get("class", ""))
    resolution = _resolution(parts, heading)
    footer_text = " ".join(footer.done())
    date = find_date(footer_text)
    author = _author(footer, footer_text, date[0] if date else len(footer_text))
    url = _address(page_url, title_part, footer) or fallback_url or ""
    count = _COMMENT_COUNT.search(footer_text)
    read = Post(
        url=url,
        title=title,
        category=heading.category,
        author=author,
        posted=date[1] if date else None,
        status=_status(heading, resolution),
        subject=heading.subject,
        tags=heading.tags,
        closed=resolution.closed,
        note=resolution.note,
        body="\n".join(resolution.body),
        words=sum(len(line.split()) for line in resolution.body),
        comment_count=int(count[1]) if count else None,
    )
    where = f"{page_url}, post {url or title[:_EXCERPT] or 'without a title'}"
    return read, [Problem(where, what) for what in _lacks(read, post, heading, resolution)]


def in_place(posts: Sequence[Post]) -> list[Post]:
    """Posts without repetition: what a list shows twice is sticky, and stands in its place the second time."""
    last = {post.url: number for number, post in enumerate(posts)}
    return [post for number, post in enumerate(posts) if not post.url or last[post.url] == number]


def positions(posts: Sequence[Post], first: int) -> list[int]:
    """The positions of a list's posts: growing from ``first`` on a list with the newest at its top, else shrinking to it."""
    times = [post.posted for post in posts if post.posted]
    rises = sum(one < next_ for one, next_ in pairwise(times))
    falls = sum(one > next_ for one, next_ in pairwise(times))
    numbers = list(range(first, first + len(posts)))
    # One rise may be the step from a sticky post to the list's real beginning.
    return numbers[::-1] if rises > falls + 1 else numbers


def _resolution(parts: list[Part], heading: Heading) -> _Resolution:
    other = next(part for part in parts if part.region == "other")
    body = other.done()
    admin = next((part for part in parts if part.region == "admin"), None)
    lines: list[str] = []
    if admin is not None:
        lines = admin.done()
    elif heading.status is not Status.PENDING:
        # Where the template does not mark it, the note is what precedes the first such line.
        end = next((number for number, line in enumerate(body, 1) if _ADMINNED_LINE.fullmatch(line)), 0)
        lines, body = body[:end], body[end:]
    stamps = [found for line in lines for found in _ADMINNED.finditer(line)]
    date = find_date(stamps[-1][1]) if stamps else None
    said = [own for line in lines if (own := _ADMINNED.sub("", line).strip())]
    note = read_note("\n".join(said)) if said else None
    return _Resolution(bool(stamps), date[1] if date else None, note, body)


def _status(heading: Heading, resolution: _Resolution) -> Status:
    """The status of the heading; where it names none, what the note says, or Failed if only the time of a resolution is there."""
    if heading.status is not None:
        return heading.status
    if not resolution.adminned:
        return Status.PENDING
    outcome = resolution.note.outcome if resolution.note else None
    return _STATUS_OF[outcome] if outcome else Status.FAILED


def _author(footer: Part, text: str, end: int) -> str:
    """The author by the footer's member link, or by its words up to ``end``, where the date begins."""
    member = next((link.text for link in footer.links if link.text and selectors.is_member_address(link.href)), None)
    if member is not None:
        return member
    found = _POSTED_BY.fullmatch(text[:end].strip())
    return (found[1] or "") if found else ""


def _address(page_url: str, title: Part, footer: Part) -> str | None:
    links = [*title.links, *(link for link in footer.links if not selectors.is_member_address(link.href))]
    return next((address for link in links if (address := absolute(page_url, link.href))), None)


def _lacks(post: Post, span: PostSpan, heading: Heading, resolution: _Resolution) -> list[str]:
    """One sentence for everything a post should have and has not, or has twice."""
    lacks = []
    if not post.title:
        lacks.append("it has no title")
    if not post.url:
        lacks.append("it has no address")
    if not span.has_footer:
        lacks.append("it has no footer, which would name its author and time")
    else:
        lacks += [] if post.author else ["its footer names no author"]
        lacks += [] if post.posted else ["its footer has no time that can be read"]
    if heading.status is None:
        lacks.append(f"its class names no status; taken as {post.status.value}")
    if resolution.adminned and resolution.closed is None:
        lacks.append("the time at which it was adminned cannot be read")
    if resolution.adminned and heading.status is Status.PENDING:
        lacks.append("its class says that it is open, and an admin resolved it")
    return [*lacks, *heading.doubts]
