"""Rows of tables, definitions, markup of every kind around words, and what admins have to do besides."""

from __future__ import annotations

import pytest

from parsers.proposals.apply import Application, apply_instructions
from parsers.proposals.applying.alike import words
from parsers.proposals.model import Destination, Instruction, InstructionKind, Instructions, Relation, RuleName, RulePassage, Unit

PAGE = """\
= Core Rules =

== Votes ==

The Admin who enacts a Proposal shall say so. When a new rule is added, the enacting Admin must write the date below its title.

= Dynastic Rules =

== Prices ==

Things have prices:

{| class="wikitable"
! Thing !! Price
|-
| Match || 1
|-
| Wick || 2
|}

All may be sold.

== Two Tables ==

{|
! A
|-
| b
|}

{|
| c
|}

== Words ==

;Anchor
:It holds.
;Dear
:More than 5.

== Unsorted ==

;Zebra
:A horse.
;Ape
:No horse.

== Markup ==

A <b>fat <i>thin</i></b> line. It costs <nowiki>[5]</nowiki> coins, see [https://x.example the page] &lt;here&gt;.

A '''bold''' and '''brave''' man; ''so'' far. [[One]][[Two|Three]] four.
A second line<br>of it.

: Indented.

<ul><li>An odd item</li><li>Another</li></ul>

<s>Old words.</s> New words.

== One Line ==

; Boat: It floats.

A </i> stray.

; Ship
: It sails the sea.
: It sinks.

== Records ==

The enacting admin must keep a list of what is repealed. Admins should be kind.

== Records of Old [Inactive] ==

The enacting admin must weep.
"""


def applied(kind: InstructionKind, rule: str | None, *, page: str = PAGE, **more: object) -> Application:
    """What becomes of the page."""
    name = None if rule is None else RuleName(rule)
    return apply_instructions(Instructions((Instruction(kind, "Do it.", name, **more),)), page)  # type: ignore[arg-type]


ADD, REPLACE, REMOVE = InstructionKind.ADD_TEXT, InstructionKind.REPLACE_TEXT, InstructionKind.REMOVE_TEXT
AFTER, BEFORE, START, END = Relation.AFTER, Relation.BEFORE, Relation.START, Relation.END


def at(relation: Relation, unit: Unit | None = None, text: str = "") -> Destination:
    """A place at a passage, or at the rule itself."""
    return Destination(relation, passage=None if unit is None else RulePassage(unit, text))


def phrase(text: str) -> RulePassage:
    """A phrase."""
    return RulePassage(Unit.PHRASE, text)


MADE: dict[str, tuple[InstructionKind, str | None, dict[str, object], str, str]] = {
    "row at the end": (
        ADD,
        "Prices",
        {"where": at(END), "new": "| Lamp || 9", "unit": Unit.ROW},
        "| Wick || 2",
        "| Wick || 2\n|-\n| Lamp || 9",
    ),
    "row of the table": (
        ADD,
        "Prices",
        {"where": at(END, Unit.TABLE), "new": "Lamp | '''9'''"},
        "| Wick || 2",
        "| Wick || 2\n|-\n| Lamp || '''9'''",
    ),
    "row without a place": (ADD, "Prices", {"new": "|-\n| Lamp\n| 9", "unit": Unit.ROW}, "| Wick || 2", "| Wick || 2\n|-\n| Lamp || 9"),
    "row by its headings": (
        ADD,
        "Prices",
        {"new": "* Price: 9\n* Thing: Lamp", "unit": Unit.ROW},
        "| Wick || 2",
        "| Wick || 2\n|-\n| Lamp || 9",
    ),
    "two rows": (
        ADD,
        "Prices",
        {"new": "| Lamp || 9\n|-\n| Bell || 8", "unit": Unit.ROW},
        "| Wick || 2",
        "| Wick || 2\n|-\n| Lamp || 9\n|-\n| Bell || 8",
    ),
    "heading of a column": (
        REPLACE,
        "Prices",
        {"old": RulePassage(Unit.CELL, contains="Price"), "new": "Cost"},
        "! Thing !! Price",
        "! Thing !! Cost",
    ),
    "row after": (ADD, "Prices", {"where": at(AFTER, Unit.ROW, "Match"), "new": "Lamp|9"}, "| Match || 1", "| Match || 1\n|-\n| Lamp || 9"),
    "row before": (
        ADD,
        "Prices",
        {"where": at(BEFORE, Unit.ROW, "Wick|2"), "new": "Lamp|9"},
        "| Match || 1",
        "| Match || 1\n|-\n| Lamp || 9",
    ),
    "row replaced": (
        REPLACE,
        "Prices",
        {"old": RulePassage(Unit.ROW, "Match"), "new": "{|\n|-\n| Lamp || 9\n|}"},
        "| Match || 1",
        "| Lamp || 9",
    ),
    "row removed": (REMOVE, "Prices", {"old": RulePassage(Unit.ROW, "Match")}, "|-\n| Match || 1\n", ""),
    "cells changed": (REPLACE, None, {"old": phrase("Match"), "new": "Torch"}, "Match", "Torch"),
    "definition": (ADD, "Words", {"new": "'''Boat''': It floats."}, "holds.", "holds.\n;Boat\n:It floats."),
    "definition first": (ADD, "Words", {"new": ";Ant\n:It bites."}, "holds.", "holds.\n;Ant\n:It bites."),
    "definition in quotes": (ADD, "Words", {"new": "“Eel” – It swims."}, "than 5.", "than 5.\n;Eel\n:It swims."),
    "definition after": (
        ADD,
        "Words",
        {"where": at(AFTER, Unit.ITEM, "Anchor"), "new": "* '''Zoo:''' Beasts."},
        "holds.",
        "holds.\n;Zoo\n:Beasts.",
    ),
    "definition at the end": (
        ADD,
        "Words",
        {"where": at(END), "unit": Unit.ITEM, "new": ";Zoo\n:Beasts."},
        "than 5.",
        "than 5.\n;Zoo\n:Beasts.",
    ),
    "word in a tag": (REPLACE, "Markup", {"old": phrase("fat"), "new": "big"}, "fat", "big"),
    "word in two tags": (REPLACE, "Markup", {"old": phrase("fat thin line"), "new": "fat thick line"}, "thin", "thick"),
    "tags whole": (
        REPLACE,
        "Markup",
        {"old": phrase("A fat thin line."), "new": "'''None.'''"},
        "A <b>fat <i>thin</i></b> line.",
        "'''None.'''",
    ),
    "nowiki whole": (REPLACE, "Markup", {"old": phrase("[5]"), "new": "five"}, "<nowiki>[5]</nowiki>", "five"),
    "link elsewhere": (REPLACE, "Markup", {"old": phrase("the page"), "new": "this page"}, "the page", "this page"),
    "entities": (REPLACE, "Markup", {"old": phrase("<here>"), "new": "there"}, "&lt;here&gt;", "there"),
    "between two bolds": (REPLACE, "Markup", {"old": phrase("bold and brave"), "new": "bold or brave"}, "''' and '''", "''' or '''"),
    "both bolds": (
        REPLACE,
        "Markup",
        {"old": phrase("bold and brave man"), "new": "tall man"},
        "'''bold''' and '''brave''' man",
        "tall man",
    ),
    "over two lines": (
        REPLACE,
        "Markup",
        {"old": phrase("four. A second line of"), "new": "five lines of"},
        "four.\nA second line<br>of",
        "five\nlines<br>of",
    ),
    "indented": (REPLACE, "Markup", {"old": phrase("Indented."), "new": "Moved."}, ": Indented.", ": Moved."),
    "words after italics": (ADD, "Markup", {"where": at(AFTER, Unit.PHRASE, "so"), "new": "very"}, "''so''", "''so'' very"),
    "words in the middle of a bold": (ADD, "Markup", {"where": at(BEFORE, Unit.PHRASE, "at"), "new": "x"}, "", ""),
    "words before the first": (ADD, "Markup", {"where": at(BEFORE, Unit.PHRASE, "A bold"), "new": "Oh!"}, "A '''bold", "Oh! A '''bold"),
    "words behind the last": (ADD, "Markup", {"where": at(AFTER, Unit.PHRASE, "line of it."), "new": "Oh!"}, "of it.", "of it. Oh!"),
    "new markup put in": (ADD, "Markup", {"where": at(AFTER, Unit.PHRASE, "man"), "new": "'''of Kent'''"}, "man;", "man '''of Kent''';"),
    "a word more": (REPLACE, "Markup", {"old": phrase("a bold".capitalize()), "new": "A very bold"}, "A '''bold", "A very '''bold"),
    "a word more among others": (
        REPLACE,
        "Markup",
        {"old": phrase("bold and brave man"), "new": "bold and very brave old man"},
        "and '''brave''' man",
        "and very '''brave''' old man",
    ),
    "pasted wikitext": (
        REPLACE,
        "Markup",
        {"old": phrase("'''brave''' man; ''so''"), "new": "'''kind''' man; so"},
        "'''brave''' man; ''so''",
        "'''kind''' man; so",
    ),
    "second meaning": (REMOVE, "One Line", {"old": RulePassage(Unit.ITEM, "It sinks.")}, "\n: It sinks.", ""),
    "behind a stray tag": (REPLACE, "One Line", {"old": phrase("stray"), "new": "lost"}, "stray", "lost"),
    "blanks": (REPLACE, "Markup", {"old": phrase("New words."), "new": "New  and  old words."}, "New words", "New and old words"),
    "meaning on the line of its term": (REPLACE, "One Line", {"old": phrase("It floats"), "new": "It sails"}, "It floats", "It sails"),
    "in the rule of a place": (
        ADD,
        None,
        {"where": Destination(END, RuleName("Prices")), "new": "Rarely."},
        "be sold.",
        "be sold.\n\nRarely.",
    ),
    "struck words": (REPLACE, "Markup", {"old": phrase("New words."), "new": "Newer."}, "New words.", "Newer."),
}


@pytest.mark.parametrize("case", MADE)
def test_applies(case: str) -> None:
    kind, rule, more, old, new = MADE[case]
    made = applied(kind, rule, **more)  # type: ignore[arg-type]
    if not old:
        assert made.outcomes[0].why == "the words do not stand there"
        return
    assert PAGE.count(old) == 1
    assert (made.outcomes[0].why, made.ruleset) == (None, PAGE.replace(old, new))


LEFT: dict[str, tuple[InstructionKind, str | None, dict[str, object], str]] = {
    "row of two tables": (ADD, "Two Tables", {"where": at(END), "new": "| d", "unit": Unit.ROW}, "the rule has 2 tables"),
    "row by other headings": (
        ADD,
        "Prices",
        {"new": "* Thing: Lamp\n* Cost: 9", "unit": Unit.ROW},
        "the new row does not have one cell for each heading of the table",
    ),
    "row without a cell": (
        ADD,
        "Prices",
        {"new": "* Thing: Lamp\n* Price", "unit": Unit.ROW},
        "the new row does not have one cell for each heading of the table",
    ),
    "row of no table": (ADD, "Words", {"new": "| d", "unit": Unit.ROW}, "the rule has 0 tables"),
    "row somewhere": (ADD, None, {"new": "| d", "unit": Unit.ROW}, "it is not said which table the row goes into"),
    "row with too many cells": (ADD, "Prices", {"new": "a|b|c", "unit": Unit.ROW}, "the row needs 2 texts, one for each of its own cells"),
    "row before all": (
        ADD,
        "Two Tables",
        {"where": at(BEFORE, Unit.ROW, "c"), "new": "d"},
        "the table has no row beside which the new one could stand",
    ),
    "row below the headers": (
        ADD,
        "Prices",
        {"where": at(START, Unit.TABLE), "new": "Lamp|9"},
        "the table has no row beside which the new one could stand",
    ),
    "row of headers": (
        ADD,
        "Prices",
        {"new": "! a !! b", "unit": Unit.ROW},
        "the new row is written in a way that a person has to look at",
    ),
    "two rows for one": (
        REPLACE,
        "Prices",
        {"old": RulePassage(Unit.ROW, "Match"), "new": "{|\n| a || b\n|-\n| c || d\n|}"},
        "the new row is written in a way that a person has to look at",
    ),
    "no row": (REMOVE, "Prices", {"old": RulePassage(Unit.ROW, "Lamp")}, "there is no row of a table with these words"),
    "no new text": (ADD, "Prices", {"where": at(END)}, "it is not said what is added"),
    "only blanks": (ADD, "Prices", {"where": at(END), "new": "''' '''"}, "there is no text to be added"),
    "no place": (ADD, None, {"new": "x"}, "it is not said where the text goes"),
    "no rule": (ADD, None, {"where": at(END), "new": "x"}, "it is not said where the text goes"),
    "beside a rule": (ADD, "Prices", {"where": at(AFTER), "new": "x"}, "it is not said where the text goes"),
    "all places": (
        ADD,
        "Words",
        {"where": Destination(AFTER, passage=RulePassage(Unit.ITEM, every=True)), "new": "x"},
        "it is not said at which of several places the text goes",
    ),
    "not between": (
        ADD,
        "Markup",
        {"where": Destination(AFTER, passage=phrase("A bold"), next_passage=phrase("brave")), "new": "x"},
        "the two passages do not follow each other",
    ),
    "there already": (ADD, "Prices", {"where": at(END), "new": "All may be sold."}, "the text is already there"),
    "item of no list": (ADD, "Prices", {"where": at(END), "new": "x", "unit": Unit.ITEM}, "the rule has no list"),
    "item of two paragraphs": (
        ADD,
        "Words",
        {"where": at(AFTER, Unit.ITEM, "Anchor"), "new": "x\n\ny"},
        "it is not said which term the new text explains",
    ),
    "paragraph in a sentence": (
        ADD,
        "Markup",
        {"where": at(AFTER, Unit.PHRASE, "A bold"), "new": "x\n\ny"},
        "new paragraphs or items cannot stand within a sentence or between two",
    ),
    "behind what introduces": (
        ADD,
        "Lead",
        {"where": at(AFTER, Unit.PARAGRAPH, "These:"), "new": "x"},
        "the paragraph introduces a list, and it is not said whether the new text goes behind that",
    ),
    "item of two lines": (
        ADD,
        "Lead",
        {"where": at(AFTER, Unit.ITEM, "c"), "new": "x\ny"},
        "an item of a list has only one paragraph",
    ),
    "items on one line": (REMOVE, "Markup", {"old": phrase("Another")}, "several paragraphs or items share a line there"),
    "counted in all": (
        REPLACE,
        None,
        {"old": RulePassage(Unit.PHRASE, "sail", order=1), "new": "x"},
        "it is not said in which rule they are counted",
    ),
    "too many pairs": (
        REPLACE,
        "Many",
        {"old": RulePassage(Unit.PHRASE, begins="many", ends="more"), "new": "x"},
        "the words stand there too often",
    ),
    "sentences among items": (
        REPLACE,
        "Lead",
        {"old": RulePassage(Unit.SENTENCE, order=2), "new": "x"},
        "items of a list stand among them, so that counting the sentences is not plain",
    ),
    "counted wrongly": (
        REPLACE,
        "Many",
        {"old": RulePassage(Unit.PHRASE, "many", every=True, count=2), "new": "x"},
        "the text stands 101 times there",
    ),
    "over each other": (
        REPLACE,
        "Many",
        {"old": phrase("many more many"), "new": "x"},
        "the words stand there several times, one over the other",
    ),
    "several lists": (ADD, "Lead", {"where": at(END), "new": "* x", "unit": Unit.ITEM}, "the rule has several lists"),
    "no alphabet": (
        ADD,
        "Unsorted",
        {"new": ";Bee\n:Buzz."},
        "it is not said where the text goes, and the rule is no list in alphabetical order",
    ),
    "the entry is there": (ADD, "Words", {"new": ";Anchor\n:Other."}, "the rule has this entry already"),
    "no term": (ADD, "Words", {"new": "Something."}, "it is not said which term the new text explains"),
    "odd items": (REPLACE, "Markup", {"old": phrase("odd"), "new": "even"}, "the markup there has to be changed by hand"),
    "within nowiki": (
        ADD,
        "Markup",
        {"where": at(AFTER, Unit.PHRASE, "5"), "new": "x"},
        "the place is within what stands for something else",
    ),
    "within a link": (ADD, "Lead", {"where": at(AFTER, Unit.PHRASE, "Tall"), "new": "x"}, "the markup there would be cut in two"),
    "everywhere in two blocks": (
        REPLACE,
        "Markup",
        {"old": RulePassage(Unit.PHRASE, "line", every=True), "new": "a\n\nb"},
        "several places cannot get several paragraphs",
    ),
    "the place of several": (
        REPLACE,
        "Prices",
        {"old": RulePassage(Unit.PHRASE, begins="Things"), "new": "x"},
        "it is not said from where to where the text goes",
    ),
    "an empty heading": (ADD, "Prices", {"where": at(END), "new": "== =="}, "the new text has headings, or shows nothing"),
}


@pytest.mark.parametrize("case", LEFT)
def test_leaves(case: str) -> None:
    kind, rule, more, why = LEFT[case]
    page = PAGE.replace(
        "== Words",
        "== Lead ==\n\nThese:\n\n* [[Tall Ships]] sail.\n* b\n\nThose:\n\n* c\n\n== Many ==\n\n" + "many more " * 101 + "\n\n== Words",
    )
    made = applied(kind, rule, page=page, **more)
    assert (made.outcomes[0].why, made.ruleset) == (why, page)


def test_finds_no_words_in_endless_ones() -> None:
    with pytest.raises(ValueError, match="empty"):
        words(" ")
    with pytest.raises(ValueError, match="more than"):
        words("x" * 50_001)
    assert words("a – “b” …").search('a  -- "b"  ...')


def test_names_the_duties_of_the_admin() -> None:
    adding = Instruction(
        InstructionKind.ADD_RULE, "Add it.", RuleName("Bells"), new="Rung since [date].\n\nThe enacting admin must ring one. It rings."
    )
    removing = Instruction(REMOVE, "Remove it.", RuleName("Prices"), old=phrase("All may be sold."))
    records = "the rule “Records” asks: The enacting admin must keep a list of what is repealed."
    assert apply_instructions(Instructions((adding,)), PAGE).left == (
        "fill in “[date]”: Rung since [date].",
        "the new text asks: The enacting admin must ring one.",
        "the rule “Votes” asks: When a new rule is added, the enacting Admin must write the date below its title.",
        records,
    )
    assert apply_instructions(Instructions((removing,)), PAGE).left == (records,)
    assert apply_instructions(Instructions(()), PAGE).left == ()
