"""One request and its answer: what goes out, which cookies come back, and whether a failed request was sent at all."""

from __future__ import annotations

import socket
import time

import pytest

from sync.net.addresses import parse_address
from sync.net.errors import TransportError
from sync.net.settings import HttpSettings
from sync.net.transport import Transport
from tests.support.faulty_server import FaultyServer, hang, page, reset

BOUNDS = HttpSettings("ops@example.org", connect_timeout=5, read_timeout=0.3, total_timeout=5, max_bytes=1000)


def transport(settings: HttpSettings = BOUNDS) -> Transport:
    return Transport(settings, {"User-Agent": "test"}, time.monotonic)


def test_a_form_is_posted_once_with_the_headers_of_that_request() -> None:
    with FaultyServer(page(b"yes"), page(b"again")) as server:
        one = transport()
        assert one.exchange(parse_address(server.url), form=b"a=1&b=%C3%A9", headers={"Cookie": "c=2"}).body == b"yes"
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


def test_cookies_come_one_by_one() -> None:
    headers = [("Set-Cookie", "a=1; expires=Sat, 20 Jan 2024 12:00:00 GMT"), ("Set-Cookie", "b=2")]
    with FaultyServer(page(b"", headers=headers), page(b"")) as server:
        one = transport()
        assert one.exchange(parse_address(server.url)).cookies == tuple(value for _, value in headers)
        assert one.exchange(parse_address(server.url)).cookies == ()
        one.close()


@pytest.mark.parametrize("step", [reset(), hang()])
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
