"""An entry with the comments of all its pages and the forms that its page offers, and the blog's answer to a comment form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal

from parsers.model import Comment, Page, Post, Status
from sync.net.fetched import FetchedPage, NotFetched
from sync.notices.blog.forms import Controls, read_controls
from sync.notices.blog.notice_text import find_mark, like
from sync.notices.model import NotPosted
from sync.pulling.client import BlogClient, FurtherPages
from sync.text import shorten

REDIRECTS = frozenset({HTTPStatus.FOUND, HTTPStatus.SEE_OTHER})
_ID = re.compile(r"[\w-]{1,40}", re.ASCII)
_EXPIRED = "form has expired"
_HELD = ("moderator", "moderation", "awaiting approval", "for approval")
_THROTTLED = "exceeded the allowed page load frequency"
_LONGEST_BARE = 500
_QUOTED = 160


@dataclass(frozen=True, slots=True)
class BlogEntry:
    """One reading of an entry, with the comments of as many pages as it has, up to 50.

    ``stated`` is the number of comments that the page states, None where it states none. ``answer`` and
    ``controls`` are of its first page.
    """

    post: Post
    comments: tuple[Comment, ...]
    stated: int | None
    answer: FetchedPage
    controls: Controls

    @property
    def is_whole(self) -> bool:
        """Whether no comment is hidden: the software shows a hundred, and no others where its template has no further pages."""
        return self.stated is not None and len(self.comments) >= self.stated

    @property
    def resolved(self) -> Status | None:
        """The status of a resolved matter; None while it is open."""
        if self.post.status is not Status.PENDING:
            return self.post.status
        return Status.FAILED if self.post.closed is not None else None

    def with_mark(self, mark: str) -> list[Comment]:
        """The comments that end with the mark, in the page's order."""
        return [comment for comment in self.comments if find_mark(comment.text, mark)]

    def new_since(self, before: BlogEntry, text: str, mark: str) -> list[Comment]:
        """The comments that are new since ``before`` and have the text that was sent, or end with its mark."""
        known = {comment.id for comment in before.comments if comment.id}
        found = [comment for comment in self.comments if find_mark(comment.text, mark) or like(comment.text) == like(text)]
        return [comment for comment in found if comment.id not in known]

    def address(self, comment: Comment) -> str:
        """A comment's own address, or the entry's if its id is not usable as one."""
        return f"{self.answer.url}#{comment.id}" if _ID.fullmatch(comment.id) else self.answer.url


def read_entry(blog: BlogClient, url: str) -> BlogEntry:
    """Read an entry with all pages of its comments. Raises :class:`NotPosted`."""
    answer, page = _page(blog, url)
    post = _only_post(page)
    asked = url.partition("#")[0].rstrip("/").rpartition("/")[2]
    if post.key != asked and not asked.isdecimal():  # entries may also be asked for by their number
        raise NotPosted(f"{url} led to another entry, {post.url}")
    controls = read_controls(answer.text)
    if post.comments is None and (post.comment_count != 0 or controls.takes_comments):
        raise NotPosted(f"{url} shows no comments that are recognised")
    comments = {_key(comment): comment for comment in post.comments or ()}
    addresses = FurtherPages((answer.url, url, post.url), page.more)
    for address in addresses:
        _, further = _page(blog, address)
        comments |= {_key(comment): comment for comment in _only_post(further).comments or ()}
        addresses.add(further.more)
    return BlogEntry(post, tuple(comments.values()), post.comment_count, answer, controls)


def _key(comment: Comment) -> tuple[str, int]:
    return (comment.id, 0) if comment.id else ("", comment.position)


def _page(blog: BlogClient, url: str) -> tuple[FetchedPage, Page]:
    try:
        answer = blog.entry(url)
    except NotFetched as error:
        raise NotPosted(str(error)) from None
    page = blog.read(answer, "entry")
    fatal = next((problem.what for problem in page.problems if problem.fatal), None)
    if fatal is not None:
        raise NotPosted(f"{url} could not be read: {fatal}")
    return answer, page


def _only_post(page: Page) -> Post:
    if len(page.posts) != 1:
        raise NotPosted(f"{page.url} holds {len(page.posts)} posts, so it is not an entry")
    return page.posts[0]


@dataclass(frozen=True, slots=True)
class FormReply:
    """What an answer says of a form; ``why`` is half a sentence for people.

    "accepted" (as after storing a comment; no proof), "expired" or "refused" (nothing was stored), "held" (hidden until a moderator
    approves), "ignored" (as when nothing is stored, silently), "unclear" (anything else; it proves nothing).
    """

    said: Literal["accepted", "expired", "held", "refused", "ignored", "unclear"]
    why: str


def read_reply(answer: FetchedPage) -> FormReply:
    """What an answer to a sent comment says. ExpressionEngine 2.x answers with status 200, 7.x with redirects and 403."""
    if answer.status in REDIRECTS:
        return FormReply("accepted", "the blog answered as when a comment is stored")
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        return FormReply("refused", "too many requests from this address; try again later")
    if answer.status not in {HTTPStatus.OK, HTTPStatus.FORBIDDEN}:
        return FormReply("unclear", f"the blog answered with the status {answer.status}")
    if answer.status == HTTPStatus.OK and not answer.text.strip():
        return FormReply("ignored", "the blog answered with an empty page, as for an unknown entry")
    page = read_controls(answer.text)
    # Errors come first: they alone are certain.
    is_error, errors = is_error_page(answer, page), " / ".join(item for item in page.items if item)
    said = (errors if is_error and errors else page.own_text).lower()
    if is_error or (_THROTTLED in said and not page.title and len(said) < _LONGEST_BARE):
        if _EXPIRED in said:
            return FormReply("expired", "the form had expired")
        quoted = shorten(errors or page.own_text, _QUOTED)
        return FormReply("refused", f"the blog says “{quoted}”" if quoted else "the blog forbids it without a reason")
    if page.takes_comments:
        return FormReply("ignored", "the blog answered with the form again, as when it stores nothing")
    if any(word in said for word in _HELD):
        return FormReply("held", "the comment awaits a moderator's approval")
    return FormReply("unclear", "the blog's answer is not recognised")


def is_error_page(answer: FetchedPage, page: Controls) -> bool:
    """Whether a page tells of an error: by its status, by its title, or by a list of errors under such words."""
    listed = bool(page.items) and "errors" in page.own_text.lower() and not page.forms
    return answer.status == HTTPStatus.FORBIDDEN or "error" in page.title.lower() or listed
