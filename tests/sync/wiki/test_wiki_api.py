"""What a wiki may do in place of an answer: how often it is asked, how long is waited, and what people are told."""

from __future__ import annotations

from typing import Any

import pytest

from sync.errors import NoVerdict, Unreachable
from sync.wiki.wiki_access import FoundPage, WikiNotUnderstood, WikiUnreachable
from tests.support.faulty_server import FaultyServer, Step, page, reset
from tests.sync.wiki.scripted import Waits, client, error, only, page_row, pages, reply, revision_row

GOOD = pages(page_row("Ruleset", revision_row(5)))
JSON = [("Content-Type", "application/json")]
LAG = [("Retry-After", "5"), ("X-Database-Lag", "6")]


def row(text: str | None = "text", **parts: Any) -> Step:
    return pages(page_row("Ruleset", {**revision_row(5, text), **parts}))


def status(code: int, *headers: tuple[str, str]) -> Step:
    return page(b"<html>no such luck</html>", code, headers)


def more(**parts: Any) -> Step:
    return pages(page_row("Ruleset"), more=parts)


# The server's behaviour, the waits, and a part of the sentence, or nothing where the question is answered in the end.
FAULTS: list[tuple[list[Step], list[float], str]] = [
    ([reset()] * 3, [1, 2], "connection closed by the server"),
    ([reset(), GOOD], [1], ""),
    ([status(503, ("Retry-After", "4")), status(503), GOOD], [4, 2], ""),
    ([status(404)], [], "404 Not Found; check that the wiki's address is the folder of its api.php"),
    ([status(403)], [], "403 Forbidden; the wiki does not admit this tool; contact its administrators"),
    ([page(b"\n<!DOCTYPE html><title>Oh</title>")], [], "a web page in place of an API answer"),
    ([page(b'{"query": {"pag', headers=JSON)] * 3, [1, 2], "incomplete answer"),
    ([page(b'{"a": "\xff"}', headers=JSON), GOOD], [1], ""),
    ([page(b"", headers=JSON)] * 3, [1, 2], "incomplete answer"),
    ([error("maxlag", "6 s", LAG), GOOD], [5], ""),
    ([error("maxlag", "6 s", LAG[1:]), GOOD], [1], ""),
    ([error("maxlag", "6 s", LAG)] * 3, [5, 5], "API error 'maxlag' (6 s)"),
    ([status(503, ("X-Database-Lag", "6")), GOOD], [1], ""),
    ([reply(headers=LAG[1:], query={"pages": {"1": page_row("Ruleset", revision_row(5))}})], [], ""),
    ([error("readonly", "upgrade")] * 3, [1, 2], "'readonly' (upgrade); try again when the wiki can be written again"),
    ([error("internal_api_error_DBQueryError"), GOOD], [1], ""),
    ([error("readapidenied")], [], "the wiki is not public; contact its administrators"),
    ([error("x\ny" * 100, "\x1b[2J" + "z" * 1000)], [], "API error 'x y"),
    ([status(301, ("Location", "http://wiki.example/api.php"))], [], ", not followed; if http://"),
    ([status(301, ("Location", "/elsewhere/api.php")), GOOD], [], ""),
]
ODD: list[tuple[Step, str]] = [
    (page(b'{"a": ' + b"[" * 200_000, headers=JSON), "nested too deeply"),
    (page(b"[]", headers=JSON), "Expected `object`, got `array`"),
    (reply(query={"pages": []}), "Expected `object`, got `array` - at `$.query.pages`"),
    (row(revid="5"), "Expected `int`, got `str`"),
    (row(timestamp="2024-01-01T00:00:00"), "with a timezone"),
    (row(timestamp="1999-12-31T23:59:59Z"), "the year 1999"),
    (pages(page_row("Rulesets", revision_row(5))), "nothing about the page 'Ruleset' in the answer"),
    (pages(page_row("Ruleset")), "the page 'Ruleset' without its revision"),
    (row(text=None), "revision 5 without its text"),
    (row(user=None), "revision 5 without its user"),
    (more(rvcontinue="7|5", **{"continue": "||"}), "its continuations repeat"),
    (more(titles="Elsewhere"), "the answer continues with other parameters"),
]


def told(wiki: Any, server: FaultyServer, kind: type[NoVerdict]) -> str:
    with pytest.raises(NoVerdict) as failure:
        wiki.read(["Ruleset"])
    assert type(failure.value) is kind
    sentence = str(failure.value)
    assert sentence.startswith(f"{server.url}/w/: API request for the text of 'Ruleset' failed (")
    assert "; " in sentence
    assert sentence.isprintable()
    assert len(sentence) < 500
    return sentence


@pytest.mark.parametrize(("steps", "waits", "says"), FAULTS)
def test_a_fault_costs_so_many_requests_and_so_much_waiting(steps: list[Step], waits: list[float], says: str) -> None:
    slept = Waits()
    with FaultyServer(*steps) as server, client(server, slept) as wiki:
        if says:
            sentence = told(wiki, server, WikiUnreachable)
            assert says in sentence
            assert f"({len(steps)} attempt" in sentence
        else:
            assert only(FoundPage, wiki.read(["Ruleset"]))[0].revision.text == "text"
        assert len(server.heads) == wiki.requests == len(steps)
    assert slept == waits


@pytest.mark.parametrize(("step", "says"), ODD)
def test_an_answer_that_is_none_of_mediawikis_is_not_believed(step: Step, says: str) -> None:
    with FaultyServer(step, step) as server, client(server) as wiki:
        assert says in told(wiki, server, WikiNotUnderstood)
    assert issubclass(WikiUnreachable, Unreachable)
    assert not issubclass(WikiNotUnderstood, Unreachable)


def test_the_waiting_of_all_questions_together_is_bounded_and_a_refusal_has_its_code() -> None:
    slept = Waits()
    with FaultyServer(*[status(503)] * 7, error("readapidenied")) as server, client(server, slept, max_total_wait=5.0) as wiki:
        for _ in range(3):
            with pytest.raises(WikiUnreachable):
                wiki.siteinfo()
        assert slept == [1, 2, 1, 1]
        with pytest.raises(WikiUnreachable) as failure:
            wiki.siteinfo()
    assert failure.value.code == "readapidenied"


def test_replies_without_end_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sync.wiki.wiki_api.MOST_REPLIES", 3)
    with FaultyServer(*[more(rvcontinue=number) for number in range(9)]) as server, client(server) as wiki:
        assert "its continuations repeat, or do not end" in told(wiki, server, WikiNotUnderstood)
    assert len(server.heads) == 3


def test_nothing_but_reading_is_sent() -> None:
    with client("http://127.0.0.1:9") as wiki, pytest.raises(NotImplementedError):
        wiki._api.site.post("edit", title="Ruleset", text="x")
