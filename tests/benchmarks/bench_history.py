"""What a long history of the Ruleset costs: taken in, described, judged, and all of it again, against reading each revision whole.

    python -m tests.benchmarks.bench_history [REVISIONS]

Each revision changes one word; once a week a matter is enacted. The second run has ten revisions more, and is held against the first
one over a store with nothing but these, and the one before them, in the same game; so are the commands that look at what is new,
``history --since`` and ``audit``. All times are those of the processor, and their ratios are of one run; the texts are made anew as they
are wanted, so that the peak of memory is that of the work.
"""

from __future__ import annotations

import gc
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from parsers.history.rules import RulesetRevision, read_revision, rule_changes
from parsers.model import Revision, Roster
from parsers.ruleset import read_ruleset
from sync.store import Store
from tests.benchmarks.bench_rules import whole as read_whole
from tests.support.paths import ROOT, SHARED
from tests.validators.edits.ruleset_edits import enacted
from validators.edits.attributing import attributed
from validators.edits.describing import describe as describe_all
from validators.edits.grounds import Grounds
from validators.view import GameView
from validators.voting.timeline import Timeline

PAGE = SHARED / "rulesets/Ruleset_215_2023.wikitext"
REVISIONS = 5_000
BEGUN = datetime(2024, 1, 1, tzinfo=UTC)
LEAST_RATIO = 40.0
MOST_STORED = 0.08
WORD = re.compile(r"(?<=[a-z] )[a-z]{4,}[0-9]*(?= [a-z])")
MORE = 10
LEAST_REPLAYED = 500.0
MOST_FOR_NEW = 1.25
ALONE = 10
"""How many revisions are read whole."""

given = pytest.mark.skipif(not PAGE.exists(), reason="the given Rulesets are not there")


class HistoryCost(NamedTuple):
    """Seconds of the processor for one revision: read whole, taken in, described, read back, described as kept; of two runs,
    and of one over ten revisions alone; and bytes. ``shown`` and ``audited`` are what the commands take that look at the new ones, as
    shares of what they take where nothing else is kept."""

    whole: float
    stored: float
    described: float
    read_back: float
    replayed: float
    first: float
    second: float
    alone: float
    shown: float
    audited: float
    raw: int
    file: int
    memory: int


def revisions(count: int, start: int = 0) -> Iterator[Revision]:
    """Successive revisions of a Ruleset of about 100 KB, from the one of a number on."""
    rng, text = random.Random(1), PAGE.read_text(encoding="utf-8")
    for number in range(start + count):
        if number >= start:
            yield Revision("Ruleset", number + 1, number, BEGUN + timedelta(hours=number), "Ana", f"edit {number}", text)
        word = WORD.search(text, rng.randrange(len(text))) or WORD.search(text)
        assert word is not None
        text = f"{text[: word.start()]}word{number % 1000}{text[word.end() :]}"


def measure(count: int) -> HistoryCost:
    """The costs of so many revisions."""
    whole = spent(lambda: [read_whole(one.text or "") for one in revisions(ALONE)]) / ALONE
    made = spent(lambda: sum(1 for _ in revisions(count))) / count
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        stored = spent(lambda: take_in(path, revisions(count))) / count - made
        described = spent(lambda: describe(revisions(count))) / count - made
        with Store.open(path, now=BEGUN) as store:
            read_back = spent(lambda: sum(1 for _ in store.revisions("Ruleset"))) / count
        view = game(count)
        first = spent(lambda: judge(path, view))
        replayed = spent(lambda: judge(path, view, accounts=False)) / count
        take_in(path, revisions(MORE, count))
        second = spent(lambda: judge(path, view))
        file = path.stat().st_size
        few = Path(folder) / "few.sqlite"
        take_in(few, revisions(MORE + 1, count - 1))
        alone = spent(lambda: judge(few, view))
        newest = BEGUN + timedelta(hours=count)
        shown = share(path, few, "history", "Ruleset", "--since", f"{newest:%Y-%m-%dT%H:%M:%SZ}")
        audited = share(path, few, "audit")
    raw = sum(len((one.text or "").encode()) for one in revisions(count))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return HistoryCost(whole, stored, described, read_back, replayed, first, second, alone, shown, audited, raw, file, memory)


def game(count: int) -> GameView:
    """The game of so many revisions, with the variables that the rules began with and a matter enacted every week."""
    rules, hours = read_ruleset(PAGE.read_text(encoding="utf-8"), revid=1, gamestate=True), range(100, count, 168)
    closed = {number: BEGUN + timedelta(hours=number) for number in hours}
    posts = (
        replace(enacted(f"Add a rule called “Thing {number}”:\n* A thing.", at, subject=f"Thing {number}"), posted=at - timedelta(days=2))
        for number, at in closed.items()
    )
    return GameView(BEGUN + timedelta(hours=2 * count), rules, Roster(("Ana", "Bo"), (), frozenset({"Ana"})), tuple(posts), "Bo")


def judge(path: Path, view: GameView, *, accounts: bool = True) -> int:
    """Describe the revisions in a store and, with ``accounts``, say what accounts for each. Returns how many there are."""
    with Store.open(path, now=BEGUN) as store, store.history("Ruleset", "benchmark") as history:
        described = describe_all(store.revisions("Ruleset", texts=False), view, "Ruleset", history)
        return sum(1 for _ in (attributed(described, Grounds(view, Timeline(view)), history) if accounts else described))


def take_in(path: Path, found: Iterator[Revision]) -> None:
    """Keep revisions in a store, with a checkpoint after every fifty, as a pull does."""
    with Store.open(path, now=BEGUN) as store, store.run("wiki", BEGUN) as run:
        for number, one in enumerate(found):
            run.revision(one)
            if number % 50 == 49:
                run.checkpoint()
        run.finish()


def describe(found: Iterator[Revision]) -> int:
    """Read revisions one after the other. Returns how many changes there were."""
    before: RulesetRevision | None = None
    changes = 0
    for one in found:
        after = read_revision(one.text or "", before)
        changes += 0 if before is None else len(list(rule_changes(before, after)))
        before = after
    return changes


def spent(work: Callable[[], object]) -> float:
    """Seconds of the processor. Every run has a process of its own, so what earlier work left in memory is not gone through again."""
    gc.collect()
    gc.freeze()
    started = time.process_time()
    work()
    needed = time.process_time() - started
    gc.unfreeze()
    return needed


def share(many: Path, few: Path, *command: str) -> float:
    """How long a command takes over one store, in times that it takes over another: the shortest of five turns each."""
    times: dict[Path, list[float]] = {many: [], few: []}
    for _ in range(5):
        for path, found in times.items():
            before = os.times()
            subprocess.run(
                [sys.executable, "-m", "sync", *command, "--store", str(path), "--now", "2025-01-01T00:00:00Z"],
                cwd=ROOT,
                capture_output=True,
                check=False,
            )
            after = os.times()
            found.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return min(times[many]) / min(times[few])


@given
def test_a_history_against_reading_each_revision(benchmark: Any) -> None:
    cost = benchmark.pedantic(lambda: measure(500), rounds=1)
    assert cost.whole >= LEAST_RATIO * (cost.stored + cost.described)
    assert cost.whole >= LEAST_REPLAYED * cost.replayed
    assert cost.file <= MOST_STORED * cost.raw
    assert max(cost.shown, cost.audited) <= MOST_FOR_NEW


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else REVISIONS
    cost = measure(count)
    ms = {name: getattr(cost, name) * 1000 for name in ("whole", "stored", "described", "read_back", "replayed")}
    sys.stdout.write(
        f"{count} revisions; each: read_ruleset {ms['whole']:.1f} ms, stored {ms['stored']:.2f}, described {ms['described']:.2f}, "
        f"read back {ms['read_back']:.2f}, as kept {ms['replayed']:.3f}\n"
        f"taken in and described {cost.whole / (cost.stored + cost.described):.0f} times as fast, "
        f"read back {cost.whole / cost.read_back:.0f} times, as kept {cost.whole / cost.replayed:.0f} times\n"
        f"described and judged: {cost.first:.1f} s, {MORE} more in a second run {cost.second:.2f} s, {cost.second / cost.first:.1%}, "
        f"as {cost.second / cost.first * count:.0f} of the first; these alone {cost.alone:.2f} s, "
        f"{(cost.second - cost.alone) / count * 1e6:.0f} µs for each kept one; "
        f"history --since of these takes {cost.shown:.2f} times what it takes without the others, audit {cost.audited:.2f} times; "
        f"the store has {cost.file / 1e6:.1f} MB, {cost.file / cost.raw:.1%} of the texts; {cost.memory / 1e6:.0f} MB at the peak\n"
    )


if __name__ == "__main__":
    main()
