"""Fuzz for so many seconds: ``python -m tests.fuzz SECONDS`` (``make fuzz SECONDS=600``).

Every reader gets mutated texts, then whole commands run on broken games, with seeds that grow from
``TEST_SEED`` or the commit. The first failure ends it, with the seed, the text and how to try it
again. The seconds end the run; they decide nothing else.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from tests.fuzz.entry_points import ENTRY_POINTS
from tests.fuzz.test_commands import attempt
from tests.fuzz.test_entry_points import fuzz
from tests.support.command import Ran
from tests.support.scale import BASE

EXAMPLES = 100


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    end, tried = time.monotonic() + seconds, 0
    for seed in count(BASE):
        for name in (*ENTRY_POINTS, "commands"):
            if time.monotonic() > end:
                sys.stdout.write(f"{tried} cases, no failure; the last seed was {seed}\n")
                return
            sys.stderr.write(f"TEST_SEED={seed} {name}\n")
            if name == "commands":
                tried += commands(seed)
            else:
                fuzz(name, seed, EXAMPLES)
                tried += EXAMPLES


def commands(seed: int) -> int:
    """Run commands on one broken game; how many."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return attempt(run, Path(folder), seed)


def run(*arguments: str, code: int | None = None) -> Ran:
    """The command line, without pytest."""
    from sync.cli import main as command

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        ended = command([*arguments])
    return Ran(ended, out.getvalue(), err.getvalue())


if __name__ == "__main__":
    main()
