"""The table of forms: each row takes its examples, alone and as it says, and no row takes what it
has to leave.
"""

from __future__ import annotations

import re

import pytest

from parsers.instructions.forms import forms, matching_forms
from parsers.instructions.reader import read_instructions
from tests.parsers.instructions.in_short import in_short

TAKES = [
    pytest.param(sentence, wanted, id=f"{form.kind}: {sentence[:70]}")
    for form in forms()
    for sentence, wanted in form.takes
]
LEAVES = [pytest.param(sentence, id=sentence[:70]) for form in forms() for sentence in form.leaves]


@pytest.mark.parametrize(("sentence", "wanted"), TAKES)
def test_a_form_takes_its_examples(sentence: str, wanted: str) -> None:
    read = read_instructions(f"<p>{sentence}</p>")
    assert read.open == ()
    assert " | ".join(map(in_short, read.steps)) == wanted


@pytest.mark.parametrize("sentence", LEAVES)
def test_no_form_takes_what_it_must_leave(sentence: str) -> None:
    read = read_instructions(f"<p>{sentence}</p>")
    assert read.steps == ()
    assert read.open != ()


@pytest.mark.parametrize(("sentence", "wanted"), TAKES)
def test_the_form_as_another_would_say_it(sentence: str, wanted: str) -> None:
    """With straight quotation marks, wrapped lines and other white space it says the same; within
    other words it says nothing.
    """
    told = re.sub("[“”]", '"', sentence.replace(" ", " \n "))
    read = " | ".join(map(in_short, read_instructions(f"<div><p>{told}</p></div>").steps))
    assert re.sub("[“”]", '"', read) == re.sub("[“”]", '"', wanted)
    if "<li>" in sentence:
        return
    for before in (
        "I would like to",
        "Unless Ana objects,",
        "Do not",
        "It was proposed to",
        "Nobody should",
    ):
        assert read_instructions(f"<p>{before} {sentence[0].lower()}{sentence[1:]}</p>").steps == ()


@pytest.mark.parametrize("behind", [":", ",", " :"])
def test_text_behind_a_sentence_prevents_a_match(behind: str) -> None:
    assert [form.kind for form, _ in matching_forms("Set the Mist to 5.")] == ["set-value"]
    assert list(matching_forms(f"Set the Mist to 5.{behind}")) == []
