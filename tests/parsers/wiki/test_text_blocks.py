"""Paragraphs, list items, definitions and cells of a page without headings."""

from __future__ import annotations

import pytest

from parsers.wiki.text_blocks import Block
from parsers.wiki.wiki_page import read_passages


def blocks(wikitext: str) -> list[Block]:
    (passage,) = read_passages(wikitext).passages
    return list(passage.blocks)


def texts(wikitext: str) -> list[str]:
    return [block.text for block in blocks(wikitext)]


@pytest.mark.parametrize(
    ("wikitext", "shown"),
    [
        ("  blanks   and\ttabs\xa0everywhere ", "blanks and tabs everywhere"),
        ("'''bold''' and ''slanted'' and '''''both'''''", "bold and slanted and both"),
        ("[[Quorum]] of [[Glossary#Quorum|all]]", "Quorum of all"),
        ("[[:Category:Rules]] [[File:Seal.gif|thumb]] [[category:Rules]]", "Category:Rules"),
        ("[https://example.org the page] [//example.org]", "the page //example.org"),
        ("a [bracket] that is none", "a [bracket] that is none"),
        ("{{Pill|Round|2|lightblue}}", "Round 2"),
        (
            "{{Box|1=No Vote|style=color: red; x|note=a vote counts twice}}",
            "No Vote a vote counts twice",
        ),
        ("{{a|{{b|{{c|deep}}}}}}", "deep"),
        ("{{TOCRight}}{{!}}", "|"),
        ("{{never closed", "{{never closed"),
        ("<span class='x'>FOR</span> <br/>it<ref>no</ref>", "FOR it"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("&lt;b&gt; &amp; &#39;x&#39; &copy 2020", "<b> & 'x' &copy 2020"),
        ("&#127;9;", "\x7f9;"),
        ("a [[A|b\nc]] d", "a b c d"),
        ("a [[File:x.png|b\nc]] d", "a d"),
        ("a\n[[Category:X]]\nb", "a b"),
        ("a<span\nclass=x>b</span>", "ab"),
    ],
)
def test_text_of_a_paragraph(wikitext: str, shown: str) -> None:
    assert texts(wikitext) == [shown]


@pytest.mark.parametrize(
    ("wikitext", "shown"),
    [
        ("", []),
        ("before <!-- no --> after", ["before after"]),
        ("one\n<!-- alone on its line -->\ntwo", ["one two"]),
        ("one\n  <!-- with blanks -->  \ntwo", ["one two"]),
        ("one\n\n<!-- alone -->\n\ntwo", ["one", "two"]),
        ("<!-- first -->\none", ["one"]),
        (" as is\n\n* <div>one\ntwo", ["as is", "one two"]),
        ("one<!-- never closed\n\ntwo", ["one"]),
        ("a<!-- <nowiki> -->b<!-- </nowiki> -->c", ["abc"]),
        ("a <nowiki><!-- shown --></nowiki> b", ["a <!-- shown --> b"]),
        (
            "<nowiki>[[no link]] {{no template|x}} '''no bold'''</nowiki>",
            ["[[no link]] {{no template|x}} '''no bold'''"],
        ),
        ("<NoWiki>*</NoWiki> no item", ["* no item"]),
        ("<nowiki />x<nowiki/>", ["x"]),
        (
            "<nowiki>never closed <nowiki> twice [[Quorum]]",
            ["<nowiki>never closed <nowiki> twice Quorum"],
        ),
        (
            "one<pre>\n== no heading ==\n* no item\n</pre>two",
            ["one", "== no heading == * no item", "two"],
        ),
        ("one<div style='x'>\n</DIV>two", ["one", "two"]),
        ("one<br>two</br>three", ["one two three"]),
        ("one\r\ntwo\r\rthree", ["one two", "three"]),
        ("one\ntwo\n\nthree\n----\nfour\n-----five", ["one two", "three", "four", "five"]),
        ("one\n two\n three\nfour", ["one", "two three", "four"]),
    ],
)
def test_text_is_split_into_paragraphs(wikitext: str, shown: list[str]) -> None:
    assert texts(wikitext) == shown


def test_lists_know_their_depth_and_their_lead() -> None:
    assert blocks("Any of:\n* a\n** b\n*** c\n* d\n\n* e\nNew:\n# f\n#* g\n") == [
        Block("Any of:"),
        Block("a", 1, "Any of:"),
        Block("b", 2, "a"),
        Block("c", 3, "b"),
        Block("d", 1, "Any of:"),
        Block("e", 1, "Any of:"),
        Block("New:"),
        Block("f", 1, "New:"),
        Block("g", 2, "f"),
    ]


def test_indented_lines_are_items_unless_they_define() -> None:
    assert blocks("lead:\n:a\n::b\n:* c\n*: more of c") == [
        Block("lead:"),
        Block("a", 1, "lead:"),
        Block("b", 2, "a"),
        Block("c", 1, "lead:"),
        Block("more of c", 2, "c"),
    ]


@pytest.mark.parametrize("between", ["\n:", " : ", ":", "\n: "])
@pytest.mark.parametrize("term", ["[[Quorum|Q:1]]", "[[Q:1]]", "[https://x.example Q:1]"])
def test_a_definition_carries_its_term(term: str, between: str) -> None:
    assert blocks(f";{term}{between}Half of them.\n:And one.") == [
        Block("Half of them.", 0, "", "Q:1"),
        Block("And one.", 0, "", "Q:1"),
    ]


def test_a_definition_may_hold_a_list_and_ends_with_a_paragraph() -> None:
    assert blocks(";Hiatus\n:None of:\n:* a\n:* b\nText.\n:c") == [
        Block("None of:", 0, "", "Hiatus"),
        Block("a", 1, "None of:", "Hiatus"),
        Block("b", 1, "None of:", "Hiatus"),
        Block("Text."),
        Block("c", 1, "Text."),
    ]


def test_tables_give_their_cells() -> None:
    table = (
        'Before\n{| class="wikitable"\n|+ Powers\n|-\n! Name !! style="x" | What it does\n|-\n'
        "| Tyrant || Votes [[Vote|twice]]\n| rowspan=2 | [[A|B]]\nmore\n|}\nAfter"
    )
    assert texts(table) == [
        "Before",
        "Powers",
        "Name",
        "What it does",
        "Tyrant",
        "Votes twice",
        "B more",
        "After",
    ]


def test_a_template_that_opens_a_paragraph_is_no_part_of_it() -> None:
    page = (
        "{{Flair top|Stone}}\nDeath Date: today\n{{Flair bottom}}\n\nThe {{key|Vote}}"
        " of\n{{key|all}}\ncounts.\n\n{{Box|\nNo Vote\ncounts.\n}}"
    )
    assert texts(page) == [
        "Stone",
        "Death Date: today",
        "The Vote of all counts.",
        "No Vote counts.",
    ]


def test_every_block_knows_its_lines() -> None:
    page = "one <!-- x -->\ntwo\n* a [[File:x|b\nc]] d\n* {{pill|e|f}}\n\ng\n[[Category:X]]\nh"
    found = [(block.text, page[block.start : block.end]) for block in blocks(page)]
    assert found == [
        *(
            ("one two", "one <!-- x -->\ntwo"),
            ("a d", "* a [[File:x|b\nc]] d"),
            ("e f", "* {{pill|e|f}}"),
            ("g h", "g\n[[Category:X]]\nh"),
        ),
    ]
