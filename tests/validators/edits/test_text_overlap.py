"""Texts held against each other word by word."""

from __future__ import annotations

import pytest

from validators.edits.text_overlap import ComparedText, Piece, pieces, words_of

OLD = ("a",) * 1_500


def test_long_texts_are_aligned_up_to_a_bound() -> None:
    assert list(pieces(OLD, OLD[:500])) == [Piece(OLD[500:], OLD[499:500], (), inserted=False)]
    longer = OLD[:501]
    assert list(pieces(OLD, longer)) == [Piece(OLD, inserted=False), Piece(longer)]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("one two three four five six", 1.0),
        ("two three four five six seven", 0.5),
        ("four five six seven eight nine", 0.0),
        ("two three", 1.0),
        ("two four", 0.0),
        ("", 0.0),
    ],
)
def test_share_of_words_that_a_text_contains(text: str, share: float) -> None:
    compared = ComparedText("One two three four five six.")
    assert compared.share(words_of(text)) == share


def test_words_in_another_order_are_never_a_whole_share() -> None:
    compared = ComparedText("b c d e f. a b c d e")
    assert compared.share(words_of("a b c d e f")) == 0.99
