"""Forms: sent once each, with the site's cookies and nobody else's; and whether one that failed was
sent at all.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sync.net.addresses import parse_address
from sync.net.fetched import HttpSettings, TransportError
from sync.net.http import FormSession
from tests.support.faulty_server import FaultyServer, Step, Visit, hang, page, reset, send
from tests.support.web import CONTACT, Clock, without_proxies

FIELDS = [("a", "1 & ü"), ("a", "\r\n"), ("b", "")]
BODY = b"a=1+%26+%C3%BC&a=%0D%0A&b="


@pytest.fixture
def session(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[FormSession]:
    without_proxies(monkeypatch)
    settings = HttpSettings(
        CONTACT, delay=1.0, read_timeout=0.2, connect_timeout=0.5, max_bytes=1_000
    )
    with FormSession(settings, sleep=clock.sleep, monotonic=clock.monotonic, now=clock.now) as made:
        yield made


def cookie(head: str) -> set[str]:
    found = next(
        (line.partition(": ")[2] for line in head.splitlines() if line.startswith("Cookie: ")), ""
    )
    return set(found.split("; ")) - {""}


def test_a_form_is_sent_once_and_as_it_is(session: FormSession) -> None:
    with FaultyServer(page(b"done", 403)) as server:
        answer = session.submit(parse_address(f"{server.url}/?ACT=5"), FIELDS)
    assert (answer.status, answer.text, server.bodies) == (403, "done", [BODY])
    first, *rest = server.heads[0].splitlines()
    assert first == "POST /?ACT=5 HTTP/1.1"
    said = dict(line.split(": ", 1) for line in rest if line)
    assert said["Content-Type"] == "application/x-www-form-urlencoded"
    assert set(said) == {
        "Host",
        "User-Agent",
        "Accept",
        "Accept-Encoding",
        "Content-Type",
        "Content-Length",
    }


@pytest.mark.parametrize("status", [302, 307, 404, 429, 503])
def test_no_answer_is_followed_or_tried_again(status: int, session: FormSession) -> None:
    with FaultyServer(
        page(b"x", status, [("Location", "/elsewhere"), ("Retry-After", "1")])
    ) as server:
        answer = session.submit(parse_address(server.url), FIELDS)
    assert (answer.status, answer.body, len(server.heads)) == (status, b"", 1)


@pytest.mark.parametrize(
    ("step", "what"),
    [
        (reset(), "closed by the server"),
        (hang(), "no answer in time"),
        (send(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"), "incomplete response"),
        (send(b"nonsense\r\n\r\n"), "malformed HTTP"),
        (page(b"x" * 1_001), "larger than"),
    ],
)
def test_an_answer_that_is_lost_is_not_asked_for_again(
    step: Step, what: str, session: FormSession
) -> None:
    with FaultyServer(step) as server:
        with pytest.raises(TransportError, match=what) as raised:
            session.submit(parse_address(server.url), FIELDS)
        assert len(server.heads) == 1
    assert raised.value.sent


@pytest.mark.parametrize(
    ("url", "proxy"),
    [
        ("http://127.0.0.1:9", ""),
        ("http://nowhere.invalid", ""),
        ("http://127.0.0.1:9", "http://["),
    ],
)
def test_unsent_writes_are_recognised(
    url: str, proxy: str, session: FormSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", proxy)
    with pytest.raises(TransportError) as raised:
        session.submit(parse_address(url), FIELDS)
    assert not raised.value.sent


def test_a_form_uses_a_new_connection_after_a_pause(session: FormSession) -> None:
    """One that was kept may be closed by the other side at the very moment at which the form is put
    into it.
    """
    ports = []

    def noted(visit: Visit) -> bool:
        ports.append(visit.socket.getpeername()[1])
        return page(b"x", keep=True)(visit)

    with FaultyServer(noted, noted, noted) as server:
        session.get(server.url)
        session.get(server.url)
        before = session._monotonic()
        session.submit(parse_address(server.url), FIELDS)
    assert ports[0] == ports[1] != ports[2]
    assert session._monotonic() == before + 1.0


def test_cookies_go_back_to_their_site_alone(session: FormSession) -> None:
    given = [
        "one=1; Path=/; HttpOnly",
        "two=2; Path=/deep",
        "three=3; Domain=other.example",
        "four=4; secure",
        ";;;",
        "a" * 5000,
    ]
    gone = ["one=x; Path=/; Max-Age=0", "five=5; Path=/; expires=Fri, 01 Jan 2100 00:00:00 GMT"]
    first, second = (
        page(b"x", headers=[("Set-Cookie", each) for each in them]) for them in (given, gone)
    )
    with (
        FaultyServer(first, second, page(b"x"), page(b"x")) as server,
        FaultyServer(page(b"x")) as other,
    ):
        session.get(server.url)
        session.submit(parse_address(f"{server.url}/deep/x"), FIELDS)
        session.get(server.url)
        session.get(f"{server.url}/deep/")
        session.get(other.url.replace("127.0.0.1", "localhost"))
        found = [cookie(head) - {"a" * 5000} for head in server.heads]
        assert found == [set(), {"one=1", "two=2"}, {"five=5"}, {"two=2", "five=5"}]
        assert cookie(other.heads[0]) == set()
