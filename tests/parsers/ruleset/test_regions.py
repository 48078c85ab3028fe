"""Where the rules of a Ruleset stand in its source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset.regions import content_end, literal, read_regions, unspoken
from parsers.ruleset.tree import SectionKind, read_tree
from tests.support.paths import EDITIONS, real_ruleset

PAGE = """Above.
<div style="x">
= Core Rules =

Intro.

== One [Core] ==
Text <!-- == Not here == --> more.
<!--
== Nor here ==
-->
=== Two === <!-- a note -->
Deep.
</div>

<div>
=Dynastic Rules=
<!-- first -->== Three ==
<nowiki>
== Plain ==
</nowiki>

 </div>
"""


def test_the_regions_are_the_rules_of_the_tree() -> None:
    regions = read_regions(PAGE)
    assert [(region.path, region.kind, region.level) for region in regions] == [
        ((), SectionKind.OTHER, 0),
        (("Core Rules",), SectionKind.CORE, 1),
        (("Core Rules", "One"), SectionKind.CORE, 2),
        (("Core Rules", "One", "Two"), SectionKind.CORE, 3),
        (("Dynastic Rules",), SectionKind.DYNASTIC, 1),
        (("Dynastic Rules", "Three"), SectionKind.DYNASTIC, 2),
    ]
    assert [region.path[1:] for region in regions if region.level > 1] == [rule.path for rule in read_tree(PAGE).rules]
    assert "".join(PAGE[region.start : region.end] for region in regions) == PAGE
    assert PAGE[regions[3].body : content_end(PAGE, regions[3])] == "Deep."
    assert PAGE[regions[1].body : content_end(PAGE, regions[1])] == "\nIntro."
    assert content_end(PAGE, regions[4]) == regions[4].body - 1


def test_a_page_may_end_with_its_heading_or_its_text() -> None:
    for page, text in (("== A ==", ""), ("== A ==\nb", "b"), ("== A ==\nb\n", "b"), ("== A ==\n\n</div>", "")):
        region = read_regions(page)[-1]
        assert page[region.body : content_end(page, region)] == text
    assert read_regions("=\n== A ==")[0].end == 2


def test_what_is_not_shown_and_what_is_nobodys_words() -> None:
    text = "a<!-- b -->c<nowiki>d</nowiki>e<nowiki/>f<pre>g"
    assert literal(text).replace("\x00", "") == "ace<nowiki/>f<pre>g"
    assert len(literal(text)) == len(text)
    assert literal("a<!-- b\nc").replace("\x00", "") == "a\n"
    assert literal("a<nowiki><!-- </nowiki> b -->").replace("\x00", "") == "a b -->"
    spoken = unspoken("a {{b|{{c}} d}} e [[f|g]] h https://i.j/k l [https://m n] {{o }} }} {{p")
    assert spoken.replace("\x00", "") == "a  e  h  l   }} {{p"


_UNITS = ["\n", "</div>\n", "<pre>", "<!--", "{{", "}}", "[[", "= \n", "https://", "[https://a b", "<div ", "\x00="]


@pytest.mark.parametrize("unit", _UNITS)
def test_hostile_text_is_read_in_one_go(unit: str) -> None:
    text = "== A ==\n" + unit * 40_000 + "x"
    regions = read_regions(text)
    assert content_end(text, regions[-1]) == len(text)
    assert len(unspoken(literal(text))) == len(text)


@given(st.text(alphabet="=\n aA<>!-{}[]/nowiki", max_size=80))
def test_regions_cover_the_page(text: str) -> None:
    regions = read_regions(text)
    assert "".join(text[region.start : region.end] for region in regions) == text
    assert all(region.start <= region.body <= region.end for region in regions)
    assert all(region.start <= content_end(text, region) <= region.end for region in regions)
    assert [len(line) for line in unspoken(literal(text)).split("\n")] == [len(line) for line in text.split("\n")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_given_editions(edition: str) -> None:
    text = real_ruleset(edition)
    assert [region.path[1:] for region in read_regions(text) if region.level > 1] == [rule.path for rule in read_tree(text).rules]
