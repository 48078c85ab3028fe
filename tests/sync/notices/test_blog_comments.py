"""One comment, at most once, whatever the blog does; case by case, by turns for both generations of its software."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from sync.errors import UsageError
from sync.net.addresses import parse_address
from sync.net.fetched import HttpSettings
from sync.net.http import FormSession
from sync.notices.blog_comments import Commenter
from sync.notices.notice_model import NoticeOutcome
from sync.settings.credentials import Credentials
from tests.support.comment_engine import ENTRY, MARK, NOTICE, PASSWORD, USER, Engine, Generation, working
from tests.support.web import CONTACT, Clock

GENERATIONS: tuple[Generation, ...] = ("2.x", "7.x")


@dataclass
class Place:
    """A blog, and a session of somebody who comments there."""

    engine: Engine
    clock: Clock
    session: FormSession

    @property
    def url(self) -> str:
        return self.engine.url + ENTRY

    def commenter(self, password: str = PASSWORD, name: str = "") -> Commenter:
        return Commenter(self.session, self.engine.url, Credentials(USER, password), name)

    def post(self) -> NoticeOutcome:
        return self.commenter().post(self.url, NOTICE, MARK)

    def notices(self) -> int:
        return sum(MARK in comment.text for comment in self.engine.stored)


@pytest.fixture
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    clock = Clock()
    settings = HttpSettings(CONTACT, delay=0.0, read_timeout=0.3, connect_timeout=0.5, retries=1)
    with (
        working(Engine(getattr(request, "param", "7.x"), clock.monotonic)) as engine,
        FormSession(settings, sleep=clock.sleep, monotonic=clock.monotonic, now=clock.now) as session,
    ):
        yield Place(engine, clock, session)


def somebody_else(engine: Engine) -> None:
    engine.add("Bo", ":against: I see it otherwise.")


GUESTS = {"guests_see_form": True}
SECOND = '</form><form method="post"><input type="hidden" name="entry_id" value="17"><textarea name="comment"></textarea>'
SEEN, ABSENT, HIDES, THERE = "seen on the entry", "does not show the comment", "hides some of its comments", "already there"
TWICE = "the login is not repeated"

# What the blog does; what comes of it; how often the form is sent, how many notices the blog has in the end, and the logins.
# "others" are so many comments of others, "standing" is a comment that stands there.
Case = tuple[dict[str, Any], str, str, int, int, int]
POSTED: list[Case] = [
    (settings, "posted", why, 1, 1, 1)
    for settings, why in (
        ({}, SEEN),
        (GUESTS, SEEN),
        ({**GUESTS, "shows_login": "name"}, SEEN),
        ({"shows_login": "no"}, SEEN),
        ({"after_post": somebody_else}, SEEN),
        ({"stale_reads": 2}, SEEN),
        ({"failing_reads": 4}, SEEN),
        ({"screen_name": "The Crier"}, SEEN),
        ({"others": 30, "shows_ids": False, "newest_first": True}, SEEN),
        ({"login_on_entry": True}, SEEN),
        ({"post_fault": "after"}, SEEN),
        ({"post_fault": "hang"}, SEEN),
        ({"post_fault": "cut"}, SEEN),
        ({"post_status": 500}, SEEN),
    )
]
NOT_SENT: list[Case] = [
    ({"standing": ("Herald", NOTICE)}, "already-posted", THERE, 0, 1, 0),
    ({"standing": ("herald", f"Earlier. {MARK}")}, "already-posted", THERE, 0, 1, 0),
    ({"standing": ("Herald", NOTICE), "status_class": "Failed"}, "already-posted", THERE, 0, 1, 0),
    ({"status_class": "Enacted"}, "refused", "is resolved", 0, 0, 0),
    ({"others": 112, "paginated": False}, "refused", "shows 100 comments and states 112", 0, 0, 0),
    ({"states_count": False}, "refused", "states no number", 0, 0, 0),
    ({"takes_comments": False}, "refused", "no form for comments", 0, 0, 1),
    ({"takes_comments": False, "shows_login": "no"}, "refused", "it may be closed", 0, 0, 1),
    ({"busy": True}, "refused", "page load frequency", 0, 0, 0),
    ({"form_extra": '<p class="g-recaptcha"></p>'}, "refused", "has a captcha", 0, 0, 1),
    ({"form_head": 'method="post" action="https://127.0.0.1/"'}, "refused", "another site, https://", 0, 0, 1),
    ({"form_drop": "ACT"}, "refused", "lacks its ACT", 0, 0, 1),
    ({"form_extra": SECOND}, "refused", "2 forms for comments", 0, 0, 1),
    ({"standing": ("Bo", "COMMENT FORM")}, "refused", "2 forms for comments", 0, 0, 1),
    ({"standing": ("Bo", "COMMENT FORM"), "takes_comments": False}, "refused", "is inside a post or a comment", 0, 0, 1),
    ({"password": "another"}, "refused", TWICE, 0, 0, 1),
    ({"login_dead": True}, "refused", "does not show the account", 0, 0, 1),
    ({**GUESTS, "login_dead": True}, "refused", "does not show the account", 0, 0, 1),
    ({"login_fault": "before"}, "refused", "no answer to the login", 0, 0, 0),
    ({"login_fault": "after"}, "refused", "no answer to the login", 0, 0, 1),
    ({**GUESTS, "another": "_thing"}, "refused", "shows no comments that are recognised", 0, 0, 0),
    ({"another": "_second"}, "refused", "holds 2 posts", 0, 0, 0),
]
LOST: list[Case] = [
    ({"expired_forms": 1}, "refused", "This form has expired", 1, 0, 1),
    ({"throttled": True}, "refused", "exceeded the allowed page load frequency", 1, 0, 1),
    ({"hasty": True}, "refused", "every 30 seconds", 1, 0, 1),
    ({"error": f"Nobody may say {PASSWORD} here"}, "refused", "Nobody may say … here", 1, 0, 1),
    ({"silent": "empty"}, "unknown", "empty page", 1, 0, 1),
    ({"silent": "form"}, "unknown", ABSENT, 1, 0, 1),
    ({"silent": "302"}, "unknown", ABSENT, 1, 0, 1),
    ({"silent": "302", "after_post": somebody_else}, "unknown", ABSENT, 1, 0, 1),
    ({"others": 100, "paginated": False, "silent": "empty", "after_post": somebody_else}, "unknown", HIDES, 1, 0, 1),
    ({"moderated": True}, "unknown", "reviewed by a moderator", 1, 1, 1),
    ({"post_fault": "before"}, "unknown", "answer was lost", 1, 0, 1),
    ({"post_fault": "cut", "error": "Not now"}, "unknown", "answer was lost", 1, 0, 1),
    ({"post_status": 500, "error": "Not now"}, "unknown", "the status 500", 1, 0, 1),
    ({"post_status": 429, "error": "Not now"}, "refused", "too many requests", 1, 0, 1),
    ({"failing_reads": 99}, "unknown", "could not be read again", 1, 1, 1),
    ({"failing_reads": 99, "error": "Not now"}, "refused", "Not now", 1, 0, 1),
    ({"others": 100, "paginated": False, "post_fault": "after"}, "unknown", HIDES, 1, 1, 1),
    ({"stale_reads": 99}, "unknown", ABSENT, 1, 1, 1),
]


def by_turns() -> list[Any]:
    cases = POSTED + NOT_SENT + LOST
    return [pytest.param(*case, GENERATIONS[number % 2], id=f"{number}-{case[2]}") for number, case in enumerate(cases)]


@pytest.mark.parametrize(("settings", "result", "why", "sent", "stored", "logins", "place"), by_turns(), indirect=["place"])
def test_what_the_blog_does_and_what_comes_of_it(
    settings: dict[str, Any], result: str, why: str, sent: int, stored: int, logins: int, place: Place
) -> None:
    engine, options = place.engine, dict(settings)
    for number in range(options.pop("others", 0)):
        engine.add("Ana", f":for: number {number}")
    if "standing" in options:
        engine.add(*options.pop("standing"))
    for name, value in options.items():
        assert hasattr(engine, name), name
        setattr(engine, name, value)
    others = sum(MARK not in comment.text for comment in engine.stored)
    outcome = place.post()
    assert (outcome.result, place.notices(), len(engine.posts), engine.logins) == (result, stored, sent, logins), outcome
    assert why in outcome.why
    assert len(engine.agents) == 1
    # Nothing else was stored.
    assert len(engine.stored) - place.notices() - others <= (1 if engine.after_post else 0)
    assert outcome.result != "posted" or str(outcome.url).startswith(place.url)
    # Said to people in one sentence, without the password.
    assert outcome.why.isprintable()
    assert outcome.why[0].islower()
    assert len(outcome.why) < 300
    assert PASSWORD not in outcome.why
    # Whoever keeps to the rule that "unknown" is not sent again never has two, however often the tool is run.
    if outcome.result != "unknown":
        engine.post_fault, engine.post_status = None, 0
        place.clock.time += 60
        place.post()
    assert place.notices() <= 1


@pytest.mark.parametrize("place", GENERATIONS, indirect=True)
def test_the_form_is_sent_as_it_is_and_neither_previews_nor_subscribes(place: Place) -> None:
    place.engine.form_extra = '<input type="hidden" name="PRV" value="a/b"><input type="hidden" name="preview" value="x">'
    place.engine.add("Bo", "LOGIN FORM")
    assert place.post().result == "posted"
    (sent,) = place.engine.posts
    token = "XID" if place.engine.generation == "2.x" else "csrf_token"
    assert set(sent) == {"ACT", "RET", "site_id", token, "entry_id", "PRV", "comment", "submit"}
    assert sent["RET"] == "a/b+c==&\"'"
    assert sent["comment"] == NOTICE.replace("\n", "\r\n")
    assert place.engine.asked == [ENTRY, "/member/login", ENTRY, ENTRY]
    assert place.session.requests == 6


def test_one_login_serves_many_comments_that_keep_their_distance_and_is_not_repeated(place: Place) -> None:
    commenter = place.commenter()
    for number in range(3):
        mark = f"notice-2024013{number}"
        assert commenter.post(place.url, f"{number}. {mark}", mark).result == "posted"
    assert (place.engine.logins, len(place.engine.stored)) == (1, 3)
    assert sum(place.clock.naps) >= 62
    place.engine.end_sessions()
    again = commenter.post(place.url, NOTICE, MARK)
    assert (again.result, place.engine.logins, len(place.engine.posts)) == ("refused", 1, 3)
    assert "no longer shows the account as logged in; the login is not repeated" in again.why


def test_a_password_that_is_refused_is_sent_once(place: Place) -> None:
    commenter = place.commenter("wrong & secret")
    first, second = (commenter.post(place.url, NOTICE, MARK) for _ in range(2))
    assert first == second
    assert (first.result, first.login_refused, place.engine.logins) == ("refused", True, 1)
    assert "The username or password … is not valid" in first.why


def test_the_name_that_comments_show_may_be_another(place: Place) -> None:
    place.engine.screen_name = "The Crier"
    commenter = place.commenter(name="the crier")
    assert commenter.post(place.url, NOTICE, MARK).why == "the comment was seen on the entry"
    assert commenter.post(place.url, NOTICE, MARK).result == "already-posted"


@pytest.mark.parametrize(
    ("url", "result"),
    [
        ("/archive/none", "refused"),
        ("/", "refused"),
        ("https://elsewhere.example/archive/a_thing", "refused"),
        ("/archive/a_thing?ACT=1", "refused"),
        ("/archive/moved", "refused"),
        ("/archive/16", "posted"),
    ],
)
def test_only_the_address_of_an_entry_is_commented_on(url: str, result: str, place: Place) -> None:
    outcome = place.commenter().post(url if url.startswith("https") else place.engine.url + url, NOTICE, MARK)
    assert (outcome.result, place.notices(), place.engine.logins) == ((result, 1, 1) if result == "posted" else (result, 0, 0))
    assert result == "posted" or outcome.why.endswith("; nothing was posted")


def test_a_text_that_is_unfit_costs_no_request(place: Place) -> None:
    outcome = place.commenter().post(place.url, f":for: {MARK}", MARK)
    assert (outcome.result, place.engine.asked) == ("refused", [])
    assert "becomes an icon and may count as a vote; nothing was posted" in outcome.why


def test_a_blog_that_goes_away_before_the_form_is_sent(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that nobody takes is as good as a form that was not sent."""
    monkeypatch.setattr("sync.notices.blog_comments.comment_form", lambda *_: (parse_address("http://127.0.0.1:9"), [("comment", NOTICE)]))
    why = "the comment could not be sent: connection refused or closed by the server; nothing was posted"
    assert place.post() == NoticeOutcome("refused", None, why)


@pytest.mark.parametrize(("path", "why"), [("archive/a_thing", "the page has no form for logging in"), ("nowhere", "404")])
def test_a_login_page_that_is_none(path: str, why: str, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sync.notices.blog_comments._LOGIN_PATH", path)
    outcome = place.post()
    assert (outcome.result, place.engine.logins) == ("refused", 0)
    assert why in outcome.why


def test_a_password_does_not_travel_unencrypted() -> None:
    session = FormSession(HttpSettings(CONTACT))
    Commenter(session, "https://blog.example", Credentials(USER, PASSWORD))
    for base in ("http://blog.example", "http://127.0.0.1.blog.example"):
        with pytest.raises(UsageError, match="would be sent unencrypted; use https://"):
            Commenter(session, base, Credentials(USER, PASSWORD))


def test_a_notice_that_appears_while_one_waits_is_not_sent_again(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody runs the tool twice: the page is read anew after the pause between two comments."""
    commenter, sleep = place.commenter(), place.clock.sleep
    assert commenter.post(place.url, "First. notice-01234567", "notice-01234567").result == "posted"

    def other_run(seconds: float) -> None:
        place.engine.add("Herald", NOTICE)
        sleep(seconds)

    monkeypatch.setattr(place.session, "_sleep", other_run)
    assert commenter.post(place.url, NOTICE, MARK).result == "already-posted"
    assert len(place.engine.posts) == 1
