"""How long an audit of a long game takes: of everything since the first post, and of the last
dynasty alone, as it is by default.

    python -m tests.benchmarks.bench_audit [POSTS]

A post has ten comments. Every audit is a process of its own, as a command is; times are those of
the processor. To hold two versions against each other, run both on one machine by turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

from parsers.model import Category, Comment, Icon, Post, Roster, Status
from sync.sources.snapshot_writer import entry_page, list_page
from tests.support.blog_pages import BLOG
from tests.support.paths import DEMO, ROOT

POSTS = 4_000
NOW = datetime(2024, 5, 17, 18, tzinfo=UTC)
PLAYERS = (
    "Pemberly",
    "Marrow77",
    "Wick-and-Tallow",
    "T. Quillfeather",
    "Sable Ines",
    "Gulliver Banks",
    "Hobb",
    "Ottoline Marsh",
)

DYNASTY = 300
"""Posts from one Ascension Address to the next: two months of them."""


def game_of(posts: int) -> Iterable[Post]:
    """Proposals, one every five hours, that all voted for and that were enacted after two days, and
    the dynasties' Addresses.
    """
    for number in range(posts):
        posted = (NOW - timedelta(hours=10 + 5 * number)).replace(second=0)
        closed = posted + timedelta(hours=49)
        comments = tuple(
            Comment(
                PLAYERS[place % 8],
                posted + timedelta(hours=place + 1),
                (Icon("for"),),
                f"Words {place}.",
                f"c{number}x{place}",
                place,
            )
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
    pages = {
        "blog/index.html": list_page(posts[:20], Roster(PLAYERS, (), frozenset({"Hobb"}), 8, 5))
    }
    for month, made in groupby(posts, key=lambda post: f"{post.posted:%Y/%m}"):
        pages[f"blog/{month}/index.html"] = list_page(list(made))
    pages |= {f"blog/archive/{post.key}/index.html": entry_page(post) for post in posts}
    pages |= {
        f"wiki/{file.name}": file.read_text(encoding="utf-8") for file in (DEMO / "wiki").iterdir()
    }
    pages["snapshot.toml"] = f"as_of = {NOW:%Y-%m-%dT%H:%M:%SZ}\n"
    for name, text in pages.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def spent(folder: Path, *options: str) -> tuple[float, int]:
    """Seconds of the processor that an audit takes, and megabytes at the peak."""
    command = [
        sys.executable,
        "-m",
        "sync",
        "audit",
        "--snapshot",
        str(folder),
        "--format",
        "json",
        "--output",
        os.devnull,
        *options,
    ]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else POSTS
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "game"
        snapshot_of(folder, number)
        for name, options in (
            ("everything", ["--since", "2000-01-01T00:00:00Z"]),
            ("the last dynasty", []),
        ):
            seconds, memory = spent(folder, *options)
            sys.stdout.write(f"{number} posts, {name}: {seconds:.2f} s, {memory} MB\n")


if __name__ == "__main__":
    main()
