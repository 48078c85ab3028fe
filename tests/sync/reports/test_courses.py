from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sync.cli import blognomic
from sync.reports.courses import Course, courses, courses_as_text, sparkline
from sync.reports.layout import print_to_text

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


class Reading:
    def __init__(self, value: object) -> None:
        self.value = value


class State:
    """As much of a state of the page as a course is made of."""

    def __init__(self, game: dict[str, object] | None = None, **players: dict[str, object]) -> None:
        self.game = {name: Reading(value) for name, value in (game or {}).items()}
        self.players = {owner: {name: Reading(value) for name, value in values.items()} for owner, values in players.items()}
        self.things = {"Bot": {"R2": {"Fuel": Reading(1)}}}


def of(*states: Any) -> list[Course]:
    return courses(states)


@pytest.mark.parametrize(
    ("values", "bars"),
    [
        pytest.param([1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█", id="every height"),
        pytest.param([3, -3], "█▁", id="negative"),
        pytest.param([0.5, 0.5], "▁▁", id="flat"),
        pytest.param([9, *[1] * 23, 2], "▁" * 23 + "█", id="only the latest"),
    ],
)
def test_bars(values: list[float], bars: str) -> None:
    assert sparkline(values) == bars


@given(st.lists(st.integers(-(10**30), 10**30), min_size=1, max_size=24))
def test_higher_bars_are_higher_values(values: list[int]) -> None:
    bars = sparkline(values)
    assert len(bars) == len(values)
    for (before, low), (after, high) in pairwise(sorted(zip(values, bars, strict=True))):
        assert before > after or low <= high


def test_what_never_changed_has_no_course() -> None:
    assert of(State({"Toll": 2}), State({"Toll": 2})) == []


def test_the_most_changed_come_first_and_only_numbers_count() -> None:
    made = of(
        State({"Toll": 2, "Water": "Fair", "Open": True}, Ana={"Coal": 1}),
        State({"Toll": 3, "Water": "Low", "Open": False}, Ana={"Coal": 2}),
        State({"Toll": 3}, Ana={"Coal": None}),
        State({"Toll": 3}, Ana={"Coal": 1}),
    )
    assert [(course.owner, course.name, course.values, course.changes) for course in made] == [
        ("Ana", "Coal", (1, 2, 1), 2),
        ("", "Toll", (2, 3, 3, 3), 1),
    ]


def test_the_report() -> None:
    found = [Course("", "Toll", (2, 3)), *(Course(f"Player {number}\x1b", "Coal", (1, 0)) for number in range(21))]
    lines = print_to_text(courses_as_text(found, NOON, NOON), width=80, colour=False).splitlines()
    assert lines[1:4] == [
        "Changed since 20 Jan 12:00",
        "Of           Variable  Course  From  To  Changes",
        "the game     Toll      ▁█      2     3   1",
    ]
    assert lines[4].startswith("Player 0\\e")
    assert lines[-1] == "and 2 more values"
    assert list(courses_as_text([], NOON, NOON)) == []


def test_the_demo_shows_the_course_of_its_numbers() -> None:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(blognomic, ["gamestate", "--site", "demo"], standalone_mode=False)
    assert "the game    Fog       ▁█▁█▁█▁▁▁▁▁▁  1     1   6" in result.output
    assert result.output.index("Changed since 9 May 12:30") < result.output.index("Table 1")
