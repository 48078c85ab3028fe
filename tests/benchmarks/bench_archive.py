"""How long a snapshot of many entries takes to read, first and again, against the trees that Beautiful Soup builds of them.

    python -m tests.benchmarks.bench_archive [ENTRIES]

An entry has ten comments. The trees are those of a sample of the pages, built on one core; reading uses all of them.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from bs4 import BeautifulSoup

from sync.sources.snapshot import SnapshotSource
from tests.benchmarks.bench_entry import POSTED, page_of_comments
from tests.support.blog_pages import BLOG

ENTRIES = 4_000
SAMPLE = 200


def snapshot_of(folder: Path, entries: int) -> None:
    """A snapshot of entries alone, all of the same text under names of their own."""
    page = page_of_comments(10)
    for number in range(entries):
        entry = folder / "blog" / "archive" / f"thing_{number}"
        entry.mkdir(parents=True)
        (entry / "index.html").write_bytes(page.replace(b"/archive/a_thing", f"/archive/thing_{number}".encode()))
    (folder / "snapshot.toml").write_text(f"as_of = {POSTED + timedelta(days=30):%Y-%m-%dT%H:%M:%SZ}\n", encoding="utf-8")


def seconds(folder: Path) -> float:
    """How long reading all posts takes."""
    started = time.perf_counter()
    assert SnapshotSource(folder, blog_url=BLOG).posts()
    return time.perf_counter() - started


def tree_seconds(folder: Path) -> float:
    """How long the trees of all entries take, by a sample of them."""
    entries = list((folder / "blog" / "archive").iterdir())
    started = time.perf_counter()
    for entry in entries[:SAMPLE]:
        BeautifulSoup((entry / "index.html").read_bytes(), "lxml")
    return (time.perf_counter() - started) * len(entries) / min(SAMPLE, len(entries))


def main() -> None:
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        snapshot_of(folder, entries)
        trees = tree_seconds(folder)
        first, again = seconds(folder), seconds(folder)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"{entries} entries: first {first:.2f} s ({first / trees:.2f} of the trees), again {again:.2f} s, {memory} MB\n")


if __name__ == "__main__":
    main()
