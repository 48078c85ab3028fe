"""Whatever happens to any request of a save: nobody's edit is lost, none is doubled, the report says
what is on the wiki, and the next run goes on from there.
"""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.reliability.matrix import ANYWHERE, Outcome, cells, record
from tests.reliability.saving import Attempt, new_wiki, serving
from tests.support.fault_proxy import SILENT, FaultProxy
from tests.support.paths import ROOT, in_memory
from tests.support.scale import fresh_seeds

pytestmark = pytest.mark.slow

AREA = "Saving an edit"
QUICK: dict[str, Any] = {"read_timeout": 0.3, "total_timeout": 0.8}
FOR_EVER = 99
TRIES: tuple[tuple[int, bool | None], ...] = ((1, None), (1, False), (1, True), (FOR_EVER, None))
"""How often the fault happens, and whether others edit near the same place, elsewhere or not."""


@pytest.mark.parametrize(("point", "fault"), cells(AREA))
def test_a_fault_while_saving(point: str, fault: str) -> None:
    for times, near in TRIES:
        wiki = new_wiki()
        with in_memory() as folder, serving(wiki) as url, FaultProxy(url) as proxy:
            attempt = Attempt(wiki, proxy, folder, QUICK if fault in SILENT else {})
            if near is not None:
                attempt.others(near)
            if point == "history":
                proxy.next("reset, handled", on="edit")
            if fault == "connection refused":
                outcome = attempt.run(lambda _: proxy.down())
            else:
                proxy.next(fault, on=point, times=times)
                outcome = attempt.run()
                assert fault in proxy.done or near
        record(AREA, point, fault, outcome)


@pytest.mark.parametrize("seed", fresh_seeds(8))
def test_a_writer_killed_at_a_random_moment(seed: int) -> None:
    chance = Random(seed)
    requests, rest = chance.randrange(1, 7), chance.uniform(0, 0.02)
    wiki = new_wiki()
    with in_memory() as folder, serving(wiki) as url, FaultProxy(url) as proxy:
        attempt = Attempt(wiki, proxy, folder, {})
        program = [sys.executable, "-m", "tests.reliability.saving", proxy.url, str(folder)]
        with subprocess.Popen(program, cwd=ROOT) as process:
            while len(proxy.kinds) < requests and process.poll() is None:
                time.sleep(0.001)
            with suppress(subprocess.TimeoutExpired):
                process.wait(rest)
            process.kill()
        proxy.join()
        attempt.next_run()
    record(AREA, ANYWHERE, "killed at random", Outcome.SETTLED)
