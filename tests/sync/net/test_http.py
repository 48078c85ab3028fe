"""How pages are asked for, and every way one can fail to arrive, with what each of them costs."""

from __future__ import annotations

import gzip
import http.client
import socket
import ssl
import time
from dataclasses import dataclass, field
from datetime import timedelta
from importlib.metadata import PackageNotFoundError
from typing import Any, NamedTuple

import pytest
import requests
import responses
from hypothesis import given
from hypothesis import strategies as st
from requests.adapters import HTTPAdapter
from responses import RequestsMock

from sync import errors
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.net.errors import NotFetched
from sync.net.http import Exchange, Http
from sync.net.response import FetchedPage
from sync.net.settings import HttpSettings
from tests.support.faulty_server import HTML, FaultyServer, Step, chunked, flood, hang, head, page, reset, send
from tests.support.web import CONTACT, NOON, Clock, Session, failure

GZIP = [("Content-Encoding", "gzip"), HTML]
SMALL: dict[str, Any] = {"max_bytes": 1_000}


# --- What a page costs when all is well


def test_a_page_is_asked_for_once_with_who_asks_and_nothing_else(session: Session, clock: Clock) -> None:
    sent = head(200, [HTML, ("Content-Length", "6")]) + "naïve".encode()
    with FaultyServer(send(sent)) as server:
        http = session()
        answer = http.get(f"{server.url}/2024/01/?page=2#c1")
    assert answer == FetchedPage(
        requested=f"{server.url}/2024/01/?page=2#c1",
        url=f"{server.url}/2024/01/?page=2",
        status=200,
        body="naïve".encode(),
        encoding="utf-8",
        fetched_at=NOON,
    )
    assert answer.text == "naïve"
    assert (http.requests, http.waited, clock.naps) == (1, 0.0, [])
    assert http.log == [Exchange(f"{server.url}/2024/01/?…", 200, len(sent), 0.0)]
    assert server.heads[0].splitlines()[0] == "GET /2024/01/?page=2 HTTP/1.1"
    said = dict(line.split(": ", 1) for line in server.heads[0].splitlines()[1:] if line)
    assert set(said) == {"Host", "User-Agent", "Accept", "Accept-Encoding"}
    assert said["Accept-Encoding"] == "gzip, deflate"
    assert said["User-Agent"].startswith("blognomic-sync/")
    assert said["User-Agent"].endswith(f" ({CONTACT})")


def test_the_version_is_that_of_what_is_installed(monkeypatch: pytest.MonkeyPatch, session: Session) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    for version, shown in ((lambda _: "1.2.3", "1.2.3"), (absent, "unknown")):
        monkeypatch.setattr("importlib.metadata.version", version)
        with FaultyServer(page()) as server:
            session().get(server.url)
        assert f"User-Agent: blognomic-sync/{shown} (" in server.heads[0]


def test_between_two_requests_to_one_host_there_is_a_pause(session: Session, clock: Clock) -> None:
    with FaultyServer(page(), page(), page()) as server:
        http = session(delay=1.5)
        http.get(server.url)
        clock.time += 0.5
        http.get(server.url)
        clock.time += 1.5
        http.get(server.url)
    assert clock.naps == [1.0]
    assert http.waited == 1.0


def test_another_host_is_not_waited_for(session: Session, clock: Clock) -> None:
    with RequestsMock() as mock:
        mock.get("https://one.example/", body="1")
        mock.get("https://two.example/", body="2")
        http = session(delay=1.0)
        http.get("https://one.example")
        http.get("https://two.example")
    assert clock.naps == []


def test_a_connection_is_kept_open_between_pages_and_closed_at_the_end(clock: Clock) -> None:
    with (
        FaultyServer(page(b"1", keep=True), page(b"2", keep=True), page(b"3")) as server,
        Http(HttpSettings(CONTACT, delay=0), sleep=clock.sleep, monotonic=clock.monotonic) as http,
    ):
        assert [http.get(server.url).text for _ in range(2)] == ["1", "2"]
        assert server.connections() == 1
        http.close()
        assert http.get(server.url).text == "3"


def test_no_cookie_is_sent_back(session: Session) -> None:
    cookie = ("Set-Cookie", "tracker=1; Path=/")
    with FaultyServer(page(b"", 302, [cookie, ("Location", "/2")]), page(b"", headers=[cookie]), page()) as server:
        http = session()
        http.get(server.url)
        http.get(server.url)
    assert len(server.heads) == 3
    assert "tracker" not in "".join(server.heads)


def test_no_password_is_taken_from_a_file(session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password hidden\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    with FaultyServer(page()) as server:
        session().get(server.url)
    assert "Authorization" not in server.heads[0]


# --- What comes to nothing, with what it costs


class Cost(NamedTuple):
    """Requests, and seconds of waiting."""

    requests: int
    waited: float


@dataclass
class Fault:
    """What the server does, and what is to come of it: the cost, words of the sentence, the status."""

    steps: list[Step]
    cost: Cost
    says: list[str]
    status: int | None = None
    settings: dict[str, Any] = field(default_factory=dict)


THRICE = Cost(3, 3.0)
ONCE = Cost(1, 0.0)
PACKED = gzip.compress(bytes(range(256)) * 40)
TOO_LARGE = ["the response is larger than 0.001 MB"]

FAULTS = {
    "no answer": Fault([hang()] * 3, THRICE, says=["no data for 0.2 seconds", "3 attempts", "try again later"]),
    "no body": Fault([hang(head(200, [("Content-Length", "5")]))] * 3, THRICE, says=["no data for 0.2 seconds"]),
    "half a body": Fault([hang(head(200, [("Content-Length", "5")]) + b"ab")] * 3, THRICE, says=["no data for 0.2 seconds"]),
    "a reset before the answer": Fault([reset()] * 3, THRICE, says=["connection closed by the server"]),
    "a reset within the body": Fault([reset(head(200, [("Content-Length", "5")]) + b"ab")] * 3, THRICE, says=["connection"]),
    "an end before the answer": Fault([send(b"")] * 3, THRICE, says=["connection closed by the server"]),
    "an end within the headers": Fault([send(head(200, [HTML])[:-2])] * 3, THRICE, says=["incomplete response"]),
    "an end within a header": Fault([send(head(200, [HTML])[:-9])] * 3, THRICE, says=["incomplete response"]),
    "an end within the body": Fault([send(head(200, [("Content-Length", "5")]) + b"abcd")] * 3, THRICE, says=["incomplete response"]),
    "an end within a chunk": Fault([send(chunked(b"abcd")[:-9])] * 3, THRICE, says=["incomplete response"]),
    "an end before the last chunk": Fault([send(chunked(b"abcd", b""))] * 3, THRICE, says=["incomplete response"]),
    "half of what is packed": Fault([page(PACKED[:-30], headers=GZIP)] * 3, THRICE, says=["incomplete response"]),
    "a check sum that is missing": Fault([page(PACKED[:-1], headers=GZIP)] * 3, THRICE, says=["incomplete response"]),
    "what cannot be unpacked": Fault([page(b"plain", headers=GZIP)], ONCE, says=["corrupt compressed data"]),
    "a wrong check sum": Fault([page(PACKED[:-8] + b"12345678", headers=GZIP)], ONCE, says=["corrupt compressed data"]),
    "more after what was packed": Fault([page(PACKED + PACKED, headers=GZIP)], ONCE, says=["corrupt compressed data"]),
    "packed as nobody asked for": Fault(
        [page(b"\x0b\x02\x80", headers=[("Content-Encoding", "br")])], ONCE, says=["unsupported Content-Encoding 'br'"]
    ),
    "packed twice": Fault(
        [page(gzip.compress(PACKED), headers=[("Content-Encoding", "gzip, gzip")])], ONCE, says=["unsupported Content-Encoding"]
    ),
    "429": Fault([page(status=429)] * 3, THRICE, status=429, says=["429 Too Many Requests", "3 attempts", "with longer pauses"]),
    "429 with seconds": Fault([page(status=429, headers=[("Retry-After", "7")])] * 3, Cost(3, 14.0), status=429, says=["429"]),
    "429 with a date": Fault(
        [page(status=429, headers=[("Retry-After", "Sat, 20 Jan 2024 12:00:20 GMT")])] * 3,
        Cost(3, 22.0),
        status=429,
        says=["429"],
    ),
    "429 for a day": Fault(
        [page(status=429, headers=[("Retry-After", "86400")])],
        ONCE,
        status=429,
        says=["429 Too Many Requests, and asks to wait 86400 seconds, which is more than 60 seconds; try again after that"],
    ),
    "429 for ever": Fault(
        [page(status=429, headers=[("Retry-After", "9" * 60_000)])], ONCE, status=429, says=["asks to wait 1000000000 seconds"]
    ),
    "429 until another year": Fault(
        [page(status=429, headers=[("Retry-After", "Mon, 20 Jan 2025 12:00:00 GMT")])],
        ONCE,
        status=429,
        says=["asks to wait 31622400 seconds"],
    ),
    "429 until the past": Fault(
        [page(status=429, headers=[("Retry-After", "Sat, 20 Jan 2024 11:00:00 GMT")])] * 3, THRICE, status=429, says=["429"]
    ),
    "429 until who knows": Fault([page(status=429, headers=[("Retry-After", "soon; \x1b[2J")])] * 3, THRICE, status=429, says=["429"]),
    "500": Fault([page(status=500)] * 3, THRICE, status=500, says=["500 Internal Server Error", "try again later"]),
    "502": Fault([page(status=502)] * 3, THRICE, status=502, says=["502 Bad Gateway"]),
    "503 for ever": Fault([page(status=503)] * 3, THRICE, status=503, says=["503 Service Unavailable"]),
    "504": Fault([page(status=504)] * 3, THRICE, status=504, says=["504 Gateway Timeout"]),
    "503 a little too long": Fault(
        [page(status=503, headers=[("Retry-After", "40")])] * 2,
        Cost(2, 40.0),
        status=503,
        says=["503 Service Unavailable, and no more waiting is allowed for this page"],
    ),
    "more waiting than a run may": Fault(
        [page(status=503, headers=[("Retry-After", "40")])],
        ONCE,
        status=503,
        says=["no more waiting is allowed in this run"],
        settings={"max_total_wait": 39.9},
    ),
    "no retries": Fault([page(status=503)], ONCE, status=503, says=["(1 attempt)"], settings={"retries": 0}),
    "one retry": Fault([page(status=503)] * 2, Cost(2, 1.0), status=503, says=["(2 attempts)"], settings={"retries": 1}),
    "401": Fault([page(status=401)], ONCE, status=401, says=["401 Unauthorized; the page is not public"]),
    "403": Fault(
        [page(status=403)], ONCE, status=403, says=["403 Forbidden; the site does not admit this tool; contact its administrators"]
    ),
    "404": Fault([page(status=404)], ONCE, status=404, says=["404 Not Found; check the address"]),
    "410": Fault([page(status=410)], ONCE, status=410, says=["410 Gone"]),
    "501": Fault([page(status=501)], ONCE, status=501, says=["501 Not Implemented; try again later"]),
    "204": Fault([send(head(204))], ONCE, status=204, says=["204 No Content"]),
    "304": Fault([send(head(304))], ONCE, status=304, says=["304 Not Modified"]),
    "a status nobody knows": Fault([send(head(799, reason="\x1b]0;x"))], ONCE, status=799, says=["status 799; try"]),
    "no web server": Fault([send(b"SSH-2.0-x\r\n")], ONCE, says=["malformed HTTP response"]),
    "noise": Fault([send(b"\xff\x00" * 500)], ONCE, says=["malformed HTTP response"]),
    "a header without end": Fault([flood(head()[:-2] + b"X: ", b"y" * 1_000, 200)], ONCE, says=["malformed HTTP response"]),
    "headers without end": Fault([flood(head()[:-2], b"X: y\r\n", 200)], ONCE, says=["malformed HTTP response"]),
    "two lengths": Fault([send(head(200, [("Content-Length", "5, 6")]) + b"hello!")], ONCE, says=["malformed HTTP response"]),
    "a chunk of negative length": Fault(
        [send(head(200, [("Transfer-Encoding", "chunked")]) + b"-5\r\nhello")], ONCE, says=["malformed HTTP response"]
    ),
    "a body above the limit": Fault([page(b"x" * 1_001)], ONCE, says=TOO_LARGE, settings=SMALL),
    "chunks above the limit": Fault([send(chunked(b"x" * 1_001))], ONCE, says=TOO_LARGE, settings=SMALL),
    "a body without length above the limit": Fault([send(head() + b"x" * 1_001)], ONCE, says=TOO_LARGE, settings=SMALL),
    "unpacked above the limit": Fault([page(gzip.compress(b"x" * 1_001), headers=GZIP)], ONCE, says=TOO_LARGE, settings=SMALL),
    "a length that lies": Fault([send(head(200, [("Content-Length", "1001")]))], ONCE, says=TOO_LARGE, settings=SMALL),
    "a length beyond all numbers": Fault([send(head(200, [("Content-Length", "9" * 4_000)]))], ONCE, says=TOO_LARGE, settings=SMALL),
    "a redirect to nowhere": Fault([page(status=302)], ONCE, status=302, says=["302 Found: redirect without a Location"]),
    "a redirect to a blank": Fault(
        [page(status=301, headers=[("Location", "  ")])], ONCE, status=301, says=["redirect without a Location"]
    ),
    "a redirect to a file": Fault(
        [page(status=302, headers=[("Location", "file:///etc/passwd")])],
        ONCE,
        status=302,
        says=["does not begin with https:// or http://"],
    ),
    "a redirect with a password": Fault(
        [page(status=302, headers=[("Location", "http://me:hidden@127.0.0.1/")])], ONCE, status=302, says=["a user name or a password"]
    ),
    "a redirect to another host": Fault(
        [page(status=301, headers=[("Location", "https://other.example/x?hidden")])],
        ONCE,
        status=301,
        says=[
            "redirect to another host (https://other.example/x?…), not followed",
            "; if https://other.example/ is the right site, configure that address",
        ],
    ),
    "a redirect that only looks relative": Fault(
        [page(status=301, headers=[("Location", "//other.example/x")])],
        ONCE,
        status=301,
        says=["to another host (http://other.example/x)"],
    ),
    "a redirect to another port": Fault(
        [page(status=307, headers=[("Location", "http://127.0.0.1:9/x")])],
        ONCE,
        status=307,
        says=["to another port or from https to http"],
    ),
    "a redirect to https on the same port": Fault(
        [page(status=308, headers=[("Location", "https://127.0.0.1/x")])],
        ONCE,
        status=308,
        says=["to another port or from https to http"],
    ),
    "a redirect to itself": Fault([page(status=302, headers=[("Location", "#x")])], ONCE, status=302, says=["redirect loop"]),
    "a redirect in a circle": Fault(
        [page(status=302, headers=[("Location", path)]) for path in ("/b", "/c", "/b")],
        Cost(3, 0.0),
        status=302,
        says=["redirect loop; open the address in a browser", "3 attempts"],
    ),
    "a redirect without end": Fault(
        [page(status=302, headers=[("Location", f"/{number}")]) for number in range(9)],
        Cost(6, 0.0),
        status=302,
        says=["more than 5 redirects"],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_what_it_may_and_ends_in_one_sentence(name: str, session: Session, clock: Clock) -> None:
    fault = FAULTS[name]
    with FaultyServer(*fault.steps) as server:
        http = session(**fault.settings)
        error = failure(http, f"{server.url}/page")
        assert len(server.heads) == http.requests == len(http.log) == error.tries == fault.cost.requests
    for words in fault.says:
        assert words in str(error)
    assert "hidden" not in str(error)
    assert str(error).startswith(f"could not fetch http://127.0.0.1:{server.port}/")
    assert error.status == fault.status
    assert http.log[-1].outcome == fault.status or isinstance(http.log[-1].outcome, str)
    assert (http.waited, sum(clock.naps)) == (fault.cost.waited, fault.cost.waited)


def test_a_failure_is_that_of_a_source_that_could_not_be_had(session: Session) -> None:
    with FaultyServer(page(status=404)) as server, pytest.raises(errors.Unreachable) as raised:
        session().get(server.url)
    assert isinstance(raised.value, NoVerdict)
    assert issubclass(NotFetched, Unreachable)


@pytest.mark.parametrize("data", [head(200, [("Content-Length", "5")]) + b"abc", chunked(b"abc", b""), head()[:-2]])
def test_what_came_in_is_in_the_log_although_it_was_not_enough(data: bytes, session: Session) -> None:
    with FaultyServer(send(data), hang(data)) as server:
        http = session(retries=0, total_timeout=0.1, monotonic=time.monotonic)
        for _ in range(2):
            failure(http, server.url)
    assert [entry.bytes for entry in http.log] == [len(data)] * 2
    assert {type(entry.outcome) for entry in http.log} == {str}


@pytest.mark.parametrize(
    "fault",
    [reset(), send(b""), page(status=503), page(PACKED[:-9], headers=GZIP), hang()],
    ids=["reset", "closed", "503", "cut gzip", "silence"],
)
def test_a_fault_that_passes_is_told_of_in_the_log_only(fault: Step, session: Session, clock: Clock) -> None:
    with FaultyServer(fault, page(b"at last")) as server:
        http = session()
        assert http.get(server.url).text == "at last"
    assert (http.requests, clock.naps) == (2, [1.0])
    assert [entry.outcome == 200 for entry in http.log] == [False, True]


def test_an_interruption_is_in_the_log_as_well(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(HTTPAdapter, "send", interrupt)
    http = session()
    with pytest.raises(KeyboardInterrupt):
        http.get("http://127.0.0.1:9/")
    assert [entry.outcome for entry in http.log] == ["interrupted"]


def test_a_refused_connection(session: Session, clock: Clock) -> None:
    with socket.socket() as bound:  # bound and not listening: nobody else can be there
        bound.bind(("127.0.0.1", 0))
        http = session()
        error = failure(http, f"http://127.0.0.1:{bound.getsockname()[1]}/")
    assert "connection refused; check the address" in str(error)
    assert (http.requests, error.tries, clock.naps) == (3, 3, [1.0, 2.0])
    assert {entry.outcome for entry in http.log} == {"connection refused"}


def test_a_host_that_nobody_knows(session: Session, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def resolve(host: str, *_: object, **__: object) -> None:
        asked.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    http = session()
    error = failure(http, "http://blog.example/")
    assert "host name not found" in str(error)
    assert asked == ["blog.example"] * 3
    assert (http.requests, clock.naps) == (3, [1.0, 2.0])


def test_a_host_name_that_cannot_be_one(session: Session) -> None:
    http = session()
    error = failure(http, "http://a..b/")
    assert "the request could not be made" in str(error)
    assert http.requests == 1


def raised_from(error: BaseException, cause: BaseException) -> BaseException:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "says", "tries"),
    [
        (requests.ConnectTimeout(), "no connection within 0.5 seconds", 3),
        (requests.ReadTimeout(), "no data for 0.2 seconds", 3),
        (requests.ConnectionError("secret words"), "no connection;", 3),
        (raised_from(requests.ConnectionError(), OSError(113, "No route to host")), "no connection;", 3),
        (requests.exceptions.ProxyError("http://me:secret@proxy"), "cannot connect to the proxy; check HTTPS_PROXY and HTTP_PROXY", 3),
        (requests.exceptions.InvalidProxyURL("http://me:secret@proxy"), "the request could not be made (InvalidProxyURL)", 1),
        (raised_from(requests.exceptions.SSLError(), ssl.SSLCertVerificationError()), "invalid TLS certificate; check", 1),
        (raised_from(requests.exceptions.SSLError(), ssl.SSLEOFError()), "connection closed by the server", 3),
        (raised_from(requests.exceptions.SSLError(), ssl.SSLZeroReturnError()), "connection closed by the server", 3),
        (raised_from(requests.exceptions.SSLError(), ssl.SSLError()), "no secure connection", 1),
        (raised_from(requests.ConnectionError(), http.client.LineTooLong("x")), "malformed HTTP response", 1),
    ],
    ids=[
        "connect timeout",
        "read timeout",
        "connection error",
        "no route",
        "proxy",
        "proxy address",
        "certificate",
        "TLS end",
        "TLS closed",
        "TLS",
        "header too long",
    ],
)
def test_an_error_of_the_libraries_is_told_in_the_tool_s_own_words(
    error: Exception, says: str, tries: int, session: Session, clock: Clock
) -> None:
    with RequestsMock() as mock:
        mock.get("https://blog.example/", body=error)
        http = session()
        told = failure(http, "https://blog.example/")
    assert says in str(told)
    assert "secret " not in str(told)
    assert "secret@" not in str(told)
    assert (http.requests, told.tries, sum(clock.naps)) == (tries, tries, {1: 0.0, 3: 3.0}[tries])


def test_errors_that_came_from_each_other_are_looked_at_once(session: Session) -> None:
    one, other = requests.exceptions.InvalidSchema(), ValueError()
    one.__cause__, other.__cause__ = other, one
    with RequestsMock() as mock:
        mock.get("https://blog.example/", body=one)
        assert "the request could not be made (InvalidSchema)" in str(failure(session(), "https://blog.example/"))


def test_https_from_a_server_that_speaks_none(session: Session) -> None:
    with FaultyServer(send(b"HTTP/1.1 400 Bad Request\r\n\r\n")) as server:
        error = failure(session(), server.url.replace("http:", "https:"))
    assert "connection" in str(error)


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://blog.example/", "http://me:hidden@blog.example/", "blog.example", "http://blog.example/../x"]
)
def test_what_must_not_be_asked_for_is_not(url: str, session: Session) -> None:
    http = session()
    error = failure(http, url)
    assert "(not requested)" in str(error)
    assert "hidden" not in str(error)
    assert (http.requests, error.tries, http.log) == (0, 0, [])


# --- Waiting


def test_the_pauses_before_repetitions_grow_and_differ(session: Session, clock: Clock) -> None:
    with FaultyServer(*[page(status=503)] * 8) as server:
        http = session(retries=7, max_wait=200.0, jitter=1.0)
        failure(http, server.url)
    assert clock.naps == [2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0]


def test_a_wait_that_is_asked_for_is_not_added_to_the_pause(session: Session, clock: Clock) -> None:
    asked = [("Retry-After", "3")]
    with FaultyServer(page(status=503, headers=asked), page(status=503, headers=[("Retry-After", "0")]), page()) as server:
        session(delay=2.0).get(server.url)
    assert clock.naps == [3.0, 2.0]


def test_a_wait_of_just_the_limit_is_kept(session: Session, clock: Clock) -> None:
    with FaultyServer(page(status=503, headers=[("Retry-After", "60")]), page(b"there")) as server:
        assert session(max_total_wait=60.0).get(server.url).text == "there"
    assert clock.naps == [60.0]


def test_a_wait_that_is_asked_for_holds_for_the_next_page(session: Session, clock: Clock) -> None:
    with FaultyServer(page(status=503, headers=[("Retry-After", "20")]), page(b"there")) as server:
        http = session(retries=0, max_total_wait=20.0)
        failure(http, f"{server.url}/1")
        assert clock.naps == []
        assert http.get(f"{server.url}/2").text == "there"
    assert clock.naps == [20.0]


def test_a_wait_that_a_run_cannot_afford_is_not_ended_by_the_next_page(session: Session, clock: Clock) -> None:
    with FaultyServer(page(status=503, headers=[("Retry-After", "20")]), page(b"there")) as server:
        http = session(max_total_wait=19.0)
        failure(http, f"{server.url}/1")
        assert "the host asked to wait 20 seconds" in str(failure(http, f"{server.url}/2"))
        clock.time += 20.0
        assert http.get(f"{server.url}/2").text == "there"
    assert clock.naps == []


def test_a_host_that_asks_for_a_long_wait_is_left_alone_until_then(session: Session, clock: Clock) -> None:
    with FaultyServer(page(status=429, headers=[("Retry-After", "3600")]), page(b"again")) as server:
        http = session()
        failure(http, f"{server.url}/1")
        clock.time += 3_599.0
        error = failure(http, f"{server.url}/2")
        assert (error.tries, len(server.heads)) == (0, 1)
        assert "(not requested): the host asked to wait 3600 seconds; try again later" in str(error)
        clock.time += 1.0
        assert http.get(f"{server.url}/2").text == "again"


def test_the_waiting_of_a_run_is_bounded(session: Session, clock: Clock) -> None:
    with FaultyServer(*[page(status=503)] * 8) as server:
        http = session(max_total_wait=4.0, delay=0.5)
        counts = [failure(http, server.url).tries for _ in range(3)]
    assert counts == [3, 2, 1]
    # What is waited for the sake of good manners does not count.
    assert clock.naps == [1.0, 2.0, 0.5, 1.0, 0.5]


@pytest.mark.parametrize("fault", [page(status=500), page(status=429), reset(), send(b"noise")], ids=["500", "429", "reset", "noise"])
def test_a_host_that_delivers_nothing_is_left_alone(fault: Step, session: Session, clock: Clock) -> None:
    with FaultyServer(*[fault] * 4, page(status=404), *[fault] * 4, page(), *[fault] * 5, page()) as server:
        http = session(retries=0)
        for _ in range(9):
            assert failure(http, server.url).tries == 1
        http.get(server.url)
        for _ in range(5):
            assert failure(http, server.url).tries == 1
        error = failure(http, server.url)
        assert len(server.heads) == 15
    assert "the last 5 pages from this host failed, so no more are requested" in str(error)
    assert error.tries == 0
    assert clock.naps == []


# --- Settings and texts


def test_without_settings_requests_are_gentle_and_bounded() -> None:
    assert HttpSettings(CONTACT) == HttpSettings(
        CONTACT,
        delay=1.0,
        connect_timeout=10.0,
        read_timeout=30.0,
        total_timeout=120.0,
        max_bytes=20_000_000,
        retries=2,
        max_wait=60.0,
        max_total_wait=300.0,
        give_up_after=5,
    )


@pytest.mark.parametrize("contact", ["", "  ", "a\nb", "é", "(x)", "a\\b", "x" * 201])
def test_a_contact_that_is_none_is_refused(contact: str) -> None:
    with pytest.raises(UsageError, match="the contact for web requests must be plain ASCII text"):
        HttpSettings(contact)


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("delay", 0),
        ("retries", 0),
        ("max_wait", 0),
        ("max_total_wait", 0),
        ("connect_timeout", 0.001),
        ("read_timeout", 0.001),
        ("total_timeout", 0.001),
        ("max_bytes", 1),
        ("give_up_after", 1),
    ],
)
def test_settings_have_their_bounds(name: str, least: float) -> None:
    values: dict[str, Any] = {name: least}
    assert getattr(HttpSettings("x" * 200, **values), name) == least
    for value in (least - 1, float("nan"), float("inf")):
        wrong: dict[str, Any] = {name: value}
        with pytest.raises(UsageError, match=rf"the setting {name} for web requests is .*; it must be (0 or more|more than 0)"):
            HttpSettings(CONTACT, **wrong)


@responses.activate
def test_the_time_of_an_answer_is_that_of_its_end(session: Session, clock: Clock) -> None:
    responses.get("https://blog.example/", status=503)
    responses.get("https://blog.example/", body="x")
    assert session().get("https://blog.example/").fetched_at == NOON + timedelta(seconds=1)


PIECES = [
    b"HTTP/1.1 200 OK\r\n",
    b"HTTP/1.1 100 Continue\r\n",
    b"HTTP/1.0 302 x\r\n",
    b"Location: \xff\x00\t//x\r\n",
    b"Content-Length: 5\r\n",
    b"Content-Length: -1\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Content-Encoding: gzip\r\n",
    b"Content-Type: text/html; charset=\xff\r\n",
    b": \r\n y\r\n",
    b"\r\n",
    b"-1\r\n",
    b"-5\r\n",
    b"5\r\nhello\r\n",
    b"0\r\n",
    b"hello",
    b"\xff\0",
]


@given(st.sampled_from([b"", PIECES[0], PIECES[0] + PIECES[7] + b"\r\n"]), st.lists(st.sampled_from(PIECES), max_size=10))
def test_whatever_a_server_sends_the_end_is_an_answer_or_a_sentence(before: bytes, pieces: list[bytes]) -> None:
    with FaultyServer(send(before + b"".join(pieces))) as server, Http(HttpSettings(CONTACT, delay=0, retries=0)) as http:
        try:
            assert isinstance(http.get(server.url).text, str)
        except NotFetched as error:
            assert str(error).isprintable()
        assert http.requests == 1
