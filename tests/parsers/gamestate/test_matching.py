"""Columns and variables."""

from __future__ import annotations

import pytest

from parsers.gamestate.matching import Given, match_names, read_legend
from parsers.gamestate.model import Match
from parsers.model import Confidence
from tests.parsers.gamestate.playing import number

Found = dict[str, tuple[str, str]]


def matched(columns: str, variables: str, **given: str) -> tuple[Found, dict[str, str]]:
    """What columns are matched to, with the confidence, and why others are not. Names are divided by ``;``."""
    names = [name.strip() for name in columns.split(";")]
    found = match_names(names, [number(name.strip()) for name in variables.split(";")], Given(given))
    matches = {name: (match.variable.name, match.confidence.value) for name, match in zip(names, found.matches, strict=True) if match}
    return matches, {name: why for name, why in zip(names, found.whys, strict=True) if why}


@pytest.mark.parametrize(
    ("column", "variable", "sure"),
    [
        *(("Coal", "Coal", "high"), ("coal:", "Coal", "high"), ("Player’s Luck", "Player's luck", "high"), ("Coals", "Coal", "high")),
        *(("Meme", "Memes", "high"), ("Stores / Coal", "Coal", "high"), ("Stores / Coals", "Coal", "high")),
        *(("Coal / Dust", "Coal Dust", "high"), ("Coal (max 30)", "Coal", "high"), ("Current Coal", "Coal", "high")),
        *(("# of Memes", "Meme", "high"), ("Number of Memes", "Meme", "high"), ("POTM", "Phase of the Moon", "medium")),
        *(("P.M.", "Phase of the Moon", "medium"), ("Lvl", "Level", "medium"), ("Susp.", "Suspicion", "medium")),
        *(("Vict Poi", "Victory Points", "medium"), ("Domains / R", "Domains", "low")),
    ],
)
def test_one_column_and_one_variable(column: str, variable: str, sure: str) -> None:
    assert matched(column, f"{variable}; Unrelated Thing") == ({column: (variable, sure)}, {})


@pytest.mark.parametrize(
    ("column", "variable"),
    [
        *(("Notes", "Coal"), ("", "Coal"), ("Cola", "Coal"), ("Xyz", "Coal"), ("-", "Coal"), ("(", "Coal"), ("Su", "Suspicion")),
        *(("Points", "Victory Points"), ("Coal today", "Coal")),
    ],
)
def test_unknown_stays_unknown(column: str, variable: str) -> None:
    assert matched(column, variable) == ({}, {})


def test_an_abbreviation_of_two_variables_is_neither() -> None:
    assert matched("Cop", "Copra; Copper") == ({}, {"Cop": "it may be Copra or Copper"})
    assert matched("Cop; Copper", "Copra; Copper")[0] == {"Copper": ("Copper", "high"), "Cop": ("Copra", "medium")}


def test_the_profile_comes_first() -> None:
    matches, _ = matched("Stores / K; Coal; Kelp", "Coal; Kelp", K="Coal", Coal="Coal", Kelp="Nothing of the kind")
    assert matches == {"Stores / K": ("Coal", "high"), "Kelp": ("Kelp", "high")}


def test_a_legend_of_the_page_explains_its_signs() -> None:
    nerve, coal = number("Nerve"), number("Coal")
    legend = read_legend("Here: 🪨 = Nerve, '''C''' = Coal;\n{| style=Coal\n! 🪨 !! X = Y\n|}", [nerve, coal])
    assert legend == {"🪨": "Nerve", "C": "Coal"}
    found = match_names(["🪨", "C", "🪵"], [nerve, coal], Given(legend=legend))
    assert [match and (match.variable.name, match.why) for match in found.matches] == [
        ("Nerve", "the page's legend says so"),
        ("Coal", "the page's legend says so"),
        None,
    ]
    assert match_names(["C"], [nerve, coal], Given({"C": "Nerve"}, legend)).matches[0] == Match(
        nerve, Confidence.HIGH, "the profile says so"
    )
