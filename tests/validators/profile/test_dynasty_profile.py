"""A profile's constraints over the players and the game, its ranges, and names in it that stand for
nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Roster
from parsers.ruleset.ruleset_model import Variable
from tests.support.cases import cases
from tests.support.rules import ruleset_of
from tests.validators.profile.test_expression import GAME
from validators.profile.dynasty_profile import (
    Cadence,
    Profile,
    Range,
    Scope,
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
PAGE = (
    "'''Fog''': 2\n\n{|\n! Player !! Coal !! Last Dig\n|-\n| Ana || 3 || May\n|-\n| Bo Bell || 4 ||"
    " May\n|}\n"
)


def state() -> GameState:
    return read_gamestate(PAGE, ruleset_of({}, variables=(COAL, FOG, SPARE)), ROSTER)


def profile(
    columns: dict[str, str], cadence: dict[str, Cadence], variable: str, check: str, over: Scope
) -> Profile:
    """A profile with a range of a variable, and a constraint."""
    made = Profile(
        columns=columns, cadence=cadence, constraints=(compile_constraint("a", check, over),)
    )
    return replace(made, ranges={variable: Range(max=3)})


@cases("names")
def test_names_that_the_game_does_not_have_are_reported(
    given: dict[str, Any], wrong: str | None
) -> None:
    right = {"columns": {}, "cadence": {}, "variable": "Spare", "check": "true", "over": "player"}
    assert list(unknown_names(profile(**{**right, **given}), state())) == (
        [] if wrong is None else [wrong]
    )


def test_aliases() -> None:
    given = [("A", "ana"), ("C", "Cy"), ("B", "BO BEL"), ("Z", "Zed")]
    assert list(unknown_aliases(given, ROSTER)) == [
        "[aliases] “B”: no player is called “BO BEL”; did you mean “Bo Bell”?",
        "[aliases] “Z”: no player is called “Zed”",
    ]


@cases("used_values")
def test_a_constraint_shows_the_values_that_it_used(
    check: str, value: object | None, shown: str
) -> None:
    given = tuple(value) if isinstance(value, list) else value
    assert compile_constraint("a", check).expression.shown({"Coal": given}, {"Fog": 2}) == shown


def test_a_profile_is_evaluated_for_every_player_and_once_for_the_game() -> None:
    profile = Profile(
        constraints=(
            compile_constraint("rich", "self.Money <= 20", message="too much money"),
            compile_constraint(
                "sharp", "self.Sharpness == game.Sharpness && game.Sharpness < 4", "game"
            ),
        )
    )
    players: dict[str, dict[str, object]] = {
        "Ana": {"Money": 21},
        "Bo": {"Money": 20},
        "Cy": {"Money": None},
        "Di": {"Cash": 1},
    }
    assert list(evaluate(profile, players, GAME)) == [
        Unmet("rich", "Ana", "too much money"),
        Unmet("rich", "Cy", "its values do not fit: Money is blank", decided=False),
        Unmet("rich", "Di", "Money was not found", decided=False),
        Unmet(
            "sharp", None, "“self.Sharpness == game.Sharpness && game.Sharpness < 4” does not hold"
        ),
    ]
    assert list(evaluate(Profile(), players, GAME)) == []


def test_ranges_replace_what_was_read() -> None:
    level = Variable("Level", "player", "integer", "Levels", "Each has a Level.", min=0, max=9)
    role = Variable("Role", "player", "choice", "Roles", "Each has a Role.", choices=("Cook",))
    profile = Profile(ranges={"Level": Range(min=1), "Role": Range(max=2, choices=("Ghost",))})
    first, second, third = with_ranges(
        profile, (level, role, Variable("X", "game", "integer", "r", "q", min=3))
    )
    assert (first.min, first.max, first.choices) == (1, 9, None)
    assert (second.min, second.max, second.choices) == (None, 2, ("Ghost",))
    assert third.min == 3


def test_a_range_reports_the_kind_of_ununderstood_input() -> None:
    plan = Variable("Plan", "player", "unknown", "Plans", "Each has a Plan.")

    def kind(given: Range) -> str:
        return with_ranges(Profile(ranges={"Plan": given}), (plan,))[0].type

    assert [
        kind(each) for each in (Range(min=0), Range(max=9), Range(choices=("A", "B")), Range())
    ] == [
        "integer",
        "integer",
        "choice",
        "unknown",
    ]
