"""How long reading the Ruleset of a whole dynasty takes, against the tree that mwparserfromhell builds of it.

    python -m tests.benchmarks.bench_rules

The two take turns, so that whatever else the machine does slows both; printed are the best times and their ratio.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from parsers.ruleset import read_ruleset
from tests.support.paths import SHARED

ROUNDS = 40
MOST_TIME = 3.0
"""Times what building the tree takes."""
PAGE = SHARED / "rulesets/Ruleset_215_2023.wikitext"

given = pytest.mark.skipif(not PAGE.exists(), reason="the given Rulesets are not there")


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def best(mwparserfromhell: Any, rounds: int = ROUNDS) -> tuple[float, float]:
    """The least seconds of the processor for reading the page, and for building its tree: what the machine adds is above."""
    text = PAGE.read_text(encoding="utf-8")
    pairs = [(seconds(lambda: read_ruleset(text)), seconds(lambda: mwparserfromhell.parse(text))) for _ in range(rounds)]
    return min(ours for ours, _ in pairs), min(tree for _, tree in pairs)


@given
def test_reading_a_ruleset(benchmark: Callable[[Callable[[], object]], object]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    benchmark(lambda: read_ruleset(text))


@given
def test_reading_a_ruleset_against_building_a_tree(benchmark: Any) -> None:
    """One run, since it takes its own rounds."""
    mwparserfromhell = pytest.importorskip("mwparserfromhell")
    ours, tree = benchmark.pedantic(lambda: best(mwparserfromhell), rounds=1)
    assert ours <= MOST_TIME * tree


def main() -> None:
    ours, tree = best(import_module("mwparserfromhell"))
    sys.stdout.write(f"read_ruleset {ours * 1000:.1f} ms, mwparserfromhell {tree * 1000:.1f} ms, ratio {ours / tree:.2f}\n")


if __name__ == "__main__":
    main()
