"""Post one comment to an entry of the blog, at most once, and find out whether it was stored.

That is decided by reading the entry, never by the blog's answer to the form. If the entry cannot tell, the outcome is
"unknown", and the comment must not be sent again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlsplit

from parsers.model import Comment, same_name
from sync.errors import UsageError
from sync.net.fetched import FetchedPage, NotFetched, TransportError
from sync.net.http import FormSession
from sync.notices.blog.entry import REDIRECTS, BlogEntry, FormReply, is_error_page, read_entry, read_reply
from sync.notices.blog.forms import Controls, comment_form, login_form, read_controls
from sync.notices.blog.notice_text import find_mark, refusal_of
from sync.notices.model import LoginRefused, NoticeOutcome, NotPosted
from sync.pulling.client import BlogClient
from sync.settings.credentials import Credentials
from sync.text import shorten

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
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
        self.tried = False
        self._failure = NotPosted("the blog no longer shows the account as logged in; the login is not repeated")
        self._form_means_member = False

    def is_shown_on(self, page: Controls) -> bool:
        """Whether a page says that the user is logged in."""
        return page.logs_out or any(page.greets(name) for name in self._names) or (self._form_means_member and page.takes_comments)

    def log_in(self, answer: FetchedPage, before: Controls) -> None:
        """Log in, unless that was tried already. ``answer`` and ``before`` are the entry's page as a guest is shown it.

        Its own form is used where it has one, else that of the login page. Raises :class:`NotPosted`. That
        nothing is raised is no proof: a page has to show it.
        """
        if self.tried:
            raise self._failure
        self.tried = True
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
        if reply.status in REDIRECTS:
            return
        page = read_controls(reply.text)
        if reply.status != HTTPStatus.OK or is_error_page(reply, page) or any(form.logs_in for form in page.forms):
            said = self._credentials.hide(" / ".join(page.items) or page.title).strip()
            reason = f", and says “{shorten(said, _QUOTED)}”" if said else f" with the status {reply.status}"
            raise LoginRefused(f"the blog refused the login{reason}")


class _Notice(NamedTuple):
    """What is to be posted, and where."""

    url: str
    text: str
    mark: str


class Commenter:
    """Comments on entries of the blog at ``base_url``, as one user, in one session.

    ``name`` is the account's name as comments show it, where it is not the one that logs in. Logs in when the first
    comment is to be sent, and tries that once. Raises :class:`UsageError` for an address
    that is none of a blog, or over which the password would travel unencrypted.
    """

    def __init__(self, session: FormSession, base_url: str, credentials: Credentials, name: str = "") -> None:
        self._session = session
        self._blog = BlogClient(session, base_url)
        base = urlsplit(self._blog.base)
        if base.scheme != "https" and base.hostname not in _LOOPBACK:
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
        notice = _Notice(entry_url, text, mark)
        try:
            unfit = refusal_of(text, mark)
            if unfit is not None:
                raise NotPosted(unfit)
            outcome, reply = self._attempt(notice)
            if reply.said == "expired" and outcome.result == "refused":
                outcome, _ = self._attempt(notice)
        except NotPosted as error:
            outcome = error.outcome
        return replace(outcome, why=self._credentials.hide(outcome.why))

    def _attempt(self, notice: _Notice) -> tuple[NoticeOutcome, FormReply]:
        """Send the comment once, with a fresh page, and look for it on the entry. Raises :class:`NotPosted`."""
        before = self._ready(notice)
        if self._has_sent:
            self._session.pause(_INTERVAL)
            before = self._ready(notice)
        where, fields = comment_form(before.answer, before.controls, notice.text)
        self._has_sent = True
        try:
            reply = read_reply(self._session.submit(where, fields))
        except TransportError as error:
            if not error.sent:
                raise NotPosted(f"the comment could not be sent: {error.reason}") from None
            reply = FormReply("unclear", f"the answer was lost ({error.reason})")
        return self._judge(before, reply, notice), reply

    def _ready(self, notice: _Notice) -> BlogEntry:
        """The entry as the logged-in user sees it, without the notice. Raises :class:`NotPosted`."""
        entry = self._read(notice)
        if self._is_member_on(entry):
            return entry
        self._login.log_in(entry.answer, entry.controls)
        entry = self._read(notice)
        if not self._is_member_on(entry):
            closed = "" if entry.controls.takes_comments else ", nor a form for comments; it may be closed"
            raise NotPosted(f"after the login the entry does not show the account as logged in{closed}")
        return entry

    def _read(self, notice: _Notice) -> BlogEntry:
        """The entry, unless it shows that the notice must not be posted there. Raises :class:`NotPosted`."""
        entry = read_entry(self._blog, notice.url)
        standing = entry.with_mark(notice.mark)
        own = [comment for comment in standing if self._is_own(comment)]
        if own:
            raise NotPosted("the notice is already there", "already-posted", entry.address(own[0]))
        if standing:
            who = shorten(standing[0].author, _LONGEST_NAME) or "nobody"
            raise NotPosted(f"a comment by {who} ends with the mark of this notice; check whether comments show this account by that name")
        if entry.resolved is not None:
            raise NotPosted(f"the matter is resolved ({entry.resolved}), and takes no more comments")
        if not entry.is_whole:
            shown = f"{len(entry.comments)} of {entry.stated} comments" if entry.stated is not None else "no number of comments"
            raise NotPosted(f"the entry shows {shown}; cannot tell whether the notice was already posted")
        return entry

    def _is_member_on(self, entry: BlogEntry) -> bool:
        """Whether the entry, or after a login attempt the front page, shows the user as logged in."""
        if self._login.is_shown_on(entry.controls):
            return True
        if not self._login.tried:
            return False
        try:
            return self._login.is_shown_on(read_controls(self._blog.front().text))
        except NotFetched:
            return False

    def _is_own(self, comment: Comment) -> bool:
        return any(same_name(comment.author, name) for name in self._names)

    def _judge(self, before: BlogEntry, reply: FormReply, notice: _Notice) -> NoticeOutcome:
        """The outcome of a comment that was sent, by what the entry shows."""
        after: BlogEntry | None = None
        for seconds in _LOOKS[: 1 if reply.said in _SETTLED_BY_WORD else None]:
            self._session.pause(seconds)
            try:
                after = read_entry(self._blog, notice.url)
            except NotPosted:
                continue
            seen = self._seen(before, after, notice)
            if seen is not None:
                return seen
        return _unseen(after, reply)

    def _seen(self, before: BlogEntry, after: BlogEntry, notice: _Notice) -> NoticeOutcome | None:
        """The outcome if the entry shows the comment, else None."""
        new = after.new_since(before, notice.text, notice.mark)
        own = [comment for comment in new if self._is_own(comment)]
        if own:
            return NoticeOutcome("posted", after.address(own[0]), "the comment was seen on the entry")
        marked = [comment for comment in new if find_mark(comment.text, notice.mark)]
        if marked:
            name = shorten(marked[0].author, _LONGEST_NAME) or "no name"
            return NoticeOutcome("posted", after.address(marked[0]), f"the comment was seen on the entry, by its mark, under {name}")
        return None


def _unseen(after: BlogEntry | None, reply: FormReply) -> NoticeOutcome:
    """The outcome if the entry did not show the comment."""
    if reply.said in _SETTLED_BY_WORD and reply.said != "held":
        return NotPosted(reply.why).outcome
    if after is None:
        return NoticeOutcome("unknown", why=f"{reply.why}, and the entry could not be read again")
    if reply.said == "ignored" and after.is_whole:
        return NotPosted(f"{reply.why}, and the entry does not show the comment").outcome
    shows = "does not show the comment" if after.is_whole else "hides some of its comments"
    return NoticeOutcome("unknown", why=f"{reply.why}, and the entry {shows}")
