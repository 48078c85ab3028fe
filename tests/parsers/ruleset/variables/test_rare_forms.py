"""Definitions in forms that few Rulesets have."""

from __future__ import annotations

from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Variable


def variables(sentence: str) -> dict[str, Variable]:
    text = f"= Core Rules =\n== A ==\nx\n= Dynastic Rules =\n== B ==\n{sentence}\n"
    return {each.name: each for each in read_ruleset(text, gamestate=True).variables}


def test_a_thing_that_is_tracked_is_told_beside_another() -> None:
    assert "Score" in variables("The Captain keeps watch, with the Score being secretly tracked by them.")


def test_one_thing_or_nothing_is_no_list_of_choices() -> None:
    assert variables("Each Player has a Pet, which is publicly tracked, which may be either a Wolf or blank.")["Pet"].choices is None
