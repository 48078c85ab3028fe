"""A rule and a table cell show the same text for the same wikitext, and MediaWiki shows it too."""

from __future__ import annotations

from html import unescape
from re import sub

import pytest

from parsers.ruleset.tree import read_tree
from parsers.wiki.wiki_page import read_page
from tests.support.mediawiki import MediaWiki
from tests.support.rows import rows

SHAPES = rows(__file__, "shapes")
OFFLINE = rows(__file__, "offline")
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
@pytest.mark.parametrize(
    ("wikitext", "level", "title"), rows(__file__, "mediawiki_has_the_same_headings")
)
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
