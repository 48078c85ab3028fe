"""How long an audit of a long game takes: of everything since the first post, and of the last dynasty alone, as it is by default.

    python -m tests.benchmarks.bench_audit [POSTS]

A post has ten comments. Every audit is a process of its own, as a command is, and so is reading the posts alone. All is held
against the trees that Beautiful Soup builds of the entries on one core: of a sample of them, before, between and after the rest.
On a busy machine the times of the processors tell more than the clock; with two of them to itself, reading takes half of its time.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

from bs4 import BeautifulSoup

from parsers.model import Category, Comment, Icon, Post, Roster, Status
from sync.sources.snapshot_writer import entry_page, list_page
from tests.support.blog_pages import BLOG
from tests.support.paths import DEMO, ROOT

POSTS = 4_000
SAMPLE = 500
NOW = datetime(2024, 5, 17, 18, tzinfo=UTC)
PLAYERS = ("Pemberly", "Marrow77", "Wick-and-Tallow", "T. Quillfeather", "Sable Ines", "Gulliver Banks", "Hobb", "Ottoline Marsh")


DYNASTY = 300
"""Posts from one Ascension Address to the next: two months of them."""


def game_of(posts: int) -> Iterable[Post]:
    """Proposals, one every five hours, that all voted for and that were enacted after two days, and the dynasties' Addresses."""
    for number in range(posts):
        posted = (NOW - timedelta(hours=10 + 5 * number)).replace(second=0)
        closed = posted + timedelta(hours=49)
        comments = tuple(
            Comment(PLAYERS[place % 8], posted + timedelta(hours=place + 1), (Icon("for"),), f"Words {place}.", f"c{number}x{place}", place)
            for place in range(10)
        )
        address = number % DYNASTY == DYNASTY // 2
        pending = closed > NOW or address
        yield Post(
            url=f"{BLOG}/archive/p{number}",
            title=f"{'Ascension Address' if address else 'Proposal'}: Thing {number}",
            category=Category.ASCENSION if address else Category.PROPOSAL,
            author=PLAYERS[number % 8],
            posted=posted,
            status=Status.PENDING if pending else Status.ENACTED,
            subject=f"Thing {number}",
            closed=None if pending else closed,
            body=f"Add a rule called Thing {number}: lamps are lit.",
            comment_count=10,
            comments=comments,
            position=number,
        )


def snapshot_of(folder: Path, number: int) -> None:
    """A snapshot of such a game, with the Ruleset and the tracking page of the sample game."""
    posts = list(game_of(number))
    pages = {"blog/index.html": list_page(posts[:20], Roster(PLAYERS, (), frozenset({"Hobb"}), 8, 5))}
    for month, made in groupby(posts, key=lambda post: f"{post.posted:%Y/%m}"):
        pages[f"blog/{month}/index.html"] = list_page(list(made))
    pages |= {f"blog/archive/{post.key}/index.html": entry_page(post) for post in posts}
    pages |= {f"wiki/{file.name}": file.read_text(encoding="utf-8") for file in (DEMO / "wiki").iterdir()}
    pages["snapshot.toml"] = f"as_of = {NOW:%Y-%m-%dT%H:%M:%SZ}\n"
    for name, text in pages.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def seconds(folder: Path, *options: str) -> tuple[float, float]:
    """How long an audit takes, by the clock and of all processors."""
    return spent([sys.executable, "-m", "sync", "audit", "--snapshot", str(folder), "--format", "json", "--output", os.devnull, *options])


def spent(command: list[str]) -> tuple[float, float]:
    """How long a command takes, by the clock and of all processors."""
    before, started = os.times(), time.perf_counter()
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    took, after = time.perf_counter() - started, os.times()
    return took, after.children_user + after.children_system - before.children_user - before.children_system


def reading(folder: Path) -> tuple[float, float]:
    """How long reading all posts takes, by the clock and of all processors."""
    read = f"list(SnapshotSource(Path({str(folder)!r}), blog_url={BLOG!r}).posts())"
    imports = "from pathlib import Path; from sync.sources.snapshot import SnapshotSource"
    return spent([sys.executable, "-c", f"{imports}\nif __name__ == '__main__':\n    {read}"])


def tree_seconds(folder: Path, posts: int) -> float:
    """How much of a processor's time the trees of all entries take, by a sample of them."""
    every = max(1, posts // SAMPLE)
    pages = [(folder / "blog" / "archive" / f"p{number}" / "index.html").read_bytes() for number in range(0, posts, every)]
    started = time.process_time()
    for page in pages:
        BeautifulSoup(page, "lxml")
    return (time.process_time() - started) * posts / len(pages)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else POSTS
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "game"
        snapshot_of(folder, number)
        trees = [tree_seconds(folder, number)]
        read = reading(folder)
        trees.append(tree_seconds(folder, number))
        whole, dynasty = seconds(folder, "--since", "2000-01-01T00:00:00Z"), seconds(folder)
        trees.append(tree_seconds(folder, number))
    tree = sum(trees) / len(trees)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    sys.stdout.write(f"{number} posts: the trees {tree:.2f} s CPU, {memory} MB in the largest process\n")
    told = {"reading alone": read, "everything": whole, "the last dynasty": dynasty}
    for name, (took, cpu) in told.items():
        sys.stdout.write(f"{name}: {took:.2f} s, {cpu:.2f} s CPU ({took / tree:.2f} and {cpu / tree:.2f} of the trees)\n")


if __name__ == "__main__":
    main()
