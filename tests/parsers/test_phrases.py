"""The notation of wordings."""

from __future__ import annotations

import re

import pytest

from parsers.patterns import LONGEST, Phrase, WrongWording, fitting
from tests.support.rows import rows

SLOTS = {"n": re.compile("[0-9]++"), "name": re.compile(r"[A-Z]\w*+")}


def match(wording: str, text: str) -> dict[str, str] | None:
    found = Phrase(wording, SLOTS).match(text)
    return None if found is None else {name: slot[0] for name, slot in found.items()}


@pytest.mark.parametrize(
    ("wording", "text", "slots"), rows(__file__, "a_text_fits_as_a_whole_or_not_at_all")
)
def test_a_text_fits_as_a_whole_or_not_at_all(
    wording: str, text: str, slots: dict[str, str] | None
) -> None:
    assert match(wording, text) == slots


@pytest.mark.parametrize(
    "wording", ["add [a rule", "add a] rule", "add {rule", "add {what}", "(a|b", "a)b"]
)
def test_a_wording_that_is_none(wording: str) -> None:
    with pytest.raises(WrongWording):
        Phrase(wording, SLOTS)


def test_several_phrases_may_fit() -> None:
    phrases = [
        Phrase("go [now]", SLOTS),
        Phrase("stop", SLOTS),
        Phrase("go {n}", SLOTS),
        Phrase("(go|run)", SLOTS),
    ]
    assert list(fitting(phrases, "Go.")) == [(0, {}), (3, {})]


def test_of_several_ways_the_longest_is_taken_and_kept() -> None:
    assert match("(go|go {name}|go {name} {n}) {n}", "go Ana 3 4") == {"name": "Ana", "n": "4"}
    assert match("(go|go {name}|go {name} {n}) {n}", "go Ana 3") is None


def test_a_long_text_fits_nothing() -> None:
    """Nothing is tried twice: an expression that did would not come back from this one."""
    phrase = Phrase("[a] [a] [a] [(a|a a|a a a)] [a] [a] [(a|a a)] b", SLOTS)
    assert phrase.match("a " * (LONGEST // 2)) is None
    assert phrase.match("a " * LONGEST + "b") is None
