"""A hundred invented matters, read and carried out: nothing wrongly, and with a person's plan all
of them exactly.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import pytest

from parsers.gamestate.change import Reread
from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.instructions.application import Application, Protection, apply_instructions
from parsers.instructions.enactment_plan import (
    COMMENT,
    EnactmentPlan,
    OpenDecision,
    as_tables,
    decided,
    from_tables,
    new_plan,
)
from parsers.instructions.instruction_model import Instruction
from parsers.instructions.reader import read_instructions
from parsers.model import Roster
from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import SectionKind
from tests.parsers.instructions.wanted import Matter, base_page, differences, matters, wanted_pages

ROSTER = Roster(
    ("Agnes Thorn", "Bartleby", "Corvo", "Dot Harrow", "Night Heron"),
    (),
    frozenset({"Corvo", "Agnes Thorn"}),
)
RULES = read_ruleset(base_page(), gamestate=True)
ADDRESS = "https://blog.example/archive/a_thing"
_TAGGED = {
    SectionKind.CORE: "Core",
    SectionKind.SPECIAL_CASE: "Special Case",
    SectionKind.APPENDIX: "Appendix",
}


@lru_cache(maxsize=8)
def state_of(text: str) -> GameState:
    return read_gamestate(text, RULES, ROSTER)


@lru_cache(maxsize=8)
def under(source: str) -> Reread:
    rules = RULES if source == base_page() else read_ruleset(source, gamestate=True)
    return state_of if rules is RULES else lambda text: read_gamestate(text, rules, ROSTER)


def applied(matter: Matter, steps: tuple[Instruction, ...]) -> Application:
    untagged = frozenset(kind for kind, tag in _TAGGED.items() if tag not in matter.tags)
    page = wanted_pages(base_page(), matter.given)
    return apply_instructions(
        steps,
        page,
        tracking=state_of(base_page("tracking")),
        under=under,
        protection=Protection(untagged, demanded=True),
        terms=RULES.terms,
        subrules_included=False,
    )


def not_as_wanted(matter: Matter, made: Application) -> list[str]:
    """In what the pages are not as wanted."""
    base = wanted_pages(base_page(), matter.given)
    found = differences(base, wanted_pages(base, matter.edits), made.ruleset)
    return found + (
        []
        if made.tracking == wanted_pages(base_page("tracking"), matter.tracking)
        else [f"tracking: {made.tracking}"]
    )


def completed(matter: Matter) -> EnactmentPlan:
    """The plan of the matter as its file says it: written, read again, and with all decided that no
    step answers.
    """
    reading = read_instructions(matter.body)
    plan = new_plan(ADDRESS, matter.body, reading, {"Ruleset": 7})
    tables: dict[str, Any] = as_tables(plan)
    if matter.plan is not None:
        tables["step"] = [
            tables["step"][each - 1] if isinstance(each, int) else {"from": "person"} | each
            for each in matter.plan
        ]
    plan = msgspec.convert(from_tables(tables), EnactmentPlan)
    answered = decided(plan, ADDRESS, matter.body, reading).open
    return msgspec.structs.replace(
        plan,
        open=tuple(
            OpenDecision(each.text, COMMENT * (each.text in answered)) for each in plan.open
        ),
    )


def named(file: str) -> list[Any]:
    return [pytest.param(matter, id=matter.name) for matter in matters(file)]


@pytest.mark.parametrize("matter", named("friendly"))
def test_a_matter_in_common_forms_is_carried_out_exactly(matter: Matter) -> None:
    reading = read_instructions(matter.body)
    assert reading.open == ()
    made = applied(matter, reading.steps)
    assert [outcome.why for outcome in made.outcomes if not outcome.applied] == []
    assert not_as_wanted(matter, made) == []


@pytest.mark.parametrize("matter", [*named("traps"), *named("by_person")])
def test_decisions_for_the_admin_are_shown(matter: Matter) -> None:
    reading = read_instructions(matter.body)
    made = applied(matter, reading.steps)
    left = [outcome for outcome in made.outcomes if not outcome.applied]
    assert reading.open or left


@pytest.mark.parametrize("matter", [*named("friendly"), *named("traps"), *named("by_person")])
def test_with_a_completed_plan_it_is_carried_out_exactly(matter: Matter) -> None:
    steps = decided(completed(matter), ADDRESS, matter.body, read_instructions(matter.body))
    assert steps.open == ()
    made = applied(matter, steps.steps)
    assert not_as_wanted(matter, made) == []
    additions = tuple(step for step in steps.steps if step.kind in ("add-rule", "add-text"))
    if len(additions) == len(steps.steps):
        assert (
            apply_instructions(additions, made.ruleset, terms=RULES.terms).ruleset == made.ruleset
        )  # nothing is done twice
