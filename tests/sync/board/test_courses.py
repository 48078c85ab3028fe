"""The course of a number is traced back from what it is now, through what each edit changed."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Revision
from sync.board.courses import HEIGHT, WIDTH, PlottedVariable, plotted
from tests.sync.samples import NOON, view
from validators.edits.described_edits import DescribedRevision, describe
from validators.view import read_state

HOUR = timedelta(hours=1)
TABLE = """'''Fog''': {fog}
{{| class="wikitable"
! Bargee !! Oil !! {mood}
{rows}
|}}
"""


def text(fog: object = 1, mood: str = "Mood", **oil: object) -> str:
    return TABLE.format(fog=fog, mood=mood, rows="\n".join(f"|-\n| {name} || {value} || 4" for name, value in oil.items()))


def course(*texts: str | None) -> tuple[datetime | None, dict[str, PlottedVariable]]:
    """The courses of a page that had these texts, an hour apart, the last one at noon."""
    seen = view()
    assert seen.rules is not None
    made = [
        Revision("Page", number + 1, number, NOON - (len(texts) - 1 - number) * HOUR, "Ana", "", each) for number, each in enumerate(texts)
    ]
    state = read_state(seen, seen.rules, texts[-1] or "", "Page", len(texts))
    since, plots = plotted(state, list(describe(made, seen, "Page")), NOON + HOUR)
    return since, {each.name: each for each in plots}


def values(plot: PlottedVariable) -> dict[str, list[float]]:
    return {line.owner: [value for _, value in line.points] for line in plot.lines}


def test_values_and_when_they_changed() -> None:
    since, found = course(text(1, Ana=3, Bo=5), text(1, Ana=4, Bo=5), text(2, Ana=9, Bo=5))
    assert since == NOON - 2 * HOUR
    assert values(found["Oil"]) == {"Ana": [3, 4, 9], "Bo": [5]}
    (ana,) = found["Oil"].changed
    assert [at for at, _ in ana.points] == [NOON - 2 * HOUR, NOON - HOUR, NOON]
    assert (ana.points[0][1], ana.points[-1][1], ana.changes, found["Oil"].low, found["Oil"].high) == (3, 9, 2, 3, 9)
    assert next(iter(found)) == "Oil"


def test_a_path_ends_now_and_stays_in_its_plot() -> None:
    _, found = course(text(Ana=3, Bo=-5), text(Ana=4, Bo=7000))
    for line in found["Oil"].lines:
        numbers = [float(each) for each in re.findall(r"-?[\d.]+", line.path)]
        assert all(0 <= number <= WIDTH for number in numbers)
        assert all(0 <= float(each) <= HEIGHT for each in re.findall(r"V([\d.]+)", line.path))
        assert line.path.endswith(f"H{WIDTH - 4}")
        assert re.fullmatch(r"M[\d.]+ [\d.]+(H[\d.]+V[\d.]+)*H[\d.]+", line.path)


def test_what_was_added_or_became_a_number_begins_there_and_hidden_text_has_its_changes_with_the_next() -> None:
    _, found = course(text(Ana="none"), text(Ana=2), text(Ana=2, Bo=8), text(Ana=3, Bo=9))
    begun = {line.owner: line.points[0][0] for line in found["Oil"].lines}
    assert begun == {"Ana": NOON - 2 * HOUR, "Bo": NOON - HOUR}
    assert values(found["Oil"]) == {"Ana": [2, 3], "Bo": [8, 9]}
    assert values(course(text(Ana=1), None, text(Ana=3))[1]["Oil"]) == {"Ana": [1, 3]}
    since, found = course(text(Ana=1))
    assert (since, values(found["Oil"])) == (NOON, {"Ana": [1]})


@pytest.mark.parametrize("number", ["9" * 400, "1e400", "nan"])
def test_a_number_beyond_any_plot_has_no_course(number: str) -> None:
    _, found = course(text(Ana=number, Bo=2), text(Ana=3, Bo=2))
    assert values(found["Oil"])["Ana"][-1] == 3
    _, found = course(text(Ana=3, Bo=2), text(Ana=number, Bo=2))
    assert "Ana" not in values(found["Oil"])


def test_a_column_that_was_added_begins_there_and_edits_that_do_not_lead_to_this_page_say_nothing() -> None:
    seen = view()
    assert seen.rules is not None
    state = read_state(seen, seen.rules, text(Ana=3), "Page", 2)
    first = DescribedRevision(Revision("Page", 1, 0, NOON - HOUR, "Ana", ""), "Ana", None)
    added = PageChange(ChangeKind.COLUMN_ADDED, None, "Oil", None, "Oil")
    second = DescribedRevision(Revision("Page", 2, 1, NOON, "Ana", ""), "Ana", (added, PageChange(ChangeKind.COLUMN_REMOVED, None, "Gone")))
    _, plots = plotted(state, [first, second], NOON)
    assert {plot.name: plot.lines[0].points for plot in plots}["Oil"] == ((NOON, 3),)
    assert plotted(state, [first], NOON) == plotted(state, [], NOON) == (None, ())
