"""The poll: what it costs, what it notices, and what it remembers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sync.wiki import Cursor, FoundPage, LogEvent, MissingPage, WikiNotUnderstood
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import NOON, asked, client, page_row, pages, reply, revision_row

CURSOR = Cursor(NOON - timedelta(hours=1))


def log_row(rcid: int, title: str | None, kind: str = "delete/delete", at: str = "2024-01-20T11:30:00Z", **parts: Any) -> dict[str, Any]:
    """An entry of the log as recent changes give it."""
    logtype, _, logaction = kind.partition("/")
    row = {
        "type": "log",
        "rcid": rcid,
        "timestamp": at,
        "logtype": logtype,
        "logaction": logaction,
        "logparams": [],
        "user": "Ana",
        "comment": "why",
    }
    return {**row, **({} if title is None else {"title": title}), **parts}


def moved(rcid: int, old: str, new: str, **parts: Any) -> dict[str, Any]:
    return log_row(rcid, old, "move/move", logparams={"target_ns": 0, "target_title": new, "suppressredirect": False}, **parts)


def state(title: str, revid: int) -> dict[str, Any]:
    return page_row(title, lastrevid=revid, touched="2024-01-20T11:00:00Z")


def test_one_request_says_that_nothing_changed() -> None:
    step = pages(state("Ruleset", 5), {"title": "Reality", "missing": True})
    with FaultyServer(step) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, {"Ruleset": 5, "Reality": 0, "A|b": 0})
    assert (dict(changes.pages), changes.events) == ({}, ())
    assert changes.cursor == Cursor(NOON)
    (query,) = asked(server)
    assert (query["prop"], query["list"], query["rctype"]) == ("info", "recentchanges", "log")
    assert (query["rcdir"], query["rcstart"], query["titles"]) == ("newer", "2024-01-20T10:55:00Z", "Ruleset|Reality")


def test_two_requests_bring_a_new_text_and_no_other() -> None:
    steps = [pages(state("Ruleset", 6), state("Reality", 9)), pages(page_row("Ruleset", revision_row(6, "new")))]
    with FaultyServer(*steps) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, {"Ruleset": 5, "Reality": 9})
    (found,) = changes.pages.found
    assert (found.asked, found.revision.text) == ("Ruleset", "new")
    assert [query["titles"] for query in asked(server)] == ["Ruleset|Reality", "Ruleset"]
    assert "content" in asked(server)[1]["rvprop"]


def test_what_was_not_known_is_new() -> None:
    steps = [pages(state("Ruleset", 6), {"title": "Reality", "missing": True}), pages(page_row("Ruleset", revision_row(6, "new")))]
    with FaultyServer(*steps) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, {"Ruleset": None, "Reality": None})
    assert [type(answer) for answer in changes.pages.values()] == [FoundPage, MissingPage]


def test_a_deletion_costs_one_request_and_says_who_and_why() -> None:
    step = pages({"title": "Reality", "missing": True}, recentchanges=[log_row(31, "Reality"), log_row(32, "Another")])
    with FaultyServer(step) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, {"Reality": 9})
    assert changes.pages["Reality"] == MissingPage("Reality", "Reality")
    half_past = datetime(2024, 1, 20, 11, 30, tzinfo=UTC)
    assert changes.events == (LogEvent(31, half_past, "delete", "delete", "Reality", None, "Ana", "why"),)
    assert len(server.heads) == 1


def test_a_move_is_followed_by_its_redirect() -> None:
    redirects = [{"from": "Reality", "to": "The Tower"}]
    steps = [
        pages(state("The Tower", 12), redirects=redirects, recentchanges=[moved(31, "Reality", "The Tower")]),
        pages(page_row("The Tower", revision_row(12)), redirects=redirects),
    ]
    with FaultyServer(*steps) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, {"Reality": 9})
    (found,) = changes.pages.found
    assert (found.asked, found.title, found.redirected_from) == ("Reality", "The Tower", "Reality")
    assert [(event.title, event.target) for event in changes.events] == [("Reality", "The Tower")]


def test_what_the_log_says_of_a_redirects_target_is_told() -> None:
    redirects = [{"from": "Keep", "to": "Tower"}, {"from": "Tower", "to": "The Tower"}]
    log = [log_row(31, "The Tower", "protect/protect"), log_row(32, "Tower"), log_row(33, "The tower")]
    with FaultyServer(pages(state("The Tower", 9), redirects=redirects, recentchanges=log)) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, {"Keep": 9})
    assert [event.rcid for event in changes.events] == [31, 32]
    assert not changes.pages


def test_moves_are_followed_through_the_log_where_no_redirect_was_left() -> None:
    log = [moved(31, "Reality", "Keep"), moved(32, "Keep", "The Tower"), moved(33, "Elsewhere", "Nowhere"), log_row(34, "The Tower")]
    with FaultyServer(pages({"title": "Reality", "missing": True}, recentchanges=log)) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, {"Reality": 9})
    assert [event.rcid for event in changes.events] == [31, 32, 34]
    assert len(server.heads) == 1


def test_a_page_that_was_moved_here_is_told() -> None:
    with FaultyServer(pages(state("Reality", 9), recentchanges=[moved(31, "Draft", "Reality")])) as server, client(server) as wiki:
        (event,) = wiki.changed_since(CURSOR, {"Reality": 9}).events
    assert (event.title, event.target) == ("Draft", "Reality")


def test_an_entry_is_told_once_however_often_it_comes() -> None:
    log = [
        log_row(30, "Ruleset", "protect/protect", at="2024-01-20T11:54:59Z"),
        log_row(31, "Ruleset", "delete/revision", at="2024-01-20T11:55:00Z"),
        log_row(32, "Another", at="2024-01-20T11:59:59Z"),
    ]
    late = log_row(29, "Ruleset", "protect/modify", at="2024-01-20T11:56:00Z")
    steps = [pages(state("Ruleset", 5), recentchanges=log), pages(state("Ruleset", 5), recentchanges=[*log[1:], late])]
    with FaultyServer(*steps) as server, client(server) as wiki:
        first = wiki.changed_since(CURSOR, {"Ruleset": 5})
        second = wiki.changed_since(first.cursor, {"Ruleset": 5})
    assert [event.rcid for event in first.events] == [30, 31]
    assert first.cursor == Cursor(NOON, frozenset({31, 32}))
    assert [event.action for event in second.events] == ["modify"]
    assert asked(server)[1]["rcstart"] == "2024-01-20T11:55:00Z"


def test_hidden_entries_are_told_as_far_as_they_are_seen() -> None:
    log = [
        log_row(31, None, actionhidden=True),
        log_row(32, "Ruleset", userhidden=True, commenthidden=True),
        {"rcid": 33, "timestamp": "2024-01-20T11:30:00Z", "title": "Ruleset"},
    ]
    with FaultyServer(pages(state("Ruleset", 5), recentchanges=log)) as server, client(server) as wiki:
        events = wiki.changed_since(CURSOR, {"Ruleset": 5}).events
    assert [(event.rcid, event.kind, event.user, event.comment) for event in events] == [(32, "delete", None, None), (33, "", None, None)]


def test_beyond_what_the_wiki_keeps_in_its_log_the_pages_are_complete() -> None:
    steps = [pages(state("Ruleset", 6)), pages(page_row("Ruleset", revision_row(6, "new")))]
    with FaultyServer(*steps) as server, client(server) as wiki:
        changes = wiki.changed_since(Cursor(NOON - timedelta(days=200)), {"Ruleset": 5})
    assert changes.pages.found[0].revision.text == "new"


def test_a_long_log_is_read_to_its_end() -> None:
    steps = [
        pages(state("Ruleset", 5), recentchanges=[log_row(31, "Ruleset")], more={"rccontinue": "20240120113000|32", "continue": "-||info"}),
        reply(query={"recentchanges": [log_row(32, "Ruleset")]}),
    ]
    with FaultyServer(*steps) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, {"Ruleset": 5})
    assert [event.rcid for event in changes.events] == [31, 32]
    assert asked(server)[1]["rccontinue"] == "20240120113000|32"


def test_the_log_is_asked_for_once_and_the_first_time_counts() -> None:
    titles = [f"Page {number}" for number in range(60)]
    steps = [
        pages(*(state(title, 5) for title in titles[:50])),
        reply(query={"pages": {title: state(title, 5) for title in titles[50:]}}, curtimestamp="2024-01-20T12:00:09Z"),
    ]
    with FaultyServer(*steps) as server, client(server) as wiki:
        changes = wiki.changed_since(CURSOR, dict.fromkeys(titles, 5))
    assert [("list" in query, "rcstart" in query) for query in asked(server)] == [(True, True), (False, False)]
    assert changes.cursor.at == NOON
    assert not changes.pages


def test_no_titles_bring_the_next_cursor() -> None:
    with (
        FaultyServer(reply(query={"recentchanges": [log_row(31, "Ruleset", at="2024-01-20T11:59:00Z")]})) as server,
        client(server) as wiki,
    ):
        changes = wiki.changed_since(CURSOR, {})
    assert (dict(changes.pages), changes.events, changes.cursor) == ({}, (), Cursor(NOON, frozenset({31})))


def test_a_page_without_a_revision_is_no_answer() -> None:
    why = r"the changes to 'Ruleset' .*without its revision"
    with FaultyServer(pages(page_row("Ruleset"))) as server, client(server) as wiki, pytest.raises(WikiNotUnderstood, match=why):
        wiki.changed_since(CURSOR, {"Ruleset": 5})
