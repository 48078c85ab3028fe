"""Read a page of the blog: its posts (title, category, status, author, times, body, note), comments
and sidebar, and the problems of missing parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import SplitResult, urljoin, urlsplit

from parsers.blog import selectors
from parsers.blog.comments import find_date, read_comments
from parsers.blog.html import (
    START,
    Part,
    Tokens,
    TooTangledError,
    page_text,
    read_parts,
    read_text,
    read_tokens,
)
from parsers.blog.merging import PageKind
from parsers.blog.notes import read_note
from parsers.blog.outline import Outline, PostSpan, read_outline
from parsers.blog.post_markup import read_markup
from parsers.blog.roster import read_roster
from parsers.model import (
    AdminNote,
    Category,
    Outcome,
    Page,
    Post,
    Problem,
    Roster,
    Status,
    roster_problem,
)
from parsers.patterns import later

_ADMINNED = later(r"\badminned at\b(.{0,40})", re.IGNORECASE)
_ADMINNED_LINE = later(r"adminned at\b.{0,40}", re.IGNORECASE)
_POSTED_BY = later(r".*?\bposted by(?: (.+?))??(?: (?:at|on))?", re.IGNORECASE)
_COMMENT_COUNT = later(r"\bcomments? ?\((\d{1,6})\)", re.IGNORECASE | re.ASCII)
_TAG = later(r"\[([^\[\]]+)\]")
_PREFIX = later(
    r"(?:\[[^\[\]]*\]\s*)*(?:(proposal)|(call for judge?ment)|(declaration of victory)|(ascension"
    r" address)|(story post))\s*:",
    re.IGNORECASE,
)
_PREFIX_CATEGORIES = (
    Category.PROPOSAL,
    Category.CFJ,
    Category.DOV,
    Category.ASCENSION,
    Category.STORY,
)
_STATUS_OF = {Outcome(each.value): each for each in Status if each is not Status.PENDING} | {
    Outcome.WITHDRAWN: Status.FAILED
}


class PostHeading(NamedTuple):
    """The subject, tags and category by a title and its class; ``status`` is None if the class has
    none, ``doubts`` are contradictions.
    """

    subject: str
    tags: tuple[str, ...]
    category: Category
    status: Status | None
    doubts: tuple[str, ...]


class _Resolution(NamedTuple):
    """An admin's note on a post, the post's own lines, and the number of lines of the note that
    precede them without a mark.
    """

    adminned: bool
    closed: datetime | None
    note: AdminNote | None
    body: list[str]
    unmarked: int


def read_post(
    tokens: Tokens, post: PostSpan, page_url: str, fallback_url: str | None
) -> tuple[Post, list[Problem]]:
    """Read the post at a place of a page, and its problems. ``fallback_url`` is its address if no
    link states one, None on a list.
    """
    parts = read_parts(tokens, *post.span, selectors.post_region)
    title_part = next(part for part in parts if part.region == "title")
    footer = next((part for part in reversed(parts) if part.region == "footer"), Part("footer"))
    title = next(iter(title_part.lines()), "")
    heading = read_heading(title, tokens[post.span.start][2].get("class", ""))
    resolution = _resolution(parts, heading)
    footer_text = " ".join(footer.lines())
    date = find_date(footer_text)
    members = [
        link for link in footer.links if link.text and selectors.is_member_address(link.href)
    ]
    signed = _POSTED_BY.fullmatch(footer_text[: date[0] if date else None].strip())
    links = [
        *title_part.links,
        *(link for link in footer.links if not selectors.is_member_address(link.href)),
    ]
    url = (
        next((address for link in links if (address := absolute(page_url, link.href))), None)
        or fallback_url
        or ""
    )
    outcome = resolution.note.outcome if resolution.note else None
    # The status of the heading, else of the note; Failed if there is only the time of a resolution.
    status = heading.status or (
        _STATUS_OF[outcome or Outcome.FAILED] if resolution.adminned else Status.PENDING
    )
    count = _COMMENT_COUNT.search(footer_text)
    read = Post(
        url=url,
        title=title,
        category=heading.category,
        author=selectors.bare_name(members[0].text if members else (signed and signed[1]) or ""),
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
        member=selectors.member_number(members[0].href) if members else None,
    )
    where = f"{page_url}, post {url or title[:_EXCERPT] or 'without a title'}"
    faults = _faults(read, post, heading, resolution)
    return read, [Problem(where, fault, post=read.key) for fault in faults]


def absolute(base: str, href: str) -> str | None:
    """A link's address without fragment and final slash, None if it is not an address of a page."""
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
        # If the template does not mark the note, it is the text up to the first such line.
        end = next(
            (number for number, line in enumerate(body, 1) if _ADMINNED_LINE.fullmatch(line)), 0
        )
        lines, body = body[:end], body[end:]
    stamps = [found for line in lines for found in _ADMINNED.finditer(line)]
    date = find_date(stamps[-1][1]) if stamps else None
    note_lines = [text for line in lines if (text := _ADMINNED.sub("", line).strip())]
    note = read_note("\n".join(note_lines)) if note_lines else None
    return _Resolution(bool(stamps), date[1] if date else None, note, body, end)


def _faults(post: Post, span: PostSpan, heading: PostHeading, resolution: _Resolution) -> list[str]:
    faults = {
        "it has no title": not post.title,
        "it has no address": not post.url,
        "it has no footer with its author and time": not span.has_footer,
        "it has a comment above its footer: one of them may be forged, and comments may be missing": (
            span.has_comment_above_footer
        ),
        "its footer has no author": span.has_footer and not post.author,
        "its footer has no readable time": span.has_footer and not post.posted,
        f"its class names no status; taken as {post.status.value}": heading.status is None,
        "the time after “Adminned at” cannot be read": (
            resolution.adminned and resolution.closed is None
        ),
        "its class says that it is open, but an admin has resolved it": (
            resolution.adminned and heading.status is Status.PENDING
        ),
    }
    return [*(fault for fault, is_so in faults.items() if is_so), *heading.doubts]


def read_heading(title: str, classes: str) -> PostHeading:
    """Read a title in plain text and the class of its heading. The category is that of the class,
    else of the prefix ("Proposal: ").
    """
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
    return PostHeading(
        subject.strip() if colon else title,
        tags,
        category,
        next(iter(resolved or named), None),
        tuple(doubts),
    )


# Pages

MAX_PAGE_BYTES = 20_000_000

CUT_OFF = "the page is cut off: it has no </html>, so its end may be missing"

_EXCERPT = 120


def has_end(text: str) -> bool:
    """Return whether a page has its closing tag, or is a part of one."""
    lower = text.lower()
    return "</html" in lower or "<html" not in lower


def read_page(
    data: bytes | str, url: str, *, expect: PageKind | None = None, sidebar: bool = True
) -> Page:
    """Read the page at ``url``. Never raises: missing and unreadable parts are problems.

    ``expect`` is the kind of page: "front" has posts and a sidebar, "archive" posts, "entry" one
    post and its comments. Without it a page with one post is an entry, else a list. Only an
    entry's post has comments; on a list, and on an entry without a place for them, they are None.
    Without ``sidebar`` the roster is not read. ``data`` has at most MAX_PAGE_BYTES bytes.
    """
    if len(data) > MAX_PAGE_BYTES or (
        isinstance(data, str) and len(data.encode("utf-8", errors="replace")) > MAX_PAGE_BYTES
    ):
        return _unreadable(url, f"the page is longer than {MAX_PAGE_BYTES // 1_000_000} MB")
    text = page_text(data)
    try:
        tokens = read_tokens(text)
    except TooTangledError:
        return _unreadable(
            url, "the page has too many elements to be read, or nests them too deeply"
        )
    outline = read_outline(tokens)
    named = any(
        selectors.statuses(tokens[post.span.start][2].get("class", "")) for post in outline.posts
    )
    if not named and any(
        kind == START and selectors.is_blogspot(tag, attributes) for kind, tag, attributes in tokens
    ):
        return _unreadable(
            url,
            "the page uses an old template of the blog (Blogspot) that cannot be read, so its"
            " content is unknown",
        )
    as_entry = expect == "entry" or (expect is None and len(outline.posts) == 1)
    problems = [] if outline.posts else [Problem(url, _instead_of_posts(tokens), fatal=True)]
    posts, post_problems = _entry(tokens, outline, url) if as_entry else _list(tokens, outline, url)
    roster, side_problems = _side(tokens, outline, url, expect) if sidebar else (None, [])
    problems += [*post_problems, *side_problems]
    if not has_end(text):
        problems.append(Problem(url, CUT_OFF))
    hrefs = [
        attributes.get("href", "")
        for kind, tag, attributes in tokens
        if kind == START and tag == "a"
    ]
    slug = posts[0].key if as_entry and len(posts) == 1 else None
    return Page(
        url, tuple(posts), roster, tuple(dict.fromkeys(problems)), _further_pages(url, hrefs, slug)
    )


def _unreadable(url: str, reason: str) -> Page:
    return Page(url, problems=(Problem(url, reason, fatal=True),))


def _list(tokens: Tokens, outline: Outline, url: str) -> tuple[list[Post], list[Problem]]:
    """Read the posts of a list, with positions that grow towards the older ones. A post that is
    listed twice is sticky, and its second place counts.
    """
    read = [read_post(tokens, post, url, None) for post in outline.posts]
    last = {post.url: number for number, (post, _) in enumerate(read)}
    posts = [
        post for number, (post, _) in enumerate(read) if not post.url or last[post.url] == number
    ]
    times = list(pairwise(post.posted for post in posts if post.posted))
    rises = sum(above < below for above, below in times)
    falls = sum(above > below for above, below in times)
    first = _first_number(url)
    # One rise may be the step from a sticky post to the list's real beginning.
    step = -1 if rises > falls + 1 else 1
    numbers = range(first, first + len(posts))[::step]
    placed = [replace(post, position=number) for post, number in zip(posts, numbers, strict=True)]
    return placed, [problem for _, problems in read for problem in problems]


def _entry(tokens: Tokens, outline: Outline, url: str) -> tuple[list[Post], list[Problem]]:
    if len(outline.posts) != 1:
        posts, problems = _list(tokens, outline, url)
        several = Problem(
            url,
            f"the page holds {len(posts)} posts instead of one, so the comments cannot be assigned",
        )
        return posts, [*problems, several] if posts else problems
    (span,) = outline.posts
    post, problems = read_post(tokens, span, url, absolute(url, url))
    if not span.has_comments_section:
        return [post], [*problems, Problem(url, "the page has no comment section")]
    comments, more = read_comments(tokens, span.comments, url, _first_number(url), post.posted)
    return [replace(post, comments=comments)], [*problems, *more]


def _side(
    tokens: Tokens, outline: Outline, url: str, expect: PageKind | None
) -> tuple[Roster | None, list[Problem]]:
    if outline.side is None:
        return None, (
            [Problem(url, "the page has no sidebar with a list of players")]
            if expect == "front"
            else []
        )
    roster, problems = read_roster(tokens, outline.side, url)
    if outline.has_several_sides:
        problems.append(roster_problem(url, "the page has several; the first was read"))
    return roster, problems


def _instead_of_posts(tokens: Tokens) -> str:
    if any(
        kind == START and selectors.is_password_field(tag, attributes)
        for kind, tag, attributes in tokens
    ):
        return "the page has no post and asks for a password"
    lines = dict.fromkeys(read_text(tokens, 0, len(tokens)).lines())
    text = " / ".join(lines)
    start = text[:_EXCERPT]
    if 10 * sum(each == "\ufffd" or not each.isprintable() for each in start) > len(start) > 0:
        return "the page has no post, and is no page of text"
    return f"the page has no post; it reads {text[:_EXCERPT]!r}" if text else "the page is empty"


def _first_number(url: str) -> int:
    """How many comments (or posts) precede this page's, by its address: 100 for ``…/P100``."""
    parts = joined(url, "")
    return selectors.page_number(parts.path)[1] if parts else 0


def _further_pages(url: str, hrefs: Iterable[str], slug: str | None) -> tuple[str, ...]:
    """Return the addresses of the other pages of a list. Pages of an entry's comments can be in
    another folder under its ``slug``.
    """
    here = joined(url, "")
    if here is None:
        return ()
    path, first = selectors.page_number(here.path)
    found: dict[int, str] = {}
    # From the first page only a link that ends in a number, such as "P20", leads to another one.
    for link in (joined(url, href) for href in hrefs if first or "P" in href):
        if link is not None and link.netloc.lower() == here.netloc.lower():
            link_path, number = selectors.page_number(link.path)
            if number != first and (
                link_path == path or (number and slug and link_path.rpartition("/")[2] == slug)
            ):
                found.setdefault(
                    number, link._replace(fragment="", path=link.path.rstrip("/")).geturl()
                )
    return tuple(found.values())
