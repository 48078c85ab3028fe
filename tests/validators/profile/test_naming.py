"""Names in a profile that stand for nothing, and those that stand for something."""

from __future__ import annotations

import pytest

from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Roster
from parsers.ruleset.model import Variable
from tests.support.rules import ruleset_of
from validators.profile.naming import suggestion, unknown_aliases, unknown_names
from validators.profile.terms import Profile, Range, compile_constraint

ROSTER = Roster(("Ana", "Bo Bell"), idle=("Cy",))
COAL = Variable("Coal", "player", "integer", "Coal", "Each has Coal.", default=0)
FOG = Variable("Fog", "game", "integer", "Fog", "There is a Fog.", default=0)
SPARE = Variable("Spare", "player", "integer", "Spare", "Each has a Spare.", default=0)
PAGE = "'''Fog''': 2\n\n{|\n! Player !! Coal !! Last Dig\n|-\n| Ana || 3 || May\n|-\n| Bo Bell || 4 || May\n|}\n"


def state() -> GameState:
    return read_gamestate(PAGE, ruleset_of({}, variables=(COAL, FOG, SPARE)), ROSTER)


def constraint(check: str, over: str = "player") -> Profile:
    return Profile(constraints=(compile_constraint("a", check, "game" if over == "game" else "player"),))


@pytest.mark.parametrize(
    ("profile", "wrong"),
    [
        pytest.param(Profile(), [], id="empty"),
        pytest.param(Profile(columns={"coal": "Coal", "Fog": "Fog"}), [], id="columns"),
        pytest.param(
            Profile(columns={"Coall": "Coal"}),
            ["[columns] “Coall”: the tracking page has no such column or label; did you mean “Coal”?"],
            id="no column",
        ),
        pytest.param(
            Profile(columns={"Coal": "Cole"}), ["[columns] “Coal”: no variable “Cole”; did you mean “Coal”?"], id="no variable of a column"
        ),
        pytest.param(Profile(cadence={"Last Dig": "daily"}), [], id="cadence"),
        pytest.param(
            Profile(cadence={"Foo": "daily"}),
            ["[cadence] “Foo”: the tracking page has no such column or label; did you mean “Fog”?"],
            id="no cadence",
        ),
        pytest.param(Profile(ranges={"Spare": Range(max=3)}), [], id="range of a variable that is not on the page"),
        pytest.param(Profile(ranges={"Xylophone": Range(max=3)}), ["[ranges]: no variable “Xylophone”"], id="no range"),
        pytest.param(constraint("self.Coal <= 3 && game.Fog < 9 && self.Spare > 1 && self['Last Dig'] == 'May'"), [], id="constraint"),
        pytest.param(constraint("self.Cole <= 3"), ["constraint “a”: no variable “Cole”; did you mean “Coal”?"], id="typo in a constraint"),
        pytest.param(constraint("self.Fog <= 3"), ["constraint “a”: no variable “Fog”"], id="the game's as a player's"),
        pytest.param(constraint("self.Fog <= 3 && game.Fog > 1", "game"), [], id="over the game"),
        pytest.param(constraint("self.Coal <= 3", "game"), ["constraint “a”: no variable “Coal”"], id="a player's over the game"),
    ],
)
def test_names_of_variables_and_columns(profile: Profile, wrong: list[str]) -> None:
    assert list(unknown_names(profile, state())) == wrong


def test_aliases() -> None:
    given = [("A", "ana"), ("C", "Cy"), ("B", "Bo Bel"), ("Z", "Zed")]
    assert list(unknown_aliases(given, ROSTER)) == [
        "[aliases] “B”: no player is called “Bo Bel”; did you mean “Bo Bell”?",
        "[aliases] “Z”: no player is called “Zed”",
    ]


def test_a_suggestion_heeds_no_case() -> None:
    assert suggestion("COAL TAR", ["Coal Tars", "Fog"]) == "; did you mean “Coal Tars”?"
    assert suggestion("coal", []) == ""


@pytest.mark.parametrize(
    ("check", "values", "shown"),
    [
        pytest.param("self.Coal <= 3", {"Coal": 5}, "Coal is 5", id="number"),
        pytest.param("self.Coal == 'x' && game.Fog < 9", {"Coal": "y"}, "Coal is “y”, the game's Fog is 2", id="text and the game's"),
        pytest.param("size(self.Coal) > 3", {"Coal": ("a", "b")}, "Coal is “a, b”", id="list"),
        pytest.param("size(self.Coal) > 3", {"Coal": ()}, "Coal is blank", id="empty list"),
        pytest.param("self.Coal != null", {"Coal": None}, "Coal is blank", id="blank"),
        pytest.param("1 > 2", {}, "", id="no variable"),
    ],
)
def test_the_values_that_a_constraint_used(check: str, values: dict[str, object], shown: str) -> None:
    assert compile_constraint("a", check).expression.shown(values, {"Fog": 2}) == shown
