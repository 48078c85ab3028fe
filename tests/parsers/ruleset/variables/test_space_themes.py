"""Definitions of crews, gardens, and theatres, in the long-winded way of real rules."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms, Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

CREW = Terms("Crew Member", "Crew Members", "Captain")

CASES: list[tuple[str, list[Variable]]] = [
    (
        "Each Crew Member has an Oxygen level, tracked on the Manifest wiki page as a non-negative integer and defaulting to 20.",
        [number("Oxygen level", 20)],
    ),
    (
        "Each Crew Member has a Shift, which is a publicly tracked value of either Day or Night and which defaults to Day.",
        [choice("Shift", "Day|Night", "Day")],
    ),
    (
        "Crew Members have a publicly-tracked list of Injuries, each of which is a text string, and which defaults to being empty.",
        [other("Injuries", "list")],
    ),
    (
        "Every Crew Member has a secret Agenda that is tracked by the Captain and is by default blank.",
        [other("Agenda", "string", visibility="private")],
    ),
    (
        "The Vessel has three Systems: Engines, Shields and Sensors. Each System has a publicly tracked Integrity from "
        "0 to 100, defaulting to 100.",
        [number("Integrity", 100, 0, 100, owner="System")],
    ),
    (
        "Each Crew Member has a Credits value, which is a publicly tracked integer with a default value of 50.",
        [number("Credits value", 50)],
    ),
    (
        "There is a Red Alert, which is either On or Off, is publicly tracked, and is Off by default.",
        [choice("Red Alert", "On|Off", "Off", "game")],
    ),
    (
        "Each Crew Member has a Position on the Map, which is one of the Sectors and defaults to Sector 3.",
        [other("Position", "string", "Sector 3")],
    ),
    ("Distance to Home is a publicly tracked number, which defaults to 1000.", [number("Distance to Home", 1000, owner="game")]),
    (
        "Each Planet has a Climate (Arid, Humid, or Frozen), an integer Population that defaults to 6, and an Owner, "
        "which is a Crew Member's name or blank.",
        [
            choice("Climate", "Arid|Humid|Frozen", "Arid", "Planet"),
            number("Population", 6, owner="Planet"),
            other("Owner", "name", "", "Planet"),
        ],
    ),
    ("Each Crew Member has a Trust in each other Crew Member.", []),
    (
        "Each Crew Member has publicly tracked Rations and Water. New Crew Members start with 10 Rations and two Water.",
        [number("Rations", 10), number("Water", 2)],
    ),
    (
        "Each Crew Member has a number of Rations. The number of Rations a Crew Member has is publicly tracked and starts at 10.",
        [number("Rations", 10)],
    ),
    ("A Crew Member's Morale can range from 1 to 9, is tracked publicly, and is 5 by default.", [number("Morale", 5, 1, 9)]),
    (
        "Each Crew Member may have a Specialism, which is publicly tracked and may be Pilot, Medic, or Engineer.",
        [choice("Specialism", "Pilot|Medic|Engineer", "Engineer")],
    ),
    (
        "Each Crew Member has a publicly tracked Uniform Colour, which is any colour and defaults to Grey.",
        [other("Uniform Colour", "string", "Grey")],
    ),
    ("Each Crew Member has a Vote Weight, which is a publicly tracked integer that defaults to 1.", [number("Vote Weight", 1)]),
    (
        "Each Crew Member has a Bunk.\n\nBunks are numbered, and a Crew Member's Bunk is a publicly tracked number from 1 to 30.",
        [number("Bunk", 1, 1, 30)],
    ),
    (
        "The Captain tracks a secret number called the Countdown, which is at least 12 and starts at 40.",
        [number("Countdown", 40, 12, owner="game", visibility="private")],
    ),
    ("Each Crew Member has an Inventory, which may contain any number of Tools and is empty by default.", [other("Inventory", "list")]),
    (
        "Each Crew Member has a publicly tracked Heart Rate, a number which cannot drop below 30 or rise above 200, and "
        "which is 70 by default.",
        [number("Heart Rate", 70, 30, 200)],
    ),
    (
        "Each Crew Member has a Nemesis: the name of another Crew Member, or blank. Nemeses are publicly tracked and are blank by default.",
        [other("Nemesis", "name")],
    ),
    ("A Crew Member may spend 3 Rations to repair a System by 10.", []),
    ("At any time when the Red Alert is On, a Crew Member may not rest.", []),
    ("The Captain shall set the Distance to Home to a random number between 500 and 900.", []),
    ("Each Crew Member is responsible for their own Rations.", []),
    ("If a System has an Integrity of 0, it is Broken.", []),
    ("A Broken System has no effect.", []),
    ("There is always exactly one Captain.", []),
    ("Crew Members have a moral duty to keep the Manifest tidy.", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:50] for text, _ in CASES])
def test_what_crews_define(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text, CREW)] == expected
