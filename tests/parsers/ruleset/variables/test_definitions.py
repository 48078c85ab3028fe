"""Sentences of dynastic rules (``definitions.toml``) and what is read from them; and flavour text,
from which nothing is.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from parsers.ruleset.ruleset_model import Terms
from parsers.ruleset.terms import singular
from parsers.ruleset.variables.traits import as_number, listed
from tests.parsers.ruleset.variables.reading import PLAIN, bare, dynasty, variable_of, variables

HERE = Path(__file__).parent
CASES = tomllib.loads((HERE / "definitions.toml").read_text(encoding="utf-8"))["case"]
FLAVOUR = (HERE / "flavour.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:60] for case in CASES])
def test_variables_that_a_text_defines(case: dict[str, list[str]]) -> None:
    terms = Terms(*case["words"]) if "words" in case else PLAIN
    assert [bare(variable) for variable in variables(str(case["text"]), terms)] == [
        variable_of(each) for each in case.get("defines", [])
    ]


@pytest.mark.parametrize(
    "terms", [Terms("Keeper", "Keepers", "Old Light"), None], ids=["with terms", "without"]
)
def test_flavour_text_defines_nothing(terms: Terms | None) -> None:
    assert len(dynasty(FLAVOUR, terms).prose.sentences) >= 100
    assert variables(FLAVOUR, terms) == ()


def test_the_proof_is_the_defining_sentence_of_the_text_as_written() -> None:
    (variable,) = variables(
        "Each Player has a “Lamp”, which is tracked publicly. It defaults to 3."
    )
    assert (variable.name, variable.default, variable.rule) == ("Lamp", 3, "Rule")
    assert variable.quote == "Each Player has a “Lamp”, which is tracked publicly."


def test_rules_without_effect_define_nothing() -> None:
    text = "Each Player has a Rank, defaulting to 1."
    third = f"= Special Case =\n{text}\n== B [Inactive] ==\n{text}\n== C [Active] ==\n{text}\n"
    page = f"= Core Rules =\n== A ==\n{text}\n{third}= Appendix =\n{text}\n"
    assert [variable.rule for variable in variables(f"= Dynastic Rules =\n== None ==\n{page}")] == [
        "C"
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zero", 0),
        ("-5", -5),
        ("$1,000", 1000),
        ("50%", 50),
        ("Tier 2", 2),
        ("12 Gold", 12),
        ("5 or 10", None),
        ("five or ten", None),
        ("A1", None),
        ("x", None),
    ],
)
def test_number_in_a_value(text: str, value: int | None) -> None:
    assert as_number(text) == value


def test_singular_of_a_plural() -> None:
    plurals = (
        "Cities Churches Dishes Glasses Boxes Heroes Women Cheeses Nemeses Bots Glass Bus"
        " Analysis Men"
    )
    singulars = "City Church Dish Glass Box Hero Woman Cheese Nemesis Bot Glass Bus Analysis Men"
    assert [singular(plural) for plural in plurals.split()] == singulars.split()


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("A, B, or C", ["A", "B", "C"]),
        ("A or blank", ["A", ""]),
        ("A", None),
        ("set to A or B", None),
        ("none or empty", None),
        ("A and A", None),
    ],
)
def test_values_of_an_enumeration(text: str, items: list[str] | None) -> None:
    assert listed(text) == (None if items is None else tuple(items))
