"""The notation of wordings."""

from __future__ import annotations

from time import process_time

import pytest

from parsers.patterns import PLAIN_WORDS, PROSE, Wording, WordingIndex, WrongWording
from tests.support.cases import cases

SLOTS = {"n": "[0-9]++", "name": r"(?-i:[A-Z])\w*+"}


def match(line: str, text: str) -> dict[str, str] | None:
    spelling = PROSE._replace(joint="[,:]? ?")
    found = Wording(line, SLOTS, spelling=spelling).pattern.fullmatch(text.removesuffix("."))
    return found and {name: slot for name, slot in found.groupdict().items() if slot is not None}


@cases("phrases")
def test_a_text_fits_as_a_whole_or_not_at_all(
    wording: str, text: str, slots: dict[str, str] | None
) -> None:
    assert match(wording, text) == slots


def test_a_wording_begins_with_a_word() -> None:
    able = Wording("able to vote", spelling=PLAIN_WORDS).pattern
    assert able.search("they are able to vote ")
    assert not able.search("they are unable to vote ")


@pytest.mark.parametrize(
    "wording",
    ["add [a rule", "add a] rule", "add {rule", "add {what}", "(a|b", "a)b", "add <what>"],
)
def test_a_faulty_wording_is_refused(wording: str) -> None:
    with pytest.raises(WrongWording):
        Wording(wording, SLOTS)


def test_of_several_ways_that_of_most_words_is_taken_and_kept() -> None:
    wording = "(go|go {name}|go {name:who} {n}) {n:last}"
    assert match(wording, "go Ana 3 4") == {"who": "Ana", "n": "3", "last": "4"}
    assert match(wording, "go Ana 3") is None
    assert match("go [now] now", "go now") is None


def test_of_several_slots_of_one_name_the_first_counts() -> None:
    wording = Wording("{n} and {n}", SLOTS)
    assert wording.slots == {"n": "n"}
    found = wording.pattern.search("3 and 4")
    assert found is not None and found["n"] == "3"


def test_a_wording_is_tried_where_a_text_has_a_word_that_it_needs() -> None:
    lines = ["go [now]", "(run|walk) {n}", "{n} [times]"]
    index = WordingIndex((Wording(line, SLOTS), line) for line in lines)
    assert index.among(["walk", "now"]) == ["(run|walk) {n}", "{n} [times]"]


def test_a_wording_is_tried_where_its_words_stand_in_their_order() -> None:
    index = WordingIndex([(Wording("go (to|from) {name} [now] quickly", SLOTS), "go")])
    assert index.among("then go far from Ana and quickly".split()) == ["go"]
    assert index.among("quickly go from Ana".split()) == []
    assert index.among("from Ana go quickly".split()) == []


def test_a_wording_is_tried_where_a_text_has_a_word_of_its_slot() -> None:
    words = {"name": frozenset(("ana", "bo"))}
    index = WordingIndex([(Wording("go to {name} [now] {n}", SLOTS, words=words), "go")])
    assert index.among("go to bo 3".split()) == ["go"]
    assert index.among("go to cid 3".split()) == []


def test_a_long_text_takes_no_long_time() -> None:
    """Nothing that was taken is given back, however often the same text could be taken."""
    pattern = Wording("[a] [a] [a] [(a|a a|a a a)] [a] [a] [(a|a a)] b", {}).pattern
    start = process_time()
    assert pattern.fullmatch("a " * 10_000) is None
    assert process_time() - start < 1
