"""What is a correction of spelling, and what a change of substance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import cases
from validators.spelling import is_spelling

KNOWN = frozenset("lamp player receive boat harbour hob their".split())


@cases("spelling")
def test_a_correction_of_spelling(old: str, new: str) -> None:
    assert is_spelling(old, new, KNOWN) is True


@cases("substance")
def test_a_change_of_substance(old: str, new: str) -> None:
    assert is_spelling(old, new, KNOWN) is False


@cases("undecided")
def test_only_a_reader_can_tell(old: str, new: str) -> None:
    assert is_spelling(old, new, KNOWN) is None


def test_a_rewritten_text_is_not_compared_word_by_word() -> None:
    assert is_spelling("lamp boat " * 2_000, "boat hob " * 2_000) is False


FAR = "tehn " + "lamp boat " * 300


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        pytest.param("teeh " + "lamp boat " * 300 + "hob", None, id="few words differ"),
        pytest.param("tehn " + "lamp boat " * 300 + "hob", None, id="only the end differs"),
        pytest.param("teeh " + "lamp boat " * 300 + "not", False, id="a negation"),
        pytest.param("teeh " + "lamp boat " * 300 + "7", False, id="a number"),
        pytest.param("teeh " + "lamp hob " * 300 + "hobs", False, id="many words"),
    ],
)
def test_differences_far_apart_are_counted(new: str, expected: bool | None) -> None:
    assert is_spelling(FAR + "hobs", new) is expected


@pytest.mark.parametrize(
    ("letters", "expected"), [(40, None), (41, False)], ids=["the longest word", "too long"]
)
def test_a_very_long_word_is_not_compared_letter_by_letter(
    letters: int, expected: bool | None
) -> None:
    assert is_spelling("x" * letters, "x" * (letters - 1) + "y") is expected


WORDS = st.lists(
    st.sampled_from(
        "Hob may not set 3 lamps to red , . ; the a lamp harbours unless 12 quiet".split()
    ),
    max_size=30,
)


@given(WORDS, st.integers(0, 30), st.sampled_from("not 7 unless against Bob".split()))
def test_a_word_of_meaning_more_is_never_spelling(words: list[str], place: int, more: str) -> None:
    text = " ".join(words)
    changed = " ".join([*words[:place], more, *words[place:]])
    if more not in words:
        assert is_spelling(text, changed, {"hob", "bob"}) is False
        assert is_spelling(changed, text, {"hob", "bob"}) is False


@given(WORDS)
def test_a_text_is_spelt_like_itself(words: list[str]) -> None:
    assert is_spelling(" ".join(words), "\n  ".join(words)) is True


def test_the_singular_they() -> None:
    pairs = [
        ("she lights her lamp", "they light their lamp"),
        ("he has 3", "they have 3"),
        ("give it to him", "give it to them"),
    ]
    for old, new in pairs:
        assert is_spelling(old, new, KNOWN) is True
    assert is_spelling("she has 3 lamps", "they have 4 lamps", KNOWN) is False
    assert is_spelling("she lights a lamp", "you light a lamp", KNOWN) is False
