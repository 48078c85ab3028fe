"""Steps carried out: tables of what each changes, or why it is left to people, and what depends
on the page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from parsers.gamestate.change import Reread
from parsers.gamestate.tracking_page import read_gamestate
from parsers.instructions.application import Application, apply_instructions
from parsers.instructions.edited_ruleset import EditedRuleset, RulesetChange, passages_of
from parsers.instructions.enactment_plan import from_tables
from parsers.instructions.instruction_model import (
    Destination,
    Instruction,
    InstructionKind,
    Relation,
    RuleName,
    RulePassage,
    Unit,
    ValueChange,
)
from parsers.refusal import Refused
from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import Terms
from tests.parsers.instructions.in_short import passage, step

RULES, TEXTS, VALUES = (
    tomllib.loads(Path(__file__).with_name(f"apply_{name}.toml").read_text(encoding="utf-8"))
    for name in ("rules", "texts", "values")
)
UNSAFE = (
    "the change cannot be written so that the Ruleset reads as intended and nothing else changes"
)
MOVE, RENAME, ADD, REPLACE = (
    InstructionKind.MOVE_RULE,
    InstructionKind.RENAME_RULE,
    InstructionKind.ADD_RULE,
    InstructionKind.REPLACE_TEXT,
)


def cases(table: Mapping[str, Any]) -> list[Any]:
    return [pytest.param(table["page"], case, id=case["name"]) for case in table["case"]]


def step_of(case: Mapping[str, Any]) -> Instruction:
    (written,) = from_tables({"step": [{**case["step"], "from": "person"}]})["step"]
    return msgspec.convert(written, Instruction)


def wanted(page: str, case: Mapping[str, Any]) -> str:
    for old, new in case.get("change", ()):
        assert page.count(old) == 1, old
        page = page.replace(old, new)
    return page


@pytest.mark.parametrize(("page", "case"), [*cases(RULES), *cases(TEXTS)])
def test_a_change_of_the_ruleset(page: str, case: Mapping[str, Any]) -> None:
    made = apply_instructions(
        (step_of(case),), page, subrules_included=case.get("subrules_included")
    )
    assert (made.ruleset, made.outcomes[0].why) == (wanted(page, case), case.get("why"))


def done(page: str, instruction: Instruction, terms: Terms | None = None) -> tuple[str, str | None]:
    """The page after an instruction, and why that was left."""
    made = apply_instructions((instruction,), page, terms=terms, subrules_included=True)
    return made.ruleset, made.outcomes[0].why


def added(title: str, new: str, where: Destination | None = None) -> Instruction:
    return step(ADD, RuleName(title), where, new=new)


# Whole rules


def test_titles_in_the_words_of_the_dynasty() -> None:
    page, terms = RULES["page"], Terms("Keeper", "Keepers", "Harbour Master")
    repealed = {
        name: step(InstructionKind.REPEAL_RULE, RuleName(name))
        for name in ("Player Duties", "Keeper Duties", "Harbour Master Duties")
    }
    assert done(page, repealed["Player Duties"], terms) == done(page, repealed["Keeper Duties"])
    assert (
        done(page, repealed["Player Duties"])[1]
        == "the Ruleset does not have a rule “Player Duties”"
    )
    emperors = page.replace("== Keeper Duties", "== Emperor Duties")
    assert done(emperors, repealed["Harbour Master Duties"], terms)[1] is None
    assert done(page, repealed["Player Duties"], Terms("Keeper", "Keepers", None))[1] is None


@pytest.mark.parametrize(
    ("instruction", "where"),
    [
        (
            step(InstructionKind.REPEAL_RULE, RuleName("“Lamps”")),
            "“The “Lamps”” with its 3 subrules, in the Dynastic Rules",
        ),
        (
            step(InstructionKind.REPEAL_RULE, RuleName("Wicks")),
            "“Wicks” with its 1 subrule, in the Dynastic Rules",
        ),
        (
            step(InstructionKind.REPEAL_RULE, RuleName("Trimming")),
            "“Trimming”, in the Dynastic Rules",
        ),
        (added("Bells", "Ring."), "as the last rule of the Dynastic Rules"),
        (
            added("Bells", "Ring.", Destination(Relation.START, RuleName("“Lamps”"))),
            "as the first subrule of “The “Lamps””",
        ),
        (added("Bells", "Ring.", Destination(Relation.AFTER, RuleName("Wicks"))), "after “Wicks”"),
        (step(RENAME, RuleName("Wicks"), title="Cords"), "the heading of “Wicks”"),
    ],
)
def test_the_place_in_words(instruction: Instruction, where: str) -> None:
    made = apply_instructions((instruction,), RULES["page"], subrules_included=True)
    assert made.outcomes[0].where == where


@pytest.mark.parametrize(
    "page", ["== A ==\n\nB.\n", "= Dynastic Rules =\n= Old Dynastic Rules =\n", ""]
)
def test_no_rule_is_added_without_a_section(page: str) -> None:
    made, why = done(page, added("Bells", "Ring."))
    assert (made, "a section “dynastic”" in str(why)) == (page, True)


def test_a_section_may_have_no_rule_yet() -> None:
    assert (
        done("= Dynastic Rules =\n", added("Bells", "Ring."))[0]
        == "= Dynastic Rules =\n\n== Bells ==\n\nRing.\n"
    )


def test_headings_are_kept_above_the_deepest() -> None:
    page = (
        "= Dynastic Rules =\n\n== A ==\n\n=== B ===\n\n==== C ====\n\n===== D =====\n\n====== E"
        " ======\n\n== F ==\n\n=== G ===\n"
    )
    new = added("Bells", "Ring.", Destination(Relation.END, RuleName("E")))
    assert done(page, new) == (
        page,
        "a subrule there would be deeper than a wiki page has headings",
    )
    moved = step(MOVE, RuleName("B"), Destination(Relation.END, RuleName("G")))
    assert done(page, moved) == (page, UNSAFE)


def test_headings_with_markup_are_left() -> None:
    page = (
        "= Dynastic Rules =\n\n== '''Big''' Bells ==\n\nRing.\n\n== Old [Rare] Boats"
        " ==\n\nSail.\n\n== Last == <!-- x -->\n\nEnd.\n"
    )
    for instruction, why in (
        (step(RENAME, RuleName("Big Bells"), title="Bells"), "the heading contains markup or tags"),
        (step(RENAME, RuleName("Old Boats"), title="Boats"), "the heading contains markup or tags"),
        (step(MOVE, RuleName("Last"), Destination(Relation.END, RuleName("Big Bells"))), UNSAFE),
    ):
        assert str(done(page, instruction)[1]).startswith(why)


@pytest.mark.parametrize(("title", "new"), [("x" * 201, "Ring."), ("Bells", "x" * 100_001)])
def test_what_is_too_long(title: str, new: str) -> None:
    assert done(RULES["page"], added(title, new))[1] is not None


def test_no_heading_is_written_that_was_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsers.instructions.rule_edits.headings_of", lambda _: [])
    why = "the headings of the new text cannot be written so that they read as intended"
    assert done(RULES["page"], added("Bells", "Ring.\n\n= Core Rules =\n\nMine.")) == (
        RULES["page"],
        why,
    )


def test_a_number_that_may_be_another_rules_by_then_is_left() -> None:
    added_first = added("Bells", "Ring.", Destination(Relation.BEFORE, RuleName("Wicks")))
    repeal = {
        number: step(InstructionKind.REPEAL_RULE, RuleName(number=number))
        for number in ("2.2", "2.1.1")
    }
    made = apply_instructions(
        (added_first, *repeal.values()), RULES["page"], subrules_included=True
    )
    assert [outcome.rules for outcome in made.outcomes[:2]] == [
        ("Bells",),
        ("Boats – and Oars", "Bribes"),
    ]
    assert (
        made.outcomes[2].why
        == "an earlier instruction may have given the number 2.1.1 to another rule"
    )
    untitled = step(ADD, RuleName(number="2.2"), new="Ring.")
    assert (
        apply_instructions((added_first, untitled), RULES["page"]).outcomes[1].why
        == done(RULES["page"], untitled)[1]
    )


@pytest.mark.parametrize(
    "name", [RuleName(" "), RuleName(" ", section="core"), RuleName("Bans for All")]
)
def test_a_blank_title_is_no_rules_and_an_article_within_one_is_a_word(name: RuleName) -> None:
    page = EditedRuleset.read("= Core Rules =\n== Bans for a All ==\nYes.\n= Dynastic Rules =\n")
    assert page.find_rules(name) == []
    assert [rule.title for rule in page.find_rules(RuleName("The bans for a all"))] == [
        "Bans for a All"
    ]


def test_a_page_that_shows_anything_else_is_refused() -> None:
    before = EditedRuleset.read(RULES["page"])
    passages = passages_of(before.rules)
    assert before.read_after(RulesetChange(before.source, passages, (), "")).rules == before.rules
    for source in (
        before.source.replace("Snip.", "Snap."),
        before.source.replace("Snip.", "Snip.<!-- x -->{{a"),
        "",
    ):
        with pytest.raises(Refused, match="nothing else changes"):
            before.read_after(RulesetChange(source, passages, (), ""))


# Text within rules


@pytest.mark.parametrize(
    ("old", "why"),
    [
        ("na na", "the words occur there several times, overlapping"),
        ("rest", "the word is also part of other words there"),
        ("wait...", None),
    ],
)
def test_words_that_stand_several_times(old: str, why: str | None) -> None:
    page = (
        "= Dynastic Rules =\n\n== A ==\n\nSing na na na, rest, or the forest, and wait… and wait…\n"
    )
    made, reason = done(
        page,
        step(InstructionKind.REMOVE_TEXT, RuleName("A"), old=passage(Unit.PHRASE, old, every=True)),
    )
    assert (reason, made == page) == (why, why is not None)


def test_words_of_headings_are_left() -> None:
    one = step(
        REPLACE,
        RuleName(section="Dynastic Rules"),
        old=passage(Unit.PHRASE, "The end", every=True),
        new="It",
    )
    why = "the words also occur in a heading"
    assert done(TEXTS["page"].replace("== Empty", "== The End"), one)[1] == why


OIL = """= Dynastic Rules =

== Lamps ==

The '''oil''' burns.

=== Wicks ===

{} burns too.
"""


@pytest.mark.parametrize("below", ["Oil", "''oil''", "[[Fuel|oil]]"])
@pytest.mark.parametrize("old", ["oil", "'''oil'''"])
def test_words_of_subrules_are_seen_with_other_capitals_or_markup(below: str, old: str) -> None:
    page = OIL.format(below)
    one = step(REPLACE, RuleName("Lamps"), old=passage(Unit.PHRASE, old), new="wax")
    made = {
        included: apply_instructions((one,), page, subrules_included=included)
        for included in (None, True, False)
    }
    assert str(made[None].outcomes[0].why).startswith("“Lamps” has subrules")
    assert made[True].outcomes[0].why == (
        "the words also occur, or only occur, with different capital letters"
        if below == "Oil"
        else "the text occurs 2 times there"
    )
    assert made[None].ruleset == made[True].ruleset == page
    assert made[False].ruleset == page.replace("'''oil'''", "'''wax'''")


def test_words_without_a_rule_are_seen_in_headings_also_as_pasted_wikitext() -> None:
    one = step(REPLACE, old=passage(Unit.PHRASE, "'''oil'''"), new="wax")
    page = OIL.format("It")
    assert done(page, one) == (page.replace("oil", "wax"), None)
    page = page.replace("Wicks", "Oil")
    assert done(page, one) == (page, "the words also occur in a heading")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("All oil smells.", None),
        ("Wicks are oily.", "the word is also part of other words there"),
    ],
)
def test_pasted_wikitext_changes_everywhere(more: str, why: str | None) -> None:
    page = OIL.format("It").replace("burns.", f"burns. {more}")
    old = passage(Unit.PHRASE, "'''oil'''", every=True)
    wanted_page = page if why else page.replace("oil", "wax")
    assert done(page, step(REPLACE, RuleName("Lamps"), old=old, new="wax")) == (wanted_page, why)


@pytest.mark.parametrize("unit", list(Unit))
@pytest.mark.parametrize("words", [{"text": "The end."}, {"begins": "The"}, {"every": True}])
def test_an_order_is_not_combined_with_words(unit: Unit, words: Mapping[str, Any]) -> None:
    old = msgspec.convert({"unit": unit, "order": 1, **words}, RulePassage)
    assert done(TEXTS["page"], step(REPLACE, RuleName("Last"), old=old, new="x")) == (
        TEXTS["page"],
        "“order” cannot be combined with “text”, “begins” or “every”",
    )


def test_a_second_meaning_below_a_line_of_term_and_meaning_is_left() -> None:
    page = "= Dynastic Rules =\n\n== A ==\n\n;Dear: cheap\n:More.\n"
    gone = step(InstructionKind.REMOVE_TEXT, RuleName("A"), old=passage(Unit.PHRASE, "More."))
    assert done(page, gone) == (
        page,
        "it is in a table, or shares its line with other text",
    )


@pytest.mark.parametrize("unit", [Unit.SENTENCE, Unit.PARAGRAPH])
def test_nothing_is_counted_among_the_lines_of_a_box(unit: Unit) -> None:
    page = TEXTS["page"].replace(
        "The end.", "{{Box top|Stone}}\nDate: 4 May\n{{Box bottom}}\n\nThe end."
    )
    first = step(InstructionKind.REMOVE_TEXT, RuleName("Last"), old=passage(unit, order=1))
    assert (
        done(page, first)[1]
        == "there are lists or templates among them, so it is unclear how to count"
    )


# Values


READ = read_ruleset(VALUES["rules"], gamestate=True)


@cache
def under(source: str) -> Reread:
    """What reads a tracking page by other rules."""
    rules = READ if source == VALUES["rules"] else read_ruleset(source, gamestate=True)
    return lambda text: read_gamestate(text, rules, None)


def with_values(*steps: Instruction, page: str = VALUES["page"]) -> Application:
    tracking = read_gamestate(page, READ, None)
    return apply_instructions(
        steps, VALUES["rules"], tracking=tracking, under=under, terms=READ.terms
    )


def tide(value: str) -> Instruction:
    return step(InstructionKind.SET_VALUE, value=ValueChange("Tide", value))


@pytest.mark.parametrize(("page", "case"), cases(VALUES))
def test_a_value_is_set_or_left_with_a_reason(page: str, case: Mapping[str, Any]) -> None:
    made = with_values(step_of(case))
    assert (made.tracking, made.outcomes[0].why) == (wanted(page, case), case.get("why"))
    assert made.ruleset == VALUES["rules"]


def test_ambiguous_repetitions_are_left() -> None:
    page = VALUES["page"]
    lamps = step(InstructionKind.SET_VALUE, value=ValueChange("Lamps", "7", ("Ana",)))
    made = with_values(lamps, page=page.replace("| Bo ||", "| Ana ||"))
    assert made.outcomes[0].why == "the value occurs 2 times on the tracking page"
    made = with_values(
        tide("7"), page=page.replace("'''Tide''': 12", "'''Tide''': 12\n\n'''Tide''': 13")
    )
    assert made.outcomes[0].why == "“Tide” may mean several values of the tracking page"


def test_values_are_set_by_the_rules_of_then() -> None:
    change = step(
        REPLACE,
        RuleName("Tide"),
        old=passage(Unit.PHRASE, "between 0 and 30"),
        new="between 0 and 50",
    )
    other = structs.replace(
        change, old=passage(Unit.PHRASE, "number between 0 and 30 that"), new="list of stars that"
    )
    beside = structs.replace(
        change, old=passage(Unit.PHRASE, "It comes twice a day."), new="It comes once."
    )
    for before, value, why in (
        (structs.replace(change, new="between 0 and 5"), "20", "20 is out of range for “Tide”"),
        (change, "40", None),
        (change, "51", "51 is out of range for “Tide”"),
        (other, "4", "the same matter changes the rule of “Tide”"),
        (beside, "20", None),
    ):
        assert with_values(before, tide(value)).outcomes[1].why == why


@pytest.mark.parametrize("given", [False, True], ids=["no page", "no reader"])
def test_values_are_left_without_a_page(*, given: bool) -> None:
    tracking = read_gamestate(VALUES["page"], READ, None) if given else None
    made = apply_instructions((tide("3"),), VALUES["rules"], tracking=tracking)
    assert made.outcomes[0].why == "the tracking page was not read"
    assert made.tracking == (VALUES["page"] if given else None)


def test_bug_in_an_instruction_is_not_left_to_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("parsers.instructions.text_edits.fit_text", broken)
    with pytest.raises(ValueError, match="a bug"):
        apply_instructions(
            [Instruction(REPLACE, old=passage(Unit.PHRASE, "Fog"), new="Mist")], RULES["page"]
        )
