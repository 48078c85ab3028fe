"""The corpus itself: every case names places that are there, and the comparison sees what it has to see."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.parsers.proposals.comparing import differences
from tests.parsers.proposals.wanted import WrongCaseError, base_page, matters, partial_pages, wanted_pages

MATTERS = tuple(matters())
BASE = base_page()


def test_no_name_is_there_twice() -> None:
    names = [matter.name for matter in MATTERS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("group", sorted({matter.group for matter in MATTERS}))
def test_the_edits_of_a_case_find_their_places(group: str) -> None:
    tracking = base_page("tracking")
    for matter in (matter for matter in MATTERS if matter.group == group):
        base = wanted_pages(BASE, matter.given)
        for edits in (matter.edits, *matter.also):
            assert (wanted_pages(base, edits) != base) == bool(edits), matter.name
        assert (wanted_pages(tracking, matter.tracking) != tracking) == bool(matter.tracking), matter.name


def test_every_style_has_cases() -> None:
    counts = Counter(style for matter in MATTERS for style in matter.styles)
    assert min(counts.values()) >= 4
    assert len(MATTERS) >= 240
    assert sum(not matter.edits and not matter.tracking for matter in MATTERS) >= 60


def test_an_edit_whose_place_is_not_there_once_is_refused() -> None:
    for edit in (
        {"cut": "Rooftops"},
        {"find": "Elephants", "put": "Ants"},
        {"own": "Bribes", "put": "."},
        {"every": "Elephant", "put": "."},
    ):
        with pytest.raises(WrongCaseError):
            wanted_pages(BASE, (edit,))


def test_a_part_of_the_edits_is_made_where_it_can_be_made_alone() -> None:
    edits = ({"find": "Coins are round.", "put": "Coins are square."}, {"find": "Coins are square.", "put": "Coins are blue."})
    assert [page.count("Coins are square.") for page in partial_pages(BASE, edits)] == [0, 1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("Coins are round.", "Coins are flat.", id="another word"),
        pytest.param("'''mist'''", "mist", id="bold lost"),
        pytest.param("=== Patrols ===", "== Patrols ==", id="another level"),
        pytest.param("** can be proven.", "* can be proven.", id="another depth"),
        pytest.param("\n\nCoins are round.", " Coins are round.", id="no paragraph"),
        pytest.param("| Pickles || 1", "| Pickles || 2", id="a cell"),
    ],
)
def test_the_comparison_sees_a_difference(old: str, new: str) -> None:
    wanted = wanted_pages(BASE, ({"cut": " Coins are round."}, {"own": "Coins", "put": "Coins are round."}))
    assert old in wanted
    assert differences(BASE, wanted, wanted.replace(old, new))


def test_blank_lines_are_free_only_in_what_changed() -> None:
    wanted = wanted_pages(BASE, ({"end": "Dynastic Rules", "put": "== Tea ==\n\nHot."},))
    assert not differences(BASE, wanted, wanted.replace("== Tea ==\n\nHot.", "== Tea ==\nHot.\n"))
    assert differences(BASE, wanted, wanted.replace("== Mist ==\n\n", "== Mist ==\n"))
