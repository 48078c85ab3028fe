"""The profiles of three invented dynasties: what each changes in what is read, and which constraints hold.

After a change: python -m tests.sync.settings.test_profile_games
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from parsers.gamestate.gamestate_model import GameState, Reading
from parsers.gamestate.tracking_page import read_gamestate
from sync.settings.profile_file import read_profile
from tests.parsers.gamestate.playing import GAMES, ROSTER, game_of, picture
from validators.profile.dynasty_profile import Profile, Unmet, evaluate, with_ranges

NAMES = ("levels", "bots", "buildings")
CHANGES = {
    "levels": ("Days of Rain: '''12'''", "Days of Rain: '''0'''"),
    "bots": ("| 88", "| 91"),
    "buildings": ("Summer|gold}}", "Winter|gold}}"),
}
"""A change of each page: what a constraint over the game says of it."""


def profile_of(name: str) -> Profile:
    return read_profile(GAMES / f"{name}.profile.toml")


def read(name: str, page: str, profile: Profile) -> GameState:
    rules = game_of(name)[0]
    return read_gamestate(page, replace(rules, variables=with_ranges(profile, rules.variables)), ROSTER, profile)


def outcomes(profile: Profile, state: GameState) -> Iterator[str]:
    """Of every constraint and everybody it is about: whether it holds."""
    game = plain(state.game)
    players = {name: plain(values) for name, values in state.players.items()}
    found = {(each.name, each.subject): each for each in evaluate(profile, players, game)}
    for constraint in profile.constraints:
        for subject in players if constraint.scope == "player" else [None]:
            match found.pop((constraint.name, subject), None):
                case None:
                    said = "holds"
                case Unmet(message=message, decided=True):
                    said = f"broken: {message}"
                case Unmet(message=message):
                    said = f"undecided: {message}"
            yield f"{constraint.name}, {subject or 'the game'}: {said}"
    assert not found


def plain(readings: Mapping[str, Reading]) -> dict[str, object]:
    return {name: reading.value for name, reading in readings.items()}


def flat(value: object, path: tuple[str, ...] = ()) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from flat(inner, (*path, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from flat(inner, (*path, str(i + 1)) if isinstance(inner, dict) else path)
    else:
        yield f"{' / '.join(path)}: {value}"


def made(name: str) -> dict[str, list[str]]:
    """What the profile brings about: what is no longer read, what is read now, what its constraints say."""
    rules, page = game_of(name)
    profile = profile_of(name)
    bare, state = read_gamestate(page, rules, ROSTER), read(name, page, profile)
    without, with_it = [*flat(picture(bare)), *limits(bare)], [*flat(picture(state)), *limits(state)]
    return {
        "gone": [line for line in without if line not in with_it],
        "new": [line for line in with_it if line not in without],
        "constraints": [*outcomes(profile, state)],
        "constraints after a change": [*outcomes(profile, read(name, page.replace(*CHANGES[name]), profile))],
    }


def limits(state: GameState) -> list[str]:
    return [
        f"limits / {each.name}: {'-∞' if each.min is None else each.min} to {'∞' if each.max is None else each.max}"
        for each in state.variables
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_profile_brings_about_what_is_expected(name: str) -> None:
    expected = json.loads((GAMES / f"{name}.profile.expected.json").read_text(encoding="utf-8"))
    assert made(name) == expected


@pytest.mark.parametrize("name", NAMES)
def test_every_profile_shows_every_part(name: str) -> None:
    profile = profile_of(name)
    page = game_of(name)[1]
    assert profile.columns
    assert profile.aliases
    assert profile.ranges
    assert {each.scope for each in profile.constraints} == {"player", "game"}
    assert profile.cadence == ({"Wound": "daily"} if name == "bots" else {})
    assert page.count(CHANGES[name][0]) == 1
    found = made(name)
    assert any(", the game: holds" in line for line in found["constraints"])
    assert any(", the game: broken" in line for line in found["constraints after a change"])
    for wanted in ("holds", "broken"):
        assert any(f": {wanted}" in line and "the game" not in line for line in found["constraints"])


if __name__ == "__main__":
    for each in NAMES:
        text = json.dumps(made(each), indent=2, ensure_ascii=False)
        (GAMES / f"{each}.profile.expected.json").write_text(text + "\n", encoding="utf-8")
