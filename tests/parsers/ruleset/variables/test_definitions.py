"""The ways in which rules define variables, each with what must be read from it."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms, Variable
from parsers.ruleset.variables.values import as_number, listed, singular
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

CASES: list[tuple[str, list[Variable]]] = [
    ("Each Player has a Hat, which may be New, Worn or None, defaulting to None.", [choice("Hat", "New|Worn|None", "None")]),
    ("Each Player has a Hat, tracked, which is one of New, Worn or none. It defaults to none.", [choice("Hat", "New|Worn|", "")]),
    ("Prestige is a resource. It is tracked publicly for each Player and defaults to 3.", [number("Prestige", 3)]),
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
    ("Each Player has a Wealth, which is publicly tracked.", [other("Wealth", "unknown", None)]),
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
    (
        "Each Player has a publicly tracked Wit, Nerve, and Luck, which default to 2.",
        [number("Wit", 2), number("Nerve", 2), number("Luck", 2)],
    ),
    ("Each Player has a Wit, which is an integer, and Luck, which defaults to 4.", [number("Wit"), number("Luck", 4)]),
    ("Each Player has an integer known as 3.", []),
    ("Each Player has a publicly tracked Hue, either pale, dark.", [other("Hue", "unknown", None)]),
    ("Each Player has a publicly tracked Purse, which is a number of dollars, defaulting to $5,000.", [number("Purse", 5000)]),
    (
        "Each Floor of the House has a publicly tracked Alarm, which is either Silent or Loud.",
        [choice("Alarm", "Silent|Loud", "Loud", "Floor")],
    ),
    ("Each Player is in a particular Room, which is tracked publicly and defaults to the Lobby.", [other("Room", "string", "Lobby")]),
    ("Each Player's Mask can be Clown, Ghost, or Cat.", [choice("Mask", "Clown|Ghost|Cat", "Cat")]),
    (
        "Each Player has Food, Fuel, and Fame, all of which are numbers defaulting to 10, 5, and 0 respectively.",
        [other(name, "unknown", None) for name in ("Food", "Fuel", "Fame")],
    ),
    ("Each Player may have up to three Badges, each of which is one of Bronze, Silver or Gold.", [other("Badges", "list")]),
    (
        "Tracked on the Park page is a Time, which is one of Dawn, Noon, and Dusk and defaults to Dawn.",
        [choice("Time", "Dawn|Noon|Dusk", "Dawn", "game")],
    ),
    ("Each Player has a Ratio, defaulting to 1.5.", [number("Ratio", "1.5", type="number")]),
    ("Each Player has a Ratio, which is at least 1.0 and less than 3.0.", [number("Ratio", 1, 1, 3, type="number")]),
    ("Each Player has a publicly tracked Ratio of at least 2.5 and at most 7.5.", [number("Ratio", None, None, type="number")]),
    ("Each Player has a Score, which is a number and is empty by default.", [number("Score")]),
    ("Each Player has a Depth, which is a negative integer.", [number("Depth", -1, None, -1)]),
    ("Each Player has a Depth that is a number, 4 or more.", [number("Depth", 4, 4)]),
    ("Each Player has a Note, defaulting to a random word.", [other("Note", "unknown", None)]),
    ("Each Player has a Rank, which is one of Low or High, defaulting to low.", [choice("Rank", "Low|High", "Low")]),
    (
        "Each Player has a Role and a Target, tracked privately by the Emperor.",
        [other("Role", "unknown", None, visibility="private"), other("Target", "unknown", None, visibility="private")],
    ),
    ("There are several Rooms tracked on the House page.", [other("Rooms", "list", "", "game")]),
    (
        "Each Player has the following:\n* A Wit, which is an integer.\n** It shows.\n* Speed. It defaults to 4.\n* Charm: from 1 to 3.",
        [number("Wit"), number("Speed", 4), number("Charm", 1, 1, 3)],
    ),
    ("Each Player has a Hat, which is a number. The possible Hats are Cap and Fez.", [number("Hat")]),
    ("Each Player has a Hat, tracked publicly. The available ones shall be shared.", [other("Hat", "unknown", None)]),
    ("Each Player has a Lamp, tracked publicly. It is a thing of beauty.", [other("Lamp", "unknown", None)]),
    (
        "Each Player has Gold, tracked publicly. Each Goblin starts with 5 Gold. Each Player starts with four Gold and no Wood.",
        [number("Gold", 4)],
    ),
    ("The Rank of each Player is a publicly tracked number.", [number("Rank")]),
    ("For each Room, the Emperor shall secretly track a Ghost, which is a string.", [other("Ghost", "string", "", "Room", "private")]),
    (
        "Every Hero has a Cape that is tracked. Heroes have a Foe, defaulting to blank.",
        [other("Cape", "unknown", None, "Hero"), other("Foe", "string", "", "Hero")],
    ),
    ("Whether it rains is not tracked.", []),
    ("Each other's Rank is tracked as a number.", []),
    ("A Player may carry a Sword, which is tracked.", []),
    ("Each (tracked) has a number.", []),
    ("The tide is publicly tracked as a number.", []),
    ("Each Player has a Sigil which represents a Lion and a Bear.", [other("Sigil", "unknown", None)]),
    ("Each Player has a score, which is publicly tracked and defaults to 2.", [number("score", 2)]),
    ("Each Player has an amount of Grain Guilders (G$), which is publicly tracked and defaults to G$ 40.", [number("Grain Guilders", 40)]),
    (
        "Every Clay has the following Worked Properties with integer values from 0 to 5::\n* Grit\n* Shine",
        [number("Grit", 0, 0, 5, "Clay"), number("Shine", 0, 0, 5, "Clay")],
    ),
    (
        "Every Player may have one Tutor, who is another Player; this is privately tracked by the Emperor and by "
        "default a Player has no Tutor.",
        [other("Tutor", "name", visibility="private")],
    ),
    ("The Pegboard is a list of Hats. Hats are funny.", []),
]

THEMED: dict[Terms, list[tuple[str, list[Variable]]]] = {
    Terms("Mechanic", "Mechanics", "Foreman"): [
        (
            "Each Bot has:\n* A Frame, which is by default Light and may be Light, Medium or Heavy.\n* A Charge, which"
            " is a number from 0 to 12."
            "\n* A Serial, which is a string.",
            [
                choice("Frame", "Light|Medium|Heavy", "Light", "Bot"),
                number("Charge", 0, 0, 12, "Bot"),
                other("Serial", "string", "", "Bot"),
            ],
        ),
        (
            "The following information is publicly tracked for each Mechanic:\n* Bolts (integer, default 4)\n* Nuts (integer, default 0)",
            [number("Bolts", 4), number("Nuts")],
        ),
        (
            "For each Mechanic, a number is publicly tracked, which is called their Seniority and which defaults to 1.",
            [number("Seniority", 1)],
        ),
        ("Each Mechanic has a publicly tracked integer Polarity from -5 to 5 inclusive.", [number("Polarity", 0, -5, 5)]),
        ("Each Mechanic has a Kudos, a publicly tracked integer of at least one.", [number("Kudos", 1, 1)]),
        ("Each Mechanic has Stamina (a publicly tracked integer, min 0, max 10, default 10).", [number("Stamina", 10, 0, 10)]),
        (
            "Each Mechanic has a Pressure, a publicly tracked whole number that must always be between two and twenty.",
            [number("Pressure", 2, 2, 20)],
        ),
        ("Each Mechanic has a publicly tracked Load which defaults to 0 and is capped at 12.", [number("Load", 0, 0, 12)]),
        ("New Mechanics begin with 6 Coins. Each Mechanic has a publicly tracked number of Coins.", [number("Coins", 6)]),
        ("Each Mechanic has a publicly tracked Bay, defaulting to Bay 3.", [number("Bay", 3)]),
        (
            "Each Mechanic has a publicly tracked Guild, which must be one of the following: Brass, Steel or Copper.",
            [choice("Guild", "Brass|Steel|Copper", "Brass")],
        ),
        (
            "Each Mechanic has a publicly tracked Siren: either Loud (the default) or Quiet.",
            [other("Siren", "unknown", None)],
        ),
        (
            "Each Mechanic has a publicly tracked Rune, which is a single letter from A to F.",
            [other("Rune", "string")],
        ),
        (
            "The Foreman privately tracks a Grudge for each Mechanic, an integer which starts at 3.",
            [number("Grudge", 3, visibility="private")],
        ),
        (
            "Every Mechanic has a number of Favours, tracked by the Foreman in secret.",
            [number("Favours", visibility="private")],
        ),
        ("Each Mechanic has a Toolbox, which is a publicly tracked list of zero or more Tools.", [other("Toolbox", "list")]),
        ("Each Mechanic has an Inventory, a list of items that they own, which is publicly tracked.", [other("Inventory", "list")]),
        (
            "The Weather is either Fair, Foul or Fierce. It is publicly tracked and defaults to Fair.",
            [choice("Weather", "Fair|Foul|Fierce", "Fair", "game")],
        ),
        (
            "Each Mechanic has a Left Hand and a Right Hand, each of which can hold a Tool and which default to empty; both are publicly "
            "tracked.",
            [other("Left Hand", "string"), other("Right Hand", "string")],
        ),
        (
            "Each Bot has a Name and an Operator; the Name is a string of text and the Operator is a Mechanic. Both are publicly tracked.",
            [other("Name", "string", "", "Bot"), other("Operator", "name", "", "Bot")],
        ),
        (
            "Each Mechanic has a publicly tracked Fame, which is an integer. Fame can be negative. It defaults to 2.",
            [number("Fame", 2, None)],
        ),
        ("Each Mechanic has a publicly tracked number of Rivets. A Bot cannot hold more than two Rivets at once.", [number("Rivets")]),
        ("Each Mechanic with a Rank of 5 or more has a Parking Space.", []),
        ("Each Mechanic may have no more than two Proposals pending at a time.", []),
        ("Each Bot is worth a number of points equal to its Charge.", []),
    ],
    Terms("Picker", "Pickers", "Head Gardener"): [],
    Terms("Detective", "Detectives", "Mastermind"): [
        (
            "Each Detective has a Stress Level, tracked publicly, which is a number from 0 to 8 and is 0 by default.",
            [number("Stress Level", 0, 0, 8)],
        ),
        ("The current Hour is a publicly tracked number between 1 and 24. It begins at 9.", [number("Hour", 9, 1, 24, owner="game")]),
        (
            "Each Detective has a publicly tracked Rank. Ranks are, from lowest to highest: Constable, Sergeant, Inspector.",
            [other("Rank", "unknown", None)],
        ),
        ("The Mastermind may destroy any Gang that has no Turf.", []),
        ("All Detectives have been informed of the rules.", []),
    ],
    Terms("Sailor", "Sailors", "Admiral"): [
        ("Each Sailor has a Rank (a publicly tracked integer, defaulting to 1).", [number("Rank", 1)]),
        (
            "There is a publicly tracked Compass, whose value is one of North, East, South, or West; it defaults to North.",
            [choice("Compass", "North|East|South|West", "North", "game")],
        ),
        ("Tracked publicly for each Sailor is a Thirst, which is an integer defaulting to 0.", [number("Thirst")]),
        ("Each Sailor has Luck. Luck is a publicly tracked integer between -3 and 3, defaulting to zero.", [number("Luck", 0, -3, 3)]),
        ("A Sailor with a Rank of at least 5 has a Cabin.", []),
    ],
}


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:60] for text, _ in CASES])
def test_what_is_read(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text)] == expected


@pytest.mark.parametrize("terms", THEMED, ids=lambda terms: terms.player)
def test_what_a_dynasty_with_words_of_its_own_defines(terms: Terms) -> None:
    for text, expected in THEMED[terms]:
        assert [bare(variable) for variable in variables(text, terms)] == expected, text


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
