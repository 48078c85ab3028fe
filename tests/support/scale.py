"""The number and the seeds of random cases in slow tests: new ones for each commit, and the same
ones again for the same commit.

``TEST_SEED`` replaces the commit as the base, to repeat a failure; ``TEST_SCALE`` multiplies all
numbers (``make test-long``).
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
"""The first seed of slow tests."""


def scaled(count: int) -> int:
    """Return a number of cases: the usual one, or a multiple for a long run."""
    return count * SCALE


def fresh_seeds(count: int) -> range:
    """Return ``count`` seeds that no earlier commit has used."""
    return range(BASE, BASE + scaled(count))
