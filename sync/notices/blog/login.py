"""Log in to the blog, once: four failures lock the account.

A login is proved by a page that shows it: by a link to log out, by the user's name, or by a comment form that the same
session was not shown before. The form alone is no proof: ExpressionEngine 2.x shows it to guests.
"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus

from sync.net.errors import NotFetched, TransportError
from sync.net.http import FormSession
from sync.net.response import FetchedPage
from sync.notices.blog.controls import Controls, read_controls
from sync.notices.blog.forms import login_form
from sync.notices.blog.reply import is_error_page
from sync.notices.model import LoginRefused, NotPosted
from sync.pulling.client import BlogClient
from sync.settings.credentials import Credentials
from sync.text import shorten

__all__ = ["Login"]

_REDIRECTS = frozenset({HTTPStatus.FOUND, HTTPStatus.SEE_OTHER})
_QUOTED = 160


class Login:
    """The one login of a session. ``names`` are those under which the site may greet the user; ``tried`` says that it was tried."""

    def __init__(self, session: FormSession, blog: BlogClient, credentials: Credentials, path: str, names: Iterable[str]) -> None:
        self._session = session
        self._blog = blog
        self._credentials = credentials
        self._path = path
        self._names = tuple(names)
        self.tried = False
        self._failure = NotPosted("the blog no longer shows the account as logged in; the login is not repeated")
        self._form_means_member = False

    def is_shown_on(self, page: Controls) -> bool:
        """Whether a page says that the user is logged in."""
        if page.logs_out or any(page.greets(name) for name in self._names):
            return True
        return self._form_means_member and any(form.takes_comments for form in page.forms)

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
        self._form_means_member = not any(form.takes_comments for form in before.forms)

    def _send(self, answer: FetchedPage, before: Controls) -> None:
        try:
            if not any(form.logs_in and not form.among_players for form in before.forms):
                answer = self._blog.entry(self._blog.base + self._path)
                before = read_controls(answer.text)
            where, fields = login_form(answer, before, self._credentials)
            reply = self._session.submit(where, fields)
        except (NotFetched, NotPosted) as error:
            raise NotPosted(f"could not log in: {error}") from None
        except TransportError as error:
            raise NotPosted(f"no answer to the login: {error.reason}") from None
        if reply.status in _REDIRECTS:
            return
        page = read_controls(reply.text)
        if reply.status != HTTPStatus.OK or is_error_page(reply, page) or any(form.logs_in for form in page.forms):
            raise LoginRefused(f"the blog refused the login{self._reason(reply, page)}")

    def _reason(self, reply: FetchedPage, page: Controls) -> str:
        """What the blog says of a refusal, without what was sent to it."""
        said = self._credentials.hide(" / ".join(page.items) or page.title)
        return f", and says “{shorten(said, _QUOTED)}”" if said.strip() else f" with the status {reply.status}"
