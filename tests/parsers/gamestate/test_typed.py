"""Texts as values."""

from __future__ import annotations

import pytest

from parsers.gamestate.page_names import People
from parsers.gamestate.typed import ValueKind, typed
from tests.parsers.gamestate.playing import ROSTER, choice, number, variable
from tests.support.cases import cases

PEOPLE = People(ROSTER, {"Robert": "Bo Bell"}, ("emperor", "Secretary"))
LEVEL = number("Level")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("+3", 3),
        ("-2", -2),
        ("−2", -2),
        ("–2", -2),
        ("0", 0),
        ("1,200", 1200),
        ("1 200 000", 1200000),
        ("1'000", 1000),
        ("$10", 10),
        ("$-10", -10),
        ("-$10", -10),
        ("50%", 50),
        ("7 coins", 7),
        ("12/20", 12),
        ("3 (4 tomorrow)", 3),
        ("3\nresting", 3),
        ("2.0", 2),
        ("★★★", 3),
        ("★★☆", 2),
        ("❤️❤️", 2),
        ("|||", 3),
        ("● ● ●", 3),
        ("xx", 2),
        ("✓", 1),
        ("seven", 7),
        ("Zero", 0),
        ("999999999999999999", 999999999999999999),
    ],
)
def test_number_in_a_cell(text: str, value: int) -> None:
    read = typed(text, LEVEL, PEOPLE)
    assert (read.value, read.kind, read.failed) == (value, ValueKind.INTEGER, False)


@pytest.mark.parametrize(
    "text",
    [
        "lots",
        "1,2",
        "3, 4",
        "12a",
        "3 5",
        "1 + 2",
        "x",
        "?",
        "∞",
        "infinite",
        "9" * 19,
        "★●",
        "111?",
        "★" * 501,
        "☆" * 2 + "●",
    ],
)
def test_values_that_are_no_number_keep_their_text_with_a_reason(text: str) -> None:
    read = typed(text, LEVEL, PEOPLE)
    assert (read.value, read.kind, read.failed) == (text, ValueKind.TEXT, True)
    assert read.why


def test_parts_of_a_whole_are_no_integers_unless_the_rule_speaks_of_them() -> None:
    assert (typed("2.5", LEVEL, PEOPLE).value, typed("2.5", LEVEL, PEOPLE).failed) == (2.5, True)
    assert typed("-2.5", variable("Weight", "number"), PEOPLE) == typed(
        "−2.5", variable("Weight", "number"), PEOPLE
    )
    assert not typed("2.5", variable("Weight", "number"), PEOPLE).failed
    assert not typed("2.5", variable("Weight", quote="a decimal number"), PEOPLE).failed


@pytest.mark.parametrize("text", ["", "-", "–", "none", "N/A", "nobody"])
def test_nothing_is_none_or_an_empty_list(text: str) -> None:
    for kind in ("integer", "string", "name", "unknown"):
        assert typed(text, variable("V", kind), PEOPLE).kind is ValueKind.NONE
    assert typed(text, None, PEOPLE).value is None
    assert typed(text, variable("V", "set"), PEOPLE).value == ()
    assert typed(text, choice("V", "Red", "Blue"), PEOPLE).kind is ValueKind.NONE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Red", "Red"),
        ("red", "Red"),
        ("Red (since May)", "Red"),
        ("Reds", "Red"),
        ("B", "Blue"),
        ("dark  green*", "Dark Green"),
        ("none", "None"),
    ],
)
def test_choice_in_a_cell(text: str, value: str) -> None:
    read = typed(text, choice("Colour", "Red", "Blue", "Dark Green", "None"), PEOPLE)
    assert (read.kind, read.value, read.failed) == (ValueKind.CHOICE, value, False)


@pytest.mark.parametrize("text", ["Purple", "D", "Dimmed", "?"])
def test_values_that_are_no_choice(text: str) -> None:
    read = typed(text, choice("Lamp", "Dark", "Dim"), PEOPLE)
    assert (read.value, read.failed, read.why) == (text, True, f"“{text}” is not one of Dark, Dim")


@cases("players")
def test_player_in_a_cell(text: str, value: str, failed: bool) -> None:
    read = typed(text, variable("Friend", "name"), PEOPLE)
    assert (read.value, read.failed) == (value, failed)


@cases("lists")
def test_list_in_a_cell(text: str, pieces: list[str] | None, items: list[str]) -> None:
    assert typed(text, variable("Hold", "list"), PEOPLE, pieces).value == tuple(items)
