"""Details of single steps: lists, later sentences, owners, and what looks like a definition and is none."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Variable
from parsers.ruleset.variables.values import as_number, listed, singular
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

CASES: list[tuple[str, list[Variable]]] = [
    (
        "Each Player has a publicly tracked Wit, Nerve, and Luck, which default to 2.",
        [number("Wit", 2), number("Nerve", 2), number("Luck", 2)],
    ),
    ("Each Player has Wit, Nerve, and Luck, tracked publicly.", [other(name, "unknown", None) for name in ("Wit", "Nerve", "Luck")]),
    ("Each Player has a Wit, which is an integer, and Luck, which defaults to 4.", [number("Wit"), number("Luck", 4)]),
    ("Each Player has a Hat, which is one of Red, Green, and Blue, tracked publicly.", [choice("Hat", "Red|Green|Blue", "Blue")]),
    ("Each Player has an integer known as 3.", []),
    ("The following Ships are old, and their Flags are tracked by nobody.", []),
    ("Each Player has a publicly tracked Hue, either pale, dark.", [other("Hue", "unknown", None)]),
    (
        "Each Player has a Lamp (which is lit (or not) and a Wick) and a Wax :) tracked.",
        [other("Lamp", "unknown", None), other("Wax", "unknown", None)],
    ),
    ("Each Player has a publicly tracked Purse, which is a number of dollars, defaulting to $5,000.", [number("Purse", 5000)]),
    ("The Jackpot is an amount of dollars, publicly tracked and initially $1,000.", [number("Jackpot", 1000, owner="game")]),
    (
        "Each Floor of the House has a publicly tracked Alarm, which is either Silent or Loud.",
        [choice("Alarm", "Silent|Loud", "Loud", "Floor")],
    ),
    ("A Vault is a place with a Code, a secretly tracked four-digit number.", []),
    ("Each Player may own any number of Gadgets, and the Gadgets that each Player owns are tracked.", [other("Gadgets", "list")]),
    ("Each Player is in a particular Room, which is tracked publicly and defaults to the Lobby.", [other("Room", "string", "Lobby")]),
    ("Each Player is a member of exactly one Faction, publicly tracked.", [other("Faction", "unknown", None)]),
    ("Each Player's Mask can be Clown, Ghost, or Cat.", [choice("Mask", "Clown|Ghost|Cat", "Cat")]),
    ("The Emperor has a secret list called the Blacklist.", [other("Blacklist", "list", "", "game", "private")]),
    (
        "Each Player has Food, Fuel, and Fame, all of which are numbers defaulting to 10, 5, and 0 respectively.",
        [number("Food", 10), number("Fuel", 5), number("Fame")],
    ),
    (
        "Each Player has Food and Fuel, which are tracked, their limits being 10 and 5 respectively.",
        [other("Food", "unknown", None), other("Fuel", "unknown", None)],
    ),
    ("Each Player may have up to three Badges, each of which is one of Bronze, Silver or Gold.", [other("Badges", "list")]),
    ("The Fire is a publicly tracked integer that can never be less than 0 or more than 20.", [number("Fire", 0, 0, 20, "game")]),
    (
        "Tracked on the Park page is a Time, which is one of Dawn, Noon, and Dusk and defaults to Dawn.",
        [choice("Time", "Dawn|Noon|Dusk", "Dawn", "game")],
    ),
    ("Bears have a tracked Weight which is a positive integer; a Bear's Weight defaults to 300.", [number("Weight", 300, 1, owner="Bear")]),
    ("Each Player has a Ratio, defaulting to 1.5.", [number("Ratio", "1.5", type="number")]),
    ("Each Player has a Ratio between 0.5 and 2.5, tracked publicly.", [number("Ratio", None, None, type="number")]),
    ("Each Player has a Ratio, which is at least 1.0 and less than 3.0.", [number("Ratio", 1, 1, 3, type="number")]),
    ("Each Player has a Ratio, which is a decimal greater than 1 and less than 3.", [number("Ratio", 1, 1, 3, type="number")]),
    ("Each Player has a publicly tracked Ratio of at least 2.5 and at most 7.5.", [number("Ratio", None, None, type="number")]),
    (
        "Each Player has a Cap and a Hat (of wool, each with a feather), tracked publicly.",
        [other("Cap", "unknown", None), other("Hat", "unknown", None)],
    ),
    ("Each Player has a Score, which is a number and is empty by default.", [number("Score")]),
    ("Each Player has a Score, which is a number that defaults to their Rank.", [number("Score", None)]),
    ("Each Player has a Depth, which is a negative integer.", [number("Depth", -1, None, -1)]),
    ("Each Player has a Depth, which is a number above 3.", [number("Depth", 4, 4)]),
    ("Each Player has a Depth that is a number, 4 or more.", [number("Depth", 4, 4)]),
    ("Each Player has a Note, which starts empty and is publicly tracked.", [other("Note", "string")]),
    ("Each Player has a Note, defaulting to a random word.", [other("Note", "unknown", None)]),
    ("Each Player has a Flag, which is boolean.", [choice("Flag", "False|True", "False")]),
    ("Each Player has a Rank, which is one of Low or High, defaulting to low.", [choice("Rank", "Low|High", "Low")]),
    ("Each Player has a Sword, defaulting to 1. They also have a Shield, which defaults to 3.", [number("Sword", 1), number("Shield", 3)]),
    (
        "Each Player has a Role and a Target, tracked privately by the Emperor.",
        [other("Role", "unknown", None, visibility="private"), other("Target", "unknown", None, visibility="private")],
    ),
    (
        "There is a publicly tracked list of Bots, each of which has a Colour, defaulting to Red.",
        [other("Bots", "list", "", "game"), other("Colour", "string", "Red", "Bot")],
    ),
    ("There are several Rooms tracked on the House page.", [other("Rooms", "list", "", "game")]),
    ("There is a Room for each Player, each of which has a Lamp, defaulting to Lit.", [other("Room", "string", "Lit")]),
    (
        "Each Player has the following:\n* A Wit, which is an integer.\n** It shows.\n* Speed. It defaults to 4.\n* Charm: from 1 to 3.",
        [number("Wit"), number("Speed", 4), number("Charm", 1, 1, 3)],
    ),
    (
        "Each Player has three Stats: Wit (Low, Middling), and Speed, all tracked.",
        [other("Wit", "unknown", None), other("Speed", "unknown", None)],
    ),
    ("Each Player has a Lamp, which is one of the following:\n* 12\n* 13", [other("Lamp", "unknown", None)]),
    ("Each Player has a Hat, tracked publicly. The possible Hats are:\n* Cap: red.\n* Fez", [choice("Hat", "Cap|Fez", "Cap")]),
    ("Each Player has a Hat, which is a number. The possible Hats are Cap and Fez.", [number("Hat")]),
    ("Each Player has a Hat, tracked publicly. The possible Coats are Long and Short.", [other("Hat", "unknown", None)]),
    ("Each Player has a Hat, tracked publicly. The available ones shall be shared.", [other("Hat", "unknown", None)]),
    ("Each Player has a Hat, tracked publicly. The possible Hats are many.", [other("Hat", "unknown", None)]),
    ("Each Player has a Lamp, tracked publicly. It is a thing of beauty.", [other("Lamp", "unknown", None)]),
    ("Each Player has a Rank, tracked publicly. The default Rank is 3.", [number("Rank", 3)]),
    (
        "Each Player has Gold, tracked publicly. Each Goblin starts with 5 Gold. Each Player starts with four Gold and no Wood.",
        [number("Gold", 4)],
    ),
    (
        "Each Player has a publicly tracked Rank. A Player's Rank may not be raised above 5 by this action.",
        [other("Rank", "unknown", None)],
    ),
    ("Each Player has a publicly tracked Ally. A Player may set their Ally to another Player.", [other("Ally", "name")]),
    (
        "Each Player has a publicly tracked Rank, defaulting to Cook. Ranks increase by 2, and Rank rises.",
        [other("Rank", "string", "Cook")],
    ),
    ("The Rank of each Player is a publicly tracked number.", [number("Rank")]),
    ("The Emperor keeps track of a Doom for each Player, which is a number.", [number("Doom")]),
    ("For each Room, the Emperor shall secretly track a Ghost, which is a string.", [other("Ghost", "string", "", "Room", "private")]),
    ("Each Knife has a publicly tracked Edge, defaulting to 2.", [number("Edge", 2, owner="Knife")]),
    (
        "Every Hero has a Cape that is tracked. Heroes have a Foe, defaulting to blank.",
        [other("Cape", "unknown", None, "Hero"), other("Foe", "string", "", "Hero")],
    ),
    ("Whether a Room is lit is tracked as either Yes or No.", [choice("Whether a Room is lit", "Yes|No", "No", "Room")]),
    ("Whether it rains is not tracked.", []),
    ("For each of them, tracked or not, there is hope.", []),
    ("Each other's Rank is tracked as a number.", []),
    ("Each Player has not yet been tracked.", []),
    ("A Player may carry a Sword, which is tracked.", []),
    ("Weather has a publicly tracked Mood.", []),
    ("Each (tracked) has a number.", []),
    ("The Player is tracked as a number.", []),
    ("The tide is publicly tracked as a number.", []),
    ("Each Player's status is tracked.", []),
    ("The Tools and their Makers are:\n* Saw: Smiths.\n\nEach Tool has a list of Makers, tracked here.", []),
    ("Each Player has a Cap, Hat or Hood, tracked publicly.", []),
    ("Each Player has a Sigil which represents a Lion and a Bear.", [other("Sigil", "unknown", None)]),
    (
        "Each Player has a Mark of Doom, tracked, a Lamp that shines on a Post and a Door, and a string.",
        [other("Mark of Doom", "unknown", None), other("Lamp", "string")],
    ),
    ("Each Player has a score, which is publicly tracked and defaults to 2.", [number("score", 2)]),
    ("Each Player has a publicly tracked Level. Each Player has a Level, which is an integer.", [number("Level")]),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:60] for text, _ in CASES])
def test_what_is_read(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text)] == expected


def test_the_proof_is_the_defining_sentence_of_the_text_as_written() -> None:
    (variable,) = variables("Each Player has a “Lamp”, which is tracked publicly. It defaults to 3.")
    assert (variable.name, variable.default, variable.rule) == ("Lamp", 3, "Rule")
    assert variable.quote == "Each Player has a “Lamp”, which is tracked publicly."


def test_the_kind_of_value_may_be_told_in_another_rule() -> None:
    told = "A Rune is a string of three letters, defaulting to ABC."
    stones = "Each Player has a Rune, tracked publicly."
    text = f"= Dynastic Rules =\n== Stones ==\n{stones}\n== Runes ==\n{told}\nA Rune is a list of signs.\n"
    assert [bare(variable) for variable in variables(text)] == [other("Rune", "string")]


def test_rules_without_effect_define_nothing() -> None:
    text = "Each Player has a Rank, defaulting to 1."
    third = f"= Special Case =\n{text}\n== B [Inactive] ==\n{text}\n== C [Active] ==\n{text}\n"
    page = f"= Core Rules =\n== A ==\n{text}\n{third}= Appendix =\n{text}\n"
    assert [variable.rule for variable in variables(f"= Dynastic Rules =\n== None ==\n{page}")] == ["C"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("zero", 0), ("minus five", -5), ("$1,000", 1000), ("50%", 50), ("Tier 2", 2), ("12 Gold", 12), ("A1", None), ("x", None)],
)
def test_numbers_in_values(text: str, value: int | None) -> None:
    assert as_number(text) == value


def test_singulars() -> None:
    plurals = "Cities Churches Dishes Glasses Boxes Heroes Women Cheeses Nemeses Bots Glass Bus Analysis Men"
    singulars = "City Church Dish Glass Box Hero Woman Cheese Nemesis Bot Glass Bus Analysis Men"
    assert [singular(plural) for plural in plurals.split()] == singulars.split()


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("A, B, or C", ("A", "B", "C")),
        ("A or blank", ("A", "")),
        ("A", None),
        ("set to A or B", None),
        ("none or empty", None),
        ("A and A", None),
    ],
)
def test_enumerations(text: str, items: tuple[str, ...] | None) -> None:
    assert listed(text) == items
