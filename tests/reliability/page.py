"""docs/reliability.md: its text, its tables from the matrix, and the figures of a run."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.reliability.matrix import ANYWHERE, MATRIX, Outcome
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "reliability.md"
COMMAND = "python -m tests.reliability"

TEMPLATE = Path(__file__).with_name("template.md")
_ROW = re.compile(r"^\| (?P<faults>[^|]+) \| [^|]+ \| (?P<tries>[\d,]+) \| (?P<outcomes>[^|]+) \|$")


@dataclass
class Figures:
    """What a run has shown: the outcomes of each fault of an area."""

    date: str
    seed: int
    seconds: int
    outcomes: dict[tuple[str, str], Counter[Outcome]] = field(default_factory=dict)


def points_of(area: str) -> tuple[str, ...]:
    """The points of an area, in order."""
    longest_first = sorted(MATRIX[area].values(), key=len, reverse=True)
    every = dict.fromkeys(point for points in longest_first for point in points)
    return tuple(point for point in every if point != ANYWHERE)


def at(area: str, fault: str) -> str:
    """The points of a fault, in words."""
    points = MATRIX[area][fault]
    is_all = len(points) > 1 and set(points) == set(points_of(area))
    return "all" if is_all else ", ".join(points)


def rendered(figures: Figures) -> str:
    """The page."""
    tries = sum(outcomes.total() for outcomes in figures.outcomes.values())
    parts = []
    for area, faults in MATRIX.items():
        parts.append(f"\n## {area}\n\nPoints: {', '.join(points_of(area))}.\n\n")
        parts.append("| faults | at | tries of each | outcomes of each |\n|---|---|---:|---|\n")
        alike: dict[str, list[str]] = {}
        for fault in faults:
            found = figures.outcomes.get((area, fault), Counter())
            outcomes = ", ".join(f"{found[one]:,} {one.value}" for one in Outcome if found[one])
            row = f"{at(area, fault)} | {found.total():,} | {outcomes}"
            alike.setdefault(row, []).append(fault)
        parts += [f"| {'; '.join(alike[row])} | {row} |\n" for row in alike]
    return TEMPLATE.read_text(encoding="utf-8").format(
        command=COMMAND,
        date=figures.date,
        tries=tries,
        seconds=figures.seconds,
        seed=figures.seed,
        tables="".join(parts),
    )


def figures_of(page: str) -> Figures:
    """The figures that a page shows."""
    date, seconds, seed = re.search(
        r" on (\S+): \S+ tries in (\d+) seconds, `TEST_SEED=(\d+)`", page
    ).groups()  # type: ignore[union-attr]
    figures = Figures(date, int(seed), int(seconds))
    by_words = {outcome.value: outcome for outcome in Outcome}
    area = ""
    for line in page.splitlines():
        if line.startswith("## "):
            area = line[3:]
        if area and (row := _ROW.match(line)):
            found = Counter[Outcome]()
            for part in row["outcomes"].split(", "):
                number, _, words = part.partition(" ")
                found[by_words[words]] = int(number.replace(",", ""))
            for fault in row["faults"].split("; "):
                figures.outcomes[area, fault] = found
    return figures
