"""One comment, at most once, whatever the blog does; case by case, by turns for both generations of
its software.
"""

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
from tests.support.cases import table
from tests.support.comment_engine import (
    ENTRY,
    MARK,
    NOTICE,
    PASSWORD,
    USER,
    Engine,
    Generation,
    working,
)
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
        FormSession(
            settings, sleep=clock.sleep, monotonic=clock.monotonic, now=clock.now
        ) as session,
    ):
        yield Place(engine, clock, session)


def somebody_else(engine: Engine) -> None:
    engine.add("Bo", ":against: I see it otherwise.")


@pytest.mark.parametrize(
    ("case", "place"),
    [
        pytest.param(case, GENERATIONS[number % 2], id=case["name"])
        for number, case in enumerate(table(__file__, "outcomes"))
    ],
    indirect=["place"],
)
def test_the_result_is_what_the_blog_did(case: dict[str, Any], place: Place) -> None:
    engine, settings = place.engine, dict(case["settings"])
    for number in range(settings.pop("others", 0)):
        engine.add("Ana", f":for: number {number}")
    standing = settings.pop("standing", None)
    if standing:
        engine.add(standing["author"], standing["text"].replace("NOTICE", NOTICE))
    if settings.pop("after_post", None):
        engine.after_post = somebody_else
    for name, value in settings.items():
        assert hasattr(engine, name), name
        setattr(engine, name, value)
    others = sum(MARK not in comment.text for comment in engine.stored)
    outcome = place.post()
    assert (outcome.result, place.notices(), len(engine.posts), engine.logins) == (
        case["result"],
        case["stored"],
        case["sent"],
        case["logins"],
    ), outcome
    assert case["reason"] in outcome.why
    assert len(engine.agents) == 1
    # Nothing else was stored.
    assert len(engine.stored) - place.notices() - others <= (1 if engine.after_post else 0)
    assert outcome.result != "posted" or str(outcome.url).startswith(place.url)
    # Said to people in one sentence, without the password.
    assert outcome.why.isprintable()
    assert outcome.why[0].islower()
    assert len(outcome.why) < 300
    assert PASSWORD not in outcome.why
    # Whoever keeps to the rule that "unknown" is not sent again never has two, however often the
    # tool is run.
    if outcome.result != "unknown":
        engine.post_fault, engine.post_status = None, 0
        place.clock.time += 60
        place.post()
    assert place.notices() <= 1


@pytest.mark.parametrize("place", GENERATIONS, indirect=True)
def test_the_form_is_sent_as_it_is_and_neither_previews_nor_subscribes(place: Place) -> None:
    place.engine.form_extra = (
        '<input type="hidden" name="PRV" value="a/b"><input type="hidden" name="preview" value="x">'
    )
    place.engine.add("Bo", "LOGIN FORM")
    assert place.post().result == "posted"
    (sent,) = place.engine.posts
    token = "XID" if place.engine.generation == "2.x" else "csrf_token"
    assert set(sent) == {"ACT", "RET", "site_id", token, "entry_id", "PRV", "comment", "submit"}
    assert sent["RET"] == "a/b+c==&\"'"
    assert sent["comment"] == NOTICE.replace("\n", "\r\n")
    assert place.engine.asked == [ENTRY, "/member/login", ENTRY, ENTRY]
    assert place.session.requests == 6


def test_one_login_serves_many_comments_that_keep_their_distance_and_is_not_repeated(
    place: Place,
) -> None:
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
    outcome = place.commenter().post(
        url if url.startswith("https") else place.engine.url + url, NOTICE, MARK
    )
    assert (outcome.result, place.notices(), place.engine.logins) == (
        (result, 1, 1) if result == "posted" else (result, 0, 0)
    )
    assert result == "posted" or outcome.why.endswith("; nothing was posted")


def test_a_text_that_is_unfit_costs_no_request(place: Place) -> None:
    outcome = place.commenter().post(place.url, f":for: {MARK}", MARK)
    assert (outcome.result, place.engine.asked) == ("refused", [])
    assert "becomes an icon and may count as a vote; nothing was posted" in outcome.why


def test_a_blog_that_goes_away_before_the_form_is_sent(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that nobody takes is as good as a form that was not sent."""
    monkeypatch.setattr(
        "sync.notices.blog_comments.comment_form",
        lambda *_: (parse_address("http://127.0.0.1:9"), [("comment", NOTICE)]),
    )
    why = (
        "the comment could not be sent: connection refused or closed by the server; nothing was"
        " posted"
    )
    assert place.post() == NoticeOutcome("refused", None, why)


@pytest.mark.parametrize(
    ("path", "why"),
    [("archive/a_thing", "the page has no form for logging in"), ("nowhere", "404")],
)
def test_a_login_page_that_is_none(
    path: str, why: str, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_notice_that_appears_while_one_waits_is_not_sent_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody runs the tool twice: the page is read anew after the pause between two comments."""
    commenter, sleep = place.commenter(), place.clock.sleep
    assert commenter.post(place.url, "First. notice-01234567", "notice-01234567").result == "posted"

    def other_run(seconds: float) -> None:
        place.engine.add("Herald", NOTICE)
        sleep(seconds)

    monkeypatch.setattr(place.session, "_sleep", other_run)
    assert commenter.post(place.url, NOTICE, MARK).result == "already-posted"
    assert len(place.engine.posts) == 1
