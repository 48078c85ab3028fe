"""What is a correction of spelling, and what a change of substance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validators.spelling import is_spelling

KNOWN = frozenset("lamp player receive boat harbour hob their".split())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("Each player recieve a lamp", "Each player receive a lamp", id="two letters swapped"),
        pytest.param("recieve a lamp from thier boat", "receive a lamp from their boat", id="two words"),
        pytest.param("teh lamp", "the lamp", id="a short word swapped"),
        pytest.param("Zepelin sails. The Zeppelin sinks.", "Zeppelin sails. The Zeppelin sinks.", id="the right word stands elsewhere"),
        pytest.param("the the lamp", "the lamp", id="a doubled word"),
        pytest.param("light lamp", "light a lamp", id="an article"),
        pytest.param("a lamp", "the lamp", id="another article"),
        pytest.param("Lamps, red", "lamps red", id="punctuation and case"),
        pytest.param("a  b\n c", "a b c", id="white space"),
        pytest.param("an other lamp", "another lamp", id="one word of two"),
        pytest.param("its lamp", "it's lamp", id="an apostrophe"),
        pytest.param("can not go", "cannot go", id="a negation as one word"),
        pytest.param("three lamps", "3 lamps", id="a number in digits"),
        pytest.param("", "", id="nothing"),
        pytest.param("evry lamp", "every lamp", id="a word of rules"),
        pytest.param("untill then, and befor", "until then, and before", id="two words of rules"),
        pytest.param("it may ocur", "it may occur", id="a word that stands nowhere else"),
    ],
)
def test_spelling(old: str, new: str) -> None:
    assert is_spelling(old, new, KNOWN) is True


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("gets 3 lamps", "gets 4 lamps", id="a number"),
        pytest.param("gets three lamps", "gets four lamps", id="a number in words"),
        pytest.param("costs 3.5", "costs 35", id="a point beside a number"),
        pytest.param("set it to -3", "set it to 3", id="a sign before a number"),
        pytest.param("-3", "3", id="a sign at the beginning"),
        pytest.param("may not go", "may go", id="a negation"),
        pytest.param("player may", "player must", id="a modal verb"),
        pytest.param("lose a lamp", "loses a lamp", id="a verb of effects"),
        pytest.param("a red lamp", "a blue lamp", id="another word"),
        pytest.param("Hob rows", "Bob rows", id="another name"),
        pytest.param("a lamp", "a lamp and a boat", id="words added"),
        pytest.param("one lamp here", "here", id="words gone"),
        pytest.param("light lamp", "light 2 lamp", id="a number added"),
        pytest.param("a lamp", "a [lamp]", id="a link"),
        pytest.param("old gray lamps", "new lamp", id="fewer words"),
        pytest.param("Dormancy [Active]", "Dormancy [Inactive]", id="the opposite"),
        pytest.param("illegal", "legal", id="the opposite of an opposite"),
    ],
)
def test_substance(old: str, new: str) -> None:
    assert is_spelling(old, new, KNOWN) is False


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("a player", "a players", id="both may be right"),
        pytest.param("a goat here", "a boat here", id="another first letter"),
        pytest.param("the largest. Latest is best.", "the latest. Latest is best.", id="another word of English"),
        pytest.param("harbors", "harbour", id="another spelling and number"),
        pytest.param("a player may be red", "a player maybe red", id="two words of which one matters as one"),
        pytest.param("not able", "notable", id="a negation in another word"),
    ],
)
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


@pytest.mark.parametrize(("letters", "expected"), [(40, None), (41, False)], ids=["the longest word", "too long"])
def test_a_very_long_word_is_not_compared_letter_by_letter(letters: int, expected: bool | None) -> None:
    assert is_spelling("x" * letters, "x" * (letters - 1) + "y") is expected


WORDS = st.lists(st.sampled_from("Hob may not set 3 lamps to red , . ; the a lamp harbours unless 12 quiet".split()), max_size=30)


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
    pairs = [("she lights her lamp", "they light their lamp"), ("he has 3", "they have 3"), ("give it to him", "give it to them")]
    for old, new in pairs:
        assert is_spelling(old, new, KNOWN) is True
    assert is_spelling("she has 3 lamps", "they have 4 lamps", KNOWN) is False
    assert is_spelling("she lights a lamp", "you light a lamp", KNOWN) is False
