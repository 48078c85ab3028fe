"""Ways to define variables that other dynasties use, as the rules of an orchard would put them."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms, Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, variables

PICKERS = Terms("Picker", "Pickers", "Head Gardener")

GIVEN: list[tuple[str, list[Variable]]] = [
    (
        "A Barrel consists of a Cooper, who is a (perhaps idle) Picker or the Head Gardener, whose name is tracked; a "
        "tracked Stamp, which is a string; and a tracked positive integer volume",
        [other("Cooper", "name", "", "Barrel"), other("Stamp", "string", "", "Barrel"), number("volume", 1, 1, owner="Barrel")],
    ),
    (
        "Saplings are the smaller kin of Trees, named for their bark. Furthermore, they have a Height, which is an integer that starts "
        "at 2, "
        "and a Bark which can be Rough or Smooth.",
        [number("Height", 2, owner="Sapling"), choice("Bark", "Rough|Smooth", "Rough", "Sapling")],
    ),
    ("A Crate is made of slats. It has a Weight, which is a publicly tracked number.", [number("Weight", owner="Crate")]),
    ("Winter is coming. They have a Hat, which is a publicly tracked number.", []),
    ("Soon. They have a Hat, which is a publicly tracked number.", []),
    ("If it rains, all is wet. They have a Hat, which is a publicly tracked number.", []),
    ("Every Picker has a publicly tracked quantity of ‘windfalls’, starting at 4.", [number("windfalls", 4)]),
    ("Each Picker has a ‘Nickname’ which is tracked in the Shed as a string.", [other("Nickname", "string")]),
    ("Each Picker tends any number of Hives, which are publicly tracked.", [other("Hives", "list")]),
    ("Each Picker tends any number of Hives. Each Picker gains a number of Figs equal to their Hives.", []),
    (
        "Each Press houses zero or more Mice, and the Mice that it houses are publicly tracked.",
        [other("Mice", "list", "", "Press")],
    ),
    ("Each Picker employs a number of Helpers, the Names of which the Barn tracks.", [other("Helpers", "list")]),
    ("Each Basket may contain one or more Labels, tracked at the Barn.", [other("Labels", "list", "", "Basket")]),
    ("Each Picker has at most one Mentor, publicly tracked.", [other("Mentor", "unknown", "")]),
    (
        "Several Barns exist, tracked secretly by the Head Gardener: each has a Motto (which is a text string) and a Roof which is "
        "either Tin "
        "or Thatch.",
        [other("Motto", "string", "", "Barn", "private"), choice("Roof", "Tin|Thatch", "Thatch", "Barn", "private")],
    ),
    (
        "The Lower Valley is home to several Goats, each with a Bell (defaulting to “Brass”) and optionally a Kid, which is a string. "
        "This list"
        " of Goats and their belongings is tracked privately.",
        [other("Bell", "string", "Brass", "Goat", "private"), other("Kid", "string", "", "Goat", "private")],
    ),
    ("At any moment, one Picker is the Beekeeper, defaulting to none; this is always tracked.", []),
    (
        "At any given time, one Picker is the Cider Champion, defaulting to the Head Gardener; this is publicly tracked.",
        [other("Cider Champion", "name", "Head Gardener", "game")],
    ),
    ("A single Mule is known as the Lead Mule: its name is publicly tracked.", [other("Lead Mule", "string", "", "game")]),
    ("One apple a day is tracked by nobody.", []),
    (
        "The Head Gardener secretly assigns each Picker a Favourite Pear, which is tracked privately.",
        [other("Favourite Pear", "unknown", None, visibility="private")],
    ),
    ("The number of Walnuts a Picker has is publicly tracked, and starts at 6.", [number("Walnuts", 6)]),
    ("The quantity of Resin a Tree holds is publicly tracked.", [number("Resin", owner="Tree")]),
    ("Each Compass has a publicly tracked Bearing, a number from 0 to 359.", [number("Bearing", 0, 0, 359, "Compass")]),
    ("Each Picker is on a Rung of the Long Ladder, starting at Rung 3. A Picker’s Rung is publicly tracked.", [number("Rung", 3)]),
    (
        "Each Scarecrow has a Hat, and a Pose. Scarecrows are tracked on the Field page.",
        [other("Hat", "unknown", None, "Scarecrow"), other("Pose", "unknown", None, "Scarecrow")],
    ),
    ("The Long Night is a publicly tracked date.", [other("Long Night", "unknown", None, "game")]),
    ("Each Picker has a Grafting Skill that can never go under 1 or above 9, which is tracked.", [number("Grafting Skill", 1, 1, 9)]),
    ("Each Picker has a list of four Chores, which are publicly tracked.", [other("Chores", "list")]),
    ("Each Picker has a publicly tracked Alias, which defaults to the Picker’s name.", [other("Alias", "unknown", None)]),
    ("Each Wagon has a publicly tracked Spot, a string which starts at (3, 5).", [other("Spot", "string", "(3, 5)", "Wagon")]),
    ("Each Picker has a Tally Stick, tracked at the Gate, which defaults to 2,2,4.", [other("Tally Stick", "string", "2,2,4")]),
    (
        "There is a Breeze, always tracked, which can take the values Still, Mild, or Strong.",
        [choice("Breeze", "Still|Mild|Strong", "Mild", "game")],
    ),
    (
        "Each Picker has a Boot Size, which is publicly tracked and is a number known to that Picker and the Cobbler.",
        [number("Boot Size")],
    ),
    (
        "Each Picker has a Whistle, which is known only to that Picker and the Warden, and which is a number tracked privately.",
        [number("Whistle", visibility="private")],
    ),
    (
        "Each Picker has a Pocket, which is tracked and takes the form ‘3P’, where 3 is a number of Plums.",
        [other("Pocket", "unknown", None)],
    ),
    (
        "Each Cart has a Brand (a text string), an Axle (either Iron or Oak), both of which are tracked in the cart list.",
        [other("Brand", "string", "", "Cart"), choice("Axle", "Iron|Oak", "Iron", "Cart")],
    ),
    ("Each Picker has an Opinion of each Tree, which is tracked and is either Fond or Wary.", [choice("Opinion", "Fond|Wary", "Fond")]),
    (
        "Each Picker has a Trust towards every Tree, tracked, which is one of High or Low and starts at High to each Tree.",
        [choice("Trust", "High|Low", "High")],
    ),
    (
        "A Blossom has a Scent, which is a text string, a Fruit Set, which is an integer, a Bee Count, which is an integer.",
        [other("Scent", "string", "", "Blossom"), number("Fruit Set", owner="Blossom"), number("Bee Count", owner="Blossom")],
    ),
    ("A Picker has a Turn, which is a number.", []),
    (
        "Each Picker has a Ladder Height, an integer, and holds a Permit, which is publicly tracked.",
        [number("Ladder Height"), other("Permit", "unknown", None)],
    ),
    (
        "Each Picker is either a Climber, a Carrier or a Sorter, starting as a Sorter. This job is known as a Picker’s Trade. A "
        "Picker’s Trade"
        " and Hat Size are tracked in the Shed.",
        [choice("Trade", "Climber|Carrier|Sorter", "Sorter"), other("Hat Size", "unknown", None)],
    ),
    ("Everybody is either early or late. This is known as their Habit.", []),
    ("Each Picker is fond of pears.", []),
    ("Picker have a Lantern, which is publicly tracked and is a string.", [other("Lantern", "string")]),
    (
        "Each Picker has a publicly tracked Partner, which is either nobody (the default) or another Picker, or an idle Picker.",
        [other("Partner", "name")],
    ),
    ("Each Picker has a tracked Bunk Mate, which is nobody or another Picker.", [other("Bunk Mate", "name")]),
    ("For each unpicked Tree, each Picker has a Hunch, which is a number that starts at 2.", [number("Hunch", 2)]),
    ("For each unpicked Tree, nobody has a Hunch, which is a number.", []),
    ("Each Goat is wearing any number of Ribbons. This is tracked, and defaults to wearing none.", [other("Ribbons", "list", "", "Goat")]),
    ("Each Goat is carrying any number of Ribbons. They are tracked, and default to none.", [other("Ribbons", "list", "", "Goat")]),
    ("Each Goat is grazing on a Terrace, which is publicly tracked.", [other("Terrace", "unknown", None, "Goat")]),
    (
        "Each Goat has publicly-tracked numeric Scores for Milk, Wool and Temper.",
        [number("Milk", owner="Goat"), number("Wool", owner="Goat"), number("Temper", owner="Goat")],
    ),
    (
        "Each Bench has a Plaque (between two and four words), and a Colour, both of which are tracked.",
        [other("Plaque", "string", "", "Bench"), other("Colour", "unknown", None, "Bench")],
    ),
    (
        "At any given time, one Goat is the publicly tracked Bell Goat. This defaults to the first Goat in the Barn.",
        [other("Bell Goat", "string", None, "game")],
    ),
    (
        "There is a tracked list named Ripe Fruits that starts as an empty list and where every entry is a Fruit and a number named "
        "Ripeness.",
        [other("Ripe Fruits", "list", "", "game")],
    ),
    (
        "Each Picker has a Pail, and a Hoe. Both are tracked under one heading of the Shed page, with a ‘p’ before and a ‘h’ after.",
        [other("Pail", "unknown", None), other("Hoe", "unknown", None)],
    ),
    (
        "Each Picker may gather three different resources: Figs (F), Dates (D), and Nuts (N).",
        [],
    ),
    (
        "Each Picker has a share in two resources: Figs (F), and Dates (D). The quantity of each of them that a Picker has is tracked at "
        "the "
        "Barn. New Pickers start with 3 F and 4 D.",
        [number("Figs", 3), number("Dates", 4)],
    ),
    ("The list of Hymns and their tunes is below. This list of Hymns is sung daily.", []),
    (
        "A Kite is a toy; each Kite has a Tail (a string which defaults to blank) and a Flyer (the name of a Picker which starts as Wren).",
        [other("Tail", "string", "", "Kite"), other("Flyer", "name", "Wren", "Kite")],
    ),
    (
        "Each Picker has a tracked Rake, and each Ladder has a tracked number of Rungs.",
        [other("Rake", "unknown", None), number("Rungs", owner="Ladder")],
    ),
    ("Each windblown Picker has a tracked number of Leaves.", [number("Leaves")]),
    ("Each non-edible Berry has a tracked Colour.", [other("Colour", "unknown", None, "Berry")]),
    ("Each Shed has a Warmth, which is the total of its Stoves. The Warmth of a Shed is not tracked.", []),
    (
        "Each Picker may be a member of any number of Choirs, tracked as a list, and starting off belonging to none.",
        [other("Choirs", "list")],
    ),
    ("Each Picker has a tracked sum of Coppers, which by default is ₤40.", [number("Coppers", 40)]),
    ("Each Cask has a Spigot, which starts at the second Barrel of its Row.", [other("Spigot", "unknown", None, "Cask")]),
    ("Pots are tracked on the Kiln page.", []),
    ("Each Picker has a tally, tracked at the Gate, entitled Bushels.", [other("Bushels", "unknown", None)]),
    ("Each Scarecrow has a tracked Description.", [other("Description", "string", "", "Scarecrow")]),
    ("The Head Gardener tracks nothing.", []),
]

LISTED: list[tuple[str, list[Variable]]] = [
    (
        "A Terrace has the following characteristics:\n* A row number, which is a positive integer\n* Its Walls, which hold up to three "
        "Vines\n"
        "* Any number of Gates to other Terraces",
        [
            number("row number", 1, 1, owner="Terrace"),
            other("Walls", "list", "", "Terrace"),
            other("Gates", "list", "", "Terrace"),
        ],
    ),
    ("The following are secretly-tracked for each Picker:\n* Sap: A number that starts at 7.", [number("Sap", 7, visibility="private")]),
    (
        "Each Picker has zero or more of these following resources.\n* Twigs represent what is left over.\n* Mulch represents the rest.",
        [number("Twigs"), number("Mulch")],
    ),
    (
        "There exists a tracked list of Errands where each list entry has the following:\n* Sender - the name of a Picker\n* Fee - "
        "a number",
        [other("Errands", "list", "", "game")],
    ),
    ("To Prune, a Picker does the following:\n* Cut a Branch\n* Sweep up", []),
]

TOLD_LATER: list[tuple[str, list[Variable]]] = [
    ("Each Picker has a Larder, which is tracked at the Barn. A Larder consists of a list of Jams.", [other("Larder", "list")]),
    (
        "Each Picker has a Verdict, tracked at the Barn. The possible values for Verdict are in order: Sour, Plain, Sweet. New Pickers "
        "start "
        "with a Plain Verdict.",
        [choice("Verdict", "Sour|Plain|Sweet", "Plain")],
    ),
    (
        "Each Picker has a Slogan, which is a tracked string. Each Picker has a Bonus, which is a tracked number. Pickers start with an "
        "empty "
        "Slogan and a Bonus of 3.",
        [other("Slogan", "string"), number("Bonus", 3)],
    ),
    (
        "Each Picker has a tracked number of Nuts. Trees start the year with 3 Nuts. Bees begin with a song.",
        [number("Nuts")],
    ),
    (
        "Each Picker has a Hand Tool, which is publicly tracked. By default, a Picker’s Hand Tool is Rake.",
        [other("Hand Tool", "string", "Rake")],
    ),
    (
        "Each Picker has a Mix, which is publicly tracked. A Mix is made up of Seeds, which may be Flax, Hemp or Rye.",
        [other("Mix", "unknown", None)],
    ),
    (
        "Each Picker has a Badge, and a Rank. This information is privately tracked by the Head Gardener.",
        [other("Badge", "unknown", None, visibility="private"), other("Rank", "unknown", None, visibility="private")],
    ),
    (
        "Each Picker has an amount of Vigour, tracked at the Barn. A Picker defaults to having 8 Vigour.",
        [number("Vigour", 8)],
    ),
    ("New Pickers start with a Cold Welcome.", []),
]


CASES = [*GIVEN, *LISTED, *TOLD_LATER]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:50] for text, _ in CASES])
def test_what_pickers_define(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text, PICKERS)] == expected
