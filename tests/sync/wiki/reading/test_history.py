"""Histories: order, continuation, and where they begin; and the poll for changes."""

from __future__ import annotations

from typing import Any

import pytest

from sync.wiki.errors import NoSuchPage, WikiNotUnderstood, WikiUnreachable
from sync.wiki.reading.values import FoundPage, MissingPage
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import asked, client, error, only, page_row, pages, revision_row


def rows(*revids: int) -> list[dict[str, object]]:
    return [revision_row(revid) for revid in revids]


def test_revisions_come_newest_first_in_the_largest_pieces_as_they_are_used() -> None:
    steps = [
        pages(page_row("Ruleset", *rows(4, 3)), more={"rvcontinue": "20240101000000|4", "continue": "||"}),
        pages(page_row("Ruleset"), more={"rvcontinue": "20240101000000|5", "continue": "||"}),
        pages(page_row("Ruleset", *rows(2))),
    ]
    with FaultyServer(*steps) as server, client(server) as wiki:
        history = wiki.history("Ruleset", 4)
        assert server.heads == []
        assert [next(history).revid, next(history).revid] == [4, 3]
        assert len(server.heads) == 1
        assert [revision.revid for revision in history] == [2]
    first, second, third = asked(server)
    assert (first["rvdir"], first["rvlimit"], first["titles"], first["rvstartid"]) == ("older", "max", "Ruleset", "4")
    assert "content" in first["rvprop"]
    assert not {"redirects", "rvcontinue"} & first.keys()
    assert (second["rvcontinue"], third["rvcontinue"]) == ("20240101000000|4", "20240101000000|5")


def test_a_history_may_fail_on_the_way() -> None:
    steps = [pages(page_row("Ruleset", *rows(number)), more={"rvcontinue": "a"}) for number in (2, 3, 4)]
    with FaultyServer(*steps) as server, client(server) as wiki, pytest.raises(WikiNotUnderstood, match="its continuations repeat"):
        list(wiki.history("Ruleset"))
    assert len(server.heads) == 2
    with FaultyServer(steps[0], error("readapidenied")) as server, client(server) as wiki:
        history = wiki.history("Ruleset")
        assert next(history).revid == 2
        with pytest.raises(WikiUnreachable, match="not public"):
            next(history)


@pytest.mark.parametrize(
    ("title", "row", "sentence"),
    [
        ("Ruleset", {"title": "Ruleset", "missing": True}, "the wiki has no page 'Ruleset'; check the title"),
        ("Ruleset", {"title": "Ruleset", "invalid": True, "invalidreason": "Too long."}, "the wiki has no page 'Ruleset': Too long; check"),
        ("A|b", None, "the wiki has no page 'A|b': it contains '|', which no title can; check the title"),
    ],
)
def test_a_page_that_is_not_there_has_none(title: str, row: dict[str, object] | None, sentence: str) -> None:
    with FaultyServer(*[pages(row)] if row else []) as server, client(server) as wiki, pytest.raises(NoSuchPage) as failure:
        list(wiki.history(title))
    assert str(failure.value).startswith(sentence)
    assert len(server.heads) == (row is not None)


def test_a_history_that_was_to_begin_at_a_revision_that_is_gone_says_so() -> None:
    with FaultyServer(error("badid_rvstartid")) as server, client(server) as wiki, pytest.raises(NoSuchPage) as failure:
        list(wiki.history("Ruleset", 99))
    assert str(failure.value) == "the wiki no longer has revision 99, from which the history of 'Ruleset' was to go back"


def state(title: str, revid: int) -> dict[str, Any]:
    return page_row(title, lastrevid=revid, touched="2024-01-20T11:00:00Z")


GONE = {"title": "Reality", "missing": True}


def test_one_request_says_that_nothing_changed() -> None:
    redirects = [{"from": "Keep", "to": "Tower"}, {"from": "Tower", "to": "The Tower"}]
    step = pages(state("Ruleset", 5), state("The Tower", 9), GONE, redirects=redirects)
    with FaultyServer(step) as server, client(server) as wiki:
        assert wiki.changed({"Ruleset": 5, "Keep": 9, "Reality": 0, "A|b": 0}) == {}
        assert wiki.changed({}) == {}
    (query,) = asked(server)
    assert (query["prop"], query["titles"]) == ("info", "Ruleset|Keep|Reality")


def test_two_requests_bring_a_new_text_and_no_other() -> None:
    steps = [pages(state("Ruleset", 6), state("Tower", 9), GONE), pages(page_row("Ruleset", revision_row(6, "new")))]
    with FaultyServer(*steps) as server, client(server) as wiki:
        changed = wiki.changed({"Ruleset": None, "Tower": 9, "Reality": 9})
    (found,) = only(FoundPage, changed)
    assert (found.asked, found.revision.text) == ("Ruleset", "new")
    assert only(MissingPage, changed) == [MissingPage("Reality", "Reality")]
    assert [query["titles"] for query in asked(server)] == ["Ruleset|Tower|Reality", "Ruleset"]


def test_a_move_is_followed_by_its_redirect() -> None:
    redirects = [{"from": "Reality", "to": "The Tower"}]
    steps = [pages(state("The Tower", 12), redirects=redirects), pages(page_row("The Tower", revision_row(12)), redirects=redirects)]
    with FaultyServer(*steps) as server, client(server) as wiki:
        (found,) = only(FoundPage, wiki.changed({"Reality": 9}))
    assert (found.asked, found.title, found.redirected_from) == ("Reality", "The Tower", "Reality")


def test_a_page_without_a_revision_is_no_answer() -> None:
    why = r"the changes to 'Ruleset' .*without its revision"
    with FaultyServer(pages(page_row("Ruleset"))) as server, client(server) as wiki, pytest.raises(WikiNotUnderstood, match=why):
        wiki.changed({"Ruleset": 5})
