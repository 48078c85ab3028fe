"""The whole corpus read and applied: nothing wrong, and most of what a careful admin could do without judgement done exactly."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from itertools import chain

import pytest

from parsers.gamestate import read_gamestate
from parsers.gamestate.model import GameState
from parsers.model import Roster
from parsers.proposals import read_instructions
from parsers.proposals.apply import Application, Protection, apply_instructions
from parsers.proposals.model import ConditionKind, InstructionCondition
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Ruleset, SectionKind
from tests.parsers.proposals.comparing import differences
from tests.parsers.proposals.wanted import CORPUS, base_page, matters, partial_pages, wanted_pages

MATTERS = {matter.name: matter for matter in matters()}
PAST = tomllib.loads((CORPUS / "past.toml").read_text(encoding="utf-8"))["past"]
TAGS = {SectionKind.CORE: "Core", SectionKind.SPECIAL_CASE: "Special Case", SectionKind.APPENDIX: "Appendix"}
ROSTER = Roster(("Agnes Thorn", "Bartleby", "Corvo", "Dot Harrow", "Night Heron"))


@cache
def rules() -> Ruleset:
    return read_ruleset(base_page(), gamestate=True)


@cache
def state_of(text: str) -> GameState:
    return read_gamestate(text, rules(), ROSTER)


def decide(condition: InstructionCondition) -> bool | None:
    """What the past matters say; of two of one title, the later one only where the condition asks for it."""
    if condition.kind is not ConditionKind.MATTER:
        return None
    subject = condition.subject.casefold()
    found = [past for past in PAST if subject in (past["title"].casefold(), past["url"])]
    if not found or (len(found) > 1 and not condition.latest) or found[-1]["status"] not in {"enacted", "failed"}:
        return None
    return bool(found[-1]["status"] == condition.outcome)


@cache
def applied(name: str) -> Application:
    matter = MATTERS[name]
    base = wanted_pages(base_page(), matter.given)
    protection = Protection({kind: f"no [{tag}] tag" for kind, tag in TAGS.items() if tag not in matter.tags})
    return apply_instructions(
        read_instructions(matter.body),
        base,
        tracking=state_of(base_page("tracking")),
        reread=state_of,
        decide=decide,
        protection=protection,
        terms=rules().terms,
    )


@cache
def verdict(name: str) -> str:
    """How the matter was carried out: exactly, not at all, in part, or wrongly."""
    matter, got = MATTERS[name], applied(name)
    base, tracking = wanted_pages(base_page(), matter.given), base_page("tracking")
    choices = (matter.edits, *matter.also)
    wanted = [wanted_pages(base, edits) for edits in choices]
    tracked = wanted_pages(tracking, matter.tracking)
    exact = any(not differences(base, page, got.ruleset) for page in wanted)
    if exact and got.tracking == tracked:
        return "exact"
    if (got.ruleset, got.tracking) == (base, tracking):
        return "left"
    parts = chain(wanted, *(partial_pages(base, edits) for edits in choices))
    values = [tracked, *partial_pages(tracking, matter.tracking)]
    fits = got.tracking in values and any(not differences(base, page, got.ruleset) for page in parts)
    return "part" if fits and got.left and not matter.whole else "wrong"


@pytest.mark.parametrize("group", sorted({matter.group for matter in MATTERS.values()}))
def test_nothing_is_applied_wrongly(group: str) -> None:
    assert [name for name, matter in MATTERS.items() if matter.group == group and verdict(name) == "wrong"] == []


def test_most_of_what_needs_no_judgement_is_applied_exactly() -> None:
    counts = Counter(verdict(name) for name, matter in MATTERS.items() if matter.mechanical)
    assert counts["exact"] >= 0.85 * counts.total(), counts


def test_what_is_not_applied_is_left_and_what_is_applied_is_not() -> None:
    assert [name for name in MATTERS if verdict(name) == "left" and not applied(name).left] == []
    done = [name for name, matter in MATTERS.items() if matter.mechanical and not matter.left and verdict(name) == "exact"]
    assert {name: applied(name).left for name in done if applied(name).left} == {}
