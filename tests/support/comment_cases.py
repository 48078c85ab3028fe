"""How the blog may behave when a notice is posted, what comes of it, and how many comments there are in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sync.notices.model import Result
from tests.support.comment_engine import Engine

__all__ = ["CASES", "MARK", "NOTICE", "Case"]

MARK = "BN401-ana-level-20240120"
NOTICE = f"""Correction: the "Level" of Ana's row is 3 -- it should be 4...

See https://wiki.example/Ruleset, rule "Levels".

Notice {MARK}"""


@dataclass(frozen=True)
class Case:
    """``sent`` is how often the form is sent, ``stored`` how many notices the blog has in the end, shown or not."""

    what: str
    set_up: Callable[[Engine], object]
    result: Result
    why: str
    sent: int = 1
    stored: int = 0
    never_sent: bool = False
    logins: int = 1


def _set(**values: object) -> Callable[[Engine], None]:
    def set_up(engine: Engine) -> None:
        for name, value in values.items():
            assert hasattr(engine, name), name
            setattr(engine, name, value)

    return set_up


def _with(count: int, **values: object) -> Callable[[Engine], None]:
    """So many comments of others, and then the settings."""

    def set_up(engine: Engine) -> None:
        for number in range(count):
            engine.add("Ana", f":for: number {number}")
        _set(**values)(engine)

    return set_up


def _standing(author: str, before: int = 0, text: str = NOTICE, **values: object) -> Callable[[Engine], None]:
    def set_up(engine: Engine) -> None:
        _with(before)(engine)
        engine.add(author, text)
        _with(before, **values)(engine)

    return set_up


def _somebody_else(engine: Engine) -> None:
    engine.add("Bo", ":against: I see it otherwise.")


def _form(action: str, method: str = "post") -> Callable[[Engine], None]:
    """The form for comments leads to an address, in which ``{host}`` and ``{port}`` are the blog's own."""

    def set_up(engine: Engine) -> None:
        host, _, port = engine.url.removeprefix("http://").partition(":")
        engine.form_head = f'method="{method}" action="{action.format(host=host, port=port)}"'

    return set_up


_SECOND_FORM = '</form><form method="post"><input type="hidden" name="entry_id" value="17"><textarea name="comment"></textarea>'
_SEEN = "seen on the entry"
_STANDS = "already there"
_NOT_TWICE = "the login is not repeated"
_ABSENT = "does not show the comment"
_HIDES = "hides some of its comments"

CASES = {
    "All is well": (
        Case("stores the comment", _set(), "posted", _SEEN, stored=1),
        Case("shows the form for comments to guests too", _set(guests_see_form=True), "posted", _SEEN, stored=1),
        Case("greets the user in place of a link to log out", _set(shows_login="name", guests_see_form=True), "posted", _SEEN, stored=1),
        Case("shows only on its front page who is logged in", _set(shows_login="front", guests_see_form=True), "posted", _SEEN, stored=1),
        Case("shows only by the form for comments who is logged in", _set(shows_login="no"), "posted", _SEEN, stored=1),
        Case("has further pages of comments", _with(350), "posted", _SEEN, stored=1),
        Case(
            "hides some comments, and the notice is known to be new",
            _with(112, paginated=False),
            "posted",
            "from 112 to 113",
            1,
            1,
            never_sent=True,
        ),
        Case("stores somebody else's comment at the same moment", _set(after_post=_somebody_else), "posted", _SEEN, stored=1),
        Case("shows the comment only after a while", _set(stale_reads=2), "posted", _SEEN, stored=1),
        Case("cannot be read for a while after the comment", _set(failing_reads=4), "posted", _SEEN, stored=1),
        Case("shows the comment under a name that is not the user's", _set(screen_name="The Crier"), "posted", "under The Crier", stored=1),
        Case("gives comments no addresses, newest first", _with(30, shows_ids=False, newest_first=True), "posted", _SEEN, stored=1),
        Case("has its login form on every page", _set(login_on_entry=True), "posted", _SEEN, stored=1),
    ),
    "The notice stands there": (
        Case("shows the notice", _standing("Herald"), "already-posted", _STANDS, 0, 1, logins=0),
        Case("shows the notice on a further page", _standing("Herald", 350), "already-posted", _STANDS, 0, 1, logins=0),
        Case(
            "shows an earlier wording with its mark",
            _standing("herald", text=f"Earlier. {MARK}"),
            "already-posted",
            _STANDS,
            0,
            1,
            logins=0,
        ),
        Case(
            "shows the notice on a resolved matter", _standing("Herald", status_class="Failed"), "already-posted", _STANDS, 0, 1, logins=0
        ),
        Case("shows the mark under somebody else's name", _standing("Bo"), "refused", "by Bo ends with the mark", 0, 1, logins=0),
    ),
    "The entry is not one to comment on": (
        Case("has resolved the matter", _set(status_class="Enacted"), "refused", "is resolved (enacted)", 0, logins=0),
        Case("hides some comments", _with(112, paginated=False), "refused", "shows 100 of 112 comments", 0, logins=0),
        Case("does not say how many comments there are", _set(states_count=False), "refused", "no number of comments", 0, logins=0),
        Case("takes no comments on the entry", _set(takes_comments=False), "refused", "no form for comments", 0),
        Case(
            "takes none, and does not show who is logged in", _set(takes_comments=False, shows_login="no"), "refused", "it may be closed", 0
        ),
        Case("shows no pages, for it has had too many requests", _set(busy=True), "refused", "page load frequency", 0, logins=0),
    ),
    "The form is not one to fill in": (
        Case("asks for a captcha", _set(form_extra='<input name="captcha">'), "refused", "has a captcha", 0),
        Case("asks for one of another make", _set(form_extra='<p class="g-recaptcha"></p>'), "refused", "has a captcha", 0),
        Case("sends the form to another host", _form("http://localhost:{port}/"), "refused", "another site, http://localhost:", 0),
        Case("sends the form to another scheme", _form("https://{host}:{port}/"), "refused", "another site, https://", 0),
        Case("sends the form to no page", _form("javascript:alert(1)"), "refused", "an invalid address", 0),
        Case("sends the form as an address", _form("http://{host}:{port}/", "get"), "refused", "not sent by POST", 0),
        Case("leaves ACT out of the form", _set(form_drop="ACT"), "refused", "lacks its ACT", 0),
        Case("shows two forms for comments", _set(form_extra=_SECOND_FORM), "refused", "2 forms for comments", 0),
    ),
    "Logging in": (
        Case("refuses the password", _set(password="another"), "refused", _NOT_TWICE, 0),
        Case("takes the password, and logs nobody in", _set(login_dead=True), "refused", "does not show the account", 0),
        Case("does so, and shows guests the form", _set(login_dead=True, guests_see_form=True), "refused", "not show the account", 0),
        Case("cuts the connection before the login", _set(login_fault="before"), "refused", "no answer to the login", 0, logins=0),
        Case("cuts the connection after the login", _set(login_fault="after"), "refused", "no answer to the login", 0),
    ),
    "The comment is refused": (
        Case("says that the form has expired, once", _set(expired_forms=1), "posted", _SEEN, 2, 1),
        Case("says that the form has expired, always", _set(expired_forms=9), "refused", "the form had expired", 2),
        Case("has had too many requests", _set(throttled=True), "refused", "too many requests"),
        Case("has had a comment from this address within 30 seconds", _set(hasty=True), "refused", "requires a pause between comments"),
        Case(
            "has had the same text before", _set(error="Unable to receive your comment at this time."), "refused", "as it does a duplicate"
        ),
        Case("finds the text too long", _set(error="Your comment is longer than 5,000 bytes"), "refused", "says “Your comment is longer"),
        Case("does not allow the user to comment", _set(error="You are not authorized to perform this action"), "refused", "authorized"),
        Case("closes the entry meanwhile", _set(error="Comments are not allowed in this channel"), "refused", "says “Comments are not"),
        Case("misses a field", _set(error="The comment field is required"), "refused", "says “The comment field"),
    ),
    "The comment is lost without a word": (
        Case("answers with an empty page", _set(silent="empty"), "refused", "empty page"),
        Case("answers with the entry itself", _set(silent="form"), "refused", "the form again"),
        Case("answers with a preview", _set(silent="preview"), "refused", "the form again"),
        Case(
            "answers with an empty page, and hides comments",
            _with(112, paginated=False, silent="empty"),
            "refused",
            _ABSENT,
            never_sent=True,
        ),
        Case("redirects, and stores nothing", _set(silent="302"), "unknown", _ABSENT),
        Case(
            "redirects, stores nothing, and hides comments", _with(112, paginated=False, silent="302"), "unknown", _HIDES, never_sent=True
        ),
        Case("redirects, stores nothing, and somebody else comments", _set(silent="302", after_post=_somebody_else), "unknown", _ABSENT),
        Case(
            "says nothing, hides comments, and somebody else comments",
            _with(112, paginated=False, silent="empty", after_post=_somebody_else),
            "unknown",
            _HIDES,
            never_sent=True,
        ),
        Case("holds the comment for a moderator", _set(moderated=True), "unknown", "a moderator's approval", stored=1),
    ),
    "The network, or the server": (
        Case("cuts the connection before it takes the comment", _set(post_fault="before"), "unknown", "answer was lost"),
        Case("cuts the connection after it took the comment", _set(post_fault="after"), "posted", _SEEN, stored=1),
        Case("takes the comment, and never answers", _set(post_fault="hang"), "posted", _SEEN, stored=1),
        Case("takes the comment, and stops in its answer", _set(post_fault="cut"), "posted", _SEEN, stored=1),
        Case("stops in an answer that would be an error", _set(post_fault="cut", error="Not now"), "unknown", "answer was lost"),
        Case("takes the comment, and fails after that", _set(post_status=500), "posted", _SEEN, stored=1),
        Case("fails, and stores nothing", _set(post_status=500, error="Not now"), "unknown", "the status 500"),
        Case("asks with 429 to wait", _set(post_status=429, error="Not now"), "refused", "too many requests"),
        Case("takes the comment, and cannot be read any more", _set(failing_reads=99), "unknown", "could not be read again", stored=1),
        Case("redirects, stores nothing, and cannot be read", _set(failing_reads=99, silent="302"), "unknown", "could not be read again"),
        Case("says an error, and cannot be read any more", _set(failing_reads=99, error="Not now"), "refused", "says “Not now”"),
        Case(
            "takes the comment without an answer, and hides comments",
            _with(112, paginated=False, post_fault="after"),
            "unknown",
            _HIDES,
            1,
            1,
            True,
        ),
        Case("takes the comment, and shows older pages", _set(stale_reads=99), "unknown", _ABSENT, stored=1),
    ),
}
"""By what they are about. The subject of every sentence is the blog."""
