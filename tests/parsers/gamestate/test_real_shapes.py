"""One page of an invented dynasty with every shape that tracking pages have been seen in, its values worked out by hand."""

from __future__ import annotations

from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Roster
from parsers.ruleset.model import Terms
from tests.parsers.gamestate.playing import Names, choice, number, rules_of, variable

PAGE = """{{gamestate|now}}
{{pill|Depth|40|teal}}
{{pill|Lead Diver| - |gold}}
'''Tide''': Ebb
Pressure: '''12'''
'''Visibility: 7'''
Last dive: '''17/01/23 14:09'''

{| class="wikitable"
|-
! Warden
| None
|-
! Anchor
| -
|}

{| class="wikitable"
|-
! Buoys
|-
| 9
|}

{| class="wikitable"
! Wrecks
|-
| Pinnace
|-
| Dory
|}

{| class="wikitable sortable"
|-
<!-- {{box| X | Y }} for gear -->
! rowspan=2 | Diver
! colspan=2 | Catch
! rowspan=2 | Air<br/>Left !! rowspan=2 | Gear !! rowspan=2 | Partner
|-
| style="background:wheat" | '''E'''
! style="background:tan" | O
|-
| Nim|| 1 || 0 || ●●●○ || {{box|Lamp|red}}{{box|Rope|blue}} || Oda (1st)
|-
| [[User:Oda Marsh|Oda]] || 2 ||3 || 2 || - <!-- lost --> || -
|-
| Pell || || 12 || ● || {{box|Net|tan}} ||
|}

{| class="wikitable"
|-
!
! Code of the Dive
|-
| rowspan="3" | Nim
| - <!-- one -->
|-
| 3fa
|-
| 7bc
|-
| rowspan="3" | Oda
| -
|-
| -
|-
| 01d
|}

== Idle ==
{| class="wikitable"
|+ Resting
! Diver !! Air Left
|-
| Quill || 4
|}
"""
VARIABLES = (
    *(number("Depth", of="game"), number("Pressure", of="game"), number("Visibility", of="game"), number("Buoys", of="game")),
    *(choice("Tide", "Ebb", "Flood", of="game"), variable("Lead Diver", "name", of="game"), variable("Last Dive", "string", of="game")),
    *(variable("Warden", "string", of="game"), variable("Anchor", "string", of="game"), variable("Wrecks", "list", of="game")),
    *(number("Eels"), number("Octopuses"), number("Air Left"), variable("Gear", "list"), variable("Partner", "name")),
    variable("Code of the Dive", "list"),
)


def state() -> GameState:
    roster = Roster(("Nim", "Oda Marsh", "Pell"), ("Quill",))
    rules = rules_of(*VARIABLES, terms=Terms("Diver", "Divers", "Harbourmaster"))
    return read_gamestate(PAGE, rules, roster, Names({"E": "Eels", "O": "Octopuses"}, {"Oda": "Oda Marsh"}))


def test_the_games_own_values() -> None:
    assert {name: reading.value for name, reading in state().game.items()} == {
        "Depth": 40,
        "Lead Diver": None,
        "Tide": "Ebb",
        "Pressure": 12,
        "Visibility": 7,
        "Last Dive": "17/01/23 14:09",
        "Warden": None,
        "Anchor": None,
        "Buoys": 9,
        "Wrecks": ("Pinnace", "Dory"),
    }


def test_everybodys_values() -> None:
    read = state()
    assert {who: {name: reading.value for name, reading in values.items()} for who, values in read.players.items()} == {
        "Nim": {
            "Eels": 1,
            "Octopuses": 0,
            "Air Left": 3,
            "Gear": ("Lamp", "Rope"),
            "Partner": "Oda Marsh",
            "Code of the Dive": ("3fa", "7bc"),
        },
        "Oda Marsh": {"Eels": 2, "Octopuses": 3, "Air Left": 2, "Gear": (), "Partner": None, "Code of the Dive": ("01d",)},
        "Pell": {"Eels": None, "Octopuses": 12, "Air Left": 1, "Gear": ("Net",), "Partner": None},
    }
    assert {who: {name: reading.value for name, reading in values.items()} for who, values in read.idle.items()} == {
        "Quill": {"Air Left": 4}
    }


def test_nothing_else_is_unread() -> None:
    read = state()
    assert [unread.why.partition(";")[0] for unread in read.unread] == ["no column is headed “Diver” or “Name”"]
    assert read.untracked == ()
