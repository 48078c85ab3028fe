"""Post one comment to an entry of the blog, at most once, and find out whether it was stored.

That is decided by reading the entry, never by the blog's answer to the form. If the entry cannot tell, the outcome is
"unknown", and the comment must not be sent again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Literal, NamedTuple

from parsers.model import Comment, Page, Post, Status, same_name
from sync.errors import UsageError
from sync.net.addresses import LOOPBACK, parse_address
from sync.net.fetched import FetchedPage, NotFetched, TransportError
from sync.net.http import FormSession
from sync.notices.blog_forms import Controls, comment_form, login_form, read_controls
from sync.notices.notice_model import LoginRefused, NoticeOutcome, NotPosted
from sync.notices.notice_text import find_mark, refusal_of
from sync.pulling.blog_client import BlogClient, FurtherPages
from sync.settings.credentials import Credentials
from sync.text import shorten

_REDIRECTS = frozenset({HTTPStatus.FOUND, HTTPStatus.SEE_OTHER})
_ID = re.compile(r"[\w-]{1,40}", re.ASCII)
_EXPIRED = "form has expired"
_HELD = ("moderator", "moderation", "awaiting approval", "for approval")
_THROTTLED = "exceeded the allowed page load frequency"
_LONGEST_BARE = 500
_LONGEST_NAME = 40
_QUOTED = 160
# What the blog says here is certain, so that looking once is enough.
_SETTLED_BY_WORD = frozenset({"refused", "expired", "held"})
_LOGIN_PATH = "member/login"
"""The page with the login form, below the blog's address, for where the entry has none."""

_INTERVAL = 31.0
"""Seconds between two comments: the blog refuses the second within 30."""

_LOOKS = (0.0, 3.0, 10.0)
"""Seconds to wait before each reading of the entry after the comment was sent."""


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

    def with_mark(self, mark: str) -> list[Comment]:
        """The comments that end with the mark, in the page's order."""
        return [comment for comment in self.comments if find_mark(comment.text, mark)]

    def address(self, comment: Comment) -> str:
        """A comment's own address, or the entry's if its id is not usable as one."""
        return f"{self.answer.url}#{comment.id}" if _ID.fullmatch(comment.id) else self.answer.url


def read_entry(blog: BlogClient, url: str) -> BlogEntry:
    """Read an entry with all pages of its comments. Raises :class:`NotPosted`."""
    answer, page, post = _page(blog, url)
    asked = url.partition("#")[0].rstrip("/").rpartition("/")[2]
    if post.key != asked and not asked.isdecimal():  # entries may also be asked for by their number
        raise NotPosted(f"{url} led to another entry, {post.url}")
    controls = read_controls(answer.text)
    if post.comments is None and (post.comment_count != 0 or controls.takes_comments):
        raise NotPosted(f"{url} shows no comments that are recognised")
    comments = {_key(comment): comment for comment in post.comments or ()}
    addresses = FurtherPages((answer.url, url, post.url), page.more)
    for address in addresses:
        _, further, there = _page(blog, address)
        comments |= {_key(comment): comment for comment in there.comments or ()}
        addresses.add(further.more)
    return BlogEntry(post, tuple(comments.values()), post.comment_count, answer, controls)


def _key(comment: Comment) -> tuple[str, int]:
    return (comment.id, 0) if comment.id else ("", comment.position)


def _page(blog: BlogClient, url: str) -> tuple[FetchedPage, Page, Post]:
    try:
        answer = blog.entry(url)
    except NotFetched as error:
        raise NotPosted(str(error)) from None
    page = blog.read(answer, "entry")
    fatal = next((problem.what for problem in page.problems if problem.fatal), None)
    if fatal is not None:
        raise NotPosted(f"{url} could not be read: {fatal}")
    if len(page.posts) != 1:
        raise NotPosted(f"{page.url} holds {len(page.posts)} posts, so it is not an entry")
    return answer, page, page.posts[0]


class FormReply(NamedTuple):
    """What an answer says of a form; ``why`` is half a sentence for people.

    "accepted" (as after storing a comment; no proof), "expired" or "refused" (nothing was stored), "held" (hidden until a moderator
    approves), "ignored" (as when nothing is stored, silently), "unclear" (anything else; it proves nothing).
    """

    said: Literal["accepted", "expired", "held", "refused", "ignored", "unclear"]
    why: str


def read_reply(answer: FetchedPage) -> FormReply:
    """What an answer to a sent comment says. ExpressionEngine 2.x answers with status 200, 7.x with redirects and 403."""
    if answer.status in _REDIRECTS:
        return FormReply("accepted", "the blog answered as when a comment is stored")
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        return FormReply("refused", "too many requests from this address; try again later")
    if answer.status not in {HTTPStatus.OK, HTTPStatus.FORBIDDEN}:
        return FormReply("unclear", f"the blog answered with the status {answer.status}")
    if answer.status == HTTPStatus.OK and not answer.text.strip():
        return FormReply("ignored", "the blog answered with an empty page, as for an unknown entry")
    page = read_controls(answer.text)
    # Errors come first: they alone are certain.
    is_error, errors = _is_error_page(answer, page), " / ".join(item for item in page.items if item)
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


def _is_error_page(answer: FetchedPage, page: Controls) -> bool:
    """Whether a page tells of an error: by its status, by its title, or by a list of errors under such words."""
    listed = bool(page.items) and "errors" in page.own_text.lower() and not page.forms
    return answer.status == HTTPStatus.FORBIDDEN or "error" in page.title.lower() or listed


class Login:
    """The one login of a session: four failures lock the account. ``names`` are those under which the site may greet the user.

    A login is proved by a page that shows it: by a link to log out, by the user's name, or by a comment form that the same
    session was not shown before. The form alone is no proof: ExpressionEngine 2.x shows it to guests.
    """

    def __init__(self, session: FormSession, blog: BlogClient, credentials: Credentials, names: Iterable[str]) -> None:
        self._session = session
        self._blog = blog
        self._credentials = credentials
        self._names = tuple(names)
        self._tried = False
        self._failure = NotPosted("the blog no longer shows the account as logged in; the login is not repeated")
        self._form_means_member = False

    def is_shown_on(self, page: Controls) -> bool:
        """Whether a page says that the user is logged in; after a login attempt the front page may say so in its place."""
        if self._is_shown(page) or not self._tried:
            return self._is_shown(page)
        try:
            return self._is_shown(read_controls(self._blog.front().text))
        except NotFetched:
            return False

    def _is_shown(self, page: Controls) -> bool:
        return page.logs_out or any(page.greets(name) for name in self._names) or (self._form_means_member and page.takes_comments)

    def log_in(self, answer: FetchedPage, before: Controls) -> None:
        """Log in, unless that was tried already. ``answer`` and ``before`` are the entry's page as a guest is shown it.

        Its own form is used where it has one, else that of the login page. Raises :class:`NotPosted`. That
        nothing is raised is no proof: a page has to show it.
        """
        if self._tried:
            raise self._failure
        self._tried = True
        try:
            self._send(answer, before)
        except NotPosted as error:
            self._failure = type(error)(f"{error}; the login is not repeated")
            raise self._failure from None
        # From here on the form tells members from guests, if it did not stand there before.
        self._form_means_member = not before.takes_comments

    def _send(self, answer: FetchedPage, before: Controls) -> None:
        try:
            if not any(form.logs_in and not form.among_players for form in before.forms):
                answer = self._blog.entry(self._blog.base + _LOGIN_PATH)
                before = read_controls(answer.text)
            reply = self._session.submit(*login_form(answer, before, self._credentials))
        except (NotFetched, NotPosted) as error:
            raise NotPosted(f"could not log in: {error}") from None
        except TransportError as error:
            raise NotPosted(f"no answer to the login: {error.reason}") from None
        if reply.status in _REDIRECTS:
            return
        page = read_controls(reply.text)
        if reply.status != HTTPStatus.OK or _is_error_page(reply, page) or any(form.logs_in for form in page.forms):
            said = self._credentials.hide(" / ".join(page.items) or page.title).strip()
            reason = f", and says “{shorten(said, _QUOTED)}”" if said else f" with the status {reply.status}"
            raise LoginRefused(f"the blog refused the login{reason}")


class Commenter:
    """Comments on entries of the blog at ``base_url``, as one user, in one session.

    ``name`` is the account's name as comments show it, where it is not the one that logs in. Logs in when the first
    comment is to be sent, and tries that once. Raises :class:`UsageError` for an address
    that is none of a blog, or over which the password would travel unencrypted.
    """

    def __init__(self, session: FormSession, base_url: str, credentials: Credentials, name: str = "") -> None:
        self._session = session
        self._blog = BlogClient(session, base_url)
        base = parse_address(self._blog.base)
        if base.scheme != "https" and base.host not in LOOPBACK:
            raise UsageError(
                f"the blog's address {self._blog.base} begins with http://, so the password would be sent unencrypted; use https://"
            )
        self._credentials = credentials
        self._names = tuple(filter(None, (name, credentials.user)))
        self._login = Login(session, self._blog, credentials, self._names)
        self._has_sent = False

    def post(self, entry_url: str, text: str, mark: str) -> NoticeOutcome:
        """Post a comment to an entry, unless one that ends with its mark is there. Whatever the blog does is an outcome, not an error.

        ``text`` is plain, lines divided by line feeds, and ends with ``mark``; see :func:`refusal_of` for what
        it may not hold. Where the entry hides some of its comments, the mark may be among them, and nothing is posted.
        """
        try:
            unfit = refusal_of(text, mark)
            if unfit is not None:
                raise NotPosted(unfit)
            outcome, reply = self._attempt(entry_url, text, mark)
            if reply.said == "expired" and outcome.result == "refused":
                outcome, _ = self._attempt(entry_url, text, mark)
        except NotPosted as error:
            outcome = error.outcome
        return replace(outcome, why=self._credentials.hide(outcome.why))

    def _attempt(self, url: str, text: str, mark: str) -> tuple[NoticeOutcome, FormReply]:
        """Send the comment once, with a fresh page, and look for it on the entry. Raises :class:`NotPosted`."""
        before = self._ready(url, mark)
        if self._has_sent:
            self._session.pause(_INTERVAL)
            before = self._ready(url, mark)
        where, fields = comment_form(before.answer, before.controls, text)
        self._has_sent = True
        try:
            reply = read_reply(self._session.submit(where, fields))
        except TransportError as error:
            if not error.sent:
                raise NotPosted(f"the comment could not be sent: {error.reason}") from None
            reply = FormReply("unclear", f"the answer was lost ({error.reason})")
        return self._judge(url, mark, reply), reply

    def _ready(self, url: str, mark: str) -> BlogEntry:
        """The entry as the logged-in user sees it, without the notice. Raises :class:`NotPosted`."""
        entry = self._read(url, mark)
        if self._login.is_shown_on(entry.controls):
            return entry
        self._login.log_in(entry.answer, entry.controls)
        entry = self._read(url, mark)
        if not self._login.is_shown_on(entry.controls):
            closed = "" if entry.controls.takes_comments else ", nor a form for comments; it may be closed"
            raise NotPosted(f"after the login the entry does not show the account as logged in{closed}")
        return entry

    def _read(self, url: str, mark: str) -> BlogEntry:
        """The entry, unless it shows that the notice must not be posted there. Raises :class:`NotPosted`."""
        entry = read_entry(self._blog, url)
        standing = entry.with_mark(mark)
        own = [comment for comment in standing if self._is_own(comment)]
        if own:
            raise NotPosted("the notice is already there", "already-posted", entry.address(own[0]))
        if standing:
            who = shorten(standing[0].author, _LONGEST_NAME) or "nobody"
            raise NotPosted(f"a comment by {who} ends with the mark of this notice; check whether comments show this account by that name")
        status = entry.post.status
        if status is not Status.PENDING or entry.post.closed is not None:
            how = Status.FAILED if status is Status.PENDING else status
            raise NotPosted(f"the matter is resolved ({how}), and takes no more comments")
        if not entry.is_whole:
            shown = f"{len(entry.comments)} of {entry.stated} comments" if entry.stated is not None else "no number of comments"
            raise NotPosted(f"the entry shows {shown}; cannot tell whether the notice was already posted")
        return entry

    def _is_own(self, comment: Comment) -> bool:
        return any(same_name(comment.author, name) for name in self._names)

    def _judge(self, url: str, mark: str, reply: FormReply) -> NoticeOutcome:
        """The outcome of a comment that was sent, by what the entry shows; before, it showed every comment, and none with the mark."""
        after: BlogEntry | None = None
        for seconds in _LOOKS[: 1 if reply.said in _SETTLED_BY_WORD else None]:
            self._session.pause(seconds)
            try:
                after = read_entry(self._blog, url)
            except NotPosted:
                continue
            for comment in sorted(after.with_mark(mark), key=self._is_own, reverse=True):
                name = "" if self._is_own(comment) else f", by its mark, under {shorten(comment.author, _LONGEST_NAME) or 'no name'}"
                return NoticeOutcome("posted", after.address(comment), f"the comment was seen on the entry{name}")
        if reply.said in _SETTLED_BY_WORD and reply.said != "held":
            return NotPosted(reply.why).outcome
        if after is None:
            return NoticeOutcome("unknown", why=f"{reply.why}, and the entry could not be read again")
        if reply.said == "ignored" and after.is_whole:
            return NotPosted(f"{reply.why}, and the entry does not show the comment").outcome
        shows = "does not show the comment" if after.is_whole else "hides some of its comments"
        return NoticeOutcome("unknown", why=f"{reply.why}, and the entry {shows}")
