"""How many random cases the slow tests try, and which: other ones with each commit, and the same
again for the same commit.

``TEST_SEED`` names the base in place of the commit, to try what failed again; ``TEST_SCALE``
multiplies all numbers (``make test-long``).
"""

from __future__ import annotations

import os
import subprocess

from tests.support.paths import ROOT


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else ""


def _base() -> int:
    named = os.environ.get("TEST_SEED")
    return int(named) if named else int(_commit()[:7] or "0", 16)


SCALE = int(os.environ.get("TEST_SCALE", "1"))
BASE = _base()
"""The first of the seeds that slow tests take."""


def scaled(count: int) -> int:
    """A number of cases for a usual run, or many times as many for a long one."""
    return count * SCALE


def fresh_seeds(count: int) -> range:
    """So many seeds that no earlier commit has tried."""
    return range(BASE, BASE + scaled(count))
