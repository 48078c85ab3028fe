"""Every reader of outside text: any text is a value or a refusal, and a text of twice the length is
at most twice the work.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import given, seed, settings

from tests.fuzz.entry_points import ENTRY_POINTS, EntryPoint, is_harmless, mutated
from tests.support.scale import BASE, scaled
from tests.support.steps import count_calls, peak_memory

EXAMPLES = 15
PIECES = 8
"""Of those of a reader, others with each commit."""
LONG = 2_000
"""Characters that a piece is repeated to; then twice as many."""
LONGEST_PIECE = 100
SMALL_CHANGE = 100_000
"""Bytes: what a reader keeps whatever the length, such as compiled expressions."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ENTRY_POINTS)
def test_any_text_is_a_value_or_a_refusal(name: str) -> None:
    fuzz(name, BASE, scaled(EXAMPLES))


def fuzz(name: str, base: int, examples: int) -> None:
    """Try so many mutated texts on one reader; the same ones for the same base."""
    entry = ENTRY_POINTS[name]

    @seed(base)
    @settings(settings.get_profile("ci"), max_examples=examples, derandomize=False, database=None)
    @given(mutated(entry.texts, entry.pieces))
    def attempt(text: str) -> None:
        entry.attempt(text)

    attempt()


@pytest.mark.parametrize("character", "é\ud7fc\u0378\N{NO-BREAK SPACE}٣")
def test_a_message_may_have_any_character_of_a_line(character: str) -> None:
    assert is_harmless(f"a{character}b")


@pytest.mark.parametrize(
    "character",
    "\0\n\r\x1b\x85\ud800\N{LINE SEPARATOR}\N{RIGHT-TO-LEFT OVERRIDE}\N{FIRST STRONG ISOLATE}",
)
def test_a_message_may_not_leave_its_line(character: str) -> None:
    assert not is_harmless(f"a{character}b")


def repeated(entry: EntryPoint, piece: str, size: int) -> Callable[[], None]:
    """Reading a text in which a piece stands again and again, over so many characters."""
    text = piece * (size // len(piece))
    return partial(entry.attempt, entry.around.format(text, text))


@pytest.mark.slow
@pytest.mark.parametrize("name", ENTRY_POINTS)
def test_twice_the_text_is_at_most_twice_the_work(name: str) -> None:
    """In calls and in bytes; 2.3 times for what a longer text has once more, such as a level.

    No text is measured twice, as readers keep what they have read.
    """
    entry = ENTRY_POINTS[name]
    grown = {}
    pieces = sorted({each for each in entry.pieces if len(each) <= LONGEST_PIECE})
    for piece in Random(BASE).sample(pieces, min(len(pieces), scaled(PIECES))):
        reading = partial(repeated, entry, piece)
        reading(LONG // 2)()  # the first text of its kind compiles expressions
        calls = [count_calls(reading(size)) for size in (LONG, 2 * LONG)]
        held = [peak_memory(reading(size)) for size in (LONG + 200, 2 * LONG + 400)]
        if calls[1] > 2.3 * calls[0] or held[1] > 2.3 * held[0] + SMALL_CHANGE:
            grown[piece] = calls, held
    assert grown == {}
