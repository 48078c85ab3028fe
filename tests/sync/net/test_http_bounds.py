"""What one page may cost in time and size, where redirects may lead, and which proxies are asked."""

from __future__ import annotations

import gzip
import time
import zlib
from base64 import b64encode
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter
from responses import RequestsMock
from urllib3 import HTTPHeaderDict

from tests.support.faulty_server import HTML, FaultyServer, Step, chunked, drip, flood, head, page, send
from tests.support.web import Clock, Session, failure

GZIP = [("Content-Encoding", "gzip"), HTML]
FIRST_READ = 16_384
SMALL: dict[str, Any] = {"max_bytes": 1_000}


# --- Time


@pytest.mark.parametrize(
    "before",
    [
        head(200, [("Content-Length", "9999")]),
        head(),
        head(200, [("Transfer-Encoding", "chunked")]),
        head()[:-2] + b"X: ",
        b"HTTP/1.1 200 ",
    ],
    ids=["body", "body without length", "length of a chunk", "header", "status"],
)
def test_a_slow_drip_does_not_outlast_the_whole_time(before: bytes, session: Session, clock: Clock) -> None:
    with FaultyServer(drip(before, b"1")) as server:
        http = session(total_timeout=0.15, read_timeout=5.0, monotonic=time.monotonic)
        start = time.monotonic()
        error = failure(http, server.url)
        assert 0.1 < time.monotonic() - start < 2.0
    assert "no complete response within 0.15 seconds; try again later" in str(error)
    assert (http.requests, clock.naps) == (1, [])


def test_interim_answers_without_end_do_not_outlast_the_whole_time(session: Session) -> None:
    with FaultyServer(drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n", every=0.001)) as server:
        http = session(total_timeout=0.15, monotonic=time.monotonic)
        error = failure(http, server.url)
    assert http.requests == 1
    # Newer Pythons count them, older ones do not.
    assert "no complete response within 0.15 seconds" in str(error) or "malformed HTTP response" in str(error)


def test_the_whole_time_is_measured_by_the_session_s_clock(session: Session) -> None:
    ticks = iter(range(0, 10_000, 50))
    with FaultyServer(flood(head(), b"x" * 65_536, 100)) as server:
        http = session(monotonic=lambda: float(next(ticks)), total_timeout=120.0)
        error = failure(http, server.url)
    assert "no complete response within 120 seconds" in str(error)
    assert http.requests == 1


# --- Redirects


def test_a_redirect_on_the_host_is_followed_after_a_pause(session: Session, clock: Clock) -> None:
    with FaultyServer() as server:
        here = f"//127.0.0.1:{server.port}"
        for status, location in ((301, "/b"), (302, "c?x=1"), (307, f"{here}/d"), (308, "/\xc3\xa4"), (303, "/\xe9")):
            server.add(page(b"ignored", status, [("Location", location)]))
        server.add(page(b"there"))
        http = session(delay=1.0)
        answer = http.get(f"{server.url}/a")
        assert server.paths() == ["/a", "/b", "/c?x=1", "/d", "/%C3%A4", "/%E9"]
    assert (answer.requested, answer.url, answer.text) == (f"{server.url}/a", f"{server.url}/%E9", "there")
    assert clock.naps == [1.0] * 5
    assert [entry.outcome for entry in http.log] == [301, 302, 307, 308, 303, 200]


def test_the_body_of_a_redirect_is_not_read(session: Session) -> None:
    with FaultyServer(flood(head(302, [("Location", "/b")]), b"x" * 65_536, 100_000), page(b"there")) as server:
        http = session()
        assert http.get(server.url).text == "there"
    assert http.log[0].bytes <= FIRST_READ
    assert not server.sent_all


def test_retries_are_for_a_page_and_not_for_each_redirect(session: Session, clock: Clock) -> None:
    with FaultyServer(page(status=503), page(status=302, headers=[("Location", "/b")]), *[page(status=503)] * 2) as server:
        error = failure(session(), server.url)
    assert error.tries == 4
    assert str(error).startswith(f"could not fetch {server.url}/b (4 attempts)")
    assert clock.naps == [1.0, 4.0]


def test_from_http_to_https_is_followed_and_from_https_to_http_is_not(session: Session, clock: Clock) -> None:
    with RequestsMock() as mock:
        mock.get("http://blog.example/", status=301, headers={"Location": "https://blog.example/"})
        mock.get("https://blog.example/", body="there")
        mock.get("https://blog.example/b", status=302, headers={"Location": "http://blog.example/b"})
        http = session(delay=1.0)
        assert http.get("http://blog.example").url == "https://blog.example/"
        error = failure(http, "https://blog.example/b")
    assert "from https to http (http://blog.example/b), not followed" in str(error)
    assert (http.requests, clock.naps) == (3, [1.0, 1.0])


def test_a_redirect_out_of_what_is_asked_for_is_not_followed(session: Session) -> None:
    with FaultyServer(page(status=302, headers=[("Location", "/blog/b")]), page(status=302, headers=[("Location", "/admin")])) as server:
        error = failure(session(), f"{server.url}/blog/a", within=f"{server.url}/blog/")
        assert server.paths() == ["/blog/a", "/blog/b"]
    assert f"redirect out of {server.url}/blog/ (to {server.url}/admin)" in str(error)


# --- Bodies


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (gzip.compress(b"text", mtime=0), "gzip"),
        (gzip.compress(b"text", mtime=0), "X-GZIP"),
        (gzip.compress(b"text", mtime=0) + b"\0" * 100_000, "gzip"),
        (zlib.compress(b"text"), "deflate"),
        (zlib.compress(b"text")[2:-4], "deflate"),
        (b"\x08\x00\x00\xff\xff" + zlib.compress(b"text")[2:-4], "deflate"),
        (b"text", "identity"),
        (b"text", ""),
    ],
    ids=["gzip", "x-gzip", "gzip and padding", "zlib", "raw deflate", "raw deflate like zlib", "identity", "none"],
)
def test_what_is_packed_is_unpacked(body: bytes, encoding: str, session: Session) -> None:
    with FaultyServer(page(body, headers=[("Content-Encoding", encoding), HTML])) as server:
        http = session()
        assert http.get(server.url).text == "text"
    assert len(body) < http.log[0].bytes < len(body) + 200


@pytest.mark.parametrize(
    "step",
    [page(b"x" * 1_000), send(head() + b"x" * 1_000), send(chunked(b"x" * 1_000)), page(gzip.compress(b"x" * 1_000), headers=GZIP)],
    ids=["length", "no length", "chunked", "packed"],
)
def test_a_body_of_just_the_limit_is_taken(step: Step, session: Session) -> None:
    with FaultyServer(step) as server:
        assert session(**SMALL).get(server.url).body == b"x" * 1_000


def test_a_large_packed_body_comes_in_pieces(session: Session) -> None:
    text = b"".join(b"%d " % number for number in range(200_000))
    with FaultyServer(page(gzip.compress(text), headers=GZIP)) as server:
        http = session()
        assert http.get(server.url).body == text
    assert http.log[0].bytes > 65_536


@pytest.mark.parametrize("content", [b"", gzip.compress(b"", mtime=0)])
def test_an_empty_body_is_an_answer(content: bytes, session: Session) -> None:
    with FaultyServer(page(content, headers=GZIP if content else [])) as server:
        assert session().get(server.url).body == b""


def test_a_packed_body_of_nothing_at_all_is_an_answer(session: Session) -> None:
    with FaultyServer(page(b"", headers=GZIP)) as server:
        assert session().get(server.url).body == b""


class OldBody:
    """A body as urllib3 before 2.0 gives it, which does not look whether all of it came."""

    def __init__(self) -> None:
        self.pieces = [b"abcd", b""]
        self.headers = HTTPHeaderDict()

    def read(self, _amount: int, *, decode_content: bool) -> bytes:
        assert not decode_content
        return self.pieces.pop(0)

    def close(self) -> None:
        pass

    release_conn = close


@pytest.mark.parametrize(("length", "requests_made"), [("5", 3), ("4", 1), ("3", 1), ("x", 1)])
def test_the_length_is_compared_whoever_has_not_done_so(
    length: str, requests_made: int, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(*_: object, **__: object) -> requests.Response:
        response = requests.Response()
        response.status_code = 200
        response.headers["Content-Length"] = length
        response.raw = OldBody()
        return response

    http = session()
    monkeypatch.setattr(HTTPAdapter, "send", answer)
    if requests_made == 1:
        assert http.get("https://blog.example/").body == b"abcd"
    else:
        assert "incomplete response" in str(failure(http, "https://blog.example/"))
    assert http.requests == requests_made


def test_a_gigabyte_is_stopped_at_the_limit(session: Session) -> None:
    with FaultyServer(flood(head(), b"x" * 1_000_000, 1_000)) as server:
        http = session()
        start = time.monotonic()
        error = failure(http, server.url)
        assert time.monotonic() - start < 5.0
    assert "larger than 20 MB" in str(error)
    assert not server.sent_all
    assert http.requests == 1
    assert 20_000_000 < http.log[0].bytes < 20_100_000


def test_a_gigabyte_that_is_announced_is_not_begun(session: Session) -> None:
    with FaultyServer(flood(head(200, [("Content-Length", "1000000000")]), b"x" * 1_000_000, 1_000)) as server:
        http = session()
        failure(http, server.url)
    assert http.log[0].bytes <= FIRST_READ


def test_a_gigabyte_in_a_chunk_of_negative_length_is_stopped_at_a_multiple_of_the_limit(session: Session) -> None:
    with FaultyServer(flood(head(200, [("Transfer-Encoding", "chunked")]) + b"-1\r\n", b"x" * 1_000_000, 1_000)) as server:
        http = session(max_bytes=1_000_000)
        error = failure(http, server.url)
    assert "larger than 1 MB" in str(error)
    assert not server.sent_all
    assert http.requests == 1


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_bomb_is_stopped_at_the_limit(encoding: str, session: Session) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31 if encoding == "gzip" else 15)
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(100)) + packer.flush()
    with FaultyServer(page(bomb, headers=[("Content-Encoding", encoding)])) as server:
        http = session()
        start = time.monotonic()
        error = failure(http, server.url)
        assert time.monotonic() - start < 5.0
    assert "larger than 20 MB" in str(error)
    assert http.log[0].bytes <= 65_536 * 2


def test_a_wrong_character_set_and_another_type_do_not_keep_a_page_from_being_read(session: Session) -> None:
    with FaultyServer(page("naïve".encode("latin-1"), headers=[("Content-Type", "application/octet-stream; charset=utf-8")])) as server:
        answer = session().get(server.url)
    assert answer.text == "na\ufffdve"
    assert answer.notes == (
        "the server sends this as application/octet-stream, not as a web page",
        "invalid UTF-8 in the page was replaced",
    )


# --- Proxies


def test_the_proxy_that_the_environment_names_is_asked(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultyServer(page(b"by proxy")) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert session().get("http://blog.example/x").text == "by proxy"
        assert proxy.paths() == ["http://blog.example/x"]


def test_a_proxy_that_does_not_connect_is_named_by_its_variable_only(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultyServer(*[page(status=407)] * 3) as proxy:
        monkeypatch.setenv("https_proxy", f"http://me:hidden@127.0.0.1:{proxy.port}")
        http = session()
        error = failure(http, "https://blog.example/x")
        assert proxy.heads[0].startswith("CONNECT blog.example:443 HTTP/1.")
    assert "cannot connect to the proxy; check HTTPS_PROXY and HTTP_PROXY" in str(error)
    assert "hidden" not in str(error)


def test_a_proxy_that_says_nothing_does_not_outlast_the_whole_time(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultyServer(drip(b"HTTP/1.1 200 ")) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        error = failure(session(total_timeout=0.15, read_timeout=5.0, monotonic=time.monotonic), "https://blog.example/x")
    assert "no complete response within 0.15 seconds" in str(error)


@pytest.mark.parametrize(
    "value",
    [
        "http://[bad",
        "socks5://me:hidden@127.0.0.1:1",
        "http://",
        "me:hidden@",
        "http://127.0.0.1:99999",
        "http://é:1",
        "http://a/hidden@b",
        "a b",
    ],
)
def test_a_proxy_that_cannot_be_one_is_not_quoted(value: str, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", value)
    error = failure(session(), "http://blog.example/x")
    assert "HTTPS_PROXY or HTTP_PROXY is not the http:// or https:// address of a proxy; correct it" in str(error)
    assert "hidden" not in str(error)


def test_a_proxy_may_be_named_without_its_scheme_and_with_a_password(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultyServer(page(b"1"), page(b"2")) as proxy:
        http = session()
        for value, login in ((f"127.0.0.1:{proxy.port}", None), (f"HTTP://me:hi%20dden@127.0.0.1:{proxy.port}/", b"me:hi dden")):
            monkeypatch.setenv("HTTP_PROXY", value)
            http.get("http://blog.example/x")
            said = f"Proxy-Authorization: Basic {b64encode(login).decode()}" if login else "Proxy-Authorization"
            assert (said in proxy.heads[-1]) is (login is not None)


@pytest.mark.parametrize("exception", ["127.0.0.1", "*", "other.example,127.0.0.1"])
def test_a_host_that_needs_no_proxy_is_asked_itself(exception: str, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultyServer(page(b"itself")) as server, FaultyServer() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("NO_PROXY", exception)
        assert session().get(server.url).text == "itself"
        assert proxy.heads == []
