"""Titles and what the wiki says of them, histories, and what a wiki says of itself."""

from __future__ import annotations

from typing import Any

import pytest

from parsers.model import Withheld
from sync.wiki.wiki_access import FoundPage, InvalidTitle, MissingPage, NoSuchPage, WikiNotUnderstood, WikiUnreachable
from sync.wiki.wiki_client import WikiSite
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import asked, client, error, only, page_row, pages, reply, revision_row


def test_every_title_is_answered_under_the_name_it_was_asked_by() -> None:
    step = pages(
        page_row("The Tower", revision_row(5, "tower")),
        page_row("Second Switch Ruleset", revision_row(6, "not this one")),
        {"ns": 0, "title": "Nowhere", "missing": True},
        {"title": "A<b", "invalid": True, "invalidreason": 'The requested page title contains invalid characters: "<".'},
        {"title": "A>b", "invalid": True},
        {"ns": -1, "title": "Special:Version", "special": True},
        normalized=[
            {"fromencoded": False, "from": "the_Tower", "to": "The Tower"},
            {"fromencoded": True, "from": "Cafe%CC%81 old", "to": "Café old"},
        ],
        redirects=[{"from": "Keep", "to": "The Tower"}, {"from": "Old keep", "to": "Keep"}, {"from": "Gone", "to": "Nowhere"}],
        interwiki=[{"title": "wikipedia:Tower", "iw": "wikipedia"}],
    )
    titles = ["the_Tower", "The Tower", "Keep", "Old keep", "Gone", "Nowhere", "A<b", "A>b", "Special:Version", "wikipedia:Tower"]
    with FaultyServer(step) as server, client(server) as wiki:
        answers = wiki.read([*titles, "The Tower"])
    assert list(answers) == titles
    assert [found.redirected_from for found in only(FoundPage, answers)] == [None, None, "Keep", "Old keep"]
    assert {found.title for found in only(FoundPage, answers)} == {"The Tower"}
    assert {found.revision.text for found in only(FoundPage, answers)} == {"tower"}
    assert only(MissingPage, answers) == [MissingPage("Nowhere", "Gone"), MissingPage("Nowhere")]
    assert only(InvalidTitle, answers) == [
        InvalidTitle('The requested page title contains invalid characters: "<"'),
        InvalidTitle("that is not a valid title"),
        InvalidTitle("that is a special page"),
        InvalidTitle("that is a page of another wiki"),
    ]
    assert [answer.revid for answer in answers.values()][4:] == [0] * 6


def test_redirects_may_lead_in_a_circle_or_away() -> None:
    leads = [{"from": "One", "to": "Two"}, {"from": "Two", "to": "One"}, {"from": "About", "to": "Special:Version"}]
    leads += [{"from": "Away", "to": "wikipedia:Foo", "tointerwiki": "wikipedia"}]
    step = pages({"ns": -1, "title": "Special:Version", "special": True, "novel": [1]}, redirects=leads)
    with FaultyServer(step) as server, client(server) as wiki:
        answers = wiki.read(["One", "Away", "About"])
    assert [answer.why for answer in only(InvalidTitle, answers)] == [
        "redirect loop",
        "it redirects to 'wikipedia:Foo': that is a page of another wiki",
        "it redirects to 'Special:Version': that is a special page",
    ]


@pytest.mark.parametrize("title", ["", " _ ", "Ruleset|Reality", "\x1fRuleset", "Ruleset#Votes", "Ruleset\n", "\ud800"])
def test_a_title_that_would_be_answered_as_another_one_is_not_sent(title: str) -> None:
    with FaultyServer(reply()) as server, client(server) as wiki:
        (answer,) = only(InvalidTitle, wiki.read([title]))
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
        pages(page_row("Ruleset", revision_row(5, "first")), empty, more={"rvcontinue": 9, "continue": "||"}),
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
    assert found.withheld == (Withheld("user", "it was suppressed"), Withheld("text", "it was suppressed"))


def test_a_lost_text_is_none_and_a_blank_one_is_blank() -> None:
    rows = [page_row("Lost", revision_row(5, slots={"main": {"textmissing": True}})), page_row("Blank", revision_row(6, ""))]
    with FaultyServer(pages(*rows)) as server, client(server) as wiki:
        lost, blank = only(FoundPage, wiki.read(["Lost", "Blank"]))
    assert (lost.revision.text, lost.revision.withheld) == (None, (Withheld("text", "the wiki lost it"),))
    assert (blank.revision.text, blank.revision.withheld) == ("", ())


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
    gone = "^the wiki no longer has revision 99, from which the history of 'Ruleset' was to go back$"
    with FaultyServer(error("badid_rvstartid")) as server, client(server) as wiki, pytest.raises(NoSuchPage, match=gone):
        list(wiki.history("Ruleset", 99))


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


@pytest.mark.parametrize(
    ("general", "site"),
    [
        (
            {"sitename": "The\nWiki", "generator": "MediaWiki 1.44.0-wmf.3", "maxarticlesize": 1},
            WikiSite("The Wiki", "MediaWiki 1.44.0-wmf.3", (1, 44)),
        ),
        ({"generator": "x", "readonly": "", "readonlyreason": "upgrade"}, WikiSite("", "x", None, "upgrade")),
        ({"generator": "MediaWiki one", "readonly": ""}, WikiSite("", "MediaWiki one", None, "no reason given")),
    ],
)
def test_a_wiki_says_its_name_version_and_state(general: dict[str, Any], site: WikiSite) -> None:
    with FaultyServer(reply(query={"general": general})) as server, client(server) as wiki:
        assert wiki.siteinfo() == site
    assert len(server.heads) == 1


def test_a_wiki_that_says_nothing_of_itself_is_not_understood() -> None:
    with FaultyServer(reply(query={})) as server, client(server) as wiki, pytest.raises(WikiNotUnderstood, match="nothing about the site"):
        wiki.siteinfo()
