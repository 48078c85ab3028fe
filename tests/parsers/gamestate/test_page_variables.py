"""Variables from two sides: the rules and the tracking page."""

from __future__ import annotations

import pytest

from parsers.gamestate.page_variables import from_both_sides, names_shown
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Ruleset
from parsers.wiki import read_page
from tests.parsers.gamestate.playing import game_of

BOTH, ALONE = ("rules", "page"), ("rules",)
TERMS = "= Core Rules =\n== Synonyms ==\nAll Clerks shall obey it.\n"


def rules(text: str) -> Ruleset:
    return read_ruleset(f"{TERMS}= Dynastic Rules =\n== Desk ==\n{text}\n= Appendix =\nNone.\n", gamestate=True)


def page(*headers: str, label: str = "") -> str:
    cells = "\n| ".join("x" for _ in headers)
    head = "\n! ".join(headers)
    return f"{label}\n{{|\n! {head}\n|-\n| {cells}\n|}}\n"


def read(text: str, tracking: str) -> list[tuple[str, str, tuple[str, ...]]]:
    both = from_both_sides(rules(text), read_page(tracking))
    return [(each.name, each.type, each.sides) for each in both.variables]


CASES = {
    "a word in small letters": ("Each Player has a hat.", page("Player", "Hat"), [("hat", "unknown", BOTH)]),
    "what somebody may hold": ("A Player may carry a Sword of any kind.", page("Player", "Sword"), []),
    "a thing's property": ("Each Ship has a sail.", page("Ship", "Sail"), [("sail", "unknown", BOTH)]),
    "what is at the top of the page": ("The Tide is 3.", page("Player", label="'''Tide''': 3"), [("Tide", "unknown", BOTH)]),
    "an abbreviation": ("Each Player has a Level, defaulting to 2.", page("Player", "Lvl"), [("Level", "integer", BOTH)]),
    "the rules alone": ("Each Player has a Level, defaulting to 2.", page("Player", "Desk"), [("Level", "integer", ALONE)]),
    "a header that says little": ("Each Player has a note.", page("Player", "Notes"), []),
    "an event": ("If a Player has a hat, they may bow.", page("Player", "Hat"), []),
    "a mention": ("A Player may wear a hat on Sundays.", page("Player", "Hat"), []),
    "under a common header": ("Each Player has coal and tin.", page("Player", "Coal"), [("coal", "unknown", BOTH)]),
}


@pytest.mark.parametrize("case", CASES)
def test_what_the_page_adds(case: str) -> None:
    text, tracking, expected = CASES[case]
    assert read(text, tracking) == expected


def test_the_names_of_a_page_stand_in_headers_and_labels() -> None:
    text = "'''Tide''': 3\n{|\n! Player !! Hat\n|-\n! Ana\n| Fez\n|}\n"
    assert names_shown(read_page(text)) == ("Player", "Hat", "Ana", "Tide")


@pytest.mark.parametrize(("name", "alone"), [("bots", set()), ("buildings", {"Timber"}), ("levels", set())])
def test_a_page_takes_nothing_away(name: str, alone: set[str]) -> None:
    """Timber stands on its page under another name, which only the profile knows."""
    ruleset, text = game_of(name)
    both = from_both_sides(ruleset, read_page(text))
    assert [(each.owner, each.name) for each in both.variables] == [(each.owner, each.name) for each in ruleset.variables]
    assert {each.name for each in both.variables if each.visibility == "public" and each.sides == ALONE} == alone
