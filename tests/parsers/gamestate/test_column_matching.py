"""Columns and variables, and variables from two sides: the rules and the tracking page."""

from __future__ import annotations

import pytest

from parsers.gamestate.column_matching import from_both_sides, match_names, read_legend
from parsers.gamestate.gamestate_model import Match
from parsers.model import Confidence
from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import Ruleset
from parsers.wiki.wiki_page import read_page
from tests.parsers.gamestate.playing import game_of, number
from tests.support.cases import cases

Found = dict[str, tuple[str, str]]


def matched(columns: str, variables: str, **given: str) -> tuple[Found, dict[str, str]]:
    """What columns are matched to, with the confidence, and why others are not. Names are divided
    by ``;``.
    """
    names = [name.strip() for name in columns.split(";")]
    found = match_names(
        names,
        [number(name.strip()) for name in variables.split(";")],
        [("the profile says so", given)],
    )
    matches = {
        name: (match.variable.name, match.confidence.value)
        for name, match in zip(names, found.matches, strict=True)
        if match
    }
    return matches, {name: why for name, why in zip(names, found.whys, strict=True) if why}


@cases("names")
def test_column_named_like_one_variable(column: str, variable: str, confidence: str) -> None:
    assert matched(column, f"{variable}; Unrelated Thing") == ({column: (variable, confidence)}, {})


@pytest.mark.parametrize(
    ("column", "variable"),
    [
        ("Notes", "Coal"),
        ("", "Coal"),
        ("Cola", "Coal"),
        ("Xyz", "Coal"),
        ("-", "Coal"),
        ("(", "Coal"),
        ("Su", "Suspicion"),
        ("Points", "Victory Points"),
        ("Coal today", "Coal"),
    ],
)
def test_unknown_stays_unknown(column: str, variable: str) -> None:
    assert matched(column, variable) == ({}, {})


def test_an_abbreviation_of_two_variables_is_neither() -> None:
    assert matched("Cop", "Copra; Copper") == ({}, {"Cop": "it may be Copra or Copper"})
    assert matched("Cop; Copper", "Copra; Copper")[0] == {
        "Copper": ("Copper", "high"),
        "Cop": ("Copra", "medium"),
    }


def test_the_profile_comes_first() -> None:
    matches, _ = matched(
        "Stores / K; Coal; Kelp", "Coal; Kelp", K="Coal", Coal="Coal", Kelp="Nothing of the kind"
    )
    assert matches == {"Stores / K": ("Coal", "high"), "Kelp": ("Kelp", "high")}


def test_a_legend_of_the_page_explains_its_signs() -> None:
    nerve, coal = number("Nerve"), number("Coal")
    legend = read_legend(
        "Here: 🪨 = Nerve, '''C''' = Coal;\n{| style=Coal\n! 🪨 !! X = Y\n|}", [nerve, coal]
    )
    assert legend[1] == {"🪨": "Nerve", "C": "Coal"}
    found = match_names(["🪨", "C", "🪵"], [nerve, coal], [legend])
    assert [match and (match.variable.name, match.why) for match in found.matches] == [
        ("Nerve", "the page's legend says so"),
        ("Coal", "the page's legend says so"),
        None,
    ]
    assert match_names(
        ["C"], [nerve, coal], [("the profile says so", {"C": "Nerve"}), legend]
    ).matches[0] == Match(nerve, Confidence.HIGH, "the profile says so")


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("🪨", "🪨 = Nerve 🐟 = Coal"),
        ("🪨", "🐟 = Coal / 🪨 = Nerve"),
        ("🪨", "🐟 = Coal<br>🪨 = Nerve"),
        ("🪨", "🐟 = Coal. 🪨 = Nerve."),
        ("🪨", "🐟 = Coal and 🪨 = Nerve"),
        ("N", "C = Coal N = Nerve"),
        ("🪨", "🪨: Nerve"),
        ("🪨", "🪨 – Nerve"),
        ("🪨", "🪨 is the Nerve"),
        ("🪨", "<span title='x'>🪨</span>&nbsp;= [[Nerves|Nerve]]"),
        ("🪨", "&#129704; = Nerve"),
        ("⚔️", "⚔ = Nerve"),
        ("⚔", "⚔️ = Nerve"),
        ("1️⃣", "1️⃣ = Nerve"),
    ],
)
def test_legends_are_written_in_many_ways(header: str, line: str) -> None:
    variables = [number("Nerve"), number("Coal")]
    (match,) = match_names([header], variables, [read_legend(line, variables)]).matches
    assert match is not None
    assert (match.variable.name, match.why) == ("Nerve", "the page's legend says so")


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("🪨", "🪨 = Nerve fibre"),
        ("🪨", "🪨 = Nerve, 🪨 = Coal"),
        ("🪨", "🪨🪨 = Nerve"),
        ("🪨", "Nerve: 🪨"),
        ("B", "B: Nerve"),
        ("Ba", "Bab = Nerve"),
    ],
)
def test_a_line_that_explains_another_sign_or_word_is_no_legend(header: str, line: str) -> None:
    variables = [number("Nerve"), number("Coal")]
    legend = read_legend(line, variables)
    assert match_names([header], variables, [legend]).matches == [None]


BOTH, ALONE = ("rules", "page"), ("rules",)
TERMS = "= Core Rules =\n== Synonyms ==\nAll Clerks shall obey it.\n"


def rules(text: str) -> Ruleset:
    return read_ruleset(
        f"{TERMS}= Dynastic Rules =\n== Desk ==\n{text}\n= Appendix =\nNone.\n", gamestate=True
    )


def page(*headers: str) -> str:
    cells = "\n| ".join("x" for _ in headers)
    head = "\n! ".join(headers)
    return f"{{|\n! {head}\n|-\n| {cells}\n|}}\n"


def read(text: str, tracking: str) -> list[tuple[str, str, tuple[str, ...]]]:
    both = from_both_sides(rules(text), read_page(tracking))
    return [(each.name, each.type, each.sides) for each in both.variables]


def test_a_variable_is_found_in_the_rules_and_perhaps_on_the_page() -> None:
    text = "Each Player has a Level, defaulting to 2. Each Player has a hat."
    assert read(text, page("Player", "Lvl", "Hat")) == [("Level", "integer", BOTH)]
    assert read(text, page("Player", "Desk")) == [("Level", "integer", ALONE)]


@pytest.mark.parametrize(
    ("name", "alone"), [("bots", set()), ("buildings", {"Timber"}), ("levels", set())]
)
def test_a_page_takes_nothing_away(name: str, alone: set[str]) -> None:
    """Timber stands on its page under another name, which only the profile knows."""
    ruleset, text = game_of(name)
    both = from_both_sides(ruleset, read_page(text))
    assert [(each.owner, each.name) for each in both.variables] == [
        (each.owner, each.name) for each in ruleset.variables
    ]
    assert {
        each.name for each in both.variables if each.visibility == "public" and each.sides == ALONE
    } == alone
