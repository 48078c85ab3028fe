"""Wikitext to visible blocks: what a reader of the page sees, and nothing else."""

from __future__ import annotations

import pytest

from parsers.ruleset.markup import Block, blocks, plain, prepared


def texts(wikitext: str) -> list[str]:
    return [block.text for block in blocks(prepared(wikitext))]


@pytest.mark.parametrize(
    ("wikitext", "shown"),
    [
        ("plain words", "plain words"),
        ("  blanks   and\ttabs\u00a0everywhere ", "blanks and tabs everywhere"),
        ("'''bold''' and ''slanted'' and '''''both'''''", "bold and slanted and both"),
        ("the author's vote", "the author's vote"),
        ("[[Quorum]] of [[Glossary#Quorum|all]]", "Quorum of all"),
        ("[[:Category:Rules]] [[File:Seal.gif|thumb]] [[category:Rules]]", "Category:Rules"),
        ("[https://example.org the page] [//example.org]", "the page"),
        ("a [bracket] that is none", "a [bracket] that is none"),
        ("{{Pill|Round|2|lightblue}}", "Round 2 lightblue"),
        ("{{Box|1=No Vote|style=color:red|note=a vote counts twice}}", "No Vote a vote counts twice"),
        ("{{a|{{b|{{c|deep}}}}}}", "deep"),
        ("{{TOCRight}}{{!}}", ""),
        ("{{never closed", "{{never closed"),
        ("<span class='x'>FOR</span> <br/>it<ref>no</ref>", "FOR it no".replace(" no", "no")),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("&lt;b&gt; &amp; &#39;x&#39;", "<b> & 'x'"),
        ("", ""),
    ],
)
def test_one_line(wikitext: str, shown: str) -> None:
    assert plain(prepared(wikitext)) == shown


def test_templates_deeper_than_anybody_writes_are_left() -> None:
    assert plain("{{a|" * 12 + "x" + "}}" * 12) == "{{a|" * 4 + "x" + "}}" * 4


@pytest.mark.parametrize(
    ("wikitext", "shown"),
    [
        ("before <!-- no --> after", ["before after"]),
        ("one\n<!-- alone on its line -->\ntwo", ["one two"]),
        ("one\n  <!-- with blanks -->  \ntwo", ["one two"]),
        ("one\n\n<!-- alone -->\n\ntwo", ["one", "two"]),
        ("<!-- first -->\none", ["one"]),
        ("one<!-- never closed\n\ntwo", ["one"]),
        ("a<!-- <nowiki> -->b<!-- </nowiki> -->c", ["abc"]),
        ("a <nowiki><!-- shown --></nowiki> b", ["a <!-- shown --> b"]),
        ("<nowiki>[[no link]] {{no template|x}} '''no bold'''</nowiki>", ["[[no link]] {{no template|x}} '''no bold'''"]),
        ("<NoWiki>*</NoWiki> no item", ["* no item"]),
        ("<nowiki />x<nowiki/>", ["x"]),
        ("<nowiki>never closed <nowiki> twice [[Quorum]]", ["never closed twice Quorum"]),
        ("one<pre>\n== no heading ==\n* no item\n</pre>two", ["one", "== no heading == * no item", "two"]),
        ("one<div style='x'>\n</DIV>two", ["one two"]),
        ("one\r\ntwo\r\rthree", ["one two", "three"]),
    ],
)
def test_what_shows_nothing_and_what_is_shown_as_it_stands(wikitext: str, shown: list[str]) -> None:
    assert texts(wikitext) == shown


def test_lines_are_joined_to_paragraphs() -> None:
    assert texts("one\ntwo\n\nthree\n----\nfour\n-----five") == ["one two", "three", "four five"]


def test_lists_know_their_depth_and_their_lead() -> None:
    read = list(blocks("Any of:\n* a\n** b\n*** c\n* d\n\n* e\nNew:\n# f\n#* g\n"))
    assert read == [
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


def test_a_list_may_jump_in_depth() -> None:
    assert list(blocks("lead\n** b\n* a")) == [Block("lead"), Block("b", 2, "lead"), Block("a", 1, "lead")]


def test_indented_lines_are_items_unless_they_define() -> None:
    assert list(blocks("lead:\n:a\n::b\n:* c\n*: more of c")) == [
        Block("lead:"),
        Block("a", 1, "lead:"),
        Block("b", 2, "a"),
        Block("c", 1, "lead:"),
        Block("more of c", 2, "c"),
    ]


@pytest.mark.parametrize("between", ["\n:", " : ", ":", "\n: "])
def test_definitions(between: str) -> None:
    assert list(blocks(f";Quorum{between}Half of them.\n:And one.")) == [
        Block("Half of them.", 0, "", "Quorum"),
        Block("And one.", 0, "", "Quorum"),
    ]


def test_a_definition_may_hold_a_list_and_ends_with_a_paragraph() -> None:
    assert list(blocks(";Hiatus\n:None of:\n:* a\n:* b\nText.\n:c")) == [
        Block("None of:", 0, "", "Hiatus"),
        Block("a", 1, "None of:", "Hiatus"),
        Block("b", 1, "None of:", "Hiatus"),
        Block("Text."),
        Block("c", 1, "Text."),
    ]


def test_a_term_without_a_definition_is_no_block() -> None:
    assert list(blocks(";Term\n;Other\n:text\n;\n:x")) == [Block("text", 0, "", "Other"), Block("x", 0, "", "Other")]


def test_tables_give_their_cells() -> None:
    table = (
        'Before\n{| class="wikitable"\n|+ Powers\n|-\n! Name !! style="x" | What it does\n|-\n'
        "| Tyrant || Votes [[Vote|twice]]\n| rowspan=2 | [[A|B]]\nmore\n|}\nAfter"
    )
    assert texts(table) == ["Before", "Powers", "Name", "What it does", "Tyrant", "Votes twice", "B more", "After"]


def test_tables_within_tables_and_without_end() -> None:
    assert texts(":{|\n| a\n{|\n| b\n|}\n| *c\n|}\n* d") == ["a", "b", "c", "d"]
    assert texts("{|\n| a\n\ntext") == ["a", "text"]


def test_a_template_that_opens_a_paragraph_is_no_part_of_it() -> None:
    page = (
        "{{Flair top|Stone}}\nDeath Date: today\n{{Flair bottom}}\n\nThe {{key|Vote}} of\n{{key|all}}\ncounts.\n\n"
        "{{Box|\nNo Vote\ncounts.\n}}"
    )
    assert texts(page) == ["Stone", "Death Date: today", "The Vote of all counts.", "No Vote counts."]


def test_html_lists_and_paragraphs() -> None:
    assert list(blocks("<p>Any of</p><ul>\n<li>a</li><li class='x'>b\n</ul><p>c</p>")) == [
        Block("Any of"),
        Block("a", 1, "Any of"),
        Block("b", 1, "Any of"),
        Block("c"),
    ]
