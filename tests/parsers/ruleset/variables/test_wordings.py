"""The ways in which rules define variables, each with what must be read from it."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

CASES: list[tuple[str, list[Variable]]] = [
    ("Each Player has a Rank, which is a publicly-tracked integer between 1 and 6 and defaults to 2.", [number("Rank", 2, 1, 6)]),
    ("Every Player has a publicly tracked number of Coins, defaulting to ten.", [number("Coins", 10)]),
    ("Players have a Karma, which is a publicly tracked integer that may be negative.", [number("Karma", 0, None)]),
    (
        "Each Player has a Mood, which can be either Calm, Angry or Sad. It defaults to Calm and is publicly tracked.",
        [choice("Mood", "Calm|Angry|Sad", "Calm")],
    ),
    (
        "Each Player has a Suit, which is one of Hearts, Clubs, Spades, and Diamonds.",
        [choice("Suit", "Hearts|Clubs|Spades|Diamonds", "Clubs")],
    ),
    (
        "Each Player has a publicly tracked positive integer called Stamina and a secretly tracked string named Motto, "
        "which defaults to blank.",
        [number("Stamina", 1, 1), other("Motto", "string", "", visibility="private")],
    ),
    ("There is a publicly-tracked number named Tide that defaults to 4.", [number("Tide", 4, owner="game")]),
    (
        "There is a Weather, which may be Rainy, Sunny, or Windy, and which is tracked on the Harbour page.",
        [choice("Weather", "Rainy|Sunny|Windy", "Rainy", "game")],
    ),
    (
        "Each Ship has a Hull, which is a non-negative integer that can not surpass 20, defaulting to 20.",
        [number("Hull", 20, 0, 20, "Ship")],
    ),
    ("Each Player has a list of Trophies, defaulting to having no Trophies.", [other("Trophies", "list")]),
    ("Each Player has a set of Badges, which is empty by default.", [other("Badges", "set")]),
    ("Each Player may have any number of Stickers, which are publicly tracked.", [other("Stickers", "list")]),
    (
        "Each Player has a Rival, which is the name of another Player or blank, tracked privately by the Emperor.",
        [other("Rival", "name", visibility="private")],
    ),
    ("Each Player has a Humidity, a publicly tracked percentage from 0% to 100% that starts at 50%.", [number("Humidity", 50, 0, 100)]),
    ("For each Player there is tracked a Debt, an integer no more than 30.", [number("Debt", 0, 0, 30)]),
    ("Each Player's Luck is tracked as a number on the Fair page and defaults to seven.", [number("Luck", 7)]),
    (
        "Each Player has a Strength, Wit, and Charm, each of which is a publicly tracked integer from 1 to 5 defaulting to 3.",
        [number("Strength", 3, 1, 5), number("Wit", 3, 1, 5), number("Charm", 3, 1, 5)],
    ),
    (
        "There exist Robots, which are publicly tracked and which have the following properties: a Colour, which is "
        "either Red or Blue, a Charge (an integer"
        " defaulting to 5), and a Serial Number, which is a string of text.",
        [choice("Colour", "Red|Blue", "Blue", "Robot"), number("Charge", 5, owner="Robot"), other("Serial Number", "string", "", "Robot")],
    ),
    (
        "Each Player has the following publicly tracked statistics:\n* Health, an integer which defaults to 10\n* "
        "Nickname, a string that may be blank\n"
        "* Team (either Cats or Dogs)",
        [number("Health", 10), other("Nickname", "string"), choice("Team", "Cats|Dogs", "Cats")],
    ),
    (
        "Each Player has a Hat, which is one of the following:\n* Bowler\n* Top Hat: tall and black.\n* Cap",
        [choice("Hat", "Bowler|Top Hat|Cap", "Bowler")],
    ),
    ("Each Player has an amount of Honey. This is publicly tracked, and can never exceed 50.", [number("Honey", 0, 0, 50)]),
    (
        "Each Player has a Secret Word, which is secretly tracked by the Emperor and is a text string.",
        [other("Secret Word", "string", visibility="private")],
    ),
    ("The Prize Pot is a publicly tracked integer, defaulting to 100.", [number("Prize Pot", 100, owner="game")]),
    (
        "There are several Rooms, each of which has a Name and a Capacity, which is a publicly tracked positive integer.",
        [other("Name", "string", "", "Room"), number("Capacity", 1, 1, owner="Room")],
    ),
    (
        "Each Player has a Balance, which is a decimal number to the nearest tenth, defaulting to 1.5.",
        [number("Balance", "1.5", type="number")],
    ),
    ("Each Player has a publicly tracked Temperature, which is an integer from -20 to 40.", [number("Temperature", 0, -20, 40)]),
    (
        "Each Player has a Location. A Player's Location may be Attic, Cellar or Hall and defaults to Hall.",
        [choice("Location", "Attic|Cellar|Hall", "Hall")],
    ),
    ("Each Player has a Wealth, which is publicly tracked. A Player may gain 2 Wealth at any time.", [number("Wealth")]),
    ("The Emperor secretly tracks a Poison for each Player, which is a string.", [other("Poison", "string", visibility="private")]),
    ("Each Player has a Caste. The possible Castes are Noble, Priest, and Farmer.", [choice("Caste", "Noble|Priest|Farmer", "Farmer")]),
    (
        "Each Player has two publicly tracked numbers, named Attack and Defence, both of which default to 3.",
        [number("Attack", 3), number("Defence", 3)],
    ),
    ("A Player's Fame is a publicly tracked number, which cannot go below 5.", [number("Fame", 5, 5)]),
    ("Each Player is either Awake or Asleep, defaulting to Awake.", []),
    ("A Player's Total Force is equal to their Attack plus their Defence.", []),
    ("Each Player has two votes on Tuesdays.", []),
    ("A Player who has a Sword may attack another Player.", []),
    ("If a Player has a Level of 5 or more, they may spend 3 Gold.", []),
    ("There is no limit to the number of Coins.", []),
    ("Each Player has 24 hours to respond.", []),
    ("The Player with the highest Fame is the Star.", []),
    ("When a Player has no Coins, their Mood is set to Sad.", []),
    ("All Players have the right to remain silent.", []),
    ("Each Player has a Magic equal to their Wisdom times two.", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:50] for text, _ in CASES])
def test_what_a_wording_defines(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text)] == expected
