"""Words of sentences, and the keys of expressions: they may only save a search, and never hide a match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.ruleset import at_large, bearing, concepts
from parsers.ruleset.words import AnyPattern, KeyedPattern, Lines, words_of, words_of_all

NAMED = {
    name: value.patterns if isinstance(value, AnyPattern) else [value]
    for module in (at_large, bearing, concepts)
    for name, value in vars(module).items()
    if name.isupper() and isinstance(value, (KeyedPattern, AnyPattern))
}
KEYED = {
    f"{name} {number}": each for name, those in NAMED.items() for number, each in enumerate(those) if name not in ("CONCEPTS", "_SPOKEN")
}
CHARACTERS = st.sampled_from([*map(chr, range(32, 127)), *"\téßΣ⅔١_ \u00a0“”–…"])
AROUND = st.text(alphabet=CHARACTERS, max_size=8)


@given(st.lists(st.text(alphabet=CHARACTERS), max_size=6))
def test_words_are_those_of_expressions(lines: list[str]) -> None:
    runs = [re.findall(r"\w+", line) for line in lines]
    assert words_of_all(lines) == [[re.sub(r"[^\x00-\x7f]", "_", run) for run in those] for those in runs]


def test_a_line_end_ends_a_word() -> None:
    assert words_of("a vote\nand x") == ["a", "vote", "and", "x"]


@given(st.lists(st.text(alphabet="abc", max_size=6)), st.text(alphabet="abc", min_size=1, max_size=3), st.integers(1, 6))
def test_lines_with_a_word_are_found(lines: list[str], word: str, within: int) -> None:
    assert list(Lines(lines).having(word)) == [number for number, line in enumerate(lines) if word in line]
    assert list(Lines(lines).having(word, within)) == [number for number, line in enumerate(lines) if 0 <= line.find(word) < within]


def test_an_expression_needs_one_of_each_key() -> None:
    pattern = KeyedPattern(r"a.*z|ab.*yz", "a; ab", "z; yz")
    assert [pattern.found(text) for text in ("a z", "abc xyz", "a y", "x z", "abc z", "za")] == [True, True, False, False, True, False]


def test_every_expression_of_bearing_and_of_concepts_is_looked_at() -> None:
    alone = ["_ACTIONS", "_CONSIDERED", "_CORE", "_EMPEROR", "_FORCE", "_PLAYERHOOD", "_SUBJECT"]
    assert sorted(NAMED) == sorted([*alone, "CONCEPTS", "_AT_LARGE", "_CONCEPTS", "_PLAYERS", "_SPOKEN"])


@pytest.mark.parametrize("name", KEYED)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_no_match_is_without_its_keys(name: str, data: st.DataObject) -> None:
    keyed = KEYED[name]
    source = keyed.pattern.pattern
    text = data.draw(AROUND) + data.draw(st.from_regex(source, alphabet=CHARACTERS)) + data.draw(AROUND)
    beside = not keyed.beside or not keyed.beside.isdisjoint(words_of(text))
    assert keyed.found(text) is (beside and re.search(source, text) is not None)
    assert AnyPattern(keyed).found(text) is keyed.found(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the clock is broken.", True),
        ("the clocktower is broken.", False),
        ("this rule and that.", True),
        ("a ruler and that.", False),
        ("a player is disqualified.", True),
        ("a disqualification is void.", False),
        ("declared of victories.", True),
        ("he declares love.", False),
    ],
)
def test_a_concept_is_named_by_a_word_or_by_its_expression(text: str, names: bool) -> None:
    assert concepts.names_concept(text) is names
