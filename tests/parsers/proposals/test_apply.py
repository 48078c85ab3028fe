"""Instructions applied one after the other: order, dependence, conditions, sections without their tag."""

from __future__ import annotations

import pytest

from parsers.proposals.apply import Application, Protection, apply_instructions
from parsers.proposals.model import (
    ConditionKind,
    Destination,
    Instruction,
    InstructionCondition,
    InstructionKind,
    Instructions,
    Relation,
    RuleName,
    RulePassage,
    Unit,
)
from parsers.ruleset.model import SectionKind

PAGE = """\
= Core Rules =

== Votes ==

A vote is a vote.

= Dynastic Rules =

== Lamps ==

Each Keeper has a lamp. The '''oil''' is counted in [[Units|drops]].

* A lamp may be lit.
* A lamp may be put out.

=== Wicks ===

A wick burns for a night.

== Boats ==

A boat has two oars.

= Appendix =

== Glossary ==

A night is twelve hours.
"""


def replace(rule: str | None, old: str, new: str, **more: object) -> Instruction:
    """An instruction to replace a phrase."""
    name = None if rule is None else RuleName(rule)
    passage = RulePassage(Unit.PHRASE, old)
    return Instruction(InstructionKind.REPLACE_TEXT, f"Replace {old} with {new}.", name, old=passage, new=new, **more)  # type: ignore[arg-type]


def add(title: str, new: str) -> Instruction:
    """An instruction to add a dynastic rule."""
    return Instruction(InstructionKind.ADD_RULE, f"Add a rule {title}.", RuleName(title), new=new)


def rename(old: str, new: str) -> Instruction:
    """An instruction to rename a rule."""
    return Instruction(InstructionKind.RENAME_RULE, f"Rename {old} to {new}.", RuleName(old), title=new)


def repeal(title: str) -> Instruction:
    """An instruction to repeal a rule."""
    return Instruction(InstructionKind.REPEAL_RULE, f"Repeal {title}.", RuleName(title))


def applied(*listed: Instruction, **more: object) -> Application:
    """What becomes of the page."""
    return apply_instructions(Instructions(listed), PAGE, **more)  # type: ignore[arg-type]


def test_applies_one_after_the_other() -> None:
    made = applied(rename("Boats", "Ships"), replace("Ships", "two oars", "four oars"), repeal("Wicks"), add("Bells", "A bell rings."))
    assert [outcome.applied for outcome in made.outcomes] == [True] * 4
    assert made.left == ()
    wanted = PAGE.replace("== Boats ==", "== Ships ==").replace("two oars.", "four oars.\n\n== Bells ==\n\nA bell rings.")
    assert made.ruleset == wanted.replace("=== Wicks ===\n\nA wick burns for a night.\n\n", "")


@pytest.mark.parametrize(
    ("instruction", "why"),
    [
        pytest.param(replace("Boats", "three oars", "four"), "the words do not stand there", id="misquoted"),
        pytest.param(replace("Lamps", "A lamp may", "A lantern may"), "the text stands 2 times there", id="twice"),
        pytest.param(replace("Wicks", "A boat", "A ship"), "the words do not stand there", id="elsewhere"),
        pytest.param(replace("Lamps", "a Lamp", "a torch"), "the words stand there only with other capital letters", id="case"),
        pytest.param(replace("Cars", "a", "b"), "the Ruleset does not have a rule “Cars”", id="no-rule"),
        pytest.param(replace("Boats", "two oars", "two oars"), "the text already says so", id="same"),
        pytest.param(
            replace("Boats", "two", "{{two}}"), "the new text has markup of its own (“{{”), which a person has to look at", id="template"
        ),
        pytest.param(replace("Lamps", "oil is", "wax is"), "", id="bold-kept"),
        pytest.param(replace("Boats", "two", "three", why="it is a riddle"), "it is a riddle", id="not-understood"),
        pytest.param(Instruction(InstructionKind.OTHER, "Be kind."), "it takes a person to do this", id="other"),
        pytest.param(replace(None, "A night is", "A day is"), "", id="whole-ruleset"),
    ],
)
def test_applies_what_is_plain(instruction: Instruction, why: str) -> None:
    (outcome,) = applied(instruction).outcomes
    assert (outcome.why or "") == why
    assert outcome.applied is not bool(why)


def test_leaves_what_depends_on_what_is_left() -> None:
    made = applied(add("Lamps", "New lamps."), replace("Lamps", "drops", "cups"), replace("Boats", "oars", "sails", needs=0))
    assert [outcome.why for outcome in made.outcomes] == [
        "there is already a rule “Lamps”",
        "an earlier instruction about “Lamps” is left to a person",
        "it depends on another instruction that is not applied",
    ]
    assert made.left == tuple(outcome.instruction.quote for outcome in made.outcomes)
    assert made.ruleset == PAGE


@pytest.mark.parametrize(
    ("holds", "answer", "applies", "left"),
    [
        (True, True, True, False),
        (True, False, False, False),
        (False, False, True, False),
        (False, True, False, False),
        (True, None, False, True),
    ],
    ids=["met", "not-met", "not-so-as-asked", "so-but-should-not-be", "unknown"],
)
def test_asks_conditions(*, holds: bool, answer: bool | None, applies: bool, left: bool) -> None:
    condition = InstructionCondition(ConditionKind.MATTER, "If X was enacted", "X", "enacted", holds)
    (outcome,) = applied(replace("Boats", "two", "three", conditions=(condition,)), decide=lambda _: answer).outcomes
    assert (outcome.applied, outcome.left) == (applies, left)


@pytest.mark.parametrize(
    ("subject", "applies", "left"),
    [("Boats", True, False), ("two oars", True, False), ("Cars", False, False), ("Two oars", False, True)],
    ids=["rule", "text", "neither", "other-case"],
)
def test_looks_for_what_conditions_on_the_ruleset_name(subject: str, *, applies: bool, left: bool) -> None:
    condition = InstructionCondition(ConditionKind.RULESET, f"If there is {subject}", subject)
    (outcome,) = applied(replace("Wicks", "a night", "two nights", conditions=(condition,))).outcomes
    assert (outcome.applied, outcome.left) == (applies, left)


@pytest.mark.parametrize(
    ("more", "applies"),
    [
        ({"rule": RuleName("Boats")}, True),
        ({"rule": RuleName("Cars")}, False),
        ({"within": RuleName("Boats"), "subject": "two oars"}, True),
        ({"within": RuleName("Wicks"), "subject": "two oars"}, False),
    ],
    ids=["rule", "no-rule", "text-in-rule", "text-elsewhere"],
)
def test_looks_for_rules_and_texts_where_conditions_say(more: dict[str, object], *, applies: bool) -> None:
    condition = InstructionCondition(ConditionKind.RULESET, "If so", **more)  # type: ignore[arg-type]
    (outcome,) = applied(replace("Wicks", "a night", "two nights", conditions=(condition,))).outcomes
    assert (outcome.applied, outcome.left) == (applies, False)


@pytest.mark.parametrize("named_will_do", [False, True])
def test_leaves_sections_without_their_tag(*, named_will_do: bool) -> None:
    protection = Protection({SectionKind.CORE: "the tag [Core] is missing"}, named_will_do)
    by_name, by_text = replace("Votes", "is a vote", "counts"), replace(None, "A vote is", "Each vote is")
    for instruction, fine in ((by_name, named_will_do), (by_text, False)):
        (outcome,) = applied(instruction, protection=protection).outcomes
        assert outcome.why == (None if fine else "the tag [Core] is missing")
    by_number = Instruction(InstructionKind.REPEAL_RULE, "Repeal 1.1.", RuleName(number="1.1"))
    assert applied(by_number, protection=protection).outcomes[0].applied is named_will_do
    assert applied(by_name).outcomes[0].sections == {SectionKind.CORE}


def test_stops_at_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsers.proposals.apply.MOST_WORK", 2 * len(PAGE))
    made = applied(*(replace("Boats", f"{count} oars", f"{count + 1} oars") for count in range(2)), replace("Boats", "two", "three"))
    assert made.outcomes[-1].why == "there are too many instructions for a page of this length"


def test_names_what_was_not_read() -> None:
    assert apply_instructions(Instructions((), unread="the text is too long"), PAGE).left == ("the text is too long",)


def test_follows_a_rule_under_its_new_name() -> None:
    made = applied(
        rename("Boats", "Ships"), replace("Boats", "two oars", "four oars"), rename("Lamps", "Boats"), replace("Boats", "drops", "cups")
    )
    assert [outcome.applied for outcome in made.outcomes] == [True] * 4
    assert "== Ships ==\n\nA boat has four oars." in made.ruleset
    assert "|cups]]" in made.ruleset
    below = Destination(Relation.END, RuleName("Boats"))
    adding = Instruction(InstructionKind.ADD_RULE, "Add.", RuleName("Sails"), below, new="White.")
    assert "=== Sails ===" in applied(rename("Boats", "Ships"), adding).ruleset
    made = applied(rename("Boats", "Lamps"), adding)
    assert made.outcomes[1].why == "an earlier instruction about “Boats” is left to a person"
