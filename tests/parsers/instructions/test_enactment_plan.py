"""A plan is held against its matter: what was read, what was not, and what a person adds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from parsers.instructions.enactment_plan import (
    DecidedSteps,
    EnactmentPlan,
    as_tables,
    decided,
    digest,
    from_tables,
    new_plan,
)
from parsers.instructions.reader import read_instructions
from parsers.refusal import Refused

HTML = "<p>Hello. Repeal “Doors”.</p><p>If it rains, rename “Locks” to “Bolts”. Be merry.</p>"
READING = read_instructions(HTML)
HERE = "https://blog.example/archive/doors"


def tables() -> dict[str, Any]:
    """A new plan as a file has it."""
    made: dict[str, Any] = as_tables(new_plan(HERE, HTML, READING, {"Ruleset": 7}, "Ana"))
    return made | {"step": list(made["step"]), "open": list(made["open"])}


def read(plan: dict[str, Any]) -> EnactmentPlan:
    return msgspec.convert(from_tables(plan), EnactmentPlan)


def test_a_new_plan_has_all_that_was_read_and_decides_nothing() -> None:
    plan = read(tables())
    assert (plan.matter, plan.body, plan.by, plan.pages) == (
        HERE,
        digest(HTML),
        "Ana",
        {"Ruleset": 7},
    )
    assert decided(plan, HERE, HTML, READING) == DecidedSteps(READING.steps, READING.open)
    assert [each.text for each in plan.open] == [
        "Hello.",
        "If it rains, rename “Locks” to “Bolts”.",
        "Be merry.",
    ]
    assert tables()["step"] == [
        {"kind": "repeal-rule", "quote": "Repeal “Doors”.", "from": "read", "rule": "Doors"}
    ]


def test_decisions_of_the_admin() -> None:
    plan = tables()
    for each, decision in zip(plan["open"], ("comment", "", "by hand: we are"), strict=True):
        each["decision"] = decision
    plan["step"] = [
        {
            "kind": "rename-rule",
            "from": "person",
            "quote": "rename “Locks” to “Bolts”",
            "rule": "Locks",
            "title": "Bolts",
        }
    ]
    made = decided(read(plan), HERE, HTML, READING)
    assert [step.title for step in made.steps] == ["Bolts"]
    assert (made.open, made.comments, made.by_hand) == ((), ("Hello.",), ("Be merry.",))
    assert [step.quote for step in made.dropped] == ["Repeal “Doors”."]


def test_a_step_in_place_of_one_that_was_read() -> None:
    plan = tables()
    plan["step"][0] |= {"from": "person", "rule": {"title": "Doors", "section": "Appendix"}}
    made = decided(read(plan), HERE, HTML, READING)
    assert (made.dropped, made.steps[0].source) == ((), "person")


@pytest.mark.parametrize(
    ("quote", "enough"),
    [
        ("very merry", True),
        ("sing loudly", False),
        ("We sing loudly", True),
        ("sing today loudly", False),
        ("ing loudly today", False),
    ],
    ids=["half", "less than half", "three words", "in another order", "half a word"],
)
def test_a_step_quotes_three_words_or_half_of_a_sentence(quote: str, enough: bool) -> None:
    html = "<p>We sing loudly today friends. Be very merry now.</p>"
    reading = read_instructions(html)
    plan = new_plan(HERE, html, reading, {"Ruleset": 7}, "Ana")
    step = {"kind": "repeal-rule", "from": "person", "quote": quote, "rule": "Doors"}
    made = read(dict(as_tables(plan)) | {"step": [step]})
    if enough:
        assert len(decided(made, HERE, html, reading).steps) == 1
    else:
        with pytest.raises(Refused):
            decided(made, HERE, html, reading)


PERSON = {"from": "person", "quote": "Hello."}
WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "another matter": ({"matter": "x"}, "matter", "this plan is for x"),
    "another text": ({"body": "x"}, "body", "the plan is void"),
    "a read step that was not read": (
        {"step": [{"kind": "repeal-rule", "rule": "Doors"}]},
        "step 1",
        'from = "person"',
    ),
    "a step without words": (
        {"step": [{"kind": "repeal-rule", "rule": "X", "from": "person"}]},
        "step 1: quote",
        "of the sentence",
    ),
    "words of nothing": (
        {"step": [PERSON | {"kind": "repeal-rule", "quote": "Bye"}]},
        "step 1: quote",
        "of the sentence",
    ),
    "a letter of several": (
        {"step": [PERSON | {"kind": "repeal-rule", "quote": "e", "rule": "X"}]},
        "step 1: quote",
        "three words",
    ),
    "a read step twice": (
        {"step": 2 * tables()["step"]},
        "step 1",
        "more often in the plan than in the matter",
    ),
    "no rule": (
        {"step": [PERSON | {"kind": "repeal-rule"}]},
        "step 1: rule",
        "required in a step of kind repeal-rule",
    ),
    "no text": ({"step": [PERSON | {"kind": "add-rule", "rule": "X"}]}, "step 1: new", "required"),
    "no title": (
        {"step": [PERSON | {"kind": "rename-rule", "rule": "X"}]},
        "step 1: title",
        'unless status is "Active"',
    ),
    "a sentence that is not there": (
        {"open": [{"text": "Bye."}]},
        "open 1: text",
        "no unread sentence of the matter",
    ),
    "a sentence less": ({"open": [{"text": "Hello."}]}, "open", "the sentence “If it rains"),
    "another decision": (
        {"open": [{"text": "Hello.", "decision": "no"}]},
        "open 1: decision",
        'must be "comment", "by hand: " followed',
    ),
    "nothing by hand": (
        {"open": [{"text": "Hello.", "decision": "by hand: "}]},
        "open 1: decision",
        'must be "comment"',
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_plan_that_does_not_fit(case: str) -> None:
    change, key, why = WRONG[case]
    with pytest.raises(Refused) as error:
        decided(read(tables() | change), HERE, HTML, READING)
    assert error.value.key == key
    assert why in str(error.value)
