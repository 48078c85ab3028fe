"""docs/reliability.md: its text, its tables from the matrix, and the figures of a run."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.reliability.matrix import MATRIX, Outcome
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "reliability.md"
COMMAND = "python -m tests.reliability"

TEMPLATE = Path(__file__).with_name("template.md")
_ROW = re.compile(r"^\| (?P<fault>[^|]+) \| [^|]+ \| (?P<tries>[\d,]+) \| (?P<outcomes>[^|]+) \|$")


@dataclass
class Figures:
    """What a run has shown: the outcomes of each fault of an area."""

    date: str
    seed: int
    seconds: int
    outcomes: dict[tuple[str, str], Counter[Outcome]] = field(default_factory=dict)


def at(area: str, fault: str) -> str:
    """The points of a fault, in words."""
    everywhere = {point for points in MATRIX[area].values() for point in points}
    points = MATRIX[area][fault]
    is_all = len(points) > 1 and set(points) >= everywhere - {"any request"}
    return "every request" if is_all else ", ".join(points)


def rendered(figures: Figures) -> str:
    """The page."""
    tries = sum(outcomes.total() for outcomes in figures.outcomes.values())
    parts = []
    for area, faults in MATRIX.items():
        parts.append(f"\n## {area}\n\n| fault | at | tries | outcome |\n|---|---|---:|---|\n")
        for fault in faults:
            found = figures.outcomes.get((area, fault), Counter())
            outcomes = ", ".join(f"{found[one]:,} {one.value}" for one in Outcome if found[one])
            parts.append(f"| {fault} | {at(area, fault)} | {found.total():,} | {outcomes} |\n")
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
            figures.outcomes[area, row["fault"]] = found
    return figures
