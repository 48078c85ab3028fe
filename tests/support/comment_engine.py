"""A local blog that accepts comments like two generations of its software.

It keeps accounts, sessions and comments, and misbehaves on request. ``Engine.stored`` is the
content of its database, displayed or not.
"""

from __future__ import annotations

import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.cookies import SimpleCookie
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

from tests.support.loopback import QuietHandler, listening

__all__ = [
    "ENTRY",
    "MARK",
    "NOTICE",
    "PASSWORD",
    "USER",
    "Answer",
    "Engine",
    "Stored",
    "typeset",
    "working",
]

Generation = Literal["2.x", "7.x"]
Fault = Literal["before", "after", "hang", "cut"]

USER, PASSWORD = "herald", "pass & word"
ENTRY = "/archive/a_thing"
MARK = "notice-20240120"
NOTICE = f"""Correction: the "Level" of Ana's row is 3 -- it should be 4...

See https://wiki.example/Ruleset, rule "Levels".

Notice {MARK}"""
_LOGIN_ACT, _COMMENT_ACT = "15", "5"


@dataclass
class Stored:
    """A comment in the database."""

    id: int
    author: str
    text: str
    open: bool = True


@dataclass
class Answer:
    """The answer to a request."""

    status: int = 200
    body: str = ""
    location: str = ""
    cookies: tuple[str, ...] = ()


@dataclass
class Engine:
    """The software and its settings, by default as in a new installation."""

    generation: Generation
    now: Callable[[], float]
    screen_name: str = "Herald"
    password: str = PASSWORD
    stored: list[Stored] = field(default_factory=list)
    status_class: str = "open"
    limit: int = 100
    paginated: bool = True
    states_count: bool = True
    shows_ids: bool = True
    newest_first: bool = False
    login_on_entry: bool = False
    busy: bool = False
    another: str = ""
    takes_comments: bool = True
    guests_see_form: bool = False
    shows_login: Literal["link", "name", "no"] = "link"
    moderated: bool = False
    throttled: bool = False
    hasty: bool = False
    interval: float = 30.0
    expired_forms: int = 0
    silent: Literal["", "302", "empty", "form", "preview"] = ""
    error: str = ""
    form_extra: str = ""
    form_head: str = ""
    form_drop: str = ""
    stale_reads: int = 0
    failing_reads: int = 0
    post_status: int = 0
    post_fault: Fault | None = None
    login_fault: Fault | None = None
    login_dead: bool = False
    after_post: Callable[[Engine], None] | None = None
    url: str = ""
    agents: set[str] = field(default_factory=set)
    logins: int = 0
    posts: list[dict[str, str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    _sessions: dict[str, str] = field(default_factory=dict)
    _tokens: set[str] = field(default_factory=set)
    _number: int = 0
    _last_comment: float = -1e9
    _snapshot: list[Stored] | None = None

    # --- Requested pages

    def get(self, path: str, cookies: dict[str, str], agent: str) -> Answer:
        self.asked.append(path)
        self.agents.add(agent)
        member = self._member(cookies, agent)
        if self.posts and self.failing_reads:
            self.failing_reads -= 1
            return Answer(503, "busy")
        if self.busy:
            return Answer(200, "You have exceeded the allowed page load frequency.")
        if path == "/member/login":
            return Answer(200, _document("Log in", self._login_form()))
        if path == "/":
            return Answer(200, _document("A blog", self._post(self.stored)))
        found = re.fullmatch(rf"(?:{ENTRY}|/archive/16|/archive/moved)(?:/P(\d+))?/?", path)
        if found:
            return Answer(200, self._entry(int(found[1] or 0), member))
        return Answer(404, self._message("Error", "<p>Not found.</p>"))

    def _member(self, cookies: dict[str, str], agent: str) -> bool:
        """Return whether the session is a member's. A request with another user agent ends it for
        good.
        """
        session = cookies.get("exp_sessionid", "")
        if self._sessions.get(session) == agent:
            return True
        self._sessions.pop(session, None)
        return False

    def _login_form(self) -> str:
        return self._form(
            "", _LOGIN_ACT, '<input name="username"><input type="password" name="password">'
        )

    def _entry(self, first: int, member: bool) -> str:
        stored = self._visible()
        shown = [comment for comment in stored if comment.open]
        shown = shown[::-1] if self.newest_first else shown
        page = shown[first : first + self.limit]
        links = ""
        if self.paginated and len(shown) > self.limit:
            # As the software does: the first page and its neighbours.
            starts = sorted(
                {
                    0,
                    max(0, first - self.limit),
                    min(first + self.limit, (len(shown) - 1) // self.limit * self.limit),
                }
            )
            links = "".join(
                f'<a href="{self.url}{ENTRY}{f"/P{start}" if start else ""}">{start}</a> '
                for start in starts
            )
        comments = "".join(self._comment(comment) for comment in page)
        is_open = self.takes_comments and (member or self.guests_see_form)
        form = self._comment_form() if is_open else '<p class="closed">Comments are closed.</p>'
        sign = self._sign() if member and self.shows_login != "no" else ""
        sign += self._login_form() if self.login_on_entry and not member else ""
        post = self._post(stored)
        posts = post + (post.replace("_thing", self.another) if self.another else "")
        return _document("A thing", f"{posts}<h2>Comments</h2>{links}{comments}{form}{sign}")

    def _visible(self) -> list[Stored]:
        """Return the comments on pages, for a while possibly the earlier ones."""
        if self._snapshot is not None and self.stale_reads:
            self.stale_reads -= 1
            return self._snapshot
        return self.stored

    def _sign(self) -> str:
        if self.shows_login == "name":
            return f"<p>Logged in as {escape(self.screen_name)}</p>"
        return '<p><a href="/?ACT=11">Log out</a></p>'

    def _post(self, stored: list[Stored]) -> str:
        count = sum(comment.open for comment in stored)
        comments = f"Comments ({count})" if self.states_count else "Comments"
        return (
            '<h2 class="date-header">Friday, January 19, 2024</h2><div class="post"><h3'
            f' class="post-title proposal {self.status_class}"><a href="{ENTRY}">Proposal: A'
            ' Thing</a></h3><div>Body</div><p class="post-footer"><em>posted by <a'
            f' href="/member/3">Ana</a> at 19 Jan  2024 09:00:00  UTC</em> <a href="{ENTRY}"'
            f' title="Comments">{comments}</a></p></div>'
        )

    def _comment(self, comment: Stored) -> str:
        name = f' id="c{comment.id}"' if self.shows_ids else ""
        body = {"LOGIN FORM": self._login_form, "COMMENT FORM": self._comment_form}.get(
            comment.text, lambda: typeset(comment.text)
        )()
        return (
            f'<div class="comment"{name}><h3><a'
            f' href="/member/9">{escape(comment.author)}</a>:</h3><div'
            f' class="commentbody">{body}</div><p class="comment-footer">20-01-2024 09:21:55'
            " UTC</p></div>"
        )

    def _comment_form(self) -> str:
        extra = (
            '<input type="hidden" name="entry_id" value="16"><textarea name="comment"></textarea>'
        )
        extra += (
            '<input type="checkbox" name="notify_me" value="yes" checked="checked"><input'
            ' type="submit" name="submit" value="Submit">'
        )
        extra += '<input type="submit" name="preview" value="Preview">' + self.form_extra
        return self._form('id="comment_form"', _COMMENT_ACT, extra)

    def _form(self, attributes: str, act: str, inner: str) -> str:
        self._number += 1
        token = f"token{self._number}"
        self._tokens.add(token)
        name = "XID" if self.generation == "2.x" else "csrf_token"
        head = (
            self.form_head
            if attributes and self.form_head
            else f'method="post" action="{self.url}/"'
        )
        hidden = {"ACT": act, "RET": "a/b+c==&\"'", "site_id": "1", name: token}
        if attributes:
            hidden.pop(self.form_drop, "")
        fields = "".join(
            f'<input type="hidden" name="{key}" value="{escape(value)}">'
            for key, value in hidden.items()
        )
        return f"<form {attributes} {head}><div class='hiddenFields'>{fields}</div>{inner}</form>"

    # --- Sent forms

    def post(
        self, fields: dict[str, str], cookies: dict[str, str], agent: str, fault: Fault | None
    ) -> Answer:
        self.agents.add(agent)
        if fields.get("ACT") == _LOGIN_ACT:
            return Answer() if fault == "before" else self._log_in(fields, agent)
        self.posts.append(fields)
        self._snapshot = list(self.stored)
        if fault == "before":
            return Answer()
        answer = self._take(fields, self._member(cookies, agent))
        if self.after_post:
            self.after_post(self)
        return (
            Answer(self.post_status, "<html><title>Oops</title></html>")
            if self.post_status
            else answer
        )

    def end_sessions(self) -> None:
        """Log everyone out."""
        self._sessions.clear()

    def _log_in(self, fields: dict[str, str], agent: str) -> Answer:
        self.logins += 1
        token = fields.get("XID" if self.generation == "2.x" else "csrf_token", "")
        if token not in self._tokens or fields.get("RET") != "a/b+c==&\"'":
            return self._refuse("This form has expired. Please refresh and try again.")
        if (fields.get("username"), fields.get("password")) != (USER, self.password):
            return self._refuse(f"The username or password {fields.get('password')} is not valid")
        session = f"session{self.logins}"
        if not self.login_dead:
            self._sessions[session] = agent
        cookies = (
            f"exp_sessionid={session}; path=/; HttpOnly",
            "exp_last_visit=123; path=/",
            "exp_anon=deleted; Max-Age=0; path=/",
        )
        if self.generation == "7.x":
            return Answer(302, "", self.url + "/", cookies)
        refresh = f"<meta http-equiv='refresh' content='5; url={self.url}/'>"
        return Answer(
            200, self._message("Thank you!", "<p>You are now logged in.</p>", refresh), "", cookies
        )

    def _take(self, fields: dict[str, str], member: bool) -> Answer:
        """Accept a comment: stored or not, as the software decides."""
        token = fields.get("XID" if self.generation == "2.x" else "csrf_token", "")
        if self.throttled:
            return Answer(200, "You have exceeded the allowed page load frequency.")
        if self.expired_forms or token not in self._tokens:
            self.expired_forms = max(0, self.expired_forms - 1)
            return self._refuse("This form has expired. Please refresh and try again.")
        if self.silent or "preview" in fields or "ACT" not in fields:
            return self._say_nothing(fields)
        text = fields.get("comment", "")
        for applies, why in (
            (bool(self.error), self.error),
            (not member, "You are not authorized to perform this action"),
            (not self.takes_comments, "Comments are not allowed in this channel"),
            (not text.strip(), "The comment field is required"),
            (
                len(text.encode()) > 5_000,
                "The comment you have submitted is longer than 5,000 characters",
            ),
            (
                self.hasty or self.now() - self._last_comment < self.interval,
                "You are only allowed to post comments every 30 seconds.",
            ),
            (
                any(comment.text == text for comment in self.stored),
                "Unable to receive your comment at this time.",
            ),
        ):
            if applies:
                return self._refuse(why)
        self._last_comment = self.now()
        self.add(self.screen_name, text, shown=not self.moderated)
        if self.moderated:
            return Answer(
                200,
                self._message(
                    "Comment Accepted",
                    "<p>Your comment will be reviewed by a moderator for approval.</p>",
                ),
            )
        return Answer(302, "", self.url + ENTRY)

    def add(self, author: str, text: str, *, shown: bool = True) -> Stored:
        self.stored.append(Stored(100 + len(self.stored), author, text, shown))
        return self.stored[-1]

    def _say_nothing(self, fields: dict[str, str]) -> Answer:
        if self.silent == "302":
            return Answer(302, "", self.url + ENTRY)
        if self.silent == "empty":
            return Answer(200, "")
        if self.silent == "preview" or "preview" in fields:
            return Answer(
                200,
                _document(
                    "Preview",
                    f"<h2>Preview</h2>{typeset(fields['comment'])}" + self._comment_form(),
                ),
            )
        return Answer(200, self._entry(0, True))

    def _refuse(self, why: str) -> Answer:
        body = (
            "<h3>The form you submitted contained the following"
            f" errors</h3><ul><li>{escape(why)}</li>\n</ul>"
        )
        return Answer(200 if self.generation == "2.x" else 403, self._message("Error", body))

    def _message(self, title: str, body: str, head: str = "") -> str:
        return (
            f"<html><head><title>{title}</title>{head}</head><body><h1>{title}</h1>{body}<p><a"
            " href='/'>Return</a></p></body></html>"
        )


def _document(title: str, body: str) -> str:
    return (
        "<!DOCTYPE html>\n<html><head><meta"
        f' charset="utf-8"><title>{title}</title></head>\n<body>{body}</body></html>\n'
    )


_ICON = re.compile(r":(for|against|imperial|veto):")
_LINK = re.compile(r"https?://[^\s<]+[^\s<.)]")


def typeset(text: str) -> str:
    """Return a comment's text in the software's markup: its own quotes, dashes, entities, links,
    paragraphs and voting icons.
    """
    shown = escape(text.replace("\r\n", "\n"), quote=False)
    shown = re.sub(r'(^|[\s(])"', "\\1\u201c", shown).replace('"', "\u201d").replace("'", "\u2019")
    shown = (
        shown.replace("...", "\u2026")
        .replace("--", "\u2014")
        .replace("{", "&#123;")
        .replace("}", "&#125;")
    )
    shown = _LINK.sub(lambda found: f'<a href="{found[0]}">{found[0]}</a>', shown)
    shown = _ICON.sub(r'<img src="/images/vote/\1.gif" alt="\1" />', shown)
    return "".join(
        f"<p>{part}</p>\n".replace("\n", "<br />\n", part.count("\n"))
        for part in shown.split("\n\n")
    )


def send(handler: QuietHandler, answer: Answer, *, cut: bool) -> None:
    """Send an answer; a truncated body is shorter than its header states."""
    body = answer.body.encode()
    handler.send_response(200 if cut else answer.status)
    handler.send_header("Content-Type", "text/html; charset=utf-8")
    handler.send_header("Content-Length", str(len(body) + 100 * cut))
    for cookie in answer.cookies:
        handler.send_header("Set-Cookie", cookie)
    if answer.status == 503:
        handler.send_header("Retry-After", "1")
    if answer.location:
        handler.send_header("Location", answer.location)
    handler.end_headers()
    handler.wfile.write(body)
    handler.close_connection = handler.close_connection or cut


@contextmanager
def working(engine: Engine) -> Iterator[Engine]:
    """Serve the engine on a free port; at the end, check that it had no failures of its own."""
    failures: list[BaseException] = []
    closing = threading.Event()

    class Handler(QuietHandler):
        def do_GET(self) -> None:  # noqa: N802 - its parent calls it so
            self._answer(
                lambda: engine.get(
                    urlsplit(self.path).path, self._cookies(), self.headers["User-Agent"]
                ),
                None,
            )

        def do_POST(self) -> None:  # noqa: N802 - its parent calls it so
            data = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
            fields = dict(parse_qsl(data, keep_blank_values=True, strict_parsing=True))
            fault = engine.login_fault if "password" in fields else engine.post_fault
            self._answer(
                lambda: engine.post(fields, self._cookies(), self.headers["User-Agent"], fault),
                fault,
            )

        def _cookies(self) -> dict[str, str]:
            return {
                name: morsel.value
                for name, morsel in SimpleCookie(self.headers.get("Cookie", "")).items()
            }

        def _answer(self, make: Callable[[], Answer], fault: Fault | None) -> None:
            try:
                answer = make()
            except Exception as error:
                failures.append(error)
                raise
            if fault in {"before", "after"}:
                self.close_connection = True
                self.connection.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
                return
            if fault == "hang":
                self.close_connection = True
                closing.wait()
                return
            send(self, answer, cut=fault == "cut")

    with listening(Handler) as engine.url:
        try:
            yield engine
        finally:
            closing.set()
    assert not failures
