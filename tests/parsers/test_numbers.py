"""Numbers in words become digits; words that only look like them do not."""

from __future__ import annotations

import re

import pytest

from parsers.numbers import NUMBER, read_number, with_digits
from tests.parsers.ruleset.editions import in_words
from tests.support.rows import rows


def test_every_number_up_to_999() -> None:
    for number in range(1, 1000):
        assert with_digits(f"at least {in_words(number)} hours") == f"at least {number} hours"


@pytest.mark.parametrize(("text", "digits"), rows(__file__, "other_spellings"))
def test_other_spellings(text: str, digits: str) -> None:
    assert with_digits(text) == digits


@pytest.mark.parametrize(("text", "value"), rows(__file__, "the_value_of_a_number"))
def test_the_value_of_a_number(text: str, value: int) -> None:
    assert re.fullmatch(NUMBER, text, re.IGNORECASE)
    assert read_number(text) == value
