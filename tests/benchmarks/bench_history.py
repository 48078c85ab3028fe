"""What a long history of the Ruleset costs: in the store, and each run of ``history`` over it, a process of its own.

    python -m tests.benchmarks.bench_history [REVISIONS]

Each revision changes one word. Times are those of the processor.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from parsers.model import Revision, Roster
from sync.store import Store
from tests.support.paths import ROOT, SHARED

PAGE = SHARED / "rulesets/Ruleset_215_2023.wikitext"
REVISIONS = 1_000
BEGUN = datetime(2024, 1, 1, tzinfo=UTC)
MOST_SECONDS = 4.0
MOST_MEGABYTES = 150
WORD = re.compile(r"(?<=[a-z] )[a-z]{4,}[0-9]*(?= [a-z])")

given = pytest.mark.skipif(not PAGE.exists(), reason="the given Rulesets are not there")


class Cost(NamedTuple):
    """Seconds of the processor, and megabytes at the peak."""

    seconds: float
    memory: float


def revisions(count: int) -> Iterator[Revision]:
    """Successive revisions of a Ruleset of about 100 KB."""
    rng, text = random.Random(1), PAGE.read_text(encoding="utf-8")
    for number in range(count):
        yield Revision("Ruleset", number + 1, number, BEGUN + timedelta(hours=number), "Ana", f"edit {number}", text)
        word = WORD.search(text, rng.randrange(len(text))) or WORD.search(text)
        assert word is not None
        text = f"{text[: word.start()]}word{number % 1000}{text[word.end() :]}"


def take_in(path: Path, count: int) -> None:
    """Keep revisions in a store, with a checkpoint after every fifty, as a pull does."""
    with Store.open(path, now=BEGUN) as store, store.run("wiki", BEGUN) as run:
        run.roster(Roster(("Ana", "Bo"), (), frozenset({"Ana"})))
        for number, one in enumerate(revisions(count)):
            run.revision(one)
            if number % 50 == 49:
                run.checkpoint()
        run.finish()


def spent(path: Path, *options: str) -> Cost:
    """What ``history`` takes over a store."""
    command = [sys.executable, "-m", "sync", "history", "Ruleset", "--store", str(path), "--offline", "--quiet", *options]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


@given
def test_a_hundred_revisions_and_all(benchmark: Any, tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    take_in(path, 500)
    latest = benchmark.pedantic(lambda: spent(path), rounds=1)
    assert latest.seconds <= MOST_SECONDS
    assert spent(path, "--all").memory <= MOST_MEGABYTES


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else REVISIONS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        take_in(path, count)
        latest, every = spent(path), spent(path, "--all")
        size = path.stat().st_size
    raw = sum(len((one.text or "").encode()) for one in revisions(count))
    sys.stdout.write(
        f"{count} revisions: the store has {size / 1e6:.1f} MB, {size / raw:.0%} of the texts; history of the latest hundred "
        f"{latest.seconds:.1f} s, {latest.memory:.0f} MB, of all {every.seconds:.1f} s, {every.memory:.0f} MB\n"
    )


if __name__ == "__main__":
    main()
