"""A pull that is killed at any moment leaves a store that opens, and the next pull makes it
whole."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sync.sources.stored import open_store
from tests.reliability.matrix import Outcome, record
from tests.support.live_game import Game, fingerprints, of_the_snapshot, vote
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

REQUESTS = 69
"""Of a whole pull, to the blog."""


def start(game: Game) -> subprocess.Popen[str]:
    given = (game.blog.url, game.live.wiki_url, str(game.live.store), game.now.isoformat())
    command = [sys.executable, "-m", "tests.sync.pulling.pulling_apart", *given]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_random_moments(game: Game, tmp_path: Path, seed: int) -> None:
    """Five times in each of four stores: when the blog has been asked for so many pages, and a
    moment later.
    """
    moments = random.Random(seed)
    expected = fingerprints(of_the_snapshot())
    for number in range(5):
        game.live = replace(game.live, store=tmp_path / f"{seed}-{number}.sqlite3")
        game.blog.asked.clear()
        pages, rest = moments.randrange(REQUESTS), moments.uniform(0, 0.02)
        process = start(game)
        with process:
            assert process.stdout is not None
            process.stdout.readline()
            while len(game.blog.asked) < pages and process.poll() is None:
                try:
                    process.wait(0.002)
                except subprocess.TimeoutExpired:
                    continue
            try:
                process.wait(rest)
            except subprocess.TimeoutExpired:
                process.kill()
        with open_store(game.live, game.now) as store:
            assert store.report().faults == ()
        game.wait(minutes=1)
        pulled = game.pull()
        assert pulled.problems == ()
        assert pulled.blog_requests <= REQUESTS - pages + 4
        assert fingerprints(game.audit()) == expected
        record("The store", "pull", "killed at random", Outcome.SETTLED)


def test_two_processes_at_once(game: Game) -> None:
    processes = [start(game) for _ in range(2)]
    assert [(process.communicate()[0], process.returncode) for process in processes] == [
        ("ready\n", 0)
    ] * 2
    vote(game, "night_fares")
    game.wait(minutes=1)
    pulled = game.pull()
    assert (pulled.new, pulled.changed, pulled.problems) == (0, 1, ())
    assert (
        pulled.blog_requests <= 3
    )  # lists and the one entry: nothing is left of what the two had to do
    record("The store", "pull", "two at once", Outcome.SAME)
