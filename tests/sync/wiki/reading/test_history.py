"""Histories: order, continuation, and where they begin."""

from __future__ import annotations

import pytest

from sync.wiki.errors import NoSuchPage, WikiNotUnderstood, WikiUnreachable
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import asked, client, error, page_row, pages, revision_row


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
