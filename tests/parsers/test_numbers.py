"""Numbers in words become digits; words that only look like them do not."""

from __future__ import annotations

import re

import pytest

from parsers.numbers import NUMBER, read_number, with_digits
from tests.parsers.ruleset.editions import in_words


def test_every_number_up_to_999() -> None:
    for number in range(1, 1000):
        assert with_digits(f"at least {in_words(number)} hours") == f"at least {number} hours"


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("zero", "0"),
        ("a hundred hours", "100 hours"),
        ("one hundred twenty hours", "120 hours"),
        ("two hundred and seven", "207"),
        ("thirty six", "36"),
        ("forty-eight-hour", "48-hour"),
        ("more than two thirds", "more than 2/3"),
        ("a two-thirds majority", "a 2/3 majority"),
        ("2/3rds of the players", "2/3 of the players"),
        ("2/3rd, 2 third", "2/3, 2/3"),
        ("⅔ of them", "2/3 of them"),
        ("three thirds, 12/3, 2/31", "3 thirds, 12/3, 2/31"),
        ("no one, someone, often, attention, oneself", "no 1, someone, often, attention, oneself"),
        ("the ones who went nineteenth", "the ones who went nineteenth"),
        ("one hundredth", "1 hundredth"),
        ("", ""),
    ],
)
def test_words_and_signs_become_digits(text: str, digits: str) -> None:
    assert with_digits(text) == digits


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("Seven", 7),
        ("twenty-one", 21),
        ("forty two", 42),
        ("no", 0),
        ("zero", 0),
    ],
)
def test_value_of_a_number(text: str, value: int) -> None:
    assert re.fullmatch(NUMBER, text, re.IGNORECASE)
    assert read_number(text) == value
