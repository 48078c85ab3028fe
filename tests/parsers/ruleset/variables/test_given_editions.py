"""What three real Rulesets define, listed by reading them sentence by sentence.

A “current Act” whose number is “tracked in the next sentence” is left to the profile; and where “lower than that Avatar’s Home Tier”
limits a number, its kind is said to be unknown.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.ruleset.actions import read_actions
from parsers.ruleset.model import Terms, Variable
from parsers.ruleset.variables import read_variables
from tests.parsers.ruleset.variables.expected import choice, number, other
from tests.parsers.ruleset.variables.reading import bare, edition

EDITIONS = {
    "2020": ("Ruleset_2020-05-20.wikitext", Terms("Amnesiac", "Amnesiacs", "Past Memory"), "inactive-if-asterisk"),
    "2023": ("Ruleset_215_2023.wikitext", Terms("Mindjacker", "Mindjackers", "Ascendant"), "active-if-standard"),
    "2024": ("Ruleset_221_2024-01-23.wikitext", Terms("Necromancer", "Necromancers", "Grim Reaper"), None),
}

_ROLES = "Mayor|Sheriff|Deputy|Gardener|Carpenter|Private Eye|Hunter|Fisherman|Impostor|Vandal|Arsonist|Burglar"

VARIABLES: dict[str, list[tuple[Variable, str, str]]] = {
    "2020": [
        (choice("Role", _ROLES, "Arsonist", visibility="private"), "What Am I?", "has a Role, tracked privately"),
        (choice("Whether they remember their Role", "Remembered|Forgotten", "Forgotten"), "What Am I?", "defaulting to Forgotten"),
        (other("Posture", "string"), "Declarations", "has a Posture"),
        (other("Mementoes", "list"), "Mementoes", "zero or more Mementoes"),
        (other("Owners", "list", "", "Memento"), "Mementoes", "has a list of Owners"),
        (other("hand of cards", "list"), "Playing Cards", "a hand of cards, which defaults to empty"),
        (other("Usual Hideout", "unknown", None, visibility="private"), "You Look Familiar", "has a Usual Hideout"),
        (other("name", "string", "", "Building"), "Buildings", "has a name and a state"),
        (choice("state", "burning|tagged|under construction|public|secure", "public", "Building"), "Buildings", "has a name and a state"),
        (number("Reputation", visibility="private"), "Reputation", "an integer Reputation"),
        (number("Evidence"), "Evidence", "has an amount of Evidence"),
        (other("Traitor", "name", "", "game", "private"), "The Traitor", "defaults to being nobody"),
    ],
    "2023": [
        (number("Level", 1), "Levels of Reality", "publicly-tracked non-negative integer defaulting to 1"),
        (other("Symbol Name", "string", None, "Avatar", "private"), "Avatars", "a unique Symbol Name"),
        (other("home Tier", "unknown", None, "Avatar", "private"), "Avatars", "a home Tier"),
        (other("occupancy Tier", "unknown", None, "Avatar", "private"), "Avatars", "an occupancy Tier"),
        (other("Star Sign", "unknown", None, "Avatar", "private"), "Avatars", "and a Star Sign"),
        (other("Memes", "set"), "Memes", "publicly tracked set of Memes"),
        (other("Observations", "set"), "Detectedness", "publicly tracked Observations"),
        (other("Anchor", "string"), "Anchors", "publicly-tracked Anchor"),
        (other("Portents", "list", "", "game", "private"), "Portents", "pieces of text privately tracked"),
        (number("Suspicion"), "Reality Enforcers", "has a Suspicion"),
        (other("Trigger", "string"), "Triggers", "which is a text string"),
        (number("Matterium"), "Tier 4: Protoplasmic Quantum Soup", "has a quantity of Matterium"),
        (other("Designation", "string", "", "Avatar", "private"), "Ontological Guardians", "has a Designation"),
        (other("Symbol Name", "string", "", "player", "private"), "Turnabout", "may or may not have a Symbol Name"),
        (number("Occupancy Tier", 1), "Turnabout", "defaults to Tier 1"),
    ],
    "2024": [
        (number("Cheese"), "Cheese", "non-negative integer called Cheese"),
        (number("Lifeforce", 100, None), "Glyphs", "integer named Lifeforce that may be negative"),
        (number("Mastery", 1), "Glyphs", "number named Mastery"),
        (number("Sharpness", owner="game"), "Glyphs", "number named Sharpness"),
        (number("Legacy"), "Dead Reckoning", "non-negative integer Legacy"),
        (choice("Phase of the Moon", "Waxing|Full|Waning|New", "Full", "game"), "Harvest Moon", "publicly tracked Phase of the Moon"),
    ],
}

ACTIONS: dict[str, list[tuple[str, str, int | None]]] = {
    "2020": [
        ("Recall a Memory somewhere", "custom", None),
        ("trigger a Flashback", "custom", None),
        ("generate cards", "custom", None),
        ("Reminisce", "custom", None),
        ("send the Past Memory an Accusation", "daily", 10),
        ("make a story post to the blog naming the Amnesiac", "custom", None),
        ("Role Action", "daily", 10),
        ("Role Action", "weekly", 24),
        ("Confront the Past Memory", "custom", None),
    ],
    "2023": [
        ("Ascending", "daily", 10),
        ("make an Activity Report", "daily", 10),
        ("Memetic Tunnelling", "daily", 10),
        ("lose a single Observation", "daily", 10),
        ("Mindjacking", "daily", 10),
        ("change their Anchor", "daily", 10),
        ("generate a Portent", "weekly", 24),
        ("make an Observatory Report", "weekly", 24),
        ("Astromantic Ritual", "daily", 10),
        ("acquire it", "daily", 10),
        ("Superencryption", "weekly", 24),
        ("create, edit or remove their Trigger", "daily", 10),
        ("message the Ascendant an instruction to generate a specific Portent", "weekly", 24),
        ("Descend", "daily", 10),
        ("Ascend", "daily", 10),
        ("Launch a Hunter/Seeker", "daily", 10),
        ("Psychic Ping", "weekly", 24),
        ("Extrasensory Assassination", "daily", 10),
        ("Sever Connection", "daily", 10),
        ("Blameshifting", "weekly", 24),
        ("Cast Chaff", "daily", 10),
        ("Entangling", "daily", 10),
        ("Tasting the Quantum Soup", "daily", 10),
        ("change the phrase", "daily", 10),
        ("Body Switch", "daily", 10),
        ("Resonance Testing", "daily", 10),
        ("Echo", "daily", 10),
        ("change their Occupancy Tier to any Tier", "daily", 10),
        ("Smuggle", "daily", 10),
        ("acquire it", "daily", 10),
        ("increase their Matterium", "daily", 10),
        ("acquire it", "daily", 10),
    ],
    "2024": [("Sands of the Hourglass", "daily", 10)],
}


@pytest.mark.parametrize("year", sorted(EDITIONS))
def test_the_variables_of_an_edition(year: str) -> None:
    name, terms, default = EDITIONS[year]
    found = read_variables(edition(name, terms, default), terms)
    assert [bare(variable) for variable in found] == [variable for variable, _, _ in VARIABLES[year]]
    for variable, (_, rule, fragment) in zip(found, VARIABLES[year], strict=True):
        assert variable.rule == rule
        assert fragment in variable.quote


@pytest.mark.parametrize("year", sorted(EDITIONS))
def test_the_actions_of_an_edition(year: str) -> None:
    name, terms, default = EDITIONS[year]
    found = read_actions(edition(name, terms, default))
    assert [(action.name, action.cadence, action.min_gap_hours) for action in found] == ACTIONS[year]


def test_no_variable_without_terms_goes_astray() -> None:
    """Without the dynasty's words everything is still found, under the noun as written."""
    name, terms, default = EDITIONS["2024"]
    found = [bare(variable) for variable in read_variables(edition(name, terms, default), None)]
    expected = [variable if variable.owner == "game" else replace(variable, owner="Necromancer") for variable, _, _ in VARIABLES["2024"]]
    assert found == expected
