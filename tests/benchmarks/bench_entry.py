"""How long reading an entry of a hundred comments takes, against the tree that Beautiful Soup
builds of it.

    python -m tests.benchmarks.bench_entry

The two take turns, so that whatever else the machine does slows both; printed are the medians and
their ratio.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import median

from bs4 import BeautifulSoup

from parsers.blog.blog_page import read_page
from parsers.model import Category, Comment, Icon, Post
from tests.support.blog_pages import BLOG, entry_page

ROUNDS = 60
POSTED = datetime(2022, 5, 11, 9, 1, tzinfo=UTC)
VOTES = [(Icon("for"),), (Icon("against", True), Icon("for")), (), (Icon("deferential"),)]


def page_of_comments(count: int = 100) -> bytes:
    """An entry whose comments are a vote and a remark, as most are."""
    comments = tuple(
        Comment(
            f"Player {number % 12}",
            POSTED + timedelta(hours=number),
            VOTES[number % 4],
            "A remark of a line.",
            f"c{number}",
            number,
        )
        for number in range(count)
    )
    post = Post(
        f"{BLOG}/archive/a_thing",
        "Proposal: A Thing",
        Category.PROPOSAL,
        "Ana",
        POSTED,
        body="Body.",
        comments=comments,
    )
    return entry_page(post).encode()


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def medians(rounds: int = ROUNDS) -> tuple[float, float]:
    """The median seconds of reading the page and of building its tree."""
    page = page_of_comments()
    pairs = [
        (
            seconds(lambda: read_page(page, f"{BLOG}/archive/a_thing", expect="entry")),
            seconds(lambda: BeautifulSoup(page, "lxml")),
        )
        for _ in range(rounds)
    ]
    return median(ours for ours, _ in pairs), median(tree for _, tree in pairs)


def test_reading_an_entry(benchmark: Callable[[Callable[[], object]], object]) -> None:
    page = page_of_comments()
    benchmark(lambda: read_page(page, f"{BLOG}/archive/a_thing", expect="entry"))


def main() -> None:
    ours, tree = medians()
    sys.stdout.write(
        f"read_page {ours * 1000:.2f} ms, BeautifulSoup {tree * 1000:.2f} ms, ratio"
        f" {ours / tree:.3f}\n"
    )


if __name__ == "__main__":
    main()
