"""The posts of a page without their comments: title, category, status, author, times, body and the admin's note."""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple
from urllib.parse import SplitResult, urljoin, urlsplit

from parsers.blog import selectors
from parsers.blog.dates import find_date
from parsers.blog.html import Part, Tokens, read_parts
from parsers.blog.notes import read_note
from parsers.blog.outline import PostSpan
from parsers.blog.post_markup import read_markup
from parsers.model import AdminNote, Category, Outcome, Post, Problem, Status
from parsers.patterns import later

_ADMINNED = later(r"\badminned at\b(.{0,40})", re.IGNORECASE)
_ADMINNED_LINE = later(r"adminned at\b.{0,40}", re.IGNORECASE)
_POSTED_BY = later(r".*?\bposted by(?: (.+?))??(?: (?:at|on))?", re.IGNORECASE)
_COMMENT_COUNT = later(r"\bcomments? ?\((\d{1,6})\)", re.IGNORECASE | re.ASCII)
_TAG = later(r"\[([^\[\]]+)\]")
_PREFIX = later(
    r"(?:\[[^\[\]]*\]\s*)*(?:(proposal)|(call for judge?ment)|(declaration of victory)|(ascension address)|(story post))\s*:", re.IGNORECASE
)
_PREFIX_CATEGORIES = (Category.PROPOSAL, Category.CFJ, Category.DOV, Category.ASCENSION, Category.STORY)
_EXCERPT = 80
_STATUS_OF = {Outcome(each.value): each for each in Status if each is not Status.PENDING} | {Outcome.WITHDRAWN: Status.FAILED}


class PostHeading(NamedTuple):
    """What a title and its class say; ``status`` is None where the class names none; ``doubts`` are contradictions."""

    subject: str
    tags: tuple[str, ...]
    category: Category
    status: Status | None
    doubts: tuple[str, ...]


class _Resolution(NamedTuple):
    """What an admin wrote on a post, the post's own lines, and how many lines of the note stand before them unmarked."""

    adminned: bool
    closed: datetime | None
    note: AdminNote | None
    body: list[str]
    unmarked: int


def read_post(tokens: Tokens, post: PostSpan, page_url: str, fallback_url: str | None) -> tuple[Post, list[Problem]]:
    """The post at a place of the page at ``page_url``, and what is missing or contradicts itself in it.

    ``fallback_url`` is its address if no link states one: that of an entry's page, and None on a list.
    """
    parts = read_parts(tokens, *post.span, selectors.post_region)
    title_part = next(part for part in parts if part.region == "title")
    footer = next((part for part in reversed(parts) if part.region == "footer"), Part("footer"))
    title = next(iter(title_part.lines()), "")
    heading = read_heading(title, tokens[post.span.start][2].get("class", ""))
    resolution = _resolution(parts, heading)
    footer_text = " ".join(footer.lines())
    date = find_date(footer_text)
    members = [link.text for link in footer.links if link.text and selectors.is_member_address(link.href)]
    signed = _POSTED_BY.fullmatch(footer_text[: date[0] if date else None].strip())
    links = [*title_part.links, *(link for link in footer.links if not selectors.is_member_address(link.href))]
    url = next((address for link in links if (address := absolute(page_url, link.href))), None) or fallback_url or ""
    outcome = resolution.note.outcome if resolution.note else None
    # Without a status in the heading that of the note; Failed if there is only the time of a resolution.
    status = heading.status or (_STATUS_OF[outcome or Outcome.FAILED] if resolution.adminned else Status.PENDING)
    count = _COMMENT_COUNT.search(footer_text)
    read = Post(
        url=url,
        title=title,
        category=heading.category,
        author=members[0] if members else (signed and signed[1]) or "",
        posted=date[1] if date else None,
        status=status,
        subject=heading.subject,
        tags=heading.tags,
        closed=resolution.closed,
        note=resolution.note,
        body="\n".join(resolution.body),
        markup=read_markup(tokens, *post.span, resolution.unmarked),
        words=sum(len(line.split()) for line in resolution.body),
        comment_count=int(count[1]) if count else None,
    )
    where = f"{page_url}, post {url or title[:_EXCERPT] or 'without a title'}"
    return read, [Problem(where, what) for what in _lacks(read, post, heading, resolution)]


def absolute(base: str, href: str) -> str | None:
    """A link's address without fragment and closing slash, or None if it is not an address of a page."""
    parts = joined(base, href) if href.strip() else None
    return parts._replace(fragment="", path=parts.path.rstrip("/")).geturl() if parts else None


def joined(base: str, href: str) -> SplitResult | None:
    """A link's address in its parts."""
    try:
        parts = urlsplit(urljoin(base, href.strip()))
    except ValueError:  # an invalid host, such as "[" alone
        return None
    return parts if parts.scheme in {"", "http", "https", "file"} else None


def _resolution(parts: list[Part], heading: PostHeading) -> _Resolution:
    body = next(part for part in parts if part.region == "other").lines()
    admin = next((part for part in parts if part.region == "admin"), None)
    lines, end = admin.lines() if admin else [], 0
    if admin is None and heading.status is not Status.PENDING:
        # Where the template does not mark it, the note is what precedes the first such line.
        end = next((number for number, line in enumerate(body, 1) if _ADMINNED_LINE.fullmatch(line)), 0)
        lines, body = body[:end], body[end:]
    stamps = [found for line in lines for found in _ADMINNED.finditer(line)]
    date = find_date(stamps[-1][1]) if stamps else None
    said = [own for line in lines if (own := _ADMINNED.sub("", line).strip())]
    note = read_note("\n".join(said)) if said else None
    return _Resolution(bool(stamps), date[1] if date else None, note, body, end)


def _lacks(post: Post, span: PostSpan, heading: PostHeading, resolution: _Resolution) -> list[str]:
    """One sentence for everything that a post lacks or states inconsistently."""
    lacks = {
        "it has no title": not post.title,
        "it has no address": not post.url,
        "it has no footer, which would name its author and time": not span.has_footer,
        "its footer has no author": span.has_footer and not post.author,
        "its footer has no readable time": span.has_footer and not post.posted,
        f"its class names no status; taken as {post.status.value}": heading.status is None,
        "the time after “Adminned at” cannot be read": resolution.adminned and resolution.closed is None,
        "its class says that it is open, but an admin has resolved it": resolution.adminned and heading.status is Status.PENDING,
    }
    return [*(what for what, is_so in lacks.items() if is_so), *heading.doubts]


def read_heading(title: str, classes: str) -> PostHeading:
    """A title in plain text and the class of its heading; the category is that of the class, else of the prefix ("Proposal: ")."""
    _, colon, subject = title.partition(":")
    tags = tuple(tag for found in _TAG.findall(title) if (tag := found.strip()))
    of_class, prefix = selectors.categories(classes), _PREFIX.match(title.strip())
    of_title = _PREFIX_CATEGORIES[(prefix.lastindex or 1) - 1] if prefix else None
    named = selectors.statuses(classes)
    resolved = [status for status in named if status is not Status.PENDING]
    doubts = []
    if len(of_class) > 1:
        doubts.append(f"its class names several categories: {', '.join(of_class)}")
    elif of_class and of_title and of_class[0] is not of_title:
        doubts.append(f"its class says {of_class[0].value}, its title says {of_title.value}")
    if len(named) > 1:
        doubts.append(f"its class names several statuses: {', '.join(named)}")
    category = of_class[0] if of_class else of_title or Category.NONE
    return PostHeading(subject.strip() if colon else title, tags, category, next(iter(resolved or named), None), tuple(doubts))
