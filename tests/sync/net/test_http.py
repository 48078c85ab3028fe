"""How pages are asked for, every way one can fail to arrive, with what each of them costs, and what
bounds them.
"""

from __future__ import annotations

import gzip
import http.client
import socket
import ssl
import time
import zlib
from typing import Any

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st
from requests.adapters import HTTPAdapter
from responses import RequestsMock

from sync.errors import Unreachable, UsageError
from sync.net.fetched import FetchedPage, HttpSettings, NotFetched
from sync.net.http import Http
from tests.support.faulty_server import (
    HTML,
    FaultyServer,
    Step,
    chunked,
    drip,
    flood,
    hang,
    head,
    page,
    reset,
    send,
)
from tests.support.web import CONTACT, NOON, Clock, Session, failure

GZIP = [("Content-Encoding", "gzip"), HTML]
PACKED = gzip.compress(bytes(range(256)) * 40)
SMALL = {"max_bytes": 1_000}
CHUNKED = head(200, [("Transfer-Encoding", "chunked")])


def length(number: object) -> bytes:
    return head(200, [("Content-Length", f"{number}")])


def to(location: str, status: int = 302) -> Step:
    return page(status=status, headers=[("Location", location)])


def busy(wait: str, status: int = 429) -> Step:
    return page(status=status, headers=[("Retry-After", wait)])


# --- What a page costs when all is well


def test_a_page_is_requested_once_with_the_contact_only(
    session: Session, clock: Clock, tmp_path: Any, monkeypatch: Any
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login somebody password hidden\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    with FaultyServer(
        page("naïve".encode(), headers=[HTML, ("Set-Cookie", "tracker=1; Path=/")]), page()
    ) as server:
        http = session()
        url = f"{server.url}/2024/01/?page=2"
        assert http.get(f"{url}#c1") == FetchedPage(
            f"{url}#c1", url, 200, "naïve".encode(), "utf-8", NOON
        )
        http.get(url)
    assert (http.requests, clock.naps) == (2, [])
    for text in server.heads:
        assert text.splitlines()[0] == "GET /2024/01/?page=2 HTTP/1.1"
        said = dict(line.split(": ", 1) for line in text.splitlines()[1:] if line)
        assert set(said) == {"Host", "User-Agent", "Accept", "Accept-Encoding"}
        assert said["User-Agent"].startswith("blognomic-sync/")
        assert said["User-Agent"].endswith(f" ({CONTACT})")


def test_between_two_requests_to_one_host_there_is_a_pause(session: Session, clock: Clock) -> None:
    with FaultyServer(page(), page(), page()) as server:
        http = session(delay=1.5)
        for passing in (0.5, 1.5, 0.0):
            http.get(server.url)
            clock.time += passing
    assert clock.naps == [1.0]


def test_a_connection_is_kept_open_between_pages_and_closed_at_the_end(session: Session) -> None:
    with FaultyServer(page(b"1", keep=True), page(b"2", keep=True), page(b"3")) as server:
        http = session()
        assert [http.get(server.url).text for _ in range(2)] == ["1", "2"]
        assert server.connections() == 1
        http.close()
        assert http.get(server.url).text == "3"


# --- What comes to nothing: the steps, requests, seconds of waiting, words of the sentence, the
# status, settings

ELSEWHERE = (
    "redirect to http://other.example/x?…, not followed; if http://other.example/ is the right"
    " site, configure it as the address"
)
FAULTS: dict[str, tuple[Any, ...]] = {
    "no answer": ([hang()] * 3, 3, 3, "(3 attempts): no answer in time; try again later"),
    "a reset before the answer": (
        [reset()] * 3,
        3,
        3,
        "connection refused or closed by the server",
    ),
    "an end before the answer": (
        [send(b"")] * 3,
        3,
        3,
        "connection refused or closed by the server",
    ),
    "an end within the headers": ([send(head(200, [HTML])[:-2])] * 3, 3, 3, "incomplete response"),
    "an end behind the name of a header": (
        [send(head()[:-2] + b"Content-Length:")] * 3,
        3,
        3,
        "incomplete response",
    ),
    "an end within the body": ([send(length(5) + b"abcd")] * 3, 3, 3, "incomplete response"),
    "an end before the last chunk": (
        [send(chunked(b"abcd", b""))] * 3,
        3,
        3,
        "incomplete response",
    ),
    "half of what is packed": ([page(PACKED[:-30], headers=GZIP)] * 3, 3, 3, "incomplete response"),
    "more after what was packed": (
        [page(PACKED + PACKED, headers=GZIP)] * 3,
        3,
        3,
        "incomplete response",
    ),
    "what cannot be unpacked": ([page(b"plain", headers=GZIP)], 1, 0, "malformed HTTP response"),
    "packed as nobody asked for": (
        [page(b"\x0b", headers=[("Content-Encoding", "br")])],
        1,
        0,
        "unsupported Content-Encoding 'br'",
    ),
    "429": (
        [page(status=429)] * 3,
        3,
        3,
        "429 Too Many Requests; try again later, with longer pauses",
        429,
    ),
    "429 with seconds": ([busy("7")] * 3, 3, 14, "429", 429),
    "429 for a day": (
        [busy("86400")],
        1,
        0,
        "429 Too Many Requests, and the host asked to wait 86400 seconds",
        429,
    ),
    "429 for ever": ([busy("9" * 60_000)], 1, 0, "asked to wait 1000000000 seconds", 429),
    "more waiting than a run may": (
        [busy("40", 503)],
        1,
        0,
        "asked to wait 40",
        503,
        {"max_total_wait": 39.9},
    ),
    "no waiting": (
        [page(status=503)] * 2,
        2,
        1,
        "and no more waiting is allowed",
        503,
        {"max_total_wait": 2.0},
    ),
    "no retries": ([page(status=503)], 1, 0, "(1 attempt): 503", 503, {"retries": 0}),
    "a status nobody knows": ([send(head(799, reason="\x1b]0;x"))], 1, 0, "status 799; try", 799),
    "noise": ([send(b"\xff\x00" * 500)], 1, 0, "malformed HTTP response"),
    "a header without end": (
        [flood(head()[:-2] + b"X: ", b"y" * 1_000, 200)],
        1,
        0,
        "malformed HTTP response",
    ),
    "headers without end": (
        [flood(head()[:-2], b"X: y\r\n", 200)],
        1,
        0,
        "malformed HTTP response",
    ),
    "a chunk of negative length": (
        [flood(CHUNKED + b"-1\r\n", b"x" * 1_000_000, 1_000)],
        1,
        0,
        "malformed HTTP response",
    ),
    "a body above the limit": ([page(b"x" * 1_001)], 1, 0, "larger than 0.001 MB", None, SMALL),
    "chunks above the limit": (
        [send(chunked(b"x" * 1_001))],
        1,
        0,
        "larger than 0.001 MB",
        None,
        SMALL,
    ),
    "unpacked above the limit": (
        [page(gzip.compress(b"x" * 1_001), headers=GZIP)],
        1,
        0,
        "larger than 0.001 MB",
        None,
        SMALL,
    ),
    "a gigabyte": ([flood(head(), b"x" * 1_000_000, 1_000)], 1, 0, "larger than 20 MB"),
    "a redirect to a file": (
        [to("file:///etc/passwd")],
        1,
        0,
        "does not begin with https:// or http://",
        302,
    ),
    "a redirect to another host": ([to("//other.example/x?hidden", 301)], 1, 0, ELSEWHERE, 301),
    "a redirect to another port": (
        [to("http://127.0.0.1:9/x", 307)],
        1,
        0,
        "redirect to http://127.0.0.1:9/x, not followed",
        307,
    ),
    "a redirect without end": (
        [to(f"/{number}") for number in range(9)],
        6,
        0,
        "more than 5 redirects; open the",
        302,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_what_it_may_and_ends_in_one_sentence(
    name: str, session: Session, clock: Clock
) -> None:
    given: tuple[Any, ...] = (
        (*FAULTS[name], None, {}) if len(FAULTS[name]) == 4 else (*FAULTS[name], {})
    )
    steps, cost, waited, says, status, settings = given[:6]
    with FaultyServer(*steps) as server:
        http = session(**settings)
        error = failure(http, f"{server.url}/page")
        assert len(server.heads) == http.requests == error.tries == cost
        assert server.sent_all or "flood" in f"{steps[0]}"
    assert says in str(error)
    assert "hidden" not in str(error)
    assert str(error).startswith(f"could not fetch http://127.0.0.1:{server.port}/")
    assert error.status == status
    assert isinstance(error, Unreachable)
    assert sum(clock.naps) == waited


@pytest.mark.parametrize(
    "fault", [reset(), page(status=503), page(PACKED[:-9], headers=GZIP), hang()]
)
def test_a_fault_may_pass(fault: Step, session: Session, clock: Clock) -> None:
    with FaultyServer(fault, page(b"at last")) as server:
        http = session()
        assert http.get(server.url).text == "at last"
    assert (http.requests, clock.naps) == (2, [1.0])


def caused(error: BaseException, cause: BaseException) -> BaseException:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "says", "tries"),
    [
        (requests.ConnectTimeout(), "no answer in time", 3),
        (requests.ConnectionError("secret words"), "no connection;", 3),
        (caused(requests.ConnectionError(), socket.gaierror()), "host name not found", 3),
        (
            caused(requests.ConnectionError(), ConnectionRefusedError()),
            "connection refused or closed by the server; check the address",
            3,
        ),
        (
            requests.exceptions.ProxyError("http://me:secret@proxy"),
            "cannot connect to the proxy; check HTTPS_PROXY and HTTP_PROXY",
            3,
        ),
        (
            requests.exceptions.InvalidProxyURL("http://me:secret@proxy"),
            "not be made (InvalidProxyURL); check the address, HTTPS_PROXY",
            1,
        ),
        (
            caused(requests.exceptions.SSLError(), ssl.SSLCertVerificationError()),
            "invalid TLS certificate; check",
            1,
        ),
        (
            caused(requests.exceptions.SSLError(), ssl.SSLEOFError()),
            "connection refused or closed by the server",
            3,
        ),
        (caused(requests.exceptions.SSLError(), ssl.SSLError()), "no secure connection", 1),
        (
            caused(requests.ConnectionError(), http.client.LineTooLong("x")),
            "malformed HTTP response",
            1,
        ),
        (
            requests.exceptions.ContentDecodingError(),
            "the request could not be made (ContentDecodingError)",
            1,
        ),
    ],
)
def test_library_errors_are_reworded(
    error: Exception, says: str, tries: int, session: Session
) -> None:
    error.__context__ = caused(
        KeyError(), error
    )  # that errors come from each other is no reason to look for ever
    with RequestsMock() as mock:
        mock.get("https://blog.example/", body=error)
        told = failure(session(), "https://blog.example/")
    assert says in str(told)
    assert "secret" not in str(told)
    assert told.tries == tries


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "http://me:hidden@blog.example/", "http://blog.example/../x"]
)
def test_forbidden_addresses_are_not_requested(url: str, session: Session) -> None:
    http = session()
    error = failure(http, url)
    assert "(not requested)" in str(error)
    assert "hidden" not in str(error)
    assert (http.requests, error.tries) == (0, 0)


PIECES = [
    b"HTTP/1.1 200 OK\r\n",
    b"HTTP/1.1 100 Continue\r\n",
    b"HTTP/1.0 302 x\r\n",
    b"Location: \xff\x00\t//x\r\n",
]
PIECES += [
    b"Content-Length: 5\r\n",
    b"Content-Length: -1\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Transfer-Encoding: chunked\r\n",
]
PIECES += [
    b"Content-Encoding: gzip\r\n",
    b"Content-Type: text/html; charset=\xff\r\n",
    b": \r\n y\r\n",
    b"\r\n",
    b"-1\r\n",
    b"-5\r\n",
]
PIECES += [b"5\r\nhello\r\n", b"0\r\n", b"hello", b"\xff\0"]


@given(
    st.sampled_from([b"", PIECES[0], PIECES[0] + PIECES[7] + b"\r\n"]),
    st.lists(st.sampled_from(PIECES), max_size=10),
)
def test_whatever_a_server_sends_the_end_is_an_answer_or_a_sentence(
    before: bytes, pieces: list[bytes]
) -> None:
    with (
        FaultyServer(send(before + b"".join(pieces))) as server,
        Http(HttpSettings(CONTACT, delay=0, retries=0)) as http,
    ):
        try:
            assert isinstance(http.get(server.url).text, str)
        except NotFetched as error:
            assert str(error).isprintable()
        assert http.requests == 1


# --- Waiting


def test_the_pauses_before_repetitions_grow_and_differ(session: Session, clock: Clock) -> None:
    with FaultyServer(*[page(status=503)] * 8) as server:
        failure(session(retries=7, jitter=1.0), server.url)
    assert clock.naps == [2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0]


def test_a_wait_that_is_asked_for_is_not_added_to_the_pause(session: Session, clock: Clock) -> None:
    with FaultyServer(busy("3", 503), busy("0", 503), page()) as server:
        session(delay=2.0).get(server.url)
    assert clock.naps == [3.0, 2.0]


def test_a_wait_of_just_the_limit_is_kept_and_holds_for_the_next_page(
    session: Session, clock: Clock
) -> None:
    with FaultyServer(busy("60", 503), page(b"there")) as server:
        http = session(retries=0, max_total_wait=60.0)
        failure(http, f"{server.url}/1")
        assert clock.naps == []
        assert http.get(f"{server.url}/2").text == "there"
    assert clock.naps == [60.0]


@pytest.mark.parametrize(("seconds", "settings"), [(3_600, {}), (20, {"max_total_wait": 19.0})])
def test_a_host_that_asks_for_a_long_wait_is_given_up(
    seconds: int, settings: dict[str, Any], session: Session, clock: Clock
) -> None:
    with FaultyServer(busy(f"{seconds}")) as server:
        http = session(**settings)
        failure(http, f"{server.url}/1")
        error = failure(http, f"{server.url}/2")
        assert (error.tries, len(server.heads)) == (0, 1)
    assert (
        f"(not requested): the host asked to wait {seconds} seconds, longer than the configured"
        " limit;"
        " try again later" in str(error)
    )
    assert clock.naps == []


def test_the_waiting_of_a_run_is_bounded(session: Session, clock: Clock) -> None:
    with FaultyServer(*[page(status=503)] * 8) as server:
        http = session(max_total_wait=4.0, delay=0.5)
        assert [failure(http, server.url).tries for _ in range(3)] == [3, 2, 1]
    # What is waited for the sake of good manners does not count.
    assert clock.naps == [1.0, 2.0, 0.5, 1.0, 0.5]


@pytest.mark.parametrize(
    "fault", [page(status=500), reset(), send(b"noise")], ids=["500", "reset", "noise"]
)
def test_a_host_that_delivers_nothing_is_left_alone(fault: Step, session: Session) -> None:
    with FaultyServer(
        *[fault] * 4, page(status=404), *[fault] * 4, page(), *[fault] * 5, page()
    ) as server:
        http = session(retries=0)
        assert {failure(http, server.url).tries for _ in range(9)} == {1}
        http.get(server.url)
        assert {failure(http, server.url).tries for _ in range(5)} == {1}
        error = failure(http, server.url)
        assert len(server.heads) == 15
    assert "the last 5 pages from this host failed, so no more requests are made" in str(error)
    assert error.tries == 0


# --- Time and size


@pytest.mark.parametrize(
    "before",
    [length(9999), head(), CHUNKED, head()[:-2] + b"X: ", b"HTTP/1.1 200 "],
    ids=["body", "body without length", "length of a chunk", "header", "status"],
)
def test_a_slow_drip_does_not_outlast_the_whole_time(before: bytes, session: Session) -> None:
    with FaultyServer(drip(before, b"1")) as server:
        http = session(total_timeout=0.15, read_timeout=5.0)
        error = failure(http, server.url)
    assert "no complete response within 0.15 seconds; try again later" in str(error)
    assert http.requests == 1


def test_the_time_may_be_over_before_there_is_a_connection(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    send_it = HTTPAdapter.send

    def slow(*arguments: Any, **options: Any) -> Any:
        time.sleep(0.1)
        return send_it(*arguments, **options)

    monkeypatch.setattr(HTTPAdapter, "send", slow)
    with FaultyServer(drip(head(), b"1")) as server:
        assert "no complete response" in str(
            failure(session(total_timeout=0.05, read_timeout=5.0), server.url)
        )


@pytest.mark.parametrize(
    ("step", "body"),
    [
        (send(head() + b"x" * 1_000), b"x" * 1_000),
        (send(chunked(b"x" * 1_000)), b"x" * 1_000),
        (page(gzip.compress(b"x" * 1_000), headers=GZIP), b"x" * 1_000),
        (page(b"text", headers=[("Content-Encoding", "identity")]), b"text"),
        (page(gzip.compress(b""), headers=[("Content-Encoding", "X-GZIP")]), b""),
        (page(b"", headers=GZIP), b""),
    ],
)
def test_a_body_within_the_limit_is_taken_and_unpacked(
    step: Step, body: bytes, session: Session
) -> None:
    with FaultyServer(step) as server:
        assert session(**SMALL).get(server.url).body == body


@pytest.mark.slow
def test_a_bomb_is_stopped_at_the_limit(session: Session) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(100)) + packer.flush()
    with FaultyServer(page(bomb, headers=GZIP)) as server:
        assert "larger than 20 MB" in str(failure(session(), server.url))


# --- Redirects and proxies


def test_a_redirect_on_the_host_is_followed_after_a_pause_and_its_body_not_read(
    session: Session, clock: Clock
) -> None:
    steps = [
        to("/b", 301),
        to("c?x=1"),
        to("/\xc3\xa4", 308),
        flood(head(303, [("Location", "/\xe9")]), b"x" * 65_536, 100_000),
    ]
    with FaultyServer(*steps, page(b"there")) as server:
        http = session(delay=1.0)
        answer = http.get(f"{server.url}/a")
        assert server.paths() == ["/a", "/b", "/c?x=1", "/%C3%A4", "/%E9"]
        assert not server.sent_all
    assert (answer.requested, answer.url, answer.text) == (
        f"{server.url}/a",
        f"{server.url}/%E9",
        "there",
    )
    assert clock.naps == [1.0] * 4


def test_from_http_to_https_is_followed_and_from_https_to_http_is_not(session: Session) -> None:
    with RequestsMock() as mock:
        mock.get("http://blog.example/", status=301, headers={"Location": "https://blog.example/"})
        mock.get("https://blog.example/", body="there", headers={"Content-Length": "5"})
        mock.get(
            "https://blog.example/b", status=302, headers={"Location": "http://blog.example/b"}
        )
        assert session().get("http://blog.example").url == "https://blog.example/"
        error = failure(session(), "https://blog.example/b")
    assert "redirect to http://blog.example/b, not followed" in str(error)


def test_redirects_out_of_the_folder_are_not_followed(session: Session) -> None:
    with FaultyServer(to("/blog/b"), to("/admin")) as server:
        error = failure(session(), f"{server.url}/blog/a", within=f"{server.url}/blog/")
        assert server.paths() == ["/blog/a", "/blog/b"]
    assert f"redirect to {server.url}/admin, outside {server.url}/blog/" in str(error)


def test_the_proxy_that_the_environment_names_is_asked(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        FaultyServer(page(b"by proxy"), *[page(status=407)] * 3) as proxy,
        FaultyServer(page(b"itself")) as server,
    ):
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert session().get("http://blog.example/x").text == "by proxy"
        assert proxy.paths() == ["http://blog.example/x"]
        monkeypatch.setenv("https_proxy", f"http://me:hidden@127.0.0.1:{proxy.port}")
        error = failure(session(), "https://blog.example/x")
        assert proxy.heads[1].startswith("CONNECT blog.example:443 HTTP/1.")
        monkeypatch.setenv("NO_PROXY", "other.example,127.0.0.1")
        assert session().get(server.url).text == "itself"
    assert "cannot connect to the proxy; check HTTPS_PROXY and HTTP_PROXY" in str(error)
    assert "hidden" not in str(error)


@pytest.mark.parametrize(
    "value", ["http://[bad", "http://me:hidden@[", "http://", "http://127.0.0.1:99999", "a b"]
)
def test_a_proxy_that_cannot_be_one_is_not_quoted(
    value: str, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", value)
    error = failure(session(), "http://blog.example/x")
    assert "HTTPS_PROXY and HTTP_PROXY" in str(error)
    assert "hidden" not in str(error)


@pytest.mark.parametrize("contact", ["", "  ", "a\nb", "é", "(x)", "a\\b", "x" * 201])
def test_a_contact_that_is_none_is_refused(contact: str) -> None:
    with pytest.raises(UsageError, match="the contact for web requests must be plain ASCII text"):
        HttpSettings(contact)
