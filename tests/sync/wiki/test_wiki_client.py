"""Titles and what the wiki says of them, histories, and what a wiki says of itself."""

from __future__ import annotations

from typing import Any

import pytest

from sync.errors import NoVerdict, Unreachable
from sync.wiki.wiki_access import FoundPage, NoPage, NoSuchPage, WikiNotUnderstood, WikiUnreachable
from tests.support.cases import cases
from tests.support.faulty_server import FaultyServer, Step, page, reset
from tests.sync.wiki.scripted import (
    Waits,
    asked,
    client,
    error,
    only,
    page_row,
    pages,
    reply,
    revision_row,
)


def test_every_title_is_answered_under_the_name_it_was_asked_by() -> None:
    step = pages(
        page_row("The Tower", revision_row(5, "tower")),
        page_row("Second Switch Ruleset", revision_row(6, "not this one")),
        {"ns": 0, "title": "Nowhere", "missing": True},
        {
            "title": "A<b",
            "invalid": True,
            "invalidreason": 'The requested page title contains invalid characters: "<".',
        },
        {"title": "A>b", "invalid": True},
        {"ns": -1, "title": "Special:Version", "special": True},
        normalized=[{"from": "the_Tower", "to": "The Tower"}],
        redirects=[
            {"from": "Keep", "to": "The Tower"},
            {"from": "Old keep", "to": "Keep"},
            {"from": "Gone", "to": "Nowhere"},
        ],
        interwiki=[{"title": "wikipedia:Tower", "iw": "wikipedia"}],
    )
    titles = [
        "the_Tower",
        "The Tower",
        "Keep",
        "Old keep",
        "Gone",
        "Nowhere",
        "A<b",
        "A>b",
        "Special:Version",
        "wikipedia:Tower",
    ]
    with FaultyServer(step) as server, client(server) as wiki:
        answers = wiki.read([*titles, "The Tower"])
    assert list(answers) == titles
    assert [found.redirected_from for found in only(FoundPage, answers)] == [
        None,
        None,
        "Keep",
        "Old keep",
    ]
    assert {found.title for found in only(FoundPage, answers)} == {"The Tower"}
    assert {found.revision.text for found in only(FoundPage, answers)} == {"tower"}
    absent = only(NoPage, answers)
    assert absent[:3] == [
        NoPage("Nowhere", "", "Gone"),
        NoPage("Nowhere"),
        NoPage("A<b", 'The requested page title contains invalid characters: "<"'),
    ]
    assert [
        (page.title, page.why.startswith("it is invalid, a special page, a page of another wiki"))
        for page in absent[3:]
    ] == [(title, True) for title in titles[-3:]]
    assert {page.revid for page in absent} == {0}


def test_redirects_may_lead_in_a_circle_or_away() -> None:
    leads = [
        {"from": "One", "to": "Two"},
        {"from": "Two", "to": "One"},
        {"from": "About", "to": "Special:Version"},
    ]
    leads += [{"from": "Away", "to": "wikipedia:Foo", "tointerwiki": "wikipedia"}]
    step = pages(
        {"ns": -1, "title": "Special:Version", "special": True, "novel": [1]}, redirects=leads
    )
    with FaultyServer(step) as server, client(server) as wiki:
        answers = wiki.read(["One", "Away", "About"])
    assert [bool(page.why) for page in only(NoPage, answers)] == [True] * 3


@pytest.mark.parametrize(
    "title", ["", " _ ", "Ruleset|Reality", "\x1fRuleset", "Ruleset#Votes", "Ruleset\n", "\ud800"]
)
def test_a_title_that_would_be_answered_as_another_one_is_not_sent(title: str) -> None:
    with FaultyServer(reply()) as server, client(server) as wiki:
        (answer,) = only(NoPage, wiki.read([title]))
    assert answer.why.startswith("it contains '" if title.strip(" _") else "it is empty")
    assert asked(server) == []


def test_a_title_is_sent_in_the_form_the_wiki_keeps_it_in() -> None:
    composed, decomposed = "Caf\u00e9", "Cafe\u0301"
    with FaultyServer(pages(page_row(composed, revision_row(5)))) as server, client(server) as wiki:
        answers = wiki.read([decomposed, composed])
    assert [query["titles"] for query in asked(server)] == [composed]
    assert list(answers) == [decomposed, composed]


def test_a_reply_that_is_cut_is_continued_and_put_together() -> None:
    empty, other = page_row("Reality"), page_row("Reality")
    steps = [
        pages(
            page_row("Ruleset", revision_row(5, "first")),
            empty,
            more={"rvcontinue": 9, "continue": "||"},
        ),
        pages(page_row("Ruleset"), {**other, "revisions": [revision_row(9, "second")]}),
    ]
    with FaultyServer(*steps) as server, client(server) as wiki:
        answers = wiki.read(["Ruleset", "Reality"])
    assert [found.revision.text for found in only(FoundPage, answers)] == ["first", "second"]
    assert "rvcontinue" not in asked(server)[0]
    assert (asked(server)[1]["rvcontinue"], asked(server)[1]["continue"]) == ("9", "||")


def test_hidden_parts_that_this_account_may_see_stay_hidden() -> None:
    slots = {"main": {"texthidden": "", "*": "secret"}}
    hidden = revision_row(5, userhidden="", suppressed="", slots=slots)
    with FaultyServer(pages(page_row("Ruleset", hidden))) as server, client(server) as wiki:
        found = only(FoundPage, wiki.read(["Ruleset"]))[0].revision
    assert (found.user, found.comment, found.text) == (None, "why", None)


def test_a_lost_text_is_none_and_a_blank_one_is_blank() -> None:
    rows = [
        page_row("Lost", revision_row(5, slots={"main": {"textmissing": True}})),
        page_row("Blank", revision_row(6, "")),
    ]
    with FaultyServer(pages(*rows)) as server, client(server) as wiki:
        lost, blank = only(FoundPage, wiki.read(["Lost", "Blank"]))
    assert (lost.revision.text, blank.revision.text) == (None, "")


def history_rows(*revids: int) -> list[dict[str, object]]:
    return [revision_row(revid) for revid in revids]


def test_revisions_come_newest_first_in_the_largest_pieces_as_they_are_used() -> None:
    steps = [
        pages(
            page_row("Ruleset", *history_rows(4, 3)),
            more={"rvcontinue": "20240101000000|4", "continue": "||"},
        ),
        pages(page_row("Ruleset"), more={"rvcontinue": "20240101000000|5", "continue": "||"}),
        pages(page_row("Ruleset", *history_rows(2))),
    ]
    with FaultyServer(*steps) as server, client(server) as wiki:
        history = wiki.history("Ruleset", 4)
        assert server.heads == []
        assert [next(history).revid, next(history).revid] == [4, 3]
        assert len(server.heads) == 1
        assert [revision.revid for revision in history] == [2]
    first, second, third = asked(server)
    assert (first["rvdir"], first["rvlimit"], first["titles"], first["rvstartid"]) == (
        "older",
        "max",
        "Ruleset",
        "4",
    )
    assert "content" in first["rvprop"]
    assert not {"redirects", "rvcontinue"} & first.keys()
    assert (second["rvcontinue"], third["rvcontinue"]) == ("20240101000000|4", "20240101000000|5")


def test_a_history_may_fail_on_the_way() -> None:
    steps = [
        pages(page_row("Ruleset", *history_rows(number)), more={"rvcontinue": "a"})
        for number in (2, 3, 4)
    ]
    with (
        FaultyServer(*steps) as server,
        client(server) as wiki,
        pytest.raises(WikiNotUnderstood, match="its continuations repeat"),
    ):
        list(wiki.history("Ruleset"))
    assert len(server.heads) == 2
    with FaultyServer(steps[0], error("readapidenied")) as server, client(server) as wiki:
        history = wiki.history("Ruleset")
        assert next(history).revid == 2
        with pytest.raises(WikiUnreachable, match="not public"):
            next(history)
    gone = "^the wiki no longer has revision 99, the start of the history of 'Ruleset'$"
    with (
        FaultyServer(error("badid_rvstartid")) as server,
        client(server) as wiki,
        pytest.raises(NoSuchPage, match=gone),
    ):
        list(wiki.history("Ruleset", 99))


@cases("no_pages")
def test_a_missing_page_has_none(title: str, row: dict[str, object] | None, message: str) -> None:
    with (
        FaultyServer(*[pages(row)] if row else []) as server,
        client(server) as wiki,
        pytest.raises(NoSuchPage) as failure,
    ):
        list(wiki.history(title))
    assert str(failure.value).startswith(message)
    assert len(server.heads) == (row is not None)


@cases("sites")
def test_a_wiki_says_its_name_version_and_state(
    general: dict[str, Any], description: str, understood: bool
) -> None:
    with FaultyServer(reply(query={"general": general})) as server, client(server) as wiki:
        assert wiki.siteinfo() == (description, understood)
    assert len(server.heads) == 1


def test_a_wiki_that_says_nothing_of_itself_is_not_understood() -> None:
    with (
        FaultyServer(reply(query={})) as server,
        client(server) as wiki,
        pytest.raises(WikiNotUnderstood, match="no site information"),
    ):
        wiki.siteinfo()


# What a wiki may do in place of an answer: how often it is asked, how long is waited, and what
# people are told.


GOOD = pages(page_row("Ruleset", revision_row(5)))
JSON = [("Content-Type", "application/json")]
LAG = [("Retry-After", "5"), ("X-Database-Lag", "6")]


def row(text: str | None = "text", **parts: Any) -> Step:
    return pages(page_row("Ruleset", {**revision_row(5, text), **parts}))


def status(code: int, *headers: tuple[str, str]) -> Step:
    return page(b"<html>no such luck</html>", code, headers)


def more(**parts: Any) -> Step:
    return pages(page_row("Ruleset"), more=parts)


# The server's behaviour, the waits, and a part of the sentence, or nothing where the question is
# answered in the end.
FAULTS: list[tuple[list[Step], list[float], str]] = [
    ([reset(), GOOD], [1], ""),
    (
        [status(404)],
        [],
        "404 Not Found; check that the wiki's address is the folder of its api.php",
    ),
    (
        [status(403)],
        [],
        "403 Forbidden; the wiki blocks this tool; contact its administrators",
    ),
    ([page(b"\n<!DOCTYPE html><title>Oh</title>")], [], "a web page instead of an API reply"),
    ([page(b'{"query": {"pag', headers=JSON)] * 3, [1, 2], "incomplete answer"),
    ([error("maxlag", "6 s", LAG), GOOD], [5], ""),
    ([error("maxlag", "6 s", LAG)] * 3, [5, 5], "API error 'maxlag' (6 s)"),
    (
        [reply(headers=LAG[1:], query={"pages": {"1": page_row("Ruleset", revision_row(5))}})],
        [],
        "",
    ),
    (
        [error("readonly", "upgrade")] * 3,
        [1, 2],
        "'readonly' (upgrade); try again when the wiki is writable again",
    ),
    ([error("internal_api_error_DBQueryError"), GOOD], [1], ""),
    ([error("readapidenied")], [], "the wiki is not public; contact its administrators"),
    ([error("x\ny" * 100, "\x1b[2J" + "z" * 1000)], [], "API error 'x y"),
    ([status(301, ("Location", "http://wiki.example/api.php"))], [], ", not followed; if http://"),
]
ODD: list[tuple[Step, str]] = [
    (page(b'{"a": ' + b"[" * 200_000, headers=JSON), "maximum recursion"),
    (page(b"[]", headers=JSON), "Expected `object`, got `array`"),
    (reply(query={"pages": []}), "Expected `object`, got `array` - at `$.query.pages`"),
    (row(revid="5"), "Expected `int`, got `str`"),
    (row(timestamp="2024-01-01T00:00:00"), "with a timezone"),
    (row(timestamp="1999-12-31T23:59:59Z"), "the year 1999"),
    (pages(page_row("Ruleset")), "no revision of the page 'Ruleset' in the reply"),
    (row(text=None), "revision 5 without its text"),
    (row(user=None), "revision 5 without its user"),
    (more(rvcontinue="7|5", **{"continue": "||"}), "its continuations repeat"),
    (more(titles="Elsewhere"), "the reply continues with other parameters"),
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
def test_a_fault_costs_so_many_requests_and_so_much_waiting(
    steps: list[Step], waits: list[float], says: str
) -> None:
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


def test_replies_without_end_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sync.wiki.wiki_api.MOST_REPLIES", 3)
    with (
        FaultyServer(*[more(rvcontinue=number) for number in range(9)]) as server,
        client(server) as wiki,
    ):
        assert "its continuations repeat or do not end" in told(wiki, server, WikiNotUnderstood)
    assert len(server.heads) == 3


def test_only_reading_requests_are_sent() -> None:
    with client("http://127.0.0.1:9") as wiki, pytest.raises(NotImplementedError):
        wiki._api.site.post("edit", title="Ruleset", text="x")
