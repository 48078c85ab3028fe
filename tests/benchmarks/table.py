"""The benchmarks: what is measured, against what, and how.

A ratio compares two works on the same texts that take turns, so that whatever else the machine does
slows both. Time is that of the processor; the least of several rounds is the least disturbed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup

from parsers.blog.blog_page import read_page
from sync.cli import main
from tests.benchmarks.games import page_of_comments, save_long_game, save_long_history
from tests.benchmarks.libraries import read_pages
from tests.support.blog_pages import BLOG
from tests.support.paths import DEMO, ROOT

Work = Callable[[], object]


class Ratios(NamedTuple):
    """How many times the baseline's time something takes, and its peak of memory, if measured."""

    time: float
    memory: float | None = None


class Benchmark(NamedTuple):
    """One benchmark. ``measure`` is given an empty folder for what it makes."""

    name: str
    measured: str
    baseline: str
    measure: Callable[[Path], Ratios]


# How a ratio is measured


def in_one_process(ours: Work, theirs: Work, rounds: int) -> Ratios:
    """Run both by turns in this process, after a first time that does not count."""
    ours()
    theirs()
    pairs = [(_seconds(ours), _seconds(theirs)) for _ in range(rounds)]
    return Ratios(_ratio(pairs))


def _seconds(work: Work) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def as_processes(ours: list[str], theirs: list[str], rounds: int) -> Ratios:
    """Run both by turns, each time as a new process of Python with these arguments."""
    pairs = [(_spent(ours), _spent(theirs)) for _ in range(rounds)]
    times = [(ours.time, theirs.time) for ours, theirs in pairs]
    peaks = [(ours.memory, theirs.memory) for ours, theirs in pairs]
    return Ratios(_ratio(times), _ratio(peaks))


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    """The least of ours to the least of theirs."""
    return min(ours for ours, _ in pairs) / min(theirs for _, theirs in pairs)


class _Spent(NamedTuple):
    time: float
    memory: int


_FINISHED = (0, 1, 3)
"""The exit codes of an audit that ran to its end; a made game leaves some verdicts open."""


def _spent(arguments: list[str]) -> _Spent:
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in _FINISHED:
        raise RuntimeError(f"exit code {process.returncode} of: {' '.join(arguments)}")
    return _Spent(used.ru_utime + used.ru_stime, used.ru_maxrss)


# What is measured

_REPORT = ("--format", "json", "--output", os.devnull)


def _command(name: str, folder: Path) -> Ratios:
    def run() -> None:
        with (folder / "printed").open("w") as printed, redirect_stderr(printed):
            main([name, "--site", "demo", *_REPORT])

    return in_one_process(run, partial(read_pages, DEMO, "*.html", "*.wikitext"), 21)


def _entry(_folder: Path) -> Ratios:
    page = page_of_comments(100)
    ours = partial(read_page, page, f"{BLOG}/archive/a_thing", expect="entry")
    return in_one_process(ours, lambda: BeautifulSoup(page, "lxml"), 101)


def _audit_process(folder: Path, *patterns: str, rounds: int, since: str = "") -> Ratios:
    options = ["--since", since] if since else []
    ours = ["-m", "sync", "audit", "--snapshot", str(folder), *_REPORT, *options]
    theirs = ["-m", "tests.benchmarks.libraries", str(folder), *patterns]
    return as_processes(ours, theirs, rounds)


def _long_game(folder: Path) -> Ratios:
    save_long_game(folder, 16_000)
    return _audit_process(folder, "*.html", rounds=1, since="2000-01-01T00:00:00Z")


def _long_history(folder: Path) -> Ratios:
    save_long_history(folder, revisions=300, size=97_000)
    return _audit_process(folder, "*.history.jsonl", rounds=1)


_PAGES = "BeautifulSoup's trees of its 68 pages, and its wikitext by mwparserfromhell"
BENCHMARKS = (
    Benchmark(
        "tally",
        "`tally` of the sample game, repeated in one process",
        _PAGES,
        partial(_command, "tally"),
    ),
    Benchmark(
        "audit",
        "`audit` of the sample game, repeated in one process",
        f"{_PAGES}, without the 30 revisions that the audit also reads",
        partial(_command, "audit"),
    ),
    Benchmark(
        "audit-process",
        "`audit` of the sample game as a command",
        "the same in a process of its own",
        lambda _folder: _audit_process(DEMO, "*.html", "*.wikitext", rounds=9),
    ),
    Benchmark("entry", "reading an entry with 100 comments", "BeautifulSoup's tree of it", _entry),
    Benchmark(
        "long-game",
        "`audit` of 16,000 posts with ten comments each, as a command",
        "BeautifulSoup's trees of their pages, one at a time",
        _long_game,
    ),
    Benchmark(
        "long-history",
        "`audit` with 300 revisions of a Ruleset of 97 KB, as a command",
        "mwparserfromhell parsing each once, one at a time",
        _long_history,
    ),
)
