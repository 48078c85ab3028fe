"""Words of sentences, and the keys of expressions: they may only save a search, and never hide a match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.ruleset import bearing
from parsers.ruleset.words import KeyedPattern, words_of, words_of_all

KEYED = {name: value for name, value in vars(bearing).items() if isinstance(value, KeyedPattern)}
CHARACTERS = st.sampled_from([*map(chr, range(32, 127)), *"\téßΣ⅔١_ \u00a0“”–…"])
AROUND = st.text(alphabet=CHARACTERS, max_size=8)


@given(st.lists(st.text(alphabet=CHARACTERS), max_size=6))
def test_words_are_those_of_expressions(lines: list[str]) -> None:
    runs = [re.findall(r"\w+", line) for line in lines]
    assert words_of_all(lines) == [[re.sub(r"[^\x00-\x7f]", "_", run) for run in those] for those in runs]


def test_a_line_end_ends_a_word() -> None:
    assert words_of("a vote\nand x") == ["a", "vote", "and", "x"]


def test_an_expression_needs_one_of_each_key() -> None:
    pattern = KeyedPattern(r"a.*z|ab.*yz", "a; ab", "z; yz")
    assert [pattern.found(text) for text in ("a z", "abc xyz", "a y", "x z", "abc z", "za")] == [True, True, False, False, True, False]


def test_every_expression_of_bearing_is_looked_at() -> None:
    assert sorted(KEYED) == ["_ACTIONS", "_CONSIDERED", "_CORE", "_FORCE", "_PLAYERHOOD", "_SUBJECT"]


@pytest.mark.parametrize("name", KEYED)
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_no_match_is_without_its_keys(name: str, data: st.DataObject) -> None:
    source = KEYED[name].pattern.pattern
    text = data.draw(AROUND) + data.draw(st.from_regex(source, alphabet=CHARACTERS)) + data.draw(AROUND)
    assert KEYED[name].found(text) is (re.search(source, text) is not None)
