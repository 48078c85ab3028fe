"""Set forms of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.proposals.word_forms import fits

WORDS = st.lists(st.sampled_from(["a", "b", "c", "going"]), max_size=8)


@pytest.mark.parametrize(
    ("form", "text", "does"),
    [
        pytest.param("a b", "a b", True, id="its words"),
        pytest.param("a b", "a b c", False, id="one more"),
        pytest.param("a b", "a", False, id="one less"),
        pytest.param("a|b c", "b c", True, id="one of two"),
        pytest.param("a|b? c", "c", True, id="one that may be missing"),
        pytest.param("a|b? c", "a c", True, id="one that is there"),
        pytest.param("a? a", "a", True, id="the same word, once"),
        pytest.param("a? a", "a a a", False, id="the same word, too often"),
        pytest.param("… a", "b c a", True, id="a gap before"),
        pytest.param("… a", "a", True, id="a gap of no words"),
        pytest.param("a … c", "a b b c", True, id="a gap within"),
        pytest.param("a … c", "a b b", False, id="a gap, and not the end"),
        pytest.param("… a b …", "a c a b c", True, id="what is found later"),
        pytest.param("~ing a", "going a", True, id="an end"),
        pytest.param("~ing a", "gone a", False, id="another end"),
        pytest.param("a\nb", "b", True, id="the second form"),
    ],
)
def test_forms(form: str, text: str, does: bool) -> None:
    assert fits(text.split(), form) is does


def test_no_words_and_too_many_have_no_form() -> None:
    assert not fits([], "…")
    assert fits(["a"] * 80, "…")
    assert not fits(["a"] * 81, "…")


@given(WORDS)
def test_words_have_the_form_that_they_are(words: list[str]) -> None:
    assert fits(words, " ".join(words)) is bool(words)


@given(WORDS, WORDS, WORDS)
def test_a_gap_takes_what_stands_in_it(before: list[str], within: list[str], behind: list[str]) -> None:
    words = [*before, *within, *behind]
    assert fits(words, " ".join([*before, "…", *behind])) is bool(words)
