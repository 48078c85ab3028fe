"""What three real Rulesets define, listed by reading them sentence by sentence.

A “current Act” whose number is “tracked in the next sentence” is left to the profile; and where
“lower than that Avatar’s Home Tier” limits a number, its kind is said to be unknown.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from parsers.ruleset.game_actions import read_actions
from parsers.ruleset.ruleset_model import Terms
from parsers.ruleset.variables import read_variables
from tests.parsers.ruleset.variables.reading import bare, edition, variable_of

EDITIONS = {
    "2020": (
        "Ruleset_2020-05-20.wikitext",
        Terms("Amnesiac", "Amnesiacs", "Past Memory"),
        "inactive-if-asterisk",
    ),
    "2023": (
        "Ruleset_215_2023.wikitext",
        Terms("Mindjacker", "Mindjackers", "Ascendant"),
        "active-if-standard",
    ),
    "2024": (
        "Ruleset_221_2024-01-23.wikitext",
        Terms("Necromancer", "Necromancers", "Grim Reaper"),
        None,
    ),
}

TABLE = tomllib.loads(Path(__file__).with_name("real_editions.toml").read_text(encoding="utf-8"))
VARIABLES = {
    year: [(variable_of(row["variable"]), row["rule"], row["piece"]) for row in rows]
    for year, rows in TABLE["variables"].items()
}
ACTIONS = {
    year: [(name, cadence, *(hours or [None])) for name, cadence, *hours in rows]
    for year, rows in TABLE["actions"].items()
}


@pytest.mark.parametrize("year", sorted(EDITIONS))
def test_the_variables_of_an_edition(year: str) -> None:
    name, terms, default = EDITIONS[year]
    found = read_variables(edition(name, terms, default), terms)
    assert [bare(variable) for variable in found] == [
        variable for variable, _, _ in VARIABLES[year]
    ]
    for variable, (_, rule, fragment) in zip(found, VARIABLES[year], strict=True):
        assert variable.rule == rule
        assert fragment in variable.quote


@pytest.mark.parametrize("year", sorted(EDITIONS))
def test_the_actions_of_an_edition(year: str) -> None:
    name, terms, default = EDITIONS[year]
    found = read_actions(edition(name, terms, default))
    assert [(action.name, action.cadence, action.min_gap_hours) for action in found] == ACTIONS[
        year
    ]


def test_no_variable_without_terms_goes_astray() -> None:
    """Without the dynasty's words everything is still found, under the noun as written."""
    name, terms, default = EDITIONS["2024"]
    found = [bare(variable) for variable in read_variables(edition(name, terms, default), None)]
    expected = [
        variable if variable.owner == "game" else replace(variable, owner="Necromancer")
        for variable, _, _ in VARIABLES["2024"]
    ]
    assert found == expected
