"""One request and its answer: what goes out, which cookies come back, and whether a failed request was sent at all."""

from __future__ import annotations

import socket
import time

import pytest

from sync.net.addresses import parse_address
from sync.net.deadline import ALLOWANCE, Allowance, _Response
from sync.net.errors import TransportError
from sync.net.settings import HttpSettings
from sync.net.transport import Cookies, Transport
from tests.support.faulty_server import FaultyServer, Step, hang, page, reset

BOUNDS = HttpSettings("ops@example.org", connect_timeout=5, read_timeout=0.3, total_timeout=5, max_bytes=1000)


def transport(settings: HttpSettings = BOUNDS) -> Transport:
    return Transport(settings, {"User-Agent": "test"}, time.monotonic)


def test_a_form_is_posted_once_with_the_cookies_of_that_request() -> None:
    cookies = Cookies()
    cookies.set("c", "2")
    with FaultyServer(page(b"yes"), page(b"again")) as server:
        one = transport()
        assert one.exchange(parse_address(server.url), form=b"a=1&b=%C3%A9", cookies=cookies).body == b"yes"
        assert one.exchange(parse_address(server.url)).body == b"again"
        one.close()
    first, second = server.heads
    assert first.startswith("POST / HTTP/1.1\r\n")
    assert "Content-Type: application/x-www-form-urlencoded\r\n" in first
    assert "Cookie: c=2\r\n" in first
    assert "User-Agent: test\r\n" in first
    assert second.startswith("GET / HTTP/1.1\r\n")
    assert "Cookie" not in second
    assert server.bodies == [b"a=1&b=%C3%A9", b""]


class Browser:
    """Requests to one server that keep its cookies."""

    def __init__(self, server: FaultyServer) -> None:
        self.server = server
        self.cookies = Cookies()

    def ask(self, path: str = "/", host: str = "127.0.0.1") -> str:
        """What the request had as its ``Cookie``."""
        transport().exchange(parse_address(self.server.url.replace("127.0.0.1", host) + path), cookies=self.cookies)
        heads = (line.partition(": ") for line in self.server.heads[-1].splitlines())
        return next((value for name, _, value in heads if name == "Cookie"), "")


def set_cookies(*values: str) -> Step:
    return page(b"", headers=[("Set-Cookie", value) for value in values])


def test_cookies_are_sent_back_to_where_they_came_from() -> None:
    first = set_cookies(
        "a=1; path=/; HttpOnly", "b=2; expires=Fri, 01 Jan 2100 00:00:00 GMT; path=/w/", "c=3; domain=elsewhere.example", "d=4; secure"
    )
    with FaultyServer(first, *[page(b"")] * 3) as server:
        browser = Browser(server)
        assert [browser.ask("/w/api.php"), browser.ask("/w/api.php"), browser.ask("/other")] == ["", "b=2; a=1", "a=1"]
        assert browser.ask("/w/", host="localhost") == ""


def test_a_cookie_that_is_over_is_gone() -> None:
    over = set_cookies("a=deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0; path=/")
    with FaultyServer(set_cookies("a=1; path=/", "b=2; path=/"), over, page(b""), page(b"")) as server:
        browser = Browser(server)
        assert [browser.ask(), browser.ask(), browser.ask()] == ["", "a=1; b=2", "b=2"]
        browser.cookies.clear()
        assert browser.ask() == ""


def test_nonsense_is_no_cookie_and_none_is_shown() -> None:
    with FaultyServer(set_cookies("", ";;;", "=", "a" * 5000, "session=secret"), page(b"")) as server:
        browser = Browser(server)
        assert [browser.ask(), "session=secret" in browser.ask()] == ["", True]
        assert repr(browser.cookies) == "Cookies(…)"


@pytest.mark.parametrize("step", [pytest.param(reset(), id="reset"), pytest.param(hang(), id="silence")])
def test_a_request_that_got_no_answer_counts_as_sent(step: object) -> None:
    with FaultyServer(step) as server, pytest.raises(TransportError) as caught:  # type: ignore[arg-type]
        transport().exchange(parse_address(server.url), form=b"")
    assert caught.value.sent
    assert len(server.heads) == 1


def test_a_request_without_a_connection_was_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        with pytest.raises(TransportError, match="connection refused") as caught:
            transport().exchange(parse_address(f"http://127.0.0.1:{port}/"), form=b"")
    assert not caught.value.sent
    monkeypatch.setenv("HTTP_PROXY", "no address at all")
    with pytest.raises(TransportError, match="HTTP_PROXY") as caught:
        transport().exchange(parse_address("http://wiki.example/"), form=b"")
    assert not caught.value.sent


def test_a_response_closes_after_its_stream_was_closed() -> None:
    """Python 3.13 and later tell on standard error of a response that cannot be closed when it is collected."""
    allowance = Allowance(time.monotonic, BOUNDS, time.monotonic() + 60)
    ours, theirs = socket.socketpair()
    token = ALLOWANCE.set(allowance)
    with ours, theirs:
        response = _Response(ours)
        allowance.close()
        response.close()
    ALLOWANCE.reset(token)
    assert response.isclosed()
