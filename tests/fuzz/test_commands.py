"""Whole commands on a sample game in which something is broken: they end with an exit code of
theirs, and never with an error of the program.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.entry_points import MARKS
from tests.parsers.blog.test_properties import FRAGMENTS
from tests.support.command import Ran, Run
from tests.support.paths import DEMO
from tests.support.scale import fresh_seeds

COMMANDS = (
    "audit --format json",
    "audit --format markdown",
    "tally",
    "tally --format json",
    "rules",
    "rules --format json",
    "events",
    "gamestate",
    "history",
    "matters",
    "explain BN101",
    "board --out board",
    "enact 'Passing Places'",
    "correct",
    "notice",
    "review",
)
"""None of them reaches a network: the game is a snapshot."""
GAMES = 3
PIECES = (*MARKS, *FRAGMENTS, *"\"{}[],:'=#\n\\", "null", "2024-13-01", "<img src=x alt=for>")


def break_something(folder: Path, chance: Random) -> None:
    """Change one to four files: cut, double, splice, empty, remove, or swap with another."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    # A quarter of the time one of the few files that everything rests on.
    few = [path for path in files if "archive" not in path.parts]
    for _ in range(chance.randint(1, 4)):
        path = chance.choice(few if chance.random() < 0.5 else files)
        data = path.read_bytes() if path.exists() else b""
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice([0, 1, 40, 2000]))
        what = chance.randrange(7)
        if what == 0:
            path.unlink(missing_ok=True)
        elif what == 1:
            path.write_bytes(data[:start])
        elif what == 2:
            other = chance.choice(files)
            path.write_bytes(other.read_bytes() if other.exists() else b"")
        else:
            piece = chance.choice(PIECES).encode("utf-8", "surrogatepass")
            many = chance.choice([1, 1, 3, 200])
            path.write_bytes(
                data[:start] + piece * many + data[end:] + data[start:end] * (what == 3)
            )


def broken_game(folder: Path, seed: int) -> Iterator[str]:
    """Make a broken game for a seed; some commands to run on it."""
    chance = Random(seed)
    shutil.copytree(DEMO, folder)
    break_something(folder, chance)
    yield from chance.sample(COMMANDS, 3)


def attempt(run: Callable[..., Ran], folder: Path, seed: int) -> int:
    """Run some commands on a broken game; how many."""
    commands = 0
    for command in broken_game(folder / "game", seed):
        ran = run(*shlex.split(command), "--snapshot", str(folder / "game"), code=None)
        assert ran.code in range(4), (seed, command, ran)
        assert "Traceback" not in ran.out + ran.err, (seed, command, ran.err)
        assert "internal error" not in ran.err, (seed, command, ran.err)
        commands += 1
    return commands


@pytest.mark.slow
@pytest.mark.parametrize("seed", fresh_seeds(GAMES))
def test_a_broken_game_is_no_error_of_the_program(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.chdir(tmp_path)
    attempt(run, tmp_path, seed)
