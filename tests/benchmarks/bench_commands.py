"""How long ``tally`` and ``audit`` of the sample game take, against reading its pages with Beautiful
Soup and its wikitext with mwparserfromhell.

    python -m tests.benchmarks.bench_commands [ROUNDS]

Each is a process of its own, as a command is; they take turns, so that whatever else the machine
does slows all. Printed are the median seconds of the processor and the ratios.
"""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

from tests.support.paths import DEMO, ROOT

ROUNDS = 5
LIBRARIES = """
import sys
from pathlib import Path
from bs4 import BeautifulSoup
import mwparserfromhell
folder = Path(sys.argv[1])
for page in folder.rglob("*.html"):
    BeautifulSoup(page.read_bytes(), "lxml")
for page in folder.rglob("*.wikitext"):
    mwparserfromhell.parse(page.read_text(encoding="utf-8"))
"""
PROCESSES = {
    "the libraries": ["-c", LIBRARIES, str(DEMO)],
    "tally": ["-m", "sync", "tally", "--site", "demo", "--format", "json"],
    "audit": ["-m", "sync", "audit", "--site", "demo", "--format", "json"],
}


def seconds(arguments: list[str]) -> float:
    """Seconds of the processor that a process takes."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    used = os.wait4(process.pid, 0)[2]
    return used.ru_utime + used.ru_stime


def medians(rounds: int) -> dict[str, float]:
    """The median seconds of each process."""
    spent = [{name: seconds(each) for name, each in PROCESSES.items()} for _ in range(rounds)]
    return {name: median(each[name] for each in spent) for name in PROCESSES}


def main() -> None:
    found = medians(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
    libraries = found["the libraries"]
    for name, spent in found.items():
        sys.stdout.write(f"{name}: {spent:.2f} s, ratio {spent / libraries:.2f}\n")


if __name__ == "__main__":
    main()
