"""The profile's file: what is read from it, what is refused, and how that is put."""

from __future__ import annotations

from pathlib import Path

import pytest

from sync.errors import UsageError
from sync.settings.profile_file import read_profile
from validators.profile.dynasty_profile import Profile, Range, Unmet, evaluate

WHOLE = """
[columns]
"Sis. Ship" = "Sister Ship"

[aliases]
"Ana B" = "Ana"

[ranges.Money]
min = 0
max = 20000

[ranges."Sister Ship"]
choices = ["Kestrel", "Heron"]

[[constraints]]
name = "rich"
check = "self.Money <= 20000"
message = "too much"

[[constraints]]
name = "sharp"
over = "game"
check = 'self["Phase of It"] == "Full"'

[cadence]
"Last Dig" = "daily"
"Last Feast" = "weekly"
"""


def read(text: str, folder: Path) -> Profile:
    path = folder / "dynasty.toml"
    path.write_text(text, encoding="utf-8")
    return read_profile(path)


def test_a_file_becomes_a_profile(tmp_path: Path) -> None:
    profile = read(WHOLE, tmp_path)
    assert profile.columns == {"Sis. Ship": "Sister Ship"}
    assert profile.aliases == {"Ana B": "Ana"}
    assert profile.ranges == {"Money": Range(0, 20000), "Sister Ship": Range(choices=("Kestrel", "Heron"))}
    assert profile.cadence == {"Last Dig": "daily", "Last Feast": "weekly"}
    assert [(each.name, each.scope, each.text) for each in profile.constraints] == [
        ("rich", "player", "self.Money <= 20000"),
        ("sharp", "game", 'self["Phase of It"] == "Full"'),
    ]
    broken = '“self["Phase of It"] == "Full"” does not hold'
    found = list(evaluate(profile, {"Ana": {"Money": 20001}, "Bo": {"Money": 20000}}, {"Phase of It": "New"}))
    assert found == [Unmet("rich", "Ana", "too much"), Unmet("sharp", None, broken)]


def test_an_empty_file_is_an_empty_profile(tmp_path: Path) -> None:
    assert read("", tmp_path) == Profile()


RULE = "[[constraints]]\nname = 'a'\n"


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[", "is not valid TOML"),
        ("[column]", "unknown key 'column'; did you mean 'columns'?"),
        ("[columns]\nA = 1", "key 'columns"),
        ("[ranges]\nA = 1", "key 'ranges"),
        ("[ranges.A]\nminn = 1", "unknown key 'ranges.A.minn'; did you mean 'min'?"),
        ("[ranges.A]\nwhatsoever = 1", "unknown key 'ranges.A.whatsoever'; known here: min, max, choices"),
        ("[ranges.A]\nmin = 'x'", "key 'ranges.A.min': must be a whole number, not text"),
        ("[ranges.A]\nmin = 2\nmax = 1", "key 'ranges.A': min 2 is above max 1"),
        ("[ranges.A]\nchoices = []", "key 'ranges.A': choices is empty"),
        ("[cadence]\nA = 'monthly'", "key 'cadence.A': must be one of daily, weekly, not 'monthly'"),
        (RULE, "key 'constraints[1]': the table lacks the key check"),
        (RULE + "check = 'true'\nchekc = 1", "unknown key 'constraints[1].chekc'; did you mean 'check'?"),
        (RULE + "check = 'true'\nover = 'players'", "key 'constraints[1].over': must be one of player, game, not 'players'"),
        (RULE.replace("a'", " '") + "check = 'true'", "key 'constraints[1].name': it is blank"),
        ((RULE + "check = 'true'\n") * 2, "key 'constraints[2].name': two constraints have this name"),
        (RULE + "check = 'self.A <> 1'", "key 'constraints[1].check': syntax error at '>', at character 9 of 'self.A <> 1'"),
        (RULE + 'check = "self.\\u001bA"', "key 'constraints[1].check': unexpected '.', at character 5"),
        ("[cadence]\n\"a\\u001b\" = 'x'", "key 'cadence.a\\\\e'"),
    ],
)
def test_a_wrong_file_is_refused_with_key_and_reason(tmp_path: Path, toml: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(toml, tmp_path)
    assert "dynasty.toml" in str(caught.value)
    assert message in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_ranges_meet_at_their_edges(tmp_path: Path) -> None:
    assert read("[ranges.A]\nmin = 1\nmax = 1", tmp_path).ranges == {"A": Range(1, 1)}


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="could not be read"):
        read_profile(tmp_path / "none.toml")
