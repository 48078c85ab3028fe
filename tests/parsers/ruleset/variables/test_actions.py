"""Actions that may be taken so and so often."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from parsers.ruleset.game_actions import read_actions
from parsers.ruleset.ruleset_model import Terms
from tests.parsers.ruleset.variables.reading import actions, dynasty

APPENDIX = """
= Appendix =
== Keywords ==
;Daily Action
:If an action is a Daily Action, any Player can take it once each day, but not more than once every nine hours.
;Daily Communal Action
:A Daily Communal Action is a Daily Action one Player takes for all.
;Weekly Action
:If an action is a Weekly Action, any Player can take it once each week, but not more than once every twenty hours.
;Weekly Communal Action
:A Weekly Communal Action is a Weekly Action one Player takes for all.
"""

CASES = tomllib.loads(Path(__file__).with_name("actions.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:50] for case in CASES])
def test_actions_with_their_limits(case: dict[str, list[list[str | int]]]) -> None:
    found = read_actions(dynasty(f"= Dynastic Rules =\n== Rule ==\n{case['text']}\n{APPENDIX}"))
    gaps = [[] if action.min_gap_hours is None else [action.min_gap_hours] for action in found]
    assert [
        [action.name, action.cadence, *gap] for action, gap in zip(found, gaps, strict=True)
    ] == case["allows"]


def test_the_gap_is_the_one_of_the_ruleset_at_hand() -> None:
    (action,) = actions("As a Daily Action, a Player may Forage.")
    assert (action.cadence, action.min_gap_hours) == ("daily", None)
    assert (action.rule, action.quote) == ("Rule", "As a Daily Action, a Player may Forage.")


def test_a_glossary_defines_kinds_of_actions() -> None:
    glossary = (
        "= Appendix =\n== Keywords ==\n;Daily Action\n:A game action that each Player may take once"
        " each day, but not more than once every ten hours.\n;Lunar Action\n:A game action that may"
        " be taken once per month.\n;Day\n:A Daily Action ends a day.\n"
    )
    text = "As a Daily Action, a Player may Forage. As a Lunar Action, a Player may Howl."
    found = read_actions(dynasty(f"= Dynastic Rules =\n== Rule ==\n{text}\n{glossary}"))
    assert [(action.name, action.cadence, action.min_gap_hours) for action in found] == [
        ("Forage", "daily", 10),
        ("Howl", "custom", None),
    ]


def test_kinds_of_actions_go_by_the_words_of_the_dynasty() -> None:
    text = "As a Daily Action, a Master Baker may knead the Dough."
    terms = Terms("Master Baker", "Master Bakers", "Head Chef")
    assert [action.name for action in actions(text, terms)] == ["knead the Dough"]


def test_the_core_and_inactive_rules_allow_nothing_here() -> None:
    text = "As a Daily Action, a Player may Forage."
    page = (
        f"= Core Rules =\n== A ==\n{text}\n= Special Case =\n{text}\n== B [Inactive] ==\n{text}\n=="
        f" C [Active] ==\n{text}\n"
    )
    assert [action.rule for action in read_actions(dynasty(f"= Dynastic Rules =\n{page}"))] == ["C"]
