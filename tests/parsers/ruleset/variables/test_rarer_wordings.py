"""Wordings met in few dynasties, each in a sentence of its own theme."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Variable
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import actions, bare, variables

CASES: list[tuple[str, list[Variable]]] = [
    (
        "Each Player has a statistic, tracked on the Mill page under the column “Flour”, which is an integer defaulting to 3.",
        [number("Flour", 3)],
    ),
    ("Each Player has a score, tracked in the “Chaff” column, which defaults to 1.", [number("Chaff", 1)]),
    ("Each Player has an amount of Grain Guilders (G$), which is publicly tracked and defaults to G$ 40.", [number("Grain Guilders", 40)]),
    (
        "Each Player has a Motto, which is a string, a Thirst and a Hunger (both integers from 1 to 9, defaulting to 4).",
        [other("Motto", "string"), number("Thirst", 4, 1, 9), number("Hunger", 4, 1, 9)],
    ),
    (
        "Each Player has a Thirst, a Hunger and a Sloth (all publicly tracked integers from 0 to 5).",
        [number("Thirst", 0, 0, 5), number("Hunger", 0, 0, 5), number("Sloth", 0, 0, 5)],
    ),
    ("Each Player has three publicly tracked sacks called Satchels, each of which may hold one Loaf.", [other("Satchels", "list")]),
    ("Each Player has a Floor, which is publicly tracked. New Players start on Floor B2.", [other("Floor", "string", "B2")]),
    ("The Treasury is a monetary value, and the Mill page tracks it.", [number("Treasury", owner="game")]),
    (
        "Each Kiln must have a Heat, and can have the following Details: a Glaze (which may be one from the set "
        "{Ash, Salt, Tin}), a label, "
        "which is flavour text, and an Owner, which by default is blank. These are all publicly tracked.",
        [
            other("Heat", "unknown", None, "Kiln"),
            choice("Glaze", "Ash|Salt|Tin", "Ash", "Kiln"),
            other("label", "string", "", "Kiln"),
            other("Owner", "string", "", "Kiln"),
        ],
    ),
    (
        "Each kind of clay has a name, a hardness which is a positive integer, a price, which is an integer between 1 and 8.",
        [
            other("name", "string", "", "Kind of clay"),
            number("hardness", 1, 1, owner="Kind of clay"),
            number("price", 1, 1, 8, "Kind of clay"),
        ],
    ),
    (
        "Every Clay has the following Worked Properties with integer values from 0 to 5::\n* Grit\n* Shine",
        [number("Grit", 0, 0, 5, "Clay"), number("Shine", 0, 0, 5, "Clay")],
    ),
    (
        "The name of the Day Potter and Night Potter is publicly tracked, as are both by default the Novice.",
        [other("Day Potter", "string", "Novice", "game"), other("Night Potter", "string", "Novice", "game")],
    ),
    ("The identity of the Thief is privately tracked by the Emperor.", [other("Thief", "name", "", "game", "private")]),
    (
        "There is a gamestate variable named Wind that is a publicly tracked string with a default of “Still”. Each Wind has a publicly "
        "tracked Strength.",
        [other("Wind", "string", "Still", "game"), other("Strength", "unknown", None, "Wind")],
    ),
    ("Each Player has a number of Ladder Points (or LP, for short). Each Player starts with 12 LP.", [number("Ladder Points", 12)]),
    (
        "Each Player has a noticeable amount of Static from the loom, which is a real number and is publicly tracked.",
        [
            number("Static", type="number"),
        ],
    ),
    (
        "There exist several different Looms, each of which has a name (which is flavour text), a list of Threads, and a non-negative "
        "integer maximum width.",
        [
            other("name", "string", "", "Loom"),
            other("Threads", "list", "", "Loom"),
            number("maximum width", owner="Loom"),
        ],
    ),
    (
        "A Shuttle may optionally have a Weaver, which is the identity of a Player. Shuttles default to having no Weaver. New Shuttles are "
        "always Bare.",
        [other("Weaver", "name", "", "Shuttle")],
    ),
    ("Each Shuttle has a Knot, which is publicly tracked. Shuttles have no Knot by default.", [other("Knot", "string", "", "Shuttle")]),
    (
        "There is a publicly tracked value called Draught, which is by default 2 and represents how cold the mill is.",
        [number("Draught", 2, owner="game")],
    ),
    (
        "Each Player keeps a Privately Tracked Shutter, defaults to Ajar, and can be either Ajar or Barred.",
        [choice("Shutter", "Ajar|Barred", "Ajar", visibility="private")],
    ),
    ("Each Player has an Apron. A Player's Apron need not be explicitly tracked.", [other("Apron", "unknown", None)]),
    (
        "Each Player has three Talents: Weaving, Dyeing and Spinning. Talents are publicly tracked integers that default to 2.",
        [number("Weaving", 2), number("Dyeing", 2), number("Spinning", 2)],
    ),
    (
        "Each Player has 2 publicly tracked Hands (Upper and Lower), which are both strings.",
        [other("Upper", "string"), other("Lower", "string")],
    ),
    ("Each Player has three Chores: Weaving and Dyeing. They must be done by noon.", [other("Chores", "unknown", None)]),
    ("Players start with 6 Bobbins, which are tracked publicly.", [number("Bobbins", 6)]),
    ("Players start with some Bobbins, which are tracked on the Mill page and left there.", []),
    (
        "A Bale is publicly tracked, and has a Weight in stones (from 1 to 20), a Mark (which is flavour text), and may "
        "have a Carter, who is "
        "a Player.",
        [number("Weight", 1, 1, 20, "Bale"), other("Mark", "string", "", "Bale"), other("Carter", "name", "", "Bale")],
    ),
    (
        "Each Loom has a Width and a Weft. The Width of a Loom is an integer from 1 to 9; the Weft of a Loom is a "
        "string, defaulting to blank.",
        [number("Width", 1, 1, 9, "Loom"), other("Weft", "string", "", "Loom")],
    ),
    (
        "Each Player has a Basket, which is publicly tracked and by default empty. A Basket may contain any number of Bobbins.",
        [other("Basket", "list")],
    ),
    (
        "Moths have a Hunger (a number from 1 to 6) and a Hue (Grey, Brown or White). All of this information is publicly tracked.",
        [number("Hunger", 1, 1, 6, "Moth"), choice("Hue", "Grey|Brown|White", "Brown", "Moth")],
    ),
    (
        "Every Player may have one Tutor, who is another Player; this is privately tracked by the Emperor and by "
        "default a Player has no Tutor.",
        [other("Tutor", "name", visibility="private")],
    ),
    (
        "Each Player has some statistics (a Wit and a Charm), which are publicly tracked integers.",
        [number("Wit"), number("Charm")],
    ),
    ("Each Player has a number tracked on the Mill page under the column “Husks”.", [number("Husks")]),
    (
        "Low Tide and High Tide are publicly tracked numbers, defaulting to 2 and 9 respectively.",
        [number("Low Tide", 2, owner="game"), number("High Tide", 9, owner="game")],
    ),
    ("The Password is a publicly tracked word chosen by the Emperor.", [other("Password", "string", "", "game")]),
    (
        "Each Spool has a Shade (plum, rust or straw) and a Length, which is a number; these are privately tracked by the Emperor.",
        [choice("Shade", "plum|rust|straw", "plum", "Spool", "private"), number("Length", owner="Spool", visibility="private")],
    ),
    ("The Pegboard is a list of Hats that Players may borrow. It is tracked on the Mill page.", [other("Pegboard", "list", "", "game")]),
    ("The Pegboard is a list of Hats. Hats are funny.", []),
    (
        "The Emperor keeps a private tally of each Player's Blots, which starts at zero.",
        [number("Blots", visibility="private")],
    ),
    (
        "Each Barn has Sacks of Barley, Oats and Rye. Each of these is a publicly tracked number, and each starts at 30.",
        [number("Barley", 30, owner="Barn"), number("Oats", 30, owner="Barn"), number("Rye", 30, owner="Barn")],
    ),
    ("Each Player has a Purse of 40 Pence, and their Purse is publicly tracked.", [number("Purse")]),
    (
        "The Clock's Chime is tracked on the Mill page as Soft, Loud or Cracked. It begins as Soft.",
        [choice("Chime", "Soft|Loud|Cracked", "Soft", "Clock")],
    ),
    (
        "Each Player has a publicly tracked quantity of each of Hemp, Jute and Flax, all of which default to 2.",
        [number("Hemp", 2), number("Jute", 2), number("Flax", 2)],
    ),
    (
        "There is a publicly tracked Fashion, which is a colour chosen from Buff, Teal and Puce, and which defaults to Teal.",
        [choice("Fashion", "Buff|Teal|Puce", "Teal", "game")],
    ),
    ("Each Moth has its own Corner. A Corner is either Dark or Light.", []),
    ("Each of the three looms has a view: one of the yard, one of the yard, and one of the pond.", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:60] for text, _ in CASES])
def test_what_is_defined(text: str, expected: list[Variable]) -> None:
    assert [bare(variable) for variable in variables(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Loom Action is a daily action which costs 1 Thread. As a Loom Action, a Player may Weave.", [("Weave", "daily")]),
        ("The Emperor may, once per week, Oil the Loom by posting about it.", [("Oil the Loom", "weekly")]),
        ("As a weekly action, any Player can Wait for Rain, which ends the Draught.", [("Wait for Rain", "weekly")]),
        ("As a daily action, a Player may spend 2 Thread to Mend the Net.", [("Mend the Net", "daily")]),
        ("As a weekly action, any Player can Wait for somebody else.", [("Wait", "weekly")]),
    ],
    ids=["kind of the dynasty", "modal before the period", "for a capital", "cost before the name", "for in small letters"],
)
def test_what_may_be_done(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(action.name, action.cadence) for action in actions(text)] == expected
