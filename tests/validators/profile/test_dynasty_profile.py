"""A profile's constraints over the players and the game, its ranges, and names in it that stand for nothing."""

from __future__ import annotations

import pytest

from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Roster
from parsers.ruleset.ruleset_model import Variable
from tests.support.rules import ruleset_of
from tests.validators.profile.test_expression import GAME
from validators.profile.dynasty_profile import (
    Profile,
    Range,
    Unmet,
    compile_constraint,
    evaluate,
    unknown_aliases,
    unknown_names,
    with_ranges,
)

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
    given = [("A", "ana"), ("C", "Cy"), ("B", "BO BEL"), ("Z", "Zed")]
    assert list(unknown_aliases(given, ROSTER)) == [
        "[aliases] “B”: no player is called “BO BEL”; did you mean “Bo Bell”?",
        "[aliases] “Z”: no player is called “Zed”",
    ]


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


def test_a_profile_is_evaluated_for_every_player_and_once_for_the_game() -> None:
    profile = Profile(
        constraints=(
            compile_constraint("rich", "self.Money <= 20", message="too much money"),
            compile_constraint("sharp", "self.Sharpness == game.Sharpness && game.Sharpness < 4", "game"),
        )
    )
    players: dict[str, dict[str, object]] = {"Ana": {"Money": 21}, "Bo": {"Money": 20}, "Cy": {"Money": None}, "Di": {"Cash": 1}}
    assert list(evaluate(profile, players, GAME)) == [
        Unmet("rich", "Ana", "too much money"),
        Unmet("rich", "Cy", "its values do not fit: Money is blank", decided=False),
        Unmet("rich", "Di", "Money was not found", decided=False),
        Unmet("sharp", None, "“self.Sharpness == game.Sharpness && game.Sharpness < 4” does not hold"),
    ]
    assert list(evaluate(Profile(), players, GAME)) == []


def test_ranges_replace_what_was_read() -> None:
    level = Variable("Level", "player", "integer", "Levels", "Each has a Level.", min=0, max=9)
    role = Variable("Role", "player", "choice", "Roles", "Each has a Role.", choices=("Cook",))
    profile = Profile(ranges={"Level": Range(min=1), "Role": Range(max=2, choices=("Ghost",))})
    first, second, third = with_ranges(profile, (level, role, Variable("X", "game", "integer", "r", "q", min=3)))
    assert (first.min, first.max, first.choices) == (1, 9, None)
    assert (second.min, second.max, second.choices) == (None, 2, ("Ghost",))
    assert third.min == 3


def test_a_range_tells_the_kind_of_what_was_not_understood() -> None:
    plan = Variable("Plan", "player", "unknown", "Plans", "Each has a Plan.")

    def kind(given: Range) -> str:
        return with_ranges(Profile(ranges={"Plan": given}), (plan,))[0].type

    assert [kind(each) for each in (Range(min=0), Range(max=9), Range(choices=("A", "B")), Range())] == [
        "integer",
        "integer",
        "choice",
        "unknown",
    ]
