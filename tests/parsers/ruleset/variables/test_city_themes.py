"""Definitions of detectives, colonies, and duels; several sentences at a time, as rules have them."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms, Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

DETECTIVES = Terms("Detective", "Detectives", "Mastermind")

CASES: list[tuple[str, list[Variable]]] = [
    (
        "Each Detective has a Stress Level, tracked publicly, which is a number from 0 to 8 and is 0 by default.",
        [number("Stress Level", 0, 0, 8)],
    ),
    (
        "Each Detective has a publicly tracked District. The valid Districts are Docks, Market, and Old Town. "
        "Detectives start in the Market.",
        [choice("District", "Docks|Market|Old Town", "Docks")],
    ),
    (
        "Each Detective has a number of Clues (defaulting to zero) and a number of Favours (defaulting to two), both publicly tracked.",
        [number("Clues"), number("Favours", 2)],
    ),
    (
        "Detectives have Grit, which is publicly tracked as an integer, starts at 6, and cannot be higher than 12.",
        [number("Grit", 6, 0, 12)],
    ),
    (
        "There is a single Suspect, who is a Detective secretly chosen and tracked by the Mastermind.",
        [other("Suspect", "name", "", "game", "private")],
    ),
    (
        "Each Detective has an Alibi, which is a short piece of flavour text, publicly tracked and initially blank.",
        [other("Alibi", "string")],
    ),
    (
        "The Mastermind maintains a secret list of Culprits. Each Culprit has a Motive, which is one of Greed, Love, or Revenge.",
        [other("Culprits", "list", "", "game", "private"), choice("Motive", "Greed|Love|Revenge", "Greed", "Culprit")],
    ),
    (
        "Each Detective has a Notebook, which is an ordered list of zero or more Clue Cards; it is empty by default.",
        [other("Notebook", "list")],
    ),
    (
        "A Detective can be Exhausted or Rested, and is Rested by default. Each Detective's Condition is publicly "
        "tracked as either Exhausted or Rested.",
        [choice("Condition", "Exhausted|Rested", "Exhausted")],
    ),
    (
        "Every Gang has a publicly-tracked Turf (the name of a District, or blank if it has none) and a "
        "publicly-tracked Muscle (an integer, defaulting to 4).",
        [other("Turf", "string", "", "Gang"), number("Muscle", 4, owner="Gang")],
    ),
    ("Each Detective has a publicly tracked Clearance of Low, Medium or High.", [choice("Clearance", "Low|Medium|High", "High")]),
    (
        "The City has a publicly tracked Panic, which is an integer that defaults to 10 and has no upper limit.",
        [number("Panic", 10, owner="game")],
    ),
    ("The current Hour is a publicly tracked number between 1 and 24. It begins at 9.", [number("Hour", 9, 1, 24, owner="game")]),
    (
        "Each Detective has an associated Informant, tracked secretly by the Mastermind and being the name of another Detective.",
        [other("Informant", "name", visibility="private")],
    ),
    (
        "Each Detective has a collection of Disguises, publicly tracked as a comma-separated list, which defaults to empty.",
        [other("Disguises", "list")],
    ),
    (
        "Each Detective has a Bank Balance (in dollars), publicly tracked and defaulting to $250, which may go below zero.",
        [number("Bank Balance", 250, None)],
    ),
    ("There is a Warrant List, a list of the names of Detectives, which is publicly tracked.", [other("Warrant List", "list", "", "game")]),
    (
        "The following are tracked for each Detective:\n* Nerve: a number from 1 to 6, defaulting to 3.\n* Vice: either "
        "Drink, Cards, or Pastry.",
        [number("Nerve", 3, 1, 6), choice("Vice", "Drink|Cards|Pastry", "Cards")],
    ),
    ("Every Detective has a private Hunch, which is an integer.", [number("Hunch", visibility="private")]),
    (
        "Each Detective has a publicly tracked Rank. Ranks are, from lowest to highest: Constable, Sergeant, Inspector.",
        [other("Rank", "unknown", None)],
    ),
    ("Each Detective has a Lead, which is a positive or negative integer, defaulting to -1.", [number("Lead", -1, None)]),
    ("If a Detective has a Hunch that is less than 5, the Panic is increased by 1.", []),
    ("A Detective's Nerve may be spent to reroll a die.", []),
    ("Each Detective may Interrogate one Gang member.", []),
    ("Each Detective should keep a record of their Clues.", []),
    ("There must always be at least one Gang in the City.", []),
    ("The Mastermind may destroy any Gang that has no Turf.", []),
    ("For each Detective with a Clue, the Mastermind shall roll a die.", []),
    ("The Panic may never be increased on a Sunday.", []),
    ("Tracking of the City is done by the Mastermind.", []),
    ("The default penalty is the loss of 3 Clues.", []),
    ("Each Detective has already made their choice.", []),
    ("All Detectives have been informed of the rules.", []),
    ("Each Detective has a 10% chance of finding a Clue.", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:50] for text, _ in CASES])
def test_what_detectives_define(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text, DETECTIVES)] == expected
