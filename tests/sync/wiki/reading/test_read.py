"""Titles and what the wiki says of them."""

from __future__ import annotations

import pytest

from parsers.model import Withheld
from sync.wiki.reading.values import FoundPage, InvalidTitle, MissingPage
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import asked, client, only, page_row, pages, reply, revision_row


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
    assert [(found.asked, found.title, found.redirected_from) for found in only(FoundPage, answers)] == [
        ("the_Tower", "The Tower", None),
        ("The Tower", "The Tower", None),
        ("Keep", "The Tower", "Keep"),
        ("Old keep", "The Tower", "Old keep"),
    ]
    assert {found.revision.text for found in only(FoundPage, answers)} == {"tower"}
    assert only(MissingPage, answers) == [MissingPage("Gone", "Nowhere", "Gone"), MissingPage("Nowhere", "Nowhere")]
    assert only(InvalidTitle, answers) == [
        InvalidTitle("A<b", 'The requested page title contains invalid characters: "<"'),
        InvalidTitle("A>b", "that is not a valid title"),
        InvalidTitle("Special:Version", "that is a special page"),
        InvalidTitle("wikipedia:Tower", "that is a page of another wiki"),
    ]
    assert [answer.revid for answer in answers.values()][4:] == [0] * 6


def test_redirects_may_lead_in_a_circle_or_away() -> None:
    step = pages(
        {"ns": -1, "title": "Special:Version", "special": True},
        redirects=[
            {"from": "One", "to": "Two"},
            {"from": "Two", "to": "One"},
            {"from": "Self", "to": "Self"},
            {"from": "Away", "to": "wikipedia:Foo", "tointerwiki": "wikipedia"},
            {"from": "About", "to": "Special:Version"},
        ],
    )
    with FaultyServer(step) as server, client(server) as wiki:
        answers = wiki.read(["One", "Self", "Away", "About"])
    assert [answer.why for answer in only(InvalidTitle, answers)] == [
        "redirect loop",
        "redirect loop",
        "it redirects to 'wikipedia:Foo': that is a page of another wiki",
        "it redirects to 'Special:Version': that is a special page",
    ]


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("", "it is empty"),
        (" _ ", "it is empty"),
        ("Ruleset|Reality", "it contains '|', which no title can"),
        ("\x1fRuleset", "it contains '\\x1f', which no title can"),
        ("Ruleset#Votes", "it contains '#', which no title can"),
        ("Ruleset\n", "it contains '\\n', which no title can"),
        ("\ud800", "it contains '\\ud800', which no title can"),
    ],
)
def test_a_title_that_would_be_answered_as_another_one_is_not_sent(title: str, why: str) -> None:
    with FaultyServer(reply()) as server, client(server) as wiki:
        answers = wiki.read([title])
    assert answers[title] == InvalidTitle(title, why)
    assert asked(server) == []


def test_a_title_is_sent_in_the_form_the_wiki_keeps_it_in() -> None:
    composed, decomposed = "Caf\u00e9", "Cafe\u0301"
    with FaultyServer(pages(page_row(composed, revision_row(5)))) as server, client(server) as wiki:
        answers = wiki.read([decomposed, composed])
    assert [query["titles"] for query in asked(server)] == [composed]
    assert [found.asked for found in only(FoundPage, answers)] == [decomposed, composed]


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


def test_what_a_newer_wiki_adds_is_ignored() -> None:
    row = {**page_row("Ruleset", revision_row(5, temp=True, anon=True)), "novel": [1]}
    step = reply(query={"pages": {"7": row}, "novel": {}}, batchcomplete="", warnings={"main": {"*": "x"}})
    with FaultyServer(step) as server, client(server) as wiki:
        assert wiki.read(["Ruleset"])["Ruleset"].revid == 5
