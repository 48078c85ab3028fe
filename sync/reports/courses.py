"""The course of numbers on the tracking page through its latest revisions, each as a small plot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from rich.console import RenderableType

from parsers.gamestate.model import GameState
from sync.reports.layout import columns, heading, words
from sync.text import shorten
from sync.times import brief
from validators.words import counted

_BARS = "▁▂▃▄▅▆▇█"
_MOST_POINTS = 24
_MOST_COURSES = 20


@dataclass(frozen=True, slots=True)
class Course:
    """A number's values, the oldest first: whose it is ("" for the game's), its name, and how often it changed."""

    owner: str
    name: str
    values: tuple[float, ...]

    @property
    def changes(self) -> int:
        """How often the number changed."""
        return sum(before != after for before, after in pairwise(self.values))


def courses(states: Sequence[GameState]) -> list[Course]:
    """The numbers that changed within these states of the page, the oldest first; those that changed most come first.

    A state in which the number could not be read is left out.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for state in states:
        for owner, readings in _owners(state):
            for name, value in readings.items():
                if isinstance(value, int | float) and not isinstance(value, bool):
                    found.setdefault((owner, name), []).append(value)
    made = [Course(owner, name, tuple(values)) for (owner, name), values in found.items()]
    return sorted((course for course in made if course.changes), key=lambda course: -course.changes)


def _owners(state: GameState) -> Iterator[tuple[str, Mapping[str, object]]]:
    yield "", {name: reading.value for name, reading in state.game.items()}
    for group in (state.players, *state.things.values()):
        yield from ((owner, {name: reading.value for name, reading in readings.items()}) for owner, readings in group.items())


def sparkline(values: Sequence[float]) -> str:
    """The values as bars, the lowest and the highest of them at the ends of the scale; only the latest 24."""
    shown = values[-_MOST_POINTS:]
    low, high = min(shown), max(shown)
    scale = (len(_BARS) - 1) / (high - low) if high > low else 0
    return "".join(_BARS[round((value - low) * scale)] for value in shown)


def courses_as_text(found: Sequence[Course], since: datetime, as_of: datetime) -> Iterator[RenderableType]:
    """A row for each course, and how many more there are."""
    if not found:
        return
    yield heading(f"Changed since {brief(since.replace(second=0), as_of)}")
    yield columns(("Of", "Variable", "Course", "From", "To", "Changes"), (_row(course) for course in found[:_MOST_COURSES]))
    if len(found) > _MOST_COURSES:
        yield words(f"and {counted(len(found) - _MOST_COURSES, 'more value')}", "dim")


def _row(course: Course) -> tuple[RenderableType, ...]:
    owner = words(shorten(course.owner, 40)) if course.owner else words("the game", "dim")
    numbers = (course.values[0], course.values[-1], course.changes)
    return owner, words(shorten(course.name, 40)), words(sparkline(course.values), "cyan"), *(words(str(each)) for each in numbers)
