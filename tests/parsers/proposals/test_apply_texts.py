"""Text within rules: what is replaced, put in and taken away, and what is left to people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.proposals.apply import apply_instructions
from parsers.proposals.model import Destination, Instruction, InstructionKind, Instructions, Relation, RuleName, RulePassage, Unit

PAGE = """\
= Dynastic Rules =

== Lamps ==

Each Keeper has a “lamp”. The '''oil''' of a lamp is counted in [[Units|drops]] – up to 10. See [[Oil]] &amp; more.

A lamp may be:

* lit, by a match;
* put out, by
** wind, or
** ''rain''.

Nobody may eat a lamp. Nobody may sell one. Nobody may eat a wick.

=== Wicks ===

A wick burns for a night.

== Rolls ==
{| class="wikitable"
! Roll !! Event !! Effect
|-
| 1 || Storm || rain
|-
| 2-3 || Fair || Storm
|}
== Prices ==
{| class="wikitable"
! Thing !! Price
|-
| Match || 1
|-
| Wick || 2
|}
;Dear
:More than 5.
;Cheap
:Less than 2.

== Spans ==
{|class="wikitable"
! Thing !! Price
|-
| Oak || rowspan="2" | 3
|-
| Ash
|}

== Steps ==

The steps are these:

# Light it.
# Wait.
# Put it out.

Then rest.

== Empty ==

== Links ==

[[Tall Ships]] sail from '''here a long way''' to ''both ends''. {{Box|Red box|red}} A<!-- x -->B. <nowiki>[x]</nowiki> is odd.

== Many ==

* One.
* Two.

== Last ==

The end.
"""


def made(kind: InstructionKind, rule: str | None, **more: object) -> tuple[str, str | None]:
    """What of the page is other after an instruction, as lines with their sign, and why it was left."""
    name = None if rule is None else RuleName(rule) if rule else RuleName(section="Dynastic Rules")
    done = apply_instructions(Instructions((Instruction(kind, "Do it.", name, **more),)), PAGE)  # type: ignore[arg-type]
    return done.ruleset, done.outcomes[0].why


def edited(*changes: tuple[str, str]) -> tuple[str, None]:
    """The page with a text in place of another that stands there once, and no reason."""
    text = PAGE
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text, None


def phrase(text: str, **more: object) -> RulePassage:
    """A phrase."""
    return RulePassage(Unit.PHRASE, text, **more)  # type: ignore[arg-type]


def test_words_are_not_added_where_they_stand_already() -> None:
    where = Destination(Relation.AFTER, passage=phrase("The"))
    assert made(InstructionKind.ADD_TEXT, "Last", where=where, new=" end") == (PAGE, "the text is already there")


def test_words_go_before_a_full_stop() -> None:
    where = Destination(Relation.END, passage=RulePassage(Unit.SENTENCE, begins="A wick"), closing=True)
    assert made(InstructionKind.ADD_TEXT, "Wicks", where=where, new=" or two") == edited(("for a night.", "for a night or two."))


def test_words_go_before_no_other_sign() -> None:
    where = Destination(Relation.END, passage=RulePassage(Unit.ITEM, begins="lit"), closing=True)
    assert made(InstructionKind.ADD_TEXT, "Lamps", where=where, new=" or two") == (PAGE, "no full stop stands at the end there")


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        pytest.param("Roll", "Throw", (("== Rolls ==", "== Throws =="), ("! Roll !!", "! Throw !!")), id="plural in a heading"),
        pytest.param("Empty", "Blank", None, id="only in a heading"),
    ],
)
def test_words_are_replaced_in_headings_too(old: str, new: str, changes: tuple[tuple[str, str], ...] | None) -> None:
    text, why = made(InstructionKind.REPLACE_TEXT, "", old=phrase(old, every=True, titles=True), new=new)
    if changes is None:
        assert (text, why) == (PAGE, "the words do not stand there")
    else:
        assert (text, why) == edited(*changes)


def test_words_in_a_heading_with_another_capital_are_left() -> None:
    instruction = Instruction(
        InstructionKind.REPLACE_TEXT, "Do it.", RuleName(section="Dynastic Rules"), old=phrase("night", every=True, titles=True), new="day"
    )
    page = PAGE.replace("== Empty ==", "== Night ==")
    done = apply_instructions(Instructions((instruction,)), page)
    assert (done.ruleset, done.outcomes[0].why) == (page, "the words stand in a heading with other capital letters")


def test_the_heading_of_a_section_stays() -> None:
    page = PAGE.replace("Each Keeper", "Rules are rules. Dynastic play. Each Keeper")
    instruction = Instruction(
        InstructionKind.REPLACE_TEXT,
        "Do it.",
        RuleName(section="Dynastic Rules"),
        old=phrase("Dynastic", every=True, titles=True),
        new="New",
    )
    done = apply_instructions(Instructions((instruction,)), page)
    assert (done.ruleset, done.outcomes[0].why) == (page, "a section is not renamed like a rule")


def cell(row: str, column: str = "price") -> RulePassage:
    """A cell, by its row and the heading of its column."""
    return RulePassage(Unit.CELL, row, contains=column)


REPLACED = {
    "all behind": ("Last", RulePassage(Unit.PHRASE, behind="The"), "sea.", ("The end.", "The sea.")),
    "link gone with its words": (
        "Lamps",
        phrase("is counted in drops – up"),
        "may be up",
        ("is counted in [[Units|drops]] – up", "may be up"),
    ),
    "with more of it": ("Wicks", phrase("burns"), "burns for half", ("burns for", "burns for half for")),
    "word": ("Steps", phrase("Wait"), "Rest", ("Wait", "Rest")),
    "straight for curly": ("Lamps", phrase('has a "lamp".'), 'has a "lantern".', ("“lamp”", "“lantern”")),
    "dash": ("Lamps", phrase("- up to 10"), "- up to 20", ("to 10", "to 20")),
    "bold kept": ("Lamps", phrase("The oil of a lamp is"), "The oil of one lamp is", ("of a lamp is", "of one lamp is")),
    "bold inside": ("Lamps", phrase("The oil of a lamp"), "The wax of a lamp", ("oil", "wax")),
    "link kept": ("Lamps", phrase("counted in drops"), "measured in drops", ("counted", "measured")),
    "link gone with its one word": (
        "Lamps",
        phrase("is counted in drops – up"),
        "is counted in cups – up",
        ("in [[Units|drops]] – up", "in cups – up"),
    ),
    "link kept by a like word": (
        "Lamps",
        phrase("is counted in drops – up"),
        "is counted in droplets – up",
        ("[[Units|drops]]", "[[Units|droplets]]"),
    ),
    "label of a link": ("Lamps", phrase("drops"), "cups", ("drops", "cups")),
    "link without label": ("Lamps", phrase("See Oil & more."), "See below.", ("See [[Oil]] &amp; more.", "See below.")),
    "entity": ("Lamps", phrase("& more"), "and more", ("&amp; more", "and more")),
    "new bold": ("Steps", phrase("Wait"), "'''Wait''' long", ("Wait", "'''Wait''' long")),
    "whole Ruleset": (None, phrase("burns for a night"), "burns for two nights", ("for a night", "for two nights")),
    "first of several": ("Lamps", phrase("Nobody", order=1), "No one", ("Nobody may eat a lamp", "No one may eat a lamp")),
    "last of several": ("Lamps", phrase("Nobody", order=-1), "No one", ("Nobody may eat a wick", "No one may eat a wick")),
    "shortened": ("Lamps", phrase("", begins="Nobody may sell", ends="one."), "All may.", ("Nobody may sell one.", "All may.")),
    "sentence": ("Lamps", RulePassage(Unit.SENTENCE, "Nobody may sell one"), "All may.", ("Nobody may sell one.", "All may.")),
    "second sentence": (
        "Lamps",
        RulePassage(Unit.SENTENCE, order=2, within=RulePassage(Unit.PARAGRAPH, begins="Nobody")),
        "All may.",
        ("Nobody may sell one.", "All may."),
    ),
    "paragraph by two": ("Last", RulePassage(Unit.PARAGRAPH, order=1), "One.\n\nTwo.", ("The end.", "One.\n\nTwo.")),
    "paragraph by its end": ("Steps", RulePassage(Unit.PARAGRAPH, ends="rest"), "Then sleep.", ("Then rest.", "Then sleep.")),
    "end of a paragraph by two": ("Last", phrase("end."), "middle.\n\nThe end.", ("The end.", "The middle.\n\nThe end.")),
    "step": ("Steps", RulePassage(Unit.ITEM, order=2), "# Hum.", ("# Wait.", "# Hum.")),
    "step by its word": ("Steps", RulePassage(Unit.ITEM, contains="Put"), "Drop it.", ("Put it out.", "Drop it.")),
    "item by two": ("Steps", RulePassage(Unit.ITEM, "Wait."), "# Hum.\n# Sing.", ("# Wait.", "# Hum.\n# Sing.")),
    "nested by two": ("Lamps", RulePassage(Unit.ITEM, "wind, or"), "* hail,\n* snow, or", ("** wind, or", "** hail,\n** snow, or")),
    "list": ("Steps", RulePassage(Unit.LIST), "# Only this.", ("# Light it.\n# Wait.\n# Put it out.", "# Only this.")),
    "list for text": ("Steps", RulePassage(Unit.ITEM, "Put it out."), "# Out.", ("# Put it out.", "# Out.")),
    "cell": ("Prices", phrase("Match"), "Torch", ("| Match", "| Torch")),
    "cell of a row": ("Prices", phrase("2", within=RulePassage(Unit.ROW, "Wick")), "3", ("Wick || 2", "Wick || 3")),
    "cell by its row and heading": ("Prices", cell("Wick"), "3", ("Wick || 2", "Wick || 3")),
    "cell of a numbered row": ("Rolls", cell("Storm", "Effect"), "none", ("Storm || rain", "Storm || none")),
    "cell with what stands in it": ("Prices", replace(cell("Match"), begins="1"), "3", ("Match || 1", "Match || 3")),
    "what explains a term": ("Prices", RulePassage(Unit.DEFINITION, "Dear"), "More than 6.", ("More than 5.", "More than 6.")),
    "definition": ("Prices", RulePassage(Unit.ITEM, begins="Dear"), "More than 6.", ("More than 5.", "More than 6.")),
    "what it is said to show": (
        "Wicks",
        RulePassage(Unit.SENTENCE, order=1, shown="A wick burns for a night"),
        "x.",
        ("A wick burns for a night.", "x."),
    ),
    "two that are said to show it": (
        "Lamps",
        RulePassage(
            Unit.SENTENCE,
            order=1,
            count=2,
            shown="Nobody may eat a lamp. Nobody may sell one.",
            within=RulePassage(Unit.PARAGRAPH, begins="Nobody"),
        ),
        "All may.",
        ("Nobody may eat a lamp. Nobody may sell one.", "All may."),
    ),
    "by nothing": ("Lamps", phrase(", by a match"), "", (", by a match", "")),
    "several paragraphs": (
        "Steps",
        phrase("The steps are these: Light it. Wait. Put it out. Then rest."),
        "Rest.",
        ("The steps are these:\n\n# Light it.\n# Wait.\n# Put it out.\n\nThen rest.", "Rest."),
    ),
}


@pytest.mark.parametrize("case", REPLACED)
def test_replaces(case: str) -> None:
    rule, old, new, change = REPLACED[case]
    assert made(InstructionKind.REPLACE_TEXT, rule, old=old, new=new) == edited(change)


NOT_REPLACED = {
    "nothing behind": ("Last", RulePassage(Unit.PHRASE, behind="The end."), "x", "nothing stands behind these words"),
    "nothing there": ("Last", phrase("beginning"), "x", "the words do not stand there"),
    "nothing told": ("Last", phrase(""), "x", "it is not said from where to where the text goes"),
    "no new text": ("Last", phrase("end"), None, "it is not said what is replaced, or by what"),
    "done already": ("Last", phrase("beginning"), "The end.", "the words to be replaced do not stand there, but the new ones do already"),
    "done already in the midst": (
        "Wicks",
        phrase("burns"),
        "wick burns for",
        "the words to be replaced stand there as a part of the new ones, so it may be done already",
    ),
    "the same": ("Last", phrase("The end."), "The end.", "the text already says so"),
    "a sign before another": (
        "Last",
        phrase("The end"),
        "The close.",
        "the new text ends with a sign, and “.” stands behind its place",
    ),
    "twice": ("Lamps", phrase("Nobody"), "No one", "the text stands 3 times there"),
    "other case": ("Last", phrase("the end"), "x", "the words stand there only with other capital letters"),
    "something else than is said": (
        "Wicks",
        RulePassage(Unit.SENTENCE, order=1, shown="A wick burns"),
        "x",
        "the sentence there shows something else than is said",
    ),
    "half of a bold": ("Lamps", phrase("l of"), "x", "the words do not stand there"),
    "part of a block": ("Links", phrase("x"), "y", "the words are part of what stands for something else"),
    "a template": ("Links", phrase("Red box"), "Blue", "there is a comment or a template within the words"),
    "a comment within": ("Links", phrase("AB"), "CD", "there is a comment or a template within the words"),
    "part of a link": ("Links", phrase("Tall"), "Small", "the markup there would be cut in two"),
    "over two markups": ("Links", phrase("long way to both"), "x", "the markup there would be cut in two"),
    "inside a word": ("Last", phrase("en"), "x", "the words do not stand there"),
    "too many": ("Last", RulePassage(Unit.SENTENCE, order=2), "x", "there are only 1 of them"),
    "a heading too": (None, phrase("last"), "x", "the words stand in a heading too"),
    "order of none": ("Last", RulePassage(Unit.SENTENCE, order=0), "x", "there are only 1 of them"),
    "no such item": ("Steps", RulePassage(Unit.ITEM, "Sing."), "x", "the words do not stand there"),
    "item's other case": ("Steps", RulePassage(Unit.ITEM, "wait."), "x", "the words stand there also, or only, with other capital letters"),
    "nested items counted": (
        "Lamps",
        RulePassage(Unit.ITEM, order=-1),
        "x",
        "there are several lists, or lists within them, so that counting the items is not plain",
    ),
    "counted anywhere": (None, RulePassage(Unit.PARAGRAPH, order=1), "x", "it is not said in which rule it is"),
    "counted in several": (None, phrase("the", order=1), "x", "the words stand there only with other capital letters"),
    "several there": ("Steps", RulePassage(Unit.ITEM), "x", "the item of a list stands 3 times there"),
    "no row": ("Prices", RulePassage(Unit.ROW, "Candle"), "x", "there is no row of a table with these words"),
    "no such row of a cell": ("Prices", cell("Candle"), "x", "there is no such cell of a table"),
    "a cell by another column's text": ("Prices", cell("2"), "x", "there is no such cell of a table"),
    "no such heading": ("Prices", cell("Wick", "Colour"), "x", "there is no such cell of a table"),
    "a cell with something else": ("Prices", replace(cell("Wick"), begins="7"), "x", "something else stands in that cell"),
    "a cell over two rows": ("Spans", cell("Oak"), "x", "the cell is not a plain one"),
    "no such term": ("Prices", RulePassage(Unit.DEFINITION, "Wick"), "x", "there is no term with a definition with these words"),
    "over two items": (
        "Steps",
        phrase("it. Wait."),
        "x",
        "the new text has several paragraphs or items, and the old is only a part of some",
    ),
    "paragraphs in the middle": (
        "Lamps",
        phrase("sell"),
        "a\n\nb",
        "the new text has several paragraphs or items, and the old is only a part of some",
    ),
    "items by a paragraph": ("Steps", RulePassage(Unit.LIST), "Do it.", "the new text is no item of a list, and the old one is"),
    "hostile": ("Last", phrase("end"), "<!-- end", "the new text has markup of its own (“<!--”), which a person has to look at"),
    "heading": ("Last", RulePassage(Unit.PARAGRAPH, order=1), "x\n= Core Rules =\ny", "the new text has headings, or shows nothing"),
    "heading alone": (
        "Last",
        phrase("The end."),
        "= Core Rules =",
        "the change cannot be written so that the Ruleset reads as intended and nothing else changes",
    ),
    "part of a template": ("Links", phrase("Red"), "Blue", "the words are part of what stands for something else"),
}


@pytest.mark.parametrize("case", NOT_REPLACED)
def test_replaces_nothing_where_it_is_not_plain(case: str) -> None:
    rule, old, new, why = NOT_REPLACED[case]
    text, reason = made(InstructionKind.REPLACE_TEXT, rule, old=old, new=new)
    assert (text, reason) == (PAGE, why)


REMOVED = {
    "phrase": ("Lamps", phrase("may eat a wick", order=1), (" may eat a wick", "")),
    "first words": ("Steps", phrase("Then"), ("Then rest.", "rest.")),
    "clause": ("Lamps", phrase(", by a match"), (", by a match", "")),
    "sentence": ("Lamps", RulePassage(Unit.SENTENCE, "Nobody may sell one."), (" Nobody may sell one.", "")),
    "last sentence": ("Lamps", phrase("Nobody may eat a wick."), (" Nobody may eat a wick.", "")),
    "paragraph": (
        "Lamps",
        RulePassage(Unit.PARAGRAPH, begins="Nobody"),
        ("\n\nNobody may eat a lamp. Nobody may sell one. Nobody may eat a wick.", ""),
    ),
    "first paragraph": ("Wicks", RulePassage(Unit.PARAGRAPH, order=1), ("\nA wick burns for a night.\n\n", "\n")),
    "item": ("Steps", RulePassage(Unit.ITEM, "Wait."), ("# Wait.\n", "")),
    "first item": ("Steps", RulePassage(Unit.ITEM, order=1), ("# Light it.\n", "")),
    "last item": ("Steps", RulePassage(Unit.ITEM, order=-1), ("# Put it out.\n", "")),
    "nested item": ("Lamps", RulePassage(Unit.ITEM, "wind, or"), ("** wind, or\n", "")),
    "item with its own": ("Lamps", phrase("put out, by wind, or rain."), ("\n* put out, by\n** wind, or\n** ''rain''.", "")),
    "list": ("Steps", RulePassage(Unit.LIST), ("# Light it.\n# Wait.\n# Put it out.\n\n", "")),
    "definition": ("Prices", RulePassage(Unit.ITEM, begins="Cheap"), ("\n;Cheap\n:Less than 2.", "")),
    "first definition": ("Prices", RulePassage(Unit.ITEM, "Dear: More than 5."), (";Dear\n:More than 5.\n", "")),
    "bold": ("Lamps", phrase("The oil of"), ("The '''oil''' of ", "")),
    "whole": ("Wicks", RulePassage(Unit.WHOLE), ("\nA wick burns for a night.\n\n", "\n")),
}


@pytest.mark.parametrize("case", REMOVED)
def test_removes(case: str) -> None:
    rule, old, change = REMOVED[case]
    assert made(InstructionKind.REMOVE_TEXT, rule, old=old) == edited(change)


@pytest.mark.parametrize(
    ("rule", "old", "why"),
    [
        pytest.param("Last", None, "it is not said what is removed", id="nothing told"),
        pytest.param("Steps", phrase("it. Wait"), "the words go over several paragraphs or items, and are only a part of some", id="parts"),
        pytest.param(
            "Lamps", RulePassage(Unit.ITEM, begins="put"), "it has a list of its own, and it is not said what becomes of that", id="nested"
        ),
        pytest.param(
            "Steps", RulePassage(Unit.PARAGRAPH, order=1), "it has a list of its own, and it is not said what becomes of that", id="lead"
        ),
        pytest.param("Prices", phrase("Match"), "it stands in a table, or shares its line with something else", id="cell"),
    ],
)
def test_removes_nothing_where_it_is_not_plain(rule: str, old: RulePassage | None, why: str) -> None:
    assert made(InstructionKind.REMOVE_TEXT, rule, old=old) == (PAGE, why)


@pytest.mark.parametrize(
    ("rule", "old", "new", "change"),
    [
        pytest.param("Lamps", "Nobody", "No one", ("Nobody", "No one"), id="in a rule"),
        pytest.param("", "wick", "cord", ("a wick", "a cord"), id="in a section, also elsewhere in other case"),
        pytest.param("", "rest", "sleep", ("rest", "sleep"), id="in a section"),
        pytest.param("Lamps", "lamp", "candle", ("lamp", "candle"), id="several in a block"),
        pytest.param("Lamps", "match", "spark", ("match", "spark"), id="once"),
    ],
)
def test_replaces_every_occurrence(rule: str, old: str, new: str, change: tuple[str, str]) -> None:
    text, why = made(InstructionKind.REPLACE_TEXT, rule, old=phrase(old, every=True), new=new)
    if old == "wick":
        assert (text, why) == (PAGE, "the words stand there also with other capital letters")
    else:
        assert (text, why) == (PAGE.replace(*change), None)


def test_leaves_words_of_headings() -> None:
    old = phrase("The end", every=True)
    text, why = made(InstructionKind.REPLACE_TEXT, "", old=old, new="It")
    assert (text, why) == edited(("The end", "It"))
    one = Instruction(InstructionKind.REPLACE_TEXT, "All.", RuleName(section="Dynastic Rules"), old=old, new="It")
    page = PAGE.replace("== Empty", "== The End")
    assert (
        apply_instructions(Instructions((one,)), page).outcomes[0].why
        == "the word stands in headings too, and it is not said whether they change"
    )


def test_replaces_every_plural() -> None:
    page = "= Dynastic Rules =\n\n== Coins ==\n\nA coin is one of the coins.\n"
    one = Instruction(InstructionKind.REPLACE_TEXT, "All.", RuleName("Coins"), old=phrase("coin", every=True), new="token")
    done = apply_instructions(Instructions((one,)), page)
    assert done.ruleset == page.replace("coin", "token")
    for other in ("coinage", "Coins", "recoins"):
        done = apply_instructions(Instructions((one,)), page.replace("coins", other))
        assert done.outcomes[0].why == "the word is part of other words there too"


def at(relation: Relation, passage: RulePassage | None = None, **more: object) -> Destination:
    """A place."""
    return Destination(relation, passage=passage, **more)  # type: ignore[arg-type]


AFTER, BEFORE, START, END = Relation.AFTER, Relation.BEFORE, Relation.START, Relation.END
ADDED = {
    "end of a rule": ("Lamps", at(END), "Good.", None, ("eat a wick.", "eat a wick.\n\nGood.")),
    "start of a rule": ("Lamps", at(START), "Good.", None, ("Each Keeper", "Good.\n\nEach Keeper")),
    "start below a tight heading": ("Prices", at(START), "Good.", None, ("Prices ==\n{| class", "Prices ==\nGood.\n\n{| class")),
    "empty rule": ("Empty", at(END), "Good.", None, ("== Empty ==", "== Empty ==\n\nGood.")),
    "last of the page": ("Last", at(END), "Good.\n\nVery.", None, ("The end.", "The end.\n\nGood.\n\nVery.")),
    "list at the end": ("Last", at(END), "* a\n* b", None, ("The end.", "The end.\n\n* a\n* b")),
    "item to the only list": ("Steps", at(END), "* Sing.", Unit.ITEM, ("# Put it out.", "# Put it out.\n# Sing.")),
    "list behind all": ("Steps", at(END), "# Sing.", None, ("Then rest.", "Then rest.\n\n# Sing.")),
    "list behind another": ("Many", at(END), "# Sing.", None, ("* Two.", "* Two.\n\n# Sing.")),
    "item where there is no list": ("Last", at(END), "* Sing.", Unit.ITEM, ("The end.", "The end.\n\n* Sing.")),
    "item without mark": ("Steps", at(END), "Sing.", Unit.ITEM, ("# Put it out.", "# Put it out.\n# Sing.")),
    "item at the start": ("Steps", at(START), "Sing.", Unit.ITEM, ("# Light", "# Sing.\n# Light")),
    "after a phrase": ("Lamps", at(AFTER, phrase("sell")), "or eat", None, ("may sell", "may sell or eat")),
    "before a phrase": ("Lamps", at(BEFORE, phrase("sell")), "eat or", None, ("may sell", "may eat or sell")),
    "after with a comma": ("Last", at(AFTER, phrase("end")), ", my friend", None, ("end.", "end, my friend.")),
    "after bold": ("Lamps", at(AFTER, phrase("The oil")), "or wax", None, ("'''oil'''", "'''oil''' or wax")),
    "before a link": ("Lamps", at(BEFORE, phrase("drops")), "small", None, ("[[Units", "small [[Units")),
    "after a sentence": (
        "Lamps",
        at(AFTER, RulePassage(Unit.SENTENCE, "Nobody may sell one.")),
        "So.",
        None,
        ("sell one.", "sell one. So."),
    ),
    "before a sentence": ("Lamps", at(BEFORE, phrase("Nobody may sell")), "So.", None, ("Nobody may sell", "So. Nobody may sell")),
    "end of a paragraph": ("Steps", at(END, RulePassage(Unit.PARAGRAPH, order=-1)), "So.", None, ("Then rest.", "Then rest. So.")),
    "start of a paragraph": ("Steps", at(START, RulePassage(Unit.PARAGRAPH, order=-1)), "So.", None, ("Then rest.", "So. Then rest.")),
    "after a paragraph": ("Lamps", at(AFTER, RulePassage(Unit.PARAGRAPH, order=1)), "So.", None, ("more.", "more.\n\nSo.")),
    "before a paragraph": ("Steps", at(BEFORE, RulePassage(Unit.PARAGRAPH, order=2)), "So.", None, ("Then rest.", "So.\n\nThen rest.")),
    "between paragraphs": (
        "Lamps",
        at(AFTER, RulePassage(Unit.PARAGRAPH, order=1), next_passage=RulePassage(Unit.PARAGRAPH, order=2)),
        "So.",
        None,
        ("more.", "more.\n\nSo."),
    ),
    "between words": (
        "Lamps",
        at(AFTER, phrase("a wick"), next_passage=phrase(".", order=-1)),
        "or two",
        None,
        ("a wick.", "a wick or two."),
    ),
    "after an item": ("Steps", at(AFTER, RulePassage(Unit.ITEM, "Wait.")), "Sing.", None, ("# Wait.", "# Wait.\n# Sing.")),
    "before an item": ("Steps", at(BEFORE, RulePassage(Unit.ITEM, "Wait.")), "* Sing.", None, ("# Wait.", "# Sing.\n# Wait.")),
    "behind the list of an item": (
        "Lamps",
        at(AFTER, RulePassage(Unit.ITEM, begins="put")),
        "full.",
        None,
        ("''rain''.", "''rain''.\n* full."),
    ),
    "nested item": ("Lamps", at(BEFORE, RulePassage(Unit.ITEM, "rain.")), "* hail, or", None, ("** ''rain", "** hail, or\n** ''rain")),
    "end of an item": ("Steps", at(END, RulePassage(Unit.ITEM, "Wait.")), "Long.", None, ("Wait.", "Wait. Long.")),
    "end of a list": ("Steps", at(END, RulePassage(Unit.LIST)), "Sing.", None, ("out.", "out.\n# Sing.")),
    "start of a list": ("Steps", at(START, RulePassage(Unit.LIST)), "Sing.", None, ("# Light", "# Sing.\n# Light")),
    "after a list": ("Steps", at(AFTER, RulePassage(Unit.LIST)), "So.", None, ("out.", "out.\n\nSo.")),
    "paragraph after a phrase that ends one": ("Last", at(AFTER, phrase("The end.")), "So.", Unit.PARAGRAPH, ("end.", "end.\n\nSo.")),
    "item after a phrase that is one": ("Steps", at(AFTER, phrase("Wait.")), "Sing.", Unit.ITEM, ("Wait.", "Wait.\n# Sing.")),
    "definition": ("Prices", at(END), ";Free\n:Nothing.", None, ("than 2.", "than 2.\n;Free\n:Nothing.")),
    "definition after another": (
        "Prices",
        at(AFTER, RulePassage(Unit.ITEM, begins="Dear")),
        ";Free\n:Nothing.",
        None,
        ("than 5.", "than 5.\n;Free\n:Nothing."),
    ),
    "definition before another": (
        "Prices",
        at(BEFORE, RulePassage(Unit.ITEM, begins="Dear")),
        ";Free\n:Nothing.",
        None,
        (";Dear", ";Free\n:Nothing.\n;Dear"),
    ),
}


@pytest.mark.parametrize("case", ADDED)
def test_adds(case: str) -> None:
    rule, where, new, unit, change = ADDED[case]
    assert made(InstructionKind.ADD_TEXT, rule, where=where, new=new, unit=unit) == edited(change)


def test_a_definition_does_not_go_among_items() -> None:
    where = at(END, RulePassage(Unit.LIST))
    found = made(InstructionKind.ADD_TEXT, "Steps", where=where, new=";Bee\n:Buzz.", unit=Unit.ITEM)
    assert found == (PAGE, "the new text is a definition, and the list has none")


def test_a_new_text_shortened_like_the_old_one_is_left() -> None:
    old = phrase("", begins="Nobody may sell", ends="one.")
    assert made(InstructionKind.REPLACE_TEXT, "Lamps", old=old, new="All may … one.") == (
        PAGE,
        "the new text is shortened as the old one is",
    )


@pytest.mark.parametrize("unit", [Unit.SENTENCE, Unit.PARAGRAPH])
def test_nothing_is_counted_among_the_lines_of_a_box(unit: Unit) -> None:
    page = PAGE.replace("The end.", "{{Box top|Stone}}\nDate: 4 May\n{{Box bottom}}\n\nThe end.")
    first = Instruction(InstructionKind.REMOVE_TEXT, "Do it.", RuleName("Last"), old=RulePassage(unit, order=1))
    (outcome,) = apply_instructions(Instructions((first,)), page).outcomes
    assert outcome.why == "templates stand among them, so that counting them is not plain"


def test_a_comma_does_not_go_behind_a_full_stop() -> None:
    where = Destination(Relation.END, passage=RulePassage(Unit.PARAGRAPH, order=1))
    found = made(InstructionKind.ADD_TEXT, "Last", where=where, new=", ever")
    assert found == (PAGE, "it is not clear whether the words go before the full stop or behind it")
