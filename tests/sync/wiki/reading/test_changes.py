"""The poll: what it costs and what it notices; and where a page was moved."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from sync.wiki.errors import WikiNotUnderstood
from sync.wiki.reading.values import FoundPage, MissingPage
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import NOON, asked, client, only, page_row, pages, reply, revision_row


def state(title: str, revid: int) -> dict[str, Any]:
    return page_row(title, lastrevid=revid, touched="2024-01-20T11:00:00Z")


def move(target: str | None, at: str = "2024-01-20T11:30:00Z") -> dict[str, Any]:
    """A move in the log; its target is hidden with None."""
    if target is None:
        return {"actionhidden": "", "timestamp": at}
    return {"timestamp": at, "params": {"target_ns": 0, "target_title": target, "suppressredirect": ""}}


def test_one_request_says_that_nothing_changed() -> None:
    step = pages(state("Ruleset", 5), {"title": "Reality", "missing": True})
    with FaultyServer(step) as server, client(server) as wiki:
        assert wiki.changed({"Ruleset": 5, "Reality": 0, "A|b": 0}) == {}
    (query,) = asked(server)
    assert (query["prop"], query["titles"]) == ("info", "Ruleset|Reality")


def test_two_requests_bring_a_new_text_and_no_other() -> None:
    steps = [pages(state("Ruleset", 6), state("Reality", 9)), pages(page_row("Ruleset", revision_row(6, "new")))]
    with FaultyServer(*steps) as server, client(server) as wiki:
        (found,) = only(FoundPage, wiki.changed({"Ruleset": 5, "Reality": 9}))
    assert (found.asked, found.revision.text) == ("Ruleset", "new")
    assert [query["titles"] for query in asked(server)] == ["Ruleset|Reality", "Ruleset"]
    assert "content" in asked(server)[1]["rvprop"]


def test_what_was_not_known_is_new() -> None:
    steps = [pages(state("Ruleset", 6), {"title": "Reality", "missing": True}), pages(page_row("Ruleset", revision_row(6, "new")))]
    with FaultyServer(*steps) as server, client(server) as wiki:
        changed = wiki.changed({"Ruleset": None, "Reality": None})
    assert [type(answer) for answer in changed.values()] == [FoundPage, MissingPage]


def test_a_deletion_costs_one_request() -> None:
    with FaultyServer(pages({"title": "Reality", "missing": True})) as server, client(server) as wiki:
        assert wiki.changed({"Reality": 9}) == {"Reality": MissingPage("Reality", "Reality")}
    assert len(server.heads) == 1


def test_a_move_is_followed_by_its_redirect() -> None:
    redirects = [{"from": "Reality", "to": "The Tower"}]
    steps = [pages(state("The Tower", 12), redirects=redirects), pages(page_row("The Tower", revision_row(12)), redirects=redirects)]
    with FaultyServer(*steps) as server, client(server) as wiki:
        (found,) = only(FoundPage, wiki.changed({"Reality": 9}))
    assert (found.asked, found.title, found.redirected_from) == ("Reality", "The Tower", "Reality")


def test_a_redirects_target_that_has_not_changed_is_as_before() -> None:
    redirects = [{"from": "Keep", "to": "Tower"}, {"from": "Tower", "to": "The Tower"}]
    with FaultyServer(pages(state("The Tower", 9), redirects=redirects)) as server, client(server) as wiki:
        assert wiki.changed({"Keep": 9}) == {}


def test_no_titles_cost_no_request() -> None:
    with FaultyServer() as server, client(server) as wiki:
        assert (wiki.changed({}), server.heads) == ({}, [])


def test_a_page_without_a_revision_is_no_answer() -> None:
    why = r"the changes to 'Ruleset' .*without its revision"
    with FaultyServer(pages(page_row("Ruleset"))) as server, client(server) as wiki, pytest.raises(WikiNotUnderstood, match=why):
        wiki.changed({"Ruleset": 5})


def test_moves_are_followed_through_the_log_from_one_to_the_next() -> None:
    log = [[move("Keep")], [move("The Tower", "2024-01-20T11:40:00Z")], []]
    with FaultyServer(*(reply(query={"logevents": rows}) for rows in log)) as server, client(server) as wiki:
        assert wiki.moved_to("Reality", NOON - timedelta(hours=1)) == "The Tower"
    queries = [(query["letype"], query["ledir"], query["letitle"], query["lestart"]) for query in asked(server)]
    assert queries == [
        ("move", "newer", "Reality", "2024-01-20T11:00:00Z"),
        ("move", "newer", "Keep", "2024-01-20T11:30:00Z"),
        ("move", "newer", "The Tower", "2024-01-20T11:40:00Z"),
    ]


@pytest.mark.parametrize(
    "log",
    [
        pytest.param([[]], id="never"),
        pytest.param([[move(None)]], id="hidden"),
        pytest.param([[move("Keep")], [move("Reality")], []], id="there-and-back"),
        pytest.param([[move("Keep")], [move("Reality")]] * 10, id="there-and-back-within-a-second"),
    ],
)
def test_a_page_that_is_not_elsewhere_was_moved_nowhere(log: list[list[dict[str, Any]]]) -> None:
    with FaultyServer(*(reply(query={"logevents": rows}) for rows in log)) as server, client(server) as wiki:
        assert wiki.moved_to("Reality", NOON) is None
    assert len(server.heads) == len(log)
