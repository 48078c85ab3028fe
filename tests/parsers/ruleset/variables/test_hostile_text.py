"""Any text in the rules is read, and every variable and action has the right form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset.game_actions import read_actions
from parsers.ruleset.variables import read_variables
from parsers.ruleset.variables.statements import Text
from tests.parsers.ruleset.variables.reading import PLAIN, dynasty
from tests.parsers.ruleset.variables.test_definitions import CASES

TEXTS = tuple(case["text"] for case in CASES)
TYPES = {"integer", "number", "string", "choice", "list", "set", "name", "unknown"}
# fmt: off
PIECES = (
    "Each Player has a", "which is", "one of", "either", "or", "and", ",", ".", ":", "(", ")", "a", "publicly tracked",
    "defaulting to", "3", "X", '"', "integer", "list of", "named", "There is", "The", "of each", "'s", "for each", "by default",
    "both", "each of which", "\n* ", "\n\n", "between", "-1", "no", "Whether", "being", "tracked", "the following:", "may be",
    "The possible", "are", "As a Daily Action", "may", "once per", "called", "Daily Action", "; the Level is", "starts with 6",
    "{", "}", "(both", "all of which are", "Sacks of A, B", "three Things:", "a noticeable amount of", "in the column",
)
# fmt: on


def check(dynastic: Text) -> None:
    """Everything read from a text is a variable or an action as the contract has it."""
    for variable in read_variables(dynastic, PLAIN):
        assert variable.type in TYPES
        assert variable.visibility in ("public", "private")
        assert 0 < len(variable.name) <= 60
        assert variable.owner
        assert variable.quote
        assert (variable.choices is not None) == (variable.type == "choice")
        if variable.type not in ("integer", "number"):
            assert variable.min is None
            assert variable.max is None
    for action in read_actions(dynastic):
        assert action.name
        assert action.cadence in ("daily", "weekly", "daily-communal", "weekly-communal", "custom")


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.integers(0, 200), st.integers(0, 200))
def test_spliced_sentences_are_read_or_left(first: str, second: str, cut: int, join: int) -> None:
    check(dynasty(first[:cut] + second[join:]))


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_heaps_of_operative_words_are_read_or_left(pieces: list[str]) -> None:
    check(dynasty(" ".join(pieces)))


@given(st.text(max_size=200))
def test_any_text_is_read_or_left(text: str) -> None:
    check(dynasty(f"Each Player has a {text}, defaulting to {text}."))


LONG_PIECES = (
    *PIECES,
    "a ",
    "a Level, ",
    "A",
    " ",
    "Each Player has ",
    "X of ",
    "and a Y, which is ",
    "X, X or ",
    "x y ",
)
OPENINGS = ("Each Player has a Level ", "There is ", "As a Daily Action, ", "The Emperor tracks ")
ALL_OPENINGS = ("and", "one of", "'s")


@pytest.mark.parametrize(
    ("opening", "piece"),
    [(OPENINGS[number % 4], piece) for number, piece in enumerate(LONG_PIECES)]
    + [(one, piece) for one in OPENINGS for piece in ALL_OPENINGS],
    ids=repr,
)
def test_of_a_sentence_that_is_too_long_nothing_is_read(opening: str, piece: str) -> None:
    long, longest = (
        opening + piece * (200_000 // len(piece)),
        opening + (piece + " ") * (1_900 // (len(piece) + 1)),
    )
    dynastic = dynasty(f"{long}\n\n{longest} defaulting to 3, tracked.")
    assert all(len(passage.sentence.text) <= 2_000 for passage in dynastic.passages)
    check(dynastic)
