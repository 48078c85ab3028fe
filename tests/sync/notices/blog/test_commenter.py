"""One comment, at most once, whatever the blog does; case by case and for both generations of its software."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from sync.errors import UsageError
from sync.net.addresses import parse_address
from sync.net.errors import TransportError
from sync.net.http import FormSession
from sync.net.settings import HttpSettings
from sync.notices.blog.commenter import Commenter, CommentingSettings
from sync.notices.blog.entry import read_entry
from sync.notices.model import NoticeOutcome
from sync.pulling.client import BlogClient
from sync.settings.credentials import Credentials
from tests.support.comment_cases import CASES, MARK, NOTICE, Case
from tests.support.comment_engine import ENTRY, PASSWORD, USER, Engine, Generation, working
from tests.support.web import CONTACT, Clock

GENERATIONS: tuple[Generation, ...] = ("2.x", "7.x")


@dataclass
class Place:
    """A blog, and a session of somebody who comments there."""

    engine: Engine
    clock: Clock
    session: FormSession

    def commenter(self, password: str = PASSWORD, **settings: Any) -> Commenter:
        return Commenter(self.session, self.engine.url, Credentials(USER, password), CommentingSettings(**settings))

    def post(self, **options: Any) -> NoticeOutcome:
        return self.commenter().post(self.engine.url + ENTRY, NOTICE, MARK, **options)

    def notices(self) -> int:
        return sum(MARK in comment.text for comment in self.engine.stored)


@pytest.fixture(params=GENERATIONS)
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    clock = Clock()
    settings = HttpSettings(CONTACT, delay=0.0, read_timeout=0.3, connect_timeout=0.5, retries=1)
    with working(Engine(request.param, clock.monotonic)) as engine:
        session = FormSession(settings, sleep=clock.sleep, monotonic=clock.monotonic, now=clock.now)
        yield Place(engine, clock, session)
        session.close()


def by_turns(first: int) -> list[Any]:
    """Each case with one generation of the software, beginning with the first or second, so that two tests together have all pairs."""
    cases = [case for group in CASES.values() for case in group]
    turns = [GENERATIONS[(number + first) % 2] for number in range(len(cases))]
    return [pytest.param(case, generation, id=f"{case.what}-{generation}") for case, generation in zip(cases, turns, strict=True)]


@pytest.mark.parametrize(("case", "place"), by_turns(0), indirect=["place"])
def test_what_the_blog_does_and_what_comes_of_it(case: Case, place: Place) -> None:
    engine = place.engine
    case.set_up(engine)
    others = sum(MARK not in comment.text for comment in engine.stored)
    outcome = place.post(never_sent=case.never_sent)
    assert (outcome.result, place.notices(), len(engine.posts), engine.logins) == (case.result, case.stored, case.sent, case.logins), (
        outcome
    )
    assert case.why in outcome.why
    assert len(engine.agents) == 1
    # What an outcome says about the world holds, and nothing else was stored.
    assert place.notices() <= 1
    if outcome.result == "posted":
        assert place.notices() == 1
        assert outcome.url is not None
        assert outcome.url.startswith(engine.url + ENTRY)
    if outcome.result == "refused" and "mark" not in outcome.why:
        assert place.notices() == 0
    assert len(engine.stored) - place.notices() - others <= (1 if engine.after_post else 0)
    # Said to people in one sentence, without the password.
    assert outcome.why.isprintable()
    assert outcome.why[0].islower()
    assert PASSWORD not in outcome.why
    assert not any(PASSWORD in str(entry) for entry in place.session.log)


@pytest.mark.parametrize(("case", "place"), by_turns(1), indirect=["place"])
def test_another_run_does_not_make_two_of_one(case: Case, place: Place) -> None:
    """Whoever keeps to the rule that "unknown" is not sent again never has two, however often the tool is run."""
    case.set_up(place.engine)
    first = place.post(never_sent=case.never_sent)
    if first.result != "unknown":
        place.engine.post_fault, place.engine.post_status = None, 0
        place.clock.time += 60
        place.post()
    assert place.notices() <= 1


def test_the_form_is_sent_as_it_is_and_neither_previews_nor_subscribes(place: Place) -> None:
    place.engine.form_extra = '<input type="hidden" name="PRV" value="a/b"><input type="hidden" name="preview" value="x">'
    assert place.post().result == "posted"
    (sent,) = place.engine.posts
    token = "XID" if place.engine.generation == "2.x" else "csrf_token"
    assert set(sent) == {"ACT", "RET", "site_id", token, "entry_id", "PRV", "comment", "submit"}
    assert sent["RET"] == "a/b+c==&\"'"
    assert sent["comment"] == NOTICE.replace("\n", "\r\n")


def test_one_login_serves_many_comments_and_they_keep_their_distance(place: Place) -> None:
    commenter = place.commenter()
    for number in range(3):
        mark = f"{MARK}-{number}"
        assert commenter.post(place.engine.url + ENTRY, f"{number}. {mark}", mark).result == "posted"
    assert (place.engine.logins, len(place.engine.stored)) == (1, 3)
    assert sum(place.clock.naps) >= 62


def test_a_password_that_is_refused_is_sent_once(place: Place) -> None:
    commenter = place.commenter("wrong & secret")
    first, second = (commenter.post(place.engine.url + ENTRY, NOTICE, MARK) for _ in range(2))
    assert first == second
    assert first.result == "refused"
    assert "wrong & secret" not in first.why
    assert "The username or password … is not valid" in first.why
    assert place.engine.logins == 1


def test_a_session_that_ends_is_not_begun_again(place: Place) -> None:
    commenter = place.commenter()
    assert commenter.post(place.engine.url + ENTRY, NOTICE, MARK).result == "posted"
    place.engine.end_sessions()
    again = commenter.post(place.engine.url + ENTRY, f"More. {MARK}-2", f"{MARK}-2")
    assert (again.result, place.engine.logins, len(place.engine.posts)) == ("refused", 1, 1)
    assert "no longer shows the account as logged in; the login is not repeated" in again.why


def test_a_session_that_ends_while_the_form_expires(place: Place) -> None:
    place.engine.expired_forms = 1
    place.engine.after_post = Engine.end_sessions
    outcome = place.post()
    assert (outcome.result, place.engine.logins, len(place.engine.posts), place.notices()) == ("refused", 1, 1, 0)


def test_the_name_that_comments_show_may_be_another(place: Place) -> None:
    place.engine.screen_name = "The Crier"
    commenter = place.commenter(name="the crier")
    url = place.engine.url + ENTRY
    assert commenter.post(url, NOTICE, MARK).why == "the comment was seen on the entry"
    assert commenter.post(url, NOTICE, MARK).result == "already-posted"


@pytest.mark.parametrize(
    "url", ["/archive/none", "/", "https://elsewhere.example/archive/a_thing", "/archive/a_thing?ACT=1", "/archive/moved"]
)
def test_an_address_that_is_no_entry(url: str, place: Place) -> None:
    outcome = place.commenter().post(url if url.startswith("https") else place.engine.url + url, NOTICE, MARK)
    assert (outcome.result, place.engine.posts, place.engine.logins) == ("refused", [], 0)
    assert outcome.why.endswith("; nothing was posted")


def test_an_entry_by_its_number(place: Place) -> None:
    outcome = place.commenter().post(f"{place.engine.url}/archive/16", NOTICE, MARK)
    assert (outcome.result, place.notices()) == ("posted", 1)


def test_a_text_that_is_unfit_costs_no_request(place: Place) -> None:
    outcome = place.commenter().post(place.engine.url + ENTRY, f":for: {MARK}", MARK)
    assert outcome == NoticeOutcome(
        "refused", None, "the text contains a word between colons, which becomes an icon and may count as a vote; nothing was posted"
    )
    assert place.engine.asked == []


def test_a_blog_that_is_not_there(place: Place) -> None:
    gone = Commenter(place.session, "http://127.0.0.1:9", Credentials(USER, PASSWORD))
    outcome = gone.post(f"http://127.0.0.1:9{ENTRY}", NOTICE, MARK)
    assert outcome.result == "refused"
    assert "connection refused" in outcome.why


def test_a_blog_that_goes_away_before_the_form_is_sent(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that nobody takes is as good as a form that was not sent."""
    monkeypatch.setattr("sync.notices.blog.commenter.comment_form", lambda *_: (parse_address("http://127.0.0.1:9"), [("comment", NOTICE)]))
    outcome = place.post()
    assert outcome == NoticeOutcome("refused", None, "the comment could not be sent: connection refused; nothing was posted")


def test_a_site_that_asked_to_be_left_alone_is_sent_nothing(place: Place) -> None:
    place.engine.get_status = 503
    assert place.post().result == "refused"
    with pytest.raises(TransportError, match="asked to wait") as raised:
        place.session.submit(parse_address(place.engine.url), [("a", "b")])
    assert not raised.value.sent


@pytest.mark.parametrize("base", ["http://blog.example", "http://127.0.0.1.blog.example", "http://blog.example:8080/game"])
def test_a_password_does_not_travel_unencrypted(base: str, place: Place) -> None:
    with pytest.raises(UsageError, match="would be sent unencrypted; use https://"):
        Commenter(place.session, base, Credentials(USER, PASSWORD))


def test_over_https_it_may(place: Place) -> None:
    Commenter(place.session, "https://blog.example", Credentials(USER, PASSWORD))


def test_a_front_page_that_cannot_be_had_shows_nobody(place: Place) -> None:
    place.engine.shows_login = "front"
    place.engine.guests_see_form = True
    place.engine.front_status = 404
    outcome = place.post()
    assert (outcome.result, place.engine.logins, len(place.engine.posts)) == ("refused", 1, 0)
    assert "does not show the account as logged in" in outcome.why


def test_a_login_page_without_a_form(place: Place) -> None:
    outcome = place.commenter(login_path="archive/a_thing").post(place.engine.url + ENTRY, NOTICE, MARK)
    assert (outcome.result, place.engine.logins) == ("refused", 0)
    assert "the page has no form for logging in" in outcome.why


def test_a_login_page_that_is_not_there(place: Place) -> None:
    outcome = place.commenter(login_path="nowhere").post(place.engine.url + ENTRY, NOTICE, MARK)
    assert (outcome.result, place.engine.logins) == ("refused", 0)
    assert "404" in outcome.why


@pytest.mark.parametrize(("another", "why"), [("_thing", "shows no comments that are recognised"), ("_second", "holds 2 posts")])
def test_a_page_of_several_posts_is_no_entry(another: str, why: str, place: Place) -> None:
    place.engine.guests_see_form = True
    place.engine.another = another
    outcome = place.post()
    assert outcome.result == "refused"
    assert why in outcome.why


def test_a_further_page_that_cannot_be_read(place: Place) -> None:
    for number in range(150):
        place.engine.add("Ana", f"number {number}")
    place.engine.last_page = 100
    outcome = place.post()
    assert (outcome.result, place.engine.logins) == ("refused", 0)
    assert "404" in outcome.why


def test_a_login_form_that_a_player_wrote_is_not_filled_in(place: Place) -> None:
    place.engine.add("Bo", "LOGIN FORM")
    assert place.post().result == "posted"
    assert place.engine.logins == 1
    assert "/member/login" in place.engine.asked


def test_a_form_for_comments_that_a_player_wrote_is_not_filled_in(place: Place) -> None:
    place.engine.add("Bo", "COMMENT FORM")
    assert "2 forms for comments" in place.post().why
    place.engine.takes_comments = False
    assert "is inside a post or a comment" in place.post().why
    assert place.engine.posts == []


def test_a_notice_that_appears_while_one_waits_is_not_sent_again(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody runs the tool twice: the page is read anew after the pause between two comments."""
    commenter = place.commenter()
    url = place.engine.url + ENTRY
    assert commenter.post(url, f"First. {MARK}-1", f"{MARK}-1").result == "posted"
    sleep = place.clock.sleep

    def other_run(seconds: float) -> None:
        place.engine.add("Herald", NOTICE)
        sleep(seconds)

    monkeypatch.setattr(place.session, "_sleep", other_run)
    assert commenter.post(url, NOTICE, MARK).result == "already-posted"
    assert len(place.engine.posts) == 1


def test_what_one_comment_costs(place: Place) -> None:
    assert place.post().result == "posted"
    assert place.engine.asked == [ENTRY, "/member/login", ENTRY, ENTRY]
    assert place.session.requests == 6


def test_a_password_that_the_blog_repeats_is_not_repeated(place: Place) -> None:
    place.engine.error = f"Nobody may say {PASSWORD} here"
    assert "Nobody may say … here" in place.post().why


def test_an_entry_with_more_pages_than_any_has(place: Place) -> None:
    place.engine.limit = 1
    for number in range(60):
        place.engine.add("Ana", f"number {number}")
    outcome = place.post()
    assert (outcome.result, len(place.engine.asked)) == ("refused", 50)
    assert "shows 50 of 60 comments" in outcome.why


def test_what_stood_there_before_is_not_new(place: Place) -> None:
    blog = BlogClient(place.session, place.engine.url)
    url = place.engine.url + ENTRY
    place.engine.add("Herald", NOTICE)
    before = read_entry(blog, url)
    place.engine.add("Herald", NOTICE)
    after = read_entry(blog, url)
    assert [comment.id for comment in after.new_since(before, NOTICE, MARK)] == ["c101"]
    assert after.new_since(after, NOTICE, MARK) == []
    assert after.new_since(before, "Other words", f"{MARK}-2") == []


def test_a_name_that_steers_a_terminal_is_shown_as_what_it_is(place: Place) -> None:
    place.engine.add("\x1b[31mBo\u202e" + "o" * 100, NOTICE)
    outcome = place.post()
    assert outcome.result == "refused"
    assert outcome.why.isprintable()
    assert len(outcome.why) < 250


# --- The documentation
