"""Actions that may be taken so and so often."""

from __future__ import annotations

import pytest

from parsers.ruleset.actions import read_actions
from parsers.ruleset.model import Terms
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

CASES: list[tuple[str, list[tuple[str, str, int | None]]]] = [
    ("As a Daily Action, a Player may Forage.", [("Forage", "daily", 9)]),
    ("As a weekly action, a Player may publicly burn a Letter by posting it.", [("burn a Letter", "weekly", 20)]),
    ("A Player may perform a Raid as a Daily Action if they have a Ship.", [("Raid", "daily", 9)]),
    ("Foraging is a Daily Action.", [("Foraging", "daily", 9)]),
    ("Foraging is a Daily Action, and Hunting is a Weekly Action.", [("Foraging", "daily", 9), ("Hunting", "weekly", 20)]),
    ("Any Player may perform a Toast, which is a Daily Communal Action.", [("Toast", "daily-communal", 9)]),
    ("The Feast, which is a Weekly Communal Action, feeds every Player.", [("Feast", "weekly-communal", 20)]),
    ("As a Weekly Communal Action called Turning the Wheel, any Player may roll DICE6.", [("Turning the Wheel", "weekly-communal", 20)]),
    ("As a Communal Weekly Action, a Player may ring the Bell.", [("ring the Bell", "weekly-communal", 20)]),
    ("As a Daily Action known as “The Long Nap”, a Player may rest.", [("The Long Nap", "daily", 9)]),
    ("Once per day, a Player may feed a Goat.", [("feed a Goat", "daily", None)]),
    ("A Player may feed a Goat once each week.", [("feed a Goat", "weekly", None)]),
    ("Twice per week, a Player may milk a Goat.", [("milk a Goat", "custom", None)]),
    ("Once per Act, the Emperor may reveal a Clue.", [("reveal a Clue", "custom", None)]),
    ("A Player may sing once every six hours.", [("sing", "custom", None)]),
    ("A Player may ring the Bell two times in all.", []),
    ("As a Daily Action, a Player may send a note (called a Whisper) to the Emperor.", [("Whisper", "daily", 9)]),
    ("As a Daily Action, a Player may sow, water or reap a Field.", [("sow, water or reap a Field", "daily", 9)]),
    ("As a Weekly Action, a Player may spend 3 Wax to turn their Candle to Tall.", [("turn their Candle to Tall", "weekly", 20)]),
    ("As a Weekly Action, a Player may pay 3 Wax to another Player.", [("pay 3 Wax to another Player", "weekly", 20)]),
    ("As a Daily Action, a Player may spend 2 Gold and Bribe a Guard.", [("Bribe a Guard", "daily", 9)]),
    (
        "If an action is defined as being an Arcane Action, any Player may take it once per day, but not more than once"
        " every five hours.\n\nAs an Arcane Action, a Player may Summon a Spirit. Banishing is a Silent Arcane Action.",
        [("Summon a Spirit", "daily", 5), ("Banishing", "daily", 5)],
    ),
    (
        "A Market Action is an action that each Player may take once per week.\n\nAs a Market Action, a Player may sell Fish.",
        [("sell Fish", "weekly", None)],
    ),
    ("Night Actions are Daily Actions.\n\nAs a Night Action, a Player may prowl.", [("prowl", "daily", 9)]),
    ("As a Daily Action which may only be taken at noon, a Player can ring a Gong.", [("ring a Gong", "daily", 9)]),
    ("As a Weekly Action, a Player may either paint a Fence or mend one.", [("paint a Fence or mend one", "weekly", 20)]),
    ("Arcane Actions are Spectral Actions.", []),
    ("Spending Gold is not a Daily Action.", []),
    ("No Player may Forage as a Daily Action.", []),
    ("A Player cannot take a Daily Action on Sundays.", []),
    ("It is a Daily Action.", []),
    ("As a Daily Action, everybody sings.", []),
    ("As a Daily Action called doing nothing, a Player sings.", []),
    ("As a Mystery Action called Foo, a Player may sing.", []),
    ("As a Mystery Action, a Player may sing a Daily Action hymn.", []),
    ("A hymn, which is a Mystery Action and no Daily Action, may be sung.", []),
    ("A Player has once per day a good idea.", []),
    ("The game action is a Daily Action.", []),
    ("If an action is a Lunar Action, it happens once in a blue moon. As a Lunar Action, a Player may howl.", []),
    ("Kingly actions are rare. As a Kingly Action, a Player may rule.", []),
    ("As a Daily Action, a Player may “win”.", []),
    ("Flags are flown in the Harbour.", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:50] for text, _ in CASES])
def test_what_may_be_done_and_how_often(text: str, expected: list[tuple[str, str, int | None]]) -> None:
    dynastic = dynasty(f"= Dynastic Rules =\n== Rule ==\n{text}\n{APPENDIX}")
    assert [(action.name, action.cadence, action.min_gap_hours) for action in read_actions(dynastic)] == expected


def test_the_gap_is_the_one_of_the_ruleset_at_hand() -> None:
    (action,) = actions("As a Daily Action, a Player may Forage.")
    assert (action.cadence, action.min_gap_hours) == ("daily", None)
    assert (action.rule, action.quote) == ("Rule", "As a Daily Action, a Player may Forage.")


def test_a_glossary_defines_kinds_of_actions() -> None:
    glossary = (
        "= Appendix =\n== Keywords ==\n;Daily Action\n:A game action that each Player may take once each day, but not more than once"
        " every ten hours.\n;Lunar Action\n:A game action that may be taken once per month.\n;Day\n:A Daily Action ends a day.\n"
    )
    text = "As a Daily Action, a Player may Forage. As a Lunar Action, a Player may Howl."
    found = read_actions(dynasty(f"= Dynastic Rules =\n== Rule ==\n{text}\n{glossary}"))
    assert [(action.name, action.cadence, action.min_gap_hours) for action in found] == [("Forage", "daily", 10), ("Howl", "custom", None)]


def test_kinds_of_actions_go_by_the_words_of_the_dynasty() -> None:
    text = "As a Daily Action, a Master Baker may knead the Dough."
    terms = Terms("Master Baker", "Master Bakers", "Head Chef")
    assert [action.name for action in actions(text, terms)] == ["knead the Dough"]


def test_the_core_and_inactive_rules_allow_nothing_here() -> None:
    text = "As a Daily Action, a Player may Forage."
    page = f"= Core Rules =\n== A ==\n{text}\n= Special Case =\n{text}\n== B [Inactive] ==\n{text}\n== C [Active] ==\n{text}\n"
    assert [action.rule for action in read_actions(dynasty(f"= Dynastic Rules =\n{page}"))] == ["C"]
