"""How long a tracking page takes to read and match, against the data of its tables as wikitextparser reads them.

    python -m tests.benchmarks.bench_gamestate

The two take turns; printed are the quickest of each and their ratio: what else the machine does only ever adds.
"""

from __future__ import annotations

import importlib
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from parsers.gamestate import read_gamestate
from parsers.model import Roster
from parsers.ruleset.model import Ruleset, Terms, Variable

ROUNDS = 30
MOST_TIME = 3.0
"""Times what wikitextparser takes for the data of the tables alone."""
MOST_MEMORY = 50.0
"""Bytes at the most to a character: the cells of this page are as short as cells get, and what is kept is kept for each of them."""
TABLES, ROWS = 10, 100
KINDS: tuple[tuple[str, str, tuple[str, ...] | None], ...] = (
    ("Coal", "integer", None),
    ("Mooring", "choice", ("Wharf", "Basin")),
    ("Hold", "list", None),
    ("Tow", "name", None),
    ("Bonus", "integer", None),
    ("Lamp", "choice", ("Dark", "Dim")),
)
ROSTER = Roster(tuple(f"Player {number}" for number in range(ROWS)))


def ten_tables() -> str:
    """Ten tables of a hundred players: numbers, choices, boxes, names."""
    return "\n".join(_table(number) for number in range(TABLES))


def _table(number: int) -> str:
    header = " !! ".join(("Player", *(f"{name}{number}" for name, _, _ in KINDS)))
    rows = "\n".join(
        f"|-\n| Player {row} || {row * number} || Wharf || {{{{box|Salt|ivory}}}}{{{{box|Glass|azure}}}} || - || +{row} || Dark"
        for row in range(ROWS)
    )
    return f'== Part {number} ==\n{{| class="wikitable"\n|+ Table {number}\n|-\n! {header}\n{rows}\n|}}\n'


def rules() -> Ruleset:
    """Six variables for each table."""
    variables = tuple(
        Variable(f"{name}{number}", "player", kind, "A Rule", "It is tracked.", 0 if kind == "integer" else None, None, choices)
        for number in range(TABLES)
        for name, kind, choices in KINDS
    )
    return Ruleset((), (), Terms("Player", "Players", "Emperor"), "The Page", {}, variables=variables)


def data_of(parser: Any, page: str) -> Callable[[], object]:
    """Asking wikitextparser for the data of tables that it has parsed already."""
    tables = parser.parse(page).tables
    return lambda: [table.data() for table in tables]


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def quickest(rounds: int = ROUNDS) -> tuple[float, float]:
    """The least seconds of reading the page and of the tables' data alone."""
    parser = importlib.import_module("wikitextparser")
    page, ruleset = ten_tables(), rules()
    pairs = [(seconds(lambda: read_gamestate(page, ruleset, ROSTER)), seconds(data_of(parser, page))) for _ in range(rounds)]
    return min(ours for ours, _ in pairs), min(theirs for _, theirs in pairs)


def memory() -> float:
    """Bytes to a character at the peak of reading the page."""
    page, ruleset = ten_tables(), rules()
    tracemalloc.start()
    try:
        read_gamestate(page, ruleset, ROSTER)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return peak / len(page)


def test_bounds(benchmark: Any) -> None:
    """One run, since it takes its own quickest."""
    pytest.importorskip("wikitextparser")
    ours, theirs = benchmark.pedantic(quickest, rounds=1)
    assert ours / theirs <= MOST_TIME
    assert memory() <= MOST_MEMORY


def test_reading_ten_tables(benchmark: Callable[[Callable[[], object]], object]) -> None:
    page, ruleset = ten_tables(), rules()
    benchmark(lambda: read_gamestate(page, ruleset, ROSTER))


def main() -> None:
    ours, theirs = quickest()
    sys.stdout.write(f"read_gamestate {ours * 1000:.1f} ms, wikitextparser's data {theirs * 1000:.1f} ms, ratio {ours / theirs:.2f}; ")
    sys.stdout.write(f"memory {memory():.0f} bytes to a character while reading\n")


if __name__ == "__main__":
    main()
