"""A profile's constraints over the players and the game, and its ranges."""

from __future__ import annotations

from parsers.ruleset.model import Variable
from tests.validators.profile.outcomes import GAME
from validators.profile.terms import Profile, Range, Unmet, compile_constraint, evaluate, with_ranges


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
