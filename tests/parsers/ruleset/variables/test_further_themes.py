"""More definitions, of seas, cities, and detectives, and sentences that define nothing."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms, Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

SAILORS = Terms("Sailor", "Sailors", "Admiral")

CASES: list[tuple[str, list[Variable]]] = [
    ("Each Sailor has a Rank (a publicly tracked integer, defaulting to 1).", [number("Rank", 1)]),
    (
        "Each Sailor has a publicly-tracked Berth, which is the name of a Cabin and which defaults to Steerage.",
        [other("Berth", "string", "Steerage")],
    ),
    (
        "Each Sailor has a Hand of up to seven Cards, which is tracked secretly by the Admiral.",
        [other("Hand", "list", visibility="private")],
    ),
    (
        "Each Sailor has X and Y coordinates, which are publicly tracked integers that can be positive or negative and default to 0.",
        [number("X", 0, None), number("Y", 0, None)],
    ),
    (
        "Each Sailor may have any number of Tattoos. Each Sailor's Tattoos are publicly tracked and default to an empty set.",
        [other("Tattoos", "set")],
    ),
    ("Sailors each have a Wage, tracked in doubloons, which defaults to 15.", [number("Wage", 15)]),
    (
        "Each Ship has a Name, a Flag (either Red, White, or Black), a number of Cannons, and a Hold, which is a list "
        "of Goods; all of these are publicly tracked.",
        [
            other("Name", "string", "", "Ship"),
            choice("Flag", "Red|White|Black", "Black", "Ship"),
            number("Cannons", owner="Ship"),
            other("Hold", "list", "", "Ship"),
        ],
    ),
    ("Each Sailor has an integer score for Morale, which ranges from 0 to 10 and defaults to 5.", [number("Morale", 5, 0, 10)]),
    (
        "There is a publicly tracked Compass, whose value is one of North, East, South, or West; it defaults to North.",
        [choice("Compass", "North|East|South|West", "North", "game")],
    ),
    (
        "The Admiral has a secretly tracked Heading, which is a whole number between 0 and 359.",
        [number("Heading", 0, 0, 359, owner="game", visibility="private")],
    ),
    ("Each Sailor's Seasickness is a publicly tracked number between zero and one hundred.", [number("Seasickness", 0, 0, 100)]),
    (
        'As well as a Rank, each Sailor has a Title, which is a publicly tracked string of at most 30 letters, defaulting to "Swabbie".',
        [other("Title", "string", "Swabbie")],
    ),
    ("Sailors have Doubloons, a publicly tracked non-negative integer that defaults to 20.", [number("Doubloons", 20)]),
    ("A Sailor has a publicly tracked Vigour, defaulting to 10.", [number("Vigour", 10)]),
    (
        "Each Sailor owns a Parrot. Parrots have a publicly tracked Plumage, which may be Green, Blue, or Grey, defaulting to Grey.",
        [choice("Plumage", "Green|Blue|Grey", "Grey", "Parrot")],
    ),
    (
        "Each Sailor has a Watch, which can be any one of Morning, Noon, and Night, and is Night by default.",
        [choice("Watch", "Morning|Noon|Night", "Night")],
    ),
    ("Tracked publicly for each Sailor is a Thirst, which is an integer defaulting to 0.", [number("Thirst")]),
    (
        "The publicly tracked variables of the game are the Wind Speed, which is an integer defaulting to 3, and the "
        "Sea State, which is either Calm or Rough.",
        [number("Wind Speed", 3, owner="game"), choice("Sea State", "Calm|Rough", "Calm", "game")],
    ),
    (
        "Every Port has a publicly tracked Price, which is a positive integer, and a publicly tracked Governor, which "
        "is a Sailor or blank.",
        [number("Price", 1, 1, owner="Port"), other("Governor", "name", "", "Port")],
    ),
    ("Each Sailor has a Bounty on their head, which is a publicly tracked multiple of 5 and defaults to 25.", [number("Bounty", 25)]),
    ("Each Sailor may belong to a Crew, which is publicly tracked and defaults to none.", [other("Crew", "string")]),
    ("Each Sailor has a Health of between 0 and 12, which is publicly tracked and defaults to 12.", [number("Health", 12, 0, 12)]),
    (
        "Each Sailor has a Superstition, secretly tracked by the Admiral, chosen from the list of Superstitions.",
        [other("Superstition", "unknown", None, visibility="private")],
    ),
    (
        "Each Sailor has a Loyalty (tracked privately by the Admiral) and a Standing (tracked publicly), both of which "
        "are numbers that default to 2.",
        [number("Loyalty", 2, visibility="private"), number("Standing", 2)],
    ),
    (
        "The amount of Rum in the Barrel is a publicly tracked number which starts at 60 and cannot exceed 100.",
        [number("Rum", 60, 0, 100, owner="game")],
    ),
    ("Each Sailor has Luck. Luck is a publicly tracked integer between -3 and 3, defaulting to zero.", [number("Luck", 0, -3, 3)]),
    (
        "The Storm Level is publicly tracked. It is a number from 0 to 5, and its default is 0.",
        [number("Storm Level", 0, 0, 5, owner="game")],
    ),
    ("Each Sailor can have a single Hook, Peg, or Patch, as tracked on the Deck page.", []),
    ("Each Sailor should have a look at the Deck page.", []),
    ("There are three kinds of Sails, none of which has any effect.", []),
    ("The Admiral may change the Wind Speed by 1.", []),
    ("A Ship's Weight is the sum of its Cannons and its Goods.", []),
    ("Each Sailor has until Friday to board a Ship.", []),
    ("A Sailor with a Rank of at least 5 has a Cabin.", []),
    ("No Sailor has a Map, and Maps are not tracked.", []),
    ("Whenever a Sailor has 0 Vigour, their Rank defaults to 1.", []),
    ("Sailors have no Doubloons on Sundays.", []),
    ("The Deck page is a publicly tracked wiki page.", []),
    ("All gamestate of this dynasty is tracked on the Deck page.", []),
    ("If no default is given, a Flag is Black.", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:50] for text, _ in CASES])
def test_what_sailors_define(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text, SAILORS)] == expected
