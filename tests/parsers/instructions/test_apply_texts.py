"""Text within rules: what is replaced, put in and taken away, and what is left to people."""

from __future__ import annotations

import pytest

from parsers.instructions.apply import apply_instructions
from parsers.instructions.model import Destination, InstructionKind, Relation, RuleName, RulePassage, Unit
from tests.parsers.instructions.making import passage, step

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
    done = apply_instructions((step(kind, name, **more),), PAGE)  # type: ignore[arg-type]
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
    return passage(Unit.PHRASE, text, **more)


def test_words_are_not_added_where_they_stand_already() -> None:
    where = Destination(Relation.AFTER, passage=phrase("The"))
    assert made(InstructionKind.ADD_TEXT, "Last", where=where, new=" end") == (PAGE, "the text is already there")


REPLACED = {
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
    "new bold": ("Steps", phrase("Wait"), "'''Wait''' long", ("Wait", "'''Wait''' long")),
    "whole Ruleset": (None, phrase("burns for a night"), "burns for two nights", ("for a night", "for two nights")),
    "sentence": ("Lamps", passage(Unit.SENTENCE, "Nobody may sell one"), "All may.", ("Nobody may sell one.", "All may.")),
    "paragraph by two": ("Last", passage(Unit.PARAGRAPH, order=1), "One.\n\nTwo.", ("The end.", "One.\n\nTwo.")),
    "step": ("Steps", passage(Unit.ITEM, order=2), "# Hum.", ("# Wait.", "# Hum.")),
    "item by two": ("Steps", passage(Unit.ITEM, "Wait."), "# Hum.\n# Sing.", ("# Wait.", "# Hum.\n# Sing.")),
    "list": ("Steps", passage(Unit.LIST), "# Only this.", ("# Light it.\n# Wait.\n# Put it out.", "# Only this.")),
    "list for text": ("Steps", passage(Unit.ITEM, "Put it out."), "# Out.", ("# Put it out.", "# Out.")),
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
    "nothing there": ("Last", phrase("beginning"), "x", "the words do not stand there"),
    "no new text": ("Last", phrase("end"), None, "it is not said what is replaced, or by what"),
    "done already": ("Last", phrase("beginning"), "The end.", "the words to be replaced do not stand there, but the new ones do already"),
    "done already in the midst": (
        "Wicks",
        phrase("burns"),
        "wick burns for",
        "the words to be replaced stand there as a part of the new ones, so it may be done already",
    ),
    "the same": ("Last", phrase("The end."), "The end.", "the text already says so"),
    "twice": ("Lamps", phrase("Nobody"), "No one", "the text stands 3 times there"),
    "other case": ("Last", phrase("the end"), "x", "the words stand there only with other capital letters"),
    "half of a bold": ("Lamps", phrase("l of"), "x", "the words do not stand there"),
    "a template": ("Links", phrase("Red box"), "Blue", "the words stand in a link or a template, which has to be changed by hand"),
    "over two markups": ("Links", phrase("long way to both"), "x", "the markup there would be cut in two, so it has to be changed by hand"),
    "inside a word": ("Last", phrase("en"), "x", "the words do not stand there"),
    "too many": ("Last", passage(Unit.SENTENCE, order=2), "x", "there are only 1 of them"),
    "a heading too": (None, phrase("last"), "x", "the words stand in a heading too"),
    "order of none": ("Last", passage(Unit.SENTENCE, order=0), "x", "there are only 1 of them"),
    "no such item": ("Steps", passage(Unit.ITEM, "Sing."), "x", "the words do not stand there"),
    "item's other case": ("Steps", passage(Unit.ITEM, "wait."), "x", "the words stand there also, or only, with other capital letters"),
    "nested items counted": (
        "Lamps",
        passage(Unit.ITEM, order=-1),
        "x",
        "lists or templates stand among them, so that counting them is not plain",
    ),
    "counted anywhere": (None, passage(Unit.PARAGRAPH, order=1), "x", "it is not said in which rule it is"),
    "counted in several": (None, phrase("the", order=1), "x", "the words stand there only with other capital letters"),
    "several there": ("Steps", passage(Unit.ITEM), "x", "the item of a list stands 3 times there"),
    "over two items": (
        "Steps",
        phrase("it. Wait."),
        "x",
        "new paragraphs or items can only take the place of whole ones",
    ),
    "paragraphs in the middle": (
        "Lamps",
        phrase("sell"),
        "a\n\nb",
        "new paragraphs or items can only take the place of whole ones",
    ),
    "items by a paragraph": ("Steps", passage(Unit.LIST), "Do it.", "the new text is no item of a list, and the old one is"),
    "hostile": ("Last", phrase("end"), "<!-- end", "the new text has markup of its own (“<!--”), which a person has to look at"),
    "heading": ("Last", passage(Unit.PARAGRAPH, order=1), "x\n= Core Rules =\ny", "the new text has headings, or shows nothing"),
    "part of a template": ("Links", phrase("Red"), "Blue", "the words stand in a link or a template, which has to be changed by hand"),
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
    "sentence": ("Lamps", passage(Unit.SENTENCE, "Nobody may sell one."), (" Nobody may sell one.", "")),
    "last sentence": ("Lamps", phrase("Nobody may eat a wick."), (" Nobody may eat a wick.", "")),
    "paragraph": (
        "Lamps",
        passage(Unit.PARAGRAPH, begins="Nobody"),
        ("\n\nNobody may eat a lamp. Nobody may sell one. Nobody may eat a wick.", ""),
    ),
    "first paragraph": ("Wicks", passage(Unit.PARAGRAPH, order=1), ("\nA wick burns for a night.\n\n", "\n")),
    "item": ("Steps", passage(Unit.ITEM, "Wait."), ("# Wait.\n", "")),
    "first item": ("Steps", passage(Unit.ITEM, order=1), ("# Light it.\n", "")),
    "last item": ("Steps", passage(Unit.ITEM, order=-1), ("# Put it out.\n", "")),
    "nested item": ("Lamps", passage(Unit.ITEM, "wind, or"), ("** wind, or\n", "")),
    "item with its own": ("Lamps", phrase("put out, by wind, or rain."), ("\n* put out, by\n** wind, or\n** ''rain''.", "")),
    "list": ("Steps", passage(Unit.LIST), ("# Light it.\n# Wait.\n# Put it out.\n\n", "")),
    "bold": ("Lamps", phrase("The oil of"), ("The '''oil''' of ", "")),
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
            "Lamps", passage(Unit.ITEM, begins="put"), "it has a list of its own, and it is not said what becomes of that", id="nested"
        ),
        pytest.param(
            "Steps", passage(Unit.PARAGRAPH, order=1), "it has a list of its own, and it is not said what becomes of that", id="lead"
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
    one = step(InstructionKind.REPLACE_TEXT, RuleName(section="Dynastic Rules"), old=old, new="It")
    page = PAGE.replace("== Empty", "== The End")
    assert apply_instructions((one,), page).outcomes[0].why == "the word stands in headings too, and it is not said whether they change"


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
        at(AFTER, passage(Unit.SENTENCE, "Nobody may sell one.")),
        "So.",
        None,
        ("sell one.", "sell one. So."),
    ),
    "before a sentence": ("Lamps", at(BEFORE, phrase("Nobody may sell")), "So.", None, ("Nobody may sell", "So. Nobody may sell")),
    "end of a paragraph": ("Steps", at(END, passage(Unit.PARAGRAPH, order=-1)), "So.", None, ("Then rest.", "Then rest. So.")),
    "start of a paragraph": ("Steps", at(START, passage(Unit.PARAGRAPH, order=-1)), "So.", None, ("Then rest.", "So. Then rest.")),
    "after a paragraph": ("Lamps", at(AFTER, passage(Unit.PARAGRAPH, order=1)), "So.", None, ("more.", "more.\n\nSo.")),
    "before a paragraph": ("Steps", at(BEFORE, passage(Unit.PARAGRAPH, order=2)), "So.", None, ("Then rest.", "So.\n\nThen rest.")),
    "after an item": ("Steps", at(AFTER, passage(Unit.ITEM, "Wait.")), "Sing.", None, ("# Wait.", "# Wait.\n# Sing.")),
    "before an item": ("Steps", at(BEFORE, passage(Unit.ITEM, "Wait.")), "* Sing.", None, ("# Wait.", "# Sing.\n# Wait.")),
    "nested item": ("Lamps", at(BEFORE, passage(Unit.ITEM, "rain.")), "* hail, or", None, ("** ''rain", "** hail, or\n** ''rain")),
    "end of an item": ("Steps", at(END, passage(Unit.ITEM, "Wait.")), "Long.", None, ("Wait.", "Wait. Long.")),
    "end of a list": ("Steps", at(END, passage(Unit.LIST)), "Sing.", None, ("out.", "out.\n# Sing.")),
    "start of a list": ("Steps", at(START, passage(Unit.LIST)), "Sing.", None, ("# Light", "# Sing.\n# Light")),
    "after a list": ("Steps", at(AFTER, passage(Unit.LIST)), "So.", None, ("out.", "out.\n\nSo.")),
    "paragraph after a phrase that ends one": ("Last", at(AFTER, phrase("The end.")), "So.", Unit.PARAGRAPH, ("end.", "end.\n\nSo.")),
    "item after a phrase that is one": ("Steps", at(AFTER, phrase("Wait.")), "Sing.", Unit.ITEM, ("Wait.", "Wait.\n# Sing.")),
}


@pytest.mark.parametrize("case", ADDED)
def test_adds(case: str) -> None:
    rule, where, new, unit, change = ADDED[case]
    assert made(InstructionKind.ADD_TEXT, rule, where=where, new=new, unit=unit) == edited(change)


def test_a_definition_does_not_go_among_items() -> None:
    where = at(END, passage(Unit.LIST))
    found = made(InstructionKind.ADD_TEXT, "Steps", where=where, new=";Bee\n:Buzz.", unit=Unit.ITEM)
    assert found == (PAGE, "the new text is no item of such a list")


@pytest.mark.parametrize("unit", [Unit.SENTENCE, Unit.PARAGRAPH])
def test_nothing_is_counted_among_the_lines_of_a_box(unit: Unit) -> None:
    page = PAGE.replace("The end.", "{{Box top|Stone}}\nDate: 4 May\n{{Box bottom}}\n\nThe end.")
    first = step(InstructionKind.REMOVE_TEXT, RuleName("Last"), old=passage(unit, order=1))
    (outcome,) = apply_instructions((first,), page).outcomes
    assert outcome.why == "lists or templates stand among them, so that counting them is not plain"
