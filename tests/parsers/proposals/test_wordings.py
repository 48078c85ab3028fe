"""Wordings and what they instruct: ``wordings.txt`` has each text with its instructions in short below it (``summaries.py``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from tests.parsers.proposals.summaries import summaries


def wordings() -> Iterator[tuple[str, list[str]]]:
    lines = (Path(__file__).parent / "wordings.txt").read_text(encoding="utf-8").splitlines()
    text = ""
    for indented, group in groupby(lines, key=lambda line: line.startswith("    ")):
        if indented:
            yield text, [line.strip() for line in group]
        else:
            *without, text = group
            yield from ((each, []) for each in without)


CASES = [pytest.param(text, wanted, id=re.sub(r"<[^>]*>", " ", text).strip()[:70]) for text, wanted in wordings()]


@pytest.mark.parametrize(("text", "wanted"), CASES)
def test_a_wording(text: str, wanted: list[str]) -> None:
    assert summaries(text.replace("⏎", "\n")) == wanted


@pytest.mark.parametrize(("text", "wanted"), CASES[::3])
def test_curly_and_straight_quotes_say_the_same(text: str, wanted: list[str]) -> None:
    """Where quotes nest or are not closed, straight ones may not tell."""
    straight = re.sub("[“”]", '"', text) if "<a " not in text and not re.search("“[^”]*“|“[^”]*$", text) else text
    assert [re.sub("[“”]", '"', each) for each in summaries(straight.replace("⏎", "\n"))] == [re.sub("[“”]", '"', each) for each in wanted]


@pytest.mark.parametrize(("text", "wanted"), CASES[::5])
def test_wrapping_and_white_space_change_nothing(text: str, wanted: list[str]) -> None:
    if "<pre>" not in text:
        spaced = re.sub(r" (?![^<]*>)", " \n ", text)
        assert summaries(f"<div><div><span>{spaced}</span></div></div>".replace("⏎", "\n")) == wanted
