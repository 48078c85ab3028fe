"""Histories: order, continuation, and where they begin."""

from __future__ import annotations

import pytest

from sync.errors import NoVerdict
from sync.wiki.errors import NoSuchPage, RevisionGone, WikiNotUnderstood, WikiUnreachable
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import asked, client, error, page_row, pages, revision_row

INFO = pages(page_row("Ruleset"))
"""The page itself, which is requested first."""


def rows(*revids: int) -> list[dict[str, object]]:
    return [revision_row(revid) for revid in revids]


def test_revisions_come_newest_first_and_in_the_largest_pieces() -> None:
    steps = [
        pages(page_row("Ruleset", *rows(4, 3)), more={"rvcontinue": "20240101000000|4", "continue": "||"}),
        pages(page_row("Ruleset"), more={"rvcontinue": "20240101000000|5", "continue": "||"}),
        pages(page_row("Ruleset", *rows(2))),
    ]
    with FaultyServer(INFO, *steps) as server, client(server) as wiki:
        history = wiki.history("Ruleset")
        assert server.heads == []
        assert [revision.revid for revision in history] == [4, 3, 2]
    info, first, second, third = asked(server)
    assert (info["prop"], info["titles"]) == ("info", "Ruleset")
    assert (first["rvdir"], first["rvlimit"], first["titles"]) == ("older", "max", "Ruleset")
    assert "content" in first["rvprop"]
    assert not {"redirects", "rvstartid", "rvcontinue"} & first.keys()
    assert (second["rvcontinue"], third["rvcontinue"]) == ("20240101000000|4", "20240101000000|5")


def test_a_history_is_asked_for_as_it_is_used() -> None:
    step = pages(page_row("Ruleset", *rows(4, 3)), more={"rvcontinue": "x"})
    with FaultyServer(INFO, step) as server, client(server) as wiki:
        history = wiki.history("Ruleset")
        assert [next(history).revid, next(history).revid] == [4, 3]
        assert len(server.heads) == 2


def test_it_begins_at_a_revision() -> None:
    with FaultyServer(INFO, pages(page_row("Ruleset", *rows(3, 2)))) as server, client(server) as wiki:
        assert [revision.revid for revision in wiki.history("Ruleset", 3)] == [3, 2]
    assert asked(server)[1]["rvstartid"] == "3"


def test_a_revision_that_comes_twice_ends_it() -> None:
    steps = [pages(page_row("Ruleset", *rows(4, 3)), more={"rvcontinue": "a"}), pages(page_row("Ruleset", *rows(3, 2)))]
    with FaultyServer(INFO, *steps) as server, client(server) as wiki:
        history = wiki.history("Ruleset")
        assert [next(history).revid, next(history).revid] == [4, 3]
        with pytest.raises(WikiNotUnderstood, match=r"API request for the history of 'Ruleset' failed .*: revision 3 comes twice"):
            next(history)


def test_a_continuation_that_repeats_ends_it() -> None:
    steps = [pages(page_row("Ruleset", *rows(number)), more={"rvcontinue": "a"}) for number in (2, 3, 4)]
    with FaultyServer(INFO, *steps) as server, client(server) as wiki, pytest.raises(WikiNotUnderstood, match="its continuations repeat"):
        list(wiki.history("Ruleset"))
    assert len(server.heads) == 3


def test_a_history_may_fail_on_the_way() -> None:
    steps = [pages(page_row("Ruleset", *rows(2)), more={"rvcontinue": "a"}), error("readapidenied")]
    with FaultyServer(INFO, *steps) as server, client(server) as wiki:
        history = wiki.history("Ruleset")
        assert next(history).revid == 2
        with pytest.raises(WikiUnreachable, match="not public"):
            next(history)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"ns": 0, "title": "Ruleset", "missing": True}, "the wiki has no page 'Ruleset'; check the title"),
        ({"title": "Ruleset", "invalid": True, "invalidreason": "Too long."}, "the wiki has no page 'Ruleset': Too long; check the title"),
    ],
)
def test_a_page_that_is_not_there_has_none(row: dict[str, object], sentence: str) -> None:
    with FaultyServer(pages(row)) as server, client(server) as wiki, pytest.raises(NoSuchPage) as failure:
        list(wiki.history("Ruleset"))
    assert str(failure.value) == sentence
    assert isinstance(failure.value, NoVerdict)


def test_a_title_that_is_none_is_not_sent() -> None:
    with FaultyServer() as server, client(server) as wiki, pytest.raises(NoSuchPage, match=r"the wiki has no page 'A\|b'"):
        list(wiki.history("A|b"))
    assert server.heads == []


def test_a_history_that_was_to_begin_at_a_revision_that_is_gone_says_so() -> None:
    with FaultyServer(INFO, error("badid_rvstartid")) as server, client(server) as wiki, pytest.raises(RevisionGone) as failure:
        list(wiki.history("Ruleset", 99))
    assert str(failure.value) == ("the wiki no longer has revision 99, from which the history of 'Ruleset' was to go back")
    assert len(server.heads) == 2
