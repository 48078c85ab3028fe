"""Texts as values."""

from __future__ import annotations

import pytest

from parsers.gamestate.page_names import People
from parsers.gamestate.typed import ValueKind, typed
from tests.parsers.gamestate.playing import ROSTER, choice, number, variable
from tests.support.rows import rows

PEOPLE = People(ROSTER, {"Robert": "Bo Bell"}, ("emperor", "Secretary"))
LEVEL = number("Level")


@pytest.mark.parametrize(("text", "value"), rows(__file__, "numbers"))
def test_numbers(text: str, value: int) -> None:
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
def test_what_is_no_number_keeps_its_text_and_says_why(text: str) -> None:
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


@pytest.mark.parametrize(("text", "value"), rows(__file__, "choices"))
def test_choices(text: str, value: str) -> None:
    read = typed(text, choice("Colour", "Red", "Blue", "Dark Green", "None"), PEOPLE)
    assert (read.kind, read.value, read.failed) == (ValueKind.CHOICE, value, False)


@pytest.mark.parametrize("text", ["Purple", "D", "Dimmed", "?"])
def test_what_is_no_choice(text: str) -> None:
    read = typed(text, choice("Lamp", "Dark", "Dim"), PEOPLE)
    assert (read.value, read.failed, read.why) == (text, True, f"“{text}” is not one of Dark, Dim")


@pytest.mark.parametrize(("text", "value", "failed"), rows(__file__, "names"))
def test_names(text: str, value: str, failed: bool) -> None:
    read = typed(text, variable("Friend", "name"), PEOPLE)
    assert (read.value, read.failed) == (value, failed)


@pytest.mark.parametrize(("text", "pieces", "items"), rows(__file__, "lists"))
def test_lists(text: str, pieces: list[str] | None, items: list[str]) -> None:
    assert typed(text, variable("Hold", "list"), PEOPLE, pieces).value == tuple(items)
