"""Definitions invented apart from the recognisers, in as many wordings as came to mind; what is read is right, or is not read."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms, Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

ROBOTS = Terms("Mechanic", "Mechanics", "Foreman")

CASES: list[tuple[str, list[Variable]]] = [
    # Lists below a sentence.
    (
        "Each Bot has:\n* A Frame, which is by default Light and may be Light, Medium or Heavy.\n* A Charge, which is a number from 0 to "
        "12.\n"
        "* A Serial, which is a string.",
        [choice("Frame", "Light|Medium|Heavy", "Light", "Bot"), number("Charge", 0, 0, 12, "Bot"), other("Serial", "string", "", "Bot")],
    ),
    (
        "Each Mechanic has the following tracked for them:\n* Grease, which is a non-negative integer.\n* Mood (Calm, Cross or Livid).",
        [number("Grease"), choice("Mood", "Calm|Cross|Livid", "Calm")],
    ),
    (
        "A Bot is defined by these properties:\n* A Model, being a string.\n* A Height, being an integer greater than zero.",
        [other("Model", "string", "", "Bot"), number("Height", 1, 1, owner="Bot")],
    ),
    (
        "The following information is publicly tracked for each Mechanic:\n* Bolts (integer, default 4)\n* Nuts (integer, default 0)",
        [number("Bolts", 4), number("Nuts")],
    ),
    (
        "Each Bot has the following attributes, which are publicly tracked: \n* Speed - an integer between 1 and 9, defaulting to 5\n"
        "* Owner - the name of a Mechanic",
        [number("Speed", 5, 1, 9, "Bot"), other("Owner", "name", "", "Bot")],
    ),
    (
        "All Mechanics have these publicly tracked values:\n* Wage: a number, which starts at 15.\n* Trade: one of Fitter, Welder or "
        "Turner.",
        [number("Wage", 15), choice("Trade", "Fitter|Welder|Turner", "Fitter")],
    ),
    # Names given later.
    (
        "Each Mechanic has a publicly tracked number, which defaults to 10 and cannot exceed 50. This value may be referred to as the "
        "Torque.",
        [number("Torque", 10, 0, 50)],
    ),
    (
        "Each Mechanic has a publicly tracked integer, known as that Mechanic's Rust, which defaults to 0.",
        [number("Rust")],
    ),
    (
        "Each Mechanic is either On Shift or Off Shift, defaulting to Off Shift. This is known as their Shift Status, and is publicly "
        "tracked.",
        [choice("Shift Status", "On Shift|Off Shift", "Off Shift")],
    ),
    (
        "For each Mechanic, a number is publicly tracked, which is called their Seniority and which defaults to 1.",
        [number("Seniority", 1)],
    ),
    # Signs.
    ("Each Mechanic has a Balance, a publicly tracked integer which can be negative.", [number("Balance", 0, None)]),
    ("Each Mechanic has a Drift, which is an integer (positive, negative or zero) and is publicly tracked.", [number("Drift", 0, None)]),
    ("Each Mechanic has a publicly tracked integer Polarity from -5 to 5 inclusive.", [number("Polarity", 0, -5, 5)]),
    ("Each Mechanic has a Debt, a publicly tracked integer that is never positive.", [number("Debt", 0, None, 0)]),
    ("Each Mechanic has an Altitude, tracked publicly, which is a number and may fall below zero.", [number("Altitude", 0, None)]),
    ("Each Mechanic has a Kudos, a publicly tracked integer of at least one.", [number("Kudos", 1, 1)]),
    ("Each Mechanic has a Kudos, which is publicly tracked, an integer, and strictly positive.", [number("Kudos", 1, 1)]),
    # Limits.
    ("Each Mechanic has a Rank, which is a publicly tracked integer from 1 through 8, initially 3.", [number("Rank", 3, 1, 8)]),
    ("Each Mechanic has Stamina (a publicly tracked integer, min 0, max 10, default 10).", [number("Stamina", 10, 0, 10)]),
    (
        "Each Mechanic has a publicly tracked Heat, which starts out at 20, has a minimum value of 5 and has a maximum value of 95.",
        [number("Heat", 20, 5, 95)],
    ),
    ("Each Mechanic has a Pressure in the range 0-100, which is publicly tracked.", [number("Pressure", 0, 0, 100)]),
    (
        "Each Mechanic has a Pressure, a publicly tracked whole number that must always be between two and twenty.",
        [number("Pressure", 2, 2, 20)],
    ),
    ("Each Mechanic has a publicly tracked Load that defaults to 0. A Mechanic's Load may never exceed 12.", [number("Load", 0, 0, 12)]),
    (
        "Each Mechanic has a publicly tracked Load that defaults to 0. If a Mechanic's Load would be raised above 12, it is set to 12 "
        "instead.",
        [number("Load")],
    ),
    ("Each Mechanic has a publicly tracked Load which defaults to 0 and is capped at 12.", [number("Load", 0, 0, 12)]),
    (
        "Each Mechanic may have up to 9 Spanners. The number of Spanners each Mechanic has is publicly tracked.",
        [number("Spanners", 0, 0, 9)],
    ),
    # Defaults.
    ("Each Mechanic has a publicly tracked Score. Scores default to 5.", [number("Score", 5)]),
    ("Each Mechanic has a publicly tracked Score, which is 5 unless otherwise specified.", [other("Score", "unknown", None)]),
    ("New Mechanics begin with 6 Coins. Each Mechanic has a publicly tracked number of Coins.", [number("Coins", 6)]),
    ("Each Mechanic has a publicly tracked amount of Scrap (default 7).", [number("Scrap", 7)]),
    ("Each Mechanic has an Oath, which is a publicly tracked text string that is initially empty.", [other("Oath", "string")]),
    ("Each Mechanic has a publicly tracked Bay, defaulting to Bay 3.", [number("Bay", 3)]),
    ("Each Mechanic has a Bench, which is publicly tracked and may be blank, and defaults to blank.", [other("Bench", "string")]),
    ("Each Mechanic has a Tool, a publicly tracked string, the default of which is “Wrench”.", [other("Tool", "string", "Wrench")]),
    # Choices.
    (
        "Each Mechanic has a publicly tracked Guild, which must be one of the following: Brass, Steel or Copper.",
        [choice("Guild", "Brass|Steel|Copper", "Brass")],
    ),
    (
        "Each Mechanic belongs to one of three Guilds (Brass, Steel and Copper), which is publicly tracked.",
        [],
    ),
    (
        "Each Mechanic has a Guild, publicly tracked, with possible values of Brass, Steel, and Copper.",
        [choice("Guild", "Brass|Steel|Copper", "Brass")],
    ),
    (
        "Each Mechanic has a publicly tracked Siren: either Loud (the default) or Quiet.",
        [choice("Siren", "Loud|Quiet", "Loud")],
    ),
    ("Each Mechanic may be Blessed or Cursed or neither, and this is publicly tracked as their Luck.", []),
    (
        "Each Mechanic has a publicly tracked Licence, whose valid values are Provisional, Full and Revoked, defaulting to Provisional.",
        [choice("Licence", "Provisional|Full|Revoked", "Provisional")],
    ),
    (
        "Each Mechanic has a publicly tracked Rune, which is a single letter from A to F.",
        [other("Rune", "string")],
    ),
    (
        "Each Mechanic has a Lever, which is publicly tracked and is set to either Up or Down. By default it is set to Down.",
        [choice("Lever", "Up|Down", "Down")],
    ),
    # Private ones.
    (
        "Each Mechanic has a Password known only to themselves and the Foreman, which is a string.",
        [other("Password", "string", visibility="private")],
    ),
    ("The Foreman privately tracks a Grudge for each Mechanic, an integer which starts at 3.", [number("Grudge", 3, visibility="private")]),
    (
        "Each Mechanic has a secret Goal, tracked by the Foreman, defaulting to none.",
        [other("Goal", "string", visibility="private")],
    ),
    (
        "Each Mechanic has a Hidden Flaw, which is secretly tracked by the Foreman and is one of Greed, Sloth, or Wrath.",
        [choice("Hidden Flaw", "Greed|Sloth|Wrath", "Greed", visibility="private")],
    ),
    (
        "Every Mechanic has a number of Favours, tracked by the Foreman in secret.",
        [number("Favours", visibility="private")],
    ),
    # Names, lists and sets.
    (
        "Each Mechanic has an Apprentice, which is the name of a different Mechanic or “None”, and is publicly tracked.",
        [other("Apprentice", "name")],
    ),
    ("Each Mechanic may have a Rival, who is another Mechanic, publicly tracked.", [other("Rival", "name")]),
    ("Each Mechanic has a Toolbox, which is a publicly tracked list of zero or more Tools.", [other("Toolbox", "list")]),
    ("Each Mechanic has a publicly tracked set of Perks, initially empty.", [other("Perks", "set")]),
    ("The Foreman maintains a publicly tracked list of Jobs. It is initially empty.", [other("Jobs", "list", "", "game")]),
    ("Each Mechanic has an Inventory, a list of items that they own, which is publicly tracked.", [other("Inventory", "list")]),
    # The game's own.
    (
        "There is a publicly tracked integer, the Alarm Level, which starts at 1 and can never exceed 5.",
        [number("Alarm Level", 1, 0, 5, "game")],
    ),
    ("The Day is a number, publicly tracked, beginning at 1.", [number("Day", 1, owner="game")]),
    ("The gamestate includes a publicly tracked number called the Quota, which defaults to 40.", [number("Quota", 40, owner="game")]),
    (
        "The Weather is either Fair, Foul or Fierce. It is publicly tracked and defaults to Fair.",
        [choice("Weather", "Fair|Foul|Fierce", "Fair", "game")],
    ),
    (
        "The Workshop has a Temperature, which is a publicly tracked integer from -10 to 60, defaulting to 18.",
        [number("Temperature", 18, -10, 60, "game")],
    ),
    ("A publicly tracked number called the Noise exists and has a default of 3.", [number("Noise", 3, owner="game")]),
    # Several at once.
    (
        "Each Mechanic has publicly tracked integers called Brawn, Brains, and Bravado, each defaulting to 2 and ranging from 0 to 6.",
        [number("Brawn", 2, 0, 6), number("Brains", 2, 0, 6), number("Bravado", 2, 0, 6)],
    ),
    (
        "Each Mechanic has a Left Hand and a Right Hand, each of which can hold a Tool and which default to empty; both are publicly "
        "tracked.",
        [other("Left Hand", "string"), other("Right Hand", "string")],
    ),
    (
        "Mechanics have two attributes: Skill (a number between 1 and 10, default 5) and Charm (a number between 1 and 10, default 1). "
        "Both are "
        "publicly tracked.",
        [number("Skill", 5, 1, 10), number("Charm", 1, 1, 10)],
    ),
    (
        "Each Mechanic has an X Position and a Y Position. These are publicly tracked integers, both defaulting to 0 and possibly "
        "negative.",
        [number("X Position", 0, None), number("Y Position", 0, None)],
    ),
    (
        "Each Bot has a Name and an Operator; the Name is a string of text and the Operator is a Mechanic. Both are publicly tracked.",
        [other("Name", "string", "", "Bot"), other("Operator", "name", "", "Bot")],
    ),
    (
        "Every Bot has a publicly tracked Battery (an integer from 0 to 3, defaulting to 3) and Arm (Claw, Hook or Brush, defaulting to "
        "Hook).",
        [number("Battery", 3, 0, 3, "Bot"), choice("Arm", "Claw|Hook|Brush", "Hook", "Bot")],
    ),
    # Told in several sentences.
    (
        "There are Docks. Each Dock has a Name (a string), a Tax (a number from 0 to 5) and a Keeper (a Mechanic or nobody).",
        [other("Name", "string", "", "Dock"), number("Tax", 0, 0, 5, "Dock"), other("Keeper", "name", "", "Dock")],
    ),
    (
        "Each Mechanic has a publicly tracked Fame, which is an integer. Fame can be negative. It defaults to 2.",
        [number("Fame", 2, None)],
    ),
    (
        "Each Mechanic has a publicly tracked number of Rivets. New Mechanics start with 3 Rivets. A Mechanic may never have more than 10 "
        "Rivets.",
        [number("Rivets", 3, 0, 10)],
    ),
    ("Each Mechanic has a publicly tracked number of Rivets. A Mechanic cannot have fewer than two Rivets.", [number("Rivets", 2, 2)]),
    ("Each Mechanic has a publicly tracked number of Rivets. A Bot cannot hold more than two Rivets at once.", [number("Rivets")]),
    ("Each Mechanic has a publicly tracked number of Rivets. A Mechanic cannot have more than several Rivets.", [number("Rivets")]),
    ("Each Mechanic has a publicly tracked number of Rivets. A Mechanic who has more than two Rivets is rich.", [number("Rivets")]),
    # What defines nothing, or not quite that.
    ("Each Mechanic with a Rank of 5 or more has a Parking Space.", []),
    ("A Mechanic's Overall Grade is the sum of their Skill and their Charm.", []),
    ("Each Mechanic's Strain is equal to their Load times two, and is not tracked.", []),
    ("Each Mechanic may have no more than two Proposals pending at a time.", []),
    ("If a Mechanic has a Rust of 10 or more, they may not work.", []),
    ("A Mechanic can have a Break at any time between noon and midnight.", []),
    ("Each Bot is worth a number of points equal to its Charge.", []),
    ("Mechanics with a Charm of less than 3 have a hard time of it.", []),
]
"""The text and the variables that a reader finds in it."""

UNREAD = frozenset[str]()
"""Openings of texts of which less is read than a reader finds, and nothing wrong."""


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:60] for text, _ in CASES])
def test_what_is_read_is_right(text: str, expected: list[Variable]) -> None:
    found = [bare(variable) for variable in variables(text, ROBOTS)]
    assert all(variable in expected for variable in found)
    assert found == expected or text[:60] in UNREAD
