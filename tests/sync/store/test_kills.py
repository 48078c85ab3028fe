"""Processes that are killed, and processes that write at the same time."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from sync.store import Store
from tests.support.paths import ROOT
from tests.support.scale import scaled
from tests.sync.store import writer
from tests.sync.store.samples import NOON, comment_history, enacted, post
from tests.sync.store.writer import CHUNKS, POSTS, new_post, roster, shared_post, time_of

KILLS = scaled(30)

pytestmark = [pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork"), pytest.mark.slow]


def sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("PRAGMA integrity_check")] == ["ok"]


class Writers:
    """Starts writers, one at a time, and kills them."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.sync.store.writer", "serve"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self._server.communicate(timeout=60)
        assert self._server.returncode == 0

    def run(self, path: Path, kill_after: float | None = None, chunks: int = 0) -> int:
        """Run a writer, and kill it so many seconds after it kept some more chunks. Returns the last chunk it said it had kept, or 0."""
        assert self._server.stdin
        assert self._server.stdout
        self._server.stdin.write(f"{path}\n")
        self._server.stdin.flush()
        kept = process = 0
        for line in self._server.stdout:
            word, _, number = line.rstrip("\n").partition(" ")
            if word == "ended":
                return kept
            if word == "writer":
                process = int(number)
            else:
                kept = int(number)
            if kill_after is not None and chunks >= 0:
                chunks -= 1
                if chunks < 0:
                    time.sleep(kill_after)
                    # It may have nothing left to write, and be over before.
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
        raise AssertionError("the server of writers is gone")


@pytest.fixture
def writers() -> Iterator[Writers]:
    made = Writers()
    yield made
    made.close()


def check(path: Path, reported: int) -> int:
    """Everything that was reported is there, and nothing by halves. Returns how many chunks are there."""
    with Store.open(path, now=NOON) as store:
        done = store.book("test", int).get("done", 0)
        assert done >= reported
        assert len(list(store.posts())) == POSTS * done
        for chunk in range(max(1, done - 30), done + 1):
            for number in range(POSTS):
                made = new_post(chunk, number)
                seen = store.versions(made.key)
                expected = [(made, time_of(chunk)), (enacted(made), time_of(chunk + 1))][: 1 + (chunk < done)]
                assert [(one.value, one.first_seen) for one in seen] == expected
        assert [one.value for one in store.rosters()] == [roster(chunk) for chunk in range(1, done + 1)]
        assert [one.revid for one in store.revisions("Ruleset")] == list(range(1, done + 1))
    return done


def test_a_writer_killed_at_a_hundred_moments_loses_nothing_it_had_kept(tmp_path: Path, writers: Writers) -> None:
    path = tmp_path / "store.sqlite"
    chance = random.Random(20240120)
    reported, ends = 0, set()
    for _ in range(KILLS):
        reported = max(reported, writers.run(path, chance.expovariate(1 / 0.004), chance.choice([0, 0, 1, 2, 3])))
        if path.exists():
            assert sound(path)
            ends.add(check(path, reported))
    # The kills fell on many chunks, and not only between opening and the first of them.
    assert len(ends) > 10
    assert writers.run(path) in {0, CHUNKS}
    assert check(path, CHUNKS) == CHUNKS
    with Store.open(path, now=NOON) as store:
        assert store.last_seen("blog") is not None
    assert [file.name for file in tmp_path.iterdir()] == ["store.sqlite"]


def test_a_store_killed_while_it_was_made_is_made_the_next_time(tmp_path: Path, writers: Writers) -> None:
    chance = random.Random(20240121)
    for number in range(30):
        path = tmp_path / f"{number}.sqlite"
        writers.run(path, chance.uniform(0, 0.006))
        check(path, 0)
        assert sound(path)


def test_two_processes_at_once_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    names = ("one", "two")
    command = [sys.executable, "-m", "tests.sync.store.writer", "share", str(path)]
    # They begin with a store that is not there yet.
    processes = [subprocess.Popen([*command, name], cwd=ROOT, stderr=subprocess.PIPE, text=True) for name in names]
    errors = [process.communicate(timeout=120)[1] for process in processes]
    assert [(process.returncode, said) for process, said in zip(processes, errors, strict=True)] == [(0, ""), (0, "")]
    assert sound(path)
    with Store.open(path, now=NOON) as store:
        for number in range(writer.SHARED):
            seen = [(one.value, one.first_seen, one.last_seen) for one in store.versions(str(number))]
            assert seen == [(shared_post(number, version), time_of(version), time_of(version)) for version in range(3)]
            assert len(comment_history(store, str(number))) == 2
        for name in names:
            for turn in range(writer.ROUNDS):
                assert store.post(f"{name}-{turn}") == post(f"{name}-{turn}")
