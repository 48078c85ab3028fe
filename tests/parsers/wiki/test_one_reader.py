"""A rule and a table cell show the same text for the same wikitext, and MediaWiki shows it too."""

from __future__ import annotations

from html import unescape
from re import sub

import pytest

from parsers.ruleset.tree import read_tree
from parsers.wiki.wiki_page import read_page
from tests.support.cases import cases
from tests.support.mediawiki import MediaWiki

SHAPES = [
    ("&copy 2020, &copy; 2021 &amp;lt; &#39;x&#39;", "&copy 2020, © 2021 &lt; 'x'"),
    ("a <includeonly>b</includeonly><noinclude>c</noinclude>", "a c"),
    ("<foo>a</foo> 1 < 2", "<foo>a</foo> 1 < 2"),
    ("a {{!}} b {{=}} c", "a | b = c"),
    ("'''Weather''': ''calm''", "Weather: calm"),
    ("'''a ''b''' c''", "a b c"),
    ("The '''Ferry'''''s'' l''''amp''''", "The Ferrys l'amp'"),
    (
        "the [[River Log|log]]s of [[Quays#North]] [[:Category:Boats]]",
        "the logs of Quays#North Category:Boats",
    ),
    ("[[A|b: [c] ''d'']] [[ ]] [[e", "b: [c] d [[ ]] [[e"),
    (
        "[https://wiki.example/x the page] https://wiki.example/a?b=c",
        "the page https://wiki.example/a?b=c",
    ),
    ("one <!-- two --> three<!-- four -->", "one three"),
    ("<nowiki>''a'' [[b]] &lt;</nowiki>", "''a'' [[b]] <"),
    ('<span style="color:red">a</span><small>b</small> <s>c</s>', "ab c"),
    ("a<br>b<br />c", "a b c"),
    ("one\ntwo\n\nthree", "one two three"),
    ("Any of:\n* a\n** b\n# c", "Any of: a b c"),
    ("a\n----\nb", "a b"),
    ("<div>a</div>\n<p>b</p>", "a b"),
    ("a __NOTOC__ b", "a b"),
    ("a [[Category:Boats]]\nb", "a b"),
    ("~ a_b -- c… “d”", "~ a_b -- c… “d”"),
]
OFFLINE = [
    ("{{pill|Level|4|red}} {{box|Rope|blue}}{{box|Net|red}}", "Level 4 Rope Net"),
    (
        "{{key|Vote}} {{note|1=all|style=color: red; x: y|text=a vote counts twice}}",
        "Vote all a vote counts twice",
    ),
    ("a<ref>note</ref>", "a"),
]
"""What depends on templates and extensions that a wiki may have."""


def texts_in_rules(wikitexts: list[str]) -> list[str]:
    source = "".join(f"== R ==\n{wikitext}\n" for wikitext in wikitexts)
    return [" ".join(rule.text.split()) for rule in read_tree(source).rules]


def texts_in_cells(wikitexts: list[str]) -> list[str]:
    (table,) = read_page(
        "{|\n" + "".join(f"|-\n|\n{wikitext}\n" for wikitext in wikitexts) + "|}"
    ).tables
    return [" ".join(cell.text.split()) for (cell,) in table.grid if cell is not None]


@pytest.mark.parametrize(("wikitext", "shown"), SHAPES + OFFLINE)
def test_a_rule_and_a_cell_show_the_same(wikitext: str, shown: str) -> None:
    assert texts_in_rules([wikitext]) == texts_in_cells([wikitext]) == [shown]


@pytest.mark.mediawiki
@pytest.mark.parametrize(("wikitext", "shown"), SHAPES)
def test_mediawiki_shows_the_same(mediawiki: MediaWiki, wikitext: str, shown: str) -> None:
    reply = mediawiki.api(
        action="parse",
        title="A page",
        contentmodel="wikitext",
        text=wikitext,
        prop="text",
        disablelimitreport="1",
    )
    text = unescape(
        sub("<[^>]*>", "", sub("<(?:br|hr|p|li|div)\\b", " <", str(reply["parse"]["text"])))
    )
    assert " ".join(text.split()) == shown


@pytest.mark.mediawiki
@cases("headings")
def test_mediawiki_has_the_same_headings(
    mediawiki: MediaWiki, wikitext: str, level: int, title: str
) -> None:
    reply = mediawiki.api(
        action="parse", title="A page", contentmodel="wikitext", text=wikitext, prop="sections"
    )
    (theirs,) = reply["parse"]["sections"]
    (ours,) = read_page(wikitext).sections
    _, rule = read_tree(wikitext).texts
    assert (
        (int(theirs["level"]), unescape(theirs["line"]))
        == (ours.level, ours.title)
        == (rule.level, rule.heading)
        == (level, title)
    )
