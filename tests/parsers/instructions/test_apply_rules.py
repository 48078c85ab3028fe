"""Whole rules: which one a title means, and what is added, replaced, repealed, renamed and moved."""

from __future__ import annotations

import pytest

from parsers.instructions.apply import apply_instructions
from parsers.instructions.model import Destination, Instruction, InstructionKind, Relation, RuleName, Unit
from parsers.ruleset.model import Terms
from tests.parsers.instructions.making import passage, step

PAGE = """\
{{TOCRight}}

<div style="padding:8px;">

= Core Rules =

== Keepers ==

A Keeper is a player.

=== Idle Keepers ===

They rest.

</div>

<div style="padding:8px;">

= Dynastic Rules =

== The “Lamps” ==

A lamp burns.

=== Wicks ===

A wick is short.

==== Trimming ====

Snip.

=== Bribes ===

Oil.

== Boats – and Oars ==

A boat floats.

=== Bribes ===

Fish.

== Keeper Duties ==

Watch.

</div>

<div style="padding:8px;">

= Special Case =

== Quiet [Active] [Standard] ==

Hush.

== Loud* ==

Shout.

</div>

= Appendix =

== Glossary ==

; Night
: Twelve hours.
"""


def done(instruction: Instruction, page: str = PAGE, terms: Terms | None = None) -> tuple[str, str | None]:
    """The page after an instruction, and why that was left."""
    made = apply_instructions((instruction,), page, terms=terms)
    return made.ruleset, made.outcomes[0].why


def where(instruction: Instruction) -> str:
    """The place of an instruction in words."""
    return apply_instructions((instruction,), PAGE).outcomes[0].where


def repeal(name: RuleName | None) -> Instruction:
    """To repeal a rule."""
    return step(InstructionKind.REPEAL_RULE, name)


def without(start: str, end: str) -> str:
    """The page without what stands from one text up to another."""
    assert PAGE.count(start) == 1
    first = PAGE.index(start)
    return PAGE[:first] + PAGE[PAGE.index(end, first + len(start)) :]


LAMPS = without("== The “Lamps”", "== Boats")
NAMES = {
    "title": (RuleName("Keeper Duties"), without("== Keeper Duties", '</div>\n\n<div style="padding:8px;">\n\n= Special')),
    "other case, other marks": (RuleName('the "lamps"'), LAMPS),
    "other dash, number": (RuleName("Boats - and Oars", number="2.2"), without("== Boats", "== Keeper Duties")),
    "without its article": (RuleName("“Lamps”"), LAMPS),
    "number of a subrule": (RuleName(number="2.1.1.1"), without("==== Trimming", "=== Bribes ===\n\nOil")),
    "subrule by its parent": (RuleName("Bribes", parent="Boats – and Oars"), without("=== Bribes ===\n\nFish", "== Keeper Duties")),
    "by its section": (
        RuleName("Idle Keepers", section="the Core Rules"),
        without("=== Idle Keepers", '</div>\n\n<div style="padding:8px;">\n\n= Dyn'),
    ),
    "with its tags": (RuleName("Quiet [Active] [Standard]"), without("== Quiet", "== Loud")),
    "without its tags": (RuleName("Quiet"), without("== Quiet", "== Loud")),
}


@pytest.mark.parametrize("case", NAMES)
def test_finds_the_rule_that_is_named(case: str) -> None:
    name, wanted = NAMES[case]
    assert done(repeal(name)) == (wanted, None)


NOT_FOUND = {
    "none": (None, "the instruction names no rule"),
    "nothing of a name": (RuleName(), "the instruction names no rule"),
    "no such title": (RuleName("Carts"), "the Ruleset does not have a rule “Carts”"),
    "two": (RuleName("Bribes"), "a rule “Bribes” stands 2 times in the Ruleset"),
    "part of a title": (RuleName("Boats"), "the Ruleset does not have a rule “Boats”"),
    "none that begins so": (RuleName("Cart…"), "the Ruleset does not have a rule “Cart…”"),
    "another's number": (RuleName("Wicks", number="2.2"), "the Ruleset does not have a rule “Wicks” with the number 2.2"),
    "no such number": (RuleName(number="9.9"), "the Ruleset does not have a rule 9.9"),
    "no number": (RuleName(number="IV"), "the Ruleset does not have a rule IV"),
    "another's subrule": (RuleName("Wicks", parent="Boats – and Oars"), "the Ruleset does not have a rule “Wicks”"),
    "another section's": (RuleName("Wicks", section="Appendix"), "the Ruleset does not have a rule “Wicks”"),
    "no such section": (RuleName("Wicks", section="Sea Rules"), "the Ruleset does not have a section “Sea Rules”"),
    "a section": (RuleName(section="Dynastic Rules"), "a section is not repealed like a rule"),
}


@pytest.mark.parametrize("case", NOT_FOUND)
def test_finds_no_rule_where_that_is_not_plain(case: str) -> None:
    name, why = NOT_FOUND[case]
    assert done(repeal(name)) == (PAGE, why)


def test_finds_titles_in_the_words_of_the_dynasty() -> None:
    terms = Terms("Keeper", "Keepers", "Harbour Master")
    assert done(repeal(RuleName("Player Duties")), terms=terms) == done(repeal(RuleName("Keeper Duties")))
    assert done(repeal(RuleName("Player Duties")))[1] == "the Ruleset does not have a rule “Player Duties”"
    page = PAGE.replace("== Keeper Duties", "== Emperor Duties")
    assert done(repeal(RuleName("Harbour Master Duties")), page, terms)[1] is None
    without_emperor = Terms("Keeper", "Keepers", None)
    assert done(repeal(RuleName("Lamp Duties")), page, without_emperor)[1] == "the Ruleset does not have a rule “Lamp Duties”"


def test_says_what_is_repealed() -> None:
    assert where(repeal(RuleName("“Lamps”"))) == "“The “Lamps”” with its 3 subrules, in the Dynastic Rules"
    assert where(repeal(RuleName("Wicks"))) == "“Wicks” with its 1 subrule, in the Dynastic Rules"
    assert where(repeal(RuleName("Trimming"))) == "“Trimming”, in the Dynastic Rules"


def add(title: str, new: str | None, place: Destination | None = None, **more: object) -> Instruction:
    """To add a rule."""
    return step(InstructionKind.ADD_RULE, RuleName(title, **more), where=place, new=new)  # type: ignore[arg-type]


def to(relation: Relation, title: str = "", **more: object) -> Destination:
    """A place at a rule."""
    return Destination(relation, RuleName(title, **more))  # type: ignore[arg-type]


AFTER, BEFORE, START, END = Relation.AFTER, Relation.BEFORE, Relation.START, Relation.END
ADDED = {
    "end": (add("Bells", "Ring."), "Watch.", "Watch.\n\n== Bells ==\n\nRing.", "as the last rule of the Dynastic Rules"),
    "section": (
        add("Bells", "Ring.", to(END, section="Appendix")),
        ": Twelve hours.",
        ": Twelve hours.\n\n== Bells ==\n\nRing.",
        "as the last rule of the Appendix",
    ),
    "its section": (
        add("Bells", "Ring.", section="Core"),
        "They rest.",
        "They rest.\n\n== Bells ==\n\nRing.",
        "as the last rule of the Core Rules",
    ),
    "start": (
        add("Bells", "Ring.", to(START, section="Dynastic Rules")),
        "== The “L",
        "== Bells ==\n\nRing.\n\n== The “L",
        "as the first rule of the Dynastic Rules",
    ),
    "subrule": (
        add("Bells", "Ring.", to(END, "“Lamps”")),
        "Oil.",
        "Oil.\n\n=== Bells ===\n\nRing.",
        "as the last subrule of “The “Lamps””",
    ),
    "subrule by parent": (
        add("Bells", "Ring.", parent="“Lamps”"),
        "Oil.",
        "Oil.\n\n=== Bells ===\n\nRing.",
        "as the last subrule of “The “Lamps””",
    ),
    "first subrule": (
        add("Bells", "Ring.", to(START, "“Lamps”")),
        "=== Wicks",
        "=== Bells ===\n\nRing.\n\n=== Wicks",
        "as the first subrule of “The “Lamps””",
    ),
    "only subrule": (
        add("Bells", "Ring.", to(START, "Keeper Duties")),
        "Watch.",
        "Watch.\n\n=== Bells ===\n\nRing.",
        "as the last subrule of “Keeper Duties”",
    ),
    "before": (add("Bells", "Ring.", to(BEFORE, "Wicks")), "=== Wicks", "=== Bells ===\n\nRing.\n\n=== Wicks", "before “Wicks”"),
    "after": (add("Bells", "Ring.", to(AFTER, "Wicks")), "Snip.", "Snip.\n\n=== Bells ===\n\nRing.", "after “Wicks”"),
    "with subrules": (
        add("Bells", "Ring.\n\n=== Big ===\nBoom.\n==== Bigger ====\n\nBoom!\n=== Small ===\nPing."),
        "Watch.",
        "Watch.\n\n== Bells ==\n\nRing.\n\n=== Big ===\n\nBoom.\n\n==== Bigger ====\n\nBoom!\n\n=== Small ===\n\nPing.",
        "as the last rule of the Dynastic Rules",
    ),
    "subrule with subrules": (
        add("Bells", "=== Big ===\nBoom.", to(END, "Wicks")),
        "Snip.",
        "Snip.\n\n==== Bells ====\n\n===== Big =====\n\nBoom.",
        "as the last subrule of “Wicks”",
    ),
    "page's quotes": (
        add('The "Bell"', "Call it 'Tom'."),
        "Watch.",
        "Watch.\n\n== The \"Bell\" ==\n\nCall it 'Tom'.",
        "as the last rule of the Dynastic Rules",
    ),
    "without text": (add("Bells", ""), "Watch.", "Watch.\n\n== Bells ==", "as the last rule of the Dynastic Rules"),
    "lists and tables": (
        add("Bells", "One of:\n* '''Big'''\n* [[Small]]\n{|\n| a\n|}"),
        "Watch.",
        "Watch.\n\n== Bells ==\n\nOne of:\n* '''Big'''\n* [[Small]]\n{|\n| a\n|}",
        "as the last rule of the Dynastic Rules",
    ),
    "same title elsewhere": (add("Bribes", "Wine."), "Watch.", "Watch.\n\n== Bribes ==\n\nWine.", ""),
}


@pytest.mark.parametrize("case", ADDED)
def test_adds(case: str) -> None:
    instruction, old, new, place = ADDED[case]
    assert PAGE.count(old) == 1
    if place:
        assert (done(instruction), where(instruction)) == ((PAGE.replace(old, new), None), place)
    else:
        assert done(instruction)[1] == "there is already a rule “Bribes”"


MARKUP = "the title is empty, too long, or has markup of its own"
NOT_ADDED = {
    "no text": (add("Bells", None), "the new rule has no text"),
    "no title": (add("", "Ring."), MARKUP),
    "long title": (add("x" * 201, "Ring."), MARKUP),
    "heading in its title": (add("Bells ==\n= Core Rules", "Ring."), MARKUP),
    "template in its title": (add("{{Bells}}", "Ring."), MARKUP),
    "tag in its title": (add("<b>Bells</b>", "Ring."), MARKUP),
    "entity in its title": (add("Bells &amp; more", "Ring."), MARKUP),
    "there already": (add("wicks", "Ring.", to(END, "“Lamps”")), "there is already a rule “wicks”"),
    "beside a section": (add("Bells", "Ring.", to(AFTER, section="Core Rules")), "no rule stands beside the sections of the Ruleset"),
    "beside the introduction": (add("Bells", "Ring.", to(AFTER, number="1")), "the Ruleset does not have a rule 1"),
    "address in its title": (add("See [https://x.example it]", "Ring."), "the title would not show as it is written"),
    "an empty heading in it": (add("Bells", "Ring.\n== ==\nx"), MARKUP),
    "beside a passage": (
        add("Bells", "Ring.", Destination(AFTER, passage=passage(Unit.PHRASE, "Snip."))),
        "a rule cannot stand within the text of another",
    ),
    "no such parent": (add("Bells", "Ring.", to(END, "Carts")), "the Ruleset does not have a rule “Carts”"),
    "a core heading": (add("Bells", "Ring.\n\n= Core Rules =\n\nMine."), "a heading of the new text would be a section of the Ruleset"),
    "headings too deep": (add("Bells", "== A ==\n===== B =====\nx", to(END, "Trimming")), "its headings are too deep"),
    "half a heading": (add("Bells", "Ring.\n=x=="), "a heading of the new text would be a section of the Ruleset"),
    "heading with markup": (
        add("Bells", "Ring.\n\n=== {{x}} ===\n"),
        "the new text has markup of its own (“{{”), which a person has to look at",
    ),
    "open comment": (add("Bells", "Ring. <!-- "), "the new text has markup of its own (“<!--”), which a person has to look at"),
    "too long": (add("Bells", "x" * 100_001), "the new text has more than 100,000 characters"),
    "open bold": (add("Bells", "Ring. '''big"), "markup of the new text is opened and not closed, or closed and not opened"),
    "open tag": (add("Bells", "Ring. <b>big"), "markup of the new text is opened and not closed, or closed and not opened"),
    "crossed tags": (add("Bells", "Ring. <b><i>big</b></i>"), "the HTML of the new text is not closed as it was opened"),
    "open table": (add("Bells", "{|\n| a"), "markup of the new text is opened and not closed, or closed and not opened"),
    "rows of no table": (add("Bells", "|}\n= Core Rules ="), "markup of the new text is opened and not closed, or closed and not opened"),
    "signature": (add("Bells", "Ring. ~~~~"), "the new text has markup of its own (“~~~”), which a person has to look at"),
    "category": (add("Bells", "[[Category:Core]]"), "the new text has markup of its own (“[[Category:”), which a person has to look at"),
    "switch": (add("Bells", "__NOTOC__"), "the new text has markup of its own (“__NOTOC__”), which a person has to look at"),
}


@pytest.mark.parametrize("case", NOT_ADDED)
def test_adds_nothing_where_it_is_not_plain(case: str) -> None:
    instruction, why = NOT_ADDED[case]
    assert done(instruction) == (PAGE, why)


@pytest.mark.parametrize(
    ("page", "why"),
    [
        pytest.param("== A ==\n\nB.\n", "the Ruleset does not have a section “dynastic”", id="no section"),
        pytest.param("= Dynastic Rules =\n= Old Dynastic Rules =\n", "a section “dynastic” stands 2 times in the Ruleset", id="two sections"),
        pytest.param("", "the Ruleset does not have a section “dynastic”", id="empty page"),
    ],
)
def test_adds_nothing_without_a_section(page: str, why: str) -> None:
    assert done(add("Bells", "Ring."), page) == (page, why)


def test_writes_headings_as_the_page_does() -> None:
    page = "= Dynastic Rules =\n\n==A==\nB.\n\n==C==\nD.\n"
    assert done(add("Bells", "Ring."), page)[0] == "= Dynastic Rules =\n\n==A==\nB.\n\n==C==\nD.\n\n==Bells==\nRing.\n"
    assert done(add("Bells", "Ring."), "= Dynastic Rules =\n")[0] == "= Dynastic Rules =\n\n== Bells ==\n\nRing.\n"


def change(kind: InstructionKind, named: str, **more: object) -> Instruction:
    """An instruction about a rule."""
    name = more.pop("rule", RuleName(named))
    return step(kind, name, **more)  # type: ignore[arg-type]


RENAME, REPLACE, MOVE = InstructionKind.RENAME_RULE, InstructionKind.REPLACE_RULE, InstructionKind.MOVE_RULE
CHANGED = {
    "renamed": (change(RENAME, "Wicks", title="Cords"), "=== Wicks ===", "=== Cords ==="),
    "renamed in another case": (change(RENAME, "Wicks", title="WICKS"), "=== Wicks ===", "=== WICKS ==="),
    "renamed with its tags": (change(RENAME, "Quiet", title="Still"), "== Quiet [", "== Still ["),
    "renamed with other tags": (
        change(RENAME, "Quiet", title="Still [Inactive]"),
        "== Quiet [Active] [Standard] ==",
        "== Still [Inactive] ==",
    ),
    "renamed with its asterisk": (change(RENAME, "Loud", title="Noisy"), "== Loud* ==", "== Noisy* =="),
    "status": (change(RENAME, "Quiet", status="Inactive"), "Quiet [Active]", "Quiet [Inactive]"),
    "status of a rule without one": (change(RENAME, "Loud", status="Active"), "Loud*", "Loud* [Active]"),
    "text": (change(REPLACE, "Wicks", new="A wick is long."), "A wick is short.", "A wick is long."),
    "text with a subrule": (
        change(REPLACE, "Keeper Duties", new="Work.\n=== Rest ===\nNo."),
        "Watch.",
        "Work.\n\n=== Rest ===\n\nNo.",
    ),
    "text and subrules": (
        change(REPLACE, "", rule=RuleName("Wicks", with_subrules=True), new="Long."),
        "A wick is short.\n\n==== Trimming ====\n\nSnip.",
        "Long.",
    ),
    "text and other subrules": (
        change(REPLACE, "", rule=RuleName("Wicks", with_subrules=True), new="Long.\n\n==== Cutting ====\n\nCut."),
        "A wick is short.\n\n==== Trimming ====\n\nSnip.",
        "Long.\n\n==== Cutting ====\n\nCut.",
    ),
}


@pytest.mark.parametrize("case", CHANGED)
def test_changes(case: str) -> None:
    instruction, old, new = CHANGED[case]
    assert PAGE.count(old) == 1
    assert done(instruction) == (PAGE.replace(old, new), None)


NOT_CHANGED = {
    "name of another": (change(RENAME, "Wicks", title="Bribes"), "there is already a rule “Bribes”"),
    "the same name": (change(RENAME, "Wicks", title="Wicks"), "the rule is already called “Wicks”"),
    "a status of a dynastic rule": (
        change(RENAME, "Keeper Duties", status="Active"),
        "“Keeper Duties” is a dynastic rule, which has no status",
    ),
    "the same status": (change(RENAME, "Quiet", status="Active"), "the rule is already called “Quiet [Active] [Standard]”"),
    "a section renamed": (change(RENAME, "", rule=RuleName(section="Appendix"), title="X"), "a section is not renamed like a rule"),
    "no rule renamed": (change(RENAME, "", rule=None, title="X"), "the instruction names no rule"),
    "no new text": (change(REPLACE, "Wicks"), "the rule has no new text"),
    "the same text": (change(REPLACE, "Wicks", new="A wick is short."), "“Wicks” already has this text"),
    "a section's text": (change(REPLACE, "", rule=RuleName(section="Appendix"), new="X"), "a section is not replaced like a rule"),
    "subrules for subrules": (
        change(REPLACE, "Wicks", new="Long.\n==== Cutting ====\nCut."),
        "the new text has subrules, and it is not said what becomes of those that the rule has",
    ),
}


@pytest.mark.parametrize("case", NOT_CHANGED)
def test_changes_nothing_where_it_is_not_plain(case: str) -> None:
    instruction, why = NOT_CHANGED[case]
    assert done(instruction) == (PAGE, why)


WICKS = "=== Wicks ===\n\nA wick is short.\n\n==== Trimming ====\n\nSnip."
SHORTER = without("=== Wicks", "=== Bribes ===\n\nOil")
MOVED = {
    "to a section": (
        change(MOVE, "Wicks", where=to(END, section="Dynastic Rules")),
        SHORTER.replace("Watch.", "Watch.\n\n== Wicks ==\n\nA wick is short.\n\n=== Trimming ===\n\nSnip."),
    ),
    "to another section": (
        change(MOVE, "Wicks", where=to(END, section="Appendix")),
        SHORTER.replace("Twelve hours.", "Twelve hours.\n\n== Wicks ==\n\nA wick is short.\n\n=== Trimming ===\n\nSnip."),
    ),
    "before": (
        change(MOVE, "Wicks", where=to(BEFORE, "Keeper Duties")),
        SHORTER.replace("== Keeper Duties", "== Wicks ==\n\nA wick is short.\n\n=== Trimming ===\n\nSnip.\n\n== Keeper Duties"),
    ),
    "up": (change(MOVE, "Bribes", rule=RuleName(number="2.2.1"), where=to(START, section="Core Rules")), ""),
    "down": (
        change(MOVE, "Keeper Duties", where=to(END, "Trimming")),
        without("== Keeper Duties", '</div>\n\n<div style="padding:8px;">\n\n= Special').replace(
            "Snip.", "Snip.\n\n===== Keeper Duties =====\n\nWatch."
        ),
    ),
    "promoted in place": (
        change(MOVE, "Bribes", rule=RuleName(number="2.1.2"), where=to(AFTER, "“Lamps”")),
        PAGE.replace("=== Bribes ===\n\nOil", "== Bribes ==\n\nOil"),
    ),
}


@pytest.mark.parametrize("case", MOVED)
def test_moves(case: str) -> None:
    instruction, wanted = MOVED[case]
    text, why = done(instruction)
    assert why is None
    if wanted:
        assert text == wanted
    else:
        assert text.index("== Bribes ==\n\nFish.\n\n== Keepers ==") < text.index("= Dynastic Rules =")


NOT_MOVED = {
    "nowhere": (change(MOVE, "Wicks"), "it is not said where the rule goes"),
    "a section": (change(MOVE, "", rule=RuleName(section="Appendix"), where=to(END, "Wicks")), "a section is not moved like a rule"),
    "into itself": (change(MOVE, "Wicks", where=to(END, "Trimming")), "a rule cannot be moved into itself"),
    "before its subrule": (change(MOVE, "Wicks", where=to(BEFORE, "Trimming")), "a rule cannot be moved into itself"),
    "there already": (change(MOVE, "Keeper Duties", where=to(END, section="Dynastic Rules")), "“Keeper Duties” is already there"),
    "before itself": (change(MOVE, "Wicks", where=to(BEFORE, "Wicks")), "“Wicks” is already there"),
}


@pytest.mark.parametrize("case", NOT_MOVED)
def test_moves_nothing_where_it_is_not_plain(case: str) -> None:
    instruction, why = NOT_MOVED[case]
    assert done(instruction) == (PAGE, why)


def test_keeps_headings_above_the_deepest() -> None:
    page = "= Dynastic Rules =\n\n== A ==\n\n=== B ===\n\n==== C ====\n\n===== D =====\n\n====== E ======\n\n== F ==\n\n=== G ===\n"
    assert done(add("Bells", "Ring.", to(END, "E")), page) == (page, "a subrule there would be deeper than a wiki page has headings")
    moved = change(MOVE, "B", where=to(END, "G"))
    assert done(moved, page) == (page, "its subrules would be deeper than a wiki page has headings")


def test_leaves_headings_with_markup() -> None:
    page = "= Dynastic Rules =\n\n== '''Big''' Bells ==\n\nRing.\n\n== Old [Rare] Boats ==\n\nSail.\n\n== Last <!-- x --> ==\n\nEnd.\n"
    assert done(change(RENAME, "Big Bells", title="Bells"), page)[1] == "the heading has markup of its own, which a person has to look at"
    why = "the tags of “Old [Rare] Boats” stand where a person has to look at them"
    assert done(change(RENAME, "Old Boats", title="Boats"), page)[1] == why
    why = "a heading is written in a way that a person has to look at"
    assert done(change(MOVE, "Last", where=to(END, "Big Bells")), page.replace("== Last <!-- x --> ==", "== Last == <!-- x -->"))[1] == why


def test_writes_straight_quotes_where_the_page_has_them() -> None:
    page = '= Dynastic Rules =\n\n== A ==\n\nA "word" isn\'t one.\n'
    assert done(add("The “Bell”", "It’s “big”."), page)[0].endswith('== The "Bell" ==\n\nIt\'s "big".\n')


def test_keeps_breaks_and_tags_that_are_closed() -> None:
    assert done(add("Bells", "Ring<br>the <b>big</b> one."))[1] is None


def test_writes_no_heading_that_was_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsers.instructions.applying.rule_edits.headings_of", lambda _: [])
    why = "the headings of the new text cannot be written so that they read as intended"
    assert done(add("Bells", "Ring.\n\n= Core Rules =\n\nMine.")) == (PAGE, why)


def test_takes_two_equals_signs_for_no_heading() -> None:
    assert done(add("Bells", "Ring.\n==\nx"))[0] == PAGE.replace("Watch.", "Watch.\n\n== Bells ==\n\nRing.\n==\nx")
