"""How long reading a page of ten tables of a hundred rows takes, against wikitextparser's table data, and how much memory.

    python -m tests.benchmarks.bench_tables

The two take turns, so that whatever else the machine does slows both; printed are the medians and their ratio.
wikitextparser only has to give the data of tables it has found already; read_page finds them, and places everything.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from typing import Any

import pytest

from parsers.wiki import read_page

ROUNDS = 30
MOST_TIME = 2.0
"""Times what wikitextparser takes."""
MOST_MEMORY = 50.0
"""Bytes at the most to a character of the page."""
_HEADER = "! Name !! Level !! Gold !! Items !! Place !! Note"


@dataclass(frozen=True)
class Measured:
    """Seconds of the processor for a page, and bytes to a character: while it is read, and kept after that."""

    ours: float
    theirs: float
    peak: float
    kept: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def ten_tables() -> str:
    """A page as dynasties have them: values, links, templates, comments, and a player over several rows."""
    parts: list[str] = []
    for number in range(10):
        parts.append(f"== Table {number} ==\n'''Round''': {number}\n" + '{| class="wikitable sortable"\n|-\n' + _HEADER)
        for row in range(100):
            cells = [f"Player {row}", str(row % 7), str(row * 13), "{{box|Net|red}}", f"[[Harbour|north {row}]]", "- <!-- none -->"]
            parts.append("|-\n| " + " || ".join(cells))
        parts.append("|}\n")
    return "\n".join(parts)


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def memory(text: str) -> tuple[float, float]:
    """Bytes to a character: at the peak of reading a page, and in what comes of it."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        page = read_page(text)
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(page.tables) == 10
    return (peak - before) / len(text), (after - before) / len(text)


def measure(wikitextparser: Any, rounds: int = ROUNDS) -> Measured:
    """The medians of some rounds, and the memory of one."""
    text = ten_tables()
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(rounds):
        tables = wikitextparser.parse(text).tables
        theirs.append(seconds(lambda tables=tables: [table.data() for table in tables]))  # type: ignore[misc]
        ours.append(seconds(lambda: read_page(text)))
    return Measured(median(ours), median(theirs), *memory(text))


def test_ten_tables(benchmark: Callable[[Callable[[], object]], object]) -> None:
    text = ten_tables()
    benchmark(lambda: read_page(text))


def test_bounds(benchmark: Any) -> None:
    """One run, since it takes its own medians."""
    wikitextparser = pytest.importorskip("wikitextparser")
    measured = benchmark.pedantic(lambda: measure(wikitextparser), rounds=1)
    assert measured.ratio <= MOST_TIME
    assert measured.peak <= MOST_MEMORY


def main() -> None:
    measured = measure(import_module("wikitextparser"))
    sys.stdout.write(f"read_page {measured.ours * 1000:.1f} ms, table data {measured.theirs * 1000:.1f} ms, ratio {measured.ratio:.2f}; ")
    sys.stdout.write(f"memory {measured.peak:.0f} bytes to a character while reading, {measured.kept:.0f} kept\n")


if __name__ == "__main__":
    main()
