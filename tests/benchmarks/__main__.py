"""Run the benchmarks and write their ratios and docs/benchmarks.md: python -m tests.benchmarks

With ``--check`` nothing is written, and the exit code is 1 if a ratio is a quarter worse than the
committed one. Names of benchmarks choose some for a check.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.table import BENCHMARKS, Benchmark, Ratios
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "benchmarks.md"
COMMITTED = Path(__file__).with_name("ratios.toml")
TOLERANCE = 1.25
"""How many times its committed value a ratio must not reach."""


class Run(NamedTuple):
    """The ratios of one run by benchmark, and the machine that it ran on."""

    day: date
    cores: int
    python: str
    ratios: Mapping[str, Ratios]


def measured(chosen: Sequence[Benchmark]) -> Run:
    """Run benchmarks one after the other, and print each ratio."""
    ratios = {}
    for each in chosen:
        with tempfile.TemporaryDirectory() as folder:
            ratios[each.name] = found = each.measure(Path(folder))
        memory = "" if found.memory is None else f", memory {found.memory:.2f}"
        sys.stdout.write(f"{each.name}: time {found.time:.2f}{memory}\n")
        sys.stdout.flush()
    return Run(datetime.now(UTC).date(), os.cpu_count() or 1, platform.python_version(), ratios)


def read_run(text: str) -> Run:
    """Read the file of committed ratios."""
    content = tomllib.loads(text)
    ratios = {name: Ratios(**each) for name, each in content["ratios"].items()}
    return Run(content["day"], content["cores"], content["python"], ratios)


def toml_of(run: Run) -> str:
    """The file of committed ratios."""
    lines = [
        "# Written by `make bench`.",
        f"day = {run.day}",
        f"cores = {run.cores}",
        f'python = "{run.python}"',
    ]
    for name, each in run.ratios.items():
        lines += ["", f"[ratios.{name}]"]
        lines += [f"{field} = {value:.2f}" for field, value in _values(each)]
    return "\n".join(lines) + "\n"


def worse(found: Mapping[str, Ratios], committed: Mapping[str, Ratios]) -> list[str]:
    """One line for each ratio that is a quarter worse than the committed one, or has none."""
    lines = []
    for name, ratios in found.items():
        known = dict(_values(committed[name])) if name in committed else {}
        for field, value in _values(ratios):
            if field not in known:
                lines.append(f"{name}: no committed ratio of {field}; run make bench")
            elif value >= TOLERANCE * known[field]:
                lines.append(
                    f"{name}: {field} is {value:.2f} times the baseline, {known[field]:.2f} is"
                    " committed"
                )
    return lines


def _values(ratios: Ratios) -> Iterator[tuple[str, float]]:
    return ((name, value) for name, value in ratios._asdict().items() if value is not None)


def page(run: Run) -> str:
    """The page of the documentation."""
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`. Each row takes turns with its baseline on the same texts; the"
        " numbers are ratios: 1.5 is half as much again as the baseline. Time is processor time,"
        " the least of several rounds (one for the two large games). Memory is the peak of the"
        " process. A repeated command can use what its first run keeps in memory. CI runs `python"
        " -m tests.benchmarks --check`, which fails if a ratio is a quarter worse than in"
        " `tests/benchmarks/ratios.toml`.",
        "",
        f"Last run: {run.day}, {run.cores} cores, Python {run.python}.",
        "",
        "| measured | baseline | time | memory |",
        "|---|---|---:|---:|",
    ]
    for each in BENCHMARKS:
        ratios = run.ratios[each.name]
        memory = "" if ratios.memory is None else f"{ratios.memory:.2f}"
        lines.append(f"| {each.measured} | {each.baseline} | {ratios.time:.2f} | {memory} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] != ["--check"]:
        run = measured(BENCHMARKS)
        COMMITTED.write_text(toml_of(run), encoding="utf-8")
        PAGE.write_text(page(run), encoding="utf-8")
        return 0
    chosen = [each for each in BENCHMARKS if each.name in arguments[1:] or not arguments[1:]]
    committed = read_run(COMMITTED.read_text(encoding="utf-8"))
    found = worse(measured(chosen).ratios, committed.ratios)
    sys.stdout.writelines(f"{line}\n" for line in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
