"""Definitions of wizards, markets, and mazes, much as dynasties write them."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms, Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

WIZARDS = Terms("Wizard", "Wizards", "Archmage")

CASES: list[tuple[str, list[Variable]]] = [
    ("Each Wizard has a Mana, which is a publicly tracked integer that defaults to 10.", [number("Mana", 10)]),
    (
        "Each Wizard has a publicly-tracked Tower, which is a non-negative integer named after its height and defaulting to 1.",
        [number("Tower", 1)],
    ),
    (
        "Wizards have a publicly tracked School, which may be Fire, Ice, or Storm, defaulting to Ice.",
        [choice("School", "Fire|Ice|Storm", "Ice")],
    ),
    (
        "Each Wizard has a Familiar, which is a text string, defaulting to “Cat”, tracked on the Coven page.",
        [other("Familiar", "string", "Cat")],
    ),
    ("Each Wizard has a number of Scrolls, which is tracked publicly and defaults to 2.", [number("Scrolls", 2)]),
    ("Each Wizard has a Spellbook, which is a list of Spells and is empty by default.", [other("Spellbook", "list")]),
    (
        "Each Wizard's Curse is privately tracked by the Archmage and is either Frog, Newt, or none.",
        [choice("Curse", "Frog|Newt|", "", visibility="private")],
    ),
    (
        "There is a publicly tracked number called the Moon Phase, which is between 1 and 8 and defaults to 1.",
        [number("Moon Phase", 1, 1, 8, owner="game")],
    ),
    ("The Cauldron is a publicly tracked list of Ingredients, defaulting to empty.", [other("Cauldron", "list", "", "game")]),
    (
        "Each Wizard has a Robe, a Hat and a Wand, each of which is a publicly tracked string defaulting to blank.",
        [other("Robe", "string"), other("Hat", "string"), other("Wand", "string")],
    ),
    (
        "Each Wizard has the following statistics, all of which are publicly tracked integers defaulting to 5: Wit, Nerve, and Luck.",
        [number("Wit", 5), number("Nerve", 5), number("Luck", 5)],
    ),
    ("Every Wizard has a Beard Length, measured in inches, that is publicly tracked and defaults to 0.", [number("Beard Length")]),
    (
        "Each Wizard has a Mentor, who is another Wizard, or nobody. A Wizard's Mentor is publicly tracked and defaults to nobody.",
        [other("Mentor", "name")],
    ),
    (
        "Each Potion has a Colour, which is one of Red, Green, or Violet, and a Strength, which is an integer from 1 to 4.",
        [choice("Colour", "Red|Green|Violet", "Green", "Potion"), number("Strength", 1, 1, 4, "Potion")],
    ),
    ("Each Wizard has an amount of Gold, tracked publicly. Gold defaults to 30 and can never be negative.", [number("Gold", 30)]),
    ("A Wizard's Honour is a publicly tracked integer, which may be negative and defaults to zero.", [number("Honour", 0, None)]),
    (
        "Each Wizard has a Status of either Alive or Ghost, publicly tracked, defaulting to Alive.",
        [choice("Status", "Alive|Ghost", "Alive")],
    ),
    (
        "There is a publicly tracked Grand Maze, which is a set of Rooms. Each Room has a Trap Level, which is a "
        "non-negative integer defaulting to 3.",
        [other("Grand Maze", "set", "", "game"), number("Trap Level", 3, owner="Room")],
    ),
    (
        "Each Wizard may have a Pact with a Demon, which is secretly tracked by the Archmage and defaults to having no Pact.",
        [other("Pact", "string", "", visibility="private")],
    ),
    (
        "Each Wizard has a Power, which is an integer that defaults to 4 and has a minimum of 1 and a maximum of 12.",
        [number("Power", 4, 1, 12)],
    ),
    (
        "Every Wizard has a Corruption score. This is a publicly tracked number between 0 and 100 which defaults to 0.",
        [number("Corruption score", 0, 0, 100)],
    ),
    ("Each Wizard has a Location, defaulting to the Great Hall.", [other("Location", "string", "Great Hall")]),
    ("Each Wizard has a Location, which is the name of a Room, or Limbo if they are in none.", [other("Location", "string")]),
    (
        "Each Wizard has a publicly tracked integer value for each of Earth, Air, and Water, defaulting to 0.",
        [number("Earth"), number("Air"), number("Water")],
    ),
    ("The Doom Clock, which starts at 12, is publicly tracked.", [number("Doom Clock", 12, owner="game")]),
    ("A Wizard with a Wand may cast Spells.", []),
    ("Each Wizard must choose a School before Sunday.", []),
    ("A Wizard's Threat is equal to their Power minus their Honour.", []),
    ("Each time a Potion is brewed, its Strength increases by 1.", []),
    ("The Archmage has no Mana.", []),
    ("A Duel is a story post in which two Wizards are named.", []),
    ("Each Spell in the table below has a Cost and an Effect.", []),
    ("Every Wizard who has a Curse has half their Mana.", []),
    ("Wizards have been known to vanish.", []),
    ("If a Wizard has at least 10 Gold, they may buy a Potion, which has a Price of 10.", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:50] for text, _ in CASES])
def test_what_wizards_define(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text, WIZARDS)] == expected
