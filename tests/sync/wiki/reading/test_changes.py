"""The poll: what it costs and what it notices; and where a page was moved."""

from __future__ import annotations

from typing import Any

import pytest

from sync.wiki.errors import WikiNotUnderstood
from sync.wiki.reading.values import FoundPage, MissingPage
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import asked, client, only, page_row, pages, revision_row


def state(title: str, revid: int) -> dict[str, Any]:
    return page_row(title, lastrevid=revid, touched="2024-01-20T11:00:00Z")


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
