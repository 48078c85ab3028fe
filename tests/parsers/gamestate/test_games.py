"""Three invented dynasties, and the sample game: what is read of their tracking pages."""

from __future__ import annotations

import json

import pytest

from parsers.blog.blog_page import read_page
from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Confidence, Roster
from parsers.ruleset.ruleset_model import Terms
from tests.parsers.gamestate.playing import (
    GAMES,
    ROSTER,
    Names,
    choice,
    game_of,
    number,
    picture,
    rules_of,
    variable,
    with_variables,
)
from tests.support.paths import DEMO

WRONG = ["Pemberly, Mooring", "T. Quillfeather, Tow"]
"""What is wrong there on purpose and is not of its type."""


@pytest.mark.parametrize("name", ["levels", "bots", "buildings"])
def test_a_game_is_read_as_expected(name: str) -> None:
    rules, page = game_of(name)
    expected = json.loads((GAMES / f"{name}.expected.json").read_text(encoding="utf-8"))
    assert picture(read_gamestate(page, rules, ROSTER)) == expected


SHAPES = (
    *(
        number("Depth", of="game"),
        number("Pressure", of="game"),
        number("Visibility", of="game"),
        number("Buoys", of="game"),
    ),
    *(
        choice("Tide", "Ebb", "Flood", of="game"),
        variable("Lead Diver", "name", of="game"),
        variable("Last Dive", "string", of="game"),
    ),
    *(
        variable("Warden", "string", of="game"),
        variable("Anchor", "string", of="game"),
        variable("Wrecks", "list", of="game"),
    ),
    *(
        number("Eels"),
        number("Octopuses"),
        number("Air Left"),
        variable("Gear", "list"),
        variable("Partner", "name"),
    ),
    variable("Code of the Dive", "list"),
)


def test_every_shape_that_tracking_pages_have_been_seen_in() -> None:
    """Its values were worked out by hand."""
    roster = Roster(("Nim", "Oda Marsh", "Pell"), ("Quill",))
    rules = rules_of(*SHAPES, terms=Terms("Diver", "Divers", "Harbourmaster"))
    names = Names({"E": "Eels", "O": "Octopuses"}, {"Oda": "Oda Marsh"})
    page = (GAMES / "shapes.page.wikitext").read_text(encoding="utf-8")
    assert picture(read_gamestate(page, rules, roster, names)) == json.loads(
        (GAMES / "shapes.expected.json").read_text(encoding="utf-8")
    )


def sample() -> GameState:
    rules = with_variables((DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8"))
    roster = read_page(
        (DEMO / "blog" / "index.html").read_bytes(), "https://blog.example", expect="front"
    ).roster
    return read_gamestate(
        (DEMO / "wiki" / "The_Long_Cut.wikitext").read_text(encoding="utf-8"), rules, roster
    )


def test_the_sample_game_is_read_whole() -> None:
    state = sample()
    assert (state.page, [unread.where for unread in state.unread]) == ("The Long Cut", WRONG)
    assert {name: reading.value for name, reading in state.game.items()} == {
        "Toll": 3,
        "Fog": 1,
        "Water": "Fair",
    }
    assert {name: reading.value for name, reading in state.players["T. Quillfeather"].items()} == {
        "Mooring": "Towpath",
        "Tow": "Hob",
        "Coal": 10,
        "Balance": 21,
        "Hold": ("Slate", "Slate", "Glass", "Salt"),
        "Lamp": "Dim",
        "Ensign": "The other feather",
    }
    assert (len(state.players), list(state.idle)) == (10, ["Fenwright", "Lady Tamsin"])
    assert {match.confidence for match in state.matches} == {Confidence.HIGH}
    assert [variable.name for variable in state.untracked] == ["Rope", "Reputation"]


def test_every_value_of_the_sample_game_has_its_place() -> None:
    state = sample()
    source = state.wiki.source
    assert [
        f"{entry.subject}, {entry.label}"
        for entry in state.entries
        if entry.typed.failed or entry.variable is None
    ] == WRONG
    for entry in state.entries:
        shown = source[entry.place.start : entry.place.end]
        assert entry.text in shown or entry.text.split()[0] in shown
