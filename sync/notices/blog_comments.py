"""Post one comment to an entry of the blog, at most once, and find out whether it was stored.

The entry decides, never the blog's answer to the form. If the entry is not conclusive, the outcome
is "unknown", and the comment must not be sent again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import NamedTuple

from parsers.blog.selectors import is_greeting
from parsers.model import Comment, Post, Status
from sync.errors import UsageError
from sync.net.addresses import LOOPBACK, parse_address
from sync.net.fetched import FetchedPage, NotFetched, TransportError
from sync.net.http import FormSession
from sync.notices.blog_forms import Controls, comment_form, login_form, read_controls
from sync.notices.notice_model import NoticeOutcome, NotPosted, marked
from sync.notices.notice_text import refusal_of
from sync.pulling.blog_client import BlogClient
from sync.settings.credentials import Credentials
from sync.text import shorten

_REDIRECTS = frozenset({HTTPStatus.FOUND, HTTPStatus.SEE_OTHER})
_ID = re.compile(r"[\w-]{1,40}", re.ASCII)
_THROTTLED = "exceeded the allowed page load frequency"
_QUOTED = 160
_LOGIN_PATH = "member/login"
"""The page with the login form, below the blog's address, for an entry without one."""

_INTERVAL = 31.0
"""Seconds between two comments: the blog refuses the second within 30."""

_LOOKS = (0.0, 3.0, 10.0)
"""Seconds to wait before each reading of the entry after sending the comment."""


@dataclass(frozen=True, slots=True)
class BlogEntry:
    """One reading of an entry; ``answer`` and ``controls`` belong to the same page."""

    post: Post
    answer: FetchedPage
    controls: Controls

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The visible comments."""
        return self.post.comments or ()

    @property
    def is_whole(self) -> bool:
        """Whether no comment is hidden: the software shows a hundred on a page."""
        return self.post.comment_count is not None and len(self.comments) >= self.post.comment_count

    def notice(self, mark: str) -> str | None:
        """Return the address of the comment that ends with the mark, or the entry's address if the
        comment's id is not usable as one; None without such a comment.
        """
        found = next(
            (comment for comment in self.comments if marked(comment.text) == marked(mark)), None
        )
        if found is None:
            return None
        return f"{self.answer.url}#{found.id}" if _ID.fullmatch(found.id) else self.answer.url


def read_entry(blog: BlogClient, url: str) -> BlogEntry:
    """Read an entry. Raises :class:`NotPosted`."""
    try:
        answer = blog.entry(url)
    except NotFetched as error:
        raise NotPosted(str(error)) from None
    page = blog.read(answer, "entry")
    if fatal := next((problem.what for problem in page.problems if problem.fatal), None):
        raise NotPosted(f"{url} could not be read: {fatal}")
    if len(page.posts) != 1:
        raise NotPosted(
            f"{page.url} contains {len(page.posts)} posts and is therefore not an entry"
        )
    (post,) = page.posts
    asked = url.partition("#")[0].rstrip("/").rpartition("/")[2]
    if post.key != asked and not asked.isdecimal():  # entries can also be requested by number
        raise NotPosted(f"{url} led to another entry, {post.url}")
    controls = read_controls(answer.text)
    if post.comments is None and (post.comment_count != 0 or controls.takes_comments):
        raise NotPosted(f"no comments were recognised at {url}")
    return BlogEntry(post, answer, controls)


class FormReply(NamedTuple):
    """The meaning of an answer to a form: nothing was stored, or the result is uncertain; ``why``
    is a clause.
    """

    is_refusal: bool
    why: str


def read_reply(answer: FetchedPage, credentials: Credentials) -> FormReply:
    """Read an answer to a form, without the password. ExpressionEngine 2.x answers with status 200,
    7.x with redirects and 403.
    """
    if answer.status in _REDIRECTS:
        return FormReply(False, "the blog answered as if the comment was stored")
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        return FormReply(True, "too many requests from this address; try again later")
    if answer.status not in {HTTPStatus.OK, HTTPStatus.FORBIDDEN}:
        return FormReply(False, f"the blog answered with the status {answer.status}")
    page = read_controls(answer.text)
    is_error = answer.status == HTTPStatus.FORBIDDEN or "error" in page.title.lower()
    shown_text = shorten(credentials.hide(page.own_text), _QUOTED)
    return FormReply(
        is_error or (not page.title and _THROTTLED in page.own_text.lower()),
        f"the blog answered “{shown_text}”"
        if shown_text
        else "the blog answered with an empty page",
    )


class Commenter:
    """Comments on entries of the blog at ``base_url``, as one user, in one session.

    ``name`` is the account's name as shown on the site, if it differs from the login name. Logs in
    when the first comment is to be sent, once: four failures lock the account. Raises
    :class:`UsageError` for an address that cannot be a blog's, or that would send the password
    unencrypted.
    """

    def __init__(
        self, session: FormSession, base_url: str, credentials: Credentials, name: str = ""
    ) -> None:
        self._session = session
        self._blog = BlogClient(session, base_url)
        base = parse_address(self._blog.base)
        if base.scheme != "https" and base.host not in LOOPBACK:
            raise UsageError(
                f"the blog's address {self._blog.base} begins with http://, so the password would"
                " be sent unencrypted; use https://"
            )
        self._credentials = credentials
        self._names = tuple(filter(None, (name, credentials.user)))
        self._failure: NotPosted | None = None
        """The result of the login, once it was tried."""
        self._form_means_member = False
        self._has_sent = False

    def post(self, entry_url: str, text: str, mark: str) -> NoticeOutcome:
        """Post a comment to an entry, unless a comment with its mark exists. Errors of the blog are
        outcomes, not exceptions.

        ``text`` is plain, with line feeds between lines, and ends with ``mark``; see
        :func:`refusal_of` for its restrictions. If the entry hides some of its comments, the mark
        may be among them, and nothing is posted.
        """
        try:
            if unfit := refusal_of(text, mark):
                raise NotPosted(unfit)
            outcome = self._send(entry_url, text, mark)
        except NotPosted as error:
            outcome = error.outcome
        return replace(outcome, why=self._credentials.hide(outcome.why))

    def _send(self, url: str, text: str, mark: str) -> NoticeOutcome:
        """Send the comment once, using a fresh page, and look for it on the entry. Raises
        :class:`NotPosted`.
        """
        before = self._ready(url, mark)
        if self._has_sent:
            self._session.pause(_INTERVAL)
            before = self._ready(url, mark)
        where, fields = comment_form(before.answer, before.controls, text)
        self._has_sent = True
        try:
            reply = read_reply(self._session.submit(where, fields), self._credentials)
        except TransportError as error:
            if not error.sent:
                raise NotPosted(f"the comment could not be sent: {error.reason}") from None
            reply = FormReply(False, f"the answer was lost ({error.reason})")
        shows = "could not be read again"
        for seconds in _LOOKS[:1] if reply.is_refusal else _LOOKS:
            self._session.pause(seconds)
            try:
                after = read_entry(self._blog, url)
            except NotPosted:
                continue
            if standing := after.notice(mark):
                return NoticeOutcome("posted", standing, "the comment was seen on the entry")
            shows = "does not show the comment" if after.is_whole else "hides some of its comments"
        if reply.is_refusal:
            raise NotPosted(reply.why)
        return NoticeOutcome("unknown", why=f"{reply.why}, and the entry {shows}")

    def _ready(self, url: str, mark: str) -> BlogEntry:
        """Return the entry as the logged-in user sees it, without the notice. Raises
        :class:`NotPosted`.
        """
        entry = self._read(url, mark)
        if not self._is_member(entry.controls) and self._failure is None:
            self._failure = NotPosted(
                "the blog no longer shows the account as logged in; the login is not repeated"
            )
            try:
                self._log_in(entry)
            except NotPosted as error:
                self._failure = NotPosted(
                    f"{error}; the login is not repeated", login_refused=error.outcome.login_refused
                )
                raise self._failure from None
            entry = self._read(url, mark)
            if not self._is_member(entry.controls):
                raise NotPosted(
                    "after the login the entry does not show the account as logged in; it may be"
                    " closed"
                )
        if not self._is_member(entry.controls) and self._failure is not None:
            raise self._failure
        return entry

    def _is_member(self, page: Controls) -> bool:
        """Return whether a page shows the login: a log-out link, the user's name, or a comment form
        that guests do not see. The form alone is no proof: ExpressionEngine 2.x shows it to guests.
        """
        return (
            page.logs_out
            or any(is_greeting(page.own_text, name) for name in self._names)
            or (self._form_means_member and page.takes_comments)
        )

    def _log_in(self, guest: BlogEntry) -> None:
        """Log in with the form that guests see on the entry, or else on the login page. Raises
        :class:`NotPosted`. Returning is no proof of a login: only a page can show it.
        """
        answer, page = guest.answer, guest.controls
        try:
            if not any(form.logs_in and not form.among_players for form in page.forms):
                answer = self._blog.entry(self._blog.base + _LOGIN_PATH)
                page = read_controls(answer.text)
            reply = self._session.submit(*login_form(answer, page, self._credentials))
        except (NotFetched, NotPosted) as error:
            raise NotPosted(f"could not log in: {error}") from None
        except TransportError as error:
            raise NotPosted(f"no answer to the login: {error.reason}") from None
        answered = read_reply(reply, self._credentials)
        is_refusal = answered.is_refusal or reply.status != HTTPStatus.OK
        if reply.status not in _REDIRECTS and is_refusal:
            raise NotPosted(f"the blog refused the login: {answered.why}", login_refused=True)
        self._form_means_member = not guest.controls.takes_comments

    def _read(self, url: str, mark: str) -> BlogEntry:
        """Return the entry, unless it shows that the notice must not be posted. Raises
        :class:`NotPosted`.
        """
        entry = read_entry(self._blog, url)
        if standing := entry.notice(mark):
            raise NotPosted("the notice is already there", "already-posted", standing)
        if entry.post.status is not Status.PENDING or entry.post.closed is not None:
            raise NotPosted("the matter is resolved and accepts no more comments")
        if not entry.is_whole:
            stated = "no number" if entry.post.comment_count is None else entry.post.comment_count
            raise NotPosted(
                f"the entry shows {len(entry.comments)} comments and states {stated}; it is"
                " unknown whether the notice was already posted"
            )
        return entry
