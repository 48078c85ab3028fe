"""Writers that are killed, at every point and at any moment: what they wrote is found again, and written once."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from sync.store import Written
from tests.support.fault_proxy import FaultProxy
from tests.support.mediawiki import MediaWiki
from tests.support.paths import ROOT
from tests.support.scale import SCALE, scaled
from tests.sync.wiki.edited import saved_by, writing
from tests.sync.wiki.killed import ACCOUNT, START, TITLE, count_of

pytestmark = [
    pytest.mark.mediawiki,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork"),
]

KILLS = scaled(10)
GOAL = 400


class Writers:
    """Starts writers, one at a time."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.sync.wiki.killed"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._number = 0
        self._known = threading.Event()

    def close(self) -> None:
        self._server.communicate(timeout=60)
        assert self._server.returncode == 0

    def run(self, api_url: str, store: Path, goal: int) -> list[str]:
        """Run a writer to its end. Returns what it said."""
        assert self._server.stdin
        assert self._server.stdout
        self._known.clear()
        self._server.stdin.write(f"{api_url} {store} {goal}\n")
        self._server.stdin.flush()
        said: list[str] = []
        for line in self._server.stdout:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "ended":
                return said
            if word == "writer":
                self._number = int(rest)
                self._known.set()
            else:
                said.append(line.rstrip("\n"))
        raise AssertionError("the server of writers is gone")

    def kill(self) -> None:
        """Kill the writer that runs."""
        assert self._known.wait(10)
        with suppress(ProcessLookupError):
            os.kill(self._number, signal.SIGKILL)


@pytest.fixture
def writers() -> Iterator[Writers]:
    made = Writers()
    yield made
    made.close()


@pytest.fixture
def page(mediawiki: MediaWiki) -> Iterator[str]:
    mediawiki.account("Kit")
    mediawiki.edit(TITLE, START)
    yield TITLE
    mediawiki.delete(TITLE)


def settled(mediawiki: MediaWiki, store: Path) -> list[Written]:
    """The journal, once it is known what became of everything."""
    with writing(mediawiki.api_url, ACCOUNT, store) as (writer, opened):
        writer.settle(under_way=timedelta(0))
        return opened.journal.entries()


def check(mediawiki: MediaWiki, entries: list[Written]) -> int:
    """Every number was written once, and the journal knows each by its revision. Returns the count."""
    saved = [entry.new_revid for entry in entries if entry.state == "saved"]
    assert {entry.state for entry in entries} <= {"saved", "refused"}
    assert saved == [revid for revid, _ in saved_by(mediawiki, TITLE, "Kit")]
    assert [count_of(text) for _, text in saved_by(mediawiki, TITLE, "Kit")] == list(range(1, len(saved) + 1))
    return len(saved)


POINTS = {
    "before the page was looked at": ("before", "look", False),
    "after the journal knew and before the wiki did": ("before", "edit", False),
    "after the wiki had saved it and before it answered": ("after", "edit", True),
    "after the answer and before it was read back": ("before", "read back", True),
    "before the journal knew the end": ("after", "read back", True),
}


@pytest.mark.parametrize("point", POINTS)
def test_a_writer_killed_at_a_point_has_written_once_or_not_at_all(
    point: str, mediawiki: MediaWiki, page: str, writers: Writers, tmp_path: Path
) -> None:
    moment, kind, written = POINTS[point]
    store = tmp_path / "store.sqlite"
    with FaultProxy(mediawiki.server) as proxy:

        def kill(request: str) -> None:
            if request == kind:
                writers.kill()

        setattr(proxy, moment, kill)
        if moment == "before":
            proxy.stop_at = kind
        writers.run(proxy.api_url, store, 1)
        proxy.join()
    entries = settled(mediawiki, store)
    assert [entry.state for entry in entries] == ([] if kind == "look" else ["saved" if written else "refused"])
    assert check(mediawiki, entries) == written
    # Whoever comes next goes on where it was left.
    assert writers.run(mediawiki.api_url, store, 2) == ["saved 1", "saved 2"][written:]
    assert check(mediawiki, settled(mediawiki, store)) == 2


@pytest.mark.slow
def test_writers_killed_at_any_moment_lose_and_double_nothing(mediawiki: MediaWiki, page: str, writers: Writers, tmp_path: Path) -> None:
    chance = random.Random(20240120)
    store = tmp_path / "store.sqlite"
    for _ in range(KILLS):
        timer = threading.Timer(chance.uniform(0.1, 1.3), writers.kill)
        timer.start()
        writers.run(mediawiki.api_url, store, GOAL)
        timer.cancel()
        timer.join()
    killed = [entry for entry in settled(mediawiki, store) if entry.why]
    count = check(mediawiki, settled(mediawiki, store))
    assert count_of(mediawiki.text(TITLE)) == count
    # However early the last one was killed, the next one goes on where it was left.
    assert writers.run(mediawiki.api_url, store, count + 1) == [f"saved {count + 1}"]
    assert check(mediawiki, settled(mediawiki, store)) == count_of(mediawiki.text(TITLE)) == count + 1
    # Some of many were killed while an edit was on its way.
    assert killed or SCALE == 1
