"""Definitions of many themes, put in other words than those the recognisers were made with."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms, Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

BAKERS = Terms("Master Baker", "Master Bakers", "Head Chef")

CASES: list[tuple[str, list[Variable]]] = [
    (
        "Each Master Baker has a Dough score, which is an integer tracked on the Kitchen page. A Master Baker's Dough "
        "score starts at 5 and may not exceed 40.",
        [number("Dough score", 5, 0, 40)],
    ),
    ("Each Master Baker may have one Signature Dish, being a string of text that defaults to none.", [other("Signature Dish", "string")]),
    (
        "Each Master Baker has an Oven Temperature, measured in degrees, which is a publicly-tracked whole number no lower than 100.",
        [number("Oven Temperature", 100, 100)],
    ),
    (
        "Each Master Baker has some Flour (a non-negative integer, defaulting to 12) and some Sugar (a non-negative "
        "integer, defaulting to 8).",
        [number("Flour", 12), number("Sugar", 8)],
    ),
    (
        "Master Bakers have a publicly tracked Allegiance that is either Crust or Crumb, and a publicly tracked Patience defaulting to 3.",
        [choice("Allegiance", "Crust|Crumb", "Crumb"), number("Patience", 3)],
    ),
    (
        "Every Master Baker has an Apron Colour that can be White, Striped, or Stained (default White).",
        [choice("Apron Colour", "White|Striped|Stained", "White")],
    ),
    (
        "The Head Chef privately tracks each Master Baker's Taste, which is an integer from 1 to 10.",
        [number("Taste", 1, 1, 10, visibility="private")],
    ),
    ("Each Master Baker has zero or more Spices, tracked on the Kitchen page and defaulting to an empty list.", [other("Spices", "list")]),
    ("There is a Queue, which is a publicly tracked ordered list of Master Bakers.", [other("Queue", "list", "", "game")]),
    ("There exists a publicly tracked set of Recipes, which is empty by default.", [other("Recipes", "set", "", "game")]),
    (
        "The Season is tracked at the top of the Kitchen page, can be Spring, Summer, Autumn or Winter, and defaults to Spring.",
        [choice("Season", "Spring|Summer|Autumn|Winter", "Spring", "game")],
    ),
    (
        "Each Cake has a Height, defaulting to 0, and an Icing, which is one of Plain, Pink, or Chocolate.",
        [number("Height", owner="Cake"), choice("Icing", "Plain|Pink|Chocolate", "Chocolate", "Cake")],
    ),
    ("Each Master Baker has a Partner, which must be another Master Baker or nobody, defaulting to nobody.", [other("Partner", "name")]),
    (
        "Each Master Baker has a grid position known as their Station, tracked as a string and defaulting to A1.",
        [other("Station", "string", "A1")],
    ),
    ("A Master Baker's Reputation is a number, tracked publicly, that can range from -10 to +10.", [number("Reputation", 0, -10, 10)]),
    (
        "Each Master Baker has a level of Fatigue, which is publicly tracked, is never negative, and has a maximum of 6.",
        [number("Fatigue", 0, 0, 6)],
    ),
    (
        "Each Master Baker has three Stats, which are publicly tracked integers defaulting to 2: Speed, Skill, and Nerve.",
        [number("Speed", 2), number("Skill", 2), number("Nerve", 2)],
    ),
    (
        "Each Master Baker has three Stats (Speed, Skill, and Nerve), each of which defaults to 2.",
        [number("Speed", 2), number("Skill", 2), number("Nerve", 2)],
    ),
    ("All Master Bakers have a Pantry, which is a list of Ingredients and starts empty.", [other("Pantry", "list")]),
    (
        "In addition, each Master Baker has a Crown that is either True or False, defaulting to False.",
        [choice("Crown", "True|False", "False")],
    ),
    ("The number of Loaves in the Basket is publicly tracked and defaults to 30.", [number("Loaves", 30, owner="game")]),
    (
        "Each Master Baker has a Secret Ingredient known only to the Head Chef, who tracks it privately.",
        [other("Secret Ingredient", "unknown", None, visibility="private")],
    ),
    ("Each Master Baker has a quantity of Butter. Butter is a publicly tracked integer which defaults to 4.", [number("Butter", 4)]),
    (
        "Each Master Baker has a Medal, which may be Bronze, Silver, Gold, or blank, and is blank by default.",
        [choice("Medal", "Bronze|Silver|Gold|", "")],
    ),
    (
        "Teams are tracked on the Kitchen page. Each Team has a Captain, which is the name of a Master Baker, and a "
        "Budget, which is an amount of money defaulting to $500.",
        [other("Captain", "name", "", "Team"), number("Budget", 500, owner="Team")],
    ),
    (
        "Each Master Baker has a Fear, which is an integer between 0 and 100 inclusive, and which is tracked privately by the Head Chef.",
        [number("Fear", 0, 0, 100, visibility="private")],
    ),
    (
        "Each Master Baker has an Audience Score, tracked to one decimal place, which defaults to 0.",
        [number("Audience Score", type="number")],
    ),
    (
        "Every Master Baker also has a Shelf. A Shelf is a list of up to five Utensils, and is publicly tracked. It is empty by default.",
        [other("Shelf", "list")],
    ),
    ("Each Master Baker has a Tea, Coffee and Cocoa supply.", []),
    ("There are four Judges: Anna, Bob, Carl, and Dora. Each Judge has an Opinion of each Master Baker.", []),
    ("Each Master Baker who has a Medal gains 2 Sugar every Monday.", []),
    ("Each Master Baker can have at most one Proposal with the word Cake in it.", []),
    ("Baking is a noble art, and Flour is its root.", []),
    ("If the Season is Winter, each Master Baker has half as much Sugar as usual.", []),
    ("A Master Baker's Total Calories are calculated as their Sugar times nine.", []),
    ("Each Master Baker has a Rating equal to the sum of their Stats.", []),
    ("A Master Baker may have their Medal removed by the Head Chef.", []),
    ("The Head Chef has the final word on Icing.", []),
    ("Once a Master Baker has a Pantry of five Ingredients, they are said to be Stocked.", []),
    (
        "Each Master Baker has a publicly tracked integer called Crumbs, which is zero by default and must be less than 25.",
        [number("Crumbs", 0, 0, 24)],
    ),
    (
        "Each Master Baker possesses a Rolling Pin Weight (publicly tracked, defaults to 3, minimum 1, maximum 9).",
        [number("Rolling Pin Weight", 3, 1, 9)],
    ),
    (
        "Each Oven has a Door, which can be Open or Closed, and defaults to Closed; and a Heat, which is a non-negative integer.",
        [choice("Door", "Open|Closed", "Closed", "Oven"), number("Heat", owner="Oven")],
    ),
    ("Each Master Baker is assigned a Table Number, which is a positive integer that is unique to them.", [number("Table Number", 1, 1)]),
    ("Master Bakers may hold any amount of Stardust, which is publicly tracked and defaults to 0.", [number("Stardust")]),
    (
        "There is a Kitchen Clock, a publicly tracked number that begins at 12 and can never be lower than 0.",
        [number("Kitchen Clock", 12, 0, owner="game")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:50] for text, _ in CASES])
def test_what_bakers_define(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text, BAKERS)] == expected
