"""The course of each number on the tracking page through its latest edits, by time, as the path of a small plot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

from parsers.gamestate.gamestate_model import GameState, Reading
from parsers.history.page_change import ChangeKind, PageChange, Shown
from validators.edits.described_edits import DescribedRevision

WIDTH, HEIGHT = 240, 60
"""The size of a plot, in its own units."""

_MARGIN = 4
_BEYOND = 1e15
"""No plot shows a greater number, and many cannot be told apart from their neighbours."""

Point = tuple[datetime, float]
"""A number, and since when it was that."""


class PlottedLine(NamedTuple):
    """One owner's number ("" for the game's): its points, the oldest first, how often it changed, and the path of its line."""

    owner: str
    points: tuple[Point, ...]
    changes: int
    path: str


class PlottedVariable(NamedTuple):
    """A variable with the lines of all its owners, those that changed most first, and the ends of its scale."""

    name: str
    lines: tuple[PlottedLine, ...]
    low: float
    high: float

    @property
    def changed(self) -> tuple[PlottedLine, ...]:
        """The lines that are not flat."""
        return tuple(line for line in self.lines if line.changes)


def plotted(state: GameState, edits: Sequence[DescribedRevision], as_of: datetime) -> tuple[datetime | None, tuple[PlottedVariable, ...]]:
    """The variables of the page that are numbers, since the first of its edits (the oldest first); those that changed most come first.

    The edits have to lead to this very state: without that the course of nothing is known.
    """
    start = max((place for place, one in enumerate(edits) if one.changes is None), default=0)
    known = edits[start:]
    if not known or state.revid is None or known[-1].revision.revid != state.revid:
        return None, ()
    began = known[0].revision.timestamp
    by_name: dict[str, list[tuple[str, tuple[Point, ...]]]] = {}
    for (owner, name), points in _points(state, known, began).items():
        by_name.setdefault(name, []).append((owner, points))
    made = [_plot(name, lines, began, as_of) for name, lines in by_name.items()]
    return began, tuple(sorted(made, key=lambda each: -sum(line.changes for line in each.lines)))


def _points(state: GameState, edits: Sequence[DescribedRevision], began: datetime) -> dict[tuple[str, str], tuple[Point, ...]]:
    """Each number of the page by owner and name, traced back from what it is now."""
    now = dict(_numbers(state))
    back: dict[tuple[str, str], list[Point]] = {key: [] for key in now}
    for one in reversed(edits[1:]):
        for change in reversed(one.changes or ()):
            for key in [key for key in now if _concerns(change, key)]:
                back[key].append((one.revision.timestamp, now[key]))
                before = number_of(change.old) if change.kind is ChangeKind.VALUE else None
                if before is None:
                    del now[key]
                else:
                    now[key] = before
    for key, value in now.items():
        back[key].append((began, value))
    return {key: tuple(reversed(points)) for key, points in back.items()}


def _concerns(change: PageChange, key: tuple[str, str]) -> bool:
    if change.kind is ChangeKind.VALUE:
        return key == (change.subject or "", change.variable)
    return (change.kind is ChangeKind.ROW_ADDED and key[0] == change.subject) or (
        change.kind is ChangeKind.COLUMN_ADDED and key[1] == change.variable
    )


def _numbers(state: GameState) -> Iterator[tuple[tuple[str, str], float]]:
    groups: list[Mapping[str, Mapping[str, Reading]]] = [{"": state.game}, state.players, *state.things.values()]
    for group in groups:
        for owner, readings in group.items():
            for name, reading in readings.items():
                value = reading.value
                if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _BEYOND:
                    yield (owner, name), value


def _plot(name: str, lines: Sequence[tuple[str, tuple[Point, ...]]], began: datetime, as_of: datetime) -> PlottedVariable:
    values = [value for _, points in lines for _, value in points]
    low, high = min(values), max(values)
    length, height = (as_of - began).total_seconds() or 1.0, (high - low) or 1.0

    def place(moment: datetime) -> str:
        return f"{_MARGIN + (WIDTH - 2 * _MARGIN) * min(max((moment - began).total_seconds() / length, 0.0), 1.0):.4g}"

    def level(value: float) -> str:
        return f"{HEIGHT - _MARGIN - (HEIGHT - 2 * _MARGIN) * ((value - low) / height if high > low else 0.5):.4g}"

    def path(points: Sequence[Point]) -> str:
        steps = "".join(f"H{place(at)}V{level(value)}" for at, value in points[1:])
        return f"M{place(points[0][0])} {level(points[0][1])}{steps}H{place(as_of)}"

    made = [
        PlottedLine(owner, points, sum(before[1] != after[1] for before, after in pairwise(points)), path(points))
        for owner, points in lines
    ]
    return PlottedVariable(name, tuple(sorted(made, key=lambda line: -line.changes)), low, high)


def number_of(value: Shown) -> float | None:
    """The number that a value is; None if it is none."""
    try:
        number = float(str(value).replace(",", "").replace("−", "-"))
    except ValueError:
        return None
    return None if not isfinite(number) else int(number) if number == int(number) else number
