"""Where the dynasty's words for Player and Emperor are found, and what is said where places
disagree.
"""

from __future__ import annotations

import pytest

from parsers.ruleset import terms_of
from parsers.ruleset.ruleset_model import Terms
from parsers.ruleset.terms import read_terms
from parsers.ruleset.tree import read_tree
from tests.support.cases import cases

HEADED = "A Dynasty is headed by a single Ferryman, known as the Harbour Master."


def read(*paragraphs: str) -> tuple[Terms | None, list[str]]:
    terms, unread = read_terms(read_tree("= Core Rules =\n== R ==\n" + "\n\n".join(paragraphs)))
    assert {doubt.topic for doubt in unread} <= {"terms"}
    return terms, [doubt.why for doubt in unread]


@cases("terms")
def test_places_that_state_the_terms(paragraphs: list[str], terms: list[str]) -> None:
    assert read(*(text.replace("All ", "Yes, all ") for text in paragraphs)) == (Terms(*terms), [])


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("Ghosts", "Ghost"),
        ("Parties", "Party"),
        ("Witches", "Witch"),
        ("Bosses", "Boss"),
        ("Sheep", "Sheep"),
        ("Fish Eyes", "Fish Eye"),
    ],
)
def test_singular_is_guessed_only_where_none_is_stated(plural: str, singular: str) -> None:
    assert read(f"Thus all {plural} shall obey it.", "* Z (Emperor)") == (
        Terms(singular, plural, "Z"),
        [],
    )


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("Ghost", "Ghosts"),
        ("Party", "Parties"),
        ("Boy", "Boys"),
        ("Boss", "Bosses"),
        ("Witch", "Witches"),
        ("Fish", "Fishes"),
        ("Fox", "Foxes"),
    ],
)
def test_plural_is_guessed_only_where_none_is_stated(singular: str, plural: str) -> None:
    assert read(f"* {singular} (Player)", "* Z (Emperor)") == (Terms(singular, plural, "Z"), [])


def test_a_page_that_states_no_terms() -> None:
    assert read("Each of us obeys.") == (None, ["no rule states this dynasty's name for Players"])
    assert read("* Z (Emperor)") == (None, ["no rule states this dynasty's name for Players"])


def test_a_page_that_states_no_emperor() -> None:
    assert read("* Bee (Player)") == (
        Terms("Bee", "Bees", None),
        ["no rule states this dynasty's name for the Emperor"],
    )


def test_places_that_disagree_are_reported_and_the_rule_on_dynasties_goes_first() -> None:
    terms, doubts = read(HEADED, "* Boatman (Player)", "* Sluice Lord (Emperor)")
    assert terms == Terms("Ferryman", "Ferrymans", "Harbour Master")
    assert doubts == [
        "the rule on dynasties calls the Player 'Ferryman', the list of synonyms 'Boatman'",
        (
            "the rule on dynasties calls the Emperor 'Harbour Master', the list of synonyms 'Sluice"
            " Lord'"
        ),
    ]


def test_two_plurals_are_reported_and_the_one_that_is_stated_as_such_is_taken() -> None:
    terms, doubts = read(
        HEADED, "And all Boatmen shall obey it.", "One of the Ferrymen (plural form Ferrymen)."
    )
    assert terms == Terms("Ferryman", "Ferrymen", "Harbour Master")
    assert doubts == ["Players are called 'Boatmen' in one place, 'Ferrymen' in another"]


@pytest.mark.parametrize(
    "text",
    [
        "* The terms “Player” and “Player” are synonyms.",
        "* The terms “Bee” and “Insect” are synonyms.",
        "It is headed by a single " + "x" * 61 + ", known as the Queen.",
        "It is headed by a single Bee or two.",
    ],
)
def test_sentences_that_state_no_term(text: str) -> None:
    assert read(text)[0] is None


def test_dynastic_rules_do_not_state_the_terms() -> None:
    page = (
        f"= Core Rules =\n== R ==\n{HEADED}\n= Dynastic Rules =\n== S ==\nIt is headed by a single"
        " Bee, known as the Queen."
    )
    assert terms_of(page) == Terms("Ferryman", "Ferrymans", "Harbour Master")
    assert terms_of(page[page.index("= Dynastic") :]) is None
