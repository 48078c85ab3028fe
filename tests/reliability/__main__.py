"""Run the tests of all faults and write docs/reliability.md: ``python -m tests.reliability``.

It takes a few minutes, and needs a real MediaWiki (``.ci/install-mediawiki``). Nothing is written if
a test fails or a cell was not tried.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from sync.times import clock
from tests.reliability.matrix import MATRIX, RECORD, Outcome, Tried
from tests.reliability.page import PAGE, Figures, rendered
from tests.support.paths import ROOT
from tests.support.scale import BASE

TESTS = (
    "tests/reliability",
    "tests/sync/wiki/writing/test_write_faults.py",
    "tests/sync/wiki/writing/test_write_random.py",
    "tests/sync/pulling/test_kills.py",
    "tests/sync/store/test_failures.py::test_a_chunk_that_breaks_off_anywhere_leaves_nothing",
    "tests/sync/notices/test_on_a_blog.py::test_a_run_that_was_killed_is_settled_and_nothing_is_doubled",
)
"""Everything that records a try."""


def main() -> None:
    file = ROOT / "build" / "reliability.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    begun = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadgroup"]
    command += ["--deselect", "tests/reliability/test_page.py", *TESTS]
    environment = os.environ | {RECORD: str(file), "TEST_SEED": str(BASE)}
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        sys.exit("a test failed, so nothing was written")
    write(file, round(time.monotonic() - begun))


def write(record: Path, seconds: int) -> None:
    """Write the page from the record of a run. Exits where a cell was not tried."""
    tried = [
        Tried(area, point, fault, Outcome[outcome])
        for area, point, fault, outcome in map(json.loads, record.read_text().splitlines())
    ]
    cells = {
        (area, point, fault)
        for area, faults in MATRIX.items()
        for fault, points in faults.items()
        for point in points
    }
    if missing := sorted(cells - {each[:3] for each in tried}):
        sys.exit(f"not tried, so nothing was written: {missing}")
    figures = Figures(f"{clock():%Y-%m-%d}", BASE, seconds)
    for area, faults in MATRIX.items():
        for fault in faults:
            figures.outcomes[area, fault] = Counter(
                each.outcome for each in tried if (each.area, each.fault) == (area, fault)
            )
    PAGE.write_text(rendered(figures), encoding="utf-8")
    sys.stdout.write(f"{len(cells)} cells, {len(tried)} tries, {seconds} seconds\n")


if __name__ == "__main__":
    main()
