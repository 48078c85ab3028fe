"""What the wiki may do instead of answering: how often it is asked then, how long is waited, and what people are told."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import partialmethod
from typing import Any

import pytest

from sync.errors import NoVerdict, Unreachable
from sync.wiki.errors import WikiNotUnderstood, WikiUnreachable
from sync.wiki.reading.api import Question
from sync.wiki.reading.values import FoundPage
from tests.support.faulty_server import FaultyServer, Step, drip, flood, hang, head, page, reset, send
from tests.sync.wiki.scripted import Waits, asked, client, error, only, page_row, pages, reply, revision_row

GOOD = pages(page_row("Ruleset", revision_row(5)))
JSON = [("Content-Type", "application/json")]


@dataclass(frozen=True)
class Case:
    """A server's behaviour, and what comes of it."""

    steps: list[Step]
    requests: int
    waits: list[float]
    told: str | None
    """A part of the sentence, or None where the question is answered in the end."""
    kind: type[NoVerdict] = WikiUnreachable
    settings: Callable[[], dict[str, Any]] = dict


def status(code: int, *headers: tuple[str, str]) -> Step:
    return page(b"<html>no such luck</html>", code, headers)


CASES = {
    "reset": Case([reset()] * 3, 3, [1, 2], "connection closed by the server"),
    "reset once": Case([reset(), GOOD], 2, [1], None),
    "closed without a word": Case([], 3, [1, 2], "connection closed by the server"),
    "time-out": Case([hang()] * 3, 3, [1, 2], "no data for 0.2 seconds", settings=lambda: {"read_timeout": 0.2}),
    "drip": Case([drip(head(200, JSON))], 1, [], "no complete response within 0.3 seconds", settings=lambda: {"total_timeout": 0.3}),
    "429 without a wait": Case([status(429)] * 3, 3, [1, 2], "429 Too Many Requests"),
    "429 with a wait": Case([status(429, ("Retry-After", "7")), GOOD], 2, [7], None),
    "429 with a wait too long": Case(
        [status(429, ("Retry-After", "61"))], 1, [], "429 Too Many Requests, and asks to wait 61 seconds", settings=lambda: {"max_wait": 60}
    ),
    "429 with the longest wait": Case([status(429, ("Retry-After", "60")), GOOD], 2, [60], None, settings=lambda: {"max_wait": 60}),
    "429 with a wait of many digits": Case([status(429, ("Retry-After", "9" * 5000))], 1, [], "asks to wait 1000000000 seconds"),
    "429 until a time": Case([status(429, ("Retry-After", "Sat, 20 Jan 2024 12:00:09 GMT")), GOOD], 2, [9], None),
    "429 until a time that is over": Case([status(429, ("Retry-After", "Sat, 20 Jan 2024 11:00:00 GMT")), GOOD], 2, [1], None),
    "429 until a time that is over, and no waiting at all": Case(
        [status(429, ("Retry-After", "Sat, 20 Jan 2024 11:00:00 GMT"))],
        1,
        [],
        "429 Too Many Requests, and no more waiting is allowed for this page;",
        settings=lambda: {"max_wait": 0},
    ),
    "429 until a time too late": Case(
        [status(429, ("Retry-After", "Sat, 20 Jan 2024 12:01:01 GMT"))], 1, [], "and asks to wait 61 seconds, which"
    ),
    "429 with a wait that is none": Case([status(429, ("Retry-After", "-5")), GOOD], 2, [1], None),
    "500": Case([status(500), GOOD], 2, [1], None),
    "503 for ever": Case([status(503)] * 3, 3, [1, 2], "503 Service Unavailable"),
    "503 with a wait": Case([status(503, ("Retry-After", "4")), status(503), GOOD], 3, [4, 2], None),
    "404": Case([status(404)], 1, [], "404 Not Found; check that the wiki's address is the folder of its api.php"),
    "403": Case([status(403)], 1, [], "403 Forbidden; the wiki does not admit this tool; contact its administrators"),
    "a status nobody knows": Case([status(499)], 1, [], "status 499;"),
    "web page": Case([page(b"\n<!DOCTYPE html><title>Oh</title>")], 1, [], "a web page in place of an API answer"),
    "JSON cut off": Case([page(b'{"query": {"pag', headers=JSON)] * 3, 3, [1, 2], "incomplete answer"),
    "JSON cut off once": Case([page(b'{"query": {"pag', headers=JSON), GOOD], 2, [1], None),
    "nothing": Case([page(b"", headers=JSON)] * 3, 3, [1, 2], "empty answer"),
    "body cut off": Case([send(head(200, [("Content-Length", "100")]) + b"{}")] * 3, 3, [1, 2], "incomplete response"),
    "no HTTP": Case([send(b"SSH-2.0-whatever\r\n")], 1, [], "malformed HTTP response"),
    "API switched off": Case([page(b"MediaWiki API is not enabled for this site.")], 1, [], "the API is disabled"),
    "maxlag with a wait": Case([error("maxlag", "6 s", [("Retry-After", "5"), ("X-Database-Lag", "6")]), GOOD], 2, [5], None),
    "maxlag without a wait": Case([error("maxlag", "6 s", [("X-Database-Lag", "6")]), GOOD], 2, [1], None),
    "maxlag for ever": Case([error("maxlag", "6 s", [("Retry-After", "5")])] * 3, 3, [5, 5], "API error 'maxlag' (6 s)"),
    "lag beside a status": Case([status(503, ("X-Database-Lag", "6")), GOOD], 2, [1], None),
    "lag beside an answer": Case(
        [reply(headers=[("X-Database-Lag", "6")], query={"pages": {"1": page_row("Ruleset", revision_row(5))}})], 1, [], None
    ),
    "ratelimited": Case([error("ratelimited")] * 3, 3, [1, 2], "API error 'ratelimited'"),
    "readonly": Case([error("readonly", "upgrade")] * 3, 3, [1, 2], "'readonly' (upgrade); try again when the wiki can be written again"),
    "broken inside": Case([error("internal_api_error_DBQueryError"), GOOD], 2, [1], None),
    "readapidenied": Case([error("readapidenied")], 1, [], "the wiki is not public; contact its administrators"),
    "an error nobody knows": Case([error("x\ny" * 100, "\x1b[2J" + "z" * 1000)], 1, [], "API error 'x y"),
    "giant": Case(
        [send(head(200, [*JSON, ("Content-Length", "2000")]))], 1, [], "larger than 0.001 MB", settings=lambda: {"max_bytes": 1000}
    ),
    "giant without a length": Case(
        [flood(head(200, JSON), b"x" * 1000, 2000)], 1, [], "larger than 0.1 MB", settings=lambda: {"max_bytes": 100_000}
    ),
    "redirect to another host": Case([status(301, ("Location", "http://wiki.example/api.php"))], 1, [], ", not followed; if http://"),
    "redirect to another port": Case([status(302, ("Location", "http://127.0.0.1:1/w/api.php"))], 1, [], ", not followed; if http://"),
    "redirect nowhere": Case([status(302, ("Location", "http://[oh"))], 1, [], "redirect to an invalid address"),
    "redirect in a circle": Case([status(302, ("Location", "/w/api.php?" + "x" * n)) for n in (1, 2, 1)], 3, [], "redirect loop"),
    "redirect at home": Case([status(301, ("Location", "/elsewhere/api.php")), GOOD], 2, [], None),
    "not UTF-8": Case([page(b'{"a": "\xff"}', headers=JSON)], 1, [], "the answer is not UTF-8", WikiNotUnderstood),
    "too deep": Case([page(b'{"a": ' + b"[" * 200_000, headers=JSON)], 1, [], "nested too deeply", WikiNotUnderstood),
    "a list": Case([page(b"[]", headers=JSON)], 1, [], "Expected `object`, got `array`", WikiNotUnderstood),
    "null": Case([page(b"null", headers=JSON)], 1, [], "Expected `object`, got `null`", WikiNotUnderstood),
    "pages as a list": Case([reply(query={"pages": []})], 1, [], "Expected `object`, got `array` - at `$.query.pages`", WikiNotUnderstood),
    "revid as text": Case(
        [pages(page_row("Ruleset", {**revision_row(5), "revid": "5"}))], 1, [], "Expected `int`, got `str`", WikiNotUnderstood
    ),
    "time without a zone": Case(
        [pages(page_row("Ruleset", revision_row(5, timestamp="2024-01-01T00:00:00")))], 1, [], "with a timezone", WikiNotUnderstood
    ),
    "time of no game": Case(
        [pages(page_row("Ruleset", revision_row(5, timestamp="1999-12-31T23:59:59Z")))], 1, [], "the year 1999", WikiNotUnderstood
    ),
    "half a character": Case(
        [pages(page_row("Ruleset", revision_row(5, text="\ud800")))], 1, [], "invalid Unicode in the answer", WikiNotUnderstood
    ),
    "half a character in a title": Case(
        [pages({"title": "\ud800", "missing": True}, redirects=[{"from": "Ruleset", "to": "\ud800"}])],
        1,
        [],
        "invalid Unicode in the answer",
        WikiNotUnderstood,
    ),
    "no answer to the question": Case(
        [pages(page_row("Rulesets", revision_row(5)))], 1, [], "nothing about the page 'Ruleset' in the answer", WikiNotUnderstood
    ),
    "no revision": Case([pages(page_row("Ruleset"))], 1, [], "the page 'Ruleset' without its revision", WikiNotUnderstood),
    "no text": Case([pages(page_row("Ruleset", revision_row(5, text=None)))], 1, [], "revision 5 without its text", WikiNotUnderstood),
    "no user": Case([pages(page_row("Ruleset", revision_row(5, user=None)))], 1, [], "revision 5 without its user", WikiNotUnderstood),
    "the same continuation": Case(
        [pages(page_row("Ruleset"), more={"rvcontinue": "7|5", "continue": "||"})] * 2, 2, [], "its continuations repeat", WikiNotUnderstood
    ),
    "a continuation of another question": Case(
        [pages(page_row("Ruleset"), more={"titles": "Elsewhere"})], 1, [], "the answer continues with other parameters", WikiNotUnderstood
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_costs_so_many_requests_and_so_much_waiting(name: str) -> None:
    case = CASES[name]
    waits = Waits()
    with FaultyServer(*case.steps) as server, client(server, waits, **case.settings()) as wiki:
        if case.told is None:
            assert only(FoundPage, wiki.read(["Ruleset"]))[0].revision.text == "text"
        else:
            with pytest.raises(NoVerdict) as failure:
                wiki.read(["Ruleset"])
            assert type(failure.value) is case.kind
            sentence = str(failure.value)
            assert case.told in sentence
            assert sentence.startswith(f"{server.url}/w/: API request for the text of 'Ruleset' failed (")
            if "redirect" not in case.told and "continuations" not in case.told:
                assert f"({1 + len(case.waits)} attempt" in sentence
            assert "; " in sentence
            assert sentence.isprintable()
            assert len(sentence) < 500
        assert len(server.heads) == wiki.requests == case.requests
        assert waits == case.waits
        assert round(wiki.waited) == sum(case.waits)


def test_a_wiki_that_is_not_there_refuses_the_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    waits = Waits()
    with (
        client(f"http://127.0.0.1:{port}", waits) as wiki,
        pytest.raises(WikiUnreachable, match=r"3 attempts\): connection refused"),
    ):
        wiki.read(["Ruleset"])
    assert waits == [1, 2]


def test_a_name_that_is_no_hosts_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[object] = []

    def unknown(host: object, *_: object, **__: object) -> None:
        names.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    waits = Waits()
    with client("https://wiki.example", waits) as wiki, pytest.raises(WikiUnreachable, match="host name not found"):
        wiki.read(["Ruleset"])
    assert names == ["wiki.example"] * 3
    assert waits == [1, 2]


def test_a_failure_counts_as_a_source_that_could_not_be_reached_and_an_odd_answer_does_not() -> None:
    assert issubclass(WikiUnreachable, Unreachable)
    assert not issubclass(WikiNotUnderstood, Unreachable)
    assert issubclass(WikiNotUnderstood, NoVerdict)
    assert issubclass(WikiUnreachable, NoVerdict)


def test_the_code_of_a_refusal_is_kept_for_programs() -> None:
    with FaultyServer(error("readapidenied")) as server, client(server) as wiki, pytest.raises(WikiUnreachable) as failure:
        wiki.siteinfo()
    assert failure.value.code == "readapidenied"


@pytest.mark.parametrize(
    ("settings", "waits"),
    [
        pytest.param({"retries": 0}, [], id="no-retries"),
        pytest.param({"retries": 5, "max_wait": 7.0}, [1, 2, 4], id="seven-seconds"),
        pytest.param({"retries": 5, "max_wait": 6.9}, [1, 2], id="less-than-seven-seconds"),
        pytest.param({"max_wait": 0.0}, [], id="no-waiting"),
    ],
)
def test_waits_grow_up_to_their_bounds(settings: dict[str, Any], waits: list[float]) -> None:
    slept = Waits()
    with FaultyServer(*[status(503)] * 9) as server, client(server, slept, **settings) as wiki, pytest.raises(WikiUnreachable) as failure:
        wiki.read(["Ruleset"])
    assert slept == waits
    assert len(server.heads) == len(waits) + 1
    assert ("no more waiting is allowed" in str(failure.value)) is ("max_wait" in settings)


def test_the_waiting_of_all_questions_together_is_bounded() -> None:
    slept = Waits()
    with FaultyServer(*[status(503)] * 9) as server, client(server, slept, max_total_wait=5.0) as wiki:
        for _ in range(3):
            with pytest.raises(WikiUnreachable):
                wiki.siteinfo()
    assert slept == [1, 2, 1, 1]
    assert len(server.heads) == 3 + 2 + 2


def test_replies_without_end_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Question, "__init__", partialmethod(Question.__init__, most=3))
    steps = [pages(page_row("Ruleset"), more={"rvcontinue": number}) for number in range(9)]
    with (
        FaultyServer(*steps) as server,
        client(server) as wiki,
        pytest.raises(WikiNotUnderstood, match="not complete after 3 replies"),
    ):
        wiki.read(["Ruleset"])
    assert len(server.heads) == 3


def test_making_a_client_asks_nothing() -> None:
    with FaultyServer() as server, client(server) as wiki:
        assert wiki.requests == 0
    assert server.heads == []


def test_a_request_says_who_asks_and_sends_nothing_else_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login nobody password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with FaultyServer(reply(headers=[("Set-Cookie", "a=b")], query={"general": {"generator": "MediaWiki 1.44.0"}}), GOOD) as server:
        with client(server) as wiki:
            wiki.siteinfo()
            wiki.read(["Ruleset"])
        for text in server.heads:
            headers = dict(line.split(": ", 1) for line in text.split("\r\n")[1:] if line)
            assert headers["User-Agent"].startswith("blognomic-sync/")
            assert headers["User-Agent"].endswith(" (ops@example.org)")
            assert not {"Authorization", "Cookie"} & headers.keys()
        assert all(path.startswith("/w/api.php?") for path in server.paths())
        assert all(query["maxlag"] == "5" and query["format"] == "json" for query in asked(server))


def test_a_client_that_was_closed_can_be_used_again() -> None:
    with FaultyServer(GOOD, GOOD) as server, client(server) as wiki:
        wiki.read(["Ruleset"])
        wiki.close()
        assert wiki.read(["Ruleset"])["Ruleset"].revid == 5


def test_nothing_but_reading_is_sent() -> None:
    with client("http://127.0.0.1:9") as wiki, pytest.raises(NotImplementedError):
        wiki._api.site.post("edit", title="Ruleset", text="x")
